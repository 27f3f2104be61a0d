/* SPDX-License-Identifier: MIT */
/* Rows: findings, then a row for each input. */
#include <inttypes.h>
#include <stdio.h>

#include "group.h"
#include "triage.h"

enum { PLACE_MOST = 512 };

struct findings {
  dfmt_triage_result sum;
  struct dfmto_triage_groups groups;
  struct dfmti_buf evidence, files; /* of the current row */
  char place[PLACE_MOST];           /* of the current row */
};

static const struct dfmto_triage *triage_of(const struct dfmto_set *s) { return s->op->state; }

static const struct dfmto_triage_input *inputs_of(const struct dfmto_triage *x, size_t *n) {
  *n = x->inputs.len / sizeof(struct dfmto_triage_input);
  return (const struct dfmto_triage_input *)(const void *)x->inputs.ptr;
}

static const struct dfmto_triage_finding *findings_of(const struct dfmto_triage *x, size_t *n) {
  *n = x->findings.len / sizeof(struct dfmto_triage_finding);
  return (const struct dfmto_triage_finding *)(const void *)x->findings.ptr;
}

static dfmt_str text(const struct dfmto_triage *x, uint32_t present, uint32_t has, uint32_t number) {
  return present & has ? dfmto_text_at(&x->texts, number) : (dfmt_str){NULL, 0};
}

/* The name of an input, if it has one. */
static dfmt_str file_of(const struct dfmto_triage *x, size_t input, uint32_t has, uint32_t *present) {
  size_t n;
  const struct dfmto_triage_input *in = inputs_of(x, &n) + input;
  const bool named = in->row.present & DFMT_TRIAGE_RESULT_HAS_FILE;
  *present |= named ? has : 0;
  return text(x, in->row.present, DFMT_TRIAGE_RESULT_HAS_FILE, in->file);
}

/* ---- columns ---- */

/* Names and numbers of inputs: as a heading over those of each, or for programs. */
static void add_input_columns(struct dfmto_set *s, bool each) {
  size_t n;
  const struct dfmto_triage_input *in = inputs_of(triage_of(s), &n);
  bool named = false;
  for (size_t i = 0; i < n; i++) named |= (in[i].row.present & DFMT_TRIAGE_RESULT_HAS_FILE) != 0;
  const uint32_t heading = each && n > 1 ? DFMT_COLUMN_GROUP : DFMT_COLUMN_HIDDEN;
  if (named) dfmto_set_column(s, "file", heading);
  if (n > 1) dfmto_set_column(s, "input", named ? (uint32_t)DFMT_COLUMN_HIDDEN : heading);
}

static void add_columns(struct dfmto_set *s, bool each) {
  const struct dfmto_triage *x = triage_of(s);
  size_t n, n_inputs;
  const struct dfmto_triage_finding *f = findings_of(x, &n);
  uint32_t present = 0; /* in any row: in a list for people only Apport reports have titles */
  bool retraced = false;
  for (size_t i = 0; i < n; i++) {
    present |= f[i].row.present;
    retraced |= f[i].row.retraced != 0;
  }
  (void)inputs_of(x, &n_inputs);
  add_input_columns(s, each);
  dfmto_set_columns(s,
                    "rank/k severity kind process_name process_id/h thread_id/h first_time_text/h time_text count/c");
  dfmto_set_columns(s, !each && n_inputs > 1 ? "file_count/c" : "file_count/h");
  dfmto_set_columns(s, dfmto_triage_knows(x) ? "known" : "known/h");
  dfmto_set_columns(s, present & DFMT_TRIAGE_FINDING_HAS_KNOWN_AS ? "known_as place" : "known_as/h place");
  dfmto_set_columns(s, present & DFMT_TRIAGE_FINDING_HAS_BASIS ? "title" : "title/h");
  dfmto_set_columns(s, present & DFMT_TRIAGE_FINDING_HAS_MESSAGE ? "message" : "message/h");
  dfmto_set_columns(s, retraced ? "retraced" : "retraced/h");
  dfmto_set_columns(
      s,
      "exception/h frame/h signature/m apport_signature/h address_signature/h basis/h truncated/h evidence/h files/h");
}

/* ---- findings ---- */

