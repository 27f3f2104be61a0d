/* SPDX-License-Identifier: MIT */
#include "flame.h"

#include <stdlib.h>
#include <string.h>

#include "sort.h"
#include "tool.h"

/* tool_sort() has no argument for the one who compares. */
static const struct interned *names;

static int compare(const void *a, const void *b) {
  size_t n, m;
  const char *p = interned_at(names, *(const uint32_t *)a, &n), *q = interned_at(names, *(const uint32_t *)b, &m);
  int d = memcmp(p, q, n < m ? n : m);
  return d ? d : (n > m) - (n < m);
}

static uint32_t *sorted_names(const struct flame *f) {
  uint32_t *list = tool_zalloc(f->names.n * sizeof *list);
  for (size_t i = 0; i < f->names.n; i++) list[i] = (uint32_t)i;
  names = &f->names;
  if (f->names.n) tool_sort(list, f->names.n, sizeof *list, compare);
  return list;
}

/* Parents stand before their children: backwards, each is complete when it is added to its parent. */
static void add_up(struct flame_order *o, const struct flame *f) {
  const struct stack_node *nodes = f->tree.nodes;
  for (size_t i = 0; i < f->tree.n; i++) o->totals[i] = nodes[i].weight[0];
  for (size_t i = f->tree.n; i-- > 1;)
    o->totals[nodes[i].parent] = add_weights(o->totals[nodes[i].parent], o->totals[i]);
}

/* Nodes by their names; then, from the last name to the first, each is put before those that its parent has. */
static void sort(struct flame_order *o, const struct flame *f, uint64_t least) {
  uint32_t *order = sorted_names(f), *bearer = tool_zalloc(f->names.n * sizeof *bearer);
  uint32_t *more = tool_zalloc(f->tree.n * sizeof *more);
  for (size_t i = 1; i < f->tree.n; i++) {
    if (o->totals[i] < least) continue;
    uint32_t *head = &bearer[f->tree.nodes[i].frame];
    more[i] = *head;
    *head = (uint32_t)i;
  }
  for (size_t k = f->names.n; k-- > 0;)
    for (uint32_t i = bearer[order[k]]; i; i = more[i]) {
      uint32_t parent = f->tree.nodes[i].parent;
      o->next[i] = o->first[parent];
      o->first[parent] = i;
    }
  tool_realloc(order, 0);
  tool_realloc(bearer, 0);
  tool_realloc(more, 0);
}

void flame_order_make(struct flame_order *o, const struct flame *f, double share) {
  *o = (struct flame_order){.totals = tool_zalloc(f->tree.n * sizeof *o->totals),
                            .first = tool_zalloc(f->tree.n * sizeof *o->first),
                            .next = tool_zalloc(f->tree.n * sizeof *o->next)};
  add_up(o, f);
  double least = share * (double)o->totals[STACK_ROOT];
  sort(o, f, least < 1 ? 1 : least < 0x1p63 ? (uint64_t)least : UINT64_C(1) << 63);
}

uint32_t flame_order_next(const struct flame_order *o, const struct flame *f, uint32_t node, uint32_t *depth) {
  if (o->first[node]) {
    ++*depth;
    return o->first[node];
  }
  while (node != STACK_ROOT && !o->next[node]) {
    node = f->tree.nodes[node].parent;
    --*depth;
  }
  return node == STACK_ROOT ? STACK_ROOT : o->next[node];
}

void flame_order_free(struct flame_order *o) {
  tool_realloc(o->totals, 0);
  tool_realloc(o->first, 0);
  tool_realloc(o->next, 0);
  *o = (struct flame_order){0};
}
