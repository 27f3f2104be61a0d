/* SPDX-License-Identifier: MIT */
/* Where something may begin, 64 bytes at a time: known words by their first bytes, numbers and what is encoded. */
#ifndef DFMTO_SHARE_STARTS_H
#define DFMTO_SHARE_STARTS_H

#include "bits.h"
#include "trie.h"

/* Of 64 bytes words begin in so many, so that what comes after the start of each is known. */
enum { DFMTO_STEP = 56, DFMTO_AHEAD = DFMTO_BITS - DFMTO_STEP };

enum { DFMTO_LEAST_ENCODED = 16, DFMTO_LEAST_HEX = 12 };

/* Of the bytes before, the last one being the highest. two, four, twelve: so many of a run end there. */
struct dfmto_share_before {
  uint64_t word, run, two, four, twelve, plus;
};

/* found: words that may be something. runs: where one has become DFMTO_LEAST_HEX long. word, hex: as of bits. */
struct dfmto_share_starts {
  uint64_t found, runs, special, word, hex;
};

/*
 * Looks at what begins in the first DFMTO_STEP of n bytes, or in all if these are no more than DFMTO_BITS. look: of
 * known words. *b: of the bytes before, and then before the next step.
 */
typedef void dfmto_share_starts_fn(const uint8_t *p, size_t n, const struct dfmto_share_look *look,
                                   struct dfmto_share_before *b, struct dfmto_share_starts *out);

/* The one for vectors of so many bytes at most. */
dfmto_share_starts_fn *dfmto_share_starts_by(unsigned bytes);

#endif
