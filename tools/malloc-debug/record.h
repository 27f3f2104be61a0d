/* SPDX-License-Identifier: MIT */
/*
 * record_allocs: operations in the order in which they began. A slot is taken before the allocator is called and filled
 * after it; an operation that leaves no line, such as a realloc that failed, leaves its slot empty.
 */
#ifndef MALLOC_DEBUG_RECORD_H
#define MALLOC_DEBUG_RECORD_H

#include <diagfmt/mallocdbg.h>
#include <stdbool.h>
#include <stdint.h>

struct slot {
  uint64_t round; /* how often the records were written before; 0: no slot */
  uint64_t index;
};

/* Room for the entries, of which the system takes memory as they come. False: there is none. */
bool record_start(void);

/* ops that are not recorded give a slot that is not filled. */
struct slot record_begin(void);

/* Of *op its own members; tid and times are filled in. */
void record_end(struct slot s, dfmt_mallocdbg_op *op);

/* Writes all to record_allocs_file, or with the process's number after it, and begins anew. */
void record_write(bool exiting);

/* Memory in which the entries are: see blocks_memory(). */
void record_memory(uintptr_t *start, uintptr_t *end);

#endif
