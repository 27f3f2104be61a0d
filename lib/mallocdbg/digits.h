/* SPDX-License-Identifier: MIT */
/*
 * Digits eight and sixteen at a time, for lines just as Android writes them: most of a reader's time goes into digits.
 * 16 bytes must be readable at each place that is looked at.
 */
#ifndef DFMTI_MALLOCDBG_DIGITS_H
#define DFMTI_MALLOCDBG_DIGITS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/little_endian.h"

#if defined(__SSE2__) && defined(__x86_64__)
#include <emmintrin.h>
#endif

/* A byte eight times. */
#define DFMTI_EIGHT(C) (UINT64_C(0x0101010101010101) * (uint8_t)(C))

/*
 * The values of eight digits and of another eight, a byte each, to two numbers: `first` above, `last` below. false: one
 * is no digit 0-9a-fA-F.
 */
#if defined(__SSE2__) && defined(__x86_64__)
static inline bool dfmti_hex_pair(uint64_t first, uint64_t last, uint64_t *both) {
  __m128i x = _mm_set_epi64x((int64_t)last, (int64_t)first);
  /* digits become 0 to 9 and letters 10 to 15; what is neither becomes 16 or more in both */
  __m128i digit = _mm_subs_epu8(_mm_add_epi8(x, _mm_set1_epi8((char)(0xff - '9'))), _mm_set1_epi8(6));
  digit = _mm_sub_epi8(digit, _mm_set1_epi8((char)0xf0));
  __m128i letter = _mm_sub_epi8(_mm_and_si128(x, _mm_set1_epi8((char)0xdf)), _mm_set1_epi8('A'));
  x = _mm_min_epu8(digit, _mm_adds_epu8(letter, _mm_set1_epi8(10)));
  int bad = _mm_movemask_epi8(_mm_adds_epu8(x, _mm_set1_epi8(0x70)));
  x = _mm_or_si128(_mm_slli_epi16(x, 4), _mm_srli_epi16(x, 8)); /* two digits in the lower byte of two */
  x = _mm_packus_epi16(_mm_and_si128(x, _mm_set1_epi16(0xff)), x);
  *both = __builtin_bswap64((uint64_t)_mm_cvtsi128_si64(x));
  return bad == 0;
}
#else
/*
 * Bit 6 tells letters, which are moved down next to the digits: that makes 0 to 15, of which letters must be 10 and
 * above, and digits below.
 */
static inline uint64_t dfmti_hex_values(uint64_t x, uint64_t *bad) {
  uint64_t letter = x >> 6 & DFMTI_EIGHT(1);
  uint64_t v = ((x | letter << 5) - letter * ('a' - '9' - 1)) ^ DFMTI_EIGHT('0');
  *bad |= (v & DFMTI_EIGHT(0xf0)) | (((v + DFMTI_EIGHT(6)) >> 4 ^ letter) & DFMTI_EIGHT(1));
  return v;
}

static inline uint32_t dfmti_hex_join(uint64_t v) {
  v = __builtin_bswap64(v);
  v = (v | v >> 4) & UINT64_C(0x00ff00ff00ff00ff);
  v = (v | v >> 8) & UINT64_C(0x0000ffff0000ffff);
  return (uint32_t)(v | v >> 16);
}

static inline bool dfmti_hex_pair(uint64_t first, uint64_t last, uint64_t *both) {
  uint64_t bad = 0;
  first = dfmti_hex_values(first, &bad);
  last = dfmti_hex_values(last, &bad);
  *both = (uint64_t)dfmti_hex_join(first) << 32 | dfmti_hex_join(last);
  return bad == 0;
}
#endif

/*
 * The number of n hexadecimal digits at p, 8 <= n <= 16; false: there is something else among them. Neighbours mostly
 * have as many digits, and with a length that is known before the digits are, a processor takes several at once.
 */
static inline bool dfmti_hex_of(const uint8_t *p, unsigned n, uint64_t *v) {
  uint64_t both;
  bool good = dfmti_hex_pair(dfmti_load_le64(p), dfmti_load_le64(p + n - 8), &both);
  *v = both >> 32 >> 4 * (16 - n) << 32 | (both & UINT32_MAX); /* what both have is dropped from the first */
  return good;
}

/* Blanks that p begins with, at most 8. */
static inline unsigned dfmti_blank_count(const uint8_t *p) {
  uint64_t other = dfmti_load_le64(p) ^ DFMTI_EIGHT(' ');
  return other ? (unsigned)__builtin_ctzll(other) / 8 : 8;
}

/* Decimal digits at the beginning of eight characters, of which '0' has been taken off. */
static inline unsigned dfmti_decimal_count(uint64_t v) {
  uint64_t other = ((v + DFMTI_EIGHT(0x80 - 10)) | v) & DFMTI_EIGHT(0x80);
  return other ? (unsigned)__builtin_ctzll(other) / 8 : 8;
}

static inline uint32_t dfmti_decimal_join(uint64_t v) {
  v = (v * 10 + (v >> 8)) & UINT64_C(0x00ff00ff00ff00ff);
  v = (v * 100 + (v >> 16)) & UINT64_C(0x0000ffff0000ffff);
  return (uint32_t)(v * 10000 + (v >> 32));
}

/* A decimal number of 1 to 16 digits; *p moves after them. false: none, or more. */
static inline bool dfmti_decimal_of(const uint8_t **p, uint64_t *v) {
  static const uint32_t power[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};
  uint64_t x = dfmti_load_le64(*p) ^ DFMTI_EIGHT('0');
  unsigned n = dfmti_decimal_count(x);
  if (n == 0) return false;
  *v = dfmti_decimal_join(x << (64 - 8 * n));
  *p += n;
  if (n < 8) return true;
  x = dfmti_load_le64(*p) ^ DFMTI_EIGHT('0');
  n = dfmti_decimal_count(x);
  if (n) *v = *v * power[n] + dfmti_decimal_join(x << (64 - 8 * n));
  *p += n;
  return n < 8 || (uint8_t)(**p - '0') > 9;
}

#undef DFMTI_EIGHT
#endif
