/* SPDX-License-Identifier: MIT */
/* Recorded operations: what they did, by thread, what was live, and how long blocks live. */
#include "mallocdbg.h"

enum { IN_OPERATIONS, IN_NS };

/* The bin of a histogram: 0, 1 to 9, 10 to 99 … */
static unsigned decade(uint64_t n) {
  unsigned digits = 0;
  for (; n; n /= 10) digits++;
  return digits;
}

static bool frees(const dfmt_mallocdbg_op *op, uint64_t *ptr) {
  *ptr = op->op == DFMT_MALLOCDBG_OPERATION_FREE ? op->ptr : op->old_ptr;
  return op->op == DFMT_MALLOCDBG_OPERATION_FREE || op->op == DFMT_MALLOCDBG_OPERATION_REALLOC;
}

/* The operation ends a block's life; a realloc also begins a new one. */
static void note_life(struct dfmto_info_use *u, const dfmt_mallocdbg_op *op, const dfmt_mallocdbg_block *b) {
  u->freed[IN_OPERATIONS]++; /* the operation is included in n_ops */
  u->lives[IN_OPERATIONS][decade(dfmt_mallocdbg_live_use(u->live)->n_ops - b->op_number)]++;
  if (!b->start_ns || !op->start_ns) return;
  u->freed[IN_NS]++;
  u->lives[IN_NS]
          [decade(op->start_ns > b->start_ns ? op->start_ns - b->start_ns : 0)]++; /* times of threads may cross */
}

dfmt_status dfmto_info_use_event(struct dfmto_info_use *u, struct dfmto_info *x, const dfmt_mallocdbg_op *op) {
  uint64_t ptr;
  const dfmt_config *c = dfmto_helpers(x->op);
  if (!c || (!u->live && dfmt_mallocdbg_live_new(c, &u->live) != DFMT_OK)) return dfmto_no_memory(x->op);
  const dfmt_mallocdbg_block *found = frees(op, &ptr) ? dfmt_mallocdbg_live_find(u->live, ptr) : NULL;
  const dfmt_mallocdbg_block block = found ? *found : (dfmt_mallocdbg_block){.ptr = 0};
  if (dfmt_mallocdbg_live_add(u->live, op) != DFMT_OK) return dfmto_no_memory(x->op);
  u->kinds[op->op < DFMTO_OPERATIONS ? op->op : 0]++;
  if (found) note_life(u, op, &block);
  return DFMT_OK;
}

dfmt_status dfmto_info_use_finish(struct dfmto_info_use *u, struct dfmto_info *x) {
  if (!u->live) return DFMT_OK;
  dfmt_status st = dfmt_mallocdbg_live_shares(u->live, DFMT_MALLOCDBG_BY_THREAD, &u->threads, &u->n_threads);
  return st < 0 ? dfmto_no_memory(x->op) : DFMT_OK;
}

/* ---- rows ---- */

static const struct dfmto_info_use *use_of(const void *user) {
  return &((const struct dfmto_info_mallocdbg *)user)->use;
}

uint64_t dfmto_info_count_use(const void *user) {
  return ((const struct dfmto_info_mallocdbg *)user)->variant == DFMT_MALLOCDBG_VARIANT_RECORDS && use_of(user)->live;
}

void dfmto_info_row_use(const void *user, const struct dfmto_info *x, uint64_t i, void *body) {
  const dfmt_mallocdbg_use *u = dfmt_mallocdbg_live_use(use_of(user)->live);
  dfmt_info_use *r = body;
  (void)x;
  (void)i;
  r->n_operations = u->n_ops;
  r->n_threads = u->n_threads;
  r->requested_bytes = u->requested_bytes;
  r->largest_request = u->largest_request;
  r->peak_bytes = u->peak_bytes;
  r->peak_bytes_op = u->peak_bytes_op;
  r->peak_blocks = u->peak_blocks;
  r->peak_blocks_op = u->peak_blocks_op;
  r->live_bytes = u->live_bytes;
  r->live_blocks = u->live_blocks;
  r->n_failed = u->null_results;
  r->n_unknown_free = u->unknown_free;
  r->n_unknown_realloc = u->unknown_realloc;
  r->n_duplicate = u->duplicate;
  r->n_free_null = u->free_null;
  r->duration_ns = u->last_end_ns > u->first_start_ns ? u->last_end_ns - u->first_start_ns : 0;
  if (u->timed_ops) r->present |= DFMT_INFO_USE_HAS_DURATION_NS;
}

/* The index of the i-th number in a list that is not 0. */
static unsigned nth(const uint64_t *list, unsigned n, uint64_t i) {
  unsigned k = 0;
  for (; k < n; k++)
    if (list[k] && i-- == 0) break;
  return k;
}

static uint64_t count_filled(const uint64_t *list, unsigned n) {
  uint64_t count = 0;
  for (unsigned k = 0; k < n; k++) count += list[k] != 0;
  return count;
}

uint64_t dfmto_info_count_operations(const void *user) { return count_filled(use_of(user)->kinds, DFMTO_OPERATIONS); }
void dfmto_info_row_operations(const void *user, const struct dfmto_info *x, uint64_t i, void *body) {
  const struct dfmto_info_use *u = use_of(user);
  dfmt_info_operation *r = body;
  (void)x;
  r->operation = nth(u->kinds, DFMTO_OPERATIONS, i);
  r->n_operations = u->kinds[r->operation];
  r->share = dfmto_info_share(r->n_operations, dfmt_mallocdbg_live_use(u->live)->n_ops);
}

static void life_row(const struct dfmto_info_use *u, int unit, uint64_t i, dfmt_info_life *r) {
  unsigned k = nth(u->lives[unit], DFMTO_DECADES, i);
  r->n_blocks = u->lives[unit][k];
  r->share = dfmto_info_share(r->n_blocks, u->freed[unit]);
  r->least = k ? 1 : 0;
  for (unsigned digits = 1; digits < k; digits++) r->least *= 10;
  r->most = !k ? 0 : r->least > UINT64_MAX / 10 ? UINT64_MAX : r->least * 10 - 1;
}

uint64_t dfmto_info_count_lives(const void *user) {
  return count_filled(use_of(user)->lives[IN_OPERATIONS], DFMTO_DECADES);
}
void dfmto_info_row_lives(const void *user, const struct dfmto_info *x, uint64_t i, void *body) {
  (void)x;
  life_row(use_of(user), IN_OPERATIONS, i, body);
}

uint64_t dfmto_info_count_lives_ns(const void *user) { return count_filled(use_of(user)->lives[IN_NS], DFMTO_DECADES); }
void dfmto_info_row_lives_ns(const void *user, const struct dfmto_info *x, uint64_t i, void *body) {
  (void)x;
  life_row(use_of(user), IN_NS, i, body);
}

uint64_t dfmto_info_count_owners(const void *user) { return use_of(user)->n_threads; }
void dfmto_info_row_owners(const void *user, const struct dfmto_info *x, uint64_t i, void *body) {
  const dfmt_mallocdbg_share *s = &use_of(user)->threads[i];
  dfmt_info_owner *r = body;
  (void)x;
  r->thread_id = (int32_t)(uint32_t)s->key;
  r->n_operations = s->n_ops;
  r->share = dfmto_info_share(s->n_ops, dfmt_mallocdbg_live_use(use_of(user)->live)->n_ops);
  r->live_bytes = s->live_bytes;
  r->live_blocks = s->live_blocks;
  r->peak_bytes = s->peak_bytes;
}
