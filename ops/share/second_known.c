/* SPDX-License-Identifier: MIT */
#include "second_known.h"

#include <string.h>

enum { MAY = 1 << 17 }; /* bytes */

static uint8_t folded(uint8_t c) { return c >= 'A' && c <= 'Z' ? (uint8_t)(c + ('a' - 'A')) : c; }

static uint64_t edge(uint64_t node, uint8_t c) { return node << 8 | folded(c); }

/* The root, and bits. */
static bool begin(struct dfmti_mem *m, struct dfmto_share_known *k) {
  static const uint8_t none = 0;
  if (!k->ends.len && !dfmti_buf_append(m, &k->ends, &none, 1)) return false;
  if (k->may.len) return true;
  if (!dfmti_buf_reserve(m, &k->may, MAY)) return false;
  memset(k->may.ptr, 0, MAY);
  k->may.len = MAY;
  return true;
}

/* Goes to the child of a node, and makes it if it is not there. false: no memory. */
static bool child(struct dfmti_mem *m, struct dfmto_share_known *k, uint64_t *node, uint8_t c) {
  static const uint8_t none = 0;
  if (!dfmti_table_reserve(m, &k->next)) return false;
  uint64_t to = dfmti_table_number(&k->next, edge(*node, c));
  if (!to) {
    to = k->ends.len;
    if (!dfmti_buf_append(m, &k->ends, &none, 1)) return false;
    dfmti_table_add(&k->next, dfmti_hash_number(k->next.key, edge(*node, c)), to);
  }
  *node = to;
  return true;
}

bool dfmto_share_known_add(struct dfmti_mem *m, struct dfmto_share_known *k, uint8_t cls, const uint8_t *p, size_t n) {
  uint64_t node = 0;
  if (n < DFMTO_SHARE_KNOWN_FROM) return true;
  if (!begin(m, k)) return false;
  for (size_t i = 0; i < dfmti_min(n, DFMTO_SHARE_KNOWN_MOST); i++)
    if (!child(m, k, &node, p[i])) return false;
  k->ends.ptr[node] = (uint8_t)(cls + 1);
  for (size_t i = 0; i < DFMTO_SHARE_KNOWN_PARTS; i++) {
    const uint32_t bit = dfmto_share_known_bit(p + i);
    k->may.ptr[bit >> 3] |= (uint8_t)(1U << (bit & 7));
  }
  return true;
}

size_t dfmto_share_known_at(const struct dfmto_share_known *k, const uint8_t *p, size_t n, uint8_t *cls) {
  uint64_t node = 0;
  size_t longest = 0;
  for (size_t i = 0; i < n && (node = dfmti_table_number(&k->next, edge(node, p[i]))) != 0; i++) {
    if (!k->ends.ptr[node]) continue;
    *cls = (uint8_t)(k->ends.ptr[node] - 1);
    longest = i + 1;
  }
  return longest;
}

void dfmto_share_known_free(struct dfmti_mem *m, struct dfmto_share_known *k) {
  dfmti_table_free(m, &k->next);
  dfmti_buf_free(m, &k->ends);
  dfmti_buf_free(m, &k->may);
}
