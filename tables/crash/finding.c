/* SPDX-License-Identifier: MIT */
/*
 * The table bugreport.triage_finding: what went wrong, from all parts of a report.
 *
 *   an event, a piece --> each of the tables below --its rows--> clues --at the end--> findings, as rows
 *
 * The tables are called in turn; after E_NOMEM the next call continues where it stopped.
 */
#include "clue.h"
#include "several.h"

static const dfmt_table_maker *const tables[] = {&dfmti_bugreport_log_fault,       &dfmti_bugreport_log_event,
                                                 &dfmti_bugreport_tombstone_crash, &dfmti_bugreport_kernel_crash,
                                                 &dfmti_bugreport_anr_stuck,       &dfmti_bugreport_exit_info,
                                                 &dfmti_bugreport_dropbox_fault};
enum { TABLES = sizeof tables / sizeof *tables };

struct state {
  struct dfmti_crash_gathering from;
  /* Results. */
  struct dfmti_crash_clue_maker maker;
  struct dfmti_crash_clues clues;
  bool concluded;
  size_t n; /* index of the next finding */
  struct dfmti_buf evidence;
  dfmt_bugreport_triage_finding body;
};

static dfmt_status begin(void *state, const dfmt_table_input *in) {
  struct state *x = state;
  x->maker.in = &x->from.in;
  x->maker.clues = &x->clues;
  return dfmti_crash_gathering_begin(&x->from, tables, TABLES, in);
}

static void close_state(void *state) {
  struct state *x = state;
  if (!x->from.in.from) return;
  struct dfmti_mem *m = &x->from.in.mem;
  dfmti_crash_clues_free(m, &x->clues);
  dfmti_buf_free(m, &x->maker.scratch);
  dfmti_buf_free(m, &x->maker.exception);
  dfmti_buf_free(m, &x->evidence);
  dfmti_crash_gathering_close(&x->from);
}

/* ---- input ---- */

/* Most log lines are irrelevant: only tables that do not ignore a line take it. */
static uint32_t ignores(const dfmt_event *ev) { return dfmti_crash_several_ignores(tables, TABLES, ev); }

static dfmt_status piece(void *state, const dfmt_event *ev, dfmt_str piece) {
  struct state *x = state;
  dfmti_crash_clue_piece(&x->maker, ev);
  return dfmti_crash_gathering_piece(state, ev, piece);
}

static dfmt_status event(void *state, const dfmt_event *ev) {
  struct state *x = state;
  if (ev) dfmti_crash_clue_event(&x->maker, ev);
  return dfmti_crash_gathering_event(state, ev);
}

static bool take_row(void *state, const dfmt_head *row) {
  return dfmti_crash_clue_of_row(&((struct state *)state)->maker, row);
}

/* ---- rows ---- */

static bool put_evidence(struct state *x, const struct dfmti_occurrence *f) {
  const struct dfmti_crash_clue_place *places =
      (const struct dfmti_crash_clue_place *)(const void *)x->clues.places.ptr;
  x->evidence.len = 0;
  for (size_t i = f->first; i < f->first + f->n_places; i++) {
    const struct dfmti_crash_clue *c = dfmti_crash_clues_list(&x->clues) + places[i].clue;
    dfmt_bugreport_triage_evidence e = {.entry = dfmti_crash_clues_text(&x->clues, c->entry),
                                        .section = dfmti_crash_clues_text(&x->clues, c->section),
                                        .start_offset = c->offset,
                                        .line = c->line};
    if (e.line) e.present |= DFMT_BUGREPORT_TRIAGE_EVIDENCE_HAS_LINE;
    if (e.entry.len) e.present |= DFMT_BUGREPORT_TRIAGE_EVIDENCE_HAS_ENTRY;
    if (e.section.len) e.present |= DFMT_BUGREPORT_TRIAGE_EVIDENCE_HAS_SECTION;
    x->body.truncated |= c->truncated;
    if (!dfmti_buf_append(&x->from.in.mem, &x->evidence, &e, sizeof e)) return false;
  }
  return true;
}

