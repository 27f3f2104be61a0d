/* SPDX-License-Identifier: MIT */
/*
 * The tables of crashes, of a log: those of bug reports, which get each of its lines as a line of a report.
 *
 *   log.line --as bugreport.log--> the table of bug reports --> rows
 */
#include <diagfmt/log.h>

#include "android/tombstone_part.h"
#include "base/cut.h"
#include "crash/feed.h"

struct state {
  struct dfmti_derived_input in;
  const dfmt_table_maker *of; /* the table of bug reports */
  void *table;                /* its state */
  dfmt_table_input place;     /* what it knows of the scan, and where the line is */
  /* A tombstone that stands in the log, with the log that it quotes: lines of its process, of no crash of their own. */
  bool quotes;
  int32_t process_id; /* -1: none */
  bool passed;        /* the last line was quoted */
  struct dfmti_crash_log log;
  dfmt_event event;
};

static dfmt_status begin(void *state, const dfmt_table_input *in, const dfmt_table_maker *of) {
  struct state *x = state;
  dfmti_derived_input_begin(&x->in, in);
  x->of = of;
  x->place = *in;
  x->process_id = -1;
  if (!x->table && !(x->table = dfmti_zalloc(&x->in.mem, (size_t)of->state_size))) return DFMT_E_NOMEM;
  return of->begin(x->table, &x->place);
}

static void close_state(void *state) {
  struct state *x = state;
  if (!x->table) return;
  x->of->close(x->table);
  dfmti_free(&x->in.mem, x->table, (size_t)x->of->state_size);
}

static const dfmt_error *error(void *state) {
  struct state *x = state;
  return x->table && x->of->error ? x->of->error(x->table) : NULL;
}

/* ---- a line ---- */

/* Of the kernel: as it was printed, not as logd stored it. */
static bool is_kernels(const dfmt_log_line *l) {
  if (l->kind >= DFMT_LOG_VARIANT_KERNEL && l->kind <= DFMT_LOG_VARIANT_KMSG) return true;
  return l->kind >= DFMT_LOG_VARIANT_SYSLOG && dfmti_is(l->tag, "kernel");
}

/* A line in no layout has no kind, as in a report. */
static uint32_t kind_of(const dfmt_log_line *l) {
  if (l->kind == DFMT_LOG_VARIANT_TEXT) return 0;
  if (l->kind == DFMT_LOG_VARIANT_MARKER) return DFMT_BUGREPORT_KIND_MARKER;
  return is_kernels(l) ? DFMT_BUGREPORT_KIND_KERNEL : DFMT_BUGREPORT_KIND_THREADTIME;
}

_Static_assert((int)DFMT_LOG_PRIORITY_VERBOSE == (int)DFMT_BUGREPORT_PRIORITY_VERBOSE &&
                   (int)DFMT_LOG_PRIORITY_FATAL == (int)DFMT_BUGREPORT_PRIORITY_FATAL,
               "priorities are the same");

/* What tells whether a table ignores it. Process 0 is the kernel. */
static void put_source(const dfmt_log_line *l, dfmt_bugreport_log *to) {
  const bool has_process = l->present & DFMT_LOG_LINE_HAS_PROCESS_ID;
  *to = (dfmt_bugreport_log){.head = {sizeof *to, DFMT_BUGREPORT_LOG}, .kind = kind_of(l)};
  to->priority = l->priority;
  to->message = l->message;
  if (l->present & DFMT_LOG_LINE_HAS_PRIORITY) to->present |= DFMT_BUGREPORT_LOG_HAS_PRIORITY;
  if (to->kind == 0 || to->kind == DFMT_BUGREPORT_KIND_KERNEL) return;
  to->process_id = has_process ? l->process_id : -1;
  to->thread_id = l->thread_id;
  to->tag = l->tag;
  if (has_process) to->present |= DFMT_BUGREPORT_LOG_HAS_PROCESS_ID;
  if (l->present & DFMT_LOG_LINE_HAS_THREAD_ID) to->present |= DFMT_BUGREPORT_LOG_HAS_THREAD_ID;
  if (l->present & DFMT_LOG_LINE_HAS_TAG) to->present |= DFMT_BUGREPORT_LOG_HAS_TAG;
}

/* "[YYYY-]MM-DD HH:MM:SS" at the start of a time. Returns false if it has no date. */
static bool read_date(dfmt_str time, dfmt_bugreport_log *to) {
  uint32_t hour, minute, second;
  if (time.len > 4 && time.ptr[4] == '-') time = dfmti_cut_after(time, 5);
  if (!dfmti_cut_u32(&time, &to->month) || !dfmti_cut_take(&time, "-") || !dfmti_cut_u32(&time, &to->day) ||
      !dfmti_cut_take(&time, " ") || !dfmti_cut_u32(&time, &hour) || !dfmti_cut_take(&time, ":") ||
      !dfmti_cut_u32(&time, &minute) || !dfmti_cut_take(&time, ":") || !dfmti_cut_u32(&time, &second))
    return false;
  to->second = hour * 3600 + minute * 60 + second;
  return true;
}

