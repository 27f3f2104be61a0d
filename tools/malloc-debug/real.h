/* SPDX-License-Identifier: MIT */
/*
 * The allocator beneath, and how long it took.
 *
 * glibc exports its allocator under second names, so that there is nothing to look up before the first call (but for
 * malloc_usable_size()), and nothing that could call back into malloc().
 */
#ifndef MALLOC_DEBUG_REAL_H
#define MALLOC_DEBUG_REAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

/* alignment 0: that of malloc(). The times of these three are kept in the thread's state, for its record. */
void *real_alloc(size_t alignment, size_t bytes, bool zeroed);
void *real_resize(void *p, size_t bytes);
void real_free(void *p);

/* Nanoseconds of the monotonic clock; 0 unless operations are recorded. */
uint64_t real_now(void);

/* Bytes that a block has room for; looked up at the first call. */
size_t real_room(void *p);

/* Bytes of a block that are in memory (Android 16 notes it for what is freed); UINT64_MAX: not known. */
uint64_t real_resident(const void *p, size_t bytes);

/* Memory of this library's own: none of the program's business. The second is libdiagfmt's allocator hook. */
void *own_resize(void *p, size_t bytes);
void *own_memory(void *user, void *p, uint64_t old_size, uint64_t new_size);
void own_free(void *p);

#endif
