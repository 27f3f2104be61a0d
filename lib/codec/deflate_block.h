/* SPDX-License-Identifier: MIT */
/* One block of bytes as deflate data that end at a byte, made without those before it but for a window of them. */
#ifndef DFMTI_DEFLATE_BLOCK_H
#define DFMTI_DEFLATE_BLOCK_H

#include "base/mem.h"
#include "fast_deflate.h"

enum { DFMTI_DEFLATE_WINDOW = 32768 };

struct dfmti_block_deflate;

/* Allocates all that is ever needed. level: of zlib, 0..9, or DFMTI_DEFLATE_FAST. NULL: no memory. */
struct dfmti_block_deflate *dfmti_block_deflate_new(struct dfmti_mem *m, int level);
void dfmti_block_deflate_free(struct dfmti_mem *m, struct dfmti_block_deflate *z); /* NULL is fine */

/* Bytes that n bytes become at most. */
static inline size_t dfmti_block_deflate_room(size_t n) { return n + n / 64 + 64; }

/*
 * Compresses n bytes, which come after `before` bytes at p, of which there are no more than a window. Returns how many
 * there are in out now, which has the room for it. What cannot be made smaller is stored.
 */
size_t dfmti_block_deflate(struct dfmti_block_deflate *z, const uint8_t *p, size_t before, size_t n, uint8_t *out);

#endif
