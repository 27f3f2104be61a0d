/* SPDX-License-Identifier: MIT */
/* Structs as JSON, and the calls that write them without a reader. */
#include "json_struct.h"

#include "base/float_text.h"
#include "base/text.h"

/* ---- members ---- */

struct walk {
  struct dfmti_json *j;
  const struct dfmti_format *format;
  uint32_t depth; /* structs around the member */
};

/* What a member needs to be written. */
struct place {
  const dfmt_field *f;
  const uint8_t *at;
  const void *body; /* the struct it is in: where counts are */
  size_t size;      /* bytes of that */
};

static void put_object(struct walk *x, const dfmt_type *t, const void *body, bool named);

static void put_number(struct walk *x, const struct place *p, uint64_t v) {
  if (p->f->unit == DFMT_UNIT_ADDRESS) {
    dfmti_json_raw(x->j, "\"0x", 3);
    dfmti_json_hex(x->j, v, 1);
    dfmti_json_byte(x->j, '"');
  } else if (p->f->unit == DFMT_UNIT_CRC32) {
    dfmti_json_byte(x->j, '"');
    dfmti_json_hex(x->j, v, 8);
    dfmti_json_byte(x->j, '"');
  } else {
    dfmti_json_u64(x->j, v);
  }
}

static void put_u32(struct walk *x, const struct place *p) { put_number(x, p, dfmti_load_u32(p->at)); }

static void put_u64(struct walk *x, const struct place *p) { put_number(x, p, dfmti_load_u64(p->at)); }

static void put_i64(struct walk *x, const struct place *p) { dfmti_json_i64(x->j, (int64_t)dfmti_load_u64(p->at)); }

/* JSON has no infinities and NaN: they are strings. */
static void put_f64(struct walk *x, const struct place *p) {
  char text[DFMTI_FLOAT_TEXT + 2] = "\"";
  size_t len = dfmti_f64_text(dfmti_load_u64(p->at), text + 1);
  bool finite = dfmti_is_digit((uint8_t)text[len]);
  text[len + 1] = '"';
  dfmti_json_raw(x->j, finite ? text + 1 : text, finite ? len : len + 2);
}

/* The word of a value; false if it has none. */
static bool put_word(struct walk *x, const struct place *p, uint32_t v) {
  const dfmt_type *t = p->f->elem_type ? dfmti_type_of(x->format, p->f->elem_type) : NULL;
  const char *word = t ? dfmti_word(t, v) : NULL;
  if (word) dfmti_json_name(x->j, word);
  return word != NULL;
}

static void put_i32(struct walk *x, const struct place *p) {
  uint32_t v = dfmti_load_u32(p->at);
  if (!put_word(x, p, v)) dfmti_json_i64(x->j, (int32_t)v);
}

static void put_enum(struct walk *x, const struct place *p) {
  uint32_t v = dfmti_load_u32(p->at);
  if (!put_word(x, p, v)) dfmti_json_u64(x->j, v);
}

static void put_flags(struct walk *x, const struct place *p) {
  uint32_t v = dfmti_load_u32(p->at);
  const dfmt_type *t = dfmti_type_of(x->format, p->f->elem_type);
  dfmti_json_byte(x->j, '[');
  for (uint32_t bit = 1, rest = v; rest; rest &= ~bit, bit <<= 1) {
    if (!(rest & bit)) continue;
    const char *word = t ? dfmti_word(t, bit) : NULL;
    if (word)
      dfmti_json_name(x->j, word);
    else
      dfmti_json_u64(x->j, bit);
    if (rest != bit) dfmti_json_byte(x->j, ',');
  }
  dfmti_json_byte(x->j, ']');
}

static void put_bool(struct walk *x, const struct place *p) {
  dfmti_json_word(x->j, dfmti_load_u32(p->at) ? "true" : "false");
}

static void put_str(struct walk *x, const struct place *p) {
  dfmt_str s = dfmti_load_str(p->at);
  dfmti_json_text(x->j, s.ptr, (size_t)s.len);
}

static void put_cstr(struct walk *x, const struct place *p) {
  const char *s = dfmti_load_ptr(p->at);
  if (s)
    dfmti_json_text(x->j, s, strlen(s));
  else
    dfmti_json_word(x->j, "null");
}

static void put_target(struct walk *x, const struct place *p, const void *target) {
  const dfmt_type *t = target ? dfmti_ref_type(x->format, p->f, target) : NULL;
  if (t)
    put_object(x, t, target, p->f->elem_type == 0);
  else
    dfmti_json_word(x->j, "null");
}

static void put_ref(struct walk *x, const struct place *p) { put_target(x, p, dfmti_load_ptr(p->at)); }

static void put_tree(struct walk *x, const struct place *p) {
  const void *root = dfmti_load_ptr(p->at);
  const struct dfmti_tree_ops *tree = root ? dfmti_tree_of(x->format, p->f) : NULL;
  if (tree)
    tree->json(x->j, root);
  else
    dfmti_json_word(x->j, "null");
}

static void put_array(struct walk *x, const struct place *p);

/* How each kind is written; the others only serve the struct itself. */
static void (*const writers[])(struct walk *x, const struct place *p) = {
    [DFMT_KIND_U32] = put_u32,         [DFMT_KIND_I32] = put_i32,         [DFMT_KIND_U64] = put_u64,
    [DFMT_KIND_I64] = put_i64,         [DFMT_KIND_STR] = put_str,         [DFMT_KIND_BYTES] = put_str,
    [DFMT_KIND_CSTR] = put_cstr,       [DFMT_KIND_ENUM] = put_enum,       [DFMT_KIND_FLAGS] = put_flags,
    [DFMT_KIND_BOOL] = put_bool,       [DFMT_KIND_ARRAY] = put_array,     [DFMT_KIND_REF] = put_ref,
    [DFMT_KIND_REF_ARRAY] = put_array, [DFMT_KIND_VALUE_TREE] = put_tree, [DFMT_KIND_F64] = put_f64,
};

