/* SPDX-License-Identifier: MIT */
/*
 * The tables bugreport.tombstone_crash, bugreport.tombstone_thread and bugreport.tombstone_frame: tombstones in
 * sections and entries of their own, in logs, and without a report.
 *
 * A tombstone as text is the one at index 0; log lines belong to that of their process and thread. If too many are open
 * at once, the oldest ends.
 */
#include "android/tombstone_proto.h"
#include "clock.h"
#include "feed.h"

enum { MOST = 32 }; /* maximum number of open tombstones */

struct open {
  int32_t process_id, thread_id; /* of the log lines: the writer's, not those of the crashed process */
  bool cut;
  uint64_t number, offset, line;
  uint64_t thread_offset, thread_line;
  char time[DFMTI_CLOCK_TEXT]; /* of the first of these lines */
  uint64_t time_len;
  struct dfmti_tombstone t;
};

/* A tombstone in protobuf, and the progress of its rows. */
struct whole {
  bool has, cut;
  dfmt_str message;
  struct dfmti_buf threads;
  bool taken, told; /* taken: it is in open[0]; told: the row of the crash, or of the thread, was made */
  bool in_thread;
  size_t n; /* index of the thread */
  struct dfmti_tombstone_thread thread;
};

struct state {
  struct dfmti_crash_feed feed;
  struct whole whole;
  uint32_t row;    /* the requested type of rows */
  bool in_section; /* a section with tombstones */
  bool ending;     /* whatever is open ends after the last line */
  bool has_line;   /* a current line: */
  bool told;       /* rows of what the line ends were made */
  struct dfmti_crash_line line;
  uint64_t n_crashes;
  struct open open[MOST];
  struct dfmti_buf signature;
  dfmt_str causes[DFMTI_TOMBSTONE_CAUSES];
  union {
    dfmt_head head;
    struct dfmti_crash_tombstone_row crash;
    dfmt_bugreport_tombstone_thread thread;
    dfmt_bugreport_tombstone_frame frame;
  } body;
};

static void close_state(void *state) {
  struct state *x = state;
  if (!x->feed.in.from) return;
  for (size_t i = 0; i < MOST; i++) dfmti_tombstone_free(&x->feed.in.mem, &x->open[i].t);
  dfmti_buf_free(&x->feed.in.mem, &x->signature);
  dfmti_buf_free(&x->feed.in.mem, &x->whole.threads);
  dfmti_crash_feed_free(&x->feed);
}

/* ---- events ---- */

static bool is_tombstone_title(dfmt_str title) { return dfmti_starts(title, "TOMBSTONE"); }

static uint32_t ignores(const dfmt_event *ev) {
  const dfmt_bugreport_log *l = dfmt_event_bugreport_log(ev);
  return l && l->kind && !dfmti_is(l->tag, "DEBUG") && !dfmti_crash_is_untagged(l);
}

static uint64_t wants(void *state, const dfmt_event *ev) {
  const struct state *x = state;
  const dfmt_bugreport_entry *e = dfmt_event_bugreport_entry(ev);
  const dfmt_bugreport_section *s = dfmt_event_bugreport_section(ev);
  bool wanted = dfmti_crash_feed_is_log(ev) || (s && is_tombstone_title(s->title)) ||
                (x->in_section && dfmt_event_bugreport_text(ev));
  if ((e && e->role == DFMT_BUGREPORT_ROLE_TOMBSTONE) || dfmti_crash_feed_is_stored(ev)) wanted = true;
  return wanted ? DFMT_TABLE_PIECES : 0;
}

static dfmt_status piece(void *state, const dfmt_event *ev, dfmt_str piece) {
  struct state *x = state;
  return dfmti_crash_feed_piece(&x->feed, ev, piece);
}

static dfmt_status event(void *state, const dfmt_event *ev) {
  struct state *x = state;
  const dfmt_bugreport_section *s = dfmt_event_bugreport_section(ev);
  const dfmt_bugreport_log *l = dfmt_event_bugreport_log(ev);
  dfmt_status st = dfmti_crash_feed_event(&x->feed, ev);
  if (st != DFMT_OK) return st;
  if (s) x->in_section = is_tombstone_title(s->title);
  x->ending = !l && !s && !(x->in_section && dfmt_event_bugreport_text(ev));
  if (ev && ev->type == DFMT_BUGREPORT_SECTION_END) x->in_section = false;
  return DFMT_OK;
}

