/* SPDX-License-Identifier: MIT */
/*
 * Deflate data made in blocks by threads, as pigz makes them: each block knows the window before it, and ends at a
 * byte. What comes out does not depend on the number of threads, nor on whether there are any.
 */
#ifndef DFMTI_DEFLATE_AHEAD_H
#define DFMTI_DEFLATE_AHEAD_H

#include "deflate_block.h"

enum { DFMTI_DEFLATE_BLOCK = 131072 };

struct dfmti_deflate_ahead;

/* level: as for dfmti_block_deflate_new(). threads 0, or if none can be had: the caller's. NULL: no memory. */
struct dfmti_deflate_ahead *dfmti_deflate_ahead_new(struct dfmti_mem *m, int level, uint32_t threads);
void dfmti_deflate_ahead_free(struct dfmti_mem *m, struct dfmti_deflate_ahead *d); /* NULL is fine */

/* Begins new data; blocks under way are forgotten. */
void dfmti_deflate_ahead_start(struct dfmti_deflate_ahead *d);

/* As many blocks are under way as there are places for: one has to be taken. */
bool dfmti_deflate_ahead_full(const struct dfmti_deflate_ahead *d);

/* Where the DFMTI_DEFLATE_BLOCK bytes of the next block go, if not full; the same until it is sent. NULL: no memory. */
uint8_t *dfmti_deflate_ahead_room(struct dfmti_mem *m, struct dfmti_deflate_ahead *d);

/* Sends n > 0 bytes that stand there. ends_line comes back with them. */
void dfmti_deflate_ahead_send(struct dfmti_deflate_ahead *d, size_t n, bool ends_line);

/* A block that came back. */
struct dfmti_deflated {
  const uint8_t *ptr;
  size_t len;
  size_t size; /* bytes that were compressed, and their CRC-32 */
  uint32_t crc;
  bool ends_line;
};

/* Waits for the block that was sent first. false: none is under way. */
bool dfmti_deflate_ahead_first(struct dfmti_deflate_ahead *d, struct dfmti_deflated *out);

/* It is used up: its place is free. */
void dfmti_deflate_ahead_drop(struct dfmti_deflate_ahead *d);

/* The CRC-32 of bytes, of which there are CRC-32s of a first part and of a second one, of n bytes. */
uint32_t dfmti_deflate_ahead_crc(uint32_t first, uint32_t second, size_t n);

/* The Adler-32 of bytes after those that `check` is of; of none it is 1. */
uint32_t dfmti_deflate_ahead_adler(uint32_t check, const uint8_t *p, size_t n);

#endif
