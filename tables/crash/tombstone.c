/* SPDX-License-Identifier: MIT */
/*
 * The tables bugreport.tombstone_crash, _thread, _frame, _map, _file and _log: tombstones in sections and entries of
 * their own, in logs, and without a report.
 *
 * A tombstone as text is the one at index 0; log lines belong to that of their process and thread. If too many are open
 * at once, the oldest ends.
 */
#include "tombstone.h"

static void close_state(void *state) {
  struct dfmti_crash_tombstones *x = state;
  if (!x->feed.in.from) return;
  for (size_t i = 0; i < DFMTI_TOMBSTONES; i++) dfmti_tombstone_free(&x->feed.in.mem, &x->open[i].t);
  dfmti_buf_free(&x->feed.in.mem, &x->signature);
  dfmti_buf_free(&x->feed.in.mem, &x->owner);
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
  const struct dfmti_crash_tombstones *x = state;
  const dfmt_bugreport_entry *e = dfmt_event_bugreport_entry(ev);
  const dfmt_bugreport_section *s = dfmt_event_bugreport_section(ev);
  bool wanted = dfmti_crash_feed_is_log(ev) || (s && is_tombstone_title(s->title)) ||
                (x->in_section && dfmt_event_bugreport_text(ev));
  if ((e && e->role == DFMT_BUGREPORT_ROLE_TOMBSTONE) || dfmti_crash_feed_is_stored(ev)) wanted = true;
  return wanted ? DFMT_TABLE_PIECES : 0;
}

static dfmt_status piece(void *state, const dfmt_event *ev, dfmt_str piece) {
  struct dfmti_crash_tombstones *x = state;
  return dfmti_crash_feed_piece(&x->feed, ev, piece);
}

static dfmt_status event(void *state, const dfmt_event *ev) {
  struct dfmti_crash_tombstones *x = state;
  const dfmt_bugreport_section *s = dfmt_event_bugreport_section(ev);
  const dfmt_bugreport_log *l = dfmt_event_bugreport_log(ev);
  dfmt_status st = dfmti_crash_feed_event(&x->feed, ev);
  if (st != DFMT_OK) return st;
  dfmti_crash_clock_event(&x->clock, ev);
  if (s) x->in_section = is_tombstone_title(s->title);
  x->ending = !l && !s && !(x->in_section && dfmt_event_bugreport_text(ev));
  if (ev && ev->type == DFMT_BUGREPORT_SECTION_END) x->in_section = false;
  return DFMT_OK;
}

/* ---- rows ---- */

/* The row of what has ended. END: no requested row. */
static dfmt_status make_ends(struct dfmti_crash_tombstones *x, struct dfmti_crash_tombstone *o, uint32_t ends) {
  if (x->row == DFMT_TYPE_BUGREPORT_TOMBSTONE_CRASH && ends & DFMTI_TOMBSTONE_ENDS_CRASH)
    return dfmti_crash_tombstone_put(x, o);
  if (x->row != DFMT_TYPE_BUGREPORT_TOMBSTONE_THREAD || !(ends & DFMTI_TOMBSTONE_ENDS_THREAD)) return DFMT_END;
  dfmti_crash_tombstone_put_thread(x, o);
  return DFMT_OK;
}

/* Ends a tombstone. OK: there is a row. */
static dfmt_status end_one(struct dfmti_crash_tombstones *x, struct dfmti_crash_tombstone *o) {
  uint32_t thread = o->t.in_thread ? DFMTI_TOMBSTONE_ENDS_THREAD : 0;
  dfmt_status st = make_ends(x, o, thread | DFMTI_TOMBSTONE_ENDS_CRASH);
  if (st == DFMT_OK || st == DFMT_END) o->t.phase = 0;
  return st;
}

/* ---- lines ---- */

