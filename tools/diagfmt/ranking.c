/* SPDX-License-Identifier: MIT */
#include "ranking.h"

#include "tool.h"

/* Bottom-up merge sort: stable, so that equal ones stay as they came. */
size_t *sorted_numbers(size_t n, int (*compare)(const void *user, size_t a, size_t b), const void *user) {
  size_t *from = tool_zalloc(n * sizeof *from), *to = tool_zalloc(n * sizeof *to);
  for (size_t i = 0; i < n; i++) from[i] = i;
  for (size_t width = 1; width < n; width *= 2) {
    for (size_t start = 0; start < n; start += 2 * width) {
      size_t middle = n - start < width ? n : start + width;
      size_t end = n - start < 2 * width ? n : start + 2 * width;
      for (size_t i = start, k = middle, out = start; out < end; out++)
        to[out] = i < middle && (k == end || compare(user, from[i], from[k]) <= 0) ? from[i++] : from[k++];
    }
    size_t *swap = from;
    from = to;
    to = swap;
  }
  tool_realloc(to, 0);
  return from;
}
