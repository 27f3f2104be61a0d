/* SPDX-License-Identifier: MIT */
#include "sha256.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { BLOCK = 64, LENGTH = 8 }; /* bytes; of the number of bits at the end */

static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotated(uint32_t x, int n) { return x >> n | x << (32 - n); }

/* The message in words, and what they expand to. */
static void schedule(uint32_t w[64], const uint8_t *p) {
  for (int i = 0; i < 16; i++, p += 4) w[i] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
  for (int i = 16; i < 64; i++) {
    uint32_t a = w[i - 15], b = w[i - 2];
    a = rotated(a, 7) ^ rotated(a, 18) ^ a >> 3;
    b = rotated(b, 17) ^ rotated(b, 19) ^ b >> 10;
    w[i] = w[i - 16] + a + w[i - 7] + b;
  }
}

static void add_block(uint32_t hash[8], const uint8_t *block) {
  uint32_t w[64], s[8];
  schedule(w, block);
  memcpy(s, hash, sizeof s);
  for (int i = 0; i < 64; i++) {
    uint32_t a = s[0], e = s[4], choice = (e & s[5]) ^ (~e & s[6]), majority = (a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]);
    uint32_t t = s[7] + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + choice + constants[i] + w[i];
    memmove(s + 1, s, 7 * sizeof *s);
    s[4] += t;
    s[0] = t + (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority;
  }
  for (int i = 0; i < 8; i++) hash[i] += s[i];
}

/* What is left of the message, a bit, zeros, and its length. */
static void add_end(uint32_t hash[8], const uint8_t *rest, size_t n, uint64_t len) {
  uint8_t end[2 * BLOCK] = {0};
  size_t size = n + 1 + LENGTH <= BLOCK ? BLOCK : 2 * BLOCK;
  if (n > 0) memcpy(end, rest, n);
  end[n] = 0x80;
  for (size_t i = 0; i < LENGTH; i++) end[size - 1 - i] = (uint8_t)(len * 8 >> 8 * i);
  for (size_t i = 0; i < size; i += BLOCK) add_block(hash, end + i);
}

void sha256_text(char to[SHA256_TEXT + 1], const void *ptr, size_t len) {
  uint32_t hash[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  const uint8_t *p = ptr;
  size_t left = len;
  for (; left >= BLOCK; left -= BLOCK, p += BLOCK) add_block(hash, p);
  add_end(hash, p, left, len);
  for (size_t i = 0; i < 8; i++) snprintf(to + 8 * i, 9, "%08x", (unsigned)hash[i]);
}