/* ---- rows ---- */

/* Members that the three share: PLACE(row, TYPE) of `o`, and its place. */
#define PLACE(ROW, TYPE, OFFSET, LINE) \
  do { \
    (ROW)->entry = dfmti_derived_kept(&x->feed.entry); \
    (ROW)->section = dfmti_derived_kept(&x->feed.section); \
    (ROW)->start_offset = (OFFSET); \
    (ROW)->line = (LINE); \
    (ROW)->crash_number = o->number; \
    if ((ROW)->entry.len) (ROW)->section.len = 0; \
    if ((ROW)->entry.len) (ROW)->present |= DFMT_BUGREPORT_TOMBSTONE_##TYPE##_HAS_ENTRY; \
    if ((ROW)->section.len) (ROW)->present |= DFMT_BUGREPORT_TOMBSTONE_##TYPE##_HAS_SECTION; \
    if (LINE) (ROW)->present |= DFMT_BUGREPORT_TOMBSTONE_##TYPE##_HAS_LINE; \
  } while (0)

/* Bits of the tombstone as the row's bits. */
static uint32_t crash_bits(uint32_t has) {
  static const struct {
    uint32_t from, to;
  } bits[] = {
#define TEXT(NAME) {1u << DFMTI_TOMBSTONE_##NAME, DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_##NAME}
#define NUMBER(FROM, TO) {DFMTI_TOMBSTONE_HAS_##FROM, DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_##TO}
      TEXT(FINGERPRINT),
      TEXT(REVISION),
      TEXT(ABI),
      TEXT(TIME_TEXT),
      TEXT(CMDLINE),
      TEXT(PROCESS_NAME),
      TEXT(THREAD_NAME),
      TEXT(ABORT_MESSAGE),
      TEXT(SIGNAL_NAME),
      TEXT(CODE_NAME),
      NUMBER(PROCESS_ID, PROCESS_ID),
      NUMBER(PROCESS_ID, THREAD_ID),
      NUMBER(USER_ID, USER_ID),
      NUMBER(SIGNAL, SIGNAL),
      NUMBER(CODE, CODE),
      NUMBER(SENDER, SENDER),
      NUMBER(UPTIME, UPTIME_S),
      NUMBER(UTC_OFFSET, UTC_OFFSET_S),
      NUMBER(FAULT_ADDRESS, FAULT_ADDRESS),
#undef TEXT
#undef NUMBER
  };
  uint32_t found = 0;
  for (size_t i = 0; i < sizeof bits / sizeof *bits; i++)
    if (has & bits[i].from) found |= bits[i].to;
  return found;
}

static void put_texts(const struct dfmti_tombstone *t, dfmt_bugreport_tombstone_crash *row) {
  const struct {
    uint32_t from;
    dfmt_str *to;
  } texts[] = {{DFMTI_TOMBSTONE_FINGERPRINT, &row->fingerprint},
               {DFMTI_TOMBSTONE_REVISION, &row->revision},
               {DFMTI_TOMBSTONE_ABI, &row->abi},
               {DFMTI_TOMBSTONE_TIME_TEXT, &row->time_text},
               {DFMTI_TOMBSTONE_CMDLINE, &row->cmdline},
               {DFMTI_TOMBSTONE_PROCESS_NAME, &row->process_name},
               {DFMTI_TOMBSTONE_THREAD_NAME, &row->thread_name},
               {DFMTI_TOMBSTONE_SIGNAL_NAME, &row->signal_name},
               {DFMTI_TOMBSTONE_CODE_NAME, &row->code_name},
               {DFMTI_TOMBSTONE_ABORT_MESSAGE, &row->abort_message}};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    *texts[i].to = dfmti_tombstone_text(t, t->texts[texts[i].from]);
}

