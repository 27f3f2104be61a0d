/* SPDX-License-Identifier: MIT */
#include "call_value.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The argument of a number; NULL: the call has none. */
static const dfmt_apitrace_value *call_argument(const dfmt_apitrace_call *c, uint64_t number) {
  for (uint64_t i = 0; i < c->n_args; i++)
    if (c->args[i].number == number) return c->args[i].value;
  return NULL;
}

/* The child of an array or struct; NULL: it has none. */
static const dfmt_apitrace_value *value_child(const dfmt_apitrace_value *v, uint64_t number) {
  bool has = v->kind == DFMT_APITRACE_VALUE_ARRAY || v->kind == DFMT_APITRACE_VALUE_STRUCT ||
             v->kind == DFMT_APITRACE_VALUE_REPR;
  if (!has || number >= v->bits) return NULL;
  const dfmt_apitrace_value *child = v + 1;
  while (number--) child += child->span;
  return child;
}

static bool is_word(const char *step, size_t len, dfmt_str name) {
  return name.len == len && memcmp(step, name.ptr, len) == 0;
}

/* The number of a step: of the name that it is, else it is a number itself. UINT64_MAX: neither. */
static uint64_t number_of(const char *step, size_t len, const dfmt_str *names, uint64_t n) {
  for (uint64_t i = 0; len && i < n; i++)
    if (is_word(step, len, names[i])) return i;
  if (len == 0 || *step < '0' || *step > '9') return UINT64_MAX;
  char *end;
  errno = 0;
  unsigned long long value = strtoull(step, &end, 10);
  return errno || end != step + len ? UINT64_MAX : value;
}

const dfmt_apitrace_value *call_value(const dfmt_apitrace_call *c, const char *path) {
  const dfmt_apitrace_sig *sig = c->sig;
  size_t len = strcspn(path, "/");
  uint64_t number = number_of(path, len, sig ? sig->members : NULL, sig ? sig->n_members : 0);
  const dfmt_apitrace_value *v = number == UINT64_MAX ? NULL : call_argument(c, number);
  if (number == UINT64_MAX && len == 6 && memcmp(path, "return", 6) == 0) v = c->ret;
  for (path += len; v && *path; path += len) {
    len = strcspn(++path, "/");
    sig = v->kind == DFMT_APITRACE_VALUE_STRUCT ? v->ptr : NULL;
    v = value_child(v, number_of(path, len, sig ? sig->members : NULL, sig ? sig->n_members : 0));
  }
  return v;
}

const dfmt_apitrace_value *value_core(const dfmt_apitrace_value *v) {
  for (;;) {
    if (v->kind == DFMT_APITRACE_VALUE_REPR)
      v += 1 + v[1].span; /* the machine's */
    else if (v->kind == DFMT_APITRACE_VALUE_ARRAY && v->bits == 1)
      v++;
    else
      return v;
  }
}
