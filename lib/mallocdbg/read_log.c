/* SPDX-License-Identifier: MIT */
/*
 * Log messages (spec 4.7). A line's head tells process and thread; each of these has at most one report open:
 *
 *   none --opener--> OPEN --byte, title or frame line--> OPEN
 *                     |--divider-----------------------> complete
 *                     '--opener of the same thread-----> closed as it is
 *
 * Events wait in a ring in the order of their first lines. The first one leaves it when it is closed, when the ring is
 * full, or at the end of the input; a message that nothing waits before is delivered at once. All other lines are
 * passed over, mostly without being taken apart: log_scan.c.
 */
#include <inttypes.h>
#include <string.h>

#include "log_scan.h"
#include "read.h"

static struct dfmti_mallocdbg_log *state(dfmt_reader *r) { return &dfmti_mallocdbg_state(r)->log; }

static struct dfmti_mallocdbg_log_slot *slot(const struct dfmti_mallocdbg_log *g, size_t i) {
  return &g->slots[(g->first + i) % DFMTI_MALLOCDBG_LOG_SLOTS];
}

void dfmti_mallocdbg_open_log(dfmt_reader *r) {
  struct dfmti_mallocdbg_log *g = state(r);
  g->first = g->n = 0;
  g->candidate = false;
  g->learnt = g->by_line = g->goes_on = g->on_stderr = false;
  g->other_lines = g->other_bytes = 0;
}

void dfmti_mallocdbg_close_log(dfmt_reader *r) {
  struct dfmti_mallocdbg_log *g = state(r);
  for (size_t i = 0; g->slots && i < DFMTI_MALLOCDBG_LOG_SLOTS; i++) {
    struct dfmti_mallocdbg_log_slot *x = &g->slots[i];
    dfmti_buf_free(&r->in.mem, &x->text);
    dfmti_buf_free(&r->in.mem, &x->diffs);
    dfmti_buf_free(&r->in.mem, &x->traces);
    dfmti_buf_free(&r->in.mem, &x->frames);
  }
  dfmti_free(&r->in.mem, g->slots, DFMTI_MALLOCDBG_LOG_SLOTS * sizeof *g->slots);
}

/* ---- reports ---- */

/* Room for a string in a report's text, and for `size` bytes in one of its arrays; then keep() cannot fail. */
static dfmt_status reserve(dfmt_reader *r, struct dfmti_mallocdbg_log_slot *x, size_t text, struct dfmti_buf *array,
                           size_t size) {
  size_t held = x->text.len + x->diffs.len + x->traces.len + x->frames.len;
  if (held + text + size > r->in.max_record)
    return dfmti_fail_limit(&r->in.err, DFMT_CFG_MAX_RECORD, DFMT_ERR_MAX_RECORD, dfmti_mallocdbg_here(r, 0),
                            (held + text + size) * 2);
  if (!dfmti_buf_reserve(&r->in.mem, &x->text, text + 1) || (array && !dfmti_buf_reserve(&r->in.mem, array, size)))
    return dfmti_fail_mem(&r->in.err, &r->in.mem);
  return DFMT_OK;
}

static void keep(struct dfmti_mallocdbg_log_slot *x, dfmt_str *s) {
  size_t at = x->text.len;
  if (s->len) memcpy(x->text.ptr + at, s->ptr, (size_t)s->len);
  x->text.len += (size_t)s->len;
  s->ptr = (const char *)(uintptr_t)at;
}

static void find_again(const struct dfmti_mallocdbg_log_slot *x, dfmt_str *s) {
  s->ptr = (const char *)x->text.ptr + (uintptr_t)s->ptr;
}

static bool same_thread(const dfmt_mallocdbg_report *a, const struct dfmti_line *l) {
  bool has_pid = a->present & DFMT_MALLOCDBG_REPORT_HAS_PROCESS_ID,
       has_tid = a->present & DFMT_MALLOCDBG_REPORT_HAS_THREAD_ID;
  return has_pid == l->has_pid && has_tid == l->has_tid && a->process_id == l->pid && a->thread_id == l->tid;
}

/* The thread's open report, NULL: none. */
static struct dfmti_mallocdbg_log_slot *open_report(struct dfmti_mallocdbg_log *g, const struct dfmti_line *l) {
  for (size_t i = 0; i < g->n; i++)
    if (slot(g, i)->open && same_thread(&slot(g, i)->r, l)) return slot(g, i);
  return NULL;
}

