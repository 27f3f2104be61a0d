/* SPDX-License-Identifier: MIT */
#include "digest.h"

#include "little_endian.h"
#include "mem.h"

enum { ROUNDS = 2, LAST_ROUNDS = 4 };

static uint64_t rotate(uint64_t x, int by) { return x << by | x >> (64 - by); }

static inline void mix(uint64_t v[4], int rounds) {
  for (int i = 0; i < rounds; i++) {
    v[0] += v[1];
    v[2] += v[3];
    v[1] = rotate(v[1], 13) ^ v[0];
    v[3] = rotate(v[3], 16) ^ v[2];
    v[0] = rotate(v[0], 32);
    v[2] += v[1];
    v[0] += v[3];
    v[1] = rotate(v[1], 17) ^ v[2];
    v[3] = rotate(v[3], 21) ^ v[0];
    v[2] = rotate(v[2], 32);
  }
}

static inline void add_word(uint64_t v[4], uint64_t word) {
  v[3] ^= word;
  mix(v, ROUNDS);
  v[0] ^= word;
}

void dfmti_digest_begin(struct dfmti_digesting *x, struct dfmti_hash_key key) {
  *x = (struct dfmti_digesting){.v = {key.a ^ UINT64_C(0x736f6d6570736575),
                                      key.b ^ UINT64_C(0x646f72616e646f6d) ^ 0xee, /* 128 bits are asked for */
                                      key.a ^ UINT64_C(0x6c7967656e657261), key.b ^ UINT64_C(0x7465646279746573)}};
}

void dfmti_digest_add(struct dfmti_digesting *x, const void *ptr, size_t len) {
  const uint8_t *p = ptr;
  const size_t have = (size_t)(x->n % sizeof x->rest);
  uint64_t v[4];
  if (!len) return;
  memcpy(v, x->v, sizeof v);
  x->n += len;
  if (have) {
    const size_t part = dfmti_min(len, sizeof x->rest - have);
    memcpy(x->rest + have, p, part);
    if (have + part < sizeof x->rest) return;
    add_word(v, dfmti_load_le64(x->rest));
    p += part;
    len -= part;
  }
  for (; len >= sizeof x->rest; p += sizeof x->rest, len -= sizeof x->rest) add_word(v, dfmti_load_le64(p));
  if (len) memcpy(x->rest, p, len);
  memcpy(x->v, v, sizeof v);
}

struct dfmti_digest dfmti_digest_end(const struct dfmti_digesting *x) {
  uint64_t v[4], word = x->n << 56;
  memcpy(v, x->v, sizeof v);
  for (size_t i = 0; i < x->n % sizeof x->rest; i++) word |= (uint64_t)x->rest[i] << 8 * i;
  add_word(v, word);
  v[2] ^= 0xee;
  mix(v, LAST_ROUNDS);
  const uint64_t low = v[0] ^ v[1] ^ v[2] ^ v[3];
  v[1] ^= 0xdd;
  mix(v, LAST_ROUNDS);
  return (struct dfmti_digest){low, v[0] ^ v[1] ^ v[2] ^ v[3]};
}
