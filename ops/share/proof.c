/* SPDX-License-Identifier: MIT */
#include "proof.h"

#include <string.h>

void dfmto_proof_begin(struct dfmto_proving *d, struct dfmti_hash_key key) {
  *d = (struct dfmto_proving){.key = key, .hash = key.a};
}

static uint64_t add(const struct dfmto_proving *d, uint64_t hash, const uint8_t *p) {
  uint64_t w[2];
  memcpy(w, p, sizeof w);
  return dfmti_hash_fold(w[0] ^ d->key.b, w[1] ^ hash);
}

void dfmto_proof_feed(struct dfmto_proving *d, const uint8_t *p, size_t n) {
  const size_t have = (size_t)(d->len % sizeof d->rest), part = dfmti_min(n, sizeof d->rest - have);
  if (!n) return;
  d->len += n;
  if (have) {
    memcpy(d->rest + have, p, part);
    if (have + part < sizeof d->rest) return;
    d->hash = add(d, d->hash, d->rest);
    p += part;
    n -= part;
  }
  for (; n >= sizeof d->rest; p += sizeof d->rest, n -= sizeof d->rest) d->hash = add(d, d->hash, p);
  if (n) memcpy(d->rest, p, n);
}

struct dfmto_proof dfmto_proof_end(const struct dfmto_proving *d) {
  uint64_t w[2];
  dfmti_hash_load(d->rest, (size_t)(d->len % sizeof d->rest), w);
  return (struct dfmto_proof){dfmti_hash_end(d->key, d->hash, w), d->len, true};
}
