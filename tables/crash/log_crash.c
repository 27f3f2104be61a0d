/* SPDX-License-Identifier: MIT */
/*
 * The table bugreport.log_crash: crashes as shown by log lines, in sections, in logs stored by the device, and without
 * a report.
 *
 *                 begins                  belongs to it
 *   no crash of ----------> one is open ----.
 *   the thread                 |   ^________|
 *      ^                       |
 *      |_______________________|  another line, the last one it needs, or the end of the log: a row
 *
 * This applies to exceptions and ANRs, which have several lines; lines of other threads may come between. If too many
 * are open at once, the oldest ends. Signals and the watchdog have one line.
 */
#include "android/log_crash.h"
#include "android/death.h"
#include "android/java_trace.h"
#include "android/signature.h"
#include "clock.h"
#include "feed.h"
#include "memory_report.h"

enum { MOST = 64 }; /* maximum number of open crashes */

/* Data of a crash's first line, whatever its kind. */
struct first {
  uint32_t priority;
  int32_t process_id, thread_id;
  bool has_thread, has_seconds, cut, untagged;
  uint64_t offset, line;
  int64_t seconds;
  char time[DFMTI_TIME_TEXT];
  uint64_t time_len;
};

struct open {
  uint32_t kind; /* DFMT_BUGREPORT_CRASH_*; 0: not open */
  uint64_t number;
  struct first first;
  struct dfmti_java_trace java;
  /* of an ANR */
  struct dfmti_buf process, reason;
  bool has_pid;
  int32_t pid;
};

struct state {
  struct dfmti_crash_feed feed;
  struct dfmti_crash_clock clock;
  bool ending;   /* whatever is open ends after the last line */
  bool has_line; /* a current line: */
  struct dfmti_crash_line line;
  uint64_t n_crashes;
  struct open open[MOST];
  struct first alone; /* of a crash of one line */
  bool stored;        /* it is of a process whose memory was stored: stacks may follow */
  int32_t stored_pid; /* and of this one */
  bool for_findings;  /* also makes rows of reports of memory errors, and of deaths */
  struct dfmti_crash_memory memory;
  const dfmt_head *made; /* the current row */
  struct dfmti_buf signature, frames;
  dfmt_bugreport_log_crash row;
};

/* The feed is the first member. */
static dfmt_status begin_faults(void *state, const dfmt_table_input *in) {
  ((struct state *)state)->for_findings = true;
  return dfmti_derived_begin_ruled(state, in);
}

static void close_state(void *state) {
  struct state *x = state;
  if (!x->feed.in.from) return;
  struct dfmti_mem *m = &x->feed.in.mem;
  for (struct open *o = x->open; o < x->open + MOST; o++) {
    dfmti_java_trace_free(m, &o->java);
    dfmti_buf_free(m, &o->process);
    dfmti_buf_free(m, &o->reason);
  }
  dfmti_crash_memory_free(m, &x->memory);
  dfmti_buf_free(m, &x->signature);
  dfmti_buf_free(m, &x->frames);
  dfmti_crash_feed_free(&x->feed);
}

/* ---- events ---- */

/* The kind of crash that a line may show, by its tag and priority. 0: none. */
static uint32_t kind_of(const dfmt_bugreport_log *l) {
  static const struct {
    const char *tag;
    uint32_t kind, least;
  } tags[] = {{"AndroidRuntime", DFMT_BUGREPORT_CRASH_JAVA, DFMT_BUGREPORT_PRIORITY_ERROR},
              {"libc", DFMT_BUGREPORT_CRASH_NATIVE, DFMT_BUGREPORT_PRIORITY_FATAL},
              {"ActivityManager", DFMT_BUGREPORT_CRASH_ANR, DFMT_BUGREPORT_PRIORITY_ERROR},
              {"Watchdog", DFMT_BUGREPORT_CRASH_WATCHDOG, DFMT_BUGREPORT_PRIORITY_WARN}};
  for (size_t i = 0; i < sizeof tags / sizeof *tags && l->tag.len > 0; i++)
    if (*l->tag.ptr == *tags[i].tag && dfmti_is(l->tag, tags[i].tag))
      return l->priority >= tags[i].least ? tags[i].kind : 0;
  return 0;
}

