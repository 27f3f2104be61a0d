/* SPDX-License-Identifier: MIT */
/* The bytes that a reader reads: from its source, with the wrapper taken off, into its window; and its diagnostics. */
#include "stream.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { SEEK_PIECE = 131072 }; /* bytes read at an offset at a time */

/*
 * What a source said that gave nothing. One that failed is not asked again: what was read before its error is used up
 * first, and then comes the error.
 */
static dfmt_status no_more(struct dfmti_stream *in, dfmt_source *s, dfmt_status st) {
  if (st == DFMT_E_BUSY) dfmti_fail(&s->err, st, DFMT_ERR_BUSY, "the source is in use");
  if (st == DFMT_E_NOMEM || st == DFMT_E_LIMIT || st == DFMT_E_BUSY)
    dfmti_errors_copy(&in->err, &s->err);
  else if (st < 0)
    dfmti_errors_copy(&in->source_err, &s->err);
  return st;
}

static dfmt_status refill(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct dfmti_stream *in = user;
  dfmt_source *s = in->text ? in->text : in->unwrapped ? in->unwrapped : in->source;
  if (in->source_err.e.status != DFMT_OK) return in->source_err.e.status;
  dfmt_status st = dfmt_source_read(s, buf, cap, got);
  return st >= 0 ? st : no_more(in, s, st);
}

static dfmt_status refill_at(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct dfmti_stream *in = user;
  size_t n = 0;
  if (in->source_err.e.status != DFMT_OK) return in->source_err.e.status;
  uint64_t offset = in->win.base + in->win.end;
  dfmt_status st = dfmti_source_read_at(in->source, offset, buf, dfmti_min(dfmti_clamp(cap), SEEK_PIECE), &n);
  if (st != DFMT_OK) return no_more(in, in->source, st);
  in->source->taken += n;
  *got = n;
  return n > 0 ? DFMT_OK : DFMT_END;
}

void dfmti_stream_open(struct dfmti_stream *in) {
  dfmti_window_open(&in->win, refill, in);
  if (in->text) in->win.places = in->places;
}

void dfmti_stream_seek(struct dfmti_stream *in, uint64_t offset) {
  struct dfmti_window *w = &in->win;
  if (w->refill == refill_at && offset >= w->base && offset - w->base <= w->end) {
    w->pos = (size_t)(offset - w->base);
    return;
  }
  dfmti_window_open(w, refill_at, in);
  w->base = offset;
}

dfmt_status dfmti_stream_fill(struct dfmti_stream *in, size_t want) {
  if (dfmti_window_len(&in->win) >= want) return DFMT_OK;
  dfmti_errors_clear(&in->err);
  dfmt_status st = dfmti_window_fill(&in->win, &in->mem, want);
  if (st >= 0) return st;
  if (in->source_err.e.status == st)
    dfmti_errors_copy(&in->err, &in->source_err);
  else if (in->err.e.status != st)
    dfmti_fail_mem(&in->err, &in->mem);
  return in->err.e.status;
}

dfmt_status dfmti_stream_fill_record(struct dfmti_stream *in, size_t want) {
  if (want > in->max_record)
    return dfmti_fail_limit(&in->err, DFMT_CFG_MAX_RECORD, DFMT_ERR_MAX_RECORD, dfmti_window_place(&in->win, 0),
                            (uint64_t)want * 2);
  return dfmti_stream_fill(in, want);
}

/* A source that cannot tell is not one that cannot seek: without a zip's directory other entries would be found. */
dfmt_status dfmti_stream_can_seek(struct dfmti_stream *in, bool *can) {
  uint64_t total;
  *can = !in->unwrapped && !in->text && in->source->taken == dfmti_window_offset(&in->win) + dfmti_window_len(&in->win);
  dfmt_status st = *can ? dfmti_source_can_seek(in->source, can) : DFMT_OK;
  if (*can && st == DFMT_OK) st = dfmt_source_total(in->source, &total);
  *can = *can && st == DFMT_OK;
  if (st == DFMT_OK || st == DFMT_E_UNSUPPORTED) return DFMT_OK;
  dfmti_errors_copy(&in->err, &in->source->err);
  return st;
}

void dfmti_stream_note(struct dfmti_stream *in, uint32_t severity, uint32_t number, dfmt_status status, uint64_t offset,
                       uint64_t line, uint64_t skipped, const char *format, ...) {
  in->skipped += skipped;
  line = dfmti_window_line(&in->win, offset, line);
  if (!in->diagnostics || in->n_notes == DFMTI_MAX_NOTES) return;
  struct dfmti_note *n = &in->notes[in->n_notes++];
  va_list ap;
  va_start(ap, format);
  vsnprintf(n->text, sizeof n->text, format, ap);
  va_end(ap);
  n->d =
      (dfmt_diagnostic){.head = {sizeof n->d, DFMT_DIAGNOSTIC},
                        .present = DFMT_DIAGNOSTIC_HAS_BYTE_OFFSET | (line ? (uint32_t)DFMT_DIAGNOSTIC_HAS_LINE : 0) |
                                   (skipped ? (uint32_t)DFMT_DIAGNOSTIC_HAS_SKIPPED : 0),
                        .number = number,
                        .severity = severity,
                        .status = status,
                        .byte_offset = offset,
                        .line = line,
                        .skipped = skipped,
                        .message = {n->text, strlen(n->text)}};
}

dfmt_status dfmti_stream_fault(struct dfmti_stream *in, uint32_t severity, uint32_t number, dfmt_status status,
                               uint64_t offset, uint64_t line, uint64_t skipped, const char *format, ...) {
  char text[sizeof in->err.text];
  va_list ap;
  va_start(ap, format);
  vsnprintf(text, sizeof text, format, ap);
  va_end(ap);
  if (!in->recover)
    return dfmti_fail_at(&in->err, status, number, offset, dfmti_window_line(&in->win, offset, line), "%s", text);
  dfmti_stream_note(in, severity, number, status, offset, line, skipped, "%s", text);
  if (severity == DFMT_SEVERITY_ERROR) in->recovered = true;
  return DFMT_OK;
}
