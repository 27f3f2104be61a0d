/* SPDX-License-Identifier: MIT */
/* malloc() and related functions, in the order of malloc_debug's own steps. */
#ifndef MALLOC_DEBUG_CALLS_H
#define MALLOC_DEBUG_CALLS_H

#include <stddef.h>
#include <stdint.h>

/* op: DFMT_MALLOCDBG_OPERATION_MALLOC, _CALLOC (n_items of bytes each) or _MEMALIGN (the alignment is rounded up to a
 * power of two). NULL with errno. */
void *calls_allocate(uint32_t op, size_t n_items, size_t alignment, size_t bytes);
void *calls_resize(void *p, size_t bytes);
void calls_free(void *p);
size_t calls_room(void *p);

#endif