/*
 * The next slot of the ring, emptied, which begins to wait when g->n is raised; NULL: no memory. The ring is not full.
 */
static struct dfmti_mallocdbg_log_slot *next_slot(dfmt_reader *r) {
  struct dfmti_mallocdbg_log *g = state(r);
  if (!g->slots) g->slots = dfmti_zalloc(&r->in.mem, DFMTI_MALLOCDBG_LOG_SLOTS * sizeof *g->slots);
  if (!g->slots) return NULL;
  struct dfmti_mallocdbg_log_slot *x = slot(g, g->n);
  x->open = x->is_message = false;
  x->text.len = x->diffs.len = x->traces.len = x->frames.len = 0;
  return x;
}

/* Where the event is delivered; its lines stand somewhere before that. */
static void deliver_event(dfmt_reader *r, dfmt_head *head, uint32_t type, uint32_t size) {
  dfmti_mallocdbg_deliver(r, head, type, size, 0, 0);
}

static void deliver_report(dfmt_reader *r, struct dfmti_mallocdbg_log_slot *x) {
  struct dfmti_mallocdbg_reader *s = dfmti_mallocdbg_state(r);
  dfmt_mallocdbg_report *b = &s->body.report;
  dfmt_mallocdbg_frame *frames = (void *)x->frames.ptr;
  *b = x->r;
  b->n_frames = x->frames.len / sizeof *frames;
  for (uint64_t i = 0; i < b->n_frames; i++) {
    find_again(x, &frames[i].map);
    find_again(x, &frames[i].function);
  }
  find_again(x, &b->time_text);
  find_again(x, &b->tag);
  find_again(x, &b->program);
  find_again(x, &b->function);
  b->frames = frames;
  b->diffs = (void *)x->diffs.ptr;
  b->n_diffs = x->diffs.len / sizeof *b->diffs;
  b->traces = (void *)x->traces.ptr;
  b->n_traces = x->traces.len / sizeof *b->traces;
  if (!b->complete)
    dfmti_stream_note(&r->in, DFMT_SEVERITY_WARNING, DFMT_ERR_MALLOCDBG_UNFINISHED, DFMT_OK, dfmti_mallocdbg_here(r, 0),
                      b->line, 0, "a report without its closing divider");
  deliver_event(r, &b->head, DFMT_MALLOCDBG_REPORT, sizeof *b);
}

/* The message's parts are found in its text again. */
static void deliver_waiting_message(dfmt_reader *r, struct dfmti_mallocdbg_log_slot *x) {
  dfmt_mallocdbg_message *m = &dfmti_mallocdbg_state(r)->body.message;
  *m = x->m;
  find_again(x, &m->time_text);
  find_again(x, &m->tag);
  find_again(x, &m->message);
  uint32_t kind = m->kind;
  dfmti_mallocdbg_log_message((const uint8_t *)m->message.ptr, (const uint8_t *)m->message.ptr + m->message.len, m);
  m->kind = kind;
  deliver_event(r, &m->head, DFMT_MALLOCDBG_MESSAGE, sizeof *m);
}

static void deliver_first(dfmt_reader *r) {
  struct dfmti_mallocdbg_log *g = state(r);
  struct dfmti_mallocdbg_log_slot *x = slot(g, 0);
  if (x->is_message)
    deliver_waiting_message(r, x);
  else
    deliver_report(r, x);
  g->first = (g->first + 1) % DFMTI_MALLOCDBG_LOG_SLOTS;
  g->n--;
}