static uint32_t ignores(const dfmt_event *ev) {
  const dfmt_bugreport_log *l = dfmt_event_bugreport_log(ev);
  return l && !kind_of(l) && !dfmti_crash_is_untagged(l);
}

static uint32_t ignores_as_fault(const dfmt_event *ev) {
  const dfmt_bugreport_log *l = dfmt_event_bugreport_log(ev);
  return ignores(ev) && !dfmti_crash_memory_takes(l) && !dfmti_death_takes(l->tag, l->message);
}

static uint64_t wants(void *state, const dfmt_event *ev) {
  (void)state;
  return dfmti_crash_feed_is_log(ev) ? DFMT_TABLE_PIECES : 0;
}

static dfmt_status piece(void *state, const dfmt_event *ev, dfmt_str piece) {
  struct state *x = state;
  return dfmti_crash_feed_piece(&x->feed, ev, piece);
}

/* A log continues after lines that are not log lines. */
static bool ends_log(const dfmt_event *ev) {
  const dfmt_bugreport_text *t = dfmt_event_bugreport_text(ev);
  if (t) return !(t->present & DFMT_BUGREPORT_TEXT_HAS_SECTION_NUMBER);
  return !dfmt_event_bugreport_log(ev) && !dfmt_event_bugreport_section(ev);
}

static dfmt_status event(void *state, const dfmt_event *ev) {
  struct state *x = state;
  dfmti_crash_clock_event(&x->clock, ev);
  x->ending = ends_log(ev);
  return dfmti_crash_feed_event(&x->feed, ev);
}

/* ---- rows ---- */

#define HAS(NAME) (uint32_t)DFMT_BUGREPORT_LOG_CRASH_HAS_##NAME

/* Sets a text that is present. */
static void put(struct state *x, dfmt_str *to, dfmt_str text, uint32_t bit) {
  *to = text;
  x->row.present |= bit;
}

static void put_some(struct state *x, dfmt_str *to, dfmt_str text, uint32_t bit) {
  if (text.len > 0) put(x, to, text, bit);
}

static void put_pid(struct state *x, int32_t pid) {
  x->row.process_id = pid;
  x->row.present |= HAS(PROCESS_ID);
}

/* Of a line: a log may lack them. */
static void put_line_pid(struct state *x, int32_t pid) {
  if (pid >= 0) put_pid(x, pid);
}

static void put_tid(struct state *x, int32_t tid) {
  x->row.thread_id = tid;
  x->row.present |= HAS(THREAD_ID);
}

/* Begins a row with the members that all kinds share. */
static void make_place(struct state *x, const struct first *f, uint32_t kind) {
  dfmt_bugreport_log_crash *row = &x->row;
  dfmt_str entry = dfmti_derived_kept(&x->feed.entry);
  *row = (dfmt_bugreport_log_crash){.head = {sizeof *row, DFMT_TYPE_BUGREPORT_LOG_CRASH},
                                    .kind = kind,
                                    .truncated = f->cut,
                                    .start_offset = f->offset,
                                    .line = f->line};
  if (f->line) row->present |= HAS(LINE);
  if (f->has_seconds) row->present |= HAS(TIME_LOCAL_S);
  row->time_local_s = f->has_seconds ? f->seconds : 0;
  put_some(x, &row->time_text, (dfmt_str){f->time, f->time_len}, HAS(TIME_TEXT));
  put_some(x, &row->entry, entry, HAS(ENTRY));
  if (entry.len == 0) put_some(x, &row->section, dfmti_derived_kept(&x->feed.section), HAS(SECTION));
  x->signature.len = 0;
}

/* Completes a row, whose signature is made. false: no memory. */
static dfmt_status made(struct state *x, bool good) {
  if (!good) return DFMT_E_NOMEM;
  put_some(x, &x->row.signature, dfmti_derived_kept(&x->signature), HAS(SIGNATURE));
  return DFMT_OK;
}

