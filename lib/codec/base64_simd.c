/* SPDX-License-Identifier: MIT */
#include "base64_simd.h"

#include <stdbool.h>
#include <string.h>

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#elif defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>
#endif

const char dfmti_base64_alphabet[65] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

#define XX 0xff
#define X16 XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX
const uint8_t dfmti_base64_sextet[256] = {
    X16, X16, XX, XX, XX, XX, XX, XX, XX, XX, XX,  XX,  XX,  62,  XX,  XX,  XX,  63,  52, 53, 54, 55,
    56,  57,  58, 59, 60, 61, XX, XX, XX, XX, XX,  XX,  XX,  0,   1,   2,   3,   4,   5,  6,  7,  8,
    9,   10,  11, 12, 13, 14, 15, 16, 17, 18, 19,  20,  21,  22,  23,  24,  25,  XX,  XX, XX, XX, XX,
    XX,  26,  27, 28, 29, 30, 31, 32, 33, 34, 35,  36,  37,  38,  39,  40,  41,  42,  43, 44, 45, 46,
    47,  48,  49, 50, 51, XX, XX, XX, XX, XX, X16, X16, X16, X16, X16, X16, X16, X16,
};
#undef X16
#undef XX

static size_t decode_portable(const uint8_t *in, size_t n, uint8_t *out) {
  const uint8_t *t = dfmti_base64_sextet;
  size_t i = 0;
  for (; n - i >= 8; i += 8, out += 6) {
    const uint8_t *p = in + i;
    uint32_t a = t[p[0]], b = t[p[1]], c = t[p[2]], d = t[p[3]];
    uint32_t e = t[p[4]], f = t[p[5]], g = t[p[6]], h = t[p[7]];
    if ((a | b | c | d | e | f | g | h) > 63) break;
    uint32_t v = a << 18 | b << 12 | c << 6 | d, w = e << 18 | f << 12 | g << 6 | h;
    out[0] = (uint8_t)(v >> 16);
    out[1] = (uint8_t)(v >> 8);
    out[2] = (uint8_t)v;
    out[3] = (uint8_t)(w >> 16);
    out[4] = (uint8_t)(w >> 8);
    out[5] = (uint8_t)w;
  }
  return i;
}

