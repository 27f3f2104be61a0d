/* SPDX-License-Identifier: MIT */
/*
 * Recently freed addresses. With guards the tag in its header identifies a freed block, but glibc overwrites the first
 * bytes of freed memory, merges it with its neighbours or returns it to the system; Android's allocator does not.
 * Remembers 65,536 addresses; of those that share a place, the last eight.
 */
#ifndef MALLOC_DEBUG_GONE_H
#define MALLOC_DEBUG_GONE_H

#include <stdbool.h>

void gone_note(const void *p);

/* Whether p was freed; it may have been allocated again. */
bool gone_has(const void *p);

#endif
