/* SPDX-License-Identifier: MIT */
/* Backtraces, each kept once. They live as long as somebody holds them. */
#ifndef MALLOC_DEBUG_STACKS_H
#define MALLOC_DEBUG_STACKS_H

#include <stddef.h>
#include <stdint.h>

enum { STACK_MOST = 256 }; /* frames, malloc_debug's own limit */

struct stack {
  uint64_t hash;
  uint32_t refs;
  uint32_t n;
  uintptr_t pcs[]; /* innermost first, moved into the call */
};

/* This thread's backtrace without frames of this library; up to `most` of them. */
size_t stack_unwind(uintptr_t *pcs, size_t most);

/* The backtrace of here, held for the caller. NULL: no frames, or no memory. */
struct stack *stack_here(size_t most);

/* The same for a new block of so many bytes; NULL, too, if the options ask for none. */
struct stack *stack_of_block(size_t bytes);

/* One more, one less holder; NULL is fine. */
struct stack *stack_hold(struct stack *s);
void stack_drop(struct stack *s);

#endif
