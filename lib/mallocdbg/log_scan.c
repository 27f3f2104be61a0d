/* SPDX-License-Identifier: MIT */
#include "log_scan.h"

#include <string.h>

static inline bool is_candidate(const uint8_t *p) {
  return (p[0] == '_' && p[1] == 'd') || (p[0] == '+' && p[1] == '+') ||
         (p[0] == '\n' && (p[1] == 0x1b || p[2] == '(')) || (p[0] == 'b' && p[1] == 'c' && p[2] <= ':');
}

#ifdef __SSE2__
#include <emmintrin.h>

static inline __m128i load(const uint8_t *p) { return _mm_loadu_si128((const __m128i *)(const void *)p); }
static inline __m128i is(__m128i v, char c) { return _mm_cmpeq_epi8(v, _mm_set1_epi8(c)); }

static inline __m128i candidates(const uint8_t *p, __m128i lf) {
  __m128i a = load(p), b = load(p + 1), c = load(p + 2);
  __m128i debug = _mm_and_si128(is(a, '_'), is(b, 'd')), plus = _mm_and_si128(is(a, '+'), is(b, '+'));
  __m128i open = _mm_and_si128(lf, _mm_or_si128(is(b, 0x1b), is(c, '(')));
  __m128i follows = _mm_cmpeq_epi8(_mm_min_epu8(c, _mm_set1_epi8(':')), c);
  __m128i libc = _mm_and_si128(_mm_and_si128(is(a, 'b'), is(b, 'c')), follows);
  return _mm_or_si128(_mm_or_si128(debug, plus), _mm_or_si128(open, libc));
}

/* 32 bytes a step, up to the first step that has a candidate. Line feeds are counted in byte-wide counters, emptied
 * before they can overflow. */
static size_t steps(const uint8_t *p, size_t at, size_t n, uint64_t *lines) {
  __m128i sums = _mm_setzero_si128();
  bool found = false;
  while (!found && n - at >= 32) {
    __m128i count = _mm_setzero_si128();
    for (unsigned round = 0; round < 127 && n - at >= 32; round++, at += 32) {
      __m128i first = is(load(p + at), '\n'), second = is(load(p + at + 16), '\n');
      __m128i any = _mm_or_si128(candidates(p + at, first), candidates(p + at + 16, second));
      found = _mm_movemask_epi8(any) != 0;
      if (found) break;
      count = _mm_sub_epi8(count, _mm_add_epi8(first, second));
    }
    sums = _mm_add_epi64(sums, _mm_sad_epu8(count, _mm_setzero_si128()));
  }
  uint64_t half[2];
  memcpy(half, &sums, sizeof half);
  *lines += half[0] + half[1];
  return at;
}
#else
static size_t steps(const uint8_t *p, size_t at, size_t n, uint64_t *lines) {
  (void)p;
  (void)n;
  (void)lines;
  return at;
}
#endif

size_t dfmti_mallocdbg_log_scan(const uint8_t *p, size_t at, size_t n, uint64_t *lines) {
  for (at = steps(p, at, n, lines); at < n && !is_candidate(p + at); at++) *lines += p[at] == '\n';
  return at;
}
