/* SPDX-License-Identifier: MIT */
/* Runs a decoder over pieces of all sizes, each in a block of its own so that a sanitizer sees its borders. */
#ifndef CODEC_RUN_H
#define CODEC_RUN_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/fault.h"

enum { RUN_CAPACITY = 1 << 20 }; /* bytes; no test makes more */

struct run {
  dfmt_status status;
  uint32_t number;
  size_t used, made;
  uint8_t *out;
};

typedef dfmt_status (*run_step)(void *z, struct dfmti_io *io, bool last, struct dfmti_fault *f);

/* Gates set this where it takes twenty times as long, or is tried elsewhere as well. */
static inline int rounds(int n) { return getenv("DFMT_BRIEF") ? n / 8 + 2 : n; }

static uint64_t run_random = 1;

static inline uint32_t random_below(uint32_t n) {
  run_random = run_random * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((run_random >> 32) * n >> 32);
}

/* Room for every run of a test. */
static inline void run_open(struct run *r) {
  *r = (struct run){.out = malloc(RUN_CAPACITY)};
  assert_non_null(r->out);
}

static inline void run_close(struct run *r) { free(r->out); }

/* At most max_in bytes of input and max_out bytes of room at a time, mostly less if vary. */
static inline void run_decoder(struct run *r, run_step step, void *z, const uint8_t *in, size_t len, size_t max_in,
                               size_t max_out, bool vary) {
  *r = (struct run){.out = r->out};
  while (r->status == DFMT_OK) {
    size_t n = vary ? 1 + random_below((uint32_t)max_in) : max_in;
    size_t room = vary ? 1 + random_below((uint32_t)max_out) : max_out;
    if (n > len - r->used) n = len - r->used;
    if (room > RUN_CAPACITY - r->made) room = RUN_CAPACITY - r->made;
    assert_true(room > 0);
    uint8_t *from = malloc(n > 0 ? n : 1), *to = malloc(room);
    memcpy(from, in + r->used, n);
    struct dfmti_io io = {from, n, to, room};
    struct dfmti_fault f = {0, NULL};
    r->status = step(z, &io, r->used + n == len, &f);
    r->number = f.number;
    assert_true(io.in == from + (n - io.in_len) && io.out == to + (room - io.out_len));
    assert_true(r->status != DFMT_OK || io.in_len == 0 || io.out_len == 0);
    assert_int_equal(r->status < 0, f.what != NULL);
    memcpy(r->out + r->made, to, room - io.out_len);
    r->made += room - io.out_len;
    r->used += n - io.in_len;
    free(from);
    free(to);
  }
}

/* Text with repetitions near and far, or with none, or one byte over and over. */
static inline void run_fill(uint8_t *p, size_t n) {
  uint32_t kind = random_below(4);
  for (size_t i = 0; i < n; i++) {
    bool repeat = i > 0 && kind == 0 && random_below(8) > 0;
    if (kind == 1)
      p[i] = (uint8_t)random_below(256);
    else
      p[i] = kind == 3 ? 7 : (uint8_t)"etaoin shrdlu\n"[random_below(14)];
    if (repeat) p[i] = p[i - 1 - random_below(i < 32768 ? (uint32_t)i : 32768)];
  }
}

#endif
