/* SPDX-License-Identifier: MIT */
/* Backtraces, each stored once, with reference counts. */
#ifndef MALLOC_DEBUG_STACKS_H
#define MALLOC_DEBUG_STACKS_H

#include <stddef.h>
#include <stdint.h>

enum { STACK_MOST = 256 }; /* frames, malloc_debug's own limit */

struct stack {
  uint64_t hash;
  uint32_t refs;
  uint32_t n;
  uintptr_t pcs[]; /* innermost first; addresses within the call instructions */
};

/* This thread's backtrace without frames of this library; at most `most` of them. */
size_t stack_unwind(uintptr_t *pcs, size_t most);

/* The current backtrace, with a reference for the caller. NULL: no frames, or no memory. */
struct stack *stack_here(size_t most);

/* The same for a new block of so many bytes; also NULL if the options do not request one. */
struct stack *stack_of_block(size_t bytes);

/* Adds or drops a reference; NULL is allowed. */
struct stack *stack_hold(struct stack *s);
void stack_drop(struct stack *s);

#endif
