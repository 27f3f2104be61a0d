/* SPDX-License-Identifier: MIT */
/* Writing log messages (spec 4.11): each line with the head that its layout has. */
#include <string.h>

#include "read.h"
#include "write.h"

static struct dfmti_mallocdbg_writer *state(dfmt_writer *w) { return w->state; }

/* What a line's head can have. */
struct head {
  dfmt_str time, tag;
  uint32_t priority;
  bool has_pid, has_tid;
  int32_t pid, tid;
  uint32_t format; /* DFMT_MALLOCDBG_LOG_*, not AUTO */
  bool bare;       /* a layout that shows the tag after the message does not: there is none */
};

/* The layout that holds what there is (spec 4.2). */
static uint32_t best_format(const struct head *h) {
  if (h->time.len) return h->has_tid ? DFMT_MALLOCDBG_LOG_THREADTIME : DFMT_MALLOCDBG_LOG_TIME;
  if (h->has_tid) return DFMT_MALLOCDBG_LOG_THREAD;
  if (h->has_pid) return h->tag.len ? DFMT_MALLOCDBG_LOG_BRIEF : DFMT_MALLOCDBG_LOG_PROCESS;
  if (h->tag.len) return h->priority ? DFMT_MALLOCDBG_LOG_TAG : DFMT_MALLOCDBG_LOG_STDERR;
  return DFMT_MALLOCDBG_LOG_RAW;
}

static bool is_plain(const dfmt_str *s, bool blanks) {
  for (uint64_t i = 0; i < s->len; i++)
    if ((uint8_t)s->ptr[i] <= ' ' && !(blanks && s->ptr[i] == ' ')) return false;
  return true;
}

static dfmt_status settle_head(dfmt_writer *w, struct head *h) {
  static const dfmt_str tag = {"malloc_debug", 12}, time = {"01-01 00:00:00.000", 18};
  uint32_t wanted = state(w)->log_format;
  if (!is_plain(&h->time, true) || !is_plain(&h->tag, false) || h->pid < 0 || h->tid < 0)
    return dfmti_mallocdbg_refuse(w, "a time, tag or number that the head of a log line cannot hold");
  h->format = wanted ? wanted : best_format(h);
  h->bare = !wanted && !h->tag.len;
  if (!h->tag.len) h->tag = tag;
  if (!h->time.len) h->time = time;
  if (!h->priority) h->priority = DFMT_MALLOCDBG_PRIORITY_ERROR;
  if (!dfmti_priority_letter(h->priority)) return dfmti_mallocdbg_refuse(w, "unknown priority");
  return DFMT_OK;
}

static void put_padded(dfmt_writer *w, const dfmt_str *tag) {
  dfmti_mallocdbg_line_str(w, tag);
  for (uint64_t n = tag->len; n < 8; n++) dfmti_mallocdbg_line_text(w, " ");
}

static void put_ids(dfmt_writer *w, const struct head *h, const char *between) {
  dfmti_mallocdbg_line_decimal(w, (uint64_t)h->pid, 5);
  if (!between) return;
  dfmti_mallocdbg_line_text(w, between);
  dfmti_mallocdbg_line_decimal(w, (uint64_t)h->tid, 5);
}

/* The parts of a head, by a letter each: t time, P priority, T tag padded, U tag, p pid, i pid and tid, c the same with
 * a colon; all else stands for itself. */
static void put_head(dfmt_writer *w, const struct head *h) {
  static const char *const layouts[] = {[DFMT_MALLOCDBG_LOG_THREADTIME] = "t i P T: ",
                                        [DFMT_MALLOCDBG_LOG_TIME] = "t P/T(p): ",
                                        [DFMT_MALLOCDBG_LOG_BRIEF] = "P/T(p): ",
                                        [DFMT_MALLOCDBG_LOG_TAG] = "P/T: ",
                                        [DFMT_MALLOCDBG_LOG_PROCESS] = "P(p) ",
                                        [DFMT_MALLOCDBG_LOG_THREAD] = "P(c) ",
                                        [DFMT_MALLOCDBG_LOG_RAW] = "",
                                        [DFMT_MALLOCDBG_LOG_LONG] = "[ t c P/T ]\n",
                                        [DFMT_MALLOCDBG_LOG_STDERR] = "U: "};
  for (const char *p = layouts[h->format]; *p; p++) {
    char letter = dfmti_priority_letter(h->priority);
    switch (*p) {
      case 't': dfmti_mallocdbg_line_str(w, &h->time); break;
      case 'P': dfmti_mallocdbg_line_put(w, &letter, 1); break;
      case 'T': put_padded(w, &h->tag); break;
      case 'U': dfmti_mallocdbg_line_str(w, &h->tag); break;
      case 'p': put_ids(w, h, NULL); break;
      case 'i': put_ids(w, h, " "); break;
      case 'c': put_ids(w, h, ":"); break;
      default: dfmti_mallocdbg_line_put(w, p, 1);
    }
  }
}

