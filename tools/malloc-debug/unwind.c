/* SPDX-License-Identifier: MIT */
/*
 * Backtraces by the unwinder that C++ exceptions use, which finds its way without frame pointers. No lock of this
 * library is held here: the unwinder may take the dynamic linker's.
 */
#include <stdbool.h>
#include <unwind.h>

#include "stacks.h"

/* Where this library's code lies; the linker says so. */
extern const char __ehdr_start __attribute__((visibility("hidden")));
extern const char etext __attribute__((visibility("hidden")));

struct walk {
  uintptr_t *pcs;
  size_t n, most;
};

/* From a return address into the call. */
#if defined(__aarch64__)
enum { BACK = 4 };
#elif defined(__arm__) || defined(__riscv)
enum { BACK = 2 };
#else
enum { BACK = 1 };
#endif

static _Unwind_Reason_Code step(struct _Unwind_Context *context, void *user) {
  struct walk *w = user;
  int exact = 0;
  uintptr_t pc = _Unwind_GetIPInfo(context, &exact);
  if (pc >= (uintptr_t)&__ehdr_start && pc < (uintptr_t)&etext) return _URC_NO_REASON;
  if (pc == 0 || w->n == w->most) return _URC_END_OF_STACK;
  w->pcs[w->n++] = exact ? pc : pc - BACK;
  return _URC_NO_REASON;
}

size_t stack_unwind(uintptr_t *pcs, size_t most) {
  struct walk w = {.pcs = pcs, .most = most};
  _Unwind_Backtrace(step, &w);
  return w.n;
}
