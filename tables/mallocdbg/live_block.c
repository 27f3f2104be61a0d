/* SPDX-License-Identifier: MIT */
/*
 * The table mallocdbg.live_block: blocks that recorded operations did not free, or the records of a heap dump, of which
 * only the end says whether their numbers are counts.
 */
#include <string.h>

#include <diagfmt/ops/mallocdbg_tables.h>

#include "derived/derived.h"

extern const dfmt_type *const dfmti_mallocdbg_tables_types[];

/* A record of a heap dump. */
struct record {
  uint64_t bytes, count, count_written, line;
  uint32_t zygote_child;
  bool has_line;
};

struct state {
  struct dfmti_derived_input in;
  dfmt_mallocdbg_live *live;          /* NULL: no operation yet */
  struct dfmti_buf records;           /* struct record */
  bool counts_valid, ended;           /* ended: rows are due */
  const dfmt_mallocdbg_block *blocks; /* of `live`; NULL for records */
  uint64_t n, at;
  dfmt_mallocdbg_live_block row;
};

static void close_state(void *state) {
  struct state *x = state;
  if (x->in.from) dfmti_buf_free(&x->in.mem, &x->records);
  dfmt_mallocdbg_live_free(x->live);
}

/* ---- events ---- */

/* The limit may have been changed after it was reached. */
static void follow_limit(const struct state *x) {
  uint64_t bytes;
  if (dfmt_config_get(x->in.from->config, DFMT_CFG_MAX_MEMORY, &bytes) == DFMT_OK)
    (void)dfmt_mallocdbg_live_limit(x->live, DFMT_CFG_MAX_MEMORY, bytes);
}

static dfmt_status add_operation(struct state *x, const dfmt_mallocdbg_op *o) {
  if (!x->live && dfmt_mallocdbg_live_new(x->in.from->config, &x->live) != DFMT_OK) return DFMT_E_NOMEM;
  if (dfmt_mallocdbg_live_error(x->live)->status == DFMT_E_LIMIT) follow_limit(x);
  return dfmt_mallocdbg_live_add(x->live, o);
}

static dfmt_status add_record(struct state *x, const dfmt_mallocdbg_alloc *a) {
  const struct record r = {.bytes = a->bytes,
                           .count = a->count,
                           .count_written = a->count_written,
                           .line = a->line,
                           .zygote_child = a->zygote_child,
                           .has_line = a->present & DFMT_MALLOCDBG_ALLOC_HAS_LINE};
  if (dfmti_buf_append(&x->in.mem, &x->records, &r, sizeof r)) return DFMT_OK;
  return DFMT_E_NOMEM;
}

/* Prepares the rows. */
static dfmt_status end(struct state *x) {
  dfmt_status st = DFMT_OK;
  x->n = x->records.len / sizeof(struct record);
  if (x->live) {
    follow_limit(x);
    st = dfmt_mallocdbg_live_blocks(x->live, &x->blocks, &x->n);
  }
  x->ended = st == DFMT_OK;
  return st;
}

static const dfmt_error *error(void *state) { return dfmt_mallocdbg_live_error(((const struct state *)state)->live); }

static dfmt_status event(void *state, const dfmt_event *ev) {
  struct state *x = state;
  if (!ev) return end(x);
  if (ev->type == DFMT_MALLOCDBG_OP) return add_operation(x, dfmt_event_mallocdbg_op(ev));
  if (ev->type == DFMT_MALLOCDBG_ALLOC) return add_record(x, dfmt_event_mallocdbg_alloc(ev));
  x->counts_valid = dfmt_event_mallocdbg_end(ev)->counts_valid;
  return DFMT_OK;
}

/* ---- rows ---- */

#define HAS(NAME) (uint32_t)DFMT_MALLOCDBG_LIVE_BLOCK_HAS_##NAME

static void show_block(dfmt_mallocdbg_live_block *row, const dfmt_mallocdbg_block *b) {
  row->present = HAS(PTR) | HAS(OP_NUMBER) | HAS(THREAD_ID) | (b->start_ns ? HAS(START_NS) : 0);
  row->ptr = b->ptr;
  row->bytes = b->bytes;
  row->count = 1;
  row->op_number = b->op_number;
  row->start_ns = b->start_ns;
  row->thread_id = b->thread_id;
}

static void show_record(dfmt_mallocdbg_live_block *row, const struct record *r, bool counts_valid) {
  row->present = HAS(ZYGOTE_CHILD) | (r->has_line ? HAS(LINE) : 0);
  row->bytes = r->bytes;
  row->count = counts_valid ? r->count_written : r->count;
  row->zygote_child = r->zygote_child;
  row->line = r->line;
}

static dfmt_status next_row(void *state, const dfmt_head **out) {
  struct state *x = state;
  if (!x->ended || x->at == x->n) return DFMT_END;
  struct record r;
  x->row.head = (dfmt_head){sizeof x->row, DFMT_TYPE_MALLOCDBG_LIVE_BLOCK};
  if (x->live) {
    show_block(&x->row, &x->blocks[x->at]);
  } else {
    memcpy(&r, x->records.ptr + x->at * sizeof r, sizeof r);
    show_record(&x->row, &r, x->counts_valid);
  }
  x->at++;
  *out = &x->row.head;
  return DFMT_OK;
}

static const uint32_t events[] = {DFMT_MALLOCDBG_OP, DFMT_MALLOCDBG_ALLOC, DFMT_MALLOCDBG_END, 0};

extern const dfmt_table_maker dfmti_mallocdbg_live_block;
const dfmt_table_maker dfmti_mallocdbg_live_block = {
    .size = sizeof(dfmt_table_maker),
    .row = DFMT_TYPE_MALLOCDBG_LIVE_BLOCK,
    .types = dfmti_mallocdbg_tables_types,
    .events = events,
    .state_size = sizeof(struct state),
    .begin = dfmti_derived_begin,
    .event = event,
    .next_row = next_row,
    .error = error,
    .close = close_state,
};