static void put_tail(dfmt_writer *w, const struct head *h) {
  if (h->format == DFMT_MALLOCDBG_LOG_PROCESS && !h->bare) {
    dfmti_mallocdbg_line_text(w, "  (");
    dfmti_mallocdbg_line_str(w, &h->tag);
    dfmti_mallocdbg_line_text(w, ")");
  }
  dfmti_mallocdbg_line_text(w, h->format == DFMT_MALLOCDBG_LOG_LONG ? "\n\n" : "\n");
}

static void put_text(dfmt_writer *w, const struct head *h, const char *text) {
  put_head(w, h);
  dfmti_mallocdbg_line_text(w, text);
  put_tail(w, h);
}

/* ---- reports ---- */

static void put_call(dfmt_writer *w, const dfmt_mallocdbg_report *r) {
  dfmti_mallocdbg_line_text(w, "(");
  dfmti_mallocdbg_line_str(w, &r->function);
  dfmti_mallocdbg_line_text(w, ")");
}

static void put_leak(dfmt_writer *w, const dfmt_mallocdbg_report *r) {
  dfmti_mallocdbg_line_str(w, &r->program);
  dfmti_mallocdbg_line_text(w, " leaked block of size ");
  dfmti_mallocdbg_line_decimal(w, r->bytes, 0);
  dfmti_mallocdbg_line_text(w, " at 0x");
  dfmti_mallocdbg_line_hex(w, r->ptr, 1);
  dfmti_mallocdbg_line_text(w, " (leak ");
  dfmti_mallocdbg_line_decimal(w, r->leak_number, 0);
  dfmti_mallocdbg_line_text(w, " of ");
  dfmti_mallocdbg_line_decimal(w, r->leak_total, 0);
  dfmti_mallocdbg_line_text(w, ")");
}

static void put_guard(dfmt_writer *w, const dfmt_mallocdbg_report *r) {
  dfmti_mallocdbg_line_text(w, " SIZE ");
  dfmti_mallocdbg_line_decimal(w, r->bytes, 0);
  dfmti_mallocdbg_line_text(w, " HAS A CORRUPTED ");
  dfmti_mallocdbg_line_text(w, r->guard == DFMT_MALLOCDBG_GUARD_FRONT ? "FRONT GUARD" : "REAR GUARD");
}

static void put_opener(dfmt_writer *w, const dfmt_mallocdbg_report *r) {
  dfmti_mallocdbg_line_text(w, "+++ ");
  if (r->kind == DFMT_MALLOCDBG_KIND_LEAK) {
    put_leak(w, r);
    return;
  }
  dfmti_mallocdbg_line_text(w, "ALLOCATION 0x");
  dfmti_mallocdbg_line_hex(w, r->ptr, 1);
  switch (r->kind) {
    case DFMT_MALLOCDBG_KIND_CORRUPTED_GUARD: put_guard(w, r); break;
    case DFMT_MALLOCDBG_KIND_USE_AFTER_FREE: dfmti_mallocdbg_line_text(w, " USED AFTER FREE"); break;
    case DFMT_MALLOCDBG_KIND_USE_AFTER_FREE_CALL:
      dfmti_mallocdbg_line_text(w, " USED AFTER FREE ");
      put_call(w, r);
      break;
    case DFMT_MALLOCDBG_KIND_UNKNOWN_POINTER:
      dfmti_mallocdbg_line_text(w, " UNKNOWN POINTER ");
      put_call(w, r);
      break;
    case DFMT_MALLOCDBG_KIND_INVALID_TAG:
      dfmti_mallocdbg_line_text(w, " HAS INVALID TAG ");
      dfmti_mallocdbg_line_hex(w, r->header_tag, 1);
      dfmti_mallocdbg_line_text(w, " ");
      put_call(w, r);
      break;
    default:
      dfmti_mallocdbg_line_text(w, " HAS CORRUPTED HEADER TAG 0x");
      dfmti_mallocdbg_line_hex(w, r->header_tag, 1);
      dfmti_mallocdbg_line_text(w, " AFTER FREE");
  }
}

static void put_diff(dfmt_writer *w, const dfmt_mallocdbg_diff *d) {
  dfmti_mallocdbg_line_text(w, d->block_offset < 0 ? "  allocation[-" : "  allocation[");
  dfmti_mallocdbg_line_decimal(w, d->block_offset < 0 ? 0 - (uint64_t)d->block_offset : (uint64_t)d->block_offset, 0);
  dfmti_mallocdbg_line_text(w, "] = 0x");
  dfmti_mallocdbg_line_hex(w, d->found & 0xff, 2);
  dfmti_mallocdbg_line_text(w, " (expected 0x");
  dfmti_mallocdbg_line_hex(w, d->expected & 0xff, 2);
  dfmti_mallocdbg_line_text(w, ")");
}

