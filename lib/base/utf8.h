/* SPDX-License-Identifier: MIT */
/* Is it UTF-8, as Unicode defines it: shortest forms only, no surrogates, nothing above U+10FFFF. */
#ifndef DFMTI_UTF8_H
#define DFMTI_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Most texts, and the quickest to tell. */
static inline bool dfmti_is_ascii(const void *ptr, size_t len) {
  const uint8_t *p = (const uint8_t *)ptr;
  uint64_t w, all = 0;
  if (len < sizeof w) {
    for (size_t i = 0; i < len; i++) all |= p[i];
    return all < 0x80;
  }
  for (size_t i = 0; i < len - sizeof w; i += sizeof w) {
    memcpy(&w, p + i, sizeof w);
    all |= w;
  }
  memcpy(&w, p + len - sizeof w, sizeof w); /* the last ones, some of them again */
  return !((all | w) & UINT64_C(0x8080808080808080));
}

/* A text that comes in pieces. Zeroed is the start. */
struct dfmti_utf8 {
  uint8_t left;   /* continuation bytes that the current character still needs */
  uint8_t lo, hi; /* what the next one may be */
  bool bad;
};

void dfmti_utf8_feed(struct dfmti_utf8 *u, const void *ptr, size_t len);

/* All that was fed so far is UTF-8 and ends with a whole character. */
static inline bool dfmti_utf8_ok(const struct dfmti_utf8 *u) { return !u->bad && u->left == 0; }

bool dfmti_utf8_valid(const void *ptr, size_t len);

/* How many units of UTF-16 that text is, which is UTF-8; a part of a character counts where its first byte is. */
uint64_t dfmti_utf8_units(const uint8_t *p, size_t len);

struct dfmti_mem;
struct dfmti_buf;

/*
 * Appends text that is not UTF-8: each maximal part that no character begins with becomes one U+FFFD, as Unicode
 * recommends and Python and browsers do. false: no memory; `to` may have part of it.
 */
bool dfmti_utf8_clean(struct dfmti_mem *m, struct dfmti_buf *to, const void *ptr, size_t len);

#endif
