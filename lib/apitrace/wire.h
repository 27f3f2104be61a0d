/* SPDX-License-Identifier: MIT */
/*
 * Primitive encodings, spec 3.1. Two ways to read them:
 *
 *   dfmti_uint()  for hot paths over a window: it may read into the zero bytes after its end, so that only the sum
 *                 of a few items need be compared with the end
 *   a cursor      for definitions and the header, which stop at the end by themselves
 */
#ifndef DFMTI_APITRACE_WIRE_H
#define DFMTI_APITRACE_WIRE_H

#include <string.h>

#include <diagfmt/common.h>

#include "base/little_endian.h"
#include "base/mem.h"

/* What reading an item comes to, besides DFMT_OK and errors. */
enum {
  DFMTI_SHORT = 64, /* the window ends inside it */
  DFMTI_BLOB = 65   /* a blob that is to go ahead begins */
};

enum { DFMTI_UINT_MAX_BYTES = 32 }; /* redundant zero groups are taken up to here; below DFMTI_WINDOW_PAD */

/* NULL: more than 64 bits, or too many bytes. */
const uint8_t *dfmti_apitrace_uint_slow(const uint8_t *p, uint64_t *v);

/* Reads an integer of up to 8 bytes; the position after it, or NULL: it has more. */
static inline const uint8_t *dfmti_uint_of_8(const uint8_t *p, uint64_t *v) {
  uint64_t x = dfmti_load_le64(p), stops = ~x & UINT64_C(0x8080808080808080);
  if (!stops) return NULL;
  x &= stops ^ (stops - 1); /* up to the first byte without the high bit; then groups of 7 bits move together */
  x = (x & UINT64_C(0x007f007f007f007f)) | (x & UINT64_C(0x7f007f007f007f00)) >> 1;
  x = (x & UINT64_C(0x00003fff00003fff)) | (x & UINT64_C(0x3fff00003fff0000)) >> 2;
  *v = (x & UINT64_C(0x000000000fffffff)) | (x & UINT64_C(0x0fffffff00000000)) >> 4;
  return p + (__builtin_ctzll(stops) >> 3) + 1;
}

/* The same, with half of the work for numbers of at most four bytes, as most are. */
static inline const uint8_t *dfmti_uint_of_4(const uint8_t *p, uint64_t *v) {
  uint32_t x = dfmti_load_le32(p), stops = ~x & 0x80808080u;
  if (!stops) return dfmti_uint_of_8(p, v);
  x &= stops ^ (stops - 1);
  x = (x & 0x007f007fu) | (x & 0x7f007f00u) >> 1;
  *v = (x & 0x3fffu) | (x >> 2 & 0x0fffc000u);
  return p + ((unsigned)__builtin_ctz(stops) >> 3) + 1;
}

/* Reads an integer; the position after it, or NULL. */
static inline const uint8_t *dfmti_uint(const uint8_t *p, uint64_t *v) {
  if (p[0] < 0x80) {
    *v = p[0];
    return p + 1;
  }
  const uint8_t *next = dfmti_uint_of_4(p, v);
  return next ? next : dfmti_apitrace_uint_slow(p, v);
}

struct dfmti_cursor {
  const uint8_t *p, *end; /* zero bytes follow, as after a window's end */
  uint64_t need;          /* SHORT: bytes that must come after `end` at least */
};

/* DFMT_OK, DFMTI_SHORT, or E_FORMAT: more than 64 bits; p stays there. */
dfmt_status dfmti_apitrace_cursor_uint(struct dfmti_cursor *c, uint64_t *v);

/* A string, borrowed. OK, SHORT, E_FORMAT (its length is no integer). */
dfmt_status dfmti_apitrace_cursor_str(struct dfmti_cursor *c, dfmt_str *s);

/* A byte 03 or 04 and an integer. OK, SHORT, E_FORMAT (no integer), E_ARG (another byte). */
dfmt_status dfmti_apitrace_cursor_typed_int(struct dfmti_cursor *c, int64_t *v);

#endif
