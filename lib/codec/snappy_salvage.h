/* SPDX-License-Identifier: MIT */
/*
 * What can be read of a raw Snappy block that was cut, by apitrace spec 2.5, and whether bytes are a block at
 * all. Whole blocks are read by codec/snappy.h.
 */
#ifndef DFMTI_SNAPPY_SALVAGE_H
#define DFMTI_SNAPPY_SALVAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * How many bytes a block says it expands to; returns the length of that size, which stands in front of the tags. 0: it
 * is cut, or has more than 32 bits.
 */
size_t dfmti_snappy_size(const uint8_t *block, size_t len, uint32_t *size);

/*
 * Room that the block needs: not more than it says, nor than the bytes that are there can bring. 0: nothing can be had,
 * for what it says is cut, damaged or more than is ever taken.
 */
size_t dfmti_snappy_salvage_room(const uint8_t *block, size_t len);

/*
 * Expands the tags in order: of a literal that is cut the bytes that are there, of a cut copy nothing. Stops there, and
 * at what cannot be: a copy from before the start, or more than the room. Returns the bytes made.
 */
size_t dfmti_snappy_salvage(const uint8_t *block, size_t len, uint8_t *out, size_t room);

/* Whether a block is one as a whole: every tag can be, and they come to what it says. *steps grows by the tags read. */
bool dfmti_snappy_is_whole(const uint8_t *block, size_t len, uint64_t *steps);

#endif
