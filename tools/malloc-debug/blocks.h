/* SPDX-License-Identifier: MIT */
/* Which blocks are live: by address, in a table under one lock that is held for no call to anything else but memory. */
#ifndef MALLOC_DEBUG_BLOCKS_H
#define MALLOC_DEBUG_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stacks.h"

/* FOREIGN: passed on as it was: made before the settings were known, or by what this library calls. */
enum owner { OWNER_NOBODY, OWNER_FOREIGN, OWNER_OURS };

struct block {
  uintptr_t ptr;       /* as the program knows it; 0: none */
  struct stack *stack; /* held by the table; NULL: no backtrace */
  size_t bytes;        /* asked for */
  uint32_t owner;
};

/* Takes over b->stack. False: no memory, nothing was done. */
bool blocks_add(const struct block *b);

/* Has the place of a block that is about to be added brought into the cache. */
void blocks_expect(const void *p);

/* False: there is none. find: *out is borrowed; take: its stack is the caller's to drop. */
bool blocks_find(const void *p, struct block *out);
bool blocks_take(const void *p, struct block *out);

/* All of OWNER_OURS, stacks held, for blocks_list_free(). *out NULL: no memory. */
size_t blocks_list(struct block **out);
void blocks_list_free(struct block *list, size_t n);

/* For who has all locks and may not allocate: how many there are of any owner, and the next one from *i on, which is 0
 * at first. Stacks are not held. */
size_t blocks_count(void);
bool blocks_next(size_t *i, struct block *out);

/* Memory in which the table is, so that what it holds is not taken for the program's pointers. */
void blocks_memory(uintptr_t *start, uintptr_t *end);

#endif
