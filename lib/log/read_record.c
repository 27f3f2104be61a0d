/* SPDX-License-Identifier: MIT */
/*
 * Logs whose messages are records: elements of a JSON document, and blocks of lines. An event has the bytes of its
 * element and those up to the next one; the first has also those before it. Further lines of a message are events
 * without bytes of their own.
 */
#include <string.h>

#include "base/rare.h"
#include "read.h"

/* ---- lines of a message ---- */

static uint64_t count_lines(const uint8_t *p, size_t n, size_t *last) {
  const uint8_t *lf;
  uint64_t lines = 0;
  for (*last = 0; (lf = memchr(p + *last, '\n', n - *last)) != NULL; lines++) *last = (size_t)(lf + 1 - p);
  return lines;
}

DFMTI_RARE void dfmti_log_deliver_record(dfmt_reader *r, size_t n) {
  struct dfmti_log_reader *s = dfmti_log_state(r);
  const uint8_t *p = dfmti_window_ptr(&r->in.win);
  size_t before, last;
  const uint64_t lines = count_lines(p, n, &last);
  s->record_line = s->line + count_lines(p, s->record.at, &before);
  s->record_offset = dfmti_window_place(&r->in.win, before);
  s->record_raw = !s->cut;
  dfmti_log_deliver_line(r, &s->record.line, s->record_line, s->record_offset, n, s->record_raw);
  s->line += lines;
  s->skipping = s->cut;
  s->skip_from = dfmti_window_place(&r->in.win, 0);
  s->cut = false;
}

DFMTI_RARE void dfmti_log_deliver_more(dfmt_reader *r) {
  struct dfmti_log_reader *s = dfmti_log_state(r);
  dfmti_log_record_next(&s->record);
  s->record.line.continued = true;
  dfmti_log_deliver_line(r, &s->record.line, s->record_line, s->record_offset, 0, s->record_raw);
}

/* ---- elements of a document ---- */

/* Whether elements are at this level: in a list that is a member of the document. */
static bool among_elements(const struct dfmti_log_frame *f) { return f->depth == 2 && f->lists & 4; }

static void open_level(struct dfmti_log_frame *f, bool list) {
  f->depth++;
  if (f->depth < 64) f->lists = (f->lists & ~(UINT64_C(1) << f->depth)) | (uint64_t)list << f->depth;
}

/* true: an element ends with the byte. */
static bool take_byte(struct dfmti_log_frame *f, uint8_t c) {
  if (f->in_string) {
    f->in_string = c != '"' || f->escaped;
    f->escaped = c == '\\' && !f->escaped;
    return false;
  }
  switch (c) {
    case '"': f->in_string = true; return false;
    case '{':
    case '[': open_level(f, c == '['); return false;
    case '}':
    case ']': f->depth -= f->depth > 0; return among_elements(f);
    default: return false;
  }
}

static bool begins_element(const struct dfmti_log_frame *f, uint8_t c) {
  return (c == '{' || c == '[') && !f->in_string && among_elements(f);
}

/* Takes what there is. true: an element has ended, and the next begins. */
static bool take_bytes(struct dfmti_log_reader *s, const uint8_t *p, size_t n) {
  struct dfmti_log_frame *f = &s->frame;
  for (; s->scan < n; s->scan++) {
    const bool begins = begins_element(f, p[s->scan]);
    if (begins && f->to > 0) return true;
    if (begins) f->from = s->scan;
    if (take_byte(f, p[s->scan])) f->to = s->scan + 1;
  }
  return false;
}

/* Reads up to where the next element begins, or the input ends. Returns END if no element ends before that. */
static dfmt_status find_element(dfmt_reader *r, size_t *end) {
  struct dfmti_log_reader *s = dfmti_log_state(r);
  while (!take_bytes(s, dfmti_window_ptr(&r->in.win), dfmti_window_len(&r->in.win))) {
    dfmt_status st = dfmti_stream_fill_record(&r->in, s->scan + 1);
    if (st == DFMT_END && s->frame.to > 0) break;
    if (st != DFMT_OK) return st;
  }
  *end = s->scan;
  return DFMT_OK;
}

/* ---- blocks ---- */

static dfmt_status find_block(dfmt_reader *r, size_t *end) {
  struct dfmti_log_reader *s = dfmti_log_state(r);
  size_t (*const find)(const uint8_t *, size_t, size_t *) =
      s->form == DFMTI_LOG_EXPORT ? dfmti_log_block : dfmti_log_entry;
  for (;;) {
    const uint8_t *p = dfmti_window_ptr(&r->in.win);
    const size_t n = dfmti_window_len(&r->in.win);
    *end = find(p, n, &s->scan);
    if (*end > 0) return DFMT_OK;
    dfmt_status st = dfmti_stream_fill_record(&r->in, n + 1);
    if (st == DFMT_OK || (st == DFMT_END && dfmti_window_len(&r->in.win) > n)) continue;
    *end = n;
    return st == DFMT_END && n > 0 ? DFMT_OK : st;
  }
}

/* ---- the next one ---- */

/* The document has ended, or was cut off. */
static dfmt_status end_document(dfmt_reader *r) {
  struct dfmti_log_reader *s = dfmti_log_state(r);
  if (s->frame.depth == 0) return DFMT_END;
  s->frame.depth = 0;
  s->frame.cut = true;
  dfmt_status st =
      dfmti_stream_fault(&r->in, DFMT_SEVERITY_ERROR, DFMT_ERR_LOG_CUT, DFMT_E_TRUNCATED,
                         dfmti_window_place(&r->in.win, s->scan), s->line, 0, "the log ends before its JSON does");
  return st == DFMT_OK ? DFMT_END : st;
}

/* Brings a record of s->end bytes into the window. Returns END if none is left. */
static dfmt_status find_record(dfmt_reader *r) {
  struct dfmti_log_reader *s = dfmti_log_state(r);
  const bool document = s->form == DFMTI_LOG_DOCUMENT;
  dfmt_status st = document ? find_element(r, &s->end) : find_block(r, &s->end);
  if (st == DFMT_END && document) st = end_document(r);
  if (st == DFMT_END) s->held.bytes = dfmti_window_len(&r->in.win);
  s->taken = st == DFMT_OK;
  return st;
}

DFMTI_RARE dfmt_status dfmti_log_next_record(dfmt_reader *r) {
  struct dfmti_log_reader *s = dfmti_log_state(r);
  dfmt_status st = s->taken ? DFMT_OK : find_record(r);
  if (st != DFMT_OK) return st;
  const size_t from = s->frame.from, to = s->form == DFMTI_LOG_DOCUMENT ? s->frame.to : s->end;
  if (!dfmti_log_record_read(&r->in.mem, &s->record, s->form, dfmti_window_ptr(&r->in.win) + from, to - from))
    return dfmti_fail_mem(&r->in.err, &r->in.mem);
  s->record.at += from;
  s->frame.from = s->frame.to = 0;
  s->taken = false;
  s->scan = 0;
  dfmti_log_deliver_record(r, s->end);
  return DFMT_OK;
}
