/* SPDX-License-Identifier: MIT */
#include "proof.h"

#include <string.h>

void dfmto_proof_begin(struct dfmto_proving *d, struct dfmti_hash_key key) {
  *d = (struct dfmto_proving){.key = key, .hash = {key.a, key.a, key.a, key.a}};
}

static uint64_t add(struct dfmti_hash_key key, uint64_t hash, const uint8_t *p) {
  uint64_t w[2];
  memcpy(w, p, sizeof w);
  return dfmti_hash_fold(w[0] ^ key.b, w[1] ^ hash);
}

/* Whole blocks. */
static void add_blocks(struct dfmto_proving *d, const uint8_t *p, size_t n) {
  const struct dfmti_hash_key key = d->key;
  uint64_t a = d->hash[0], b = d->hash[1], c = d->hash[2], e = d->hash[3];
  for (; n; n--, p += DFMTO_PROOF_BLOCK) {
    a = add(key, a, p);
    b = add(key, b, p + 16);
    c = add(key, c, p + 32);
    e = add(key, e, p + 48);
  }
  memcpy(d->hash, (const uint64_t[]){a, b, c, e}, sizeof d->hash);
}

void dfmto_proof_feed(struct dfmto_proving *d, const uint8_t *p, size_t n) {
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

struct dfmto_proof dfmto_proof_end(const struct dfmto_proving *d) {
  const size_t n = (size_t)(d->len % sizeof d->rest);
  uint64_t w[2], hash = d->hash[0];
  for (size_t i = 1; i < DFMTO_PROOF_LANES; i++) hash = dfmti_hash_fold(d->hash[i] ^ d->key.b, hash);
  for (size_t i = 0; i + 16 <= n; i += 16) hash = add(d->key, hash, d->rest + i);
  dfmti_hash_load(d->rest + n - n % 16, n % 16, w);
  return (struct dfmto_proof){dfmti_hash_end(d->key, hash, w), d->len, true};
}
