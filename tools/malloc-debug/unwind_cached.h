/* SPDX-License-Identifier: MIT */
/* Backtraces by libunwind, which remembers for each thread how frames of a place are left. */
#ifndef MALLOC_DEBUG_UNWIND_CACHED_H
#define MALLOC_DEBUG_UNWIND_CACHED_H

#include <stddef.h>
#include <stdint.h>

/* Looks whether libunwind is there, before there are other threads. */
void unwind_cached_start(void);

/* As stack_unwind(); 0 if it is not there, or what is remembered may be wrong, so that the exact way is to be taken. */
size_t unwind_cached(uintptr_t *pcs, size_t most);

/* In the child of a fork(): another thread may have held a lock of libunwind's. */
void unwind_cached_stop(void);

#endif
