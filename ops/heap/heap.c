/* SPDX-License-Identifier: MIT */
/* What parts of an operation on heaps have in common. */
#include "heap.h"

bool dfmto_heap_grow(dfmt_op *op, void **array, size_t *cap, size_t size) {
  void *more = dfmti_grow(&op->mem, *array, cap, 16, size);
  if (more) *array = more;
  return more != NULL;
}

dfmt_status dfmto_heap_check(dfmt_op *op) {
  dfmt_status st = dfmto_enter(op, DFMT_OP_HEAP);
  if (st != DFMT_OK) return st;
  return op->stage == DFMTO_DONE ? DFMT_OK : dfmti_fail_state(&op->err, "the operation has not run to its end");
}
