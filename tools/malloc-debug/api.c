/* SPDX-License-Identifier: MIT */
/* The functions that stand in for glibc's. */
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <unistd.h>

#include "calls.h"
#include "state.h"

#define PUBLIC __attribute__((visibility("default")))

PUBLIC void *malloc(size_t bytes) { return calls_allocate(DFMT_MALLOCDBG_OPERATION_MALLOC, 0, 0, bytes); }

PUBLIC void *calloc(size_t n, size_t bytes) { return calls_allocate(DFMT_MALLOCDBG_OPERATION_CALLOC, n, 0, bytes); }

PUBLIC void *realloc(void *p, size_t bytes) { return calls_resize(p, bytes); }

PUBLIC void free(void *p) { calls_free(p); }

PUBLIC size_t malloc_usable_size(void *p) { return calls_room(p); }

static void *aligned(size_t alignment, size_t bytes) {
  return calls_allocate(DFMT_MALLOCDBG_OPERATION_MEMALIGN, 0, alignment, bytes);
}

PUBLIC void *memalign(size_t alignment, size_t bytes) { return aligned(alignment, bytes); }

PUBLIC void *aligned_alloc(size_t alignment, size_t bytes) { return aligned(alignment, bytes); }

PUBLIC int posix_memalign(void **out, size_t alignment, size_t bytes) {
  if (alignment == 0 || alignment & (alignment - 1) || alignment % sizeof(void *)) return EINVAL;
  int saved = errno;
  void *p = aligned(alignment, bytes);
  errno = saved;
  if (!p) return ENOMEM;
  *out = p;
  return 0;
}

PUBLIC void *valloc(size_t bytes) { return aligned((size_t)sysconf(_SC_PAGESIZE), bytes); }

PUBLIC void *pvalloc(size_t bytes) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE), rounded;
  if (__builtin_add_overflow(bytes, page - 1, &rounded)) {
    errno = ENOMEM;
    return NULL;
  }
  rounded &= ~(page - 1);
  return aligned(page, rounded ? rounded : page);
}