static void add_up(struct findings *f, const struct dfmto_triage *x) {
  size_t n;
  const struct dfmto_triage_input *list = inputs_of(x, &n);
  f->sum = (dfmt_triage_result){.head = {sizeof f->sum, DFMT_TRIAGE_RESULT}};
  f->sum.rules = n ? text(x, list->row.present, DFMT_TRIAGE_RESULT_HAS_RULES, list->rules) : (dfmt_str){NULL, 0};
  f->sum.present |= f->sum.rules.len ? (uint32_t)DFMT_TRIAGE_RESULT_HAS_RULES : 0; /* they are the same for all */
  for (size_t i = 0; i < n; i++) f->sum.n_damaged += list[i].row.n_damaged;
  f->sum.n_findings = dfmto_triage_groups_n(&f->groups);
  for (size_t i = 0; i < dfmto_triage_groups_n(&f->groups); i++)
    f->sum.n_known += dfmto_triage_group_at(&f->groups, i)->known;
}

/* Whether of any input the format was found, or there are none: "nothing found" tells of what was read. */
static bool was_read(const struct dfmto_triage *x) {
  size_t n;
  const struct dfmto_triage_input *list = inputs_of(x, &n);
  bool read = n == 0;
  for (size_t i = 0; i < n; i++) read |= (list[i].row.present & DFMT_TRIAGE_RESULT_HAS_FORMAT) != 0;
  return read;
}

/* "3 findings, 1 of them known; rules 0123456789abcdef" */
static dfmt_status open_findings(struct dfmto_set *s) {
  struct findings *f = s->state;
  const bool each = dfmto_option(s->op, DFMT_OPS_TRIAGE_EACH);
  dfmt_status st = dfmto_triage_groups_make(s->op->state, each, &f->groups);
  if (st != DFMT_OK) return st;
  add_up(f, triage_of(s));
  s->facts = &f->sum.head;
  add_columns(s, each);
  const uint64_t n = f->sum.n_findings;
  if (!was_read(triage_of(s))) return DFMT_OK; /* errors say why */
  st = n ? dfmto_set_say(s, "%" PRIu64 " finding%s", n, n == 1 ? "" : "s") : dfmto_set_say(s, "nothing found");
  if (st == DFMT_OK && n && dfmto_triage_knows(triage_of(s)))
    st = dfmto_set_say(s, ", %" PRIu64 " of them known", f->sum.n_known);
  if (st != DFMT_OK || !f->sum.rules.len) return st;
  return dfmto_set_say(s, "; rules %.*s", (int)f->sum.rules.len, f->sum.rules.ptr);
}

/* "SYSTEM LOG:11"; "call 3"; of several inputs "report.txt!SYSTEM LOG:11"; as much as fits. */
static void put_place(struct findings *f, dfmt_triage_finding *b, const dfmt_triage_evidence *e, bool many) {
  enum { MOST_OF_FILE = PLACE_MOST / 2, MOST_OF_NAME = PLACE_MOST / 2 - 32 };
  const bool has_line = e->present & DFMT_TRIAGE_EVIDENCE_HAS_LINE;
  const dfmt_str name = e->present & DFMT_TRIAGE_EVIDENCE_HAS_ENTRY ? e->entry : e->section;
  const dfmt_str file = many ? dfmto_last_part(e->file) : (dfmt_str){NULL, 0};
  const int n = (int)dfmti_min(dfmti_clamp(name.len), MOST_OF_NAME);
  const int n_file = (int)dfmti_min(dfmti_clamp(file.len), MOST_OF_FILE);
  int len = snprintf(f->place, sizeof f->place, "%.*s%s%.*s%s", n_file, file.len ? file.ptr : "",
                     n_file && n ? "!" : "", n, n ? name.ptr : "", has_line && (n || n_file) ? ":" : "");
  if (e->present & DFMT_TRIAGE_EVIDENCE_HAS_CALL_NUMBER)
    len += snprintf(f->place + len, sizeof f->place - (size_t)len, "%scall %" PRIu64, len ? ": " : "", e->call_number);
  else if (has_line)
    len += snprintf(f->place + len, sizeof f->place - (size_t)len, "%" PRIu64, e->line);
  b->place = (dfmt_str){f->place, (uint64_t)len};
  b->present |= DFMT_TRIAGE_FINDING_HAS_PLACE;
}

