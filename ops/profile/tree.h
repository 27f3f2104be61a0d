/* SPDX-License-Identifier: MIT */
/* Call stacks with weights, merged into a tree as they come. */
#ifndef DFMTO_PROFILE_TREE_H
#define DFMTO_PROFILE_TREE_H

#include "base/hash_key.h"
#include "base/mem.h"

enum { DFMTO_ROOT = 0 };

/* Frames from here on are groups, in the store's tree: a stack ends with its group, so that groups share its nodes. */
#define DFMTO_GROUP UINT32_C(0x80000000)

/* One frame below another. Frames are numbers of whoever adds them. */
struct dfmto_profile_node {
  uint32_t parent, frame;
  uint64_t weight, count; /* of stacks that end here */
};

/*
 * Zeroed is empty; node 0 is the root, with a frame of no meaning. Parents stand before their children, and where what
 * they call was called first, right before it: so a stack that is new is a list of nodes, of which the first alone is
 * looked for in the table.
 */
struct dfmto_profile_tree {
  struct dfmto_profile_node *nodes;
  uint32_t *slots; /* node of a parent and frame, but of those that stand next to their parents; 0: free */
  size_t n, cap, n_slots;
  struct dfmti_hash_key key;
  uint64_t epoch; /* of the numbers of its nodes: another one once it was emptied */
  bool is_stale;  /* slots are to be made anew */
};

/* The node of a frame below another, made if need be. false: no memory. */
bool dfmto_profile_tree_at(struct dfmti_mem *m, struct dfmto_profile_tree *t, uint32_t parent, uint32_t frame,
                           uint32_t *node);

void dfmto_profile_tree_free(struct dfmti_mem *m, struct dfmto_profile_tree *t);

/* ---- in order ---- */

/*
 * The stacks of a tree, each with its frames, by the numbers of these from the root on. While a cursor is open nothing
 * is added to the tree; it needs no memory but for a path.
 */
struct dfmto_profile_cursor {
  struct dfmto_profile_tree *tree;
  uint32_t *first, *next; /* by node: of those that it calls, and the one beside it; 0: none */
  struct dfmti_buf path;  /* of uint32_t */
  size_t n, common;       /* frames of the current stack; those that the one before had, too */
  uint32_t node;
  uint64_t weight, count;
};

void dfmto_profile_cursor_open(struct dfmto_profile_tree *t, struct dfmto_profile_cursor *c);

/* The next stack. *end: there is none. false: no memory. */
bool dfmto_profile_cursor_next(struct dfmti_mem *m, struct dfmto_profile_cursor *c, bool *end);

static inline const uint32_t *dfmto_profile_cursor_frames(const struct dfmto_profile_cursor *c) {
  return (const uint32_t *)(const void *)c->path.ptr;
}

/* The tree takes stacks again. */
void dfmto_profile_cursor_close(struct dfmti_mem *m, struct dfmto_profile_cursor *c);

/*
 * The order in which a tree is shown: callers before those they call, and these by total weight, the largest first,
 * then by frame. Nodes without weight are left out.
 */
struct dfmto_profile_order {
  uint64_t *totals, *counts; /* by node: with all below it */
  uint32_t *first, *next;    /* by node: of those it calls, and the one beside it; 0: none */
  size_t n;
};

/* false: no memory, or stopped. */
bool dfmto_profile_order_make(struct dfmti_mem *m, const struct dfmto_profile_tree *t, struct dfmto_profile_order *o);
void dfmto_profile_order_free(struct dfmti_mem *m, struct dfmto_profile_order *o);

/* The node that comes after another. DFMTO_ROOT: none. *depth: of node, then of the next. */
uint32_t dfmto_profile_order_next(const struct dfmto_profile_order *o, const struct dfmto_profile_tree *t,
                                  uint32_t node, uint32_t *depth);

#endif
