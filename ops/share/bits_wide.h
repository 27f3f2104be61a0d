/* SPDX-License-Identifier: MIT */
/* The same as bits.h with wider vectors. For each there is a function that checks whether the processor has them. */
#ifndef DFMTO_SHARE_BITS_WIDE_H
#define DFMTO_SHARE_BITS_WIDE_H

#include "bits.h"

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

#define DFMTO_BITS_WIDE 1
#define DFMTO_AVX2 __attribute__((target("avx2,bmi,bmi2")))
#define DFMTO_VBMI __attribute__((target("avx512f,avx512bw,avx512vbmi,bmi,bmi2")))

static inline bool dfmto_share_have_avx2(void) {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
}
static inline bool dfmto_share_have_vbmi(void) {
  return dfmto_share_have_avx2() && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vbmi");
}

/* By ASCII character, from the highest bit: word, digit, hex, run, special, joint, colon, plus. */
#define NONE16 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
#define DIGIT 0xf0, 0xf0, 0xf0, 0xf0, 0xf0, 0xf0, 0xf0, 0xf0, 0xf0, 0xf0
#define LETTERS \
  0xb0, 0xb0, 0xb0, 0xb0, 0xb0, 0xb0, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, \
      0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90
static const uint8_t dfmto_share_bits_kinds[128] = {
    NONE16,  NONE16, 0x04, 0,    0,    0,     0,    0x08,    0x08, 0, 0x04, 0x04, 0x04,
    0x15,    0x04,   0x14, 0x04, 0x14, DIGIT, 0x06, 0,       0x08, 0, 0,    0,    0x08,
    LETTERS, 0,      0x08, 0,    0,    0x14,  0,    LETTERS, 0,    0, 0,    0,    0,
};
#undef NONE16
#undef DIGIT
#undef LETTERS

/*
 * Classes as products of the upper and lower halves of ASCII characters: a bit is set in both tables. In the first
 * pair, from bit 0: letters to 'o', letters from 'p', digits, 'a' to 'f', "+-/", '_', ':', '+'. In the second: a blank
 * and "()*+,-./"; "%&"; '@'; "<\\"; "=>"; quotes.
 */
#define DFMTO_BOTH_LANES(table) _mm256_broadcastsi128_si256(_mm_loadu_si128((const void *)(table)))
static const uint8_t dfmto_share_lower_halves[2][16] = {
    {0x06, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x07, 0x07, 0x07, 0x43, 0x91, 0x01, 0x11, 0x01, 0x31},
    {0x05, 0, 0x20, 0, 0, 0x02, 0x02, 0x20, 0x01, 0x01, 0x01, 0x01, 0x09, 0x11, 0x11, 0x01}};
static const uint8_t dfmto_share_upper_halves[2][16] = {{0, 0, 0x90, 0x44, 0x09, 0x22, 0x09, 0x02},
                                                        {0, 0, 0x23, 0x18, 0x04, 0x08}};

/* Bytes of which any of these bits is set; not the highest. */
DFMTO_AVX2 static inline uint64_t dfmto_share_wide_any(__m256i v, char bits) {
  const __m256i some = _mm256_and_si256(v, _mm256_set1_epi8(bits));
  return (unsigned)_mm256_movemask_epi8(_mm256_cmpgt_epi8(some, _mm256_setzero_si256()));
}

DFMTO_AVX2 static inline __m256i dfmto_share_wide_classes(__m256i v, __m256i upper, unsigned table) {
  return _mm256_and_si256(_mm256_shuffle_epi8(DFMTO_BOTH_LANES(dfmto_share_lower_halves[table]), v),
                          _mm256_shuffle_epi8(DFMTO_BOTH_LANES(dfmto_share_upper_halves[table]), upper));
}