static void put_frame(dfmt_writer *w, const dfmt_mallocdbg_frame *f, unsigned digits) {
  uint8_t number[24];
  dfmti_mallocdbg_line_text(w, "          #");
  dfmti_mallocdbg_line_put(w, number, (size_t)(dfmti_mallocdbg_put_decimal(number, f->number, 2, '0') - number));
  dfmti_mallocdbg_line_text(w, "  pc ");
  dfmti_mallocdbg_line_hex(w, f->pc, digits);
  dfmti_mallocdbg_line_text(w, "  ");
  if (f->present & DFMT_MALLOCDBG_FRAME_HAS_MAP) dfmti_mallocdbg_line_str(w, &f->map);
  if (f->present & DFMT_MALLOCDBG_FRAME_HAS_MAP_OFFSET) {
    dfmti_mallocdbg_line_text(w, " (offset 0x");
    dfmti_mallocdbg_line_hex(w, f->map_offset, 1);
    dfmti_mallocdbg_line_text(w, ")");
  }
  if (f->present & DFMT_MALLOCDBG_FRAME_HAS_FUNCTION) {
    dfmti_mallocdbg_line_text(w, " (");
    dfmti_mallocdbg_line_str(w, &f->function);
    dfmti_mallocdbg_line_text(w, "+");
    dfmti_mallocdbg_line_decimal(w, f->present & DFMT_MALLOCDBG_FRAME_HAS_FUNCTION_OFFSET ? f->function_offset : 0, 0);
    dfmti_mallocdbg_line_text(w, ")");
  }
}

/* Nothing in these lines is escaped: what a reader would take for something else is refused. */
static bool opener_reads_back(const uint8_t *p, const uint8_t *end, const dfmt_mallocdbg_report *r) {
  dfmt_mallocdbg_report got = {.present = 0};
  end = dfmti_mallocdbg_trim(p, end);
  return dfmti_mallocdbg_log_opener(p, end, &got) && got.kind == r->kind && got.program.len == r->program.len &&
         got.function.len == r->function.len && !memchr(p, '\n', (size_t)(end - p));
}

static bool frame_reads_back(const uint8_t *p, const uint8_t *end, const dfmt_mallocdbg_frame *f) {
  dfmt_mallocdbg_frame got;
  uint32_t digits, wanted = f->present | DFMT_MALLOCDBG_FRAME_HAS_MAP;
  if (wanted & DFMT_MALLOCDBG_FRAME_HAS_FUNCTION) wanted |= DFMT_MALLOCDBG_FRAME_HAS_FUNCTION_OFFSET;
  end = dfmti_mallocdbg_trim(p, end);
  return !memchr(p, '\n', (size_t)(end - p)) && dfmti_mallocdbg_log_frame(p, end, &got, &digits) &&
         got.map.len == f->map.len && got.function.len == f->function.len && got.present == wanted &&
         got.map_offset == f->map_offset && got.function_offset == f->function_offset;
}

/* The line is complete after `start`; checked when it can be. */
static bool ended(dfmt_writer *w, const struct head *h, size_t start, const void *body, bool opener) {
  struct dfmti_buf *b = &state(w)->held;
  dfmti_mallocdbg_line_put(w, "\n", 1);
  if (b->len == SIZE_MAX) return true;
  b->len--;
  const uint8_t *p = b->ptr + start, *end = b->ptr + b->len;
  bool good = opener ? opener_reads_back(p, end, body) : frame_reads_back(p, end, body);
  put_tail(w, h);
  return good;
}

static bool put_trace(dfmt_writer *w, const struct head *h, const dfmt_mallocdbg_report *r,
                      const dfmt_mallocdbg_trace *t) {
  static const char *const titles[] = {[DFMT_MALLOCDBG_ROLE_FAILURE] = "Backtrace at time of failure:",
                                       [DFMT_MALLOCDBG_ROLE_FREE] = "Backtrace at time of free:",
                                       [DFMT_MALLOCDBG_ROLE_ALLOCATION] = "Backtrace at time of allocation:",
                                       [DFMT_MALLOCDBG_ROLE_ORIGINAL_FREE] = "Backtrace of original free:"};
  if (t->role < DFMT_MALLOCDBG_ROLE_FAILURE || t->role > DFMT_MALLOCDBG_ROLE_ORIGINAL_FREE || t->first > r->n_frames ||
      t->n > r->n_frames - t->first)
    return false;
  unsigned digits = r->ptr > UINT32_MAX ? 16 : 8;
  if (r->present & DFMT_MALLOCDBG_REPORT_HAS_PC_DIGITS && r->pc_digits <= 16) digits = r->pc_digits;
  put_text(w, h, titles[t->role]);
  if (t->n == 0) put_text(w, h, "  Backtrace failed to get any frames.");
  for (uint64_t i = t->first; i < t->first + t->n; i++) {
    put_head(w, h);
    size_t start = state(w)->held.len;
    put_frame(w, &r->frames[i], digits);
    if (!ended(w, h, start, &r->frames[i], false)) return false;
  }
  return true;
}

