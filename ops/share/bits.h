/* SPDX-License-Identifier: MIT */
/*
 * Classes of bytes of a text, as one bit for each of 64: finds words and numbers of a line without testing each byte.
 */
#ifndef DFMTO_SHARE_BITS_H
#define DFMTO_SHARE_BITS_H

#include <stddef.h>
#include <string.h>

#include "letters.h"

enum { DFMTO_BITS = 64 };

/* 0xe2 and 0xc2 as char, the first bytes of typographic marks in UTF-8. */
enum { DFMTO_FINE = -0x1e, DFMTO_FINE_LATIN = -0x3e };

/*
 * As DFMTO_KIND_*; `special` is without '='. joint: characters that may occur in numbers and addresses, and some more.
 * join: what may stand between a label and its value.
 */
struct dfmto_share_bits {
  uint64_t word, digit, hex, run, special, joint, colon, plus, join;
};

/* Number of consecutive bits from bit 0, at most 64. */
static inline unsigned dfmto_share_bits_in_row(uint64_t bits) {
  return ~bits ? (unsigned)__builtin_ctzll(~bits) : DFMTO_BITS;
}

/* Shifts bits up, filling in those of the 64 bytes before. by: 1 to 63. */
static inline uint64_t dfmto_share_bits_before(uint64_t bits, uint64_t before, unsigned by) {
  return bits << by | before >> (DFMTO_BITS - by);
}

#ifdef __SSE2__
#include <emmintrin.h>

enum { DFMTO_BITS_STEP = 16 };

static inline __m128i dfmto_share_bytes_are(__m128i v, char c) { return _mm_cmpeq_epi8(v, _mm_set1_epi8(c)); }

/* Bytes from first to last, both included. */
static inline __m128i dfmto_share_bytes_from(__m128i v, char first, char last) {
  const __m128i at = _mm_sub_epi8(v, _mm_set1_epi8(first));
  return _mm_cmpeq_epi8(_mm_min_epu8(at, _mm_set1_epi8((char)(last - first))), at);
}

static inline uint64_t dfmto_share_bytes_bits(__m128i v, unsigned at) {
  return (uint64_t)(unsigned)_mm_movemask_epi8(v) << at;
}

/* Letters, digits, and bytes beyond ASCII. */
static inline __m128i dfmto_share_bytes_of_words(__m128i v) {
  const __m128i low = _mm_or_si128(v, _mm_set1_epi8(' ')), high = _mm_cmpgt_epi8(_mm_setzero_si128(), v);
  const __m128i letter = dfmto_share_bytes_from(low, 'a', 'z'), digit = dfmto_share_bytes_from(v, '0', '9');
  return _mm_or_si128(_mm_or_si128(digit, letter), high);
}

static inline void dfmto_share_bits_add(struct dfmto_share_bits *b, const uint8_t *p, unsigned at) {
#define IS(c) dfmto_share_bytes_are(v, c)
#define OR _mm_or_si128
  const __m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
  const __m128i digit = dfmto_share_bytes_from(v, '0', '9'), word = dfmto_share_bytes_of_words(v),
                hex = OR(digit, dfmto_share_bytes_from(OR(v, _mm_set1_epi8(' ')), 'a', 'f'));
  const __m128i dash = OR(IS('-'), IS('_')), plus = IS('+'), colon = IS(':');
  const __m128i fine = OR(IS((char)DFMTO_FINE), IS((char)DFMTO_FINE_LATIN));
  const __m128i mark = OR(fine, OR(dfmto_share_bytes_from(v, '%', '&'), IS('\\')));
  const __m128i sign = OR(IS('='), IS('>')), quote = OR(IS('"'), IS('\''));
  b->word |= dfmto_share_bytes_bits(word, at);
  b->digit |= dfmto_share_bytes_bits(digit, at);
  b->hex |= dfmto_share_bytes_bits(hex, at);
  b->run |= dfmto_share_bytes_bits(OR(OR(word, dash), OR(plus, IS('/'))), at);
  b->special |= dfmto_share_bytes_bits(OR(mark, OR(IS('@'), IS('<'))), at);
  b->joint |= dfmto_share_bytes_bits(OR(OR(dfmto_share_bytes_from(v, '(', '/'), dash), OR(colon, IS(' '))), at);
  b->colon |= dfmto_share_bytes_bits(colon, at);
  b->plus |= dfmto_share_bytes_bits(plus, at);
  b->join |= dfmto_share_bytes_bits(OR(colon, OR(sign, quote)), at);
#undef IS
#undef OR
}
#else
enum { DFMTO_BITS_STEP = 8 };