static dfmt_status make_crash(struct state *x, struct open *o) {
  struct dfmti_tombstone *t = &o->t;
  dfmt_bugreport_tombstone_crash *row = &x->body.crash.crash;
  dfmti_tombstone_finish(t);
  x->signature.len = 0;
  if (!dfmti_tombstone_signature(&x->feed.in.mem, t, &x->signature)) return DFMT_E_NOMEM;
  for (uint32_t i = 0; i < t->n_causes; i++) x->causes[i] = dfmti_tombstone_text(t, t->causes[i]);
  *row = (dfmt_bugreport_tombstone_crash){
      .head = {sizeof *row, DFMT_TYPE_BUGREPORT_TOMBSTONE_CRASH},
      .present = crash_bits(t->has),
      .form = x->whole.has   ? DFMT_BUGREPORT_FORM_PROTO
              : o == x->open ? DFMT_BUGREPORT_FORM_TEXT
                             : DFMT_BUGREPORT_FORM_LOG,
      .truncated = o->cut || t->cut,
      .process_id = t->process_id,
      .thread_id = t->thread_id,
      .user_id = t->user_id,
      .signal = t->signal,
      .code = t->code,
      .sender_process_id = t->sender_process_id,
      .sender_user_id = t->sender_user_id,
      .utc_offset_s = t->utc_offset_s,
      .fault_address = t->fault_address,
      .uptime_s = t->uptime_s,
      .signature = dfmti_derived_kept(&x->signature),
      .causes = x->causes,
      .n_causes = t->n_causes,
  };
  put_texts(t, row);
  if (row->signature.len) row->present |= DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_SIGNATURE;
  PLACE(row, CRASH, o->offset, o->line);
  x->body.crash.log_time = (dfmt_str){o->time, row->form == DFMT_BUGREPORT_FORM_LOG ? o->time_len : 0};
  return DFMT_OK;
}

static void make_thread(struct state *x, const struct open *o) {
  dfmt_bugreport_tombstone_thread *row = &x->body.thread;
  *row = (dfmt_bugreport_tombstone_thread){.head = {sizeof *row, DFMT_TYPE_BUGREPORT_TOMBSTONE_THREAD},
                                           .process_id = o->t.process_id,
                                           .thread_id = o->t.tid,
                                           .crashed = !o->t.other,
                                           .frames = o->t.n_frames,
                                           .name = dfmti_derived_kept(&o->t.name)};
  if (o->t.has & DFMTI_TOMBSTONE_HAS_PROCESS_ID) row->present |= DFMT_BUGREPORT_TOMBSTONE_THREAD_HAS_PROCESS_ID;
  PLACE(row, THREAD, o->thread_offset, o->thread_line);
}

static void make_frame(struct state *x, const struct open *o) {
  const struct dfmti_native_frame *f = &o->t.frame;
  dfmt_bugreport_tombstone_frame *row = &x->body.frame;
  *row = (dfmt_bugreport_tombstone_frame){.head = {sizeof *row, DFMT_TYPE_BUGREPORT_TOMBSTONE_FRAME},
                                          .process_id = o->t.process_id,
                                          .thread_id = o->t.tid,
                                          .number = f->place,
                                          .pc = f->pc,
                                          .map_offset = f->map_offset,
                                          .function_offset = f->function_offset,
                                          .path = f->path,
                                          .function = f->function,
                                          .build_id = f->build_id};
  if (o->t.has & DFMTI_TOMBSTONE_HAS_PROCESS_ID) row->present |= DFMT_BUGREPORT_TOMBSTONE_FRAME_HAS_PROCESS_ID;
  if (o->t.in_thread) row->present |= DFMT_BUGREPORT_TOMBSTONE_FRAME_HAS_THREAD_ID;
  if (f->has_map_offset) row->present |= DFMT_BUGREPORT_TOMBSTONE_FRAME_HAS_MAP_OFFSET;
  if (f->has_function)
    row->present |= DFMT_BUGREPORT_TOMBSTONE_FRAME_HAS_FUNCTION | DFMT_BUGREPORT_TOMBSTONE_FRAME_HAS_FUNCTION_OFFSET;
  if (f->has_build_id) row->present |= DFMT_BUGREPORT_TOMBSTONE_FRAME_HAS_BUILD_ID;
  PLACE(row, FRAME, x->line.offset, x->line.number);
}

/* The row of what has ended. END: no requested row. */
static dfmt_status make_ends(struct state *x, struct open *o, uint32_t ends) {
  if (x->row == DFMT_TYPE_BUGREPORT_TOMBSTONE_CRASH && ends & DFMTI_TOMBSTONE_ENDS_CRASH) return make_crash(x, o);
  if (x->row != DFMT_TYPE_BUGREPORT_TOMBSTONE_THREAD || !(ends & DFMTI_TOMBSTONE_ENDS_THREAD)) return DFMT_END;
  make_thread(x, o);
  return DFMT_OK;
}

