/* SPDX-License-Identifier: MIT */
/* One step for each instruction set: compiled completely for the set, so that bits stay in registers. */
#include "starts.h"

#include "bits_wide.h"

#define INLINE __attribute__((always_inline)) static inline

/* Where a run becomes DFMTO_LEAST_HEX long. */
INLINE uint64_t long_runs(struct dfmto_share_before *b, uint64_t run) {
  const uint64_t two = run & dfmto_share_bits_before(run, b->run, 1),
                 four = two & dfmto_share_bits_before(two, b->two, 2);
  const uint64_t eight = four & dfmto_share_bits_before(four, b->four, 4);
  const uint64_t twelve = eight & dfmto_share_bits_before(four, b->four, 8);
  const uint64_t first = twelve & ~dfmto_share_bits_before(twelve, b->twelve, 1);
  b->run = run << DFMTO_AHEAD;
  b->two = two << DFMTO_AHEAD;
  b->four = four << DFMTO_AHEAD;
  b->twelve = twelve << DFMTO_AHEAD;
  return first;
}

/* Of words, those that may begin a place, "eyJ…", or a known value. */
INLINE uint64_t may_be_known(const struct dfmto_share_look *look, const uint8_t *p, size_t n, uint64_t words) {
  uint64_t found = 0;
  if (n < DFMTO_BITS + 3) words &= n < 4 ? 0 : (UINT64_C(1) << (n - 3)) - 1; /* no candidate is shorter */
  for (; words; words &= words - 1) {
    const unsigned i = (unsigned)__builtin_ctzll(words);
    found |= (uint64_t)dfmto_share_look_at(look, p + i) << i;
  }
  return found;
}

/*
 * Of words, those that may be numbers by their form, or known numbers with separators: up to four digits, decimal or
 * hexadecimal, that continue after one or two bytes, long ones, and some more after '+'.
 */
INLINE uint64_t may_be_numbers(const struct dfmto_share_bits *b, uint64_t plus, uint64_t words) {
  const uint64_t w = b->word, h = b->hex, hh = h & h >> 1, hhh = hh & h >> 2, hhhh = hh & hh >> 2;
  const uint64_t ends = b->joint, goes_on = ends & (h >> 1 | (ends >> 1 & h >> 2) | (b->colon & b->colon >> 1));
  const uint64_t brief = (h & goes_on >> 1) | (hh & goes_on >> 2) | (hhh & goes_on >> 3) | (hhhh & goes_on >> 4);
  const uint64_t two = w & w >> 1, four = two & two >> 2, eight = four & four >> 4;
  const uint64_t five = hhhh & h >> 4, six = five & h >> 5, seven = six & h >> 6;
  const uint64_t abroad = (five & ends >> 5) | (six & ends >> 6) | (seven & ends >> 7);
  return words &
         (brief | (b->digit & eight) | (hhhh & hhhh >> 4) | (abroad & dfmto_share_bits_before(b->plus, plus, 1)));
}

INLINE void step(struct dfmto_share_bits bits, const uint8_t *p, size_t n, const struct dfmto_share_look *look,
                 struct dfmto_share_before *b, struct dfmto_share_starts *out) {
  const uint64_t here = n > DFMTO_BITS ? (UINT64_C(1) << DFMTO_STEP) - 1 : UINT64_MAX;
  const uint64_t words = bits.word & ~dfmto_share_bits_before(bits.word, b->word, 1) & here;
  out->runs = long_runs(b, bits.run) & here;
  out->found = may_be_known(look, p, n, words) | may_be_numbers(&bits, b->plus, words);
  out->special = bits.special & here;
  out->joins = bits.join & here;
  out->word = bits.word;
  out->hex = bits.hex;
  b->word = bits.word << DFMTO_AHEAD;
  b->plus = bits.plus << DFMTO_AHEAD;
}

static void step_plain(const uint8_t *p, size_t n, const struct dfmto_share_look *look, struct dfmto_share_before *b,
                       struct dfmto_share_starts *out) {
  step(dfmto_share_bits_of(p, n), p, n, look, b, out);
}

#ifdef DFMTO_BITS_WIDE
DFMTO_AVX2 static void step_avx2(const uint8_t *p, size_t n, const struct dfmto_share_look *look,
                                 struct dfmto_share_before *b, struct dfmto_share_starts *out) {
  step(dfmto_share_bits_avx2(p, n), p, n, look, b, out);
}

DFMTO_VBMI static void step_vbmi(const uint8_t *p, size_t n, const struct dfmto_share_look *look,
                                 struct dfmto_share_before *b, struct dfmto_share_starts *out) {
  step(dfmto_share_bits_vbmi(p, n), p, n, look, b, out);
}
#endif

dfmto_share_starts_fn *dfmto_share_starts_by(unsigned bytes) {
#ifdef DFMTO_BITS_WIDE
  if (bytes >= 64 && dfmto_share_have_vbmi()) return step_vbmi;
  if (bytes >= 32 && dfmto_share_have_avx2()) return step_avx2;
#else
  (void)bytes;
#endif
  return step_plain;
}
