/* SPDX-License-Identifier: MIT */
/* Functions that all parts of an operation on heaps use. */
#include "heap.h"

bool dfmto_heap_grow(dfmt_op *op, void **array, size_t *cap, size_t size) {
  void *more = dfmti_grow(&op->mem, *array, cap, 16, size);
  if (more) *array = more;
  return more != NULL;
}