static dfmt_status begin_report(dfmt_reader *r, const struct dfmti_line *l, dfmt_mallocdbg_report *b) {
  struct dfmti_mallocdbg_log_slot *x = next_slot(r);
  if (!x) return dfmti_fail_mem(&r->in.err, &r->in.mem);
  dfmt_status st = reserve(r, x, (size_t)(l->time.len + l->tag.len + b->program.len + b->function.len), NULL, 0);
  if (st != DFMT_OK) return st;
  b->present |= DFMT_MALLOCDBG_REPORT_HAS_LINE;
  if (l->has_pid) b->present |= DFMT_MALLOCDBG_REPORT_HAS_PROCESS_ID;
  if (l->has_tid) b->present |= DFMT_MALLOCDBG_REPORT_HAS_THREAD_ID;
  if (l->priority) b->present |= DFMT_MALLOCDBG_REPORT_HAS_PRIORITY;
  if (l->time.len) b->present |= DFMT_MALLOCDBG_REPORT_HAS_TIME_TEXT;
  if (l->tag.len) b->present |= DFMT_MALLOCDBG_REPORT_HAS_TAG;
  b->process_id = l->pid;
  b->thread_id = l->tid;
  b->priority = l->priority;
  b->time_text = l->time;
  b->tag = l->tag;
  b->line = dfmti_mallocdbg_state(r)->line;
  keep(x, &b->time_text);
  keep(x, &b->tag);
  keep(x, &b->program);
  keep(x, &b->function);
  x->r = *b;
  x->open = true;
  state(r)->n++;
  return DFMT_OK;
}

static dfmt_status add_diff(dfmt_reader *r, struct dfmti_mallocdbg_log_slot *x, const dfmt_mallocdbg_diff *d) {
  dfmt_status st = reserve(r, x, 0, &x->diffs, sizeof *d);
  if (st == DFMT_OK) dfmti_buf_append(&r->in.mem, &x->diffs, d, sizeof *d);
  return st;
}

static dfmt_status add_trace(dfmt_reader *r, struct dfmti_mallocdbg_log_slot *x, uint32_t role) {
  dfmt_mallocdbg_trace t = {.role = role, .first = x->frames.len / sizeof(dfmt_mallocdbg_frame)};
  dfmt_status st = reserve(r, x, 0, &x->traces, sizeof t);
  if (st == DFMT_OK) dfmti_buf_append(&r->in.mem, &x->traces, &t, sizeof t);
  return st;
}

static dfmt_status add_frame(dfmt_reader *r, struct dfmti_mallocdbg_log_slot *x, dfmt_mallocdbg_frame *f,
                             uint32_t digits) {
  dfmt_status st = reserve(r, x, (size_t)(f->map.len + f->function.len), &x->frames, sizeof *f);
  if (st != DFMT_OK) return st;
  keep(x, &f->map);
  keep(x, &f->function);
  dfmti_buf_append(&r->in.mem, &x->frames, f, sizeof *f);
  ((dfmt_mallocdbg_trace *)(void *)(x->traces.ptr + x->traces.len))[-1].n++;
  if (!(x->r.present & DFMT_MALLOCDBG_REPORT_HAS_PC_DIGITS) || digits < x->r.pc_digits) x->r.pc_digits = digits;
  x->r.present |= DFMT_MALLOCDBG_REPORT_HAS_PC_DIGITS;
  return DFMT_OK;
}

/* ---- lines ---- */

static void pass_over(dfmt_reader *r, size_t n, uint64_t lines) {
  struct dfmti_mallocdbg_log *g = state(r);
  if (!g->other_lines && !g->other_bytes) {
    g->first_other = dfmti_mallocdbg_state(r)->line;
    g->first_offset = dfmti_mallocdbg_here(r, 0);
  }
  g->other_lines += lines;
  g->other_bytes += dfmti_window_span(&r->in.win, n);
  dfmti_mallocdbg_consume(r, n, lines);
}

static void damaged(dfmt_reader *r, const struct dfmti_line *l) {
  char shown[64];
  dfmti_quote(shown, sizeof shown, l->message.ptr, dfmti_min((size_t)l->message.len, 40));
  dfmti_stream_note(&r->in, DFMT_SEVERITY_WARNING, DFMT_ERR_MALLOCDBG_BAD_LINE, DFMT_OK, dfmti_mallocdbg_here(r, 0),
                    dfmti_mallocdbg_state(r)->line, 0, "malformed line of a report, or a line outside of one: '%s'",
                    shown);
}

