/* SPDX-License-Identifier: MIT */
/* The table apitrace.frame_summary: totals of each frame. A frame ends with a call that shows it. */
#include "base/hash.h"
#include "derived.h"

struct state {
  struct dfmti_derived_input in;
  struct dfmti_table threads; /* by thread_id: number of the last frame with a call of it, plus 1 */
  bool due;                   /* the row is complete: it comes next */
  bool given;                 /* it was returned last */
  dfmt_apitrace_frame_summary row;
};

static void begin_frame(struct state *x, uint64_t number) {
  x->row = (dfmt_apitrace_frame_summary){.head = {sizeof x->row, DFMT_TYPE_APITRACE_FRAME_SUMMARY}, .number = number};
}

static dfmt_status begin(void *state, const dfmt_table_input *in) {
  struct state *x = state;
  dfmti_derived_input_begin(&x->in, in);
  begin_frame(x, 0);
  return DFMT_OK;
}

static void close_state(void *state) {
  struct state *x = state;
  if (x->in.from) dfmti_table_free(&x->in.mem, &x->threads);
}

/* ---- calls ---- */

/* Nodes of a tree: at least the root. */
static size_t nodes(const dfmt_apitrace_value *root) { return root->span ? root->span : 1; }

static uint64_t blob_bytes(const dfmt_apitrace_value *root) {
  uint64_t sum = 0;
  for (size_t i = 0; root && i < nodes(root); i++)
    if (root[i].kind == DFMT_APITRACE_VALUE_BLOB) sum += root[i].aux;
  return sum;
}

/* Room in the table was reserved. */
static void count_thread(struct state *x, uint64_t thread) {
  uint64_t hash = dfmti_hash_number(x->threads.key, thread), frame = x->row.number + 1;
  struct dfmti_slot *slot = dfmti_table_find(&x->threads, hash, NULL, NULL);
  if (slot && slot->value == frame) return;
  x->row.n_threads++;
  if (slot)
    slot->value = frame;
  else
    dfmti_table_add(&x->threads, hash, frame);
}

static dfmt_status add_call(struct state *x, const dfmt_apitrace_call *c) {
  dfmt_apitrace_frame_summary *row = &x->row;
  if (!dfmti_table_reserve(&x->in.mem, &x->threads)) return DFMT_E_NOMEM;
  if (c->present & DFMT_APITRACE_CALL_HAS_THREAD_ID) count_thread(x, c->thread_id);
  if (row->n_calls == 0 || c->number < row->first_call_number) row->first_call_number = c->number;
  if (c->number > row->last_call_number) row->last_call_number = c->number;
  row->n_calls++;
  row->n_renders += (c->flags & DFMT_APITRACE_FLAG_RENDER) != 0;
  for (uint64_t i = 0; c->present & DFMT_APITRACE_CALL_HAS_ARGS && i < c->n_args; i++)
    row->blob_bytes += blob_bytes(c->args[i].value);
  if (c->present & DFMT_APITRACE_CALL_HAS_RET) row->blob_bytes += blob_bytes(c->ret);
  row->complete = (c->flags & DFMT_APITRACE_FLAG_END_FRAME) != 0;
  x->due = row->complete;
  return DFMT_OK;
}

/* Calls after the last frame, or before another stream, are an incomplete frame. */
static dfmt_status event(void *state, const dfmt_event *ev) {
  struct state *x = state;
  if (ev && ev->type == DFMT_APITRACE_CALL) return add_call(x, dfmt_event_apitrace_call(ev));
  x->due = x->row.n_calls > 0;
  return DFMT_OK;
}

static dfmt_status next_row(void *state, const dfmt_head **out) {
  struct state *x = state;
  if (x->given) begin_frame(x, x->row.number + 1);
  x->given = x->due;
  x->due = false;
  if (!x->given) return DFMT_END;
  *out = &x->row.head;
  return DFMT_OK;
}

static const uint32_t events[] = {DFMT_APITRACE_CALL, DFMT_APITRACE_HEADER, 0};

const dfmt_table_maker dfmti_apitrace_frame_summary = {
    .size = sizeof(dfmt_table_maker),
    .row = DFMT_TYPE_APITRACE_FRAME_SUMMARY,
    .types = dfmti_apitrace_tables_types,
    .events = events,
    .state_size = sizeof(struct state),
    .begin = begin,
    .event = event,
    .next_row = next_row,
    .close = close_state,
};