/* Ends a tombstone. OK: there is a row. */
static dfmt_status end_one(struct state *x, struct open *o) {
  uint32_t thread = o->t.in_thread ? DFMTI_TOMBSTONE_ENDS_THREAD : 0;
  dfmt_status st = make_ends(x, o, thread | DFMTI_TOMBSTONE_ENDS_CRASH);
  if (st == DFMT_OK || st == DFMT_END) o->t.phase = 0;
  return st;
}

/* ---- protobuf ---- */

/* As if read line by line: the current thread is that of open[0]. */
static dfmt_status make_whole(struct state *x) {
  struct whole *w = &x->whole;
  struct open *o = x->open;
  struct dfmti_mem *m = &x->feed.in.mem;
  if (!w->taken) {
    if (!dfmti_tombstone_proto(m, &o->t, w->message, &w->threads)) return DFMT_E_NOMEM;
    w->taken = true;
    o->number = x->n_crashes++;
    o->offset = o->line = o->thread_offset = o->thread_line = 0;
    o->cut = w->cut;
  }
  if (x->row != DFMT_TYPE_BUGREPORT_TOMBSTONE_CRASH || w->told) return DFMT_END;
  dfmt_status st = make_crash(x, o);
  w->told = st == DFMT_OK;
  return st;
}

/* Makes the next thread that of open[0]. */
static dfmt_status next_thread(struct state *x) {
  struct whole *w = &x->whole;
  struct dfmti_tombstone *t = &x->open->t;
  if (!dfmti_tombstone_proto_thread(w->message, &w->threads, w->n, &w->thread)) return DFMT_END;
  t->name.len = 0;
  if (w->thread.name.len &&
      !dfmti_buf_append(&x->feed.in.mem, &t->name, w->thread.name.ptr, (size_t)w->thread.name.len))
    return DFMT_E_NOMEM;
  t->in_thread = w->in_thread = true;
  t->other = !w->thread.crashed;
  t->tid = w->thread.tid;
  t->n_frames = w->thread.n_frames;
  w->n++;
  if (x->row != DFMT_TYPE_BUGREPORT_TOMBSTONE_THREAD) return DFMT_OK;
  make_thread(x, x->open);
  w->in_thread = false;
  return DFMT_OK;
}

/* OK: there is a row. END: no more. */
static dfmt_status next_of_whole(struct state *x) {
  struct whole *w = &x->whole;
  dfmt_status st = make_whole(x);
  while (st == DFMT_END && x->row != DFMT_TYPE_BUGREPORT_TOMBSTONE_CRASH) {
    if (w->in_thread && dfmti_tombstone_proto_frame(&w->thread, &x->open->t.frame)) {
      make_frame(x, x->open);
      return DFMT_OK;
    }
    st = next_thread(x);
    if (st != DFMT_OK) break;
    if (!w->in_thread) return DFMT_OK;
    st = DFMT_END;
  }
  if (st == DFMT_END) *w = (struct whole){.threads = w->threads};
  return st;
}

/* ---- lines ---- */

/* The one that began first; NULL: none is open. */
static struct open *oldest(struct state *x) {
  struct open *first = NULL;
  for (struct open *o = x->open; o < x->open + MOST; o++)
    if (dfmti_tombstone_is_open(&o->t) && (!first || o->number < first->number)) first = o;
  return first;
}

/* The tombstone of the current line; NULL: none. *full: too many are open. */
static struct open *place_of(struct state *x, bool *full) {
  struct open *unused = NULL;
  *full = false;
  if (!x->line.is_log) return x->open;
  if (!dfmti_is(x->line.tag, "DEBUG") && !dfmti_crash_is_untagged(x->line.log)) return NULL;
  for (struct open *o = x->open + 1; o < x->open + MOST; o++) {
    bool used = dfmti_tombstone_is_open(&o->t);
    if (used && o->process_id == x->line.process_id && o->thread_id == x->line.thread_id) return o;
    if (!used && !unused) unused = o;
  }
  if (!dfmti_tombstone_begins(x->line.text)) return NULL;
  *full = !unused;
  return unused;
}

