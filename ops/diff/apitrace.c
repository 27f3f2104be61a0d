/* SPDX-License-Identifier: MIT */
/*
 * apitrace traces. Two values are compared as trees, without recursion: a level is a pair of arrays or structs with
 * equally many children; leaves that differ are reported with their path of names and indices.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <diagfmt/apitrace.h>

#include "base/str.h"
#include "base/text.h"
#include "diff.h"

struct level {
  const dfmt_apitrace_value *v[DFMTO_SIDES], *child[DFMTO_SIDES]; /* child: the next ones */
  uint64_t at;                                                    /* index of the next child */
  size_t path_len;                                                /* of the path to v */
};

struct comparison {
  struct dfmto_diff *d;
  const dfmt_event *ev[DFMTO_SIDES];
  struct level *levels;
  size_t n, cap;
  dfmt_status status;
};

static bool goes_on(const struct comparison *x) { return x->status == DFMT_OK && !dfmto_diff_enough(x->d); }

static struct dfmti_buf *path_of(struct comparison *x) { return &x->d->path; }

static bool compared(const dfmt_event *ev) {
  const dfmt_apitrace_call *c = dfmt_event_apitrace_call(ev);
  return c && c->present & DFMT_APITRACE_CALL_HAS_SIG;
}

static void place(const dfmt_event *ev, struct dfmto_diff_place *out) {
  int n = snprintf(out->room, sizeof out->room, "%" PRIu64, dfmt_event_apitrace_call(ev)->number);
  out->text = (dfmt_str){out->room, (uint64_t)n};
}

/* ---- leaves ---- */

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
  return x && y && dfmti_same(*x, *y);
}

/* Null and a handle of 0 are the same: rewriting turns one into the other. */
static bool is_null(const dfmt_apitrace_value *v) {
  return v->kind == DFMT_APITRACE_VALUE_NULL || (v->kind == DFMT_APITRACE_VALUE_OPAQUE && v->bits == 0);
}

/* Long blobs come in one piece; of others only the sizes are known. */
static bool same_bytes(const dfmt_apitrace_value *a, const dfmt_apitrace_value *b) {
  const size_t unit = a->kind == DFMT_APITRACE_VALUE_WSTRING ? 4 : 1;
  if (a->aux != b->aux || !a->ptr != !b->ptr) return false;
  return a->aux == 0 || !a->ptr || memcmp(a->ptr, b->ptr, (size_t)a->aux * unit) == 0;
}

static bool same_leaf(const struct comparison *x, const dfmt_apitrace_value *a, const dfmt_apitrace_value *b) {
  if (is_number(a) && is_number(b)) return (a->bits == b->bits && is_negative(a) == is_negative(b)) || same_enum(a, b);
  if (is_null(a) || is_null(b)) return is_null(a) && is_null(b);
  if (a->kind != b->kind) return false;
  switch (a->kind) {
    case DFMT_APITRACE_VALUE_OPAQUE: return a->bits == b->bits || x->d->ignores_pointers;
    case DFMT_APITRACE_VALUE_STRING:
    case DFMT_APITRACE_VALUE_WSTRING:
    case DFMT_APITRACE_VALUE_BLOB: return same_bytes(a, b);
    default: return a->bits == b->bits;
  }
}

/* ---- reporting ---- */

static void tell_texts(struct comparison *x, dfmt_str before, dfmt_str after) {
  const dfmt_str path = {(const char *)path_of(x)->ptr, path_of(x)->len};
  x->status = dfmto_diff_tell_member(x->d, x->ev[DFMTO_BEFORE], x->ev[DFMTO_AFTER], path, before, after);
}

/* A value as JSON: as an argument without a name. The caller frees the sink, which holds the text. */
static dfmt_sink *value_text(struct comparison *x, const dfmt_apitrace_value *v, dfmt_str *out) {
  static const char before[] = "{\"name\":\"\",\"value\":", after[] = ",\"number\":0}";
  const dfmt_apitrace_arg arg = {.name = {"", 0}, .value = v};
  const dfmt_config *c = dfmto_helpers(x->d->op);
  dfmt_sink *to = NULL;
  const void *ptr = NULL;
  uint64_t len = 0;
  *out = (dfmt_str){NULL, 0};
  if (!v) return NULL;
  dfmt_status st = c ? dfmt_sink_memory(c, &to) : DFMT_E_NOMEM;
  if (st == DFMT_OK) st = dfmt_struct_json(DFMT_TYPE_APITRACE_ARG, &arg, to);
  if (st == DFMT_OK) st = dfmt_sink_bytes(to, &ptr, &len);
  if (st != DFMT_OK) x->status = dfmto_no_memory(x->d->op);
  const uint64_t around = sizeof before + sizeof after - 2;
  if (len > around) *out = (dfmt_str){(const char *)ptr + (sizeof before - 1), len - around};
  return to;
}

static void tell(struct comparison *x, const dfmt_apitrace_value *a, const dfmt_apitrace_value *b) {
  dfmt_str in_a, in_b;
  dfmt_sink *sink_a = value_text(x, a, &in_a), *sink_b = value_text(x, b, &in_b);
  if (x->status == DFMT_OK) tell_texts(x, in_a, in_b);
  dfmt_sink_free(sink_a);
  dfmt_sink_free(sink_b);
}

static dfmt_str blob_text(const dfmt_apitrace_value *v, uint64_t at, char *room) {
  return dfmto_diff_bytes_text(v->aux, at, at < v->aux ? ((const uint8_t *)v->ptr)[at] : 0, room);
}