static size_t encode_portable(const uint8_t *in, size_t n, uint8_t *out) {
  const char *t = dfmti_base64_alphabet;
  size_t i = 0;
  for (; n - i >= 6; i += 6, out += 8) {
    const uint8_t *p = in + i;
    uint32_t v = (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
    uint32_t w = (uint32_t)p[3] << 16 | (uint32_t)p[4] << 8 | p[5];
    out[0] = (uint8_t)t[v >> 18];
    out[1] = (uint8_t)t[v >> 12 & 63];
    out[2] = (uint8_t)t[v >> 6 & 63];
    out[3] = (uint8_t)t[v & 63];
    out[4] = (uint8_t)t[w >> 18];
    out[5] = (uint8_t)t[w >> 12 & 63];
    out[6] = (uint8_t)t[w >> 6 & 63];
    out[7] = (uint8_t)t[w & 63];
  }
  return i;
}

#if defined(__x86_64__) && defined(__GNUC__)

/*
 * SSSE3 and AVX2 work alike. Decoding (Muła, Lemire: "Faster Base64 Encoding and Decoding Using AVX2 Instructions",
 * 2018): a character is of the alphabet iff the bits that its two nibbles select in LO and HI do not meet, and its
 * sextet is itself + ROLL[high nibble], with '/' told from '+' by its own entry. Two multiplications then join four
 * sextets to 24 bits, a shuffle turns them round and closes the gaps. The mask 0x2f does for both nibbles: a byte
 * shuffle minds bits 0..3 and 7 of its index.
 *
 * The kernels with wide registers call _mm256_zeroupper() themselves: gcc leaves it out in front of the call of a
 * function in this file, and all SSE code is slow while the upper halves are in use.
 */
#define C(number) ((char)(number)) /* which has no sign on some machines */
#define LO 0x15, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x13, 0x1a, 0x1b, 0x1b, 0x1b, 0x1a
#define HI 0x10, 0x10, 0x01, 0x02, 0x04, 0x08, 0x04, 0x08, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10
#define ROLL 0, 16, 19, 4, C(-65), C(-65), C(-71), C(-71), 0, 0, 0, 0, 0, 0, 0, 0
#define CLOSE 2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, C(-1), C(-1), C(-1), C(-1)

/*
 * Encoding: three bytes are laid out as b1 b0 b2 b1, multiplications shift the four sextets to the low ends of four
 * bytes, and a sextet's character is itself + SHIFT[max(sextet - 51, 0) + (sextet > 25)].
 */
#define SPREAD 1, 0, 2, 1, 4, 3, 5, 4, 7, 6, 8, 7, 10, 9, 11, 10
#define M4 C(-4)
#define SHIFT 65, 71, M4, M4, M4, M4, M4, M4, M4, M4, M4, M4, C(-19), C(-16), 0, 0

__attribute__((target("ssse3"))) static size_t decode_ssse3(const uint8_t *in, size_t n, uint8_t *out) {
  const __m128i lo = _mm_setr_epi8(LO), hi = _mm_setr_epi8(HI), roll = _mm_setr_epi8(ROLL);
  const __m128i close = _mm_setr_epi8(CLOSE), x2f = _mm_set1_epi8(0x2f);
  size_t i = 0;
  for (; n - i >= 16; i += 16, out += 12) {
    __m128i v = _mm_loadu_si128((const __m128i *)(const void *)(in + i));
    __m128i high = _mm_and_si128(_mm_srli_epi32(v, 4), x2f);
    __m128i bad = _mm_and_si128(_mm_shuffle_epi8(lo, _mm_and_si128(v, x2f)), _mm_shuffle_epi8(hi, high));
    if (_mm_movemask_epi8(_mm_cmpgt_epi8(bad, _mm_setzero_si128()))) break;
    v = _mm_add_epi8(v, _mm_shuffle_epi8(roll, _mm_add_epi8(high, _mm_cmpeq_epi8(v, x2f))));
    v = _mm_madd_epi16(_mm_maddubs_epi16(v, _mm_set1_epi32(0x01400140)), _mm_set1_epi32(0x00011000));
    _mm_storeu_si128((__m128i *)(void *)out, _mm_shuffle_epi8(v, close));
  }
  return i + decode_portable(in + i, n - i, out);
}

__attribute__((target("avx2"))) static size_t decode_avx2(const uint8_t *in, size_t n, uint8_t *out) {
  const __m256i lo = _mm256_setr_epi8(LO, LO), hi = _mm256_setr_epi8(HI, HI), roll = _mm256_setr_epi8(ROLL, ROLL);
  const __m256i close = _mm256_setr_epi8(CLOSE, CLOSE), x2f = _mm256_set1_epi8(0x2f);
  const __m256i join = _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 7, 7);
  size_t i = 0;
  for (; n - i >= 32; i += 32, out += 24) {
    __m256i v = _mm256_loadu_si256((const __m256i *)(const void *)(in + i));
    __m256i high = _mm256_and_si256(_mm256_srli_epi32(v, 4), x2f);
    if (!_mm256_testz_si256(_mm256_shuffle_epi8(lo, _mm256_and_si256(v, x2f)), _mm256_shuffle_epi8(hi, high))) break;
    v = _mm256_add_epi8(v, _mm256_shuffle_epi8(roll, _mm256_add_epi8(high, _mm256_cmpeq_epi8(v, x2f))));
    v = _mm256_madd_epi16(_mm256_maddubs_epi16(v, _mm256_set1_epi32(0x01400140)), _mm256_set1_epi32(0x00011000));
    v = _mm256_permutevar8x32_epi32(_mm256_shuffle_epi8(v, close), join);
    _mm256_storeu_si256((__m256i *)(void *)out, v);
  }
  _mm256_zeroupper();
  return i + decode_portable(in + i, n - i, out);
}

/* With VBMI the alphabet is a table of 128 bytes, looked up at once; what is not in it has its top bit set. */
__attribute__((target("avx512f,avx512bw,avx512vbmi"))) static size_t decode_avx512(const uint8_t *in, size_t n,
                                                                                   uint8_t *out) {
  const __m512i low = _mm512_loadu_si512(dfmti_base64_sextet), high = _mm512_loadu_si512(dfmti_base64_sextet + 64);
  const __m512i close =
      _mm512_setr_epi32(0x06000102, 0x090a0405, 0x0c0d0e08, 0x16101112, 0x191a1415, 0x1c1d1e18, 0x26202122, 0x292a2425,
                        0x2c2d2e28, 0x36303132, 0x393a3435, 0x3c3d3e38, 0, 0, 0, 0);
  size_t i = 0;
  for (; n - i >= 64; i += 64, out += 48) {
    __m512i chars = _mm512_loadu_si512(in + i);
    __m512i v = _mm512_permutex2var_epi8(low, chars, high);
    if (_mm512_movepi8_mask(_mm512_or_si512(v, chars))) break;
    v = _mm512_madd_epi16(_mm512_maddubs_epi16(v, _mm512_set1_epi32(0x01400140)), _mm512_set1_epi32(0x00011000));
    _mm512_storeu_si512(out, _mm512_permutexvar_epi8(close, v));
  }
  _mm256_zeroupper();
  return i + decode_portable(in + i, n - i, out);
}

