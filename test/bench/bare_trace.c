/* SPDX-License-Identifier: MIT */
#include "bare_trace.h"

#include <snappy-c.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

enum { CHUNK = 1 << 20 };

/* Compiled twice, with and without checks. */
#define INLINE __attribute__((always_inline)) static inline

/* Where it reads. stop: the end of what there is; NULL: nothing is checked. */
struct place {
  uint8_t *p;
  const uint8_t *stop;
};

INLINE void need(bool good, const char *what) {
  if (!good) bench_fail("the bare parser: %s", what);
}

INLINE void need_bytes(const struct place *at, uint64_t n) {
  if (at->stop) need(n <= (uint64_t)(at->stop - at->p), "the end of the trace");
}

INLINE uint64_t uint(struct place *at) {
  uint64_t v = 0;
  unsigned shift = 0;
  for (need_bytes(at, 1); *at->p >= 0x80; shift += 7) {
    v |= (uint64_t)(*at->p++ & 0x7f) << shift;
    need_bytes(at, 1);
    if (at->stop) need(shift < 56, "a number");
  }
  return v | (uint64_t)*at->p++ << shift;
}

INLINE dfmt_str string(struct place *at) {
  const uint64_t len = uint(at);
  need_bytes(at, len);
  const dfmt_str s = {(const char *)at->p, len};
  at->p += len;
  return s;
}

/* The window moves on, so that names are kept. */
static dfmt_str name(struct place *at) {
  const dfmt_str s = string(at);
  char *p = bench_alloc((size_t)s.len + 1);
  memcpy(p, s.ptr, (size_t)s.len);
  return (dfmt_str){p, s.len};
}

static dfmt_apitrace_sig *new_function(struct bare_trace *x, uint64_t id, struct place *at) {
  dfmt_apitrace_sig *sig = x->functions[id] = bench_alloc(sizeof *sig);
  *sig = (dfmt_apitrace_sig){.id = (uint32_t)id, .name = name(at)};
  sig->n_members = uint(at);
  dfmt_str *members = bench_alloc(((size_t)sig->n_members + 1) * sizeof *members);
  for (uint64_t i = 0; i < sig->n_members; i++) members[i] = name(at);
  sig->members = members;
  return sig;
}

INLINE dfmt_apitrace_sig *function(struct bare_trace *x, struct place *at) {
  const uint64_t id = uint(at);
  if (at->stop) need(id < BARE_IDS, "a function");
  return x->functions[id] ? x->functions[id] : new_function(x, id, at);
}

/* Its names are not needed. */
static dfmt_apitrace_sig *new_enumeration(struct bare_trace *x, uint64_t id, struct place *at) {
  dfmt_apitrace_sig *sig = x->enums[id] = bench_alloc(sizeof *sig);
  *sig = (dfmt_apitrace_sig){.id = (uint32_t)id};
  for (uint64_t n = uint(at); n; n--) {
    (void)string(at);
    ++at->p; /* it is an unsigned number */
    (void)uint(at);
  }
  return sig;
}

INLINE dfmt_apitrace_sig *enumeration(struct bare_trace *x, struct place *at) {
  const uint64_t id = uint(at);
  if (at->stop) need(id < BARE_IDS, "an enumeration");
  return x->enums[id] ? x->enums[id] : new_enumeration(x, id, at);
}

INLINE void value(struct bare_trace *x, struct place *at, dfmt_apitrace_value *v) {
  uint32_t bits;
  need_bytes(at, 1);
  if (at->stop) need(v < x->nodes + BARE_NODES, "too many values");
  *v = (dfmt_apitrace_value){.kind = *at->p++, .span = 1};
  switch (v->kind) {
    case DFMT_APITRACE_VALUE_UINT:
    case DFMT_APITRACE_VALUE_OPAQUE: v->bits = uint(at); break;
    case DFMT_APITRACE_VALUE_FLOAT:
      need_bytes(at, sizeof bits);
      memcpy(&bits, at->p, sizeof bits);
      at->p += sizeof bits;
      v->bits = bits;
      break;
    case DFMT_APITRACE_VALUE_ENUM:
      v->ptr = enumeration(x, at);
      need_bytes(at, 1);
      ++at->p;
      v->bits = uint(at);
      break;
    default: bench_fail("a value that the bare parser does not know");
  }
}

