/* SPDX-License-Identifier: MIT */
/*
 * The table bugreport.triage_finding: what went wrong, from all parts of a report.
 *
 *   an event, a piece --> each of the tables below --its rows--> clues --at the end--> findings, as rows
 *
 * The tables are called in turn; after E_NOMEM the next call continues where it stopped.
 */
#include "clue.h"

static const dfmt_table_maker *const tables[] = {&dfmti_bugreport_log_fault,       &dfmti_bugreport_log_event,
                                                 &dfmti_bugreport_tombstone_crash, &dfmti_bugreport_kernel_crash,
                                                 &dfmti_bugreport_anr_stuck,       &dfmti_bugreport_exit_info,
                                                 &dfmti_bugreport_dropbox_fault};
enum { TABLES = sizeof tables / sizeof *tables };

struct part {
  void *state;
  bool streams; /* it takes the current payload */
};

struct state {
  struct dfmti_derived_input in;
  struct part parts[TABLES];
  /* The current input. */
  bool fed;             /* there is one */
  const dfmt_event *ev; /* NULL: the end */
  dfmt_str piece;
  bool is_piece;
  size_t part; /* index of the current table */
  bool given;
  const dfmt_head *row; /* of that table, not yet a clue */
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
  dfmti_derived_input_begin(&x->in, in);
  x->maker.in = &x->in;
  x->maker.clues = &x->clues;
  dfmt_status st = DFMT_OK;
  for (size_t i = 0; i < TABLES && st == DFMT_OK; i++) {
    struct part *p = &x->parts[i];
    if (!p->state && !(p->state = dfmti_zalloc(&x->in.mem, (size_t)tables[i]->state_size))) return DFMT_E_NOMEM;
    st = tables[i]->begin(p->state, in); /* allocates nothing, and may be called again */
  }
  return st;
}

static void close_state(void *state) {
  struct state *x = state;
  if (!x->in.from) return;
  struct dfmti_mem *m = &x->in.mem;
  for (size_t i = 0; i < TABLES; i++) {
    if (x->parts[i].state && tables[i]->close) tables[i]->close(x->parts[i].state);
    if (x->parts[i].state) dfmti_free(m, x->parts[i].state, (size_t)tables[i]->state_size);
  }
  dfmti_crash_clues_free(m, &x->clues);
  dfmti_buf_free(m, &x->maker.scratch);
  dfmti_buf_free(m, &x->evidence);
}

/* ---- input ---- */

/* Whether a table takes an event, or the end. */
static bool takes(size_t i, const dfmt_event *ev) {
  const uint32_t *type = tables[i]->events;
  while (ev && *type && *type != ev->type) type++;
  return !ev || (*type && !(tables[i]->ignores && tables[i]->ignores(ev)));
}

/* Most log lines are irrelevant: only tables that do not ignore a line take it. */
static uint32_t ignores(const dfmt_event *ev) {
  if (ev->type != DFMT_BUGREPORT_LOG) return false;
  for (size_t i = 0; i < TABLES; i++)
    if (tables[i]->ignores && !tables[i]->ignores(ev)) return false;
  return true;
}

static uint64_t wants(void *state, const dfmt_event *ev) {
  struct state *x = state;
  bool any = false;
  for (size_t i = 0; i < TABLES; i++) {
    struct part *p = &x->parts[i];
    p->streams = takes(i, ev) && tables[i]->wants(p->state, ev) == DFMT_TABLE_PIECES;
    any |= p->streams;
  }
  return any ? DFMT_TABLE_PIECES : 0;
}

static void feed(struct state *x, const dfmt_event *ev) {
  x->fed = true;
  x->ev = ev;
  x->part = 0;
  x->given = false;
}

static dfmt_status piece(void *state, const dfmt_event *ev, dfmt_str piece) {
  struct state *x = state;
  dfmti_crash_clue_piece(&x->maker, ev);
  x->is_piece = true;
  x->piece = piece;
  feed(x, ev);
  return DFMT_OK;
}

static dfmt_status event(void *state, const dfmt_event *ev) {
  struct state *x = state;
  x->is_piece = false;
  feed(x, ev);
  if (ev) dfmti_crash_clue_event(&x->maker, ev);
  return DFMT_OK;
}

