/* SPDX-License-Identifier: MIT */
/*
 * The table bugreport.story: why processes are gone, step by step.
 *
 *   an event, a piece --> each of the tables below --its rows--> steps --at the end--> lives, as rows
 */
#include "android/signature.h"
#include "clock.h"
#include "lives.h"
#include "several.h"

static const dfmt_table_maker *const tables[] = {&dfmti_bugreport_life_event, &dfmti_bugreport_log_crash,
                                                 &dfmti_bugreport_tombstone_crash, &dfmti_bugreport_exit_info};
enum { TABLES = sizeof tables / sizeof *tables };

/* Ranks of names: libc has that of a thread; a tombstone has all of it. */
enum { OF_THREAD = 1, OF_EVENT, OF_PROGRAM };

struct state {
  struct dfmti_derived_input in;
  struct dfmti_crash_several tables;
  struct dfmti_crash_clock clock;
  const dfmt_head *row; /* of a table, not yet a step */
  struct dfmti_crash_lives lives;
  bool ended, concluded;
  size_t n; /* index of the next step */
  dfmt_bugreport_story body;
};

static dfmt_status begin(void *state, const dfmt_table_input *in) {
  struct state *x = state;
  dfmt_status st = dfmti_derived_begin_ruled(x, in);
  return st == DFMT_OK ? dfmti_crash_several_begin(&x->tables, &x->in, tables, TABLES, in) : st;
}

static void close_state(void *state) {
  struct state *x = state;
  if (!x->in.from) return;
  dfmti_crash_several_close(&x->tables, &x->in.mem);
  dfmti_crash_lives_free(&x->in.mem, &x->lives);
  dfmti_derived_rules_free(&x->in);
}

/* ---- input ---- */

static uint32_t ignores(const dfmt_event *ev) { return dfmti_crash_several_ignores(tables, TABLES, ev); }

static uint64_t wants(void *state, const dfmt_event *ev) {
  struct state *x = state;
  return dfmti_crash_several_wants(&x->tables, ev);
}

static dfmt_status piece(void *state, const dfmt_event *ev, dfmt_str piece) {
  struct state *x = state;
  dfmti_crash_several_piece(&x->tables, ev, piece);
  x->ended = false;
  return DFMT_OK;
}

static dfmt_status event(void *state, const dfmt_event *ev) {
  struct state *x = state;
  dfmti_crash_several_event(&x->tables, ev);
  x->ended = !ev;
  dfmti_crash_clock_event(&x->clock, ev);
  return DFMT_OK;
}

/* ---- steps ---- */

#define HAS(NAME) (uint32_t)DFMT_BUGREPORT_STORY_HAS_##NAME
#define STEP(NAME) DFMT_BUGREPORT_STEP_##NAME

/* Members that all rows share. */
#define BEGIN(ROW, ...) \
  struct dfmti_crash_step s = {.pid = (ROW)->process_id, \
                               .cut = (ROW)->truncated, \
                               .offset = (ROW)->start_offset, \
                               .line = (ROW)->line, \
                               __VA_ARGS__}
#define TEXTS(ROW, ...) \
  struct dfmti_crash_step_texts t = {.entry = (ROW)->entry, .section = (ROW)->section, __VA_ARGS__}

static bool add(struct state *x, struct dfmti_crash_step *s, struct dfmti_crash_step_texts *t) {
  s->timed = dfmti_crash_clock_read(&x->clock, t->time, &s->when_us);
  if (s->line) s->present |= HAS(LINE);
  if (t->time.len) s->present |= HAS(TIME_TEXT);
  if (t->reason.len) s->present |= HAS(REASON);
  if (t->entry.len) s->present |= HAS(ENTRY);
  if (t->section.len) s->present |= HAS(SECTION);
  if (!t->process.len) s->name_rank = 0;
  return dfmti_crash_lives_add(&x->in.mem, &x->lives, s, t);
}

static bool of_event(struct state *x, const struct dfmti_crash_life_row *of) {
  static const struct {
    const char *tag;
    uint32_t step;
  } steps[] = {{"am_proc_start", STEP(START)},  {"am_proc_bound", STEP(BOUND)},        {"am_freeze", STEP(FROZEN)},
               {"am_unfreeze", STEP(UNFROZEN)}, {"am_compact", STEP(TRIMMED)},         {"am_pss", STEP(MEASURED)},
               {"am_anr", STEP(HUNG)},          {"am_crash", STEP(CRASHED)},           {"am_kill", STEP(KILLED)},
               {"am_proc_died", STEP(DIED)},    {"lowmemorykiller", STEP(LOW_MEMORY)}, {"lmkd", STEP(LOW_MEMORY)}};
  const dfmt_bugreport_log_event *row = &of->event;
  BEGIN(row, .adj = row->adj, .proc_state = row->proc_state, .pss_kb = of->pss_kb, .rss_kb = of->rss_kb,
        .name_rank = OF_EVENT);
  TEXTS(row, .process = row->process_name, .time = row->time_text,
        .reason = row->reason.len ? row->reason : row->exception);
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
    if (dfmti_is(row->tag, steps[i].tag)) s.step = steps[i].step;
  if (row->present & DFMT_BUGREPORT_LOG_EVENT_HAS_ADJ) s.present |= HAS(ADJ);
  if (row->present & DFMT_BUGREPORT_LOG_EVENT_HAS_PROC_STATE) s.present |= HAS(PROC_STATE);
  if (s.pss_kb) s.present |= HAS(PSS_KB);
  if (s.rss_kb) s.present |= HAS(RSS_KB);
  return !(row->present & DFMT_BUGREPORT_LOG_EVENT_HAS_PROCESS_ID) || add(x, &s, &t);
}