/* The one that began first; NULL: none is open. */
static struct dfmti_crash_tombstone *oldest(struct dfmti_crash_tombstones *x) {
  struct dfmti_crash_tombstone *first = NULL;
  for (struct dfmti_crash_tombstone *o = x->open; o < x->open + DFMTI_TOMBSTONES; o++)
    if (dfmti_tombstone_is_open(&o->t) && (!first || o->number < first->number)) first = o;
  return first;
}

/* The tombstone of the current line; NULL: none. *full: too many are open. */
static struct dfmti_crash_tombstone *place_of(struct dfmti_crash_tombstones *x, bool *full) {
  struct dfmti_crash_tombstone *unused = NULL;
  *full = false;
  if (!x->line.is_log) return x->open;
  if (!dfmti_is(x->line.tag, "DEBUG") && !dfmti_crash_is_untagged(x->line.log)) return NULL;
  for (struct dfmti_crash_tombstone *o = x->open + 1; o < x->open + DFMTI_TOMBSTONES; o++) {
    bool used = dfmti_tombstone_is_open(&o->t);
    if (used && o->process_id == x->line.process_id && o->thread_id == x->line.thread_id) return o;
    if (!used && !unused) unused = o;
  }
  if (!dfmti_tombstone_begins(x->feed.in.rules, x->line.text)) return NULL;
  *full = !unused;
  return unused;
}

