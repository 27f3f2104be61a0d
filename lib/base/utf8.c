/* SPDX-License-Identifier: MIT */
#include "utf8.h"

#include <string.h>

#include "mem.h"
#include "rare.h"

/* How many of the bytes from p on are ASCII, in steps of 8: a lower bound. */
static size_t ascii_run(const uint8_t *p, size_t len) {
  size_t n = 0;
  uint64_t w[4];
  for (; len - n >= sizeof w; n += sizeof w) {
    memcpy(w, p + n, sizeof w);
    if ((w[0] | w[1] | w[2] | w[3]) & UINT64_C(0x8080808080808080)) break;
  }
  for (; len - n >= sizeof *w; n += sizeof *w) {
    memcpy(w, p + n, sizeof *w);
    if (w[0] & UINT64_C(0x8080808080808080)) break;
  }
  return n;
}

/* A first byte above 0x7f: Unicode 15, table 3-7, "well-formed UTF-8 byte sequences". */
static void begin(struct dfmti_utf8 *u, uint8_t c) {
  u->lo = 0x80;
  u->hi = 0xbf;
  if (c >= 0xc2 && c <= 0xdf) {
    u->left = 1;
  } else if (c >= 0xe0 && c <= 0xef) {
    u->left = 2;
    if (c == 0xe0) u->lo = 0xa0; /* below: overlong */
    if (c == 0xed) u->hi = 0x9f; /* above: surrogates */
  } else if (c >= 0xf0 && c <= 0xf4) {
    u->left = 3;
    if (c == 0xf0) u->lo = 0x90; /* below: overlong */
    if (c == 0xf4) u->hi = 0x8f; /* above: beyond U+10FFFF */
  } else {
    u->bad = true;
  }
}

void dfmti_utf8_feed(struct dfmti_utf8 *u, const void *ptr, size_t len) {
  const uint8_t *p = ptr;
  struct dfmti_utf8 s = *u; /* in registers */
  for (size_t i = 0; i < len && !s.bad; i++) {
    uint8_t c = p[i];
    if (s.left) {
      s.bad = c < s.lo || c > s.hi;
      s.lo = 0x80;
      s.hi = 0xbf;
      s.left--;
    } else if (c >= 0x80) {
      begin(&s, c);
    } else if (len - i > 8) {
      i += ascii_run(p + i + 1, len - i - 1);
    }
  }
  *u = s;
}

bool dfmti_utf8_valid(const void *ptr, size_t len) {
  struct dfmti_utf8 u = {0};
  dfmti_utf8_feed(&u, ptr, len);
  return dfmti_utf8_ok(&u);
}

/* Of eight bytes at once: a character begins with each that is not 10xxxxxx, and those of 11110xxx are two units. */
static unsigned units_of_word(uint64_t w) {
  static const uint64_t ones = UINT64_C(0x0101010101010101);
  const uint64_t inner = w >> 7 & ~(w >> 6) & ones, two = w >> 7 & w >> 6 & w >> 5 & w >> 4 & ones;
  return 8 - (unsigned)(inner * ones >> 56) + (unsigned)(two * ones >> 56);
}

DFMTI_RARE uint64_t dfmti_utf8_units(const uint8_t *p, size_t len) {
  uint64_t n = 0, w;
  size_t i = 0;
  for (; len - i >= sizeof w; i += sizeof w) {
    memcpy(&w, p + i, sizeof w);
    n += units_of_word(w);
  }
  for (; i < len; i++) n += (uint64_t)((p[i] & 0xc0) != 0x80) + (p[i] >= 0xf0);
  return n;
}

/* The part that begins at p: bytes of a whole character, or of a malformed part; *bad tells. */
static size_t next_part(const uint8_t *p, size_t len, bool *bad) {
  struct dfmti_utf8 state = {0};
  size_t n = 0;
  do dfmti_utf8_feed(&state, &p[n++], 1);
  while (n < len && state.left && !state.bad);
  *bad = !dfmti_utf8_ok(&state);
  return state.bad && n > 1 ? n - 1 : n; /* the byte that does not continue it may begin the next one */
}

bool dfmti_utf8_clean(struct dfmti_mem *m, struct dfmti_buf *to, const void *ptr, size_t len) {
  static const char replacement[3] = "\xef\xbf\xbd";
  const uint8_t *p = ptr;
  bool good = true;
  for (size_t n; len && good; p += n, len -= n) {
    bool bad;
    n = next_part(p, len, &bad);
    good = dfmti_buf_append(m, to, bad ? (const void *)replacement : p, bad ? sizeof replacement : n);
  }
  return good;
}
