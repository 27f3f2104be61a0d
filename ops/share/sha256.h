/* SPDX-License-Identifier: MIT */
/* HMAC-SHA-256 (FIPS 198-1, 180-4), for placeholders that do not allow testing guesses. */
#ifndef DFMTO_SHARE_SHA256_H
#define DFMTO_SHARE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { DFMTO_SHA256_SIZE = 32 };

struct dfmto_share_sha256 {
  uint32_t state[8];
  uint8_t block[64];
  uint64_t n; /* bytes so far */
};

struct dfmto_share_hmac {
  struct dfmto_share_sha256 inner, outer;
};

void dfmto_share_sha256_begin(struct dfmto_share_sha256 *x);
void dfmto_share_sha256_feed(struct dfmto_share_sha256 *x, const void *ptr, size_t len);
void dfmto_share_sha256_end(struct dfmto_share_sha256 *x, uint8_t out[DFMTO_SHA256_SIZE]);

/* Sets the state from a key; each message begins with a copy of it. */
void dfmto_share_hmac_key(struct dfmto_share_hmac *x, const void *key, size_t len);
void dfmto_share_hmac_end(struct dfmto_share_hmac *x, uint8_t out[DFMTO_SHA256_SIZE]);

#endif
