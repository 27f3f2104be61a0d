/* SPDX-License-Identifier: MIT */
/*
 * Any format as JSON lines. A value with a line of its own comes before the call that it belongs to: if calls are
 * chosen, it waits for that call.
 */
#include "op/reading.h"
#include "text.h"

struct state {
  dfmt_sink *waiting; /* lines; NULL: none */
  uint64_t sent;      /* bytes of them that the sink accepted */
  uint32_t gather;    /* DFMT_JSON_GATHER if lines are gathered */
};

/* Lines must not wait while more input is awaited. */
static dfmt_status begin(dfmt_op *op) {
  struct state *s = dfmto_text_of(op)->state;
  s->gather = dfmt_source_seekable(op->inputs[op->input]) ? DFMT_JSON_GATHER : 0;
  return DFMT_OK;
}

/* A value that cannot be read ends its line, not the input. */
static dfmt_status put_failed(dfmt_op *op, const dfmt_event *ev, const dfmt_sink *to, dfmt_status st) {
  struct dfmto_text *x = op->state;
  const dfmt_error *e = dfmt_reader_error(op->reader);
  if (e->origin == DFMT_ORIGIN_SINK) return to == x->to ? dfmto_text_output_status(op, st) : dfmto_fail_helper(op, e);
  x->goes_on = true;
  (void)dfmto_fail_as(op, e);
  dfmto_entry_set_key(op, ev);
  return st;
}

static inline dfmt_status put(dfmt_op *op, const dfmt_event *ev, dfmt_sink *to) {
  const struct dfmto_text *x = op->state;
  const struct state *s = x->state;
  dfmt_status st = dfmt_reader_json(op->reader, ev, x->payload | s->gather, to);
  return st < 0 ? put_failed(op, ev, to, st) : st;
}

static void drop(struct state *s) {
  dfmt_sink_free(s->waiting);
  s->waiting = NULL;
  s->sent = 0;
}

static dfmt_status pour(dfmt_op *op, struct state *s) {
  struct dfmto_text *x = op->state;
  const void *ptr;
  uint64_t len;
  if (!s->waiting) return DFMT_OK;
  dfmt_status st = dfmt_sink_bytes(s->waiting, &ptr, &len);
  while (st == DFMT_OK && s->sent < len) {
    uint64_t taken = 0;
    st = dfmt_sink_write(x->to, (const char *)ptr + s->sent, len - s->sent, &taken);
    s->sent += taken;
  }
  if (st == DFMT_OK) drop(s);
  return dfmto_text_output_status(op, st);
}

static dfmt_status keep(dfmt_op *op, struct state *s, const dfmt_event *ev) {
  const dfmt_config *c = dfmto_helpers(op);
  if (!s->waiting && (!c || dfmt_sink_memory(c, &s->waiting) != DFMT_OK)) return dfmto_no_memory(op);
  return put(op, ev, s->waiting);
}

/* It is not known yet whether it is wanted. */
static bool waits(const struct dfmto_text *x, const dfmt_event *ev) {
  struct dfmto_entry_call c;
  return x->select.by_call && ev->flags & DFMT_EVENT_FLAG_PAYLOAD && !x->select.entries->call(ev, &c);
}

static dfmt_status event(dfmt_op *op, const dfmt_event *ev) {
  struct dfmto_text *x = op->state;
  const struct state *s = x->state;
  if (!s->waiting && !x->select.by_call) return put(op, ev, x->to); /* all are wanted: nothing waits */
  const bool diagnostic = dfmt_event_diagnostic(ev) != NULL;
  if (!diagnostic && waits(x, ev)) return keep(op, x->state, ev);
  dfmt_status st = diagnostic ? DFMT_OK : pour(op, x->state);
  return st == DFMT_OK ? put(op, ev, x->to) : st;
}

static dfmt_status pass(dfmt_op *op, const dfmt_event *ev) {
  (void)ev;
  drop(dfmto_text_of(op)->state);
  return DFMT_OK;
}

static void close_state(dfmt_op *op) { drop(dfmto_text_of(op)->state); }

const struct dfmto_text_format dfmto_text_json = {.forms = 1u << DFMT_TEXT_JSON,
                                                  .state_size = sizeof(struct state),
                                                  .tells_diagnostics = true,
                                                  .begin = begin,
                                                  .event = event,
                                                  .pass = pass,
                                                  .close = close_state};
