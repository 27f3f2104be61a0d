/* SPDX-License-Identifier: MIT */
/*
 * Numbers and words of a line. A cursor must be able to run on to a byte that is none of what is looked for: every line
 * lies in a buffer that goes on behind it with a line feed or, at the input's end, with zeros.
 */
#ifndef DFMTI_MALLOCDBG_TEXT_H
#define DFMTI_MALLOCDBG_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__) && defined(__x86_64__)
#include <emmintrin.h>
#endif

#include <diagfmt/common.h>

enum dfmti_number { DFMTI_NUMBER_OK, DFMTI_NUMBER_NONE, DFMTI_NUMBER_BIG };

/* C's isspace() in the C locale, but for the line feed. */
static inline bool dfmti_is_blank(uint8_t c) { return c == ' ' || c == '\t' || (c >= 11 && c <= 13); }
static inline bool dfmti_is_digit(uint8_t c) { return (uint8_t)(c - '0') < 10; }
/* 0 to 15, or 255. */
extern const uint8_t dfmti_hex_value[256];
static inline bool dfmti_is_hex(uint8_t c) { return dfmti_hex_value[c] < 16; }

static inline const uint8_t *dfmti_skip_blanks(const uint8_t *p) {
  while (dfmti_is_blank(*p)) p++;
  return p;
}

/* A decimal number up to 2^64 - 1, without sign; *p moves behind its digits. */
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
  uint8_t digit = dfmti_hex_value[*q];
  if (digit > 15) return DFMTI_NUMBER_NONE;
  bool big = false;
  do {
    big |= x >> 60 != 0;
    x = x << 4 | digit;
    digit = dfmti_hex_value[*++q];
  } while (digit < 16);
  *p = q;
  *v = x;
  return big ? DFMTI_NUMBER_BIG : DFMTI_NUMBER_OK;
}

/*
 * The hexadecimal digits 0-9a-f that p begins with, at most 8, in one go; *n says how many. 8 bytes must be readable.
 * Each byte is looked at with its own carries: adding 0x50 sets bit 7 of '0' and above, 0x46 of what is above '9', 0x1f
 * of 'a' and above, 0x19 of what is above 'f'.
 */
static inline uint32_t dfmti_hex8(const uint8_t *p, unsigned *n) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  const uint64_t ones = 0x0101010101010101u, tops = ones << 7;
  uint64_t x;
  memcpy(&x, p, sizeof x);
  uint64_t y = x & ~tops;
  uint64_t digit = (y + ones * 0x50) & ~(y + ones * 0x46), letter = (y + ones * 0x1f) & ~(y + ones * 0x19);
  uint64_t other = ~((digit | letter) & ~x) & tops;
  *n = other ? (unsigned)__builtin_ctzll(other) / 8 : 8;
  if (*n == 0) return 0;
  x <<= 64 - 8 * *n; /* what becomes the lowest bytes are leading zeros */
  x = (x & ones * 0x0f) + (x >> 6 & ones) * 9;
  x = __builtin_bswap64(x);
  x = (x | x >> 4) & 0x00ff00ff00ff00ffu;
  x = (x | x >> 8) & 0x0000ffff0000ffffu;
  return (uint32_t)(x | x >> 16);
#else
  uint32_t v = 0;
  for (*n = 0; *n < 8 && dfmti_is_hex(p[*n]) && !(p[*n] >= 'A' && p[*n] <= 'F'); ++*n)
    v = v << 4 | dfmti_hex_value[p[*n]];
  return v;
#endif
}

/* A number of 1 to 16 digits 0-9a-f; false: it is none, or longer. *p moves behind its digits. 17 bytes must be readable. */
static inline bool dfmti_hex16(const uint8_t **p, uint64_t *v) {
  unsigned n, m;
  *v = dfmti_hex8(*p, &n);
  *p += n;
  if (n < 8) return n > 0;
  uint64_t low = dfmti_hex8(*p, &m);
  *v = *v << 4 * m | low;
  *p += m;
  return m < 8 || !dfmti_is_hex(**p);
}

#if defined(__SSE2__) && defined(__x86_64__)
extern const uint8_t dfmti_last_bytes[32]; /* at n: a mask of the last n of 16 bytes */

/*
 * A number of 1 to 15 digits 0-9a-f that ends in front of a character below '0', all its digits at once. 15 bytes before
 * p and 16 behind must be readable. false: something else, *p stays.
 */
static inline bool dfmti_hex_word(const uint8_t **p, uint64_t *v) {
  __m128i x = _mm_loadu_si128((const __m128i *)(const void *)*p);
  unsigned ends = (unsigned)_mm_movemask_epi8(_mm_cmplt_epi8(x, _mm_set1_epi8('0')));
  if (ends == 0 || ends & 1) return false;
  unsigned n = (unsigned)__builtin_ctz(ends);
  *p += n;
  x = _mm_loadu_si128((const __m128i *)(const void *)(*p - 16));
  __m128i wanted = _mm_loadu_si128((const __m128i *)(const void *)(dfmti_last_bytes + n));
  __m128i letter = _mm_cmpgt_epi8(x, _mm_set1_epi8('9'));
  __m128i least = _mm_or_si128(_mm_andnot_si128(letter, _mm_set1_epi8('0')), _mm_and_si128(letter, _mm_set1_epi8('a')));
  __m128i low = _mm_cmplt_epi8(x, least);
  __m128i bad = _mm_or_si128(low, _mm_cmpgt_epi8(x, _mm_set1_epi8('f')));
  if (_mm_movemask_epi8(_mm_and_si128(bad, wanted))) {
    *p -= n;
    return false;
  }
  x = _mm_and_si128(x, _mm_set1_epi8(0x0f));
  x = _mm_and_si128(_mm_add_epi8(x, _mm_and_si128(letter, _mm_set1_epi8(9))), wanted);
  x = _mm_or_si128(_mm_slli_epi16(x, 4), _mm_srli_epi16(x, 8)); /* two digits a byte */
  x = _mm_packus_epi16(_mm_and_si128(x, _mm_set1_epi16(0xff)), x);
  *v = __builtin_bswap64((uint64_t)_mm_cvtsi128_si64(x));
  return true;
}
#else
static inline bool dfmti_hex_word(const uint8_t **p, uint64_t *v) { return dfmti_hex16(p, v); }
#endif

/* Moves *p behind a word if it stands there. */
static inline bool dfmti_accept(const uint8_t **p, const char *word, size_t n) {
  if (memcmp(*p, word, n) != 0) return false;
  *p += n;
  return true;
}

/* The same within p[0 … end), which need not go on with anything. */
bool dfmti_begins(const uint8_t *p, const uint8_t *end, const char *word);

/* The first place of a word in p[0 … end), or NULL. */
const uint8_t *dfmti_find(const uint8_t *p, const uint8_t *end, const char *word);

/* The end of p[0 … end) without white space behind it. */
const uint8_t *dfmti_trim(const uint8_t *p, const uint8_t *end);

/* Writes a number at `to`, at least `width` characters, `pad` before it; returns the end. 20 and 16 bytes are enough. */
uint8_t *dfmti_put_decimal(uint8_t *to, uint64_t v, unsigned width, char pad);
uint8_t *dfmti_put_hex(uint8_t *to, uint64_t v, unsigned width);

#endif
