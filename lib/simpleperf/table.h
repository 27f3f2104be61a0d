/* SPDX-License-Identifier: MIT */
/* A hash table from keys to 64-bit values, and a store of bytes that stay where they are: for names. */
#ifndef DFMTI_SIMPLEPERF_TABLE_H
#define DFMTI_SIMPLEPERF_TABLE_H

#include "../mem.h"

struct dfmti_slot {
  uint64_t hash; /* 0: free */
  uint64_t value;
};

/* Open addressing, at most half full. Zeroed is empty. */
struct dfmti_table {
  struct dfmti_slot *slots;
  size_t n, cap; /* cap: a power of two, or 0 */
};

/*
 * Where hashes of one table start. It is an address, which those who made the input do not know: so they cannot make
 * names that all fall on one slot. What is found does not depend on it.
 */
uint64_t dfmti_hash_seed(const void *table);
/* Of a number: different for different ones, never 0. Of bytes, on top of another hash or a seed: never 0. */
uint64_t dfmti_hash_number(uint64_t seed, uint32_t v);
uint64_t dfmti_hash_bytes(uint64_t h, const void *ptr, size_t len);

/* Whether a value is what is looked for; NULL where equal hashes say so. */
typedef bool (*dfmti_same_fn)(const void *user, uint64_t value);

/* The slot of a key, to be read or overwritten; NULL: none. */
struct dfmti_slot *dfmti_table_find(const struct dfmti_table *t, uint64_t hash, dfmti_same_fn same, const void *user);

/* Makes room, so that the next add() cannot fail. false: no memory. */
bool dfmti_table_reserve(struct dfmti_mem *m, struct dfmti_table *t);
/* Adds a key that is not there; reserve() was called. */
void dfmti_table_add(struct dfmti_table *t, uint64_t hash, uint64_t value);
void dfmti_table_free(struct dfmti_mem *m, struct dfmti_table *t);

/* Bytes kept in pieces that never move. Zeroed is empty. */
struct dfmti_store {
  struct dfmti_store_piece *last;
};

/* A copy of len bytes, not NULL but for want of memory. */
const char *dfmti_store_add(struct dfmti_mem *m, struct dfmti_store *s, const void *ptr, size_t len);
void dfmti_store_free(struct dfmti_mem *m, struct dfmti_store *s);

#endif