static dfmt_status put_evidence(const struct dfmto_triage *x, const struct dfmto_triage_finding *f,
                                struct dfmti_buf *to) {
  const struct dfmto_triage_evidence *from = (const struct dfmto_triage_evidence *)(const void *)x->evidence.ptr;
  if (f->row.n_evidence > 0) from += f->first;
  for (uint64_t i = 0; i < f->row.n_evidence; i++) {
    const uint32_t present = from[i].present;
    dfmt_triage_evidence e = {.entry = text(x, present, DFMT_TRIAGE_EVIDENCE_HAS_ENTRY, from[i].entry),
                              .section = text(x, present, DFMT_TRIAGE_EVIDENCE_HAS_SECTION, from[i].section),
                              .start_offset = from[i].offset,
                              .line = from[i].line,
                              .present = present,
                              .call_number = from[i].call_number};
    e.file = file_of(x, f->from, DFMT_TRIAGE_EVIDENCE_HAS_FILE, &e.present);
    if (!dfmti_buf_append(&x->op->mem, to, &e, sizeof e)) return dfmto_no_memory(x->op);
  }
  return DFMT_OK;
}

dfmt_status dfmto_triage_row(const struct dfmto_triage *x, size_t finding, dfmt_triage_finding *row,
                             struct dfmti_buf *evidence) {
  size_t n;
  const struct dfmto_triage_finding *f = findings_of(x, &n) + finding;
  const uint32_t present = f->row.present;
  *row = f->row;
  row->kind = dfmto_text_at(&x->texts, f->kind);
  row->process_name = text(x, present, DFMT_TRIAGE_FINDING_HAS_PROCESS_NAME, f->process);
  row->time_text = text(x, present, DFMT_TRIAGE_FINDING_HAS_TIME_TEXT, f->time);
  row->signature = text(x, present, DFMT_TRIAGE_FINDING_HAS_SIGNATURE, f->signature);
  row->address_signature = text(x, present, DFMT_TRIAGE_FINDING_HAS_ADDRESS_SIGNATURE, f->address_signature);
  row->apport_signature = text(x, present, DFMT_TRIAGE_FINDING_HAS_APPORT_SIGNATURE, f->apport_signature);
  row->basis = text(x, present, DFMT_TRIAGE_FINDING_HAS_BASIS, f->basis);
  row->title = text(x, present, DFMT_TRIAGE_FINDING_HAS_TITLE, f->title);
  row->known_as = text(x, present, DFMT_TRIAGE_FINDING_HAS_KNOWN_AS, f->known_as);
  row->message = text(x, present, DFMT_TRIAGE_FINDING_HAS_MESSAGE, f->message);
  row->first_time_text = text(x, present, DFMT_TRIAGE_FINDING_HAS_FIRST_TIME_TEXT, f->first_time);
  row->exception = text(x, present, DFMT_TRIAGE_FINDING_HAS_EXCEPTION, f->exception);
  row->frame = text(x, present, DFMT_TRIAGE_FINDING_HAS_FRAME, f->frame);
  return put_evidence(x, f, evidence);
}

/* ---- groups ---- */

/* Counts a finding for its input: findings of one input stand together. */
static bool put_file(const struct dfmto_triage *x, const struct dfmto_triage_finding *f, struct dfmti_buf *files) {
  dfmt_triage_file *last = files->len ? (dfmt_triage_file *)(void *)(files->ptr + files->len) - 1 : NULL;
  if (last && last->input == f->row.input) {
    if (__builtin_add_overflow(last->count, f->row.count, &last->count)) last->count = UINT64_MAX;
    return true;
  }
  dfmt_triage_file file = {.input = f->row.input, .count = f->row.count};
  file.file = file_of(x, f->from, DFMT_TRIAGE_FILE_HAS_FILE, &file.present);
  return dfmti_buf_append(&x->op->mem, files, &file, sizeof file);
}

/* Inputs and places of all findings of a group. */
static dfmt_status put_all(struct dfmto_set *s, const struct dfmto_triage_group *g) {
  const struct dfmto_triage *x = triage_of(s);
  struct findings *f = s->state;
  dfmt_status st = DFMT_OK;
  size_t n;
  const struct dfmto_triage_finding *list = findings_of(x, &n);
  f->evidence.len = f->files.len = 0;
  for (size_t i = 0; i < g->n && st == DFMT_OK; i++) {
    const struct dfmto_triage_finding *one = &list[dfmto_triage_group_finding(&f->groups, g->first + i)];
    st = put_file(x, one, &f->files) ? put_evidence(x, one, &f->evidence) : dfmto_no_memory(s->op);
  }
  return st;
}

