/* SPDX-License-Identifier: MIT */
/* What looks like a core dump: zero pages, heap, text, code and noise in runs of pages; the same bytes everywhere. */
#ifndef CORE_DATA_H
#define CORE_DATA_H

#include <stdint.h>

#include "bench.h"

/* Fills out[0..BENCH_BLOCK) with the block of a number. */
void core_block(uint64_t number, uint8_t *out);

/* xorshift64*: the generator of everything made up here. State must not be 0. */
uint64_t core_random(uint64_t *state);

#endif