static dfmt_status put_report(dfmt_writer *w, const dfmt_mallocdbg_report *r) {
  struct head h = {.time = r->present & DFMT_MALLOCDBG_REPORT_HAS_TIME_TEXT ? r->time_text : (dfmt_str){NULL, 0},
                   .tag = r->present & DFMT_MALLOCDBG_REPORT_HAS_TAG ? r->tag : (dfmt_str){NULL, 0},
                   .priority = r->present & DFMT_MALLOCDBG_REPORT_HAS_PRIORITY ? r->priority : 0,
                   .has_pid = r->present & DFMT_MALLOCDBG_REPORT_HAS_PROCESS_ID,
                   .pid = r->process_id,
                   .has_tid = r->present & DFMT_MALLOCDBG_REPORT_HAS_THREAD_ID,
                   .tid = r->thread_id};
  static const char what[] = "a report whose name, kind or backtrace would not read back unchanged";
  bool leak = r->kind == DFMT_MALLOCDBG_KIND_LEAK;
  struct dfmti_mallocdbg_output *o = &state(w)->out;
  if (r->kind < DFMT_MALLOCDBG_KIND_CORRUPTED_GUARD || r->kind > DFMT_MALLOCDBG_KIND_LEAK ||
      (r->n_diffs && !r->diffs) || (r->n_traces && !r->traces) || (r->n_frames && !r->frames))
    return dfmti_fail_arg(&w->out.err, "unknown kind of report, or a missing array");
  dfmt_status st = settle_head(w, &h);
  if (st != DFMT_OK) return st;
  if (!leak && !o->unfinished) put_text(w, &h, dfmti_mallocdbg_divider);
  put_head(w, &h);
  size_t start = state(w)->held.len;
  put_opener(w, r);
  if (!ended(w, &h, start, r, true)) return dfmti_mallocdbg_refuse(w, what);
  for (uint64_t i = 0; i < r->n_diffs; i++) {
    put_head(w, &h);
    put_diff(w, &r->diffs[i]);
    put_tail(w, &h);
  }
  for (uint64_t i = 0; i < r->n_traces; i++)
    if (!put_trace(w, &h, r, &r->traces[i])) return dfmti_mallocdbg_refuse(w, what);
  if (!leak && r->complete) put_text(w, &h, dfmti_mallocdbg_divider);
  o->unfinished |= !leak && !r->complete;
  return dfmti_mallocdbg_line_out(w);
}

static dfmt_status put_message(dfmt_writer *w, const dfmt_mallocdbg_message *m) {
  struct head h = {.time = m->present & DFMT_MALLOCDBG_MESSAGE_HAS_TIME_TEXT ? m->time_text : (dfmt_str){NULL, 0},
                   .tag = m->present & DFMT_MALLOCDBG_MESSAGE_HAS_TAG ? m->tag : (dfmt_str){NULL, 0},
                   .priority = m->present & DFMT_MALLOCDBG_MESSAGE_HAS_PRIORITY ? m->priority : 0,
                   .has_pid = m->present & DFMT_MALLOCDBG_MESSAGE_HAS_PROCESS_ID,
                   .pid = m->process_id,
                   .has_tid = m->present & DFMT_MALLOCDBG_MESSAGE_HAS_THREAD_ID,
                   .tid = m->thread_id};
  if (!m->message.ptr || !m->message.len || memchr(m->message.ptr, '\n', (size_t)m->message.len))
    return dfmti_mallocdbg_refuse(w, "a message must be one line");
  dfmt_status st = settle_head(w, &h);
  if (st != DFMT_OK) return st;
  put_head(w, &h);
  dfmti_mallocdbg_line_str(w, &m->message);
  put_tail(w, &h);
  return dfmti_mallocdbg_line_out(w);
}

dfmt_status dfmti_mallocdbg_log_put(dfmt_writer *w, const dfmt_head *body) {
  const void *b = body;
  return body->type == DFMT_MALLOCDBG_REPORT ? put_report(w, b) : put_message(w, b);
}
