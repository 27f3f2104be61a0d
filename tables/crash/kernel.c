/* SPDX-License-Identifier: MIT */
/*
 * The table bugreport.kernel_crash: faults of the kernel in its log, in the log of the kernel before the last boot, in
 * kernel lines of logcat, and without a report.
 *
 *   raw lines of KERNEL LOG, LAST KMSG, pstore, alone --without their prefix--.
 *   DROPBOX, below an entry of the kernel's log ------------------------------+--> the current fault --> a row
 *   lines of logs with process 0 ---------------------------------------------'
 */
#include "android/kernel_fault.h"
#include "android/kernel_line.h"
#include "android/lists.h"
#include "base/text.h"
#include "clock.h"
#include "feed.h"

enum { MOST_TIME = 64 }; /* bytes */

struct state {
  struct dfmti_crash_feed feed;
  bool in_section; /* a section with lines of the kernel */
  bool dropbox;    /* the current payload lists stored reports, some of them of the kernel */
  bool kept;       /* current report is one of these */
  bool ending;     /* whatever is open ends after the last line */
  bool has_line;   /* a current line: */
  bool understood;
  bool untagged; /* the current fault's lines have a tag that is none of their text */
  struct dfmti_crash_line line;
  struct dfmti_kernel_line said; /* what it says */
  struct dfmti_buf joined;       /* a line of logcat, reassembled */
  /* Start of the current fault. */
  bool cut, since_boot;
  uint8_t time_len;
  char time[MOST_TIME]; /* as printed */
  uint64_t offset, number, uptime_us;
  struct dfmti_kernel_fault fault;
  struct dfmti_buf signature;
  dfmt_str trace[DFMTI_KERNEL_TRACE];
  dfmt_bugreport_kernel_crash row;
};

static dfmt_status begin(void *state, const dfmt_table_input *in) {
  struct state *x = state;
  dfmt_status st = dfmti_derived_begin_ruled(x, in);
  x->fault.rules = x->feed.in.rules;
  return st;
}

static void close_state(void *state) {
  struct state *x = state;
  if (!x->feed.in.from) return;
  dfmti_kernel_fault_free(&x->feed.in.mem, &x->fault);
  dfmti_buf_free(&x->feed.in.mem, &x->signature);
  dfmti_buf_free(&x->feed.in.mem, &x->joined);
  dfmti_crash_feed_free(&x->feed);
}

/* ---- events ---- */

static bool is_dropbox(dfmt_str name) { return dfmti_starts(name, "DROPBOX") || dfmti_starts(name, "dropbox"); }

static bool is_title(dfmt_str title) {
  return dfmti_starts(title, "KERNEL LOG") || dfmti_starts(title, "LAST KMSG") ||
         dfmti_starts(title, "LAST PANIC CONSOLE") || is_dropbox(title);
}

static bool is_file(const dfmt_bugreport_entry *e) {
  dfmt_str name = dfmti_cut_after(e->device_path, dfmti_cut_find_last(e->device_path, "/") + 1);
  return e->role == DFMT_BUGREPORT_ROLE_FILE &&
         (dfmti_starts(e->device_path, "/sys/fs/pstore/") || dfmti_starts(name, "last_kmsg"));
}

/* Ignores log lines except those of process 0. */
static uint32_t ignores(const dfmt_event *ev) {
  const dfmt_bugreport_log *l = dfmt_event_bugreport_log(ev);
  return l && (l->kind == DFMT_BUGREPORT_KIND_MARKER || l->process_id != 0);
}

static uint64_t wants(void *state, const dfmt_event *ev) {
  const struct state *x = state;
  const dfmt_bugreport_entry *e = dfmt_event_bugreport_entry(ev);
  const dfmt_bugreport_section *section = dfmt_event_bugreport_section(ev);
  const dfmt_bugreport_service *service = dfmt_event_bugreport_service(ev);
  const dfmt_bugreport_text *text = dfmt_event_bugreport_text(ev);
  bool wanted = dfmti_crash_feed_is_log(ev) || (e && is_file(e)) || (section && is_title(section->title)) ||
                (service && is_dropbox(service->name));
  if (text) wanted = x->in_section || !(text->present & DFMT_BUGREPORT_TEXT_HAS_SECTION_NUMBER);
  return wanted ? DFMT_TABLE_PIECES : 0;
}

