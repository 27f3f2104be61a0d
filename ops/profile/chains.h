/* SPDX-License-Identifier: MIT */
/* Cache of the last call chains with their frames in the store: most chains recur. */
#ifndef DFMTO_PROFILE_CHAINS_H
#define DFMTO_PROFILE_CHAINS_H

#include <diagfmt/simpleperf.h>

#include "profile.h"

/* Followed by its frames as read, their numbers, and room for as many cells. */
struct dfmto_profile_chain {
  _Alignas(8) uint64_t hash; /* 32-bit x86 would align it to 4 bytes only */
  size_t n;                  /* frames */
  struct dfmto_profile_hint hint;
};

/* Position of a chain. */
struct dfmto_profile_chain_slot {
  uint32_t tag; /* of its hash */
  uint32_t at;  /* in `bytes`, in steps of 8 bytes, plus 1; 0: none */
};

/* Zeroed is empty. */
struct dfmto_profile_chains {
  struct dfmto_profile_chain_slot *slots; /* at most half of them are used */
  size_t n;
  struct dfmti_buf bytes; /* consecutive chains */
  struct dfmti_hash_key key;
};

/* A chain is found by its hash. Each of these steps fetches the data for the next one; only find() is needed. */
uint64_t dfmto_profile_chain_hash(const struct dfmto_profile_chains *x, const dfmt_simpleperf_frame *frames,
                                  uint64_t n);
void dfmto_profile_chain_ask(const struct dfmto_profile_chains *x, uint64_t hash, uint64_t n, bool cells);
/* The first chain with that hash; NULL: none. */
const struct dfmto_profile_chain *dfmto_profile_chain_peek(const struct dfmto_profile_chains *x, uint64_t hash);
/* The chain of these frames; NULL: not cached. */
struct dfmto_profile_chain *dfmto_profile_chain_find(const struct dfmto_profile_chains *x, uint64_t hash,
                                                     const dfmt_simpleperf_frame *frames, uint64_t n);

/* Adds a chain, possibly removing others; NULL: not added, which is not an error. */
struct dfmto_profile_chain *dfmto_profile_chain_keep(struct dfmti_mem *m, struct dfmto_profile_chains *x, uint64_t hash,
                                                     const dfmt_simpleperf_frame *frames, const uint32_t *numbers,
                                                     size_t n);

/* The numbers of its frames, and room for cells. Valid until the next one is added. */
static inline const uint32_t *dfmto_profile_chain_numbers(const struct dfmto_profile_chain *c) {
  return (const uint32_t *)(const void *)((const dfmt_simpleperf_frame *)(const void *)(c + 1) + c->n);
}
static inline uint32_t *dfmto_profile_chain_cells(struct dfmto_profile_chain *c) {
  return (uint32_t *)(void *)((dfmt_simpleperf_frame *)(void *)(c + 1) + c->n) + c->n;
}

void dfmto_profile_chains_free(struct dfmti_mem *m, struct dfmto_profile_chains *x);

#endif
