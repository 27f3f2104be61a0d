/* SPDX-License-Identifier: MIT */
/*
 * Texts too long for the body, unfolded as they pass (spec 3.1, 3.2):
 *
 *   REST --white space dropped--> KEY_LINE --LF--> LINE_START --space--> IN_LINE --LF--> LINE_START
 *                                                      '--anything else, or the input ends--> END
 *
 * In KEY_LINE white space is held back in the window (`scan` bytes) until something else follows it on the line.
 */
#include <string.h>

#include "read.h"
#include "scan.h"

struct output {
  uint8_t *to;
  size_t n, cap;
};

static struct dfmti_apport_reader *state(dfmt_reader *r) { return r->state; }

static void consume(dfmt_reader *r, size_t n) {
  dfmti_window_consume(&r->in.win, n);
  state(r)->scan = 0;
}

static void end_line(dfmt_reader *r) {
  state(r)->line++;
  state(r)->place = PLACE_LINE_START;
}

/* Copies up to n bytes of the window, as far as there is room. true: all of them. */
static bool copy(dfmt_reader *r, struct output *o, size_t n) {
  size_t some = dfmti_min(n, o->cap - o->n);
  memcpy(o->to + o->n, dfmti_window_ptr(&r->in.win), some);
  o->n += some;
  if (some) state(r)->content = true;
  consume(r, some);
  return some == n;
}

static dfmt_status skip_lead(dfmt_reader *r) {
  dfmt_status st = dfmti_stream_fill(&r->in, 1);
  if (st == DFMT_END) state(r)->place = PLACE_END;
  if (st != DFMT_OK) return st;
  const uint8_t *p = dfmti_window_ptr(&r->in.win);
  size_t i = 0, n = dfmti_window_len(&r->in.win);
  while (i < n && p[i] != '\n' && dfmti_apport_is_space(p[i])) i++;
  if (i < n) state(r)->place = PLACE_KEY_LINE;
  consume(r, i);
  return DFMT_OK;
}

static dfmt_status key_line(dfmt_reader *r, struct output *o) {
  struct dfmti_apport_reader *s = state(r);
  if (s->sure) { /* a long run of white space is not looked through again for each piece of output */
    size_t before = o->n, all = s->sure;
    copy(r, o, all);
    s->sure = all - (o->n - before);
    return DFMT_OK;
  }
  dfmt_status st = dfmti_stream_fill_record(&r->in, s->scan + 1);
  if (st == DFMT_END) {
    consume(r, dfmti_window_len(&r->in.win));
    s->place = PLACE_END;
  }
  if (st != DFMT_OK) return st;
  const uint8_t *p = dfmti_window_ptr(&r->in.win);
  size_t n = dfmti_window_len(&r->in.win);
  n = dfmti_min(n, dfmti_clamp(r->in.max_record));
  while (s->scan < n && p[s->scan] != '\n' && dfmti_apport_is_space(p[s->scan])) s->scan++;
  if (s->scan == n) return DFMT_OK;
  n = dfmti_window_len(&r->in.win);
  if (p[s->scan] == '\n') {
    consume(r, s->scan + 1);
    end_line(r);
    return DFMT_OK;
  }
  const uint8_t *lf = memchr(p + s->scan, '\n', n - s->scan);
  size_t last = lf ? (size_t)(lf - p) : n;
  while (dfmti_apport_is_space(p[last - 1])) last--;
  s->sure = last;
  return DFMT_OK;
}

/* A line feed counts once there is content before it. */
static dfmt_status line_start(dfmt_reader *r, struct output *o) {
  dfmt_status st = dfmti_apport_next_line(r);
  if (st == DFMT_OK && state(r)->content) o->to[o->n++] = '\n';
  return st;
}

static dfmt_status in_line(dfmt_reader *r, struct output *o) {
  struct dfmti_apport_reader *s = state(r);
  dfmt_status st = dfmti_stream_fill(&r->in, 1);
  if (st == DFMT_END) s->place = PLACE_END;
  if (st != DFMT_OK) return st;
  const uint8_t *p = dfmti_window_ptr(&r->in.win);
  size_t n = dfmti_window_len(&r->in.win);
  const uint8_t *lf = memchr(p, '\n', n);
  size_t len = lf ? (size_t)(lf - p) : n;
  bool cr = s->crlf && len && p[len - 1] == '\r';
  if (cr) len--;
  if (cr && !lf && len == 0) { /* whether it goes depends on the next byte */
    st = dfmti_stream_fill(&r->in, 2);
    if (st == DFMT_END) copy(r, o, 1);
    return st == DFMT_END ? DFMT_OK : st;
  }
  if (!copy(r, o, len) || !lf) return DFMT_OK;
  consume(r, 1u + cr);
  end_line(r);
  return DFMT_OK;
}

dfmt_status dfmti_apport_text_chunk(dfmt_reader *r, const uint8_t **ptr, size_t *len) {
  struct dfmti_apport_reader *s = state(r);
  struct output o = {.to = dfmti_apport_out(r), .cap = DFMTI_APPORT_BLOCK};
  if (!o.to) return dfmti_fail_mem(&r->in.err, &r->in.mem);
  dfmt_status st = DFMT_OK;
  while (o.n < o.cap && st == DFMT_OK) {
    switch (s->place) {
      case PLACE_REST: st = skip_lead(r); break;
      case PLACE_KEY_LINE: st = key_line(r, &o); break;
      case PLACE_LINE_START: st = line_start(r, &o); break;
      case PLACE_IN_LINE: st = in_line(r, &o); break;
      case PLACE_END: st = DFMT_END; break;
    }
  }
  if (o.n == 0 && st == DFMT_END) {
    s->n_stored = s->n_decoded;
    return dfmti_apport_end_value(r, true);
  }
  if (o.n == 0) return st;
  dfmti_apport_look_at(s, o.to, o.n);
  r->payload.stored += o.n;
  *ptr = o.to;
  *len = o.n;
  return DFMT_OK;
}
