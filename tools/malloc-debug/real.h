/* SPDX-License-Identifier: MIT */
/*
 * The underlying allocator, with timing.
 *
 * glibc exports its allocator under second names, so that nothing needs to be looked up before the first call (except
 * malloc_usable_size()), and nothing could call back into malloc().
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

/* alignment 0: that of malloc(). These three store their times in the thread's state, for records. */
void *real_alloc(size_t alignment, size_t bytes, bool zeroed);
void *real_resize(void *p, size_t bytes);
void real_free(void *p);

/* Nanoseconds of the monotonic clock; 0 unless operations are recorded. */
uint64_t real_now(void);

/* Usable size of a block; looked up at the first call. */
size_t real_room(void *p);

/* Resident bytes of a block (Android 16 records them for frees); UINT64_MAX: unknown. */
uint64_t real_resident(const void *p, size_t bytes);

/* Memory of this library, invisible to the program. The second is libdiagfmt's allocator hook. */
void *own_resize(void *p, size_t bytes);
void *own_memory(void *user, void *p, uint64_t old_size, uint64_t new_size);
void own_free(void *p);

#endif
