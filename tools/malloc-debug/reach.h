/* SPDX-License-Identifier: MIT */
/*
 * Finds blocks that the program can still reach. Marks from the roots (variables, stacks, registers, memory that is not
 * the allocator's) through all reachable blocks; unmarked ones are lost:
 *
 *   roots --> block --> block        block (lost) --> block (referenced by a lost one)
 *
 * Any word that is an address inside a block counts as a pointer to it: a lost block may be missed by chance, but a
 * reachable one is never reported. This runs in a copy of the process, which may neither allocate nor log.
 */
#ifndef MALLOC_DEBUG_REACH_H
#define MALLOC_DEBUG_REACH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stacks.h"

enum { REACH_LEAKS = 100, REACH_FRAMES = 16 }; /* reported, as on Android */

struct reach_sum {
  uint64_t blocks, bytes;
};

struct reach_leak {
  uintptr_t start;
  size_t bytes;
  struct reach_sum referenced;         /* lost blocks reachable from it */
  struct reach_sum similar;            /* lost blocks allocated at the same place */
  struct reach_sum similar_referenced; /* blocks reachable from these */
  size_t n_pcs;
  uintptr_t pcs[REACH_FRAMES];
};

struct reach_result {
  bool done;
  struct reach_sum all, lost;
  size_t n_leaks;
  struct reach_leak leaks[REACH_LEAKS]; /* largest first */
};

/* A block; end: after its last byte, or after its first if it has none. */
struct reach_node {
  uintptr_t start, end;
  size_t bytes; /* requested size */
  const struct stack *stack;
  uint8_t owner, mark; /* enum owner, enum reach_mark */
};

enum reach_mark { REACH_LOST, REACH_MARKED, REACH_ORDERED, REACH_COUNTED };

struct reach {
  struct reach_node *nodes; /* by address */
  size_t n;
  size_t *todo; /* room for n */
  size_t n_todo;
};

/* Fills *to; to->done stays false if there is no memory. stack: start of this thread's stack. */
void reach_find(struct reach_result *to, uintptr_t stack);

/* ---- internal ---- */

/* Zeroed memory that lives as long as this copy of the process; NULL: none. */
void *reach_memory(size_t n, size_t size);

#define REACH_NONE SIZE_MAX

/* The next block that memory from *at on points to; *at is then after the pointer. Unreadable memory ends the
 * search. */
size_t reach_next(const struct reach *x, uintptr_t *at, uintptr_t end);

/* Sorts without allocating. */
void reach_sort(void *array, size_t n, size_t size, int (*compare)(const void *, const void *));

/* Ranges of memory with blocks, or with pointers of this library; sorted, and excluded from the program's pointers. */
struct reach_hole {
  uintptr_t start, end;
};

/* The process's maps, NUL-terminated: read before memory for addresses of blocks is mapped. NULL: they cannot be
 * read. */
char *reach_maps(void);

/* Marks what is pointed to from everywhere but blocks; overwrites maps. False: no memory. */
typedef void reach_mark_memory(struct reach *x, uintptr_t from, uintptr_t to);
bool reach_roots(struct reach *x, char *maps, uintptr_t stack, reach_mark_memory *mark);

/* Adds lost blocks to those from which they can be reached. False: no memory. */
bool reach_fold(struct reach *x, struct reach_result *to);

#endif
