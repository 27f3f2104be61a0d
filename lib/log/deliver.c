/* SPDX-License-Identifier: MIT */
/* Events: a body, and its bytes at the window's position. */
#include "read.h"

/* Fills the envelope: an event of n bytes at the window's position, which then moves on after them. */
void dfmti_log_deliver(dfmt_reader *r, dfmt_head *head, uint32_t type, uint32_t size, size_t n, bool raw) {
  const dfmt_str bytes = {(const char *)dfmti_window_ptr(&r->in.win), n};
  *head = (dfmt_head){size, type};
  r->out.ev.type = type;
  r->out.ev.body = head;
  r->out.ev.offset = dfmti_window_place(&r->in.win, 0);
  r->out.ev.length = dfmti_window_span(&r->in.win, n);
  if (raw && (n > 0 || type == DFMT_LOG_LINE)) {
    r->out.ev.raw = r->payload.raw = bytes;
    r->payload.inlined = true;
  }
  dfmti_window_consume(&r->in.win, n);
}

void dfmti_log_deliver_line(dfmt_reader *r, const struct dfmti_line *l, uint64_t line, uint64_t offset, size_t n,
                            bool raw) {
  struct dfmti_log_reader *s = dfmti_log_state(r);
  dfmt_log_line *b = &s->line_body;
  dfmti_log_fill_line(s, l, b);
  dfmti_log_count(s, l);
  b->line = r->in.win.places ? dfmti_window_line(&r->in.win, offset, line) : line;
  b->start_offset = offset;
  b->present |= DFMT_LOG_LINE_HAS_LINE | DFMT_LOG_LINE_HAS_START_OFFSET;
  dfmti_log_deliver(r, &b->head, DFMT_LOG_LINE, sizeof *b, n, raw);
}
