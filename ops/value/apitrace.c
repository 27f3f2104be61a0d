/* SPDX-License-Identifier: MIT */
/* A call by number or function, or one of its values: NUMBER/ARGUMENT, FUNCTION/return, NUMBER/ARGUMENT/MEMBER. */
#include <string.h>

#include "text/types.h"
#include "value.h"

/* ---- a value by its path ---- */

/* Takes the step before the next '/' off a path. */
static dfmt_str take_step(dfmt_str *path) {
  const char *slash = path->len ? memchr(path->ptr, '/', (size_t)path->len) : NULL;
  const uint64_t n = slash ? (uint64_t)(slash - path->ptr) : path->len;
  const dfmt_str step = {path->ptr, n};
  *path = slash ? (dfmt_str){slash + 1, path->len - n - 1} : (dfmt_str){NULL, 0};
  return step;
}

static bool is_word(dfmt_str step, dfmt_str name) {
  return step.len && name.len == step.len && memcmp(step.ptr, name.ptr, (size_t)step.len) == 0;
}

static bool is_number(dfmt_str step, uint64_t *n) {
  *n = 0;
  for (uint64_t i = 0; i < step.len; i++)
    if (step.ptr[i] < '0' || step.ptr[i] > '9' || __builtin_mul_overflow(*n, 10, n) ||
        __builtin_add_overflow(*n, (uint64_t)(step.ptr[i] - '0'), n))
      return false;
  return step.len != 0;
}

/* The index of a step: of its name, or the number that it is. UINT64_MAX: neither. */
static uint64_t number_of(dfmt_str step, const dfmt_apitrace_sig *sig) {
  uint64_t n;
  for (uint64_t i = 0; sig && i < sig->n_members; i++)
    if (is_word(step, sig->members[i])) return i;
  return is_number(step, &n) ? n : UINT64_MAX;
}

/* NULL: the call has none. */
static const dfmt_apitrace_value *argument(const dfmt_apitrace_call *c, dfmt_str step) {
  const uint64_t number = number_of(step, c->sig);
  for (uint64_t i = 0; i < c->n_args; i++)
    if (c->args[i].number == number) return c->args[i].value;
  return number == UINT64_MAX && is_word(step, (dfmt_str){"return", 6}) ? c->ret : NULL;
}

/* The child of an array or struct; NULL: none. */
static const dfmt_apitrace_value *child(const dfmt_apitrace_value *v, dfmt_str step) {
  uint64_t number = number_of(step, v->kind == DFMT_APITRACE_VALUE_STRUCT ? v->ptr : NULL);
  const bool has = v->kind == DFMT_APITRACE_VALUE_ARRAY || v->kind == DFMT_APITRACE_VALUE_STRUCT ||
                   v->kind == DFMT_APITRACE_VALUE_REPR;
  if (!has || number >= v->bits) return NULL;
  for (v++; number; number--) v += v->span;
  return v;
}

static const dfmt_apitrace_value *value_at(const dfmt_apitrace_call *c, dfmt_str path) {
  const dfmt_apitrace_value *v = argument(c, take_step(&path));
  while (v && path.ptr) v = child(v, take_step(&path));
  return v;
}

/* The value that is replayed: of a repr its machine part, of an array with one element that element. */
static const dfmt_apitrace_value *core(const dfmt_apitrace_value *v) {
  for (;;) {
    if (v->kind == DFMT_APITRACE_VALUE_REPR)
      v += 1 + v[1].span; /* its machine part */
    else if (v->kind == DFMT_APITRACE_VALUE_ARRAY && v->bits == 1)
      v++;
    else
      return v;
  }
}

/* ---- output ---- */

/* Text is made by a separate operation. */
static dfmt_status begin_text(struct dfmto_value *x) {
  const dfmt_config *c = dfmto_helpers(x->op);
  dfmt_sink_free(x->made);
  x->made = NULL;
  dfmt_status st = c ? dfmt_sink_memory(c, &x->made) : DFMT_E_NOMEM;
  if (st == DFMT_OK && !x->text) st = dfmto_new(c, &dfmto_text_kind, &x->text);
  return st == DFMT_OK ? st : dfmto_no_memory(x->op);
}

static dfmt_status end_text(struct dfmto_value *x, dfmt_status st) {
  const void *ptr;
  if (st != DFMT_OK) return dfmto_fail_helper(x->op, dfmt_op_error(x->text));
  if (dfmt_sink_bytes(x->made, &ptr, &x->piece.len) != DFMT_OK) return dfmto_no_memory(x->op);
  x->piece.ptr = ptr;
  return DFMT_OK;
}

static dfmt_status put_call(struct dfmto_value *x, const dfmt_apitrace_call *c) {
  dfmt_status st = begin_text(x);
  return st == DFMT_OK ? end_text(x, dfmt_text_call(x->text, c, x->made)) : st;
}

/* Writes the bytes of a blob or string; of anything else its text. */
static dfmt_status put_value(struct dfmto_value *x, const dfmt_apitrace_value *v) {
  const dfmt_apitrace_value *inner = core(v);
  uint64_t taken;
  if (inner->kind == DFMT_APITRACE_VALUE_BLOB || inner->kind == DFMT_APITRACE_VALUE_STRING) {
    x->piece = (dfmt_str){inner->ptr, inner->ptr ? inner->aux : 0};
    return DFMT_OK;
  }
  dfmt_status st = begin_text(x);
  if (st != DFMT_OK) return st;
  st = dfmt_text_value(x->text, v, x->made);
  if (st == DFMT_OK && dfmt_sink_write(x->made, "\n", 1, &taken) != DFMT_OK) return dfmto_no_memory(x->op);
  return end_text(x, st);
}

static dfmt_status take(struct dfmto_value *x) {
  const dfmt_apitrace_call *c = dfmt_event_apitrace_call(x->ev);
  dfmt_str path = x->key;
  const dfmt_str name = take_step(&path);
  uint64_t number = 0;
  const bool numbered = is_number(name, &number);
  if (!c || !(numbered ? number == c->number : is_word(name, c->name))) return DFMT_END;
  if (!path.ptr) return put_call(x, c);
  const dfmt_apitrace_value *v = value_at(c, path);
  if (v) return put_value(x, v);
  return numbered ? dfmto_value_refuse(x, "the call has no such value") : DFMT_END;
}

const struct dfmto_value_format dfmto_value_apitrace = {.format = DFMT_APITRACE, .take = take};
