/* SPDX-License-Identifier: MIT */
/*
 * What expands whole Snappy blocks, one file for each library that can: snappy_libsnappy.c and snappy_csnappy.c, of
 * which a build has one. Both say the same of every block.
 */
#ifndef DFMTI_CODEC_SNAPPY_EXPAND_H
#define DFMTI_CODEC_SNAPPY_EXPAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Expands a block of up to DFMTI_SNAPPY_MAX bytes, which says that it comes to `size` bytes. false: it does not. */
bool dfmti_snappy_expand(const uint8_t *block, size_t len, uint8_t *out, size_t size);

#endif
