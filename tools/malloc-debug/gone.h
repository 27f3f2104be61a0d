/* SPDX-License-Identifier: MIT */
/*
 * Addresses that were freed lately. With guards a freed block is told by the tag in its header, but glibc writes over
 * the first bytes of what it is given back, joins it to its neighbours or returns it to the system; Android's allocator
 * does not. 65,536 addresses are remembered, of those that share a place the last eight.
 */
#ifndef MALLOC_DEBUG_GONE_H
#define MALLOC_DEBUG_GONE_H

#include <stdbool.h>

void gone_note(const void *p);

/* Whether p was freed; a block that is live may have been, too. */
bool gone_has(const void *p);

#endif