static inline void dfmto_share_bits_add(struct dfmto_share_bits *b, const uint8_t *p, unsigned at) {
  for (unsigned i = 0; i < DFMTO_BITS_STEP; i++) {
    const uint64_t kind = dfmto_share_kinds[p[i]];
    const unsigned to = at + i;
    b->word |= (kind & 1) << to;
    b->digit |= (kind >> 1 & 1) << to;
    b->hex |= (kind >> 2 & 1) << to;
    b->run |= (kind >> 3 & 1) << to;
    b->special |= (uint64_t)(kind & DFMTO_KIND_SPECIAL && p[i] != '=') << to;
    b->joint |= (uint64_t)((p[i] >= '(' && p[i] <= '/') || (p[i] && strchr(" :_", p[i]))) << to;
    b->colon |= (uint64_t)(p[i] == ':') << to;
    b->plus |= (uint64_t)(p[i] == '+') << to;
    b->join |= (uint64_t)(p[i] && strchr(":=>\"'", p[i])) << to;
  }
}
#endif

#ifdef __SSE2__
/* Which of 32 bytes are blanks, and which are greater. */
static inline void dfmto_share_bits_shown(const uint8_t *p, uint64_t *blank, uint64_t *shown) {
  const __m128i least = _mm_set1_epi8(' ' + 1);
  *blank = *shown = 0;
  for (unsigned at = 0; at < 32; at += 16) {
    const __m128i v = _mm_loadu_si128((const __m128i *)(const void *)(p + at));
    *blank |= dfmto_share_bytes_bits(dfmto_share_bytes_are(v, ' '), at);
    *shown |= dfmto_share_bytes_bits(_mm_cmpeq_epi8(_mm_max_epu8(v, least), v), at);
  }
}
#else
static inline void dfmto_share_bits_shown(const uint8_t *p, uint64_t *blank, uint64_t *shown) {
  *blank = *shown = 0;
  for (unsigned i = 0; i < 32; i++) {
    *blank |= (uint64_t)(p[i] == ' ') << i;
    *shown |= (uint64_t)(p[i] > ' ') << i;
  }
}
#endif

/* Bits of the first n bytes of a text, at most 64; the others are 0. */
static inline struct dfmto_share_bits dfmto_share_bits_of(const uint8_t *p, size_t n) {
  struct dfmto_share_bits b = {0, 0, 0, 0, 0, 0, 0, 0, 0};
  unsigned at = 0;
  if (n > DFMTO_BITS) n = DFMTO_BITS;
  for (; n - at >= DFMTO_BITS_STEP; at += DFMTO_BITS_STEP) dfmto_share_bits_add(&b, p + at, at);
  if (at == n) return b;
  if (n > DFMTO_BITS_STEP) { /* the last bytes, overlapping the step before */
    dfmto_share_bits_add(&b, p + n - DFMTO_BITS_STEP, (unsigned)n - DFMTO_BITS_STEP);
    return b;
  }
  uint8_t rest[DFMTO_BITS_STEP] = {0};
  memcpy(rest, p + at, n - at);
  dfmto_share_bits_add(&b, rest, at);
  return b;
}

/* The same of `word` alone. */
static inline uint64_t dfmto_share_bits_of_words(const uint8_t *p, size_t n) {
#ifdef __SSE2__
  uint64_t bits = 0;
  for (unsigned at = 0; at < DFMTO_BITS && n >= DFMTO_BITS; at += DFMTO_BITS_STEP)
    bits |= dfmto_share_bytes_bits(dfmto_share_bytes_of_words(_mm_loadu_si128((const __m128i *)(const void *)(p + at))),
                                   at);
  if (n >= DFMTO_BITS) return bits;
#endif
  return dfmto_share_bits_of(p, n).word;
}

#endif
