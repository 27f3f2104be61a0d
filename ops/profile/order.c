/* SPDX-License-Identifier: MIT */
#include "order.h"

#include "base/heapsort.h"

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