/* A line of an open report. END: it is none. */
static dfmt_status in_report(dfmt_reader *r, struct dfmti_mallocdbg_log_slot *x, enum dfmti_mallocdbg_log_part part,
                             const struct dfmti_line *l, const uint8_t *end) {
  const uint8_t *p = (const uint8_t *)l->message.ptr;
  dfmt_mallocdbg_diff d;
  dfmt_mallocdbg_frame f;
  uint32_t digits;
  switch (part) {
    case LOG_DIFF:
      if (dfmti_mallocdbg_log_diff(p, end, &d)) return add_diff(r, x, &d);
      break;
    case LOG_TITLE: return add_trace(r, x, dfmti_mallocdbg_log_title(p, end));
    case LOG_NO_FRAMES: return DFMT_OK;
    case LOG_FRAME:
      if (x->traces.len && dfmti_mallocdbg_log_frame(p, end, &f, &digits)) return add_frame(r, x, &f, digits);
      break;
    default: return DFMT_END;
  }
  damaged(r, l);
  return DFMT_OK;
}

/* The message in the body waits, as a report stands before it. */
static dfmt_status hold_message(dfmt_reader *r) {
  const dfmt_mallocdbg_message *m = &dfmti_mallocdbg_state(r)->body.message;
  struct dfmti_mallocdbg_log_slot *x = next_slot(r);
  if (!x) return dfmti_fail_mem(&r->in.err, &r->in.mem);
  dfmt_status st = reserve(r, x, (size_t)(m->time_text.len + m->tag.len + m->message.len) + DFMTI_WINDOW_PAD, NULL, 0);
  if (st != DFMT_OK) return st;
  x->is_message = true;
  x->m = *m;
  x->m.present &= DFMT_MALLOCDBG_MESSAGE_HAS_PROCESS_ID | DFMT_MALLOCDBG_MESSAGE_HAS_THREAD_ID |
                  DFMT_MALLOCDBG_MESSAGE_HAS_PRIORITY | DFMT_MALLOCDBG_MESSAGE_HAS_TAG |
                  DFMT_MALLOCDBG_MESSAGE_HAS_TIME_TEXT | DFMT_MALLOCDBG_MESSAGE_HAS_LINE;
  keep(x, &x->m.time_text);
  keep(x, &x->m.tag);
  keep(x, &x->m.message);
  memset(x->text.ptr + x->text.len, 0, DFMTI_WINDOW_PAD);
  state(r)->n++;
  return DFMT_OK;
}

/* A message of its own. END: a line of no interest. */
static dfmt_status single(dfmt_reader *r, const struct dfmti_line *l, const uint8_t *end) {
  struct dfmti_mallocdbg_reader *s = dfmti_mallocdbg_state(r);
  dfmt_mallocdbg_message *m = &s->body.message;
  const uint8_t *p = (const uint8_t *)l->message.ptr;
  *m = (dfmt_mallocdbg_message){.present = DFMT_MALLOCDBG_MESSAGE_HAS_LINE};
  dfmti_mallocdbg_log_message(p, end, m);
  bool ours = l->tag.len == 12, libc = l->tag.len == 4; /* malloc_debug, libc */
  if (m->kind == DFMT_MALLOCDBG_TEXT_OTHER) {
    if (libc && dfmti_begins(p, end, "+++ "))
      m->kind = DFMT_MALLOCDBG_TEXT_LEGACY;
    else if (!ours || end == p)
      return DFMT_END;
    else if (dfmti_mallocdbg_log_is_help(p, end))
      m->kind = DFMT_MALLOCDBG_TEXT_USAGE;
  }
  if (l->has_pid) m->present |= DFMT_MALLOCDBG_MESSAGE_HAS_PROCESS_ID;
  if (l->has_tid) m->present |= DFMT_MALLOCDBG_MESSAGE_HAS_THREAD_ID;
  if (l->priority) m->present |= DFMT_MALLOCDBG_MESSAGE_HAS_PRIORITY;
  if (l->time.len) m->present |= DFMT_MALLOCDBG_MESSAGE_HAS_TIME_TEXT;
  if (l->tag.len) m->present |= DFMT_MALLOCDBG_MESSAGE_HAS_TAG;
  m->process_id = l->pid;
  m->thread_id = l->tid;
  m->priority = l->priority;
  m->time_text = l->time;
  m->tag = l->tag;
  m->message = (dfmt_str){l->message.ptr, (uint64_t)(end - p)};
  m->line = s->line;
  return DFMT_OK;
}