static dfmt_status put_group(struct dfmto_set *s, uint64_t i, void *body) {
  const struct dfmto_triage *x = triage_of(s);
  struct findings *f = s->state;
  dfmt_triage_finding *b = body;
  if (i == dfmto_triage_groups_n(&f->groups)) return DFMT_END;
  const struct dfmto_triage_group *g = dfmto_triage_group_at(&f->groups, (size_t)i);
  f->evidence.len = 0;
  dfmt_status st = dfmto_triage_row(x, g->latest, b, &f->evidence);
  if (st == DFMT_OK) st = put_all(s, g);
  if (st != DFMT_OK) return st;
  if (!dfmto_option(s->op, DFMT_OPS_TRIAGE_EACH)) b->rank = (uint32_t)i + 1;
  size_t n;
  if (g->has_first) b->first_time_text = dfmto_text_at(&x->texts, findings_of(x, &n)[g->earliest].first_time);
  if (g->has_first) b->present |= DFMT_TRIAGE_FINDING_HAS_FIRST_TIME_TEXT;
  b->severity = g->severity;
  b->count = g->count;
  b->known = g->known;
  if (g->known_as) b->known_as = dfmto_text_at(&x->texts, g->known_as - 1);
  if (g->known_as) b->present |= DFMT_TRIAGE_FINDING_HAS_KNOWN_AS;
  b->truncated = g->truncated;
  b->evidence = (const dfmt_triage_evidence *)(const void *)f->evidence.ptr;
  b->n_evidence = f->evidence.len / sizeof *b->evidence;
  b->files = (const dfmt_triage_file *)(const void *)f->files.ptr;
  b->n_files = b->file_count = f->files.len / sizeof *b->files;
  b->input = b->files->input;
  b->file = b->files->file;
  if (b->files->present & DFMT_TRIAGE_FILE_HAS_FILE) b->present |= DFMT_TRIAGE_FINDING_HAS_FILE;
  const bool many = x->inputs.len > sizeof(struct dfmto_triage_input);
  if (b->n_evidence) put_place(f, b, b->evidence, many && !dfmto_option(s->op, DFMT_OPS_TRIAGE_EACH));
  return DFMT_OK;
}

static void close_findings(struct dfmto_set *s) {
  struct findings *f = s->state;
  dfmto_triage_groups_free(&s->op->mem, &f->groups);
  dfmti_buf_free(&s->op->mem, &f->evidence);
  dfmti_buf_free(&s->op->mem, &f->files);
}

/* ---- inputs ---- */

void dfmto_triage_input_row(const struct dfmto_triage *x, size_t input, dfmt_triage_result *row) {
  size_t n;
  const struct dfmto_triage_input *in = inputs_of(x, &n) + input;
  *row = in->row;
  row->file = text(x, row->present, DFMT_TRIAGE_RESULT_HAS_FILE, in->file);
  row->format = text(x, row->present, DFMT_TRIAGE_RESULT_HAS_FORMAT, in->format);
  row->problem = text(x, row->present, DFMT_TRIAGE_RESULT_HAS_PROBLEM, in->problem);
  row->rules = text(x, row->present, DFMT_TRIAGE_RESULT_HAS_RULES, in->rules);
}

/* As columns of answers: names, or else numbers, if there are several. */
static dfmt_status open_inputs(struct dfmto_set *s) {
  add_input_columns(s, true);
  return DFMT_OK;
}

static dfmt_status put_input(struct dfmto_set *s, uint64_t i, void *body) {
  const struct dfmto_triage *x = triage_of(s);
  size_t n;
  (void)inputs_of(x, &n);
  if (i == n) return DFMT_END;
  dfmto_triage_input_row(x, (size_t)i, body);
  return DFMT_OK;
}

const struct dfmto_answer dfmto_triage_answers[] = {
    {.part = DFMTO_ANSWER(DFMT_OP_USUAL, "findings", DFMT_TRIAGE_FINDING, DFMT_TRIAGE_RESULT,
                          "Findings, most severe first, with their number of occurrences."),
     .state_size = sizeof(struct findings),
     .open = open_findings,
     .row = put_group,
     .close = close_findings},
    {.part = DFMTO_ANSWER(DFMT_OP_USUAL, "inputs", DFMT_TRIAGE_RESULT, 0, "Findings and damage of each input."),
     .open = open_inputs,
     .columns = "format n_findings/c n_known/c n_damaged/h byte_offset problem/m",
     .row = put_input},
    {.part = {.name = NULL}}};
