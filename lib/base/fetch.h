/* SPDX-License-Identifier: MIT */
/* Asking for memory before it is used, so that loads that would wait for one another are under way at once. */
#ifndef DFMTI_FETCH_H
#define DFMTI_FETCH_H

#include <stddef.h>
#include <stdint.h>

enum { DFMTI_FETCH_LINE = 64 /* bytes that come at once, mostly */ };

/* Of len bytes, the line of the last one may be left out. Nothing is read: ptr may be any address. */
static inline void dfmti_fetch(const void *ptr, size_t len) {
  for (size_t i = 0; i < len; i += DFMTI_FETCH_LINE) __builtin_prefetch((const uint8_t *)ptr + i);
}

#endif
