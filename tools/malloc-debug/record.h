/* SPDX-License-Identifier: MIT */
/*
 * record_allocs: operations in the order in which they began. A slot is taken before the allocator is called and filled
 * afterwards; operations that are not recorded, such as a failed realloc, leave their slots empty.
 */
#ifndef MALLOC_DEBUG_RECORD_H
#define MALLOC_DEBUG_RECORD_H

#include <diagfmt/mallocdbg.h>
#include <stdbool.h>
#include <stdint.h>

struct slot {
  uint64_t round; /* how often the records had been written; 0: no slot */
  uint64_t index;
};

/* Reserves address space for the entries, whose memory is allocated on use. False: none. */
bool record_start(void);

/* Operations that are not recorded get a slot that is never filled. */
struct slot record_begin(void);

/* *op needs only the members of its operation; tid and times are added. */
void record_end(struct slot s, dfmt_mallocdbg_op *op);

/* Writes all to record_allocs_file, or if exiting with the process id appended, and starts again. */
void record_write(bool exiting);

/* Memory of the entries: see blocks_memory(). */
void record_memory(uintptr_t *start, uintptr_t *end);

#endif
