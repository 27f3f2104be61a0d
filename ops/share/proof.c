/* SPDX-License-Identifier: MIT */
#include "proof.h"

#include <string.h>

void dfmto_share_proof_begin(struct dfmto_share_proving *d, struct dfmti_hash_key key) {
  *d = (struct dfmto_share_proving){.key = key};
  for (size_t i = 0; i < DFMTO_PROOF_LANES; i++) d->lanes[i] = (struct dfmti_digest){key.a, key.b};
}

/* The two hashes use the words in opposite order. */
static inline struct dfmti_digest mix(struct dfmti_hash_key key, struct dfmti_digest on, const uint64_t w[2]) {
  return (struct dfmti_digest){dfmti_hash_fold(w[0] ^ key.b, w[1] ^ on.low),
                               dfmti_hash_fold(w[1] ^ key.a, w[0] ^ on.high)};
}

static inline struct dfmti_digest add(struct dfmti_hash_key key, struct dfmti_digest on, const uint8_t *p) {
  uint64_t w[2];
  memcpy(w, p, sizeof w);
  return mix(key, on, w);
}

/* Adds whole blocks. */
static void add_blocks(struct dfmto_share_proving *d, const uint8_t *p, size_t n) {
  const struct dfmti_hash_key key = d->key;
  struct dfmti_digest a = d->lanes[0], b = d->lanes[1], c = d->lanes[2], e = d->lanes[3];
  for (; n; n--, p += DFMTO_PROOF_BLOCK) {
    a = add(key, a, p);
    b = add(key, b, p + 16);
    c = add(key, c, p + 32);
    e = add(key, e, p + 48);
  }
  memcpy(d->lanes, (const struct dfmti_digest[]){a, b, c, e}, sizeof d->lanes);
}

void dfmto_share_proof_feed(struct dfmto_share_proving *d, const uint8_t *p, size_t n) {
  const size_t have = (size_t)(d->len % sizeof d->rest), part = dfmti_min(n, sizeof d->rest - have);
  if (!n) return;
  d->len += n;
  if (have) {
    memcpy(d->rest + have, p, part);
    if (have + part < sizeof d->rest) return;
    add_blocks(d, d->rest, 1);
    p += part;
    n -= part;
  }
  add_blocks(d, p, n / sizeof d->rest);
  if (n % sizeof d->rest) memcpy(d->rest, p + n - n % sizeof d->rest, n % sizeof d->rest);
}

struct dfmto_share_proof dfmto_share_proof_end(const struct dfmto_share_proving *d) {
  const size_t n = (size_t)(d->len % sizeof d->rest);
  struct dfmti_digest hash = d->lanes[0];
  uint64_t w[2];
  for (size_t i = 1; i < DFMTO_PROOF_LANES; i++) {
    hash.low = dfmti_hash_fold(d->lanes[i].low ^ d->key.b, hash.low);
    hash.high = dfmti_hash_fold(d->lanes[i].high ^ d->key.a, hash.high);
  }
  for (size_t i = 0; i + 16 <= n; i += 16) hash = add(d->key, hash, d->rest + i);
  dfmti_hash_load(d->rest + n - n % 16, n % 16, w);
  hash = mix(d->key, hash, w);
  return (struct dfmto_share_proof){mix(d->key, hash, (const uint64_t[]){d->len, 0}), d->len, true};
}