__attribute__((target("ssse3"))) static size_t encode_ssse3(const uint8_t *in, size_t n, uint8_t *out) {
  const __m128i spread = _mm_setr_epi8(SPREAD), shift = _mm_setr_epi8(SHIFT);
  size_t i = 0;
  for (; n - i >= 16; i += 12, out += 16) {
    __m128i v = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(const void *)(in + i)), spread);
    __m128i odd = _mm_and_si128(v, _mm_set1_epi32(0x0fc0fc00));
    __m128i even = _mm_and_si128(v, _mm_set1_epi32(0x003f03f0));
    v = _mm_or_si128(_mm_mulhi_epu16(odd, _mm_set1_epi32(0x04000040)),
                     _mm_mullo_epi16(even, _mm_set1_epi32(0x01000010)));
    __m128i which = _mm_sub_epi8(_mm_subs_epu8(v, _mm_set1_epi8(51)), _mm_cmpgt_epi8(v, _mm_set1_epi8(25)));
    _mm_storeu_si128((__m128i *)(void *)out, _mm_add_epi8(v, _mm_shuffle_epi8(shift, which)));
  }
  return i + encode_portable(in + i, n - i, out);
}

__attribute__((target("avx2"))) static size_t encode_avx2(const uint8_t *in, size_t n, uint8_t *out) {
  const __m256i spread = _mm256_setr_epi8(SPREAD, SPREAD), shift = _mm256_setr_epi8(SHIFT, SHIFT);
  size_t i = 0;
  for (; n - i >= 28; i += 24, out += 32) {
    __m256i v = _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)(in + i)));
    v = _mm256_inserti128_si256(v, _mm_loadu_si128((const __m128i *)(const void *)(in + i + 12)), 1);
    v = _mm256_shuffle_epi8(v, spread);
    __m256i odd = _mm256_and_si256(v, _mm256_set1_epi32(0x0fc0fc00));
    __m256i even = _mm256_and_si256(v, _mm256_set1_epi32(0x003f03f0));
    v = _mm256_or_si256(_mm256_mulhi_epu16(odd, _mm256_set1_epi32(0x04000040)),
                        _mm256_mullo_epi16(even, _mm256_set1_epi32(0x01000010)));
    __m256i over = _mm256_subs_epu8(v, _mm256_set1_epi8(51));
    __m256i which = _mm256_sub_epi8(over, _mm256_cmpgt_epi8(v, _mm256_set1_epi8(25)));
    _mm256_storeu_si256((__m256i *)(void *)out, _mm256_add_epi8(v, _mm256_shuffle_epi8(shift, which)));
  }
  _mm256_zeroupper();
  return i + encode_portable(in + i, n - i, out);
}

__attribute__((target("avx512f,avx512bw,avx512vbmi"))) static size_t encode_avx512(const uint8_t *in, size_t n,
                                                                                   uint8_t *out) {
  const __m512i alphabet = _mm512_loadu_si512(dfmti_base64_alphabet);
  const __m512i spread =
      _mm512_setr_epi32(0x01020001, 0x04050304, 0x07080607, 0x0a0b090a, 0x0d0e0c0d, 0x10110f10, 0x13141213, 0x16171516,
                        0x191a1819, 0x1c1d1b1c, 0x1f201e1f, 0x22232122, 0x25262425, 0x28292728, 0x2b2c2a2b, 0x2e2f2d2e);
  const __m512i shifts = _mm512_set1_epi64(0x3036242a1016040a);
  size_t i = 0;
  for (; n - i >= 64; i += 48, out += 64) {
    __m512i v = _mm512_permutexvar_epi8(spread, _mm512_loadu_si512(in + i));
    /* the permutation ignores the two top bits of a sextet's byte */
    _mm512_storeu_si512(out, _mm512_permutexvar_epi8(_mm512_multishift_epi64_epi8(shifts, v), alphabet));
  }
  _mm256_zeroupper();
  return i + encode_portable(in + i, n - i, out);
}

