/* SPDX-License-Identifier: MIT */
/*
 * Memory that is had at once and handed out in blocks: for codec libraries that cannot go on after an allocation has
 * failed. An arena of the size they need at most makes that an error of the start, where it can be tried again.
 */
#ifndef DFMTI_ARENA_H
#define DFMTI_ARENA_H

#include "mem.h"

struct dfmti_arena {
  uint8_t *ptr; /* NULL: closed */
  size_t size;
};

/* false: no memory. */
bool dfmti_arena_open(struct dfmti_mem *m, struct dfmti_arena *a, size_t size);
void dfmti_arena_close(struct dfmti_mem *m, struct dfmti_arena *a);

/* Frees all blocks. */
void dfmti_arena_clear(struct dfmti_arena *a);

/* Aligned as malloc's blocks. NULL: it is used up. */
void *dfmti_arena_alloc(struct dfmti_arena *a, size_t size);
void dfmti_arena_free(void *block); /* NULL is fine */

#endif
