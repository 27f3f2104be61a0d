/* SPDX-License-Identifier: MIT */
/*
 * Arrays and structs are written without recursion: begin() writes a plain value at once and pushes a level for one
 * with children; the loop of dfmto_text_value_put() takes the next child of the innermost level, or closes it.
 */
#include "value.h"

#include <stdio.h>

#include "guids.h"
#include "labels.h"

enum { STEPS = 1024 }; /* between two calls of the stop function */

struct dfmto_text_value_level {
  const dfmt_apitrace_value *v, *child; /* child: the next one */
  uint64_t at;                          /* index of that child */
  bool hoisted;                         /* an anonymous member: its members are printed among its parent's */
  bool some;                            /* the braces are not empty */
};

static void literal(struct dfmto_text_value *x, const char *text) {
  dfmto_text_value_paint(x, PAINT_BLUE);
  dfmto_text_put_s(x->to, text);
  dfmto_text_value_paint(x, PAINT_NORMAL);
}

/* ---- strings ---- */

static bool is_plain(uint32_t c) { return (c >= 0x20 && c <= 0x7e && c != '"' && c != '\\') || c == '\t'; }

/*
 * The reference's escapes are meant to be octal, but of the upper digits only one is used, and written twice (apitrace
 * spec 9.3: 0x1b is \333). They are ambiguous.
 */
static void put_reference_escape(struct dfmto_text_out *to, uint32_t c) {
  char text[4] = {'\\', (char)('0' + (c >> 3 & 7)), (char)('0' + (c >> 3 & 7)), (char)('0' + (c & 7))};
  if (c >> 3 & 7) {
    dfmto_text_put(to, text, 4);
  } else {
    text[1] = text[3];
    dfmto_text_put(to, text, 2);
  }
}

/* As in C: \r, three octal digits for a byte, \u and \U for larger ones. */
static void put_honest_escape(struct dfmto_text_out *to, uint32_t c) {
  char octal[4] = {'\\', (char)('0' + (c >> 6 & 7)), (char)('0' + (c >> 3 & 7)), (char)('0' + (c & 7))};
  if (c == '\r') {
    dfmto_text_put(to, "\\r", 2);
  } else if (c < 256) {
    dfmto_text_put(to, octal, 4);
  } else {
    dfmto_text_put_s(to, c <= 0xffff ? "\\u" : "\\U");
    dfmto_text_put_hex(to, c, c <= 0xffff ? 4 : 8);
  }
}

/* A character that must be escaped. */
static void put_special(struct dfmto_text_value *x, uint32_t c) {
  char text[2] = {'\\', (char)c};
  if (c == '"' || c == '\\') {
    dfmto_text_put(x->to, text, 2);
  } else if (c == '\n' && x->one_line) {
    dfmto_text_put(x->to, "\\n", 2);
  } else if (c == '\n') {
    dfmto_text_value_paint(x, PAINT_NORMAL);
    dfmto_text_put_byte(x->to, '\n');
    dfmto_text_value_paint(x, PAINT_BLUE);
  } else if (x->honest) {
    put_honest_escape(x->to, c);
  } else if (c != '\r') { /* the reference drops it */
    put_reference_escape(x->to, c);
  }
}

void dfmto_text_value_string(struct dfmto_text_value *x, dfmt_str s) {
  const unsigned char *p = (const unsigned char *)s.ptr;
  size_t len = (size_t)s.len, i = 0;
  dfmto_text_value_paint(x, PAINT_BLUE);
  dfmto_text_put_byte(x->to, '"');
  while (i < len) {
    size_t run = i;
    while (run < len && is_plain(p[run])) run++;
    dfmto_text_put(x->to, p + i, run - i);
    i = run;
    if (i == len || (p[i] == '\0' && !x->honest)) break;
    put_special(x, p[i++]);
  }
  dfmto_text_put_byte(x->to, '"');
  dfmto_text_value_paint(x, PAINT_NORMAL);
}

static void put_wide(struct dfmto_text_value *x, const uint32_t *p, uint64_t len) {
  dfmto_text_value_paint(x, PAINT_BLUE);
  dfmto_text_put_byte(x->to, 'L');
  dfmto_text_value_paint(x, PAINT_BLUE);
  dfmto_text_put_byte(x->to, '"');
  for (uint64_t i = 0; i < len && (p[i] || x->honest); i++) {
    if (is_plain(p[i]))
      dfmto_text_put_byte(x->to, (char)p[i]);
    else
      put_special(x, p[i]);
  }
  dfmto_text_put_byte(x->to, '"');
  dfmto_text_value_paint(x, PAINT_NORMAL);
}

/* ---- plain values ---- */

static void put_integer(struct dfmto_text_value *x, const dfmt_apitrace_value *v) {
  dfmto_text_value_paint(x, PAINT_BLUE);
  if (v->kind == DFMT_APITRACE_VALUE_SINT)
    dfmto_text_put_signed(x->to, (int64_t)v->bits);
  else
    dfmto_text_put_unsigned(x->to, v->bits);
  dfmto_text_value_paint(x, PAINT_NORMAL);
}

