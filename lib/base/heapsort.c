/* SPDX-License-Identifier: MIT */
#include "heapsort.h"

#include <stdint.h>
#include <string.h>

enum { ASK_EVERY = 4096 }; /* elements */

struct heap {
  uint8_t *ptr;
  size_t size;
  bool (*before)(const void *a, const void *b);
};

static void swap(const struct heap *h, size_t a, size_t b) {
  uint8_t kept[DFMTI_HEAPSORT_MOST];
  memcpy(kept, h->ptr + a * h->size, h->size);
  memcpy(h->ptr + a * h->size, h->ptr + b * h->size, h->size);
  memcpy(h->ptr + b * h->size, kept, h->size);
}

static bool before(const struct heap *h, size_t a, size_t b) {
  return h->before(h->ptr + a * h->size, h->ptr + b * h->size);
}

static void sift(const struct heap *h, size_t at, size_t n) {
  for (size_t child; (child = 2 * at + 1) < n; at = child) {
    if (child + 1 < n && before(h, child, child + 1)) child++;
    if (!before(h, at, child)) return;
    swap(h, at, child);
  }
}

static bool is_stopped(const struct dfmti_mem *m, size_t i) { return m && i % ASK_EVERY == 0 && dfmti_stopped(m); }

bool dfmti_heapsort(const struct dfmti_mem *m, void *ptr, size_t n, size_t size,
                    bool (*is_before)(const void *a, const void *b)) {
  struct heap h = {ptr, size, is_before};
  for (size_t i = n / 2; i-- > 0;) {
    sift(&h, i, n);
    if (is_stopped(m, i)) return false;
  }
  while (n > 1) {
    swap(&h, 0, --n);
    sift(&h, 0, n);
    if (is_stopped(m, n)) return false;
  }
  return true;
}