static void note_places(struct state *x, struct open *o, bool began, bool in_thread) {
  const struct dfmti_crash_line *l = &x->line;
  if (began) {
    o->number = x->n_crashes++;
    o->process_id = l->process_id;
    o->thread_id = l->thread_id;
    o->offset = l->offset;
    o->line = l->number;
    o->time_len = l->log ? dfmti_crash_clock_text(l->log, o->time).len : 0;
    o->cut = false;
  }
  o->cut |= l->cut && dfmti_tombstone_is_open(&o->t);
  if (in_thread || !o->t.in_thread) return;
  o->thread_offset = l->offset;
  o->thread_line = l->number;
}

/* Adds the current line to a tombstone. OK: there is a row. */
static dfmt_status take_line(struct state *x, struct open *o) {
  bool frame, in_thread = o->t.in_thread, began = dfmti_tombstone_begins(x->line.text);
  uint32_t ends = x->told ? 0 : dfmti_tombstone_ends(&o->t, x->line.text);
  dfmt_status st = ends ? make_ends(x, o, ends) : DFMT_END;
  if (st == DFMT_OK) x->told = true;
  if (st != DFMT_END) return st;
  if (!dfmti_tombstone_line(&x->feed.in.mem, &o->t, x->line.text, &frame)) return DFMT_E_NOMEM;
  x->has_line = false;
  note_places(x, o, began, in_thread);
  if (!frame || x->row != DFMT_TYPE_BUGREPORT_TOMBSTONE_FRAME) return DFMT_END;
  make_frame(x, o);
  return DFMT_OK;
}

/* OK: there is a row. END: there was none; there may be more lines. */
static dfmt_status step(struct state *x) {
  bool full;
  struct open *o = place_of(x, &full), *first = full ? oldest(x) : NULL;
  if (first) {
    first->cut = true;
    return end_one(x, first);
  }
  if (o) return take_line(x, o);
  x->has_line = false;
  return DFMT_END;
}

/* Ends whatever is open. END: nothing is. */
static dfmt_status end_all(struct state *x) {
  struct open *o;
  dfmt_status st = DFMT_END;
  while (x->ending && st == DFMT_END && (o = oldest(x)) != NULL) st = end_one(x, o);
  if (st == DFMT_END) x->ending = false;
  return st;
}

static dfmt_status next_line(struct state *x) {
  dfmt_status st = dfmti_crash_feed_next(&x->feed, !dfmti_tombstone_is_open(&x->open->t), &x->line);
  x->has_line = st == DFMT_OK;
  x->told = false;
  return st;
}

static dfmt_status next_row(void *state, const dfmt_head **out) {
  struct state *x = state;
  dfmt_status st = DFMT_END;
  struct whole *w = &x->whole;
  w->has = w->has || dfmti_crash_feed_whole(&x->feed, &w->message, &w->cut);
  if (w->has) st = next_of_whole(x);
  while (st == DFMT_END && (x->has_line || (st = next_line(x)) == DFMT_OK)) st = step(x);
  if (st == DFMT_END) st = end_all(x);
  if (st == DFMT_OK) *out = &x->body.head;
  return st;
}

/* ---- the tables ---- */

static const uint32_t events[] = {DFMT_BUGREPORT_ENTRY,
                                  DFMT_BUGREPORT_BANNER,
                                  DFMT_BUGREPORT_SECTION,
                                  DFMT_BUGREPORT_SECTION_END,
                                  DFMT_BUGREPORT_TEXT,
                                  DFMT_BUGREPORT_LOG,
                                  0};

#define TABLE(NAME, TYPE) \
  static dfmt_status begin_##NAME##_table(void *state, const dfmt_table_input *in) { \
    struct state *x = state; \
    dfmti_derived_input_begin(&x->feed.in, in); \
    x->feed.whole = true; \
    x->row = DFMT_TYPE_BUGREPORT_TOMBSTONE_##TYPE; \
    return DFMT_OK; \
  } \
  const dfmt_table_maker dfmti_bugreport_tombstone_##NAME = { \
      .size = sizeof(dfmt_table_maker), \
      .row = DFMT_TYPE_BUGREPORT_TOMBSTONE_##TYPE, \
      .types = dfmti_bugreport_tables_types, \
      .events = events, \
      .state_size = sizeof(struct state), \
      .ignores = ignores, \
      .begin = begin_##NAME##_table, \
      .wants = wants, \
      .piece = piece, \
      .event = event, \
      .next_row = next_row, \
      .close = close_state, \
  };
TABLE(crash, CRASH)
TABLE(thread, THREAD)
TABLE(frame, FRAME)
