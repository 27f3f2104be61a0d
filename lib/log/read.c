/* SPDX-License-Identifier: MIT */
/*
 * Logs line by line:
 *
 *   AT_START --a look--> IN_LINES --LINE …--> AT_END --SUMMARY-->
 *
 * The head of a message of LONG, and the empty line before it, wait at the window's position until the line after them
 * is whole: they are one event. An empty line that turns out to be one of the message is delivered before that line.
 */
#include <string.h>

#include "base/rare.h"
#include "look.h"
#include "read.h"

static DFMTI_RARE dfmt_status open_input(dfmt_reader *r) {
  struct dfmti_log_reader *s = dfmti_log_state(r);
  s->year = (uint32_t)dfmti_config_own(&r->config, dfmti_log_options, DFMT_CFG_LOG_YEAR);
  s->place = LOG_AT_START;
  s->buffer.len = 0;
  s->has_buffer = s->taken = s->cut = s->skipping = false;
  s->held = (struct dfmti_log_held){.bytes = 0};
  s->scan = 0;
  s->line = 1 + r->in.lines;
  s->tally = (struct dfmti_log_tally){.n_lines = 0};
  s->form = DFMTI_LOG_LINES;
  s->frame = (struct dfmti_log_frame){.depth = 0};
  s->record.rest = (dfmt_str){NULL, 0};
  return DFMT_OK;
}

static DFMTI_RARE void close_input(dfmt_reader *r) {
  dfmti_buf_free(&r->in.mem, &dfmti_log_state(r)->buffer);
  dfmti_buf_free(&r->in.mem, &dfmti_log_state(r)->record.texts);
}

/* ---- events ---- */

static DFMTI_RARE dfmt_status deliver_summary(dfmt_reader *r) {
  struct dfmti_log_reader *s = dfmti_log_state(r);
  dfmti_log_fill_summary(s, &s->summary);
  s->place = LOG_AT_END;
  dfmti_log_deliver(r, &s->summary.head, DFMT_LOG_SUMMARY, sizeof s->summary, s->held.bytes, !s->frame.cut);
  return DFMT_OK;
}

/* A line whose text begins `before` bytes and `lines` lines after the window's position, and with which it ends at n.
 */
static void deliver_line(dfmt_reader *r, const struct dfmti_line *l, size_t before, uint64_t lines, size_t n,
                         bool raw) {
  dfmti_log_deliver_line(r, l, dfmti_log_state(r)->line + lines, dfmti_window_place(&r->in.win, before), n, raw);
}

/* The last of the lines that are held, as a line without text of the message that is open. */
static DFMTI_RARE void deliver_held(dfmt_reader *r, bool continued) {
  struct dfmti_log_reader *s = dfmti_log_state(r);
  const struct dfmti_log_held held = s->held;
  struct dfmti_line l = s->lines.head;
  l.kind = DFMTI_LINE_LONG;
  l.continued = continued;
  l.message = (dfmt_str){(const char *)dfmti_window_ptr(&r->in.win), 0};
  deliver_line(r, &l, held.last, held.lines - 1, held.bytes, true);
  s->line += held.lines;
  s->held = (struct dfmti_log_held){.bytes = 0};
  s->end -= held.bytes;
  s->next -= held.bytes;
}

/* The line that was taken apart, with what was held for it. */
static void deliver_taken(dfmt_reader *r) {
  struct dfmti_log_reader *s = dfmti_log_state(r);
  s->taken = false;
  deliver_line(r, &s->current, s->held.bytes, s->held.lines, s->next, !s->cut);
  s->line += s->held.lines + !s->cut;
  s->held = (struct dfmti_log_held){.bytes = 0};
  s->skipping = s->cut;
  s->skip_from = dfmti_window_place(&r->in.win, 0);
  s->cut = false;
}

/* ---- lines ---- */

