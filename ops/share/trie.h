/* SPDX-License-Identifier: MIT */
/*
 * Words to find at a place of a text, all at once: a tree of bytes in one hash table. Words begin where the text's own
 * words begin, so lookups are made only there, and only if a filter on a few bytes passes.
 */
#ifndef DFMTO_SHARE_TRIE_H
#define DFMTO_SHARE_TRIE_H

#include <string.h>

#include "base/hash.h"
#include "base/mem.h"

enum { DFMTO_LOOK = 8192 }; /* bytes */

/* A filter: a bit for each possible start of a word. */
struct dfmto_share_look {
  uint8_t bits[DFMTO_LOOK];
};

/* Nodes that a word adds are a row, one after another, so that the rest of a long word is compared at once. */
struct dfmto_share_trie_node {
  uint32_t word; /* the number of the word that ends here, plus 1 */
  uint32_t row;  /* the last node of its row */
  uint32_t last; /* the last node of its row up to this one at which a word ends; 0: none */
};

/* Zeroed is empty. */
struct dfmto_share_trie {
  struct dfmti_table steps; /* node << 8 | byte to next node */
  struct dfmti_buf nodes;   /* of struct dfmto_share_trie_node */
  struct dfmti_buf bytes;   /* by node: that which leads to it */
  struct dfmto_share_look look;
  struct dfmto_share_look more; /* the same by 12 or 8 bytes of long words, and by 4 of others */
};

/* Its size in bytes. */
uint64_t dfmto_share_trie_size(const struct dfmto_share_trie *t);

/* Adds a word of at least three bytes; an existing one keeps its number unless `again`. false: no memory. */
bool dfmto_share_trie_add(struct dfmti_mem *m, struct dfmto_share_trie *t, const uint8_t *word, size_t len,
                          uint32_t number, bool again);

/* Index of the first four bytes, ignoring case. */
static inline uint32_t dfmto_share_look_place(const uint8_t p[4]) {
  uint32_t v;
  memcpy(&v, p, sizeof v);
  return ((v | 0x20202020u) * 0x9e3779b1u) >> 16;
}

static inline bool dfmto_share_look_at(const struct dfmto_share_look *l, const uint8_t p[4]) {
  const uint32_t i = dfmto_share_look_place(p);
  return l->bits[i / 8] >> (i & 7) & 1;
}

/* Adds the start of a word. next: possible successors of one of three bytes; NULL: any. */
void dfmto_share_look_add(struct dfmto_share_look *l, const uint8_t *word, size_t len, const char *next);

/* Whether a word of the trie may be at the start of n bytes, at least four. */
bool dfmto_share_trie_may_more(const struct dfmto_share_trie *t, const uint8_t *p, size_t n);
static inline bool dfmto_share_trie_may(const struct dfmto_share_trie *t, const uint8_t *p, size_t n) {
  return dfmto_share_look_at(&t->look, p) && dfmto_share_trie_may_more(t, p, n);
}

/* The node after a byte; 0: none. The first node is 0. */
static inline uint32_t dfmto_share_trie_step(const struct dfmto_share_trie *t, uint32_t node, uint8_t c) {
  return (uint32_t)dfmti_table_number(&t->steps, ((uint64_t)node << 8 | c) + 1);
}

static inline struct dfmto_share_trie_node *dfmto_share_trie_at(const struct dfmto_share_trie *t, uint32_t node) {
  return (struct dfmto_share_trie_node *)(void *)t->nodes.ptr + node;
}

/* The number of the word that ends at a node, plus 1; 0: none. */
static inline uint32_t dfmto_share_trie_end(const struct dfmto_share_trie *t, uint32_t node) {
  return dfmto_share_trie_at(t, node)->word;
}

/* How many nodes of a row after this one a text goes along. */
size_t dfmto_share_trie_along(const struct dfmto_share_trie *t, uint32_t node, const uint8_t *p, size_t n);

/* The number of a word, plus 1; 0: it is none. */
static inline uint32_t dfmto_share_trie_find(const struct dfmto_share_trie *t, const uint8_t *word, size_t len) {
  uint32_t node = 0;
  for (size_t i = 0; i < len; i++)
    if (!(node = dfmto_share_trie_step(t, node, word[i]))) return 0;
  return t->nodes.len ? dfmto_share_trie_end(t, node) : 0;
}

void dfmto_share_trie_free(struct dfmti_mem *m, struct dfmto_share_trie *t);

#endif
