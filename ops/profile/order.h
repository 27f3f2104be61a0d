/* SPDX-License-Identifier: MIT */
/* The nodes of a tree in the order of rows. */
#ifndef DFMTO_PROFILE_ORDER_H
#define DFMTO_PROFILE_ORDER_H

#include "tree.h"

/* Callers before callees, these by total weight, largest first, then by frame. Nodes without weight are omitted. */
struct dfmto_profile_order {
  uint64_t *totals, *counts; /* by node: including all below it */
  uint32_t *first, *next;    /* by node: first child, and next sibling; 0: none */
  size_t n;
};

/* false: no memory, or stopped. */
bool dfmto_profile_order_make(struct dfmti_mem *m, const struct dfmto_profile_tree *t, struct dfmto_profile_order *o);
void dfmto_profile_order_free(struct dfmti_mem *m, struct dfmto_profile_order *o);

/* The node after another. DFMTO_ROOT: none. *depth: of node, then of the next. */
uint32_t dfmto_profile_order_next(const struct dfmto_profile_order *o, const struct dfmto_profile_tree *t,
                                  uint32_t node, uint32_t *depth);

#endif
