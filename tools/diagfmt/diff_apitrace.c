/* SPDX-License-Identifier: MIT */
/*
 * `diff` for apitrace's traces. Two values are compared as trees, without recursion: a level is a pair of arrays or
 * structs with as many children each; leaves that differ are told with the path of names and numbers that leads there.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <diagfmt/ops/text.h>

#include "buffer.h"
#include "call_value.h"
#include "diff.h"
#include "index.h"
#include "text.h"

struct level {
  const dfmt_apitrace_value *v[2], *child[2]; /* child: the next ones */
  uint64_t at;                                /* their number */
  size_t path_len;                            /* of the path to v */
};

struct comparison {
  struct diff *d;
  const dfmt_event *ev[2];
  struct buffer path, text[2];
  struct level *levels;
  size_t n, cap;
  bool more; /* another difference may be told */
};

static bool compared(const dfmt_event *ev) {
  const dfmt_apitrace_call *c = dfmt_event_apitrace_call(ev);
  return c && c->present & DFMT_APITRACE_CALL_HAS_SIG;
}

static bool alike(const dfmt_event *a, const dfmt_event *b) {
  return same_key(dfmt_event_apitrace_call(a)->name, dfmt_event_apitrace_call(b)->name);
}

static void title(dfmt_sink *to, const dfmt_event *ev) {
  const dfmt_apitrace_call *c = dfmt_event_apitrace_call(ev);
  put_f(to, "%" PRIu64 " ", c->number);
  put_safe(to, c->name.ptr, c->name.len);
}

/* --- leaves --------------------------------------------------------------------------------------------------------*/

static bool is_number(const dfmt_apitrace_value *v) {
  return v->kind == DFMT_APITRACE_VALUE_SINT || v->kind == DFMT_APITRACE_VALUE_UINT ||
         v->kind == DFMT_APITRACE_VALUE_ENUM || v->kind == DFMT_APITRACE_VALUE_BITMASK;
}

/* The same 64 bits mean different numbers where one is negative and the other is above 2^63. */
static bool is_negative(const dfmt_apitrace_value *v) {
  return v->kind != DFMT_APITRACE_VALUE_UINT && v->kind != DFMT_APITRACE_VALUE_BITMASK && v->bits >> 63;
}

static bool same_enum(const dfmt_apitrace_value *a, const dfmt_apitrace_value *b) {
  if (a->kind != DFMT_APITRACE_VALUE_ENUM || b->kind != DFMT_APITRACE_VALUE_ENUM) return false;
  const dfmt_str *x = dfmt_apitrace_enum_name(a->ptr, (int64_t)a->bits);
  const dfmt_str *y = dfmt_apitrace_enum_name(b->ptr, (int64_t)b->bits);
  return x && y && same_key(*x, *y);
}

/* Null and a handle of 0 are the same: rewriting makes one of the other. */
static bool is_null(const dfmt_apitrace_value *v) {
  return v->kind == DFMT_APITRACE_VALUE_NULL || (v->kind == DFMT_APITRACE_VALUE_OPAQUE && v->bits == 0);
}

static size_t unit_of(const dfmt_apitrace_value *v) { return v->kind == DFMT_APITRACE_VALUE_WSTRING ? 4 : 1; }

static bool same_leaf(const struct comparison *x, const dfmt_apitrace_value *a, const dfmt_apitrace_value *b) {
  if (is_number(a) && is_number(b)) return (a->bits == b->bits && is_negative(a) == is_negative(b)) || same_enum(a, b);
  if (is_null(a) || is_null(b)) return is_null(a) && is_null(b);
  if (a->kind != b->kind) return false;
  switch (a->kind) {
    case DFMT_APITRACE_VALUE_OPAQUE: return a->bits == b->bits || diff_ignores_pointers(x->d);
    case DFMT_APITRACE_VALUE_STRING:
    case DFMT_APITRACE_VALUE_WSTRING:
    case DFMT_APITRACE_VALUE_BLOB:
      if (a->aux != b->aux || !a->ptr != !b->ptr) return false;
      return a->aux == 0 || !a->ptr || memcmp(a->ptr, b->ptr, (size_t)a->aux * unit_of(a)) == 0;
    default: return a->bits == b->bits;
  }
}

/* --- telling -------------------------------------------------------------------------------------------------------*/

static dfmt_op *make_op(void) {
  dfmt_config *c;
  dfmt_op *op;
  if (dfmt_config_new(&c) != DFMT_OK || dfmt_config_set(c, DFMT_OPS_TEXT_HONEST, 1) != DFMT_OK ||
      dfmt_config_set(c, DFMT_OPS_TEXT_MULTILINE, 0) != DFMT_OK || dfmt_text_new(c, &op) != DFMT_OK)
    tool_no_memory();
  dfmt_config_free(c);
  return op;
}

static void make_text(struct buffer *b, const dfmt_apitrace_value *v) {
  b->len = 0;
  if (!v) {
    buffer_byte(b, '?');
    return;
  }
  dfmt_op *op = make_op();
  dfmt_sink *text = text_begin();
  put_settle(text, dfmt_text_value(op, v, text));
  dfmt_str held = text_held(text);
  buffer_put(b, held.ptr, (size_t)held.len);
  dfmt_sink_free(text);
  dfmt_op_free(op);
}

/* Of two blobs, where they begin to differ. */
static void add_place(struct comparison *x, const dfmt_apitrace_value *a, const dfmt_apitrace_value *b) {
  const unsigned char *p = a->ptr, *q = b->ptr;
  uint64_t i = 0, n = a->aux < b->aux ? a->aux : b->aux;
  if (!p || !q) return;
  while (i < n && p[i] == q[i]) i++;
  for (int k = 0; k < 2; k++) {
    const dfmt_apitrace_value *v = k ? b : a;
    buffer_put_s(&x->text[k], " byte ");
    buffer_unsigned(&x->text[k], i);
    if (i >= v->aux) continue;
    buffer_put_s(&x->text[k], ": 0x");
    buffer_hex(&x->text[k], (k ? q : p)[i], 2);
  }
}