#endif

#if defined(__aarch64__) && defined(__ARM_NEON)

static size_t decode_neon(const uint8_t *in, size_t n, uint8_t *out) {
  const uint8x16x4_t low = vld1q_u8_x4(dfmti_base64_sextet), high = vld1q_u8_x4(dfmti_base64_sextet + 64);
  size_t i = 0;
  for (; n - i >= 64; i += 64, out += 48) {
    uint8x16x4_t v = vld4q_u8(in + i);
    uint8x16_t bad = vdupq_n_u8(0);
    for (int k = 0; k < 4; k++) {
      uint8x16_t c = v.val[k];
      v.val[k] = vqtbx4q_u8(vqtbl4q_u8(low, c), high, veorq_u8(c, vdupq_n_u8(64)));
      bad = vorrq_u8(bad, vorrq_u8(c, v.val[k]));
    }
    if (vmaxvq_u8(bad) > 0x7f) break;
    uint8x16x3_t o;
    o.val[0] = vorrq_u8(vshlq_n_u8(v.val[0], 2), vshrq_n_u8(v.val[1], 4));
    o.val[1] = vorrq_u8(vshlq_n_u8(v.val[1], 4), vshrq_n_u8(v.val[2], 2));
    o.val[2] = vorrq_u8(vshlq_n_u8(v.val[2], 6), v.val[3]);
    vst3q_u8(out, o);
  }
  return i + decode_portable(in + i, n - i, out);
}

static size_t encode_neon(const uint8_t *in, size_t n, uint8_t *out) {
  const uint8x16x4_t alphabet = vld1q_u8_x4((const uint8_t *)dfmti_base64_alphabet);
  const uint8x16_t x3f = vdupq_n_u8(0x3f);
  size_t i = 0;
  for (; n - i >= 48; i += 48, out += 64) {
    uint8x16x3_t v = vld3q_u8(in + i);
    uint8x16x4_t o;
    o.val[0] = vqtbl4q_u8(alphabet, vshrq_n_u8(v.val[0], 2));
    o.val[1] = vqtbl4q_u8(alphabet, vandq_u8(vorrq_u8(vshlq_n_u8(v.val[0], 4), vshrq_n_u8(v.val[1], 4)), x3f));
    o.val[2] = vqtbl4q_u8(alphabet, vandq_u8(vorrq_u8(vshlq_n_u8(v.val[1], 2), vshrq_n_u8(v.val[2], 6)), x3f));
    o.val[3] = vqtbl4q_u8(alphabet, vandq_u8(v.val[2], x3f));
    vst4q_u8(out, o);
  }
  return i + encode_portable(in + i, n - i, out);
}

#endif

static const struct dfmti_base64_kernel kernels[DFMTI_BASE64_KERNELS] = {
    [DFMTI_BASE64_PORTABLE] = {decode_portable, encode_portable},
#if defined(__x86_64__) && defined(__GNUC__)
    [DFMTI_BASE64_SSSE3] = {decode_ssse3, encode_ssse3},
    [DFMTI_BASE64_AVX2] = {decode_avx2, encode_avx2},
    [DFMTI_BASE64_AVX512] = {decode_avx512, encode_avx512},
#endif
#if defined(__aarch64__) && defined(__ARM_NEON)
    [DFMTI_BASE64_NEON] = {decode_neon, encode_neon},
#endif
};

/* The processor's features are kept by the compiler's run time, so asking is a load and a test. */
static bool runs_here(uint32_t which) {
#if defined(__x86_64__) && defined(__GNUC__)
  if (which == DFMTI_BASE64_AVX512) return __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512bw");
  if (which == DFMTI_BASE64_AVX2) return __builtin_cpu_supports("avx2");
  if (which == DFMTI_BASE64_SSSE3) return __builtin_cpu_supports("ssse3");
#endif
  return kernels[which].decode != NULL;
}

const struct dfmti_base64_kernel *dfmti_base64_kernel(uint32_t which) {
  return which < DFMTI_BASE64_KERNELS && runs_here(which) ? &kernels[which] : NULL;
}

const struct dfmti_base64_kernel *dfmti_base64_best(void) {
  uint32_t which = DFMTI_BASE64_KERNELS - 1;
  while (!runs_here(which)) which--;
  return &kernels[which];
}
