/* SPDX-License-Identifier: MIT */
/* Blocks of memory that an allocator of tests gives out and takes back hold bytes that nothing can be taken for. */
#ifndef FILL_H
#define FILL_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { FILL_NEW = 0xa5, FILL_FREED = 0xdd, FILL_END = 4096 };

/*
 * So that nothing can depend on what happens to be there. Of large blocks, which are windows and tables of codecs, both
 * ends: to write all of them takes ten times as long as everything else.
 */
static inline void fill_block(void *ptr, size_t n, int byte) {
  uint8_t *p = ptr;
  memset(p, byte, n < 2 * FILL_END ? n : FILL_END);
  if (n >= 2 * FILL_END) memset(p + n - FILL_END, byte, FILL_END);
}

#endif