static void put_real(struct dfmto_text_value *x, const dfmt_apitrace_value *v) {
  float f;
  double d;
  const uint32_t half = (uint32_t)v->bits;
  memcpy(&f, &half, sizeof f);
  memcpy(&d, &v->bits, sizeof d);
  dfmto_text_value_paint(x, PAINT_BLUE);
  if (v->kind == DFMT_APITRACE_VALUE_FLOAT)
    dfmto_text_put_float(x->to, f);
  else
    dfmto_text_put_double(x->to, d);
  dfmto_text_value_paint(x, PAINT_NORMAL);
}

static void put_enum(struct dfmto_text_value *x, const dfmt_apitrace_value *v) {
  const dfmt_apitrace_sig *sig = v->ptr;
  const dfmt_str *name = dfmt_apitrace_enum_name(sig, (int64_t)v->bits);
  const struct dfmto_text_labels *l = name && x->enums ? dfmto_text_labels_of(x->enums, x, sig, true) : NULL;
  dfmto_text_value_paint(x, PAINT_BLUE);
  if (l)
    dfmto_text_put_label(x->to, l, (size_t)(name - sig->members));
  else if (name)
    dfmto_text_value_name(x, *name);
  else
    dfmto_text_put_signed(x->to, (int64_t)v->bits);
  dfmto_text_value_paint(x, PAINT_NORMAL);
}

static void put_bitmask(struct dfmto_text_value *x, const dfmt_apitrace_value *v) {
  const dfmt_str *names[64];
  uint64_t left;
  uint32_t n = dfmt_apitrace_flag_names(v->ptr, v->bits, names, &left);
  for (uint32_t i = 0; i < n; i++) {
    if (i) dfmto_text_put(x->to, " | ", 3);
    dfmto_text_value_paint(x, PAINT_BLUE);
    dfmto_text_value_name(x, *names[i]);
    dfmto_text_value_paint(x, PAINT_NORMAL);
  }
  if (n && !left) return;
  if (n) dfmto_text_put(x->to, " | ", 3);
  dfmto_text_value_paint(x, PAINT_BLUE);
  dfmto_text_put(x->to, "0x", 2);
  dfmto_text_put_hex(x->to, left, 1);
  dfmto_text_value_paint(x, PAINT_NORMAL);
}

static void put_blob(struct dfmto_text_value *x, const dfmt_apitrace_value *v) {
  dfmto_text_value_paint(x, PAINT_GREEN);
  if (x->blob) {
    x->blob(x->user, v);
  } else {
    dfmto_text_put(x->to, "blob(", 5);
    dfmto_text_put_unsigned(x->to, v->aux);
    dfmto_text_put_byte(x->to, ')');
  }
  dfmto_text_value_paint(x, PAINT_NORMAL);
}

static void put_opaque(struct dfmto_text_value *x, const dfmt_apitrace_value *v) {
  dfmto_text_value_paint(x, PAINT_GREEN);
  dfmto_text_put(x->to, "0x", 2);
  dfmto_text_put_hex(x->to, v->bits, 1);
  dfmto_text_value_paint(x, PAINT_NORMAL);
}

static bool is_integer(const dfmt_apitrace_value *v) {
  return v->kind == DFMT_APITRACE_VALUE_SINT || v->kind == DFMT_APITRACE_VALUE_UINT;
}

static bool name_is(dfmt_str name, const char *word) {
  size_t n = strlen(word);
  return name.len >= n && memcmp(name.ptr, word, n) == 0 && (name.len == n || name.ptr[n] == '\0');
}

/* A GUID as three integers and eight bytes. false: it has another structure. */
static bool put_guid(struct dfmto_text_value *x, const dfmt_apitrace_value *v) {
  const dfmt_apitrace_sig *sig = v->ptr;
  if (v->bits != 4 || !name_is(sig->name, "GUID")) return false;
  const dfmt_apitrace_value *p = v + 1;
  if (!is_integer(p) || !is_integer(p + 1) || !is_integer(p + 2)) return false;
  if (p[3].kind != DFMT_APITRACE_VALUE_ARRAY || p[3].bits != 8 || p[3].span != 9) return false;
  for (int i = 4; i < 12; i++)
    if (!is_integer(p + i)) return false;
  char text[40];
  size_t n = (size_t)snprintf(text, sizeof text, "%08x-%04x-%04x", (unsigned)(p[0].bits & 0xffffffff),
                              (unsigned)(p[1].bits & 0xffff), (unsigned)(p[2].bits & 0xffff));
  for (int i = 4; i < 12; i++)
    n += (size_t)snprintf(text + n, sizeof text - n, "%s%02x", i == 4 || i == 6 ? "-" : "",
                          (unsigned)(p[i].bits & 0xff));
  const char *name = dfmto_text_guid_name(text);
  dfmto_text_value_paint(x, PAINT_BLUE);
  dfmto_text_put_s(x->to, name ? name : "uuid(");
  if (!name) dfmto_text_put_s(x->to, text);
  if (!name) dfmto_text_put_byte(x->to, ')');
  dfmto_text_value_paint(x, PAINT_NORMAL);
  return true;
}