static dfmt_status piece(void *state, const dfmt_event *ev, dfmt_str piece) {
  struct state *x = state;
  const dfmt_bugreport_section *section = dfmt_event_bugreport_section(ev);
  if (!x->feed.open && !dfmt_event_bugreport_text(ev)) {
    x->dropbox = dfmt_event_bugreport_service(ev) || (section && is_dropbox(section->title));
    x->kept = false;
  }
  return dfmti_crash_feed_piece(&x->feed, ev, piece);
}

static dfmt_status event(void *state, const dfmt_event *ev) {
  struct state *x = state;
  const dfmt_bugreport_section *s = dfmt_event_bugreport_section(ev);
  const dfmt_bugreport_log *l = dfmt_event_bugreport_log(ev);
  dfmt_status st = dfmti_crash_feed_event(&x->feed, ev);
  if (st != DFMT_OK) return st;
  if (s) x->in_section = is_title(s->title);
  if (s) x->dropbox = is_dropbox(s->title);
  x->ending = !l && !s && !(x->in_section && dfmt_event_bugreport_text(ev));
  if (ev && ev->type == DFMT_BUGREPORT_SECTION_END) x->in_section = false;
  return DFMT_OK;
}

/* ---- the row ---- */

static const struct {
  uint32_t from, to;
} bits[] = {{DFMTI_KERNEL_HAS_CPU, DFMT_BUGREPORT_KERNEL_CRASH_HAS_CPU},
            {DFMTI_KERNEL_HAS_PROCESS_ID, DFMT_BUGREPORT_KERNEL_CRASH_HAS_PROCESS_ID},
            {DFMTI_KERNEL_HAS_COMM, DFMT_BUGREPORT_KERNEL_CRASH_HAS_COMM},
            {DFMTI_KERNEL_HAS_PC, DFMT_BUGREPORT_KERNEL_CRASH_HAS_PC},
            {DFMTI_KERNEL_HAS_PANIC, DFMT_BUGREPORT_KERNEL_CRASH_HAS_PANIC}};

static void put_place(struct state *x) {
  dfmt_bugreport_kernel_crash *row = &x->row;
  row->start_offset = x->offset;
  row->line = x->number;
  row->entry = dfmti_derived_kept(&x->feed.entry);
  row->section = row->entry.len ? (dfmt_str){NULL, 0} : dfmti_derived_kept(&x->feed.section);
  if (row->line) row->present |= DFMT_BUGREPORT_KERNEL_CRASH_HAS_LINE;
  if (row->entry.len) row->present |= DFMT_BUGREPORT_KERNEL_CRASH_HAS_ENTRY;
  if (row->section.len) row->present |= DFMT_BUGREPORT_KERNEL_CRASH_HAS_SECTION;
}