/* Learns from as many bytes as the format was found out by, however they come. */
static DFMTI_RARE dfmt_status look(dfmt_reader *r) {
  struct dfmti_log_reader *s = dfmti_log_state(r);
  struct dfmti_log_look look;
  dfmt_status st = dfmti_stream_fill(&r->in, DFMTI_LINES_LOOK);
  if (st != DFMT_OK && st != DFMT_END && r->in.source_err.e.status != st) return st; /* if it failed, later */
  dfmti_errors_clear(&r->in.err);
  const uint8_t *p = dfmti_window_ptr(&r->in.win);
  const size_t n = dfmti_min(dfmti_window_len(&r->in.win), DFMTI_LINES_LOOK);
  dfmti_log_look(p, n, &s->lines, &look);
  r->variant = look.kind;
  s->form = look.form;
  s->place = LOG_IN_LINES;
  return DFMT_OK;
}

/* Finds the end of the line after what is held. OK; END: there is none. AGAIN, E_*: call again. */
static dfmt_status find_line(dfmt_reader *r) {
  struct dfmti_log_reader *s = dfmti_log_state(r);
  const size_t from = s->held.bytes, record = dfmti_clamp(r->in.max_record);
  const size_t most = dfmti_min(DFMTI_LOG_LONGEST, record > from ? record - from : 0); /* however much is there */
  for (;;) {
    const uint8_t *p = dfmti_window_ptr(&r->in.win) + from;
    const size_t n = dfmti_min(dfmti_window_len(&r->in.win) - from, most);
    const uint8_t *lf = s->scan < n ? memchr(p + s->scan, '\n', n - s->scan) : NULL;
    s->cut = !lf && n == DFMTI_LOG_LONGEST;
    s->end = from + (lf ? (size_t)(lf - p) : n);
    s->next = s->end + (lf != NULL);
    if (lf || s->cut) break;
    s->scan = n;
    dfmt_status st = dfmti_stream_fill_record(&r->in, from + n + 1);
    if (st == DFMT_OK) continue;
    if (st != DFMT_END || n == 0) return st;
    break;
  }
  s->scan = 0;
  return DFMT_OK;
}

/* Skips the rest of a line of which the start was delivered. */
static DFMTI_RARE dfmt_status skip_rest(dfmt_reader *r) {
  struct dfmti_log_reader *s = dfmti_log_state(r);
  uint64_t end;
  for (;;) {
    dfmt_status st = dfmti_stream_fill(&r->in, 1);
    if (st != DFMT_OK && st != DFMT_END) return st;
    const uint8_t *p = dfmti_window_ptr(&r->in.win);
    const size_t n = dfmti_window_len(&r->in.win);
    const uint8_t *lf = n ? memchr(p, '\n', n) : NULL;
    dfmti_window_consume(&r->in.win, lf ? (size_t)(lf - p) : n);
    end = dfmti_window_place(&r->in.win, 0);
    dfmti_window_consume(&r->in.win, lf != NULL);
    if (lf || n == 0) break;
  }
  if (end > s->skip_from)
    dfmti_stream_note(&r->in, DFMT_SEVERITY_WARNING, DFMT_ERR_LOG_LONG_LINE, DFMT_OK, s->skip_from, s->line,
                      end - s->skip_from, "a line is longer than 1 MiB: the rest of it was skipped");
  s->line++;
  s->skipping = false;
  return DFMT_OK;
}

/* The name of a marker's buffer is that of the lines after it, too. */
static DFMTI_RARE dfmt_status keep_buffer(dfmt_reader *r, dfmt_str name) {
  struct dfmti_log_reader *s = dfmti_log_state(r);
  if (!dfmti_buf_reserve(&r->in.mem, &s->buffer, (size_t)name.len + 1)) return dfmti_fail_mem(&r->in.err, &r->in.mem);
  if (name.len) memcpy(s->buffer.ptr, name.ptr, (size_t)name.len);
  s->buffer.len = (size_t)name.len;
  s->has_buffer = true;
  return DFMT_OK;
}

/* Delivers the line as a record if it is a JSON object with a message. Returns END if not. */
static DFMTI_RARE dfmt_status take_object(dfmt_reader *r) {
  struct dfmti_log_reader *s = dfmti_log_state(r);
  const uint8_t *p = dfmti_window_ptr(&r->in.win);
  if (!dfmti_log_is_object(p, s->end)) return DFMT_END;
  if (!dfmti_log_record_read(&r->in.mem, &s->record, DFMTI_LOG_LINES, p, s->end))
    return dfmti_fail_mem(&r->in.err, &r->in.mem);
  if (!s->record.found || !s->record.is_journals) {
    s->record.rest.ptr = NULL;
    return DFMT_END;
  }
  dfmti_log_deliver_record(r, s->next);
  return DFMT_OK;
}

