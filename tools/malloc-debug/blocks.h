/* SPDX-License-Identifier: MIT */
/* Live blocks: by address, in a table with one lock. Only memory is allocated while holding it. */
#ifndef MALLOC_DEBUG_BLOCKS_H
#define MALLOC_DEBUG_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stacks.h"

/* FOREIGN: passed on unchanged: allocated before the settings were known, or by functions that this library calls. */
enum owner { OWNER_NOBODY, OWNER_FOREIGN, OWNER_OURS };

struct block {
  uintptr_t ptr;       /* as the program knows it; 0: none */
  struct stack *stack; /* referenced by the table; NULL: no backtrace */
  size_t bytes;        /* requested size */
  uint32_t owner;
};

/* Takes over b->stack. False: no memory, nothing was done. */
bool blocks_add(const struct block *b);

/* Prefetches the place of a block that is about to be added. */
void blocks_expect(const void *p);

/* False: not found. find: *out is borrowed; take: the caller drops its stack. */
bool blocks_find(const void *p, struct block *out);
bool blocks_take(const void *p, struct block *out);

/* All blocks of OWNER_OURS, with references to stacks, for blocks_list_free(). *out NULL: no memory. */
size_t blocks_list(struct block **out);
void blocks_list_free(struct block *list, size_t n);

/* For a thread that has all locks and may not allocate: the number of blocks of any owner, and the next one from *i on,
 * which is 0 at first. Takes no references to stacks. */
size_t blocks_count(void);
bool blocks_next(size_t *i, struct block *out);

/* Memory of the table, so that its contents are not taken for pointers of the program. */
void blocks_memory(uintptr_t *start, uintptr_t *end);

#endif
