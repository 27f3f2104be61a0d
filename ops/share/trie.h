/* SPDX-License-Identifier: MIT */
/*
 * Words that may stand at a place of a text, all looked for at once: a tree of bytes, in one hash table. Words begin
 * where the text's own words begin, so that it is asked only there, and then only if a first look at a few bytes says
 * that one may stand there.
 */
#ifndef DFMTO_SHARE_TRIE_H
#define DFMTO_SHARE_TRIE_H

#include "base/hash.h"
#include "base/mem.h"

enum { DFMTO_TRIE_LOOK = 8192 }; /* bytes */

/* Zeroed is empty. */
struct dfmto_trie {
  struct dfmti_table steps; /* from node << 8 | byte to the next node */
  struct dfmti_buf ends;    /* of uint32_t, for each node: the number of the word that ends there, plus 1 */
  uint8_t look[DFMTO_TRIE_LOOK];
};

/* Bytes that it needs. */
uint64_t dfmto_trie_size(const struct dfmto_trie *t);

/* Adds a word; one that is there keeps its number unless `again`. false: no memory. */
bool dfmto_trie_add(struct dfmti_mem *m, struct dfmto_trie *t, const uint8_t *word, size_t len, uint32_t number,
                    bool again);

/* A place of `look` for the first three bytes, as the words were added with. */
static inline uint32_t dfmto_trie_place(uint8_t a, uint8_t b, uint8_t c) {
  return ((uint32_t)a << 11 ^ (uint32_t)b << 5 ^ (uint32_t)c * 0x9e3u) & (DFMTO_TRIE_LOOK * 8 - 1);
}

static inline bool dfmto_trie_may(const struct dfmto_trie *t, uint8_t a, uint8_t b, uint8_t c) {
  uint32_t i = dfmto_trie_place(a, b, c);
  return t->look[i / 8] >> i % 8 & 1;
}

/* The node after a byte; 0: none. The first node is 0. */
static inline uint32_t dfmto_trie_step(const struct dfmto_trie *t, uint32_t node, uint8_t c) {
  return (uint32_t)dfmti_table_number(&t->steps, ((uint64_t)node << 8 | c) + 1);
}

/* The number of the word that ends at a node, plus 1; 0: none does. */
static inline uint32_t dfmto_trie_end(const struct dfmto_trie *t, uint32_t node) {
  return ((const uint32_t *)(const void *)t->ends.ptr)[node];
}

void dfmto_trie_free(struct dfmti_mem *m, struct dfmto_trie *t);

#endif
