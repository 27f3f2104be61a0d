/* SPDX-License-Identifier: MIT */
#include "tree.h"

#include <string.h>

enum { FIRST = 1024 };

static size_t place_of(const struct dfmto_profile_tree *t, uint32_t parent, uint32_t frame) {
  return (size_t)dfmti_hash_fold(frame ^ t->key.b, parent ^ t->key.a) & (t->n_slots - 1);
}

/* The slot of a frame, or the free one for it. */
static size_t slot_of(const struct dfmto_profile_tree *t, uint32_t parent, uint32_t frame) {
  size_t i = place_of(t, parent, frame);
  while (t->slots[i] && (t->nodes[t->slots[i]].frame != frame || t->nodes[t->slots[i]].parent != parent))
    i = (i + 1) & (t->n_slots - 1);
  return i;
}

static bool stands_next(const struct dfmto_profile_tree *t, size_t node) { return t->nodes[node].parent + 1 == node; }

static void rehash(struct dfmto_profile_tree *t) {
  t->is_stale = false;
  if (t->n) memset(t->slots, 0, t->n_slots * sizeof *t->slots);
  for (size_t i = 1; i < t->n; i++)
    if (!stands_next(t, i)) t->slots[slot_of(t, t->nodes[i].parent, t->nodes[i].frame)] = (uint32_t)i;
}

/* Doubles the capacity. Slots first, so that a failure leaves the tree unchanged. */
static bool grow(struct dfmti_mem *m, struct dfmto_profile_tree *t) {
  size_t cap = t->cap ? 2 * t->cap : (size_t)FIRST, n_slots = 2 * cap, bytes, slot_bytes;
  if (cap > UINT32_MAX / 2 || !dfmti_mul(cap, sizeof *t->nodes, &bytes) ||
      !dfmti_mul(n_slots, sizeof *t->slots, &slot_bytes))
    return false;
  uint32_t *slots = dfmti_alloc(m, slot_bytes);
  if (!slots) return false;
  struct dfmto_profile_node *nodes = dfmti_realloc(m, t->nodes, t->cap * sizeof *nodes, bytes);
  if (!nodes) {
    uint64_t needed = m->needed;
    dfmti_free(m, slots, slot_bytes);
    m->needed = needed;
    return false;
  }
  dfmti_free(m, t->slots, t->n_slots * sizeof *slots);
  t->key = dfmti_mem_key(m);
  t->nodes = nodes;
  t->slots = slots;
  t->cap = cap;
  t->n_slots = n_slots;
  if (t->n == 0) t->nodes[t->n++] = (struct dfmto_profile_node){.frame = 0};
  rehash(t);
  return true;
}

/* Adds a node. Its slot, if it has one, is looked up again, as the table may have grown. */
static bool add(struct dfmti_mem *m, struct dfmto_profile_tree *t, uint32_t parent, uint32_t frame) {
  if (t->n == t->cap && !grow(m, t)) return false;
  if (parent + 1 != t->n) t->slots[slot_of(t, parent, frame)] = (uint32_t)t->n;
  t->nodes[t->n++] = (struct dfmto_profile_node){.parent = parent, .frame = frame};
  return true;
}

bool dfmto_profile_tree_at(struct dfmti_mem *m, struct dfmto_profile_tree *t, uint32_t parent, uint32_t frame,
                           uint32_t *node) {
  if (t->n == 0 && !grow(m, t)) return false;
  if (t->is_stale) rehash(t);
  const uint32_t next = parent + 1;
  *node = next;
  if (next < t->n && t->nodes[next].frame == frame && t->nodes[next].parent == parent) return true;
  *node = next < t->n ? t->slots[slot_of(t, parent, frame)] : DFMTO_ROOT; /* the last node has no children yet */
  if (*node != DFMTO_ROOT) return true;
  *node = (uint32_t)t->n;
  return add(m, t, parent, frame);
}

void dfmto_profile_tree_free(struct dfmti_mem *m, struct dfmto_profile_tree *t) {
  dfmti_free(m, t->nodes, t->cap * sizeof *t->nodes);
  dfmti_free(m, t->slots, t->n_slots * sizeof *t->slots);
  *t = (struct dfmto_profile_tree){.epoch = t->epoch + 1};
}

/* ---- stacks in order ---- */

/*
 * The table of the tree has room for two numbers per node: during iteration they hold lists of each node's children;
 * afterwards the table is stale.
 */

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
