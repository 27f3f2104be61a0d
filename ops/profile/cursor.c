/* SPDX-License-Identifier: MIT */
/*
 * Stacks of a tree in order. The table of the tree has room for two numbers per node: during iteration they hold lists
 * of each node's children; afterwards the table is stale.
 */
#include <string.h>

#include "tree.h"

static uint32_t frame_of(const struct dfmto_profile_cursor *c, uint32_t node) { return c->tree->nodes[node].frame; }

/* Merges two sorted lists. */
static uint32_t merge(struct dfmto_profile_cursor *c, uint32_t a, uint32_t b) {
  uint32_t head = 0, *end = &head;
  while (a && b) {
    uint32_t *least = frame_of(c, b) < frame_of(c, a) ? &b : &a;
    *end = *least;
    end = &c->next[*least];
    *least = *end;
  }
  *end = a ? a : b;
  return head;
}

enum { MERGES = 32 }; /* of lists of 1, 2, 4, … nodes */

static uint32_t sort(struct dfmto_profile_cursor *c, uint32_t list) {
  uint32_t waiting[MERGES] = {0}, all = 0;
  while (list) {
    uint32_t one = list;
    size_t i = 0;
    list = c->next[list];
    c->next[one] = 0;
    for (; waiting[i] && i < MERGES - 1; i++) {
      one = merge(c, waiting[i], one);
      waiting[i] = 0;
    }
    waiting[i] = waiting[i] ? merge(c, waiting[i], one) : one;
  }
  for (size_t i = 0; i < MERGES; i++) all = merge(c, waiting[i], all);
  return all;
}

void dfmto_profile_cursor_open(struct dfmto_profile_tree *t, struct dfmto_profile_cursor *c) {
  *c = (struct dfmto_profile_cursor){.tree = t, .first = t->slots};
  if (t->n == 0) return;
  c->next = t->slots + t->cap;
  memset(t->slots, 0, t->n_slots * sizeof *t->slots);
  for (uint32_t i = (uint32_t)t->n; --i > 0;) {
    c->next[i] = c->first[t->nodes[i].parent];
    c->first[t->nodes[i].parent] = i;
  }
  for (size_t i = 0; i < t->n; i++)
    if (c->first[i] && c->next[c->first[i]]) c->first[i] = sort(c, c->first[i]);
}

/* Moves to the next node, c->n frames from the root; DFMTO_ROOT: none. */
static uint32_t step(struct dfmto_profile_cursor *c) {
  uint32_t node = c->node;
  if (c->first[node]) {
    c->n++;
    return c->first[node];
  }
  for (; node != DFMTO_ROOT && !c->next[node]; node = c->tree->nodes[node].parent) c->n--;
  return node == DFMTO_ROOT ? DFMTO_ROOT : c->next[node];
}

bool dfmto_profile_cursor_next(struct dfmti_mem *m, struct dfmto_profile_cursor *c, bool *end) {
  const struct dfmto_profile_node *node = NULL;
  c->common = c->n;
  *end = c->tree->n == 0;
  while (!*end && !(node && (node->count || node->weight))) {
    c->node = step(c);
    *end = c->node == DFMTO_ROOT;
    if (*end) break;
    if (c->n - 1 < c->common) c->common = c->n - 1;
    node = &c->tree->nodes[c->node];
    c->path.len = (c->n - 1) * sizeof node->frame;
    if (!dfmti_buf_append(m, &c->path, &node->frame, sizeof node->frame)) return false;
  }
  if (*end) return true;
  c->weight = node->weight;
  c->count = node->count;
  return true;
}

void dfmto_profile_cursor_close(struct dfmti_mem *m, struct dfmto_profile_cursor *c) {
  dfmti_buf_free(m, &c->path);
  if (c->tree) c->tree->is_stale = true;
  c->tree = NULL;
}
