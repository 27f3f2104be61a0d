/* SPDX-License-Identifier: MIT */
/* memmem(), where the system has none. A file that includes this must define _GNU_SOURCE. */
#ifndef DFMTI_MEMMEM_H
#define DFMTI_MEMMEM_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef _WIN32
static inline void *memmem(const void *where, size_t len, const void *what, size_t n) {
  const uint8_t *p = (const uint8_t *)where, *first = (const uint8_t *)what;
  while (len >= n && n > 0) {
    const uint8_t *hit = (const uint8_t *)memchr(p, *first, len - n + 1);
    if (!hit) return NULL;
    if (memcmp(hit, what, n) == 0) return (void *)(uintptr_t)hit;
    len -= (size_t)(hit + 1 - p);
    p = hit + 1;
  }
  return n ? NULL : (void *)(uintptr_t)p;
}
#endif

#endif
