/* SPDX-License-Identifier: MIT */
#include "real.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "state.h"

uint64_t real_now(void) {
  struct timespec t;
  if (!state_recording() || clock_gettime(CLOCK_MONOTONIC, &t) != 0) return 0;
  return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

void *real_alloc(size_t alignment, size_t bytes, bool zeroed) {
  self.start_ns = real_now();
  void *p = alignment ? __libc_memalign(alignment, bytes) : zeroed ? __libc_calloc(1, bytes) : __libc_malloc(bytes);
  self.end_ns = real_now();
  return p;
}

void *real_resize(void *p, size_t bytes) {
  self.start_ns = real_now();
  p = __libc_realloc(p, bytes);
  self.end_ns = real_now();
  return p;
}

void real_free(void *p) {
  self.start_ns = real_now();
  __libc_free(p);
  self.end_ns = real_now();
}

size_t real_room(void *p) {
  static _Atomic(void *) found;
  void *f = atomic_load(&found);
  if (!f) atomic_store(&found, f = dlsym(RTLD_NEXT, "malloc_usable_size"));
  size_t (*room)(void *);
  *(void **)(void *)&room = f;
  return room ? room(p) : 0;
}

/* mincore() reports pages, many at a time. */
uint64_t real_resident(const void *p, size_t bytes) {
  enum { PAGES = 1024 };
  unsigned char in[PAGES];
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), start = (uintptr_t)p, end = start + bytes;
  uint64_t sum = 0;
  for (uintptr_t at = start & ~(page - 1); at < end; at += PAGES * page) {
    size_t n = (size_t)((end - at + page - 1) / page);
    if (n > PAGES) n = PAGES;
    if (mincore((void *)at, n * page, in) != 0) return UINT64_MAX;
    for (size_t i = 0; i < n; i++) {
      uintptr_t first = at + i * page, last = first + page;
      if (in[i] & 1) sum += (last < end ? last : end) - (first > start ? first : start);
    }
  }
  return sum;
}

void *own_resize(void *p, size_t bytes) { return __libc_realloc(p, bytes); }

void own_free(void *p) { __libc_free(p); }

void *own_memory(void *user, void *p, uint64_t old_size, uint64_t new_size) {
  (void)user;
  (void)old_size;
  int saved = errno;
  void *q = NULL;
  if (new_size == 0)
    __libc_free(p);
  else if (new_size <= SIZE_MAX)
    q = __libc_realloc(p, (size_t)new_size);
  errno = saved;
  return q;
}
