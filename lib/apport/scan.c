/* SPDX-License-Identifier: MIT */
#include "scan.h"

#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>

/*
 * 64 bytes a step, without a branch per line: a byte ends the entry if it is LF and its right neighbour is no space.
 * Line feeds are counted in 16 byte-wide counters, emptied before they can overflow. Stops in front of the first step
 * that has an end in it, or that would look at p[n].
 */
static size_t pass_over(const uint8_t *p, size_t i, size_t n, uint64_t *lines) {
  const __m128i lf = _mm_set1_epi8('\n'), space = _mm_set1_epi8(' ');
  __m128i sums = _mm_setzero_si128();
  bool found = false;
  while (!found && n > 64 && i < n - 64) {
    __m128i count = _mm_setzero_si128();
    for (unsigned round = 0; round < 63 && i < n - 64; round++, i += 64) {
      __m128i any = _mm_setzero_si128(), seen = _mm_setzero_si128();
      for (unsigned k = 0; k < 64; k += 16) {
        __m128i is_lf = _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)(const void *)(p + i + k)), lf);
        __m128i next = _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)(const void *)(p + i + k + 1)), space);
        any = _mm_or_si128(any, _mm_andnot_si128(next, is_lf));
        seen = _mm_sub_epi8(seen, is_lf);
      }
      found = _mm_movemask_epi8(any) != 0;
      if (found) break;
      count = _mm_add_epi8(count, seen);
    }
    sums = _mm_add_epi64(sums, _mm_sad_epu8(count, _mm_setzero_si128()));
  }
  uint64_t half[2];
  memcpy(half, &sums, sizeof half);
  *lines += half[0] + half[1];
  return i;
}
#else
static size_t pass_over(const uint8_t *p, size_t i, size_t n, uint64_t *lines) {
  (void)p;
  (void)n;
  (void)lines;
  return i;
}
#endif

bool dfmti_apport_find_end(const uint8_t *p, size_t n, size_t *pos, uint64_t *lines) {
  /* pass_over() is for short lines, memchr() for long ones */
  size_t i = *pos;
  if (i < n && memchr(p + i, '\n', n - i < 256 ? n - i : 256)) i = pass_over(p, i, n, lines);
  while (i < n) {
    const uint8_t *lf = memchr(p + i, '\n', n - i);
    if (!lf) break;
    i = (size_t)(lf - p);
    if (i + 1 == n) {
      *pos = i;
      return false;
    }
    ++*lines;
    if (lf[1] != ' ') {
      *pos = i;
      return true;
    }
    i++;
  }
  *pos = n;
  return false;
}

static inline bool is_control(uint8_t c) { return c < 0x1c && (uint8_t)(c - 9) > 4; }

#ifdef __SSE2__
/*
 * n >= 16; the last 16 bytes may be looked at twice. A control byte is one of 0..8 or 14..27: byte - 9 wraps to 247 or
 * more for the former and for nothing else, byte - 14 is below 14 for the latter.
 */
static uint32_t kinds_of_many(const uint8_t *p, size_t n) {
  __m128i high = _mm_setzero_si128(), most = high, least = _mm_set1_epi8((char)0xff);
  for (size_t i = 0; i < n; i += 16) {
    __m128i v = _mm_loadu_si128((const __m128i *)(const void *)(p + (i + 16 <= n ? i : n - 16)));
    high = _mm_or_si128(high, v);
    most = _mm_max_epu8(most, _mm_sub_epi8(v, _mm_set1_epi8(9)));
    least = _mm_min_epu8(least, _mm_sub_epi8(v, _mm_set1_epi8(14)));
  }
  __m128i control = _mm_or_si128(_mm_cmpeq_epi8(_mm_max_epu8(most, _mm_set1_epi8((char)247)), most),
                                 _mm_cmpeq_epi8(_mm_min_epu8(least, _mm_set1_epi8(13)), least));
  return (_mm_movemask_epi8(high) ? (uint32_t)DFMTI_APPORT_HIGH : 0) |
         (_mm_movemask_epi8(control) ? (uint32_t)DFMTI_APPORT_CONTROL : 0);
}
#endif

uint32_t dfmti_apport_byte_kinds(const uint8_t *p, size_t n) {
#ifdef __SSE2__
  if (n >= 16) return kinds_of_many(p, n);
#endif
  uint8_t high = 0, control = 0;
  size_t i = 0;
  for (; i + 64 <= n; i += 64) /* whole blocks, so that compilers make vector code of it */
    for (size_t k = 0; k < 64; k++) {
      high |= p[i + k];
      control |= (uint8_t)is_control(p[i + k]);
    }
  for (; i < n; i++) {
    high |= p[i];
    control |= (uint8_t)is_control(p[i]);
  }
  return (high & 0x80 ? (uint32_t)DFMTI_APPORT_HIGH : 0) | (control ? (uint32_t)DFMTI_APPORT_CONTROL : 0);
}

bool dfmti_apport_has_control(const uint8_t *p, size_t n) {
  return dfmti_apport_byte_kinds(p, n) & DFMTI_APPORT_CONTROL;
}
