/* SPDX-License-Identifier: MIT */
/*
 * Backtraces by the unwinder of C++ exceptions, which needs no frame pointers, or by libunwind if that is installed. No
 * lock of this library may be held: both may take the dynamic linker's.
 */
#include "frames.h"

#include <unwind.h>

#include "stacks.h"
#include "unwind_cached.h"

struct walk {
  uintptr_t *pcs;
  size_t n, most;
};

static _Unwind_Reason_Code step(struct _Unwind_Context *context, void *user) {
  struct walk *w = user;
  int exact = 0;
  uintptr_t pc = _Unwind_GetIPInfo(context, &exact);
  if (unwind_is_own(pc)) return _URC_NO_REASON;
  if (pc == 0 || w->n == w->most) return _URC_END_OF_STACK;
  w->pcs[w->n++] = exact ? pc : pc - UNWIND_BACK;
  return _URC_NO_REASON;
}

static size_t unwind_exactly(uintptr_t *pcs, size_t most) {
  struct walk w = {.pcs = pcs, .most = most};
  _Unwind_Backtrace(step, &w);
  return w.n;
}

size_t stack_unwind(uintptr_t *pcs, size_t most) {
  const size_t n = unwind_cached(pcs, most);
  return n ? n : unwind_exactly(pcs, most);
}