static bool may_be_object(dfmt_reader *r) {
  const struct dfmti_log_reader *s = dfmti_log_state(r);
  return s->held.bytes == 0 && !s->lines.open && s->end > 0 && *dfmti_window_ptr(&r->in.win) == '{';
}

/* Takes the line apart that was found. What it has to remember of a head is copied, as the window may move. */
static void take_line(dfmt_reader *r) {
  struct dfmti_log_reader *s = dfmti_log_state(r);
  const uint8_t *p = dfmti_window_ptr(&r->in.win);
  struct dfmti_line *l = &s->current;
  (void)dfmti_line(&s->lines, p + s->held.bytes, p + s->end, l);
  s->taken = true;
  dfmti_lines_keep(&s->lines, l, s->room);
}

/* An empty line, or the head of LONG, waits for what follows. true: it was such a line. */
static bool hold(struct dfmti_log_reader *s) {
  const bool blank = s->current.kind == DFMTI_LINE_BLANK;
  if ((!blank && s->current.kind != DFMTI_LINE_LONG_HEAD) || s->cut) return false;
  s->held = (struct dfmti_log_held){.bytes = s->next,
                                    .last = s->held.bytes,
                                    .lines = s->held.lines + 1,
                                    .head = s->held.head || !blank,
                                    .blank = blank,
                                    .continued = s->current.continued};
  s->taken = false;
  return true;
}

/* The input has ended. A head has a message without text; an empty line belongs to nothing. */
static DFMTI_RARE dfmt_status at_end(dfmt_reader *r) {
  if (!dfmti_log_state(r)->held.head) return deliver_summary(r);
  deliver_held(r, false);
  return DFMT_OK;
}

static dfmt_status next_line(dfmt_reader *r) {
  struct dfmti_log_reader *s = dfmti_log_state(r);
  dfmt_status st = DFMT_OK;
  if (s->skipping && (st = skip_rest(r)) != DFMT_OK) return st;
  if (!s->taken) {
    st = find_line(r);
    if (st != DFMT_OK) return st == DFMT_END ? at_end(r) : st;
    if (may_be_object(r) && (st = take_object(r)) != DFMT_END) return st;
    take_line(r);
    st = DFMT_OK;
  }
  if (s->current.kind == DFMTI_LINE_MARKER && (st = keep_buffer(r, s->current.message)) != DFMT_OK) return st;
  if (s->current.late && s->held.blank)
    deliver_held(r, s->held.continued);
  else if (!hold(s))
    deliver_taken(r);
  return DFMT_OK;
}

/* The next event of a log whose messages are records. */
static DFMTI_RARE dfmt_status next_record(dfmt_reader *r) {
  dfmt_status st = dfmti_log_next_record(r);
  return st == DFMT_END ? deliver_summary(r) : st;
}

static dfmt_status next_event(dfmt_reader *r) {
  const struct dfmti_log_reader *s = dfmti_log_state(r);
  if (s->record.rest.ptr) {
    dfmti_log_deliver_more(r);
    return DFMT_OK;
  }
  return s->form == DFMTI_LOG_LINES ? next_line(r) : next_record(r);
}

static dfmt_status step(dfmt_reader *r) {
  struct dfmti_log_reader *s = dfmti_log_state(r);
  switch (s->place) {
    case LOG_AT_START: return look(r);
    case LOG_IN_LINES: return next_event(r);
    default: return DFMT_END;
  }
}

static dfmt_status next(dfmt_reader *r) { return dfmti_reader_steps(r, step); }

const dfmt_read_format dfmti_log_read = {
    .format = &dfmti_format_log,
    .begins = dfmti_log_begins,
    .probe = dfmti_log_probe,
    .state_size = sizeof(struct dfmti_log_reader),
    .open = open_input,
    .next = next,
    .close = close_input,
    .text = true,
    .modes = 1u << DFMT_PAYLOAD_DECODED | 1u << DFMT_PAYLOAD_STORED | 1u << DFMT_PAYLOAD_RAW,
};

const dfmt_read_format *dfmt_log_read_format(void) { return &dfmti_log_read; }