/* What a message means. OK: done, with *message: there is one in the body. END: of no interest. */
static dfmt_status take_message(dfmt_reader *r, const struct dfmti_line *l, bool *message) {
  struct dfmti_mallocdbg_log *g = state(r);
  const uint8_t *p = (const uint8_t *)l->message.ptr, *end = dfmti_mallocdbg_trim(p, p + l->message.len);
  enum dfmti_mallocdbg_log_part part = dfmti_mallocdbg_log_part(p, end);
  struct dfmti_mallocdbg_log_slot *x = open_report(g, l);
  dfmt_mallocdbg_report b = {.present = 0};
  if (part == LOG_DIVIDER) {
    if (x) x->open = false;
    if (x) x->r.complete = 1;
    return DFMT_OK;
  }
  if (part == LOG_OPENER && dfmti_mallocdbg_log_opener(p, end, &b)) {
    dfmt_status st = begin_report(r, l, &b);
    if (st == DFMT_OK && x) x->open = false;
    return st;
  }
  dfmt_status st = x ? in_report(r, x, part, l, end) : DFMT_END;
  if (st != DFMT_END) return st;
  if (part != LOG_NOTHING && part != LOG_OPENER && l->tag.len) { /* of a report whose first line is missing */
    damaged(r, l);
    return DFMT_OK;
  }
  st = single(r, l, end);
  *message = st == DFMT_OK && g->n == 0;
  return st == DFMT_OK && g->n ? hold_message(r) : st;
}

/* What is malloc_debug's of lines that have no head: frames that were written to standard error. */
static dfmt_status without_head(struct dfmti_mallocdbg_log *g, const uint8_t *p, const uint8_t *end,
                                struct dfmti_line *l, bool *mine) {
  if (dfmti_mallocdbg_log_stderr(p, end, l)) {
    g->on_stderr = true;
    return DFMT_OK;
  }
  *mine = g->on_stderr && end == p; /* the blank line after an entry */
  if (g->on_stderr && dfmti_mallocdbg_log_part(p, end) == LOG_FRAME) return DFMT_OK;
  g->on_stderr = g->on_stderr && *mine;
  return DFMT_END;
}

/* Takes the head off a line: *l has the message then. END: a line of no interest, or a head alone. */
static dfmt_status take_head(dfmt_reader *r, const uint8_t *p, const uint8_t *end, struct dfmti_line *l, bool *mine) {
  struct dfmti_mallocdbg_log *g = state(r);
  if (dfmti_mallocdbg_state(r)->log_format == DFMT_MALLOCDBG_LOG_RAW) {
    *l = (struct dfmti_line){.message = {(const char *)p, (uint64_t)(end - p)}};
    return end > p ? DFMT_OK : DFMT_END;
  }
  const bool has_head = dfmti_line(&g->lines, p, end, l);
  const bool wanted = l->kind != DFMTI_LINE_MARKER && dfmti_mallocdbg_log_tag(&l->tag);
  dfmti_lines_keep(&g->lines, l, g->head_room);
  g->goes_on = g->lines.open && wanted;
  if (l->kind == DFMTI_LINE_TEXT) {
    p = (const uint8_t *)l->message.ptr;
    return without_head(g, p, p + l->message.len, l, mine);
  }
  g->on_stderr = false;
  *mine = wanted && (l->kind == DFMTI_LINE_LONG_HEAD || l->kind == DFMTI_LINE_BLANK);
  return has_head && wanted && l->kind != DFMTI_LINE_LONG_HEAD ? DFMT_OK : DFMT_END;
}

static dfmt_status take_line(dfmt_reader *r) {
  struct dfmti_mallocdbg_line line;
  struct dfmti_line l;
  bool message = false, mine = false;
  dfmt_status st = dfmti_mallocdbg_line(r, 0, &line);
  if (st != DFMT_OK) return st;
  const uint8_t *p = dfmti_window_ptr(&r->in.win), *end = p + line.end;
  st = take_head(r, p, end, &l, &mine);
  if (st == DFMT_OK) st = take_message(r, &l, &message);
  if (st < 0) return st;
  state(r)->candidate = false;
  if (st == DFMT_END && !mine)
    pass_over(r, line.next, 1);
  else
    dfmti_mallocdbg_consume(r, line.next, 1);
  dfmt_mallocdbg_message *m = &dfmti_mallocdbg_state(r)->body.message;
  if (message) deliver_event(r, &m->head, DFMT_MALLOCDBG_MESSAGE, sizeof *m);
  return DFMT_OK;
}

