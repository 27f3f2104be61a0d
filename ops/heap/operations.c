/* SPDX-License-Identifier: MIT */
/* Recorded operations, replayed in order. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "heap.h"
#include "op/choose.h"

static const uint32_t left_out = UINT32_MAX; /* the group of threads that were not chosen */

/* Effect of an operation on a block. */
struct block {
  uint64_t bytes;
  uint32_t group;
};

static struct dfmto_heap_ops *ops_of(dfmt_op *op) { return &dfmto_heap_of(op)->ops; }

/* ---- groups ---- */

static bool thread_counts(const dfmt_op *op, int32_t thread) {
  char id[16];
  const struct dfmto_heap *h = op->state;
  if (!h->chooses) return true;
  int n = snprintf(id, sizeof id, "%" PRId32, thread);
  return dfmto_is_chosen(op, DFMT_OPS_HEAP_THREADS, (dfmt_str){id, (uint64_t)n}, false, 0);
}

/* The group for blocks of this size of a thread. */
static dfmt_status group_of(dfmt_op *op, uint64_t bytes, int32_t thread, uint32_t *number) {
  const struct dfmto_heap *h = op->state;
  struct dfmto_heap_ops *x = ops_of(op);
  const uint64_t key[] = {h->by == DFMT_HEAP_BY_THREAD ? 0 : bytes, h->by == DFMT_HEAP_BY_SIZE ? 0 : (uint32_t)thread};
  *number = left_out;
  if (!thread_counts(op, thread)) return DFMT_OK;
  if (!DFMTO_HEAP_GROW(op, x->groups, x->n_groups, x->cap_groups) ||
      !dfmto_text(&op->mem, &x->keys, key, sizeof key, number))
    return dfmto_no_memory(op);
  if (*number == x->n_groups)
    x->groups[x->n_groups++] = (struct dfmto_heap_group){.block_bytes = bytes, .thread_id = thread};
  return DFMT_OK;
}

static void take_out(struct dfmto_heap_group *g, uint64_t bytes) {
  g->live.bytes -= bytes;
  g->live.blocks--;
}

/* false: a sum exceeds 2^64 - 1. */
static bool put_in(struct dfmto_heap_group *g, uint64_t bytes) {
  bool fits = dfmto_heap_add(&g->live, bytes, 1);
  fits = dfmto_heap_add(&g->allocated, bytes, 1) && fits;
  if (g->live.bytes > g->peak.bytes) g->peak.bytes = g->live.bytes;
  if (g->live.blocks > g->peak.blocks) g->peak.blocks = g->live.blocks;
  return fits;
}

/* ---- an operation ---- */

static bool allocates(const dfmt_mallocdbg_op *o) {
  return o->ptr && o->op != DFMT_MALLOCDBG_OPERATION_FREE && o->op != DFMT_MALLOCDBG_OPERATION_THREAD_DONE;
}

/* The blocks that it ends: at most the one that it frees, and one whose pointer it returns again. */
static dfmt_status find_freed(dfmt_op *op, const dfmt_mallocdbg_op *o, struct block *freed, size_t *n) {
  const bool again = o->op == DFMT_MALLOCDBG_OPERATION_REALLOC;
  const uint64_t old = o->op == DFMT_MALLOCDBG_OPERATION_FREE ? o->ptr : again ? o->old_ptr : 0;
  const uint64_t ptrs[] = {old, allocates(o) && o->ptr != old ? o->ptr : 0};
  dfmt_status st = DFMT_OK;
  *n = 0;
  for (size_t i = 0; i < 2 && st == DFMT_OK; i++) {
    const dfmt_mallocdbg_block *b = dfmt_mallocdbg_live_find(ops_of(op)->live, ptrs[i]);
    if (!b) continue;
    freed[*n].bytes = b->bytes;
    st = group_of(op, b->bytes, b->thread_id, &freed[(*n)++].group);
  }
  return st;
}

/* The block that it allocates. */
static dfmt_status find_made(dfmt_op *op, const dfmt_mallocdbg_op *o, struct block *made) {
  made->group = left_out;
  made->bytes = o->bytes;
  if (!allocates(o)) return DFMT_OK;
  if (o->op == DFMT_MALLOCDBG_OPERATION_CALLOC && __builtin_mul_overflow(o->bytes, o->n_items, &made->bytes))
    dfmto_heap_of(op)->exceeds = true;
  return group_of(op, made->bytes, o->thread_id, &made->group);
}

/* Notes operations omitted before the one that was replayed last, as number `done` + 1. */
static void note_gap(dfmt_op *op, uint64_t done) {
  struct dfmto_heap_ops *x = ops_of(op);
  const struct dfmto_heap_gap g = {done, x->n_skipped};
  const struct dfmto_heap_gap *gaps = (const void *)x->gaps.ptr;
  const size_t n = x->gaps.len / sizeof g;
  if (x->n_skipped != (n ? gaps[n - 1].skipped : 0)) dfmti_buf_append(&op->mem, &x->gaps, &g, sizeof g);
}