static dfmt_str bytes_of(const struct buffer *b) { return (dfmt_str){b->ptr, b->len}; }

static void tell(struct comparison *x, const dfmt_apitrace_value *a, const dfmt_apitrace_value *b) {
  make_text(&x->text[0], a);
  make_text(&x->text[1], b);
  if (a && b && a->kind == DFMT_APITRACE_VALUE_BLOB && b->kind == DFMT_APITRACE_VALUE_BLOB) add_place(x, a, b);
  x->more = diff_value(x->d, x->ev[0], x->ev[1], bytes_of(&x->path), bytes_of(&x->text[0]), bytes_of(&x->text[1]));
}

/* --- trees ---------------------------------------------------------------------------------------------------------*/

static bool has_children(const dfmt_apitrace_value *v) {
  return v->kind == DFMT_APITRACE_VALUE_ARRAY || v->kind == DFMT_APITRACE_VALUE_STRUCT ||
         v->kind == DFMT_APITRACE_VALUE_REPR;
}

static void push(struct comparison *x, const dfmt_apitrace_value *a, const dfmt_apitrace_value *b) {
  if (x->n == x->cap) {
    x->cap = x->cap ? 2 * x->cap : 16;
    x->levels = tool_realloc(x->levels, x->cap * sizeof *x->levels);
  }
  x->levels[x->n++] = (struct level){.v = {a, b}, .child = {a + 1, b + 1}, .path_len = x->path.len};
}

static void look(struct comparison *x, const dfmt_apitrace_value *a, const dfmt_apitrace_value *b) {
  if (!a || !b) {
    if (a || b) tell(x, a, b);
  } else if (has_children(a) && a->kind == b->kind && a->bits == b->bits) {
    push(x, a, b);
  } else if (has_children(a) || has_children(b) || !same_leaf(x, a, b)) {
    tell(x, a, b);
  }
}

/* The path of a level's next child. */
static void name_child(struct comparison *x, const struct level *l) {
  const dfmt_apitrace_sig *sig = l->v[0]->kind == DFMT_APITRACE_VALUE_STRUCT ? l->v[0]->ptr : NULL;
  x->path.len = l->path_len;
  buffer_byte(&x->path, '/');
  if (sig && l->at < sig->n_members && sig->members[l->at].len)
    buffer_put(&x->path, sig->members[l->at].ptr, (size_t)sig->members[l->at].len);
  else
    buffer_unsigned(&x->path, l->at);
}

static void next_child(struct comparison *x) {
  struct level *l = &x->levels[x->n - 1];
  if (l->at == l->v[0]->bits) {
    x->n--;
    return;
  }
  const dfmt_apitrace_value *a = l->child[0], *b = l->child[1];
  name_child(x, l);
  l->child[0] += a->span;
  l->child[1] += b->span;
  l->at++;
  look(x, a, b);
}

static void compare(struct comparison *x, dfmt_str name, const dfmt_apitrace_value *a, const dfmt_apitrace_value *b) {
  if (!x->more) return;
  x->path.len = x->n = 0;
  buffer_put(&x->path, name.ptr, (size_t)name.len);
  look(x, a, b);
  while (x->n && x->more) next_child(x);
}

static void compare_arguments(struct comparison *x, const dfmt_apitrace_call *a, const dfmt_apitrace_call *b) {
  uint64_t i = 0, k = 0;
  while (i < a->n_args && k < b->n_args) {
    const dfmt_apitrace_arg *p = &a->args[i], *q = &b->args[k];
    bool in_a = p->number <= q->number, in_b = q->number <= p->number;
    compare(x, in_a ? p->name : q->name, in_a ? p->value : NULL, in_b ? q->value : NULL);
    i += in_a;
    k += in_b;
  }
  for (; i < a->n_args; i++) compare(x, a->args[i].name, a->args[i].value, NULL);
  for (; k < b->n_args; k++) compare(x, b->args[k].name, NULL, b->args[k].value);
}

static void compare_flags(struct comparison *x, uint32_t a, uint32_t b, uint32_t bit, const char *word) {
  if (!x->more || !((a ^ b) & bit)) return;
  dfmt_str yes = {word, strlen(word)}, no = {"-", 1};
  x->more = diff_value(x->d, x->ev[0], x->ev[1], yes, a & bit ? yes : no, b & bit ? yes : no);
}

static bool differ(struct diff *d, const dfmt_event *a, const dfmt_event *b) {
  struct comparison x = {.d = d, .ev = {a, b}, .more = true};
  const dfmt_apitrace_call *p = dfmt_event_apitrace_call(a), *q = dfmt_event_apitrace_call(b);
  compare_arguments(&x, p, q);
  compare(&x, (dfmt_str){"return", 6}, p->present & DFMT_APITRACE_CALL_HAS_RET ? p->ret : NULL,
          q->present & DFMT_APITRACE_CALL_HAS_RET ? q->ret : NULL);
  compare_flags(&x, p->flags, q->flags, DFMT_APITRACE_FLAG_FAKE, "fake");
  compare_flags(&x, p->flags, q->flags, DFMT_APITRACE_FLAG_INCOMPLETE, "incomplete");
  buffer_free(&x.path);
  for (int i = 0; i < 2; i++) buffer_free(&x.text[i]);
  tool_realloc(x.levels, 0);
  return x.more;
}

const struct diff_ops apitrace_diff = {.compared = compared, .alike = alike, .differ = differ, .title = title};
