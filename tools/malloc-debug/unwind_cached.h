/* SPDX-License-Identifier: MIT */
/* Backtraces by libunwind, which caches per thread how to unwind frames of a code address. */
#ifndef MALLOC_DEBUG_UNWIND_CACHED_H
#define MALLOC_DEBUG_UNWIND_CACHED_H

#include <stddef.h>
#include <stdint.h>

/* Checks whether libunwind exists, before there are other threads. */
void unwind_cached_start(void);

/* As stack_unwind(); 0 if it does not exist, or its cache may be wrong, so that the exact way must be used. */
size_t unwind_cached(uintptr_t *pcs, size_t most);

/* In the child of a fork(): another thread may have held a lock of libunwind. */
void unwind_cached_stop(void);

#endif
