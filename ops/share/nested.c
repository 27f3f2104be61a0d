/* SPDX-License-Identifier: MIT */
/*
 * A zip inside an entry: copied, as it is read more than once; its output is spooled, too, before it becomes an entry.
 */
#include "op/reading.h"
#include "share.h"

/* ---- entering ---- */

static dfmt_status copy_in(struct dfmto_share *s) {
  struct dfmto_spool *in = &s->nest.in;
  for (;;) {
    uint64_t got = 0, taken = 0;
    dfmt_status st = dfmto_progress(s->op, s->input.n_read, 0);
    if (st == DFMT_OK && s->input.len == s->input.used) {
      st = dfmto_share_read_start(&s->entry.start, s->input.piece, DFMTO_SHARE_PIECE, &got);
      if (st == DFMT_END) return DFMT_OK;
      if (st < 0) return dfmto_fail_as(s->op, dfmt_reader_error(s->op->reader));
      s->input.len = (size_t)got;
      s->input.used = 0;
    }
    if (st != DFMT_OK) return st;
    st = dfmto_spool_write(in, s->input.piece + s->input.used, s->input.len - s->input.used, &taken);
    s->input.used += (size_t)taken;
    if (st < 0) return dfmto_fail_as(s->op, dfmt_sink_error(in->sink));
  }
}

static dfmt_status begin_out(struct dfmto_share *s) {
  struct dfmto_share_nest *x = &s->nest;
  dfmt_status st = x->out.begun ? DFMT_OK : dfmto_spool_begin(s->op, &x->out);
  if (st != DFMT_OK || x->to) return st;
  return dfmto_spool_sink(s->op, &x->out, &x->to);
}

static void swap_readers(struct dfmto_share *s) {
  dfmt_reader *reader = s->op->reader;
  s->op->reader = s->op->second;
  s->op->second = reader;
}

static void swap_buffers(struct dfmti_buf *a, struct dfmti_buf *b) {
  const struct dfmti_buf x = *a;
  *a = *b;
  *b = x;
}

/* Swaps the inner and the outer zip. */
static void turn(struct dfmto_share *s) {
  struct dfmto_share_nest *x = &s->nest;
  const struct dfmto_share_nest old = *x;
  x->active = !old.active;
  x->parts = s->input.parts;
  x->ev = s->entry.ev;
  x->entry = s->entry.number;
  x->writer = s->entries.writer;
  s->input.parts = old.active ? old.parts : DFMTO_ZIP;
  s->entry.ev = old.active ? old.ev : NULL;
  s->entries.writer = old.active ? old.writer : NULL;
  if (old.active) s->entry.number = old.entry;
  s->entry.head_done = old.active;
  swap_buffers(&s->entry.name, &x->name);
  swap_buffers(&s->entry.comment, &x->comment);
  swap_readers(s);
}

dfmt_status dfmto_share_nest_begin(struct dfmto_share *s) {
  struct dfmto_share_nest *x = &s->nest;
  dfmt_status st = x->in.begun ? DFMT_OK : dfmto_spool_begin(s->op, &x->in);
  if (st == DFMT_OK && !x->in.source) st = copy_in(s);
  if (st == DFMT_OK && !x->in.source) st = dfmto_spool_finish(s->op, &x->in);
  const bool written = s->pass == DFMTO_SHARE_WRITE && dfmto_share_sink(s);
  if (st == DFMT_OK && written) st = begin_out(s);
  if (st != DFMT_OK) return st;
  s->input.len = s->input.used = 0;
  if (!x->active) turn(s);
  return dfmto_share_entries_read(s, x->in.source, x->to);
}

/* ---- leaving ---- */

dfmt_status dfmto_share_nest_end(struct dfmto_share *s) {
  struct dfmto_share_nest *x = &s->nest;
  dfmt_status st = x->to && !x->out.source ? dfmto_spool_finish(s->op, &x->out) : DFMT_OK;
  if (st != DFMT_OK) return st;
  dfmt_sink_free(x->to);
  x->to = NULL;
  turn(s);
  dfmto_spool_free(&x->in);
  if (s->pass == DFMTO_SHARE_LOOK) dfmto_share_entries_change(s);
  s->input.len = s->input.used = 0;
  s->phase = x->out.begun ? DFMTO_SHARE_NEST_SEND : DFMTO_SHARE_ENTRY_END;
  return DFMT_OK;
}

dfmt_status dfmto_share_nest_send(struct dfmto_share *s) {
  struct dfmto_spool *out = &s->nest.out;
  dfmt_status st = DFMT_OK;
  while (st == DFMT_OK) {
    uint64_t got = 0, taken = 0;
    if (s->input.len == s->input.used) {
      st = dfmt_source_read(out->source, s->input.piece, DFMTO_SHARE_PIECE, &got);
      if (st < 0) return dfmto_fail_as(s->op, dfmt_source_error(out->source));
      s->input.len = (size_t)got;
      s->input.used = 0;
    }
    if (st == DFMT_OK)
      st = dfmto_share_entries_write(s, s->input.piece + s->input.used, s->input.len - s->input.used, &taken);
    s->input.used += (size_t)taken;
    if (st == DFMT_OK) st = dfmto_progress(s->op, s->input.n_read, 0);
  }
  if (st != DFMT_END) return st;
  dfmto_spool_free(out);
  s->input.len = s->input.used = 0;
  s->phase = DFMTO_SHARE_ENTRY_END;
  return DFMT_OK;
}

void dfmto_share_nest_free(struct dfmto_share *s) {
  struct dfmto_share_nest *x = &s->nest;
  if (x->active) dfmt_writer_free(x->writer);
  dfmt_sink_free(x->to);
  dfmto_spool_free(&x->in);
  dfmto_spool_free(&x->out);
  dfmti_buf_free(&s->op->mem, &x->name);
  dfmti_buf_free(&s->op->mem, &x->comment);
}
