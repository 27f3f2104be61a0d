/* SPDX-License-Identifier: MIT */
/*
 * Keyed digests of contents, for where two contents cannot be compared as only one of them is there at a time. A hash
 * that everybody can compute decides nothing: whoever makes an input can make another one of the same hash. This one
 * is SipHash-2-4 of 128 bits, by a key that no input knows. Results never show it, as it differs from run to run.
 */
#ifndef DFMTI_DIGEST_H
#define DFMTI_DIGEST_H

#include <stdbool.h>

#include "hash_key.h"

struct dfmti_digest {
  uint64_t low, high;
};

/* One in the making. */
struct dfmti_digesting {
  uint64_t v[4];
  uint64_t n;      /* bytes so far */
  uint8_t rest[8]; /* the last n % 8 of them */
};

void dfmti_digest_begin(struct dfmti_digesting *x, struct dfmti_hash_key key);
/* Pieces may be of any size; ptr may be NULL if len is 0. */
void dfmti_digest_add(struct dfmti_digesting *x, const void *ptr, size_t len);
/* Of all that was added, to which more may be added. */
struct dfmti_digest dfmti_digest_end(const struct dfmti_digesting *x);

static inline bool dfmti_digest_same(struct dfmti_digest a, struct dfmti_digest b) {
  return a.low == b.low && a.high == b.high;
}

#endif