/* Adds parts to a signature. false: no memory. */
static bool make_frames(struct state *x, const struct dfmti_java_trace *t) {
  dfmt_str frames = dfmti_derived_kept(&t->frames), frame;
  x->frames.len = 0;
  while (dfmti_java_trace_frame(&frames, &frame))
    if (!dfmti_buf_append(&x->feed.in.mem, &x->frames, &frame, sizeof frame)) return false;
  x->row.frames = (const dfmt_str *)(const void *)x->frames.ptr;
  x->row.n_frames = t->n_frames;
  return true;
}

static dfmt_status make_java(struct state *x, const struct open *o) {
  const struct dfmti_java_trace *t = &o->java;
  struct dfmti_java_exception first = dfmti_java_trace_first(t), root = dfmti_java_trace_root(t);
  dfmt_bugreport_log_crash *row = &x->row;
  row->truncated |= t->cut;
  put_line_pid(x, o->first.process_id < 0 && t->has_pid ? t->pid : o->first.process_id);
  if (o->first.has_thread) put_tid(x, o->first.thread_id);
  put(x, &row->thread_name, dfmti_derived_kept(&t->thread), HAS(THREAD_NAME));
  put_some(x, &row->process_name, dfmti_java_trace_process(t), HAS(PROCESS_NAME));
  if (t->chain > 0) put(x, &row->exception, first.name, HAS(EXCEPTION));
  if (first.has_message) put(x, &row->message, first.message, HAS(MESSAGE));
  row->root_exception = root.name;
  if (root.has_message) put(x, &row->root_message, root.message, HAS(ROOT_MESSAGE));
  return made(x, make_frames(x, t) && dfmti_java_trace_signature(&x->feed.in.mem, t, &x->signature));
}

static dfmt_status make_anr(struct state *x, const struct open *o) {
  dfmt_str process = dfmti_derived_kept(&o->process), reason = dfmti_derived_kept(&o->reason);
  put(x, &x->row.process_name, process, HAS(PROCESS_NAME));
  if (o->has_pid) put_pid(x, o->pid);
  put_some(x, &x->row.reason, reason, HAS(REASON));
  return made(x, reason.len == 0 || dfmti_signature_of(&x->feed.in.mem, &x->signature, "anr", process,
                                                       dfmti_anr_reason_class(reason)));
}

/* Without a tag, the first line alone may be anybody's. */
static bool is_whole(const struct open *o) {
  const bool java = o->kind == DFMT_BUGREPORT_CRASH_JAVA;
  return !o->first.untagged || (java ? o->java.n_frames > 0 || o->java.process.len > 0 : o->reason.len > 0);
}

/* Ends a crash. OK: there is a row. END: it was none. */
static dfmt_status end_one(struct state *x, struct open *o) {
  if (!is_whole(o)) {
    o->kind = 0;
    return DFMT_END;
  }
  make_place(x, &o->first, o->kind);
  dfmt_status st = o->kind == DFMT_BUGREPORT_CRASH_JAVA ? make_java(x, o) : make_anr(x, o);
  if (st == DFMT_OK) o->kind = 0;
  return st;
}

static void read_first(struct state *x, struct first *f) {
  const struct dfmti_crash_line *l = &x->line;
  *f = (struct first){.priority = l->log->priority,
                      .process_id = l->process_id,
                      .thread_id = l->thread_id,
                      .has_thread = l->log->present & DFMT_BUGREPORT_LOG_HAS_THREAD_ID,
                      .untagged = dfmti_crash_is_untagged(l->log),
                      .cut = l->cut,
                      .offset = l->offset,
                      .line = l->number};
  f->has_seconds = dfmti_crash_clock_seconds(&x->clock, l->log, &f->seconds);
  f->time_len = dfmti_crash_clock_text(l->log, f->time).len;
}

static dfmt_status make_watchdog(struct state *x, dfmt_str subject) {
  const dfmt_str process = {"system_server", 13};
  put_line_pid(x, x->line.process_id);
  put(x, &x->row.process_name, process, HAS(PROCESS_NAME));
  put(x, &x->row.reason, subject, HAS(REASON));
  return made(x, dfmti_signature_watchdog(&x->feed.in.mem, &x->signature, subject));
}

