/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "read.h"

dfmt_status dfmti_mallocdbg_line(dfmt_reader *r, size_t from, struct dfmti_mallocdbg_line *l) {
  struct dfmti_mallocdbg_reader *s = dfmti_mallocdbg_state(r);
  size_t at = s->scan > from ? s->scan : from;
  for (;;) {
    const uint8_t *p = dfmti_window_ptr(&r->in.win);
    size_t n = dfmti_min(dfmti_window_len(&r->in.win), dfmti_clamp(r->in.max_record)); /* however much is at hand */
    const uint8_t *lf = at < n ? memchr(p + at, '\n', n - at) : NULL;
    if (lf) {
      size_t end = (size_t)(lf - p);
      s->scan = end;
      if (from == 0 && r->in.win.places) s->line = dfmti_window_line(&r->in.win, dfmti_mallocdbg_here(r, 0), s->line);
      *l = (struct dfmti_mallocdbg_line){from, end > from && lf[-1] == '\r' ? end - 1 : end, end + 1, true};
      return DFMT_OK;
    }
    if (at < n) at = n;
    s->scan = at;
    dfmt_status st = dfmti_stream_fill_record(&r->in, at + 1);
    if (st == DFMT_OK) continue;
    if (st != DFMT_END || at == from) return st;
    p = dfmti_window_ptr(&r->in.win);
    *l = (struct dfmti_mallocdbg_line){from, p[at - 1] == '\r' ? at - 1 : at, at, false};
    return DFMT_OK;
  }
}

void dfmti_mallocdbg_place(dfmt_reader *r, size_t n) {
  r->out.ev.offset = dfmti_window_place(&r->in.win, 0);
  r->out.ev.length = dfmti_window_span(&r->in.win, n);
}

dfmt_status dfmti_mallocdbg_bad_line(dfmt_reader *r, const struct dfmti_mallocdbg_line *l, uint64_t line,
                                     uint32_t number, const char *what) {
  char shown[64];
  const uint8_t *p = dfmti_window_ptr(&r->in.win) + l->start;
  dfmt_status st = l->lf ? DFMT_E_FORMAT : DFMT_E_TRUNCATED;
  uint64_t offset = dfmti_mallocdbg_here(r, l->start), skipped = dfmti_mallocdbg_here(r, l->next) - offset;
  dfmti_quote(shown, sizeof shown, p, dfmti_min(l->end - l->start, 40));
  return dfmti_stream_fault(&r->in, DFMT_SEVERITY_ERROR, number, st, offset, line, skipped, "%s: '%s'", what, shown);
}