/* Reports where they begin to differ. */
static void tell_blobs(struct comparison *x, const dfmt_apitrace_value *a, const dfmt_apitrace_value *b) {
  const uint8_t *p = a->ptr, *q = b->ptr;
  const uint64_t n = a->aux < b->aux ? a->aux : b->aux;
  uint64_t at = 0;
  char rooms[DFMTO_SIDES][DFMTO_VALUE_TEXT];
  while (at < n && p[at] == q[at]) at++;
  tell_texts(x, blob_text(a, at, rooms[DFMTO_BEFORE]), blob_text(b, at, rooms[DFMTO_AFTER]));
}

/* ---- trees ---- */

static bool is_blob(const dfmt_apitrace_value *v) { return v->kind == DFMT_APITRACE_VALUE_BLOB && v->ptr; }

static bool has_children(const dfmt_apitrace_value *v) {
  return v->kind == DFMT_APITRACE_VALUE_ARRAY || v->kind == DFMT_APITRACE_VALUE_STRUCT ||
         v->kind == DFMT_APITRACE_VALUE_REPR;
}

static void push(struct comparison *x, const dfmt_apitrace_value *a, const dfmt_apitrace_value *b) {
  if (x->n == x->cap) {
    struct level *more = dfmti_grow(&x->d->op->mem, x->levels, &x->cap, 16, sizeof *more);
    if (!more) {
      x->status = dfmto_no_memory(x->d->op);
      return;
    }
    x->levels = more;
  }
  x->levels[x->n++] = (struct level){.v = {a, b}, .child = {a + 1, b + 1}, .path_len = path_of(x)->len};
}

static void look(struct comparison *x, const dfmt_apitrace_value *a, const dfmt_apitrace_value *b) {
  if (!a || !b) {
    if (a || b) tell(x, a, b);
  } else if (has_children(a) && a->kind == b->kind && a->bits == b->bits) {
    push(x, a, b);
  } else if (is_blob(a) && is_blob(b)) {
    if (!same_leaf(x, a, b)) tell_blobs(x, a, b);
  } else if (has_children(a) || has_children(b) || !same_leaf(x, a, b)) {
    tell(x, a, b);
  }
}

static bool put(struct comparison *x, const void *ptr, size_t len) {
  return dfmti_buf_append(&x->d->op->mem, path_of(x), ptr, len);
}

static bool put_number(struct comparison *x, uint64_t n) {
  char digits[DFMTI_U64_TEXT];
  const size_t len = dfmti_u64_text(n, digits);
  return put(x, digits + sizeof digits - len, len);
}

/* Appends the next child of a level to the path. */
static void name_child(struct comparison *x, const struct level *l) {
  const dfmt_apitrace_sig *sig = l->v[0]->kind == DFMT_APITRACE_VALUE_STRUCT ? l->v[0]->ptr : NULL;
  const bool named = sig && l->at < sig->n_members && sig->members[l->at].len;
  path_of(x)->len = l->path_len;
  bool good = put(x, "/", 1);
  if (good && named) good = put(x, sig->members[l->at].ptr, (size_t)sig->members[l->at].len);
  if (good && !named) good = put_number(x, l->at);
  if (!good) x->status = dfmto_no_memory(x->d->op);
}

static void next_child(struct comparison *x) {
  struct level *l = &x->levels[x->n - 1];
  if (l->at == l->v[0]->bits) {
    x->n--;
    return;
  }
  const dfmt_apitrace_value *a = l->child[DFMTO_BEFORE], *b = l->child[DFMTO_AFTER];
  name_child(x, l);
  l->child[DFMTO_BEFORE] += a->span;
  l->child[DFMTO_AFTER] += b->span;
  l->at++;
  if (x->status == DFMT_OK) look(x, a, b);
}

static void compare(struct comparison *x, dfmt_str name, const dfmt_apitrace_value *a, const dfmt_apitrace_value *b) {
  if (!goes_on(x)) return;
  path_of(x)->len = x->n = 0;
  if (!put(x, name.len ? name.ptr : "?", name.len ? (size_t)name.len : 1))
    x->status = dfmto_no_memory(x->d->op);
  else
    look(x, a, b);
  while (x->n && goes_on(x)) next_child(x);
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
  static const dfmt_str yes = {"true", 4}, no = {"false", 5};
  if (!goes_on(x) || !((a ^ b) & bit)) return;
  path_of(x)->len = 0;
  if (!put(x, word, strlen(word)))
    x->status = dfmto_no_memory(x->d->op);
  else
    tell_texts(x, a & bit ? yes : no, b & bit ? yes : no);
}

static const dfmt_apitrace_value *result_of(const dfmt_apitrace_call *c) {
  return c->present & DFMT_APITRACE_CALL_HAS_RET ? c->ret : NULL;
}

static dfmt_status differ(struct dfmto_diff *d, const dfmt_event *a, const dfmt_event *b) {
  struct comparison x = {.d = d, .ev = {a, b}};
  const dfmt_apitrace_call *p = dfmt_event_apitrace_call(a), *q = dfmt_event_apitrace_call(b);
  compare_arguments(&x, p, q);
  compare(&x, (dfmt_str){"return", 6}, result_of(p), result_of(q));
  compare_flags(&x, p->flags, q->flags, DFMT_APITRACE_FLAG_FAKE, "fake");
  compare_flags(&x, p->flags, q->flags, DFMT_APITRACE_FLAG_INCOMPLETE, "incomplete");
  dfmti_free(&d->op->mem, x.levels, x.cap * sizeof *x.levels);
  return x.status;
}

extern const struct dfmto_diff_format dfmto_diff_apitrace;
const struct dfmto_diff_format dfmto_diff_apitrace = {
    .format = DFMT_APITRACE, .compared = compared, .place = place, .differ = differ};