bool dfmti_json_has(const dfmt_field *f) {
  return f->kind < sizeof writers / sizeof *writers && writers[f->kind] && !(f->flags & DFMT_FIELD_TABLE);
}

static void put_array(struct walk *x, const struct place *p) {
  struct dfmti_array a = dfmti_array_of(x->format, p->f, p->body, p->size);
  dfmt_field one = *p->f; /* an element as if it were a member: the unit is the same */
  if (!a.struct_type) {
    one.kind = p->f->elem_type;
    one.elem_type = 0;
  }
  struct place e = {.f = &one, .at = a.ptr};
  dfmti_json_byte(x->j, '[');
  for (uint64_t i = 0; i < a.n && x->j->status == DFMT_OK; i++, e.at += a.step) {
    if (i) dfmti_json_byte(x->j, ',');
    if (p->f->kind == DFMT_KIND_REF_ARRAY)
      put_target(x, p, dfmti_load_ptr(e.at));
    else if (a.struct_type)
      put_object(x, a.struct_type, e.at, false);
    else
      writers[one.kind](x, &e);
  }
  dfmti_json_byte(x->j, ']');
}

static void put_members(struct walk *x, const dfmt_type *t, const void *body, uint32_t which, bool comma) {
  size_t size = dfmti_struct_size(t, body);
  for (uint64_t i = 0; i < t->n_fields; i++) {
    const dfmt_field *f = &t->fields[i];
    uint32_t part = f->flags & DFMT_FIELD_LATE ? DFMTI_MEMBERS_LATE : DFMTI_MEMBERS_EARLY;
    if ((which != DFMTI_MEMBERS_ALL && which != part) || !dfmti_json_has(f)) continue;
    const bool sure = size == t->body_size && !f->present_mask; /* most are */
    if (!sure && !dfmti_is_there(t, f, body, size)) continue;
    dfmti_json_member(x->j, comma ? ',' : '\0', f->name);
    comma = true;
    writers[f->kind](x, &(struct place){f, (const uint8_t *)body + f->offset, body, size});
  }
}

static void put_event_name(struct dfmti_json *j, const dfmt_type *t) {
  dfmti_json_word(j, "\"event\":");
  dfmti_json_name(j, t->name);
}

/* named: with its type, which nothing else tells. */
static void put_object(struct walk *x, const dfmt_type *t, const void *body, bool named) {
  if (++x->depth > DFMTI_MAX_NESTING && x->j->status == DFMT_OK)
    x->j->status = dfmti_fail(x->j->err, DFMT_E_UNSUPPORTED, DFMT_ERR_ARGUMENT, "structs are nested too deeply");
  if (x->j->status == DFMT_OK) {
    dfmti_json_byte(x->j, '{');
    if (named) put_event_name(x->j, t);
    put_members(x, t, body, DFMTI_MEMBERS_ALL, named);
    dfmti_json_byte(x->j, '}');
  }
  x->depth--;
}

void dfmti_json_members(struct dfmti_json *j, const struct dfmti_format *format, const dfmt_type *t, const void *body,
                        uint32_t which) {
  put_members(&(struct walk){.j = j, .format = format, .depth = 1}, t, body, which, true);
}

bool dfmti_json_value(struct dfmti_json *j, const struct dfmti_format *format, const dfmt_type *t, const dfmt_field *f,
                      const void *body) {
  size_t size = dfmti_struct_size(t, body);
  if (!dfmti_json_has(f) || !dfmti_is_there(t, f, body, size)) return false;
  struct walk x = {.j = j, .format = format, .depth = 1};
  writers[f->kind](&x, &(struct place){f, (const uint8_t *)body + f->offset, body, size});
  return true;
}

void dfmti_json_object(struct dfmti_json *j, const struct dfmti_format *format, const dfmt_type *t, const void *body) {
  put_object(&(struct walk){.j = j, .format = format}, t, body, false);
}

void dfmti_json_event(struct dfmti_json *j, const dfmt_type *t) {
  dfmti_json_byte(j, '{');
  put_event_name(j, t);
}

/* ---- calls ---- */

dfmt_status dfmti_json_enter(dfmt_sink *to) {
  if (to->busy) return DFMT_E_BUSY;
  dfmti_errors_clear(&to->err);
  if (to->closed) return dfmti_fail_state(&to->err, "the sink is closed");
  return DFMT_OK;
}

dfmt_status dfmti_json_leave(struct dfmti_json *j) {
  dfmt_status st = dfmti_json_end(j, NULL);
  if (st < 0 && j->made) j->sink->failed = st;
  return st;
}

dfmt_status dfmti_json_reserve(dfmt_sink *to) {
  return dfmti_sink_room(to, DFMTI_SINK_BUFFER) ? DFMT_OK : to->err.e.status;
}

dfmt_status dfmt_json_string(const void *ptr, uint64_t len, dfmt_sink *to) {
  if (!to) return DFMT_E_ARG;
  dfmt_status st = dfmti_json_enter(to);
  if (st != DFMT_OK) return st;
  if ((!ptr && len) || len > SIZE_MAX) return dfmti_fail_arg(&to->err, "no bytes");
  st = dfmti_json_reserve(to);
  if (st != DFMT_OK) return st;
  struct dfmti_json j;
  dfmti_json_begin(&j, to, 0);
  dfmti_json_text(&j, ptr, (size_t)len);
  return dfmti_json_leave(&j);
}
