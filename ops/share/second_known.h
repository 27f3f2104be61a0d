/* SPDX-License-Identifier: MIT */
/* Values that the second scan knows: their first bytes in either case, wherever they stand. */
#ifndef DFMTO_SHARE_SECOND_KNOWN_H
#define DFMTO_SHARE_SECOND_KNOWN_H

#include <string.h>

#include "base/hash.h"
#include "base/mem.h"

enum {
  DFMTO_SHARE_KNOWN_FROM = 6,  /* bytes: shorter values are parts of many words */
  DFMTO_SHARE_KNOWN_MOST = 24, /* bytes that are compared */
  DFMTO_SHARE_KNOWN_PART = 4,  /* bytes of which the filter knows */
  DFMTO_SHARE_KNOWN_PARTS = DFMTO_SHARE_KNOWN_FROM - DFMTO_SHARE_KNOWN_PART + 1 /* of each value, from its first on */
};

/*
 * A tree: `next` has the child of each node for a byte, and `ends` a class, plus 1, for nodes at which a value ends.
 * `may` is a filter on the first parts of values, from each of their first bytes: of a byte it uses the five bits that
 * are the same in either case. Zeroed, it is empty.
 */
struct dfmto_share_known {
  struct dfmti_table next;
  struct dfmti_buf ends; /* of uint8_t, by node */
  struct dfmti_buf may;  /* bits, by part */
};

/* false: no memory; it may be added again. Values that are too short are not added. */
bool dfmto_share_known_add(struct dfmti_mem *m, struct dfmto_share_known *k, uint8_t cls, const uint8_t *p, size_t n);

/* The bit of a part. */
static inline uint32_t dfmto_share_known_bit(const uint8_t part[DFMTO_SHARE_KNOWN_PART]) {
  uint32_t four;
  memcpy(&four, part, sizeof four);
  four &= 0x1f1f1f1f;
  four = (four | four >> 3) & 0x03ff03ff;
  return (four | four >> 6) & 0xfffff;
}

static inline bool dfmto_share_known_may(const struct dfmto_share_known *k,
                                         const uint8_t part[DFMTO_SHARE_KNOWN_PART]) {
  const uint32_t bit = dfmto_share_known_bit(part);
  return k->may.ptr[bit >> 3] >> (bit & 7) & 1;
}

/* The length of the longest known value that a text begins with, and its class; 0: none. */
size_t dfmto_share_known_at(const struct dfmto_share_known *k, const uint8_t *p, size_t n, uint8_t *cls);

void dfmto_share_known_free(struct dfmti_mem *m, struct dfmto_share_known *k);

#endif