DFMTO_AVX2 static inline void dfmto_share_bits_add_wide(struct dfmto_share_bits *b, const uint8_t *p, unsigned at) {
  const __m256i v = _mm256_loadu_si256((const void *)p);
  const __m256i upper = _mm256_and_si256(_mm256_srli_epi16(v, 4), _mm256_set1_epi8(0x0f));
  const __m256i x = dfmto_share_wide_classes(v, upper, 0), y = dfmto_share_wide_classes(v, upper, 1);
  const __m256i fine = _mm256_or_si256(_mm256_cmpeq_epi8(v, _mm256_set1_epi8((char)DFMTO_FINE)),
                                       _mm256_cmpeq_epi8(v, _mm256_set1_epi8((char)DFMTO_FINE_LATIN)));
  const uint64_t high = (unsigned)_mm256_movemask_epi8(v), colon = dfmto_share_wide_any(x, 0x40);
  b->word |= (dfmto_share_wide_any(x, 0x07) | high) << at;
  b->digit |= dfmto_share_wide_any(x, 0x04) << at;
  b->hex |= dfmto_share_wide_any(x, 0x0c) << at;
  b->run |= (dfmto_share_wide_any(x, 0x37) | high) << at;
  b->special |= (dfmto_share_wide_any(y, 0x0e) | (unsigned)_mm256_movemask_epi8(fine)) << at;
  b->joint |= (dfmto_share_wide_any(y, 0x01) | dfmto_share_wide_any(x, 0x60)) << at;
  b->colon |= colon << at;
  b->plus |= (uint64_t)(unsigned)_mm256_movemask_epi8(x) << at;
  b->join |= (dfmto_share_wide_any(y, 0x30) | colon) << at;
}

/* Upper halves of registers are cleared explicitly, as in base64_simd.c. */
DFMTO_AVX2 static inline struct dfmto_share_bits dfmto_share_bits_avx2(const uint8_t *p, size_t n) {
  enum { STEP = 32 };
  if (n < STEP) return dfmto_share_bits_of(p, n);
  struct dfmto_share_bits b = {0, 0, 0, 0, 0, 0, 0, 0, 0};
  dfmto_share_bits_add_wide(&b, p, 0);
  if (n > 2 * STEP) n = 2 * STEP;
  dfmto_share_bits_add_wide(&b, p + n - STEP, (unsigned)n - STEP); /* overlapping the step before */
  _mm256_zeroupper();
  return b;
}

/* For each byte the bit that is so many below its highest one. */
#define DFMTO_KIND_BIT(v, below) _mm512_movepi8_mask(_mm512_slli_epi16(v, below))

DFMTO_VBMI static inline struct dfmto_share_bits dfmto_share_bits_vbmi(const uint8_t *p, size_t n) {
  const __mmask64 here = n < DFMTO_BITS ? ((__mmask64)1 << n) - 1 : ~(__mmask64)0;
  const __m512i v = _mm512_maskz_loadu_epi8(here, p);
  const __mmask64 high = _mm512_movepi8_mask(v);
  const __m512i kind = _mm512_maskz_permutex2var_epi8(~high, _mm512_loadu_si512(dfmto_share_bits_kinds), v,
                                                      _mm512_loadu_si512(dfmto_share_bits_kinds + 64));
  const __mmask64 fine = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8((char)DFMTO_FINE)) |
                         _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8((char)DFMTO_FINE_LATIN));
  const __mmask64 sign =
      _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('=')) | _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('>'));
  const __mmask64 quote =
      _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('"')) | _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('\''));
  const struct dfmto_share_bits b = {.word = high | DFMTO_KIND_BIT(kind, 0),
                                     .digit = DFMTO_KIND_BIT(kind, 1),
                                     .hex = DFMTO_KIND_BIT(kind, 2),
                                     .run = high | DFMTO_KIND_BIT(kind, 3),
                                     .special = fine | DFMTO_KIND_BIT(kind, 4),
                                     .joint = DFMTO_KIND_BIT(kind, 5),
                                     .colon = DFMTO_KIND_BIT(kind, 6),
                                     .plus = DFMTO_KIND_BIT(kind, 7),
                                     .join = sign | quote | DFMTO_KIND_BIT(kind, 6)};
  _mm256_zeroupper();
  return b;
}
#endif

#endif