static void put_time(const dfmt_log_line *l, dfmt_bugreport_log *to) {
  to->uptime_us = l->uptime_us;
  if (l->present & DFMT_LOG_LINE_HAS_UPTIME_US) to->present |= DFMT_BUGREPORT_LOG_HAS_UPTIME_US;
  if (!read_date(l->time_text, to)) return;
  to->year = l->year;
  to->nanosecond = l->nanosecond;
  to->present |= DFMT_BUGREPORT_LOG_HAS_TIME;
  if (l->present & DFMT_LOG_LINE_HAS_YEAR) to->present |= DFMT_BUGREPORT_LOG_HAS_YEAR;
}

static dfmt_event event_of(const dfmt_log_line *l, const dfmt_bugreport_log *log) {
  return (dfmt_event){
      .size = sizeof(dfmt_event), .type = DFMT_BUGREPORT_LOG, .offset = l->start_offset, .body = &log->head};
}

/* Whether it tells of which process the following lines are quotations, or that they are none. */
static bool tells(const dfmt_log_line *l) {
  dfmt_str name;
  bool tail;
  if (l->kind == DFMT_LOG_VARIANT_MARKER) return true;
  return l->kind == DFMT_LOG_VARIANT_TEXT &&
         (dfmti_starts(l->message, "pid: ") || dfmti_tombstone_log_begins(l->message, &name, &tail));
}

/* Whether a tombstone quotes a line. */
static bool is_quoted(struct state *x, const dfmt_log_line *l) {
  dfmt_str s = l->message;
  if (!tells(l))
    return x->quotes && l->kind != DFMT_LOG_VARIANT_TEXT && l->present & DFMT_LOG_LINE_HAS_PROCESS_ID &&
           l->process_id == x->process_id;
  if (l->kind == DFMT_LOG_VARIANT_TEXT && dfmti_cut_take(&s, "pid: ") && !dfmti_cut_i32(&s, &x->process_id))
    x->process_id = -1;
  x->quotes = l->kind == DFMT_LOG_VARIANT_TEXT && s.ptr == l->message.ptr;
  return false;
}

static uint32_t ignores(const dfmt_event *ev, const dfmt_table_maker *of) {
  dfmt_bugreport_log log;
  const dfmt_log_line *l = dfmt_event_log_line(ev);
  if (tells(l)) return false;
  put_source(l, &log);
  const dfmt_event as = event_of(l, &log);
  return of->ignores(&as);
}

static dfmt_status event(void *state, const dfmt_event *ev) {
  struct state *x = state;
  const dfmt_log_line *l = dfmt_event_log_line(ev);
  x->place = *x->in.from;
  x->passed = false;
  if (!l) return x->of->event(x->table, NULL);
  x->passed = is_quoted(x, l);
  if (x->passed) return DFMT_OK;
  put_source(l, &x->log.log);
  put_time(l, &x->log.log);
  x->log.log.head.size = sizeof x->log;
  x->log.time = l->present & DFMT_LOG_LINE_HAS_PRINTED_TIME ? l->printed_time : l->time_text;
  x->event = event_of(l, &x->log.log);
  x->place.payload_line = l->line;
  return x->of->event(x->table, &x->event);
}

static dfmt_status next_row(void *state, const dfmt_head **row) {
  struct state *x = state;
  return x->passed ? DFMT_END : x->of->next_row(x->table, row);
}

/* ---- the tables ---- */

static const uint32_t events[] = {DFMT_LOG_LINE, 0};

#define TABLE(NAME, TYPE) \
  static uint32_t NAME##_ignores(const dfmt_event *ev) { return ignores(ev, &dfmti_bugreport_##NAME); } \
  static dfmt_status NAME##_begin(void *state, const dfmt_table_input *in) { \
    return begin(state, in, &dfmti_bugreport_##NAME); \
  } \
  const dfmt_table_maker dfmti_log_##NAME = { \
      .size = sizeof(dfmt_table_maker), \
      .row = DFMT_TYPE_BUGREPORT_##TYPE, \
      .types = dfmti_bugreport_tables_types, \
      .format = DFMT_LOG, \
      .events = events, \
      .state_size = sizeof(struct state), \
      .ignores = NAME##_ignores, \
      .begin = NAME##_begin, \
      .event = event, \
      .next_row = next_row, \
      .error = error, \
      .close = close_state, \
  };
TABLE(tombstone_crash, TOMBSTONE_CRASH)
TABLE(tombstone_thread, TOMBSTONE_THREAD)
TABLE(tombstone_frame, TOMBSTONE_FRAME)
TABLE(tombstone_map, TOMBSTONE_MAP)
TABLE(tombstone_file, TOMBSTONE_FILE)
TABLE(tombstone_log, TOMBSTONE_LOG)
TABLE(tombstone_register, TOMBSTONE_REGISTER)
TABLE(log_crash, LOG_CRASH)
TABLE(log_event, LOG_EVENT)
TABLE(kernel_crash, KERNEL_CRASH)
TABLE(triage_finding, TRIAGE_FINDING)
TABLE(story, STORY)
