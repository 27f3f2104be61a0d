/* SPDX-License-Identifier: MIT */
/* Call stacks with weights, merged into a tree as they are added. */
#ifndef DFMTO_PROFILE_TREE_H
#define DFMTO_PROFILE_TREE_H

#include "base/hash_key.h"
#include "base/mem.h"

enum { DFMTO_ROOT = 0 };

/* Frames from here on are groups, in the store's tree: a stack ends with its group, so that groups share its nodes. */
#define DFMTO_GROUP UINT32_C(0x80000000)

/* A frame below another. The meaning of frame numbers is the user's. */
struct dfmto_profile_node {
  uint32_t parent, frame;
  uint64_t weight, count; /* of stacks that end here */
};

/*
 * Zeroed is empty; node 0 is the root, whose frame has no meaning. Parents precede their children, and the first child
 * immediately follows its parent: so a new stack is a run of nodes, of which only the first needs the table.
 */
struct dfmto_profile_tree {
  struct dfmto_profile_node *nodes;
  uint32_t *slots; /* node of a parent and frame, unless it directly follows its parent; 0: free */
  size_t n, cap, n_slots;
  struct dfmti_hash_key key;
  uint64_t epoch; /* version of its node numbers, changed when it is emptied */
  bool is_stale;  /* slots must be rebuilt */
};

/* Finds or adds the node of a frame below another. false: no memory. */
bool dfmto_profile_tree_at(struct dfmti_mem *m, struct dfmto_profile_tree *t, uint32_t parent, uint32_t frame,
                           uint32_t *node);

void dfmto_profile_tree_free(struct dfmti_mem *m, struct dfmto_profile_tree *t);

/* ---- in order ---- */

/*
 * Iterates over the stacks of a tree in the order of frame numbers, from the root. While a cursor is open nothing may
 * be added to the tree; it needs memory only for a path.
 */
struct dfmto_profile_cursor {
  struct dfmto_profile_tree *tree;
  uint32_t *first, *next; /* by node: first child, and next sibling; 0: none */
  struct dfmti_buf path;  /* of uint32_t */
  size_t n, common;       /* frames of the current stack; of these, shared with the one before */
  uint32_t node;
  uint64_t weight, count;
};

void dfmto_profile_cursor_open(struct dfmto_profile_tree *t, struct dfmto_profile_cursor *c);

/* Moves to the next stack. *end: no more. false: no memory. */
bool dfmto_profile_cursor_next(struct dfmti_mem *m, struct dfmto_profile_cursor *c, bool *end);

static inline const uint32_t *dfmto_profile_cursor_frames(const struct dfmto_profile_cursor *c) {
  return (const uint32_t *)(const void *)c->path.ptr;
}

/* Stacks can be added again. */
void dfmto_profile_cursor_close(struct dfmti_mem *m, struct dfmto_profile_cursor *c);

#endif
