/* SPDX-License-Identifier: MIT */
/*
 * Proofs of texts that were scanned completely as written: the check does not scan a text again that is read back
 * unchanged.
 */
#ifndef DFMTO_SHARE_PROOF_H
#define DFMTO_SHARE_PROOF_H

#include "base/digest.h"
#include "base/mem.h"

enum { DFMTO_PROOF_LANES = 4, DFMTO_PROOF_BLOCK = 16 * DFMTO_PROOF_LANES };

/*
 * Hash of bytes that come in pieces of any size. Each sixteen of a block have two keyed hashes of their own, together
 * 128 bits; these are independent, which makes it many times as fast as base/digest.h.
 */
struct dfmto_share_proving {
  struct dfmti_hash_key key;
  struct dfmti_digest lanes[DFMTO_PROOF_LANES];
  uint64_t len;
  uint8_t rest[DFMTO_PROOF_BLOCK];
};

struct dfmto_share_proof {
  struct dfmti_digest hash;
  uint64_t len;
  bool is; /* false: the text must be scanned */
};

void dfmto_share_proof_begin(struct dfmto_share_proving *d, struct dfmti_hash_key key);
void dfmto_share_proof_feed(struct dfmto_share_proving *d, const uint8_t *p, size_t n);
struct dfmto_share_proof dfmto_share_proof_end(const struct dfmto_share_proving *d);

/* One for each entry of the output, in order. */
static inline struct dfmto_share_proof *dfmto_share_proof_at(const struct dfmti_buf *list, size_t i) {
  return i < list->len / sizeof(struct dfmto_share_proof) ? (struct dfmto_share_proof *)(void *)list->ptr + i : NULL;
}

#endif
