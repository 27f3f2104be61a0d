/* SPDX-License-Identifier: MIT */
#include "bare_trace.h"

#include <snappy-c.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

enum { CHUNK = 1 << 20 };

static uint64_t uint(uint8_t **at) {
  const uint8_t *p = *at;
  uint64_t v = 0;
  unsigned shift = 0;
  for (; *p >= 0x80; shift += 7) v |= (uint64_t)(*p++ & 0x7f) << shift;
  *at += p + 1 - *at;
  return v | (uint64_t)*p << shift;
}

static dfmt_str string(uint8_t **at) {
  const uint64_t len = uint(at);
  const dfmt_str s = {(const char *)*at, len};
  *at += len;
  return s;
}

/* The window moves on, so that names are kept. */
static dfmt_str name(uint8_t **at) {
  const dfmt_str s = string(at);
  char *p = bench_alloc((size_t)s.len + 1);
  memcpy(p, s.ptr, (size_t)s.len);
  return (dfmt_str){p, s.len};
}

static dfmt_apitrace_sig *function(struct bare_trace *x, uint8_t **at) {
  const uint64_t id = uint(at);
  dfmt_apitrace_sig *sig = x->functions[id];
  if (sig) return sig;
  sig = x->functions[id] = bench_alloc(sizeof *sig);
  *sig = (dfmt_apitrace_sig){.id = (uint32_t)id, .name = name(at)};
  sig->n_members = uint(at);
  dfmt_str *members = bench_alloc(((size_t)sig->n_members + 1) * sizeof *members);
  for (uint64_t i = 0; i < sig->n_members; i++) members[i] = name(at);
  sig->members = members;
  return sig;
}

/* Its names are not needed. */
static dfmt_apitrace_sig *enumeration(struct bare_trace *x, uint8_t **at) {
  const uint64_t id = uint(at);
  if (x->enums[id]) return x->enums[id];
  dfmt_apitrace_sig *sig = x->enums[id] = bench_alloc(sizeof *sig);
  *sig = (dfmt_apitrace_sig){.id = (uint32_t)id};
  for (uint64_t n = uint(at); n; n--) {
    (void)string(at);
    ++*at; /* it is an unsigned number */
    (void)uint(at);
  }
  return sig;
}

static void value(struct bare_trace *x, uint8_t **at, dfmt_apitrace_value *v) {
  uint32_t bits;
  *v = (dfmt_apitrace_value){.kind = *(*at)++, .span = 1};
  switch (v->kind) {
    case DFMT_APITRACE_VALUE_UINT:
    case DFMT_APITRACE_VALUE_OPAQUE: v->bits = uint(at); break;
    case DFMT_APITRACE_VALUE_FLOAT:
      memcpy(&bits, *at, sizeof bits);
      *at += sizeof bits;
      v->bits = bits;
      break;
    case DFMT_APITRACE_VALUE_ENUM:
      v->ptr = enumeration(x, at);
      ++*at;
      v->bits = uint(at);
      break;
    default: bench_fail("a value that the bare parser does not know");
  }
}

/* An enter and its leave, which comes next. */
static void fill(struct bare_trace *x, uint8_t *start) {
  uint8_t *p = start + 1, *leave = NULL;
  dfmt_apitrace_call *c = &x->call;
  dfmt_apitrace_value *v = x->nodes;
  c->thread_id = uint(&p);
  c->sig = function(x, &p);
  c->name = c->sig->name;
  c->n_args = 0;
  c->ret = NULL;
  while (*p || !leave) {
    const uint8_t detail = *p++;
    if (detail == 0) {
      c->enter_length = (uint64_t)(p - start);
      leave = p++;
      (void)uint(&p);
    } else if (detail == 1) {
      dfmt_apitrace_arg *arg = &x->args[c->n_args++];
      arg->number = uint(&p);
      arg->name = c->sig->members[arg->number];
      arg->value = v;
      value(x, &p, v++);
    } else {
      c->ret = v;
      value(x, &p, v++);
    }
  }
  c->number = x->number++;
  c->args = x->args;
  c->enter_offset = (uint64_t)(start - x->window);
  c->leave_offset = (uint64_t)(leave - x->window);
  c->leave_length = (uint64_t)(p + 1 - leave);
  x->at = p + 1;
}

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

void bare_trace_open(struct bare_trace *x, const uint8_t *file, size_t len) {
  *x = (struct bare_trace){.file = file + 2, .end = file + len};
  x->at = x->stop = x->window = bench_alloc(CHUNK + BARE_CALL);
  more(x);
  (void)uint(&x->at); /* versions */
  (void)uint(&x->at);
  while (string(&x->at).len) (void)string(&x->at); /* properties */
}

const dfmt_apitrace_call *bare_trace_next(struct bare_trace *x) {
  if (x->stop - x->at < BARE_CALL && x->file < x->end) more(x);
  if (x->at == x->stop) return NULL;
  fill(x, x->at);
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
