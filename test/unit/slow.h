/* SPDX-License-Identifier: MIT */
/*
 * A source that has to be waited for: before each piece it says AGAIN, and has nothing until the call came back to the
 * test. It keeps no bytes, so that whoever begins anew after AGAIN never ends, which it tells.
 */
#ifndef TEST_SLOW_H
#define TEST_SLOW_H

#include <string.h>

#include "counter.h"

#include <diagfmt/io.h>

struct slow {
  const char *ptr;
  size_t len, piece;     /* piece: bytes that are had at once, at most */
  const uint64_t *again; /* calls that came back to the test */
  uint64_t most;         /* bytes that may be read in all; 0: any */
  size_t at;             /* of read() */
  bool said;
  uint64_t said_at; /* how many calls had come back then */
  unsigned asked;   /* how often in vain */
  uint64_t given;   /* bytes */
};

/* false: it is not yet there. */
static inline bool slow_is_ready(struct slow *x) {
  if (!x->said || x->said_at == *x->again) {
    x->said = true;
    x->said_at = *x->again;
    assert_true(++x->asked < 1000);
    return false;
  }
  x->said = false;
  x->asked = 0;
  return true;
}

static inline dfmt_status slow_give(struct slow *x, size_t at, void *buf, uint64_t cap, uint64_t *got) {
  size_t n = x->len - at;
  if (n > cap) n = (size_t)cap;
  if (n > x->piece) n = x->piece;
  if (n) memcpy(buf, x->ptr + at, n);
  *got = n;
  x->given += n;
  if (x->most && x->given > x->most)
    fail_msg("%llu bytes read of %zu: what was read is read again", (unsigned long long)x->given, x->len);
  return n ? DFMT_OK : DFMT_END;
}

static inline dfmt_status slow_read(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct slow *x = user;
  if (!slow_is_ready(x)) return DFMT_AGAIN;
  dfmt_status st = slow_give(x, x->at, buf, cap, got);
  x->at += (size_t)*got;
  return st;
}

static inline dfmt_status slow_read_at(void *user, uint64_t offset, void *buf, uint64_t cap, uint64_t *got) {
  struct slow *x = user;
  if (!slow_is_ready(x)) return DFMT_AGAIN;
  return slow_give(x, offset < x->len ? (size_t)offset : x->len, buf, cap, got);
}

static inline dfmt_status slow_total(void *user, uint64_t *bytes) {
  *bytes = ((struct slow *)user)->len;
  return DFMT_OK;
}

/* x must outlive it. */
static inline dfmt_source *slow_source(struct slow *x, bool seeks) {
  dfmt_source_ops ops = {.size = sizeof ops, .read = slow_read};
  dfmt_source *s;
  if (seeks) ops.read_at = slow_read_at, ops.total = slow_total;
  assert_int_equal(dfmt_source_new(NULL, &ops, x, &s), DFMT_OK);
  return s;
}

#endif
