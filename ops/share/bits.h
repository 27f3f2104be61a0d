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

/*
 * Classifies the bytes of a vector with the operations of an instruction set: V is the result of a comparison,
 * OP##put() adds its bits to a number.
 */
#define DFMTO_BITS_KINDS(V, OP, b, v) \
  do { \
    const V digit = OP##from(v, '0', '9'), hex = OP## or (digit, OP##from(OP##low(v), 'a', 'f')); \
    const V word = OP## or (OP## or (digit, OP##from(OP##low(v), 'a', 'z')), OP##high(v)); \
    const V dash = OP## or (OP##is(v, '-'), OP##is(v, '_')), plus = OP##is(v, '+'), colon = OP##is(v, ':'); \
    const V fine = OP## or (OP##is(v, (char)DFMTO_FINE), OP##is(v, (char)DFMTO_FINE_LATIN)); \
    const V mark = OP## or (fine, OP## or (OP##from(v, '%', '&'), OP##is(v, '\\'))); \
    OP##put((b)->word, word); \
    OP##put((b)->digit, digit); \
    OP##put((b)->hex, hex); \
    OP##put((b)->run, OP## or (OP## or (word, dash), OP## or (plus, OP##is(v, '/')))); \
    OP##put((b)->special, OP## or (mark, OP## or (OP##is(v, '@'), OP##is(v, '<')))); \
    OP##put((b)->joint, OP## or (OP## or (OP##from(v, '(', '/'), dash), OP## or (colon, OP##is(v, ' ')))); \
    OP##put((b)->colon, colon); \
    OP##put((b)->plus, plus); \
    const V sign = OP## or (OP##is(v, '='), OP##is(v, '>')), quote = OP## or (OP##is(v, '"'), OP##is(v, '\'')); \
    OP##put((b)->join, OP## or (colon, OP## or (sign, quote))); \
  } while (0)

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

#define dfmto_share_narrow_from dfmto_share_bytes_from
#define dfmto_share_narrow_is dfmto_share_bytes_are
#define dfmto_share_narrow_or _mm_or_si128
#define dfmto_share_narrow_low(v) _mm_or_si128(v, _mm_set1_epi8(' '))
#define dfmto_share_narrow_high(v) _mm_cmpgt_epi8(_mm_setzero_si128(), v)
#define dfmto_share_narrow_put(to, v) (to) |= dfmto_share_bytes_bits(v, at)

static inline void dfmto_share_bits_add(struct dfmto_share_bits *b, const uint8_t *p, unsigned at) {
  const __m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
  DFMTO_BITS_KINDS(__m128i, dfmto_share_narrow_, b, v);
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

#endif