/* Ends the current fault; after an error it is still open. */
static dfmt_status make_row(struct state *x) {
  static const uint32_t kinds[] = {
      [DFMTI_KERNEL_OOPS] = DFMT_BUGREPORT_KERNEL_OOPS,       [DFMTI_KERNEL_PANIC] = DFMT_BUGREPORT_KERNEL_PANIC,
      [DFMTI_KERNEL_HUNG] = DFMT_BUGREPORT_KERNEL_HUNG,       [DFMTI_KERNEL_OOM] = DFMT_BUGREPORT_KERNEL_OOM,
      [DFMTI_KERNEL_LOCKUP] = DFMT_BUGREPORT_KERNEL_LOCKUP,   [DFMTI_KERNEL_STALL] = DFMT_BUGREPORT_KERNEL_STALL,
      [DFMTI_KERNEL_WARNING] = DFMT_BUGREPORT_KERNEL_WARNING, [DFMTI_KERNEL_HARDWARE] = DFMT_BUGREPORT_KERNEL_HARDWARE,
      [DFMTI_KERNEL_GPU] = DFMT_BUGREPORT_KERNEL_GPU,         [DFMTI_KERNEL_USER] = DFMT_BUGREPORT_KERNEL_USER};
  struct dfmti_kernel_fault *f = &x->fault;
  x->signature.len = 0;
  if (!dfmti_kernel_fault_signature(&x->feed.in.mem, f, &x->signature)) return DFMT_E_NOMEM;
  for (uint32_t i = 0; i < f->n_trace; i++) x->trace[i] = dfmti_kernel_fault_text(f, f->trace[i]);
  x->row = (dfmt_bugreport_kernel_crash){
      .head = {sizeof x->row, DFMT_TYPE_BUGREPORT_KERNEL_CRASH},
      .present = DFMT_BUGREPORT_KERNEL_CRASH_HAS_SIGNATURE,
      .truncated = x->cut || f->cut,
      .kind = kinds[f->kind],
      .cpu = f->cpu,
      .process_id = f->process_id,
      .uptime_us = x->uptime_us,
      .message = dfmti_kernel_fault_text(f, f->message),
      .panic = dfmti_kernel_fault_text(f, f->panic),
      .comm = dfmti_kernel_fault_text(f, f->comm),
      .pc = dfmti_kernel_fault_text(f, f->pc),
      .signature = dfmti_derived_kept(&x->signature),
      .trace = x->trace,
      .n_trace = f->n_trace,
      .time_text = {x->time, x->time_len},
  };
  for (size_t i = 0; i < sizeof bits / sizeof *bits; i++)
    if (f->has & bits[i].from) x->row.present |= bits[i].to;
  if (x->since_boot) x->row.present |= DFMT_BUGREPORT_KERNEL_CRASH_HAS_UPTIME_US;
  if (x->time_len > 0) x->row.present |= DFMT_BUGREPORT_KERNEL_CRASH_HAS_TIME_TEXT;
  put_place(x);
  dfmti_kernel_fault_clear(f); /* its texts stay valid until the next line */
  return DFMT_OK;
}

/* ---- times ---- */

/* "12.345678" */
static dfmt_str uptime_text(uint64_t us, char text[MOST_TIME]) {
  char whole[DFMTI_U64_TEXT];
  const size_t n = dfmti_u64_text(us / 1000000, whole);
  memcpy(text, whole + sizeof whole - n, n);
  text[n] = '.';
  us %= 1000000;
  for (size_t i = 6; i > 0; i--, us /= 10) text[n + i] = (char)('0' + us % 10);
  return (dfmt_str){text, n + 7};
}

/* That of a line of a log, if it has one; else the one that stands before the message. */
static void note_time(struct state *x) {
  const dfmt_bugreport_log *log = x->line.is_log ? x->line.log : NULL;
  const bool has_uptime = log && log->present & DFMT_BUGREPORT_LOG_HAS_UPTIME_US;
  char room[MOST_TIME];
  dfmt_str text = log ? dfmti_crash_log_time(log) : x->said.time;
  if (log && text.len == 0) text = dfmti_crash_clock_text(log, room);
  if (log && text.len == 0) text = has_uptime ? uptime_text(log->uptime_us, room) : x->said.time;
  x->since_boot = has_uptime || x->said.timed;
  x->uptime_us = has_uptime ? log->uptime_us : x->said.uptime_us;
  x->time_len = (uint8_t)dfmti_min((size_t)text.len, MOST_TIME);
  if (x->time_len > 0) memcpy(x->time, text.ptr, x->time_len);
}

/* ---- lines ---- */

/* logd takes text before a colon for the tag. */
static dfmt_status join(struct state *x) {
  struct dfmti_mem *m = &x->feed.in.mem;
  dfmt_str tag = x->line.tag, text = x->line.text;
  x->joined.len = 0;
  if (!dfmti_buf_append(m, &x->joined, tag.ptr, (size_t)tag.len) || !dfmti_buf_append(m, &x->joined, ": ", 2) ||
      (text.len > 0 && !dfmti_buf_append(m, &x->joined, text.ptr, (size_t)text.len)))
    return DFMT_E_NOMEM;
  return DFMT_OK;
}