INLINE void argument(struct bare_trace *x, struct place *at, dfmt_apitrace_value *v) {
  dfmt_apitrace_call *c = &x->call;
  if (at->stop) need(c->n_args < BARE_ARGS, "too many arguments");
  dfmt_apitrace_arg *arg = &x->args[c->n_args++];
  arg->number = uint(at);
  if (at->stop) need(arg->number < c->sig->n_members, "an argument");
  arg->name = c->sig->members[arg->number];
  arg->value = v;
  value(x, at, v);
}

/* An enter and its leave, which comes next. stop: as of a place. */
INLINE void fill(struct bare_trace *x, uint8_t *start, const uint8_t *stop) {
  struct place at = {start + 1, stop};
  uint8_t *leave = NULL;
  dfmt_apitrace_call *c = &x->call;
  dfmt_apitrace_value *v = x->nodes;
  c->thread_id = uint(&at);
  c->sig = function(x, &at);
  c->name = c->sig->name;
  c->n_args = 0;
  c->ret = NULL;
  for (need_bytes(&at, 1); *at.p || !leave; need_bytes(&at, 1)) {
    const uint8_t detail = *at.p++;
    if (detail == 0) {
      c->enter_length = (uint64_t)(at.p - start);
      leave = at.p++;
      const uint64_t number = uint(&at);
      if (stop) need(number == x->number, "another call's leave");
    } else if (detail == 1) {
      argument(x, &at, v++);
    } else {
      c->ret = v;
      value(x, &at, v++);
    }
  }
  c->number = x->number++;
  c->args = x->args;
  c->enter_offset = (uint64_t)(start - x->window);
  c->leave_offset = (uint64_t)(leave - x->window);
  c->leave_length = (uint64_t)(at.p + 1 - leave);
  x->at = at.p + 1;
}

static void fill_checked(struct bare_trace *x) { fill(x, x->at, x->stop); }
static void fill_unchecked(struct bare_trace *x) { fill(x, x->at, NULL); }

/* One chunk more after what is left of those before. */
static void more(struct bare_trace *x) {
  const uint8_t *p = x->file;
  const size_t block = p[0] | (size_t)p[1] << 8 | (size_t)p[2] << 16 | (size_t)p[3] << 24;
  const size_t left = (size_t)(x->stop - x->at);
  size_t n = CHUNK;
  memmove(x->window, x->at, left);
  x->at = x->window;
  if (snappy_uncompress((const char *)p + 4, block, (char *)x->window + left, &n) != SNAPPY_OK)
    bench_fail("libsnappy failed");
  x->stop = x->window + left + n;
  x->file += 4 + block;
}

void bare_trace_open(struct bare_trace *x, const uint8_t *file, size_t len, bool checks) {
  *x = (struct bare_trace){.file = file + 2, .end = file + len, .checks = checks};
  x->at = x->stop = x->window = bench_alloc(CHUNK + BARE_CALL);
  more(x);
  struct place at = {x->at, NULL};
  (void)uint(&at); /* versions */
  (void)uint(&at);
  while (string(&at).len) (void)string(&at); /* properties */
  x->at = at.p;
}

const dfmt_apitrace_call *bare_trace_next(struct bare_trace *x) {
  if (x->stop - x->at < BARE_CALL && x->file < x->end) more(x);
  if (x->at == x->stop) return NULL;
  (x->checks ? fill_checked : fill_unchecked)(x);
  return &x->call;
}

static void drop(dfmt_apitrace_sig *sig) {
  if (!sig) return;
  for (uint64_t i = 0; i < sig->n_members; i++) free((void *)(uintptr_t)sig->members[i].ptr);
  free((void *)(uintptr_t)sig->members);
  free((void *)(uintptr_t)sig->name.ptr);
  free(sig);
}

void bare_trace_close(struct bare_trace *x) {
  for (size_t i = 0; i < BARE_IDS; i++) {
    drop(x->functions[i]);
    drop(x->enums[i]);
  }
  free(x->window);
}
