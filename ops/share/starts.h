/* SPDX-License-Identifier: MIT */
/* Finds candidates, 64 bytes at a time: known words by their first bytes, numbers and encoded runs. */
#ifndef DFMTO_SHARE_STARTS_H
#define DFMTO_SHARE_STARTS_H

#include "bits.h"
#include "trie.h"

/* In 64 bytes only words that begin in the first DFMTO_STEP are taken, so that what follows each start is known. */
enum { DFMTO_STEP = 56, DFMTO_AHEAD = DFMTO_BITS - DFMTO_STEP };

enum { DFMTO_LEAST_ENCODED = 16, DFMTO_LEAST_HEX = 12 };

/* Of the bytes before, the last one highest. two, four, twelve: ends of so many bytes of a run. */
struct dfmto_share_before {
  uint64_t word, run, two, four, twelve, plus;
};

/*
 * joins: what may stand between a label and its value. found: candidate words. runs: where one becomes DFMTO_LEAST_HEX
 * long. special: '@' of an e-mail address, or the start of a placeholder, an encoding or a typographic mark, if it is
 * one. word, hex: from the bits.
 */
struct dfmto_share_starts {
  uint64_t found, runs, special, joins, word, hex;
};

/*
 * Finds what begins in the first DFMTO_STEP of n bytes, or in all if these are no more than DFMTO_BITS. look: filter
 * for known words. *b: of the bytes before; updated for the next step.
 */
typedef void dfmto_share_starts_fn(const uint8_t *p, size_t n, const struct dfmto_share_look *look,
                                   struct dfmto_share_before *b, struct dfmto_share_starts *out);

/* The function for vectors of at most so many bytes. */
dfmto_share_starts_fn *dfmto_share_starts_by(unsigned bytes);

#endif
