/* SPDX-License-Identifier: MIT */
/*
 * Snappy's format from the writing side, without any memory but 32 KiB of the stack: libsnappy's compressor allocates
 * by C++, and ends the program where there is no memory.
 */
#ifndef DFMTI_SNAPPY_COMPRESS_H
#define DFMTI_SNAPPY_COMPRESS_H

#include <stddef.h>
#include <stdint.h>

/* Bytes that n may become at most, with what is stored in excess on the way. */
static inline size_t dfmti_snappy_most(size_t n) { return 32 + n + n / 6; }

/* Makes a block of n bytes, less than 2^32, at out, which has room for dfmti_snappy_most(n); returns its length. */
size_t dfmti_snappy_compress(const uint8_t *in, size_t n, uint8_t *out);

#endif
