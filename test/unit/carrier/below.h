/* SPDX-License-Identifier: MIT */
/* What a carrier reads from: bytes in pieces, with AGAIN before each, and an error among them. */
#ifndef TEST_BELOW_H
#define TEST_BELOW_H

#include <string.h>

#include "counter.h"

#include <diagfmt/io.h>

#include "io/stream.h"

struct below {
  const uint8_t *ptr;
  size_t len, at, piece;
  bool again, said;  /* AGAIN before each read */
  size_t fail;       /* of the bytes, after which it fails */
  dfmt_status error; /* with this; OK: never */
  bool once;         /* and then goes on */
};

static inline dfmt_status read_below(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct below *x = user;
  if (x->again && !x->said) {
    x->said = true;
    return DFMT_AGAIN;
  }
  x->said = false;
  const bool fails = x->error != DFMT_OK && x->at == x->fail;
  if (fails) {
    const dfmt_status st = x->error;
    if (x->once) x->error = DFMT_OK;
    return st;
  }
  size_t n = x->len - x->at;
  if (x->error != DFMT_OK && n > x->fail - x->at) n = x->fail - x->at;
  if (n > x->piece) n = x->piece;
  if (n > cap) n = (size_t)cap;
  if (n) memcpy(buf, x->ptr + x->at, n);
  x->at += n;
  *got = n;
  return n ? DFMT_OK : DFMT_END;
}

static inline dfmt_source *open_below(struct below *x) {
  static const dfmt_source_ops ops = {.size = sizeof ops, .read = read_below};
  dfmt_source *s = NULL;
  assert_int_equal(dfmt_source_new(NULL, &ops, x, &s), DFMT_OK);
  return s;
}

/* Fills the window by some; *n: the bytes in it; *ahead: less than these. false: it has come to the end. */
static inline bool see_more(struct dfmti_stream *in, uint64_t *random, size_t *n, size_t *ahead) {
  *random = *random * 6364136223846793005u + 1442695040888963407u;
  const dfmt_status st = dfmti_stream_fill(in, 1 + (size_t)(*random >> 33) % 5000);
  assert_true(st == DFMT_OK || st == DFMT_END);
  *n = dfmti_window_len(&in->win);
  if (*n) *ahead = (size_t)(*random >> 20) % *n;
  return *n > 0;
}

#endif
