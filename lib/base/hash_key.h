/* SPDX-License-Identifier: MIT */
/*
 * Keyed hashes. Whoever makes an input does not know the key, and so cannot make names or numbers that all fall on one
 * place of a table. What is found, and the order of anything that is handed out, never depends on the key.
 */
#ifndef DFMTI_HASH_KEY_H
#define DFMTI_HASH_KEY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct dfmti_hash_key {
  uint64_t a, b; /* b is odd; 0: not made yet */
};

/*
 * From a seed, or with seed 0 from the system's random source. Where that has nothing to give, from the time, the
 * process's id and addresses: hard to guess, but not secret.
 */
struct dfmti_hash_key dfmti_hash_key(uint64_t seed);

/* Of a number, one to one: equal hashes are equal numbers. */
static inline uint64_t dfmti_hash_number(struct dfmti_hash_key key, uint64_t v) {
  uint64_t h = (v ^ key.a) * key.b;
  h = (h ^ h >> 32) * UINT64_C(0x9e3779b97f4a7c15);
  return h ^ h >> 29;
}

/* The two halves of a product, one over the other. */
static inline uint64_t dfmti_hash_fold(uint64_t x, uint64_t y) {
#ifdef __SIZEOF_INT128__
  __extension__ unsigned __int128 product = (unsigned __int128)x * y;
  return (uint64_t)product ^ (uint64_t)(product >> 64);
#else
  uint64_t xl = (uint32_t)x, xh = x >> 32, yl = (uint32_t)y, yh = y >> 32;
  uint64_t low = xl * yl, one = xh * yl + (low >> 32), two = xl * yh + (uint32_t)one;
  return (two << 32 | (uint32_t)low) ^ (xh * yh + (one >> 32) + (two >> 32));
#endif
}

/* Up to 16 bytes as two numbers, those of shorter ones alike only if the bytes are. */
static inline void dfmti_hash_load(const uint8_t *p, size_t len, uint64_t w[2]) {
  uint32_t low, high;
  w[0] = w[1] = 0;
  if (len >= 8) {
    memcpy(&w[0], p, 8);
    memcpy(&w[1], p + len - 8, 8);
  } else if (len >= 4) {
    memcpy(&low, p, 4);
    memcpy(&high, p + len - 4, 4);
    w[0] = (uint64_t)high << 32 | low;
  } else if (len) {
    w[0] = (uint64_t)p[0] << 16 | (uint64_t)p[len / 2] << 8 | p[len - 1];
  }
}

static inline uint64_t dfmti_hash_end(struct dfmti_hash_key key, uint64_t h, const uint64_t w[2]) {
  h = dfmti_hash_fold(w[0] ^ key.b, w[1] ^ h);
  return dfmti_hash_fold(h ^ key.a, key.b);
}

/* Of up to 16 bytes that are loaded: as dfmti_hash_bytes(key, 0, …). */
static inline uint64_t dfmti_hash_short(struct dfmti_hash_key key, const uint64_t w[2], size_t len) {
  return dfmti_hash_end(key, key.a ^ len, w);
}

/* Of bytes, on top of another hash, or 0. */
static inline uint64_t dfmti_hash_bytes(struct dfmti_hash_key key, uint64_t on, const void *ptr, size_t len) {
  const uint8_t *p = (const uint8_t *)ptr;
  uint64_t h = on ^ key.a ^ len, w[2];
  for (; len > sizeof w; p += sizeof w, len -= sizeof w) {
    memcpy(w, p, sizeof w);
    h = dfmti_hash_fold(w[0] ^ key.b, w[1] ^ h);
  }
  dfmti_hash_load(p, len, w);
  return dfmti_hash_end(key, h, w);
}

#endif
