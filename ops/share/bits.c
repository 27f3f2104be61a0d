/* SPDX-License-Identifier: MIT */
#include "bits.h"

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

#define wide_from(v, first, last) \
  _mm256_cmpeq_epi8(_mm256_min_epu8(wide_less(v, first), _mm256_set1_epi8((last) - (first))), wide_less(v, first))
#define wide_less(v, c) _mm256_sub_epi8(v, _mm256_set1_epi8(c))
#define wide_is(v, c) _mm256_cmpeq_epi8(v, _mm256_set1_epi8(c))
#define wide_or _mm256_or_si256
#define wide_low(v) _mm256_or_si256(v, _mm256_set1_epi8(' '))
#define wide_high(v) v
#define wide_put(to, v) (to) |= (uint64_t)(unsigned)_mm256_movemask_epi8(v) << at

/* Of each byte of ASCII, from the highest bit: word, digit, hex, run, special, joint, colon, plus. */
#define NONE16 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
#define DIGIT 0xf0, 0xf0, 0xf0, 0xf0, 0xf0, 0xf0, 0xf0, 0xf0, 0xf0, 0xf0
#define LETTERS \
  0xb0, 0xb0, 0xb0, 0xb0, 0xb0, 0xb0, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, \
      0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90
static const uint8_t kinds[128] = {
    NONE16,  NONE16, 0x04, 0,    0,    0,     0,    0x08,    0x08, 0, 0x04, 0x04, 0x04,
    0x15,    0x04,   0x14, 0x04, 0x14, DIGIT, 0x06, 0,       0x08, 0, 0,    0,    0x08,
    LETTERS, 0,      0x08, 0,    0,    0x14,  0,    LETTERS, 0,    0, 0,    0,    0,
};

__attribute__((target("avx2"))) static inline void add_wide(struct dfmto_bits *b, const uint8_t *p, unsigned at) {
  const __m256i v = _mm256_loadu_si256((const void *)p);
  DFMTO_BITS_KINDS(__m256i, wide_, b, v);
}

/* Upper halves of registers are cleared by hand, as in base64_simd.c. */
__attribute__((target("avx2"))) static struct dfmto_bits bits_wide(const uint8_t *p, size_t n) {
  enum { STEP = 32 };
  if (n < STEP) return dfmto_bits_of(p, n);
  struct dfmto_bits b = {0, 0, 0, 0, 0, 0, 0, 0};
  add_wide(&b, p, 0);
  if (n > 2 * STEP) n = 2 * STEP;
  add_wide(&b, p + n - STEP, (unsigned)n - STEP); /* with some that were there before */
  _mm256_zeroupper();
  return b;
}

#define VBMI __attribute__((target("avx512f,avx512bw,avx512vbmi")))

/* The bit of each byte that is as many below the highest one. */
#define BIT(v, below) _mm512_movepi8_mask(_mm512_slli_epi16(v, below))

VBMI static struct dfmto_bits bits_all(const uint8_t *p, size_t n) {
  const __mmask64 here = n < DFMTO_BITS ? ((__mmask64)1 << n) - 1 : ~(__mmask64)0;
  const __m512i v = _mm512_maskz_loadu_epi8(here, p);
  const __mmask64 high = _mm512_movepi8_mask(v);
  const __m512i kind =
      _mm512_maskz_permutex2var_epi8(~high, _mm512_loadu_si512(kinds), v, _mm512_loadu_si512(kinds + 64));
  const struct dfmto_bits b = {.word = high | BIT(kind, 0),
                               .digit = BIT(kind, 1),
                               .hex = BIT(kind, 2),
                               .run = high | BIT(kind, 3),
                               .special = BIT(kind, 4),
                               .joint = BIT(kind, 5),
                               .colon = BIT(kind, 6),
                               .plus = BIT(kind, 7)};
  _mm256_zeroupper();
  return b;
}
#endif

static struct dfmto_bits bits_plain(const uint8_t *p, size_t n) { return dfmto_bits_of(p, n); }

dfmto_bits_fn *dfmto_bits_by(unsigned bytes) {
#if defined(__x86_64__) && defined(__GNUC__)
  if (bytes >= 64 && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vbmi")) return bits_all;
  if (bytes >= 32 && __builtin_cpu_supports("avx2")) return bits_wide;
#else
  (void)bytes;
#endif
  return bits_plain;
}
