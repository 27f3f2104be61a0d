/* SPDX-License-Identifier: MIT */
/* Values that the second scan knows: their first bytes in either case, wherever they stand. */
#ifndef DFMTO_SHARE_SECOND_KNOWN_H
#define DFMTO_SHARE_SECOND_KNOWN_H

#include "base/hash.h"
#include "base/mem.h"

enum {
  DFMTO_SHARE_KNOWN_FROM = 6, /* bytes: shorter values are parts of many words */
  DFMTO_SHARE_KNOWN_MOST = 24 /* bytes that are compared */
};

/*
 * A tree: `next` has the child of each node for a byte, and `ends` a class, plus 1, for nodes at which a value ends.
 * `may` is a filter on the first four bytes of values: of each it uses the five bits that are the same in either case.
 * Zeroed, it is empty.
 */
struct dfmto_share_known {
  struct dfmti_table next;
  struct dfmti_buf ends; /* of uint8_t, by node */
  struct dfmti_buf may;  /* bits, by four bytes */
};

/* false: no memory; it may be added again. Values that are too short are not added. */
bool dfmto_share_known_add(struct dfmti_mem *m, struct dfmto_share_known *k, uint8_t cls, const uint8_t *p, size_t n);

/* The four bytes that end with c, after those before it. */
static inline uint32_t dfmto_share_known_four(uint32_t before, uint8_t c) {
  enum { FOUR = 20 }; /* bits */
  return (before << 5 | (c & 31)) & ((1U << FOUR) - 1);
}

static inline bool dfmto_share_known_may(const struct dfmto_share_known *k, uint32_t four) {
  return k->may.len && k->may.ptr[four >> 3] >> (four & 7) & 1;
}

/* The length of the longest known value that a text begins with, and its class; 0: none. */
size_t dfmto_share_known_at(const struct dfmto_share_known *k, const uint8_t *p, size_t n, uint8_t *cls);

void dfmto_share_known_free(struct dfmti_mem *m, struct dfmto_share_known *k);

#endif
