/* SPDX-License-Identifier: MIT */
/*
 * From a reader to a writer: payloads, and whole records.
 *
 *   copy: IDLE --put, if the body is all--> IDLE
 *         IDLE --begin--> PAYLOAD --all of it--> END --end--> IDLE
 *                            '--error--> FAILED --end--> IDLE, and the error is returned
 *
 * The stage is kept in the writer, so that the same call goes on after AGAIN, E_NOMEM and E_LIMIT. If the caller goes
 * on otherwise, what the writer calls next ends the record: dfmti_end_copy().
 */
#include "payload.h"
#include "writer_impl.h"

enum { IDLE, PAYLOAD, END, FAILED };

/* A reader's error as the writer's, with the origin it has. */
static dfmt_status reader_failed(dfmt_writer *w, const dfmt_reader *r, dfmt_status st) {
  const dfmt_error *e = dfmt_reader_error(r);
  dfmti_fail(&w->out.err, st, e->number, "%s", e->message);
  w->out.err.e.origin = e->origin;
  w->out.err.e.option = e->option;
  w->out.err.e.offset = e->offset;
  w->out.err.e.line = e->line;
  w->out.err.e.needed = e->needed;
  w->out.err.e.sys_errno = e->sys_errno;
  return st;
}

/* All that is left of the payload, into the current record. */
static dfmt_status pull(dfmt_writer *w, dfmt_reader *r) {
  for (;;) {
    const uint8_t *ptr;
    size_t len;
    dfmt_status st = dfmti_payload_peek(r, &ptr, &len);
    if (st < 0) return reader_failed(w, r, st);
    if (st != DFMT_OK) return st == DFMT_END ? DFMT_OK : st;
    uint64_t taken = 0;
    st = dfmt_writer_payload(w, ptr, len, &taken);
    dfmti_payload_taken(r, (size_t)taken);
    if (st != DFMT_OK) return st;
  }
}

dfmt_status dfmt_writer_payload_from(dfmt_writer *w, dfmt_reader *r) {
  if (!w || !r) return DFMT_E_ARG;
  if (w->busy) return DFMT_E_BUSY;
  dfmti_errors_clear(&w->out.err);
  if (!w->open || !w->in_record) return dfmti_fail_state(&w->out.err, "no record is open");
  return pull(w, r);
}

static dfmt_status begin(dfmt_writer *w, dfmt_reader *r, const dfmt_event *ev) {
  uint32_t mode = DFMT_PAYLOAD_DECODED;
  if (w->ops->copy_mode) mode = w->ops->copy_mode(w, ev);
  if (!(ev->flags & DFMT_EVENT_FLAG_PAYLOAD) && mode == DFMT_PAYLOAD_DECODED) return dfmt_writer_put(w, ev->body);
  w->copying = true;
  dfmt_status st = dfmt_writer_begin(w, ev->body, mode);
  w->copying = false;
  if (st != DFMT_OK) return st;
  st = dfmt_payload_mode(r, mode);
  if (st != DFMT_OK) {
    reader_failed(w, r, st);
    struct dfmti_errors kept;
    dfmti_errors_copy(&kept, &w->out.err);
    dfmt_writer_cancel(w);
    dfmti_errors_copy(&w->out.err, &kept);
    return st;
  }
  w->copy_record = r->records;
  r->copier = w;
  r->copy = ++w->copies;
  w->copy_stage = PAYLOAD;
  return DFMT_OK;
}

static dfmt_status copy_payload(dfmt_writer *w, dfmt_reader *r) {
  dfmt_status st = pull(w, r);
  if (st == DFMT_OK) w->copy_stage = END;
  if (st >= 0 || dfmti_can_go_on(w, st)) return st;
  w->copy_stage = FAILED;
  w->copy_failed = st;
  dfmti_errors_copy(&w->copy_err, &w->out.err);
  return DFMT_OK;
}

dfmt_status dfmt_writer_copy(dfmt_writer *w, dfmt_reader *r, const dfmt_event *ev) {
  if (!w || !r || !ev) return DFMT_E_ARG;
  if (w->busy) return DFMT_E_BUSY;
  dfmti_errors_clear(&w->out.err);
  if (!w->open) return dfmti_fail_state(&w->out.err, "the writer is not open");
  if (ev != r->current) return dfmti_fail_state(&w->out.err, "not the reader's current event");
  if (ev->type == DFMT_DIAGNOSTIC) return DFMT_OK;
  dfmt_status st = DFMT_OK;
  bool same = r->copier == w && r->copy == w->copies && w->copy_record == r->records;
  if (!same) st = dfmti_end_copy(w); /* the caller has moved on in the middle of a record */
  if (st == DFMT_OK && w->copy_stage == IDLE) st = begin(w, r, ev);
  if (st == DFMT_OK && w->copy_stage == PAYLOAD) st = copy_payload(w, r);
  if (st != DFMT_OK || w->copy_stage == IDLE) return st;
  if (w->in_record && w->ops->copied) w->ops->copied(w, ev, w->copy_stage == END);
  const bool failed = w->copy_stage == FAILED;
  st = w->in_record ? dfmt_writer_end(w) : DFMT_OK;
  if (dfmti_can_go_on(w, st)) return st;
  w->copy_stage = IDLE;
  if (!failed) return st;
  dfmti_errors_copy(&w->out.err, &w->copy_err);
  return w->copy_failed;
}