static dfmt_status make_row(struct state *x) {
  const struct dfmti_occurrence *f = (const struct dfmti_occurrence *)(const void *)x->clues.findings.ptr + x->n;
  dfmt_bugreport_triage_finding *row = &x->body;
  *row = (dfmt_bugreport_triage_finding){.head = {sizeof *row, DFMT_TYPE_BUGREPORT_TRIAGE_FINDING},
                                         .truncated = x->clues.truncated,
                                         .rank = (uint32_t)x->n + 1,
                                         .kind = f->kind,
                                         .severity = f->severity,
                                         .process_id = f->pid,
                                         .count = f->count,
                                         .process_name = dfmti_crash_clues_text(&x->clues, f->process),
                                         .time_text = dfmti_crash_clues_text(&x->clues, f->time),
                                         .signature = f->signature,
                                         .message = dfmti_crash_clues_text(&x->clues, f->message),
                                         .first_time_text = dfmti_crash_clues_text(&x->clues, f->first_time),
                                         .exception = dfmti_crash_clues_text(&x->clues, f->exception),
                                         .thread_id = f->tid};
  if (!put_evidence(x, f)) return DFMT_E_NOMEM;
  row->evidence = (const dfmt_bugreport_triage_evidence *)(const void *)x->evidence.ptr;
  row->n_evidence = f->n_places;
  if (f->process.len) row->present |= DFMT_BUGREPORT_TRIAGE_FINDING_HAS_PROCESS_NAME;
  if (f->has_pid) row->present |= DFMT_BUGREPORT_TRIAGE_FINDING_HAS_PROCESS_ID;
  if (f->time.len) row->present |= DFMT_BUGREPORT_TRIAGE_FINDING_HAS_TIME_TEXT;
  if (f->signature.len) row->present |= DFMT_BUGREPORT_TRIAGE_FINDING_HAS_SIGNATURE;
  if (f->message.len) row->present |= DFMT_BUGREPORT_TRIAGE_FINDING_HAS_MESSAGE;
  if (f->first_time.len) row->present |= DFMT_BUGREPORT_TRIAGE_FINDING_HAS_FIRST_TIME_TEXT;
  if (f->exception.len) row->present |= DFMT_BUGREPORT_TRIAGE_FINDING_HAS_EXCEPTION;
  if (f->has_tid) row->present |= DFMT_BUGREPORT_TRIAGE_FINDING_HAS_THREAD_ID;
  return DFMT_OK;
}

static dfmt_status next_row(void *state, const dfmt_head **out) {
  struct state *x = state;
  dfmt_status st = dfmti_crash_gathering_take(&x->from, take_row);
  if (st != DFMT_OK || !x->from.ended) return st == DFMT_OK ? DFMT_END : st;
  if (!x->concluded && !dfmti_crash_clues_conclude(&x->from.in.mem, &x->clues)) return DFMT_E_NOMEM;
  x->concluded = true;
  if (x->n == x->clues.findings.len / sizeof(struct dfmti_occurrence)) return DFMT_END;
  st = make_row(x);
  if (st != DFMT_OK) return st;
  x->n++;
  *out = &x->body.head;
  return DFMT_OK;
}

const dfmt_table_maker dfmti_bugreport_triage_finding = {
    .size = sizeof(dfmt_table_maker),
    .row = DFMT_TYPE_BUGREPORT_TRIAGE_FINDING,
    .types = dfmti_bugreport_tables_types,
    .events = dfmti_crash_several_events,
    .state_size = sizeof(struct state),
    .ignores = ignores,
    .begin = begin,
    .wants = dfmti_crash_gathering_wants,
    .piece = piece,
    .event = event,
    .next_row = next_row,
    .error = dfmti_derived_error,
    .close = close_state,
};