static dfmt_status make_native(struct state *x, const struct dfmti_fatal_signal *f) {
  dfmt_str process = f->has_pid ? f->process : (dfmt_str){"?", 1};
  x->row.signal = f->signal;
  x->row.present |= HAS(SIGNAL);
  put_line_pid(x, f->has_pid ? f->pid : x->line.process_id);
  if (f->has_tid) put_tid(x, f->tid);
  put_some(x, &x->row.thread_name, f->thread, HAS(THREAD_NAME));
  put_some(x, &x->row.comm, f->process, HAS(COMM));
  return made(x, dfmti_signature_native(&x->feed.in.mem, &x->signature, process, f->name, f->code));
}

static dfmt_status make_death(struct state *x, const struct dfmti_death *d) {
  const dfmt_str signal = {d->signal, d->signal ? strlen(d->signal) : 0};
  x->row.head.type = DFMTI_ROW_DEATH;
  put(x, &x->row.reason, x->line.text, HAS(REASON));
  if (d->has_process_id) put_pid(x, d->process_id);
  if (d->has_thread_id) put_tid(x, d->thread_id);
  put_some(x, &x->row.comm, d->name, HAS(COMM));
  return made(x, dfmti_signature_of(&x->feed.in.mem, &x->signature, "native", d->name, signal));
}

/* Of the stack that follows: which thread it was. The row has the place of the first line. */
static dfmt_status make_death_thread(struct state *x, int32_t thread_id) {
  x->row.head.type = DFMTI_ROW_DEATH;
  put_pid(x, x->stored_pid);
  put_tid(x, thread_id);
  return DFMT_OK;
}

/* ---- lines ---- */

/* The open crash of a line's thread; else NULL. */
static struct open *open_of(struct state *x, uint32_t kind) {
  const struct dfmti_crash_line *l = &x->line;
  bool has_thread = l->log->present & DFMT_BUGREPORT_LOG_HAS_THREAD_ID;
  for (struct open *o = x->open; o < x->open + MOST; o++)
    if (o->kind == kind && o->first.process_id == l->process_id && o->first.has_thread == has_thread &&
        o->first.thread_id == l->thread_id)
      return o;
  return NULL;
}

static struct open *unused(struct state *x) {
  for (struct open *o = x->open; o < x->open + MOST; o++)
    if (o->kind == 0) return o;
  return NULL;
}

/* The one that began first; NULL: none is open. */
static struct open *oldest(struct state *x) {
  struct open *first = NULL;
  for (struct open *o = x->open; o < x->open + MOST; o++)
    if (o->kind && (!first || o->number < first->number)) first = o;
  return first;
}

/* All lines of an ANR have the same time, as they are printed at once. */
static bool belongs(const struct state *x, const struct open *o) {
  char time[DFMTI_TIME_TEXT];
  const dfmt_str first = {o->first.time, o->first.time_len};
  if (x->line.log->priority != o->first.priority) return false;
  if (o->kind == DFMT_BUGREPORT_CRASH_JAVA) return dfmti_java_trace_goes_on(&o->java, x->line.text);
  return dfmti_same(dfmti_crash_clock_text(x->line.log, time), first);
}

static bool begins(const struct state *x, uint32_t kind) {
  dfmt_str process;
  if (kind == DFMT_BUGREPORT_CRASH_JAVA) return dfmti_java_trace_begins(x->feed.in.rules, x->line.text);
  return dfmti_anr_begins(x->line.text, &process);
}

/* Opens a crash with the current line. */
static dfmt_status open_one(struct state *x, struct open *o, uint32_t kind) {
  struct dfmti_mem *m = &x->feed.in.mem;
  bool java = kind == DFMT_BUGREPORT_CRASH_JAVA;
  dfmt_str process;
  if (java && !dfmti_java_trace_open(m, x->feed.in.rules, &o->java, x->line.text)) return DFMT_E_NOMEM;
  if (!java && dfmti_anr_begins(x->line.text, &process)) {
    dfmt_status st = dfmti_derived_keep(&x->feed.in, &o->process, process);
    if (st != DFMT_OK) return st;
  }
  read_first(x, &o->first);
  o->reason.len = 0;
  o->has_pid = false;
  o->number = x->n_crashes++;
  o->kind = kind;
  x->has_line = false;
  return DFMT_END;
}

