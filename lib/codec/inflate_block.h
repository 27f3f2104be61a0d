/* SPDX-License-Identifier: MIT */
/*
 * One block of deflate data, RFC 1951 section 3.2, judged exactly as zlib judges it. Decodes nothing but heads and,
 * where data are damaged or cut, the few things that only a slow look at each symbol can tell.
 */
#ifndef DFMTI_INFLATE_BLOCK_H
#define DFMTI_INFLATE_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* No head is longer, in bytes: 74 bits and 316 code lengths of 7 bits. */
enum { DFMTI_BLOCK_HEAD_MAX = 288 };

/* Bits to read: n in v, the first one lowest, and then the bytes up to end. */
struct dfmti_bits {
  uint64_t v;
  uint32_t n;
  const uint8_t *p, *end;
};

struct dfmti_block_head {
  bool final;           /* the data end with this block */
  uint32_t n_literal;   /* codes for literals and lengths; 0 in a stored block */
  uint32_t n_distance;  /* codes for distances */
  uint8_t lengths[320]; /* of both, one after the other; bits */
};

enum { DFMTI_BLOCK_GOOD, DFMTI_BLOCK_SHORT, DFMTI_BLOCK_BAD };

/* Reads a head; b stands right after it if it is GOOD. */
int dfmti_block_read(struct dfmti_block_head *h, struct dfmti_bits *b);

/*
 * Follows a block's data to the first thing that makes them BAD, or to where they are SHORT, or GOOD: to the end of the
 * block. window: bytes that distances can reach before; *made: bytes that have come out.
 */
int dfmti_block_follow(const struct dfmti_block_head *h, struct dfmti_bits *b, uint64_t window, uint64_t *made);

/* Takes a literal from the front of b. false: the next symbol is another one, or not complete. */
bool dfmti_block_literal(const struct dfmti_block_head *h, struct dfmti_bits *b, uint8_t *literal);

#endif
