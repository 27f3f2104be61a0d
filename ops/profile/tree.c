/* SPDX-License-Identifier: MIT */
#include "tree.h"

#include <string.h>

#include "base/heapsort.h"

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

/* ---- order ---- */

/* A node for sorting, in reverse order, as each is prepended to its parent's list. */
struct sorted {
  uint64_t total;
  uint32_t frame, node;
};

static bool stands_later(const void *a, const void *b) {
  const struct sorted *x = a, *y = b;
  if (x->total != y->total) return x->total < y->total;
  return x->frame > y->frame;
}

/* Parents precede their children: going backwards, each is complete when it is added to its parent. */
static void add_up(struct dfmto_profile_order *o, const struct dfmto_profile_tree *t) {
  for (size_t i = 0; i < t->n; i++) {
    o->totals[i] = t->nodes[i].weight;
    o->counts[i] = t->nodes[i].count;
  }
  for (size_t i = t->n; i-- > 1;) {
    o->totals[t->nodes[i].parent] += o->totals[i];
    o->counts[t->nodes[i].parent] += o->counts[i];
  }
}

static bool link_children(struct dfmti_mem *m, const struct dfmto_profile_tree *t, struct dfmto_profile_order *o) {
  size_t bytes, n = 0;
  struct sorted *list = dfmti_mul(t->n, sizeof *list, &bytes) ? dfmti_alloc(m, bytes) : NULL;
  if (!list) return false;
  for (size_t i = 1; i < t->n; i++)
    if (o->totals[i]) list[n++] = (struct sorted){o->totals[i], t->nodes[i].frame, (uint32_t)i};
  bool good = dfmti_heapsort(m, list, n, sizeof *list, stands_later);
  for (size_t i = 0; i < n && good; i++) {
    uint32_t node = list[i].node, parent = t->nodes[node].parent;
    o->next[node] = o->first[parent];
    o->first[parent] = node;
  }
  dfmti_free(m, list, bytes);
  return good;
}

bool dfmto_profile_order_make(struct dfmti_mem *m, const struct dfmto_profile_tree *t, struct dfmto_profile_order *o) {
  size_t n = t->n ? t->n : 1;
  *o = (struct dfmto_profile_order){.n = n};
  o->totals = dfmti_zalloc(m, n * sizeof *o->totals);
  o->counts = o->totals ? dfmti_zalloc(m, n * sizeof *o->counts) : NULL;
  o->first = o->counts ? dfmti_zalloc(m, n * sizeof *o->first) : NULL;
  o->next = o->first ? dfmti_zalloc(m, n * sizeof *o->next) : NULL;
  bool good = o->next != NULL;
  if (good && t->n) {
    add_up(o, t);
    good = link_children(m, t, o);
  }
  uint64_t needed = m->needed;
  if (!good) dfmto_profile_order_free(m, o);
  m->needed = good ? m->needed : needed;
  return good;
}

void dfmto_profile_order_free(struct dfmti_mem *m, struct dfmto_profile_order *o) {
  dfmti_free(m, o->totals, o->n * sizeof *o->totals);
  dfmti_free(m, o->counts, o->n * sizeof *o->counts);
  dfmti_free(m, o->first, o->n * sizeof *o->first);
  dfmti_free(m, o->next, o->n * sizeof *o->next);
  *o = (struct dfmto_profile_order){0};
}

uint32_t dfmto_profile_order_next(const struct dfmto_profile_order *o, const struct dfmto_profile_tree *t,
                                  uint32_t node, uint32_t *depth) {
  if (o->first[node]) {
    ++*depth;
    return o->first[node];
  }
  while (node != DFMTO_ROOT && !o->next[node]) {
    node = t->nodes[node].parent;
    --*depth;
  }
  return node == DFMTO_ROOT ? DFMTO_ROOT : o->next[node];
}