/* The number in the file of the operation that was replayed as number n. */
static uint64_t number_of(const struct dfmto_heap_ops *x, uint64_t n) {
  const struct dfmto_heap_gap *gaps = (const void *)x->gaps.ptr;
  size_t from = 0, to = x->gaps.len / sizeof *gaps;
  while (from < to) {
    size_t middle = from + (to - from) / 2;
    if (gaps[middle].done < n)
      from = middle + 1;
    else
      to = middle;
  }
  return n + (from ? gaps[from - 1].skipped : 0);
}

/* Applies an operation; all that can fail was done before, except for the last step. */
static dfmt_status carry_out(dfmt_op *op, const dfmt_mallocdbg_op *o, const struct block *freed, size_t n,
                             const struct block *made) {
  struct dfmto_heap_ops *x = ops_of(op);
  if (!dfmti_buf_reserve(&op->mem, &x->gaps, sizeof(struct dfmto_heap_gap))) return dfmto_no_memory(op);
  const uint64_t done = dfmt_mallocdbg_live_use(x->live)->n_ops;
  dfmt_status st = dfmt_mallocdbg_live_add(x->live, o);
  if (st < 0) return dfmto_fail_helper(op, dfmt_mallocdbg_live_error(x->live));
  note_gap(op, done);
  for (size_t i = 0; i < n; i++) {
    if (freed[i].group == left_out) continue;
    take_out(&x->groups[freed[i].group], freed[i].bytes);
    take_out(&x->all, freed[i].bytes);
  }
  if (made->group == left_out) return DFMT_OK;
  bool fits = put_in(&x->groups[made->group], made->bytes);
  if (!put_in(&x->all, made->bytes) || !fits) dfmto_heap_of(op)->exceeds = true;
  return DFMT_OK;
}

/* Whether the operation has ended by the requested time. */
static dfmt_status check_time(dfmt_op *op, const dfmt_mallocdbg_op *o, bool *ended) {
  const struct dfmto_heap *h = op->state;
  *ended = h->at_ns == UINT64_MAX || o->end_ns <= h->at_ns;
  if (h->at_ns == UINT64_MAX || o->present & DFMT_MALLOCDBG_OP_HAS_END_NS) return DFMT_OK;
  return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED,
                    "the operations have no times, so that nothing is known of one");
}

dfmt_status dfmto_heap_take_op(dfmt_op *op, const dfmt_mallocdbg_op *o) {
  struct dfmto_heap_ops *x = ops_of(op);
  struct block freed[2], made;
  size_t n;
  bool ended;
  dfmt_status st = check_time(op, o, &ended);
  if (st != DFMT_OK) return st;
  if (!ended) {
    x->n_skipped++;
    return DFMT_OK;
  }
  if (!x->live) {
    const dfmt_config *c = dfmto_helpers(op);
    if (!c || dfmt_mallocdbg_live_new(c, &x->live) != DFMT_OK) return dfmto_no_memory(op);
  }
  st = find_freed(op, o, freed, &n);
  if (st == DFMT_OK) st = find_made(op, o, &made);
  return st == DFMT_OK ? carry_out(op, o, freed, n, &made) : st;
}

/* ---- the end ---- */

static dfmt_status find_oldest(dfmt_op *op) {
  struct dfmto_heap_ops *x = ops_of(op);
  const dfmt_mallocdbg_block *blocks;
  uint64_t n;
  dfmt_status st = dfmt_mallocdbg_live_blocks(x->live, &blocks, &n);
  if (st < 0) return dfmto_fail_helper(op, dfmt_mallocdbg_live_error(x->live));
  for (uint64_t i = 0; i < n; i++) {
    uint32_t group;
    st = group_of(op, blocks[i].bytes, blocks[i].thread_id, &group);
    if (st != DFMT_OK) return st;
    if (group == left_out) continue;
    struct dfmto_heap_group *g = &x->groups[group];
    const uint64_t number = number_of(x, blocks[i].op_number);
    if (g->op_number && g->op_number <= number) continue;
    g->op_number = number;
    g->start_ns = blocks[i].start_ns;
  }
  return DFMT_OK;
}

dfmt_status dfmto_heap_finish_ops(dfmt_op *op) {
  struct dfmto_heap_ops *x = ops_of(op);
  if (!x->live) return DFMT_OK;
  dfmt_status st = find_oldest(op);
  if (st != DFMT_OK) return st;
  x->use = *dfmt_mallocdbg_live_use(x->live);
  dfmt_mallocdbg_live_free(x->live);
  x->live = NULL;
  return DFMT_OK;
}

void dfmto_heap_free_ops(dfmt_op *op) {
  struct dfmto_heap_ops *x = ops_of(op);
  dfmt_mallocdbg_live_free(x->live);
  dfmto_texts_free(&op->mem, &x->keys);
  dfmti_free(&op->mem, x->groups, x->cap_groups * sizeof *x->groups);
  dfmti_buf_free(&op->mem, &x->gaps);
  *x = (struct dfmto_heap_ops){.live = NULL};
}
