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
  const uint8_t *p, *stop;
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
static dfmt_apitrace_sig *new_names(dfmt_apitrace_sig **place, uint64_t id, struct place *at, bool kinds) {
  dfmt_apitrace_sig *sig = *place = bench_alloc(sizeof *sig);
  *sig = (dfmt_apitrace_sig){.id = (uint32_t)id};
  for (uint64_t n = uint(at); n; n--) {
    (void)string(at);
    if (kinds) ++at->p; /* it is an unsigned number */
    (void)uint(at);
  }
  return sig;
}

INLINE dfmt_apitrace_sig *names(dfmt_apitrace_sig **all, struct place *at, bool kinds) {
  const uint64_t id = uint(at);
  if (at->stop) need(id < BARE_IDS, "an enumeration or a mask");
  return all[id] ? all[id] : new_names(&all[id], id, at, kinds);
}

/* The next node, which is empty. */
INLINE dfmt_apitrace_value *new_node(struct bare_call *c, struct place *at) {
  need_bytes(at, 1);
  if (at->stop) need(c->n_nodes < BARE_NODES, "too many values");
  dfmt_apitrace_value *v = &c->nodes[c->n_nodes++];
  *v = (dfmt_apitrace_value){.kind = *at->p++, .span = 1};
  return v;
}

INLINE void scalar(struct bare_trace *x, struct place *at, dfmt_apitrace_value *v) {
  uint32_t bits;
  dfmt_str s;
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
      v->ptr = names(x->enums, at, true);
      need_bytes(at, 1);
      ++at->p;
      v->bits = uint(at);
      break;
    case DFMT_APITRACE_VALUE_BITMASK:
      v->ptr = names(x->masks, at, false);
      v->bits = uint(at);
      break;
    case DFMT_APITRACE_VALUE_STRING:
    case DFMT_APITRACE_VALUE_BLOB:
      s = string(at);
      v->ptr = s.ptr;
      v->aux = s.len;
      break;
    default: bench_fail("a value that the bare parser does not know");
  }
}

/* Arrays have no others in them. Not inline, as small calls have none. */
__attribute__((noinline)) static void array(struct bare_trace *x, struct place *at, struct bare_call *c,
                                            dfmt_apitrace_value *v) {
  v->bits = uint(at);
  for (uint64_t n = v->bits; n; n--) scalar(x, at, new_node(c, at));
  v->span = (uint32_t)(&c->nodes[c->n_nodes] - v);
}

INLINE dfmt_apitrace_value *value(struct bare_trace *x, struct place *at, struct bare_call *c) {
  dfmt_apitrace_value *v = new_node(c, at);
  if (v->kind != DFMT_APITRACE_VALUE_ARRAY) {
    scalar(x, at, v);
    return v;
  }
  struct place here = *at; /* so that the other one stays in registers */
  array(x, &here, c, v);
  at->p = here.p;
  return v;
}

INLINE void argument(struct bare_trace *x, struct place *at, struct bare_call *b) {
  dfmt_apitrace_call *c = &b->call;
  if (at->stop) need(c->n_args < BARE_ARGS, "too many arguments");
  dfmt_apitrace_arg *arg = &b->args[c->n_args++];
  arg->number = uint(at);
  if (at->stop) need(arg->number < c->sig->n_members, "an argument");
  arg->name = c->sig->members[arg->number];
  arg->value = value(x, at, b);
}

INLINE void details(struct bare_trace *x, struct place *at, struct bare_call *c) {
  for (need_bytes(at, 1); *at->p; need_bytes(at, 1))
    if (*at->p++ == 1)
      argument(x, at, c);
    else
      c->call.ret = value(x, at, c);
  at->p++;
}

INLINE void enter(struct bare_trace *x, struct place *at) {
  if (at->stop) need(x->n_open < BARE_CALLS, "too many calls at once");
  const uint8_t *start = at->p++;
  struct bare_call *b = &x->calls[x->n_open++];
  dfmt_apitrace_call *c = &b->call;
  c->thread_id = uint(at);
  c->sig = function(x, at);
  c->name = c->sig->name;
  c->number = x->number++;
  c->args = b->args;
  c->ret = NULL;
  c->n_args = b->n_nodes = 0;
  details(x, at, b);
  c->enter_offset = (uint64_t)(start - x->window);
  c->enter_length = (uint64_t)(at->p - start);
}

INLINE void leave(struct bare_trace *x, struct place *at) {
  if (at->stop) need(x->n_open > 0, "a leave without a call");
  const uint8_t *start = at->p++;
  struct bare_call *b = &x->calls[--x->n_open];
  dfmt_apitrace_call *c = &b->call;
  const uint64_t number = uint(at);
  if (at->stop) need(number == c->number, "another call's leave");
  details(x, at, b);
  c->leave_offset = (uint64_t)(start - x->window);
  c->leave_length = (uint64_t)(at->p - start);
}

/* Up to the end of a call. stop: as of a place. */
INLINE void fill(struct bare_trace *x, const uint8_t *stop) {
  struct place at = {x->at, stop};
  for (need_bytes(&at, 1); *at.p == 0; need_bytes(&at, 1)) enter(x, &at);
  leave(x, &at);
  x->at = at.p;
}

static void fill_checked(struct bare_trace *x) { fill(x, x->stop); }
static void fill_unchecked(struct bare_trace *x) { fill(x, NULL); }

/* Texts of the call that was entered are still to be looked at. */
static const uint8_t *needed_from(struct bare_trace *x) {
  return x->n_open ? x->window + x->calls[0].call.enter_offset : x->at;
}

static void move(struct bare_trace *x, const uint8_t *from) {
  const size_t by = (size_t)(from - x->window);
  memmove(x->window, from, (size_t)(x->stop - from));
  x->at -= by;
  x->stop -= by;
  if (!x->n_open) return;
  struct bare_call *c = &x->calls[0];
  c->call.enter_offset -= by;
  for (size_t i = 0; i < c->n_nodes; i++)
    if (c->nodes[i].aux) c->nodes[i].ptr = (const uint8_t *)c->nodes[i].ptr - by;
}

/* One chunk more after what is left of those before. */
static void more(struct bare_trace *x) {
  const uint8_t *p = x->file;
  const size_t block = p[0] | (size_t)p[1] << 8 | (size_t)p[2] << 16 | (size_t)p[3] << 24;
  size_t n = CHUNK;
  move(x, needed_from(x));
  const size_t have = (size_t)(x->stop - x->window);
  need(have <= BARE_CALL * BARE_CALLS, "a call that is too long");
  if (snappy_uncompress((const char *)p + 4, block, (char *)x->window + have, &n) != SNAPPY_OK)
    bench_fail("libsnappy failed");
  x->stop += n;
  x->file += 4 + block;
}

void bare_trace_open(struct bare_trace *x, const uint8_t *file, size_t len, bool checks) {
  *x = (struct bare_trace){.file = file + 2, .end = file + len, .checks = checks};
  x->at = x->stop = x->window = bench_alloc(CHUNK + BARE_CALL * BARE_CALLS);
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
  return &x->calls[x->n_open].call;
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
    drop(x->masks[i]);
  }
  free(x->window);
}
