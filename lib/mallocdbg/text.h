/* SPDX-License-Identifier: MIT */
/*
 * Numbers and words of a line. A cursor must be able to run on to a byte that is none of what is looked for: every line
 * lies in a buffer that goes on after it with a line feed or, at the input's end, with zeros. base/text.h has what
 * needs no more than the line.
 */
#ifndef DFMTI_MALLOCDBG_TEXT_H
#define DFMTI_MALLOCDBG_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <diagfmt/common.h>

#include "base/text.h"

enum dfmti_number { DFMTI_NUMBER_OK, DFMTI_NUMBER_NONE, DFMTI_NUMBER_BIG };

/* C's isspace() in the C locale, but for the line feed. */
static inline bool dfmti_is_blank(uint8_t c) { return c == ' ' || c == '\t' || (c >= 11 && c <= 13); }
/* 0 to 15, or 255. */
extern const uint8_t dfmti_mallocdbg_hex_value[256];
static inline bool dfmti_is_hex(uint8_t c) { return dfmti_mallocdbg_hex_value[c] < 16; }

static inline const uint8_t *dfmti_skip_blanks(const uint8_t *p) {
  while (dfmti_is_blank(*p)) p++;
  return p;
}

/* A decimal number up to 2^64 - 1, without sign; *p moves after its digits. */
static inline enum dfmti_number dfmti_decimal(const uint8_t **p, uint64_t *v) {
  const uint8_t *q = *p;
  uint64_t x = 0;
  if (!dfmti_is_digit(*q)) return DFMTI_NUMBER_NONE;
  for (; dfmti_is_digit(*q) && q - *p < 19; q++) x = x * 10 + (uint64_t)(*q - '0');
  bool big = false;
  for (; dfmti_is_digit(*q); q++) big |= __builtin_mul_overflow(x, 10, &x) || __builtin_add_overflow(x, *q - '0', &x);
  *p = q;
  *v = x;
  return big ? DFMTI_NUMBER_BIG : DFMTI_NUMBER_OK;
}

/* A hexadecimal number of either case, without "0x". */
static inline enum dfmti_number dfmti_hexadecimal(const uint8_t **p, uint64_t *v) {
  const uint8_t *q = *p;
  uint64_t x = 0;
  uint8_t digit = dfmti_mallocdbg_hex_value[*q];
  if (digit > 15) return DFMTI_NUMBER_NONE;
  bool big = false;
  do {
    big |= x >> 60 != 0;
    x = x << 4 | digit;
    digit = dfmti_mallocdbg_hex_value[*++q];
  } while (digit < 16);
  *p = q;
  *v = x;
  return big ? DFMTI_NUMBER_BIG : DFMTI_NUMBER_OK;
}

/* Moves *p after a word if it stands there. */
static inline bool dfmti_accept(const uint8_t **p, const char *word, size_t n) {
  if (memcmp(*p, word, n) != 0) return false;
  *p += n;
  return true;
}

/* The end of p[0 … end) without white space after it. */
const uint8_t *dfmti_mallocdbg_trim(const uint8_t *p, const uint8_t *end);

/*
 * Writes a number at `to`, at least `width` characters, `pad` before it; returns the end. 20 and 16 bytes are enough.
 */
uint8_t *dfmti_mallocdbg_put_decimal(uint8_t *to, uint64_t v, unsigned width, char pad);
uint8_t *dfmti_mallocdbg_put_hex(uint8_t *to, uint64_t v, unsigned width);

#endif
