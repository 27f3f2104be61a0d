/* SPDX-License-Identifier: MIT */
/* Leaks in a log. */
#include "heap.h"

static struct dfmto_heap_log *log_of(dfmt_op *op) { return &dfmto_heap_of(op)->log; }

/* Frames of the backtrace of the block's allocation; *n 0: there is none. */
static const dfmt_mallocdbg_frame *allocation_of(const dfmt_mallocdbg_report *r, uint64_t *n) {
  *n = 0;
  for (uint64_t i = 0; i < r->n_traces; i++) {
    if (r->traces[i].role != DFMT_MALLOCDBG_ROLE_ALLOCATION) continue;
    *n = r->traces[i].n;
    return *n ? r->frames + r->traces[i].first : NULL;
  }
  return NULL;
}

/* The leak of a report. */
static dfmt_status leak_of(dfmt_op *op, const dfmt_mallocdbg_report *r, struct dfmto_heap_leak *out) {
  uint64_t n;
  const dfmt_mallocdbg_frame *frames = allocation_of(r, &n);
  const bool has_process = r->present & DFMT_MALLOCDBG_REPORT_HAS_PROCESS_ID;
  *out = (struct dfmto_heap_leak){.block_bytes = r->bytes,
                                  .number = r->leak_number,
                                  .process_id = has_process ? r->process_id : 0,
                                  .has_process = has_process};
  uint64_t seen;
  dfmt_status st = dfmto_heap_chain_of_frames(op, frames, n, NULL, 0, &seen);
  if (st != DFMT_OK) return st;
  out->chain = dfmto_heap_number_of_seen(op, seen);
  return dfmto_heap_name(op, r->program, &out->program);
}

/* The index of an equal leak, or of a new one. */
static dfmt_status place_of(dfmt_op *op, const struct dfmto_heap_leak *x, uint32_t *place) {
  struct dfmto_heap_log *log = log_of(op);
  const uint64_t key[] = {x->block_bytes, (uint64_t)x->chain << 32 | x->program,
                          (uint64_t)x->has_process << 32 | (uint32_t)x->process_id};
  if (!DFMTO_HEAP_GROW(op, log->leaks, log->n_leaks, log->cap_leaks) ||
      !dfmto_text(&op->mem, &log->keys, key, sizeof key, place))
    return dfmto_no_memory(op);
  if (*place == log->n_leaks) log->leaks[log->n_leaks++] = *x;
  return DFMT_OK;
}

dfmt_status dfmto_heap_take_report(dfmt_op *op, const dfmt_mallocdbg_report *r) {
  struct dfmto_heap_log *log = log_of(op);
  struct dfmto_heap_leak leak;
  uint32_t place;
  if (r->kind != DFMT_MALLOCDBG_KIND_LEAK) return DFMT_OK;
  dfmt_status st = leak_of(op, r, &leak);
  if (st == DFMT_OK) st = place_of(op, &leak, &place);
  if (st != DFMT_OK) return st;
  const uint64_t process = leak.has_process ? (uint64_t)(uint32_t)leak.process_id + 1 : 0;
  struct dfmto_count *announced = dfmto_count_at(&op->mem, &log->announced, process);
  if (!announced) return dfmto_no_memory(op);
  if (r->leak_total > announced->mark) announced->mark = r->leak_total;
  (void)dfmto_heap_add(&log->leaks[place].sum, r->bytes, 1);
  if (!dfmto_heap_add(&log->all, r->bytes, 1)) dfmto_heap_of(op)->exceeds = true;
  return DFMT_OK;
}

uint64_t dfmto_heap_announced(const struct dfmto_heap_log *log) {
  uint64_t sum = 0;
  for (size_t i = 0; i < log->announced.n; i++)
    if (__builtin_add_overflow(sum, log->announced.list[i].mark, &sum)) return UINT64_MAX;
  return sum;
}

void dfmto_heap_free_log(dfmt_op *op) {
  struct dfmto_heap_log *log = log_of(op);
  dfmto_texts_free(&op->mem, &log->keys);
  dfmti_free(&op->mem, log->leaks, log->cap_leaks * sizeof *log->leaks);
  dfmto_counts_free(&op->mem, &log->announced);
  *log = (struct dfmto_heap_log){.n_leaks = 0};
}
