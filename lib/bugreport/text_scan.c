/* SPDX-License-Identifier: MIT */
#include "text.h"

#include <string.h>

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

/* The places of a vector that match, where `a` is what is there, and `b` and `c` what comes one and two bytes after. */
#define MATCHES(V, OP, a, b, c) \
  const V opens = OP##or_(OP##or_(OP##is(b, '-'), OP##is(b, '=')), OP##or_(OP##is(b, '*'), OP##is(b, 'D'))); \
  const V line = OP##and_(OP##is(a, '\n'), opens); \
  const V was = OP##and_(OP##is(a, 's'), OP##is(c, 'w')); \
  /* what ends a line, or the text, is below 16 */ \
  const V elapsed = OP##and_(OP##and_(OP##is(a, 'd'), OP##is(b, ']')), OP##low(c)); \
  return (unsigned)OP##mask(OP##or_(line, OP##or_(was, elapsed)))

#define narrow_or_ _mm_or_si128
#define narrow_and_ _mm_and_si128
#define narrow_is(V, C) _mm_cmpeq_epi8(V, _mm_set1_epi8(C))
#define narrow_low(V) _mm_cmpeq_epi8(_mm_min_epu8(V, _mm_set1_epi8(15)), V)
#define narrow_mask _mm_movemask_epi8
#define wide_or_ _mm256_or_si256
#define wide_and_ _mm256_and_si256
#define wide_is(V, C) _mm256_cmpeq_epi8(V, _mm256_set1_epi8(C))
#define wide_low(V) _mm256_cmpeq_epi8(_mm256_min_epu8(V, _mm256_set1_epi8(15)), V)
#define wide_mask _mm256_movemask_epi8

static inline unsigned narrow_matches(const uint8_t *p) {
  const __m128i *at[3] = {(const void *)p, (const void *)(p + 1), (const void *)(p + 2)};
  MATCHES(__m128i, narrow_, _mm_loadu_si128(at[0]), _mm_loadu_si128(at[1]), _mm_loadu_si128(at[2]));
}

static size_t find_narrow(const uint8_t *p, size_t from, size_t to) {
  unsigned m = 0;
  while (from < to && (m = narrow_matches(p + from)) == 0) from += 16;
  if (m) from += (unsigned)__builtin_ctz(m);
  return from < to ? from : to;
}

__attribute__((target("avx2"))) static inline unsigned wide_matches(const uint8_t *p) {
  const __m256i *at[3] = {(const void *)p, (const void *)(p + 1), (const void *)(p + 2)};
  MATCHES(__m256i, wide_, _mm256_loadu_si256(at[0]), _mm256_loadu_si256(at[1]), _mm256_loadu_si256(at[2]));
}

/* Upper halves of registers are cleared by hand, as in base64_simd.c. */
__attribute__((target("avx2"))) static size_t find_wide(const uint8_t *p, size_t from, size_t to) {
  unsigned m = 0;
  while (from < to && (m = wide_matches(p + from)) == 0) from += 32;
  _mm256_zeroupper();
  if (m) from += (unsigned)__builtin_ctz(m);
  return from < to ? from : to;
}
#endif

static bool is_candidate(const uint8_t *p) {
  if (p[0] == '\n') return p[1] == '-' || p[1] == '=' || p[1] == '*' || p[1] == 'D';
  return (p[0] == 's' && p[2] == 'w') || (p[0] == 'd' && p[1] == ']' && p[2] < 16);
}

static size_t find_plain(const uint8_t *p, size_t from, size_t to) {
  while (from < to && !is_candidate(p + from)) from++;
  return from;
}

dfmti_bugreport_scanner *dfmti_bugreport_scanner_of(unsigned bytes) {
#if defined(__x86_64__) && defined(__GNUC__)
  if (bytes >= 32 && __builtin_cpu_supports("avx2")) return find_wide;
  if (bytes >= 16) return find_narrow;
#endif
  (void)bytes;
  return find_plain;
}

size_t dfmti_bugreport_text_candidate(const uint8_t *p, size_t from, size_t to) {
  return dfmti_bugreport_scanner_of(32)(p, from, to);
}
