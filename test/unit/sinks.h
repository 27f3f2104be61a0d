/* SPDX-License-Identifier: MIT */
/* What tests of output need: sinks that are full now and then, memory that is out now and then, JSON by the rules. */
#ifndef TEST_SINKS_H
#define TEST_SINKS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <diagfmt/diagfmt.h>

#include "../harness/kept.h"
#include "grown.h"

static inline dfmt_sink *memory_sink(void) {
  dfmt_sink *s;
  assert_int_equal(dfmt_sink_memory(NULL, &s), DFMT_OK);
  return s;
}

/* Compares what a sink holds, and empties it. */
static inline void expect_bytes(dfmt_sink *s, const void *want, size_t len) {
  const void *ptr;
  uint64_t got;
  assert_int_equal(dfmt_sink_bytes(s, &ptr, &got), DFMT_OK);
  if (got != len || (len && memcmp(ptr, want, len) != 0))
    fail_msg("got  %.*s\nwant %.*s", (int)got, got ? (const char *)ptr : "", (int)len, (const char *)want);
  dfmt_sink_reset(s);
}

static inline void expect(dfmt_sink *s, const char *want) { expect_bytes(s, want, strlen(want)); }

/* A sink that takes `budget` bytes at a time, and nothing at every `every`-th write (0: every other). */
struct drip {
  char *ptr;
  size_t len, budget, first; /* first: bytes of the first write */
  uint32_t writes, every;
  uint64_t undivided; /* what the sink says of itself */
  size_t most;        /* bytes of a write with several lines */
  uint32_t cuts;      /* writes that did not end with a line */
};

static inline dfmt_status drip_write(void *user, const void *buf, uint64_t len, uint64_t *taken) {
  struct drip *d = user;
  *taken = 0;
  const char *end = memchr(buf, '\n', (size_t)len), *last = (const char *)buf + len - 1;
  if (d->writes++ == 0) d->first = (size_t)len;
  if (end && end < last && len > d->most) d->most = (size_t)len;
  d->cuts += *last != '\n';
  if (d->budget < SIZE_MAX && d->writes % (d->every ? d->every : 2) == 1) return DFMT_AGAIN;
  *taken = len < d->budget ? len : d->budget;
  d->ptr = grown(d->ptr, d->len, (size_t)*taken);
  assert_non_null(d->ptr);
  memcpy(d->ptr + d->len, buf, (size_t)*taken);
  d->len += (size_t)*taken;
  return *taken < len ? DFMT_AGAIN : DFMT_OK;
}

static inline dfmt_sink *drip_sink(const dfmt_config *c, struct drip *d) {
  dfmt_sink *s;
  const dfmt_sink_ops ops = {.size = sizeof ops, .write = drip_write, .undivided = d->undivided};
  assert_int_equal(dfmt_sink_new(c, &ops, d, &s), DFMT_OK);
  return s;
}

/* An allocator that fails once, at its n-th allocation from now. */
static inline void *failing_realloc(void *user, void *ptr, uint64_t old_size, uint64_t new_size) {
  uint32_t *left = user;
  if (new_size && *left && --*left == 0) return NULL;
  return kept_realloc(NULL, ptr, old_size, new_size);
}

static inline dfmt_config *failing_config(uint32_t *left) {
  dfmt_config *c;
  *left = 0;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_allocator(c, failing_realloc, left), DFMT_OK);
  return c;
}

/* The rules, byte by byte; out holds 6 bytes for each. Only for UTF-8. */
static inline size_t escaped(const uint8_t *p, size_t len, char *out) {
  size_t n = 0;
  out[n++] = '"';
  for (size_t i = 0; i < len; i++) {
    const char *at = strchr("\"\\\n\r\t\b\f", p[i]);
    if (p[i] && at)
      n += (size_t)sprintf(out + n, "\\%c", "\"\\nrtbf"[at - "\"\\\n\r\t\b\f"]);
    else if (p[i] < 0x20)
      n += (size_t)sprintf(out + n, "\\u%04x", p[i]);
    else
      out[n++] = (char)p[i];
  }
  out[n++] = '"';
  return n;
}

#endif
