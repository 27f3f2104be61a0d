/* SPDX-License-Identifier: MIT */
#include "text.h"

#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>

/* Sixteen places at once: those that match. */
static unsigned matches(const uint8_t *p) {
  const __m128i a = _mm_loadu_si128((const __m128i *)(const void *)p);
  const __m128i b = _mm_loadu_si128((const __m128i *)(const void *)(p + 1));
  const __m128i c = _mm_loadu_si128((const __m128i *)(const void *)(p + 2));
#define IS(V, C) _mm_cmpeq_epi8(V, _mm_set1_epi8(C))
  __m128i opens = _mm_or_si128(_mm_or_si128(IS(b, '-'), IS(b, '=')), _mm_or_si128(IS(b, '*'), IS(b, 'D')));
  __m128i line = _mm_and_si128(IS(a, '\n'), opens);
  __m128i was = _mm_and_si128(IS(a, 's'), IS(c, 'w'));
  /* what ends a line, or the text, is below 16 */
  __m128i last = _mm_cmpeq_epi8(_mm_min_epu8(c, _mm_set1_epi8(15)), c);
  __m128i elapsed = _mm_and_si128(_mm_and_si128(IS(a, 'd'), IS(b, ']')), last);
#undef IS
  return (unsigned)_mm_movemask_epi8(_mm_or_si128(line, _mm_or_si128(was, elapsed)));
}

size_t dfmti_bugreport_text_candidate(const uint8_t *p, size_t from, size_t to) {
  for (; from < to; from += 16) {
    unsigned m = matches(p + from);
    if (m == 0) continue;
    from += (unsigned)__builtin_ctz(m);
    return from < to ? from : to;
  }
  return to;
}
#else
static bool is_candidate(const uint8_t *p) {
  if (p[0] == '\n') return p[1] == '-' || p[1] == '=' || p[1] == '*' || p[1] == 'D';
  return (p[0] == 's' && p[2] == 'w') || (p[0] == 'd' && p[1] == ']' && p[2] < 16);
}

size_t dfmti_bugreport_text_candidate(const uint8_t *p, size_t from, size_t to) {
  while (from < to && !is_candidate(p + from)) from++;
  return from;
}
#endif
