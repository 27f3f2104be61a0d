/* SPDX-License-Identifier: MIT */
/*
 * malloc_debug's files are text: writes the same events as Android would, with its blanks, digits and line ends; what
 * others have added or removed is lost.
 */
#include <diagfmt/mallocdbg.h>

#include "op/reading.h"
#include "text.h"

struct state {
  struct dfmto_text *x;
  dfmt_sink *sink; /* sink of the writer, which appends to the text */
  dfmt_writer *writer;
  dfmt_event *header; /* waits: only the records show whether they have commas */
  bool opened, put_header;
  bool failed; /* the writer rejected a record, which is then the last */
};

static struct state *state_of(dfmt_op *op) { return dfmto_text_of(op)->state; }

/* AGAIN if there is no memory, so that the writer can continue. */
static dfmt_status take(void *user, const void *buf, uint64_t len, uint64_t *taken) {
  struct dfmto_text *x = ((struct state *)user)->x;
  const size_t start = x->out.text.len;
  const dfmt_str text = {buf, len};
  if (x->safe)
    dfmto_text_put_safe(&x->out, text, true);
  else
    dfmto_text_put_str(&x->out, text);
  if (x->out.failed) x->out.text.len = start;
  *taken = x->out.failed ? 0 : len;
  return x->out.failed ? DFMT_AGAIN : DFMT_OK;
}

/* Handles the writer's status. If it refuses a record, the input is at fault. */
static dfmt_status check(dfmt_op *op, dfmt_status st) {
  struct dfmto_text *x = op->state;
  const dfmt_error *e = dfmt_writer_error(state_of(op)->writer);
  if (st == DFMT_AGAIN) {
    x->out.failed = false;
    return dfmto_no_memory(op);
  }
  if (st == DFMT_OK || st == DFMT_E_NOMEM || st == DFMT_E_LIMIT) return st == DFMT_OK ? st : dfmto_fail_helper(op, e);
  state_of(op)->failed = true;
  return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, e->number, "%s", e->message);
}

static dfmt_status begin(dfmt_op *op) {
  static const dfmt_sink_ops ops = {.size = sizeof ops, .write = take};
  struct state *s = state_of(op);
  const dfmt_config *c = dfmto_helpers(op);
  s->x = op->state;
  dfmt_status st = c ? DFMT_OK : DFMT_E_NOMEM;
  if (st == DFMT_OK && !s->writer) st = dfmt_writer_new(c, &s->writer);
  if (st == DFMT_OK && !s->sink) st = dfmt_sink_new(c, &ops, s, &s->sink);
  return st == DFMT_OK ? st : dfmto_no_memory(op);
}

static dfmt_status open_writer(dfmt_op *op) {
  struct state *s = state_of(op);
  uint64_t variant = 0;
  dfmt_status st = DFMT_OK;
  (void)dfmt_reader_stat(op->reader, DFMT_STAT_VARIANT, &variant);
  if (variant != DFMT_MALLOCDBG_VARIANT_COMMA) variant = 0;
  if (!s->opened) st = check(op, dfmt_writer_open(s->writer, DFMT_MALLOCDBG, (uint32_t)variant, s->sink));
  s->opened = s->opened || st == DFMT_OK;
  if (st == DFMT_OK && s->header && !s->put_header) st = check(op, dfmt_writer_put(s->writer, s->header->body));
  s->put_header = s->put_header || st == DFMT_OK;
  return st;
}

/* Of several headers, keeps the last one. */
static dfmt_status keep_header(dfmt_op *op, const dfmt_event *ev) {
  struct state *s = state_of(op);
  dfmt_event *copy;
  if (dfmt_event_clone(dfmto_helpers(op), ev, &copy) != DFMT_OK) return dfmto_no_memory(op);
  dfmt_event_free(s->header);
  s->header = copy;
  return DFMT_OK;
}

static dfmt_status event(dfmt_op *op, const dfmt_event *ev) {
  const struct state *s = state_of(op);
  if (!s->opened && dfmt_event_mallocdbg_header(ev)) return keep_header(op, ev);
  dfmt_status st = open_writer(op);
  return st == DFMT_OK ? check(op, dfmt_writer_put(s->writer, ev->body)) : st;
}

static dfmt_status end(dfmt_op *op) {
  dfmt_status st = state_of(op)->failed ? DFMT_OK : open_writer(op);
  if (st == DFMT_OK && !state_of(op)->failed) st = check(op, dfmt_writer_finish(state_of(op)->writer));
  return st;
}

static void close_state(dfmt_op *op) {
  struct state *s = state_of(op);
  dfmt_event_free(s->header);
  dfmt_writer_free(s->writer);
  dfmt_sink_free(s->sink);
}

const struct dfmto_text_format dfmto_text_mallocdbg = {.id = DFMT_MALLOCDBG,
                                                       .forms = 1u << DFMT_TEXT_ANDROID,
                                                       .state_size = sizeof(struct state),
                                                       .begin = begin,
                                                       .event = event,
                                                       .end = end,
                                                       .close = close_state};