/* "PID: N", "Reason: TEXT": the latter completes it. */
static dfmt_status take_anr(struct state *x, struct open *o) {
  dfmt_str text = x->line.text;
  dfmt_status st = DFMT_END;
  if (dfmti_cut_take(&text, "PID: ")) o->has_pid = dfmti_cut_i32(&text, &o->pid);
  if (dfmti_cut_take(&text, "Reason: ")) {
    st = dfmti_derived_keep(&x->feed.in, &o->reason, text);
    if (st == DFMT_OK) o->first.cut |= x->line.cut;
    if (st == DFMT_OK) st = end_one(x, o);
  }
  if (st == DFMT_OK || st == DFMT_END) x->has_line = false;
  return st;
}

static dfmt_status take_java(struct state *x, struct open *o) {
  if (!dfmti_java_trace_line(&x->feed.in.mem, &o->java, x->line.text)) return DFMT_E_NOMEM;
  o->first.cut |= x->line.cut;
  x->has_line = false;
  return DFMT_END;
}

/* A line of a crash with several lines. OK: there is a row. */
static dfmt_status step_open(struct state *x, uint32_t kind) {
  bool first = begins(x, kind);
  struct open *o = open_of(x, kind);
  if (o && !first && belongs(x, o)) return kind == DFMT_BUGREPORT_CRASH_JAVA ? take_java(x, o) : take_anr(x, o);
  if (o) return end_one(x, o);
  x->has_line = first;
  if (!first) return DFMT_END;
  if ((o = unused(x)) != NULL) return open_one(x, o, kind);
  o = oldest(x);
  o->first.cut = true;
  return end_one(x, o);
}

/* A crash in a single line. OK: there is a row. */
static dfmt_status step_alone(struct state *x, uint32_t kind) {
  struct dfmti_fatal_signal signal;
  dfmt_str subject;
  bool native = kind == DFMT_BUGREPORT_CRASH_NATIVE && dfmti_fatal_signal(x->line.text, &signal);
  bool watchdog =
      kind == DFMT_BUGREPORT_CRASH_WATCHDOG && dfmti_watchdog_kill(x->feed.in.rules, x->line.text, &subject);
  x->has_line = native || watchdog;
  if (!x->has_line) return DFMT_END;
  x->stored = false;
  read_first(x, &x->alone);
  make_place(x, &x->alone, kind);
  dfmt_status st = native ? make_native(x, &signal) : make_watchdog(x, subject);
  x->has_line = st != DFMT_OK;
  return st;
}

/* A death that others tell of. What process 0 wrote is in the table of the kernel's faults. OK: there is a row. */
static dfmt_status step_death(struct state *x) {
  const struct dfmti_crash_line *l = &x->line;
  struct dfmti_death d;
  int32_t tid = 0;
  const bool others = x->for_findings && l->is_log && l->process_id != 0,
             is = others && dfmti_death(l->tag, l->text, &d);
  x->has_line = is || (x->stored && dfmti_death_thread(l->text, &tid));
  if (!x->has_line) return DFMT_END;
  if (is) read_first(x, &x->alone);
  make_place(x, &x->alone, DFMT_BUGREPORT_CRASH_NATIVE);
  dfmt_status st = is ? make_death(x, &d) : make_death_thread(x, tid);
  x->has_line = st != DFMT_OK;
  if (st != DFMT_OK) return st;
  x->stored = is && d.stored;
  x->stored_pid = d.process_id;
  return st;
}

/* The kind of crash of a line without a tag, by its message and what is open. 0: none. */
static uint32_t kind_by_shape(struct state *x) {
  const uint32_t priority = x->line.log->priority;
  const bool error = priority >= DFMT_BUGREPORT_PRIORITY_ERROR;
  dfmt_str subject;
  static const uint32_t several[] = {DFMT_BUGREPORT_CRASH_JAVA, DFMT_BUGREPORT_CRASH_ANR};
  for (size_t i = 0; i < sizeof several / sizeof *several; i++)
    if ((error && begins(x, several[i])) || open_of(x, several[i])) return several[i];
  if (dfmti_starts(x->line.text, "Fatal signal ") && priority >= DFMT_BUGREPORT_PRIORITY_FATAL)
    return DFMT_BUGREPORT_CRASH_NATIVE;
  const bool watchdog =
      priority >= DFMT_BUGREPORT_PRIORITY_WARN && dfmti_watchdog_kill(x->feed.in.rules, x->line.text, &subject);
  return watchdog ? (uint32_t)DFMT_BUGREPORT_CRASH_WATCHDOG : 0;
}