/* What a line says: the message, with its tag unless the fault that is open, or begins with it, is without. */
static dfmt_status understand(struct state *x) {
  const bool open = dfmti_kernel_fault_is_open(&x->fault);
  struct dfmti_kernel_line whole;
  struct dfmti_kernel_head head;
  if (x->understood) return DFMT_OK;
  dfmti_kernel_line(x->line.text, &x->said);
  if (x->line.tag.len > 0) {
    dfmt_status st = join(x);
    if (st != DFMT_OK) return st;
    dfmti_kernel_line(dfmti_derived_kept(&x->joined), &whole);
    const struct dfmti_rules *rules = x->fault.rules;
    if (!open)
      x->untagged = !dfmti_kernel_head(rules, whole.text, &head) && dfmti_kernel_head(rules, x->said.text, &head);
    if (!x->untagged) x->said = whole;
  }
  x->understood = true;
  return DFMT_OK;
}

/* Whether the current line is from the kernel; tracks the position in a list of stored reports. */
static bool is_kernels(struct state *x) {
  struct dfmti_dropbox_line d;
  if (x->line.is_log) return x->line.process_id == 0;
  if (x->dropbox && dfmti_dropbox_line(x->line.text, &d)) {
    x->kept = dfmti_ends(d.tag, "LAST_KMSG");
    return false;
  }
  return !x->dropbox || x->kept;
}

static dfmt_status next_line(struct state *x) {
  dfmt_status st = dfmti_crash_feed_next(&x->feed, true, &x->line);
  if (st != DFMT_OK) return st;
  x->understood = false;
  x->has_line = is_kernels(x);
  return DFMT_OK;
}

static void note_begin(struct state *x) {
  x->offset = x->line.offset;
  x->number = x->line.number;
  note_time(x);
  x->cut = false;
}

/* Processes the current line. OK: there is a row, and the line is still the current one. */
static dfmt_status take_line(struct state *x) {
  bool began;
  dfmt_status st = understand(x);
  if (st != DFMT_OK) return st;
  if (dfmti_kernel_fault_ends(&x->fault, x->said.text)) return make_row(x);
  if (!dfmti_kernel_fault_line(&x->feed.in.mem, &x->fault, x->said.text, &began)) return DFMT_E_NOMEM;
  if (began) note_begin(x);
  x->cut |= x->line.cut && dfmti_kernel_fault_is_open(&x->fault);
  x->has_line = false;
  return DFMT_END;
}

/* END: no more rows yet. */
static dfmt_status end_all(struct state *x) {
  if (!x->ending) return DFMT_END;
  if (dfmti_kernel_fault_is_open(&x->fault)) return make_row(x);
  x->ending = false;
  return DFMT_END;
}

/* The next line of the kernel. END: none yet. */
static dfmt_status next_kernels_line(struct state *x) {
  dfmt_status st = DFMT_OK;
  while (st == DFMT_OK && !x->has_line) st = next_line(x);
  return st;
}

static dfmt_status next_row(void *state, const dfmt_head **out) {
  struct state *x = state;
  dfmt_status st = DFMT_END;
  while (st == DFMT_END && (st = next_kernels_line(x)) == DFMT_OK) st = take_line(x);
  if (st == DFMT_END) st = end_all(x);
  if (st == DFMT_OK) *out = &x->row.head;
  return st;
}

static const uint32_t events[] = {
    DFMT_BUGREPORT_ENTRY,   DFMT_BUGREPORT_BANNER, DFMT_BUGREPORT_SECTION, DFMT_BUGREPORT_SECTION_END,
    DFMT_BUGREPORT_SERVICE, DFMT_BUGREPORT_TEXT,   DFMT_BUGREPORT_LOG,     0};

const dfmt_table_maker dfmti_bugreport_kernel_crash = {
    .size = sizeof(dfmt_table_maker),
    .row = DFMT_TYPE_BUGREPORT_KERNEL_CRASH,
    .types = dfmti_bugreport_tables_types,
    .events = events,
    .state_size = sizeof(struct state),
    .ignores = ignores,
    .begin = begin,
    .wants = wants,
    .piece = piece,
    .event = event,
    .next_row = next_row,
    .error = dfmti_derived_error,
    .close = close_state,
};
