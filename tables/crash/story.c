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
  struct dfmti_crash_gathering from;
  struct dfmti_crash_clock clock;
  struct dfmti_crash_lives lives;
  bool concluded;
  size_t n; /* index of the next step */
  dfmt_bugreport_story body;
};

static dfmt_status begin(void *state, const dfmt_table_input *in) {
  return dfmti_crash_gathering_begin(state, tables, TABLES, in);
}

static void close_state(void *state) {
  struct state *x = state;
  if (!x->from.in.from) return;
  dfmti_crash_lives_free(&x->from.in.mem, &x->lives);
  dfmti_crash_gathering_close(&x->from);
}

static uint32_t ignores(const dfmt_event *ev) { return dfmti_crash_several_ignores(tables, TABLES, ev); }

static dfmt_status event(void *state, const dfmt_event *ev) {
  struct state *x = state;
  dfmti_crash_clock_event(&x->clock, ev);
  return dfmti_crash_gathering_event(state, ev);
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
  bool since_boot; /* as of all steps, then */
  s->timed = dfmti_crash_clock_read(&x->clock, t->time, &s->when_us, &since_boot);
  if (s->line) s->present |= HAS(LINE);
  if (t->time.len) s->present |= HAS(TIME_TEXT);
  if (t->reason.len) s->present |= HAS(REASON);
  if (t->entry.len) s->present |= HAS(ENTRY);
  if (t->section.len) s->present |= HAS(SECTION);
  if (!t->process.len) s->name_rank = 0;
  return dfmti_crash_lives_add(&x->from.in.mem, &x->lives, s, t);
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

static bool take_row(void *state, const dfmt_head *row) {
  struct state *x = state;
  const void *body = row;
  switch (row->type) {
    case DFMT_TYPE_BUGREPORT_LOG_EVENT: return of_event(x, body);
    case DFMT_TYPE_BUGREPORT_LOG_CRASH: return of_crash(x, body);
    case DFMT_TYPE_BUGREPORT_TOMBSTONE_CRASH: return of_tombstone(x, body);
    default: return of_exit(x, body);
  }
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
  dfmt_status st = dfmti_crash_gathering_take(&x->from, take_row);
  if (st != DFMT_OK || !x->from.ended) return st == DFMT_OK ? DFMT_END : st;
  if (!x->concluded && !dfmti_crash_lives_conclude(&x->from.in.mem, &x->lives)) return DFMT_E_NOMEM;
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
    .wants = dfmti_crash_gathering_wants,
    .piece = dfmti_crash_gathering_piece,
    .event = event,
    .next_row = next_row,
    .error = dfmti_derived_error,
    .close = close_state,
};
