/* SPDX-License-Identifier: MIT */
/*
 * Layout of a block. With guards, from low to high addresses: a header, the front guard, the program's bytes, the rear
 * guard; without, as the underlying allocator returns it. expand_alloc adds bytes at the end.
 */
#ifndef MALLOC_DEBUG_MEMORY_H
#define MALLOC_DEBUG_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MEMORY_LIVE = 0x1ee7d00d, MEMORY_FREED = 0x1cc7dccd }; /* tags of headers */

/* alignment 0: that of malloc(). NULL: no memory. */
void *memory_new(size_t alignment, size_t bytes, bool zeroed);

/* Frees a block of memory_new(); one with a damaged header is leaked, as nothing about it is reliable. */
void memory_free(void *p);

/* Usable bytes. */
size_t memory_room(void *p);

/* Start of the allocator's block that contains one of memory_new(). */
const void *memory_start(const void *p);

/* The tag of a block of memory_new(), live or kept; `without` if there are no guards. */
uint32_t memory_tag(const void *p, uint32_t without);

/* Reads where a tag would be, before any pointer. False: no guards, or no such memory. */
bool memory_peek_tag(const void *p, uint32_t *tag);

void memory_mark_freed(void *p);

/* With guards: the requested size, and reducing it without moving the block. */
size_t memory_asked(const void *p);
void memory_shrink(void *p, size_t bytes);

/* Checks the guards and reports what was overwritten. */
void memory_check_guards(const void *p);

enum { MEMORY_FILL_NEW = 0xeb, MEMORY_FILL_FREED = 0xef };
void memory_fill_new(void *p, size_t from, size_t to);
void memory_fill_freed(void *p);

#endif
