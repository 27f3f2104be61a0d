/* SPDX-License-Identifier: MIT */
/* Call stacks with weights, merged into a tree as they come. */
#ifndef STACKS_H
#define STACKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One frame below another. Frames are numbers of whoever adds them; parents stand before their children. */
struct stack_node {
  uint64_t frame;
  uint64_t weight[3]; /* of stacks that end here; several kinds, as formats tell only at their end which one counts */
  uint32_t parent;
};

/* Zeroed is empty. Node 0 is the root: no frame, a stack of none. */
struct stacks {
  struct stack_node *nodes;
  uint32_t *slots; /* node of a parent and frame; 0: free */
  size_t n, cap, n_slots;
  uint64_t most; /* bytes that it may have; 0: no limit */
  bool full;     /* that was met: deeper frames are counted where they were called */
};

enum { STACK_ROOT = 0 };

/* The node of a frame below another, made if need be; the parent itself if there is no room for one. */
uint32_t stacks_at(struct stacks *s, uint32_t parent, uint64_t frame);

/* a + b, or UINT64_MAX. */
uint64_t add_weights(uint64_t a, uint64_t b);

void stacks_add(struct stacks *s, uint32_t node, unsigned kind, uint64_t weight);

/* If it is full: bytes that it needs at least. */
uint64_t stacks_needed(const struct stacks *s);

void stacks_free(struct stacks *s);

#endif