static bool of_crash(struct state *x, const dfmt_bugreport_log_crash *row) {
  const bool native = row->kind == DFMT_BUGREPORT_CRASH_NATIVE, hung = row->kind == DFMT_BUGREPORT_CRASH_ANR;
  BEGIN(row, .step = hung ? STEP(HUNG) : STEP(CRASHED), .name_rank = native ? OF_THREAD : OF_EVENT);
  TEXTS(row, .process = native ? row->comm : row->process_name, .time = row->time_text,
        .reason = native            ? dfmti_signature_last(row->signature)
                  : row->reason.len ? row->reason
                                    : row->exception);
  return !(row->present & DFMT_BUGREPORT_LOG_CRASH_HAS_PROCESS_ID) || add(x, &s, &t);
}

static bool of_tombstone(struct state *x, const struct dfmti_crash_tombstone_row *of) {
  const dfmt_bugreport_tombstone_crash *row = &of->crash;
  BEGIN(row, .step = STEP(CRASHED), .name_rank = OF_PROGRAM);
  TEXTS(row, .process = row->process_name, .time = of->log_time.len ? of->log_time : row->time_text,
        .reason = row->signal_name);
  return !(row->present & DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_PROCESS_ID) || add(x, &s, &t);
}

static bool of_exit(struct state *x, const dfmt_bugreport_exit_info *row) {
  BEGIN(row, .step = STEP(EXIT), .name_rank = OF_EVENT, .importance = row->importance, .pss_kb = row->pss_kb,
        .rss_kb = row->rss_kb);
  const bool plain = !row->description.len || dfmti_is(row->description, "null");
  TEXTS(row, .process = row->process_name, .time = row->time_text,
        .reason = plain ? row->reason_name : row->description);
  if (row->present & DFMT_BUGREPORT_EXIT_INFO_HAS_IMPORTANCE) s.present |= HAS(IMPORTANCE);
  if (row->present & DFMT_BUGREPORT_EXIT_INFO_HAS_PSS) s.present |= HAS(PSS_KB) | HAS(RSS_KB);
  return !(row->present & DFMT_BUGREPORT_EXIT_INFO_HAS_TIME) || add(x, &s, &t);
}

static bool of_row(struct state *x, const dfmt_head *row) {
  const void *body = row;
  switch (row->type) {
    case DFMT_TYPE_BUGREPORT_LOG_EVENT: return of_event(x, body);
    case DFMT_TYPE_BUGREPORT_LOG_CRASH: return of_crash(x, body);
    case DFMT_TYPE_BUGREPORT_TOMBSTONE_CRASH: return of_tombstone(x, body);
    default: return of_exit(x, body);
  }
}

/* Turns all rows that the tables make from the input into steps. OK: no more. */
static dfmt_status take_all(struct state *x) {
  dfmt_status st = DFMT_OK;
  size_t table;
  while (st == DFMT_OK) {
    if (!x->row) st = dfmti_crash_several_next(&x->tables, &x->row, &table);
    if (st != DFMT_OK) break;
    if (!of_row(x, x->row)) return DFMT_E_NOMEM;
    x->row = NULL;
  }
  return st == DFMT_END ? DFMT_OK : st;
}

/* ---- rows ---- */

static void make_row(struct state *x, const struct dfmti_crash_step *s) {
  const struct dfmti_crash_lives *l = &x->lives;
  x->body = (dfmt_bugreport_story){.head = {sizeof x->body, DFMT_TYPE_BUGREPORT_STORY},
                                   .present = s->present,
                                   .truncated = l->truncated || s->cut,
                                   .start_offset = s->offset,
                                   .line = s->line,
                                   .entry = dfmti_crash_lives_text(l, s->entry),
                                   .section = dfmti_crash_lives_text(l, s->section),
                                   .story = s->life,
                                   .step = s->step,
                                   .process_id = s->pid,
                                   .process_name = dfmti_crash_lives_name(l, s),
                                   .time_text = dfmti_crash_lives_text(l, s->time),
                                   .adj = s->adj,
                                   .proc_state = s->proc_state,
                                   .importance = s->importance,
                                   .pss_kb = s->pss_kb,
                                   .rss_kb = s->rss_kb,
                                   .reason = dfmti_crash_lives_text(l, s->reason)};
  if (x->body.process_name.len) x->body.present |= HAS(PROCESS_NAME);
}

static dfmt_status next_row(void *state, const dfmt_head **out) {
  struct state *x = state;
  dfmt_status st = take_all(x);
  if (st != DFMT_OK || !x->ended) return st == DFMT_OK ? DFMT_END : st;
  if (!x->concluded && !dfmti_crash_lives_conclude(&x->in.mem, &x->lives)) return DFMT_E_NOMEM;
  x->concluded = true;
  const struct dfmti_crash_step *s = dfmti_crash_lives_step(&x->lives, x->n);
  if (!s) return DFMT_END;
  make_row(x, s);
  x->n++;
  *out = &x->body.head;
  return DFMT_OK;
}

const dfmt_table_maker dfmti_bugreport_story = {
    .size = sizeof(dfmt_table_maker),
    .row = DFMT_TYPE_BUGREPORT_STORY,
    .types = dfmti_bugreport_tables_types,
    .events = dfmti_crash_several_events,
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
