/* SPDX-License-Identifier: MIT */
#include "holes.h"

#include <string.h>

enum { PAGE = 4096, FIRST = 16 };

static bool is_zero_page(const uint8_t *p) {
  static const uint8_t zeros[FIRST];
  return memcmp(p, zeros, FIRST) == 0 && memcmp(p, p + FIRST, PAGE - FIRST) == 0;
}

size_t dfmti_holes_run(const uint8_t *p, size_t n, uint64_t offset, bool *zeros) {
  const size_t start = (size_t)(-offset % PAGE); /* before the first whole page */
  size_t at = start;
  *zeros = start == 0 && n >= PAGE && is_zero_page(p);
  while (at < n && n - at >= PAGE && is_zero_page(p + at) == *zeros) at += PAGE;
  return at < n && (*zeros || n - at >= PAGE) ? at : n;
}
