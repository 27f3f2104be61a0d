/* SPDX-License-Identifier: MIT */
/* Replacements for glibc's functions. With sampling most calls end here; without it none does. */
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <unistd.h>

#include "calls.h"
#include "real.h"
#include "sample.h"

#define PUBLIC __attribute__((visibility("default")))

PUBLIC void *malloc(size_t bytes) {
  if (sample_passes(bytes)) return __libc_malloc(bytes);
  if (sample_interval) return sample_allocate(0, bytes, false);
  return calls_allocate(DFMT_MALLOCDBG_OPERATION_MALLOC, 0, 0, bytes);
}

PUBLIC void *calloc(size_t n, size_t bytes) {
  size_t sum;
  if (!sample_interval) return calls_allocate(DFMT_MALLOCDBG_OPERATION_CALLOC, n, 0, bytes);
  if (__builtin_mul_overflow(n, bytes, &sum) || sample_passes(sum)) return __libc_calloc(n, bytes);
  return sample_allocate(0, sum, true);
}

PUBLIC void *realloc(void *p, size_t bytes) {
  if (sample_is_passed(p) && sample_passes(bytes)) return __libc_realloc(p, bytes);
  return sample_interval ? sample_resize(p, bytes) : calls_resize(p, bytes);
}

PUBLIC void free(void *p) {
  if (sample_is_passed(p))
    __libc_free(p);
  else if (sample_interval)
    sample_free(p);
  else
    calls_free(p);
}

PUBLIC size_t malloc_usable_size(void *p) { return sample_interval ? real_room(p) : calls_room(p); }

static void *aligned(size_t alignment, size_t bytes) {
  if (!sample_interval) return calls_allocate(DFMT_MALLOCDBG_OPERATION_MEMALIGN, 0, alignment, bytes);
  if (sample_passes(bytes)) return __libc_memalign(alignment, bytes);
  return sample_allocate(alignment, bytes, false);
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
