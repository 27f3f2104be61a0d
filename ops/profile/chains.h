/* SPDX-License-Identifier: MIT */
/* The call chains that came last, as the store knows them: most come again. */
#ifndef DFMTO_PROFILE_CHAINS_H
#define DFMTO_PROFILE_CHAINS_H

#include <diagfmt/simpleperf.h>

#include "profile.h"

/* After it stand its frames as they were read, their numbers, and room for as many cells. */
struct dfmto_profile_chain {
  _Alignas(8) uint64_t hash; /* 32-bit x86 aligns it to 4 bytes alone */
  size_t n;                  /* frames */
  struct dfmto_profile_hint hint;
};

/* Where a chain is. */
struct dfmto_profile_chain_slot {
  uint32_t tag; /* of its hash */
  uint32_t at;  /* in `bytes`, in steps of 8 bytes, plus 1; 0: none is kept here */
};

/* Zeroed is empty. */
struct dfmto_profile_chains {
  struct dfmto_profile_chain_slot *slots; /* at most half of them are taken */
  size_t n;
  struct dfmti_buf bytes; /* chains, one after the other */
  struct dfmti_hash_key key;
};

/*
 * A chain is looked for by its hash. Between these steps, each of which asks for what the next one needs, that comes
 * into a near cache; only find() is needed.
 */
uint64_t dfmto_profile_chain_hash(const struct dfmto_profile_chains *x, const dfmt_simpleperf_frame *frames,
                                  uint64_t n);
void dfmto_profile_chain_ask(const struct dfmto_profile_chains *x, uint64_t hash, uint64_t n, bool cells);
/* The first one of that hash; NULL: none is kept. */
const struct dfmto_profile_chain *dfmto_profile_chain_peek(const struct dfmto_profile_chains *x, uint64_t hash);
/* The chain of these frames; NULL: it is not kept. */
struct dfmto_profile_chain *dfmto_profile_chain_find(const struct dfmto_profile_chains *x, uint64_t hash,
                                                     const dfmt_simpleperf_frame *frames, uint64_t n);

/* Keeps a chain, for which others may go; NULL: it is not kept, which is no error. */
struct dfmto_profile_chain *dfmto_profile_chain_keep(struct dfmti_mem *m, struct dfmto_profile_chains *x, uint64_t hash,
                                                     const dfmt_simpleperf_frame *frames, const uint32_t *numbers,
                                                     size_t n);

/* The numbers of its frames, and room for cells. Until the next one is kept. */
static inline const uint32_t *dfmto_profile_chain_numbers(const struct dfmto_profile_chain *c) {
  return (const uint32_t *)(const void *)((const dfmt_simpleperf_frame *)(const void *)(c + 1) + c->n);
}
static inline uint32_t *dfmto_profile_chain_cells(struct dfmto_profile_chain *c) {
  return (uint32_t *)(void *)((dfmt_simpleperf_frame *)(void *)(c + 1) + c->n) + c->n;
}

void dfmto_profile_chains_free(struct dfmti_mem *m, struct dfmto_profile_chains *x);

#endif