/* ---- the tables ---- */

static dfmt_status give(struct state *x, const dfmt_table_maker *d, struct part *p) {
  return x->is_piece ? d->piece(p->state, x->ev, x->piece) : d->event(p->state, x->ev);
}

/* Turns all rows that a table makes from the input into clues. OK: no more. */
static dfmt_status take_rows(struct state *x, const dfmt_table_maker *d, struct part *p) {
  dfmt_status st = DFMT_OK;
  if (!x->given) st = give(x, d, p);
  while (st == DFMT_OK) {
    x->given = true;
    if (!x->row) st = d->next_row(p->state, &x->row);
    if (st != DFMT_OK) break;
    if (!dfmti_crash_clue_of_row(&x->maker, x->row)) return DFMT_E_NOMEM;
    x->row = NULL;
  }
  if (st != DFMT_END) return st;
  x->row = NULL;
  return DFMT_OK;
}

/* OK: the input is processed. */
static dfmt_status take_all(struct state *x) {
  for (; x->fed && x->part < TABLES; x->part++, x->given = false) {
    struct part *p = &x->parts[x->part];
    if (x->is_piece ? !p->streams : !takes(x->part, x->ev)) continue;
    dfmt_status st = take_rows(x, tables[x->part], p);
    if (st != DFMT_OK) return st;
  }
  x->fed = false;
  return DFMT_OK;
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
    if (!dfmti_buf_append(&x->in.mem, &x->evidence, &e, sizeof e)) return false;
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
                                         .process_name = f->process,
                                         .time_text = f->time,
                                         .signature = f->signature,
                                         .message = f->message};
  if (!put_evidence(x, f)) return DFMT_E_NOMEM;
  row->evidence = (const dfmt_bugreport_triage_evidence *)(const void *)x->evidence.ptr;
  row->n_evidence = f->n_places;
  if (f->process.len) row->present |= DFMT_BUGREPORT_TRIAGE_FINDING_HAS_PROCESS_NAME;
  if (f->has_pid) row->present |= DFMT_BUGREPORT_TRIAGE_FINDING_HAS_PROCESS_ID;
  if (f->time.len) row->present |= DFMT_BUGREPORT_TRIAGE_FINDING_HAS_TIME_TEXT;
  if (f->signature.len) row->present |= DFMT_BUGREPORT_TRIAGE_FINDING_HAS_SIGNATURE;
  if (f->message.len) row->present |= DFMT_BUGREPORT_TRIAGE_FINDING_HAS_MESSAGE;
  return DFMT_OK;
}

static dfmt_status next_row(void *state, const dfmt_head **out) {
  struct state *x = state;
  bool ends = !x->is_piece && !x->ev;
  dfmt_status st = take_all(x);
  if (st != DFMT_OK || !ends) return st == DFMT_OK ? DFMT_END : st;
  if (!x->concluded && !dfmti_crash_clues_conclude(&x->in.mem, &x->clues)) return DFMT_E_NOMEM;
  x->concluded = true;
  if (x->n == x->clues.findings.len / sizeof(struct dfmti_occurrence)) return DFMT_END;
  st = make_row(x);
  if (st != DFMT_OK) return st;
  x->n++;
  *out = &x->body.head;
  return DFMT_OK;
}

static const uint32_t events[] = {
    DFMT_BUGREPORT_ENTRY,   DFMT_BUGREPORT_BANNER, DFMT_BUGREPORT_SECTION, DFMT_BUGREPORT_SECTION_END,
    DFMT_BUGREPORT_SERVICE, DFMT_BUGREPORT_TEXT,   DFMT_BUGREPORT_LOG,     0};

const dfmt_table_maker dfmti_bugreport_triage_finding = {
    .size = sizeof(dfmt_table_maker),
    .row = DFMT_TYPE_BUGREPORT_TRIAGE_FINDING,
    .types = dfmti_bugreport_tables_types,
    .events = events,
    .state_size = sizeof(struct state),
    .ignores = ignores,
    .begin = begin,
    .wants = wants,
    .piece = piece,
    .event = event,
    .next_row = next_row,
    .close = close_state,
};