/* ---- values with children ---- */

/* false: no memory. */
static bool push(struct dfmto_text_value *x, const dfmt_apitrace_value *v, bool hoisted, bool some) {
  if (x->n_levels == x->cap_levels) {
    struct dfmto_text_value_level *more = dfmti_grow(x->to->m, x->levels, &x->cap_levels, 16, sizeof *more);
    if (!more) return !(x->to->failed = true);
    x->levels = more;
  }
  x->levels[x->n_levels++] = (struct dfmto_text_value_level){.v = v, .child = v + 1, .hoisted = hoisted, .some = some};
  return true;
}

static bool has_braces(const struct dfmto_text_value_level *l) {
  return !l->hoisted && (l->v->kind == DFMT_APITRACE_VALUE_STRUCT || l->v->bits != 1);
}

static void begin(struct dfmto_text_value *x, const dfmt_apitrace_value *v) {
  while (v->kind == DFMT_APITRACE_VALUE_REPR) v++; /* the human-readable part comes first */
  switch (v->kind) {
    case DFMT_APITRACE_VALUE_NULL: literal(x, "NULL"); break;
    case DFMT_APITRACE_VALUE_FALSE: literal(x, "false"); break;
    case DFMT_APITRACE_VALUE_TRUE: literal(x, "true"); break;
    case DFMT_APITRACE_VALUE_STRING: dfmto_text_value_string(x, (dfmt_str){v->ptr, v->aux}); break;
    case DFMT_APITRACE_VALUE_WSTRING: put_wide(x, v->ptr, v->aux); break;
    case DFMT_APITRACE_VALUE_BLOB: put_blob(x, v); break;
    case DFMT_APITRACE_VALUE_ENUM: put_enum(x, v); break;
    case DFMT_APITRACE_VALUE_BITMASK: put_bitmask(x, v); break;
    case DFMT_APITRACE_VALUE_OPAQUE: put_opaque(x, v); break;
    case DFMT_APITRACE_VALUE_STRUCT:
      if (put_guid(x, v)) break;
      /* fall through */
    case DFMT_APITRACE_VALUE_ARRAY:
      if (push(x, v, false, false)) dfmto_text_put_byte(x->to, has_braces(&x->levels[x->n_levels - 1]) ? '{' : '&');
      break;
    case DFMT_APITRACE_VALUE_FLOAT:
    case DFMT_APITRACE_VALUE_DOUBLE: put_real(x, v); break;
    default: put_integer(x, v);
  }
}

static void close_level(struct dfmto_text_value *x) {
  const struct dfmto_text_value_level *l = &x->levels[--x->n_levels];
  if (has_braces(l)) dfmto_text_put_byte(x->to, '}');
  if (l->hoisted) x->levels[x->n_levels - 1].some = l->some;
}

static void next_child(struct dfmto_text_value *x) {
  struct dfmto_text_value_level *l = &x->levels[x->n_levels - 1];
  const dfmt_apitrace_value *child = l->child;
  const dfmt_apitrace_sig *sig = l->v->ptr;
  dfmt_str name = {NULL, 0};
  bool in_struct = l->v->kind == DFMT_APITRACE_VALUE_STRUCT;
  if (in_struct && l->at < sig->n_members) name = sig->members[l->at];
  l->child += child->span;
  l->at++;
  if (in_struct && (name.len == 0 || *name.ptr == '\0')) {
    if (child->kind == DFMT_APITRACE_VALUE_STRUCT) (void)push(x, child, true, l->some);
    return;
  }
  if (l->some) dfmto_text_put(x->to, ", ", 2);
  l->some = true;
  if (in_struct) {
    dfmto_text_value_label(x, name);
    dfmto_text_put(x->to, " = ", 3);
  }
  begin(x, child);
}

static bool gives_up(struct dfmto_text_value *x) {
  x->stopped = dfmti_stopped(x->to->m);
  return x->stopped || x->to->failed;
}

void dfmto_text_value_put(struct dfmto_text_value *x, const dfmt_apitrace_value *v) {
  begin(x, v);
  for (uint32_t steps = 1; x->n_levels; steps++) {
    const struct dfmto_text_value_level *l = &x->levels[x->n_levels - 1];
    if (steps % STEPS == 0 && gives_up(x))
      x->n_levels = 0;
    else if (l->at == l->v->bits)
      close_level(x);
    else
      next_child(x);
  }
}

void dfmto_text_value_free(struct dfmto_text_value *x) {
  dfmti_free(x->to->m, x->levels, x->cap_levels * sizeof *x->levels);
  x->levels = NULL;
  x->cap_levels = 0;
}
