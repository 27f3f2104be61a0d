/* SPDX-License-Identifier: MIT */
/*
 * Raw Snappy blocks: libsnappy or csnappy expands them, and we make them. In a build without either everything below
 * exists and says E_UNSUPPORTED.
 */
#ifndef DFMTI_CODEC_SNAPPY_H
#define DFMTI_CODEC_SNAPPY_H

#include "base/fault.h"

enum { DFMTI_SNAPPY_MAX = 64 << 20 }; /* bytes of a block, compressed or not: more is taken for damage */
enum { DFMTI_SNAPPY_RATIO = 22 };     /* a byte of a block becomes at most, rounded up: a copy of 64 takes three */

/* OK, or E_UNSUPPORTED if it is not built in. */
dfmt_status dfmti_snappy_usable(struct dfmti_fault *f);

/*
 * How many bytes a block says it expands to: from 1 to DFMTI_SNAPPY_MAX, and not more than its length can bring, so
 * that the room may be allocated. OK; E_FORMAT, E_UNSUPPORTED: *f says why.
 */
dfmt_status dfmti_unsnappy_size(const uint8_t *block, size_t len, size_t *size, struct dfmti_fault *f);

/*
 * Expands a block, which has up to DFMTI_SNAPPY_MAX bytes itself, to exactly `size` bytes at out, as
 * dfmti_unsnappy_size() told. OK; E_FORMAT: damaged.
 */
dfmt_status dfmti_unsnappy(const uint8_t *block, size_t len, uint8_t *out, size_t size, struct dfmti_fault *f);

/* Bytes that n bytes (up to DFMTI_SNAPPY_MAX) may become at most. */
size_t dfmti_snappy_room(size_t n);

/* Makes a block of n bytes; out has dfmti_snappy_room(n). *len: its length. OK or E_UNSUPPORTED. */
dfmt_status dfmti_snappy(const uint8_t *in, size_t n, uint8_t *out, size_t *len, struct dfmti_fault *f);

#endif
