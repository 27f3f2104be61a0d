/* SPDX-License-Identifier: MIT */
#ifndef DFMTI_APITRACE_ASCENDING_H
#define DFMTI_APITRACE_ASCENDING_H

#include <stddef.h>
#include <stdint.h>

/* How many of n ascending numbers are below one. */
static inline size_t dfmti_ascending_below(const uint64_t *p, size_t n, uint64_t number) {
  size_t low = 0, high = n;
  while (low < high) {
    size_t mid = low + (high - low) / 2;
    if (p[mid] < number)
      low = mid + 1;
    else
      high = mid;
  }
  return low;
}

#endif