static dfmt_status step(struct state *x) {
  const dfmt_bugreport_log *log = x->line.log;
  const bool untagged = log && dfmti_crash_is_untagged(log);
  uint32_t kind = untagged ? kind_by_shape(x) : log ? kind_of(log) : 0;
  if (kind == DFMT_BUGREPORT_CRASH_JAVA || kind == DFMT_BUGREPORT_CRASH_ANR) return step_open(x, kind);
  return kind ? step_alone(x, kind) : step_death(x);
}

/* Whether the current line may belong to a report of malloc_debug. */
static bool is_of_memory(const struct state *x) {
  return x->for_findings && (!x->line.log || dfmti_crash_memory_takes(x->line.log));
}

/* Tries the line as each kind in turn. OK: there is a row. */
static dfmt_status step_all(struct state *x) {
  dfmt_status st = is_of_memory(x) ? dfmti_crash_memory_line(&x->memory, &x->feed, &x->line) : DFMT_END;
  x->made = &x->memory.row.head;
  if (st != DFMT_END) return st;
  x->made = &x->row.head;
  return step(x);
}

/* Ends whatever is open. END: nothing is. */
static dfmt_status end_all(struct state *x) {
  struct open *o;
  dfmt_status st = DFMT_END;
  x->made = &x->row.head;
  while (x->ending && st == DFMT_END && (o = oldest(x)) != NULL) st = end_one(x, o);
  if (st != DFMT_END || !x->ending) return st;
  x->made = &x->memory.row.head;
  st = dfmti_crash_memory_end(&x->memory, &x->feed);
  if (st == DFMT_END) x->ending = false;
  return st;
}

static dfmt_status next_line(struct state *x) {
  dfmt_status st = dfmti_crash_feed_next(&x->feed, true, &x->line);
  x->has_line = st == DFMT_OK;
  return st;
}

static dfmt_status next_row(void *state, const dfmt_head **out) {
  struct state *x = state;
  dfmt_status st = DFMT_END;
  while (st == DFMT_END && (x->has_line || (st = next_line(x)) == DFMT_OK)) st = step_all(x);
  if (st == DFMT_END) st = end_all(x);
  if (st == DFMT_OK) *out = x->made;
  return st;
}

static const uint32_t events[] = {DFMT_BUGREPORT_ENTRY,
                                  DFMT_BUGREPORT_BANNER,
                                  DFMT_BUGREPORT_SECTION,
                                  DFMT_BUGREPORT_SECTION_END,
                                  DFMT_BUGREPORT_TEXT,
                                  DFMT_BUGREPORT_LOG,
                                  0};

const dfmt_table_maker dfmti_bugreport_log_crash = {
    .size = sizeof(dfmt_table_maker),
    .row = DFMT_TYPE_BUGREPORT_LOG_CRASH,
    .types = dfmti_bugreport_tables_types,
    .events = events,
    .state_size = sizeof(struct state),
    .ignores = ignores,
    .begin = dfmti_derived_begin_ruled,
    .wants = wants,
    .piece = piece,
    .event = event,
    .next_row = next_row,
    .error = dfmti_derived_error,
    .close = close_state,
};

const dfmt_table_maker dfmti_bugreport_log_fault = {
    .size = sizeof(dfmt_table_maker),
    .row = DFMT_TYPE_BUGREPORT_LOG_CRASH,
    .types = dfmti_bugreport_tables_types,
    .events = events,
    .state_size = sizeof(struct state),
    .ignores = ignores_as_fault,
    .begin = begin_faults,
    .wants = wants,
    .piece = piece,
    .event = event,
    .next_row = next_row,
    .error = dfmti_derived_error,
    .close = close_state,
};