static void note_places(struct dfmti_crash_tombstones *x, struct dfmti_crash_tombstone *o, bool began, bool in_thread) {
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

/* The next register of the last line. END: no more. */
static dfmt_status next_register(struct dfmti_crash_tombstones *x) {
  struct dfmti_tombstone_register r;
  if (!dfmti_tombstone_register_take(&x->registers, &r)) return DFMT_END;
  dfmti_crash_tombstone_put_register(x, x->of, &r);
  return DFMT_OK;
}

/* The row of what the current line is. END: no requested row. */
static dfmt_status make_part(struct dfmti_crash_tombstones *x, const struct dfmti_crash_tombstone *o,
                             enum dfmti_tombstone_part part) {
  static const uint32_t rows[] = {[DFMTI_TOMBSTONE_FRAME] = DFMT_TYPE_BUGREPORT_TOMBSTONE_FRAME,
                                  [DFMTI_TOMBSTONE_MAP] = DFMT_TYPE_BUGREPORT_TOMBSTONE_MAP,
                                  [DFMTI_TOMBSTONE_FILE] = DFMT_TYPE_BUGREPORT_TOMBSTONE_FILE,
                                  [DFMTI_TOMBSTONE_LOG] = DFMT_TYPE_BUGREPORT_TOMBSTONE_LOG,
                                  [DFMTI_TOMBSTONE_REGISTERS] = DFMT_TYPE_BUGREPORT_TOMBSTONE_REGISTER};
  dfmt_bugreport_log log = {.head = {sizeof log, DFMT_BUGREPORT_LOG}};
  if (x->row != rows[part]) return DFMT_END;
  switch (part) {
    case DFMTI_TOMBSTONE_FRAME: dfmti_crash_tombstone_put_frame(x, o); break;
    case DFMTI_TOMBSTONE_MAP: dfmti_crash_tombstone_put_map(x, o); break;
    case DFMTI_TOMBSTONE_FILE: dfmti_crash_tombstone_put_file(x, o); break;
    case DFMTI_TOMBSTONE_REGISTERS:
      x->registers = x->line.text;
      x->of = o;
      return next_register(x);
    default:
      if (!dfmt_bugreport_log_parse(x->line.text.ptr, x->line.text.len, &log) ||
          !(log.present & DFMT_BUGREPORT_LOG_HAS_TAG))
        return DFMT_END;
      dfmti_crash_tombstone_put_log(x, o, dfmti_derived_kept(&o->t.buffer), &log);
  }
  return DFMT_OK;
}

/* Adds the current line to a tombstone. OK: there is a row. */
static dfmt_status take_line(struct dfmti_crash_tombstones *x, struct dfmti_crash_tombstone *o) {
  const dfmt_str text = x->line.text;
  enum dfmti_tombstone_part part;
  bool in_thread = o->t.in_thread,
       began = dfmti_tombstone_begins(o->t.stack.rules, text) && !dfmti_tombstone_goes_on(&o->t, text);
  uint32_t ends = x->told ? 0 : dfmti_tombstone_ends(&o->t, text);
  dfmt_status st = ends ? make_ends(x, o, ends) : DFMT_END;
  if (st == DFMT_OK) x->told = true;
  if (st != DFMT_END) return st;
  if (!dfmti_tombstone_line(&x->feed.in.mem, &o->t, text, &part)) return DFMT_E_NOMEM;
  x->has_line = false;
  note_places(x, o, began, in_thread);
  return make_part(x, o, part);
}

/* OK: there is a row. END: there was none; there may be more lines. */
static dfmt_status step(struct dfmti_crash_tombstones *x) {
  bool full;
  struct dfmti_crash_tombstone *o = place_of(x, &full), *first = full ? oldest(x) : NULL;
  if (first) {
    first->cut = true;
    return end_one(x, first);
  }
  if (o) return take_line(x, o);
  x->has_line = false;
  return DFMT_END;
}

/* Ends whatever is open. END: nothing is. */
static dfmt_status end_all(struct dfmti_crash_tombstones *x) {
  struct dfmti_crash_tombstone *o;
  dfmt_status st = DFMT_END;
  while (x->ending && st == DFMT_END && (o = oldest(x)) != NULL) st = end_one(x, o);
  if (st == DFMT_END) x->ending = false;
  return st;
}

static dfmt_status next_line(struct dfmti_crash_tombstones *x) {
  dfmt_status st = dfmti_crash_feed_next(&x->feed, !dfmti_tombstone_is_open(&x->open->t), &x->line);
  x->has_line = st == DFMT_OK;
  x->told = false;
  return st;
}

static dfmt_status next_row(void *state, const dfmt_head **out) {
  struct dfmti_crash_tombstones *x = state;
  dfmt_status st = DFMT_END;
  struct dfmti_crash_whole *w = &x->whole;
  w->has = w->has || dfmti_crash_feed_whole(&x->feed, &w->message, &w->cut);
  if (w->has) st = dfmti_crash_tombstone_next_of_whole(x);
  if (st == DFMT_END && !x->has_line) st = next_register(x);
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

static dfmt_status begin(struct dfmti_crash_tombstones *x, const dfmt_table_input *in, uint32_t row) {
  dfmt_status st = dfmti_derived_begin_ruled(x, in);
  for (size_t i = 0; i < DFMTI_TOMBSTONES; i++) x->open[i].t.stack.rules = x->feed.in.rules;
  x->feed.whole = true;
  x->row = row;
  return st;
}

#define TABLE(NAME, TYPE) \
  static dfmt_status begin_##NAME##_table(void *state, const dfmt_table_input *in) { \
    return begin(state, in, DFMT_TYPE_BUGREPORT_TOMBSTONE_##TYPE); \
  } \
  const dfmt_table_maker dfmti_bugreport_tombstone_##NAME = { \
      .size = sizeof(dfmt_table_maker), \
      .row = DFMT_TYPE_BUGREPORT_TOMBSTONE_##TYPE, \
      .types = dfmti_bugreport_tables_types, \
      .events = events, \
      .state_size = sizeof(struct dfmti_crash_tombstones), \
      .ignores = ignores, \
      .begin = begin_##NAME##_table, \
      .wants = wants, \
      .piece = piece, \
      .event = event, \
      .next_row = next_row, \
      .error = dfmti_derived_error, \
      .close = close_state, \
  };
TABLE(crash, CRASH)
TABLE(thread, THREAD)
TABLE(frame, FRAME)
TABLE(map, MAP)
TABLE(file, FILE)
TABLE(log, LOG)
TABLE(register, REGISTER)
