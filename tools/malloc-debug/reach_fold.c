/* SPDX-License-Identifier: MIT */
/*
 * Of lost blocks that refer to each other one is reported. A depth-first walk over all of them puts each after those
 * that it refers to; going backwards, a block that was not reached from an earlier one is a head. Of a ring one block
 * is the head.
 */
#include "reach.h"

#include <string.h>

/* A reported block, and those allocated at the same place. */
struct head {
  size_t node;
  const struct stack *stack;
  struct reach_sum referenced, similar, similar_referenced;
};

struct step {
  size_t node;
  uintptr_t at;
};

struct fold {
  struct reach *reach;
  size_t *order;
  size_t n_order;
  struct step *path;
  struct head *heads;
  size_t n_heads;
};

static uint64_t total(const struct fold *f, const struct head *h) {
  return f->reach->nodes[h->node].bytes + h->referenced.bytes + h->similar.bytes + h->similar_referenced.bytes;
}

/* ---- order ---- */

static void walk_from(struct fold *f, size_t node) {
  struct reach_node *nodes = f->reach->nodes;
  size_t n = 0;
  nodes[node].mark = REACH_ORDERED;
  f->path[n++] = (struct step){node, nodes[node].start};
  while (n > 0) {
    struct step *s = &f->path[n - 1];
    const size_t next = reach_next(f->reach, &s->at, nodes[s->node].end);
    if (next == REACH_NONE) {
      f->order[f->n_order++] = s->node;
      n--;
    } else if (nodes[next].mark == REACH_LOST) {
      nodes[next].mark = REACH_ORDERED;
      f->path[n++] = (struct step){next, nodes[next].start};
    }
  }
}

/* ---- heads ---- */

static struct reach_sum sum_from(const struct fold *f, size_t head) {
  struct reach *x = f->reach;
  struct reach_sum sum = {.blocks = 0};
  x->nodes[head].mark = REACH_COUNTED;
  x->todo[x->n_todo++] = head;
  while (x->n_todo > 0) {
    const struct reach_node *n = &x->nodes[x->todo[--x->n_todo]];
    uintptr_t at = n->start;
    for (size_t i; (i = reach_next(x, &at, n->end)) != REACH_NONE;) {
      if (x->nodes[i].mark != REACH_ORDERED) continue;
      x->nodes[i].mark = REACH_COUNTED;
      x->todo[x->n_todo++] = i;
      sum.blocks++;
      sum.bytes += x->nodes[i].bytes;
    }
  }
  return sum;
}

static void find_heads(struct fold *f) {
  for (size_t i = f->n_order; i-- > 0;) {
    const size_t node = f->order[i];
    if (f->reach->nodes[node].mark != REACH_ORDERED) continue;
    f->heads[f->n_heads++] =
        (struct head){.node = node, .stack = f->reach->nodes[node].stack, .referenced = sum_from(f, node)};
  }
}

/* ---- equal backtraces ---- */

static int by_stack(const void *a, const void *b) {
  const struct head *x = a, *y = b;
  if (x->stack != y->stack) return (uintptr_t)x->stack < (uintptr_t)y->stack ? -1 : 1;
  return x->node < y->node ? -1 : x->node > y->node;
}

static void add(struct reach_sum *to, uint64_t blocks, uint64_t bytes) {
  to->blocks += blocks;
  to->bytes += bytes;
}

/* Backtraces are stored once, so equal ones have equal addresses. */
static void join_similar(struct fold *f) {
  size_t n = 0;
  reach_sort(f->heads, f->n_heads, sizeof *f->heads, by_stack);
  for (size_t i = 0; i < f->n_heads; i++) {
    const struct head h = f->heads[i];
    struct head *to = n > 0 ? &f->heads[n - 1] : NULL;
    if (!to || !h.stack || to->stack != h.stack) {
      f->heads[n++] = h;
      continue;
    }
    add(&to->similar, 1, f->reach->nodes[h.node].bytes);
    add(&to->similar_referenced, h.referenced.blocks, h.referenced.bytes);
  }
  f->n_heads = n;
}

/* ---- the largest ---- */

/* Keeps the largest at the front, sorted; others are dropped. */
static void keep_largest(struct fold *f) {
  size_t n = 0;
  for (size_t i = 0; i < f->n_heads; i++) {
    const struct head h = f->heads[i];
    size_t k = n < REACH_LEAKS ? n++ : REACH_LEAKS;
    for (; k > 0 && total(f, &f->heads[k - 1]) < total(f, &h); k--)
      if (k < REACH_LEAKS) f->heads[k] = f->heads[k - 1];
    if (k < REACH_LEAKS) f->heads[k] = h;
  }
  f->n_heads = n;
}

static void tell(const struct fold *f, const struct head *h, struct reach_leak *to) {
  const struct reach_node *n = &f->reach->nodes[h->node];
  *to = (struct reach_leak){.start = n->start,
                            .bytes = n->bytes,
                            .referenced = h->referenced,
                            .similar = h->similar,
                            .similar_referenced = h->similar_referenced};
  if (!h->stack) return;
  to->n_pcs = h->stack->n < REACH_FRAMES ? h->stack->n : REACH_FRAMES;
  memcpy(to->pcs, h->stack->pcs, to->n_pcs * sizeof *to->pcs);
}

bool reach_fold(struct reach *x, struct reach_result *to) {
  struct fold f = {.reach = x, .order = reach_memory(x->n, sizeof *f.order)};
  f.path = reach_memory(x->n, sizeof *f.path);
  f.heads = reach_memory(x->n, sizeof *f.heads);
  if (!f.order || !f.path || !f.heads) return false;
  for (size_t i = 0; i < x->n; i++)
    if (x->nodes[i].mark == REACH_LOST) walk_from(&f, i);
  find_heads(&f);
  join_similar(&f);
  keep_largest(&f);
  for (to->n_leaks = 0; to->n_leaks < f.n_heads; to->n_leaks++)
    tell(&f, &f.heads[to->n_leaks], &to->leaks[to->n_leaks]);
  return true;
}
