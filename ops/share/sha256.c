/* SPDX-License-Identifier: MIT */
#include "sha256.h"

#include <string.h>

static const uint32_t k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turn(uint32_t x, unsigned n) { return x >> n | x << (32 - n); }

static void spread(uint32_t w[64], const uint8_t *p) {
  for (unsigned i = 0; i < 16; i++, p += 4)
    w[i] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
  for (unsigned i = 16; i < 64; i++)
    w[i] = w[i - 16] + (turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 7] +
           (turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10);
}

static void block(uint32_t state[8], const uint8_t *p) {
  uint32_t w[64], s[8];
  spread(w, p);
  memcpy(s, state, sizeof s);
  for (unsigned i = 0; i < 64; i++) {
    uint32_t a =
        s[7] + (turn(s[4], 6) ^ turn(s[4], 11) ^ turn(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + k[i] + w[i];
    uint32_t b = (turn(s[0], 2) ^ turn(s[0], 13) ^ turn(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
    memmove(s + 1, s, 7 * sizeof *s);
    s[4] += a;
    s[0] = a + b;
  }
  for (unsigned i = 0; i < 8; i++) state[i] += s[i];
}

void dfmto_share_sha256_begin(struct dfmto_share_sha256 *x) {
  *x = (struct dfmto_share_sha256){
      .state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
}

void dfmto_share_sha256_feed(struct dfmto_share_sha256 *x, const void *ptr, size_t len) {
  const uint8_t *p = ptr;
  for (size_t i = 0; i < len; i++) {
    x->block[x->n++ % sizeof x->block] = p[i];
    if (x->n % sizeof x->block == 0) block(x->state, x->block);
  }
}

void dfmto_share_sha256_end(struct dfmto_share_sha256 *x, uint8_t out[DFMTO_SHA256_SIZE]) {
  const uint64_t bits = x->n * 8;
  dfmto_share_sha256_feed(x, "\x80", 1);
  while (x->n % sizeof x->block != 56) dfmto_share_sha256_feed(x, "", 1);
  for (unsigned i = 0; i < 8; i++) dfmto_share_sha256_feed(x, &(uint8_t){(uint8_t)(bits >> (56 - 8 * i))}, 1);
  for (unsigned i = 0; i < DFMTO_SHA256_SIZE; i++) out[i] = (uint8_t)(x->state[i / 4] >> (24 - i % 4 * 8));
}

void dfmto_share_hmac_key(struct dfmto_share_hmac *x, const void *key, size_t len) {
  uint8_t pad[64] = {0};
  dfmto_share_sha256_begin(&x->inner);
  if (len > sizeof pad) {
    dfmto_share_sha256_feed(&x->inner, key, len);
    dfmto_share_sha256_end(&x->inner, pad);
    dfmto_share_sha256_begin(&x->inner);
  } else if (len) {
    memcpy(pad, key, len);
  }
  for (size_t i = 0; i < sizeof pad; i++) pad[i] ^= 0x36;
  dfmto_share_sha256_feed(&x->inner, pad, sizeof pad);
  for (size_t i = 0; i < sizeof pad; i++) pad[i] ^= 0x36 ^ 0x5c;
  dfmto_share_sha256_begin(&x->outer);
  dfmto_share_sha256_feed(&x->outer, pad, sizeof pad);
}

void dfmto_share_hmac_end(struct dfmto_share_hmac *x, uint8_t out[DFMTO_SHA256_SIZE]) {
  dfmto_share_sha256_end(&x->inner, out);
  dfmto_share_sha256_feed(&x->outer, out, DFMTO_SHA256_SIZE);
  dfmto_share_sha256_end(&x->outer, out);
}