/* Up to the start of a line that may be of interest. END: the input ends first. */
static dfmt_status skip(dfmt_reader *r) {
  struct dfmti_mallocdbg_reader *s = dfmti_mallocdbg_state(r);
  for (;;) {
    const struct dfmti_mallocdbg_log *g = &s->log;
    bool line_by_line = s->log_format == DFMT_MALLOCDBG_LOG_RAW || g->by_line || g->goes_on || g->on_stderr;
    if (s->log.candidate || line_by_line || dfmti_window_len(&r->in.win) > r->in.max_record)
      return dfmti_stream_fill(&r->in, 1);
    dfmt_status st = dfmti_stream_fill(&r->in, s->scan + 1);
    if (st != DFMT_OK && st != DFMT_END) return st;
    const uint8_t *p = dfmti_window_ptr(&r->in.win);
    size_t n = dfmti_window_len(&r->in.win);
    if (n == 0) return DFMT_END;
    uint64_t lines = 0;
    size_t from = s->scan < 3 ? 0 : s->scan - 3; /* a candidate may have begun there */
    size_t at = p[1] == '(' || p[0] == 0x1b ? 0 : dfmti_mallocdbg_log_scan(p, from, n, &lines);
    bool found = at < n || st == DFMT_END;
    if (at < n && p[at] == '\n') {
      at++;
      lines++;
    }
    size_t start = at;
    while (start > from && p[start - 1] != '\n') start--;
    if (start == from) start = 0; /* the line at hand has no line feed before `from` */
    if (start) {
      pass_over(r, start, lines);
      dfmti_lines_gap(&s->log.lines);
      s->scan = 0;
      at -= start;
    }
    s->scan = at;
    if (found || s->scan >= r->in.max_record) break;
  }
  s->scan = 0;
  s->log.candidate = true;
  return DFMT_OK;
}

/* What is left at the end of the input. */
static dfmt_status at_end(dfmt_reader *r) {
  struct dfmti_mallocdbg_log *g = state(r);
  if (g->n) {
    deliver_first(r);
    return DFMT_OK;
  }
  if (g->other_bytes)
    dfmti_stream_note(&r->in, DFMT_SEVERITY_NOTE, DFMT_ERR_MALLOCDBG_OTHER_LINES, DFMT_OK, g->first_offset,
                      g->first_other, g->other_bytes, "%" PRIu64 " lines that are not malloc_debug's were passed over",
                      g->other_lines);
  g->other_bytes = g->other_lines = 0;
  return DFMT_END;
}

/*
 * From as many bytes as the format is found out by. Tags tell lines that may be of interest, but not where they are
 * hidden, as duplicates, or behind a prefix whose dialect has none.
 */
static __attribute__((noinline)) dfmt_status learn(dfmt_reader *r) {
  struct dfmti_mallocdbg_log *g = state(r);
  dfmt_status st = dfmti_stream_fill(&r->in, DFMTI_LINES_LOOK);
  if (st != DFMT_OK && st != DFMT_END && r->in.source_err.e.status != st) return st; /* if it failed, later */
  dfmti_lines_learn(&g->lines, dfmti_window_ptr(&r->in.win), dfmti_window_len(&r->in.win));
  g->by_line = g->lines.level_column > 0 || g->lines.prefix_len > 0;
  g->learnt = true;
  dfmti_errors_clear(&r->in.err);
  return DFMT_OK;
}

static dfmt_status step(dfmt_reader *r) {
  const struct dfmti_mallocdbg_log *g = state(r);
  if (!g->learnt && dfmti_mallocdbg_state(r)->log_format != DFMT_MALLOCDBG_LOG_RAW) {
    dfmt_status st = learn(r);
    if (st != DFMT_OK) return st;
  }
  if (g->n == DFMTI_MALLOCDBG_LOG_SLOTS || (g->n && !slot(g, 0)->open)) {
    deliver_first(r);
    return DFMT_OK;
  }
  dfmt_status st = skip(r);
  if (st == DFMT_OK) st = take_line(r);
  return st == DFMT_END ? at_end(r) : st;
}

dfmt_status dfmti_mallocdbg_next_log(dfmt_reader *r) { return dfmti_reader_steps(r, step); }
