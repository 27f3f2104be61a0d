/* SPDX-License-Identifier: MIT */
/* What was found as rows: findings, then a row for each input. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "triage.h"

enum { SET_FINDINGS, SET_INPUTS, SET_END, MOST_COLUMNS = 20, PLACE_MOST = 512 };

struct rows {
  struct dfmto_triage *x;
  uint32_t set; /* the next one */
  size_t next;  /* row of the set at hand */
  dfmt_triage_result sum;
  dfmt_column columns[MOST_COLUMNS];
  struct dfmti_buf evidence;
  char heading[96], place[PLACE_MOST];
  dfmt_triage_finding finding;
  dfmt_triage_result result;
};

static size_t n_inputs(const struct dfmto_triage *x) { return x->inputs.len / sizeof(struct dfmto_triage_input); }
static size_t n_findings(const struct dfmto_triage *x) { return x->findings.len / sizeof(struct dfmto_triage_finding); }

static void add_up(struct rows *r) {
  const struct dfmto_triage_input *list = (const struct dfmto_triage_input *)(const void *)r->x->inputs.ptr;
  r->sum = (dfmt_triage_result){.head = {sizeof r->sum, DFMT_TRIAGE_RESULT}};
  for (size_t i = 0; i < n_inputs(r->x); i++) {
    r->sum.n_findings += list[i].row.n_findings;
    r->sum.n_known += list[i].row.n_known;
    r->sum.n_damaged += list[i].row.n_damaged;
  }
}

/* "report.zip: 3 findings, 1 of them known" */
static void make_heading(struct rows *r) {
  uint64_t n = r->sum.n_findings;
  int len = snprintf(r->heading, sizeof r->heading, "%" PRIu64 " finding%s", n, n == 1 ? "" : "s");
  if (n == 0) len = snprintf(r->heading, sizeof r->heading, "nothing found");
  if (r->x->n_known > 0 && n > 0)
    snprintf(r->heading + len, sizeof r->heading - (size_t)len, ", %" PRIu64 " of them known", r->sum.n_known);
}

/* ---- sets ---- */

struct planned {
  const char *name;
  uint32_t role;
};

static void plan(struct rows *r, dfmt_row_set *set, const struct planned *columns) {
  dfmt_str name;
  bool named = dfmto_name(r->x->op, 0, &name), many = r->x->op->n_inputs > 1;
  set->types = dfmto_triage_types;
  set->columns = r->columns;
  set->n_columns = 0;
  if (named) dfmto_add_column(set, r->columns, "file", many ? DFMT_COLUMN_GROUP : DFMT_COLUMN_HIDDEN);
  if (many) dfmto_add_column(set, r->columns, "input", named ? DFMT_COLUMN_HIDDEN : DFMT_COLUMN_GROUP);
  for (; columns->name; columns++) dfmto_add_column(set, r->columns, columns->name, columns->role);
  r->next = 0;
}

/* A column that some finding has a value for: titles are those of Apport reports. */
static uint32_t role_of(const struct dfmto_triage *x, uint32_t has) {
  const struct dfmto_triage_finding *f = (const struct dfmto_triage_finding *)(const void *)x->findings.ptr;
  for (size_t i = 0; i < n_findings(x); i++)
    if (f[i].row.present & has) return DFMT_COLUMN_PLAIN;
  return DFMT_COLUMN_HIDDEN;
}

/* Whose signature is of a stack that was made for it. */
static uint32_t role_of_retraced(const struct dfmto_triage *x) {
  const struct dfmto_triage_finding *f = (const struct dfmto_triage_finding *)(const void *)x->findings.ptr;
  for (size_t i = 0; i < n_findings(x); i++)
    if (f[i].row.retraced) return DFMT_COLUMN_PLAIN;
  return DFMT_COLUMN_HIDDEN;
}

static void plan_findings(struct rows *r, dfmt_row_set *set) {
  const uint32_t known = r->x->n_known > 0 ? (uint32_t)DFMT_COLUMN_PLAIN : (uint32_t)DFMT_COLUMN_HIDDEN;
  const struct planned columns[] = {{"rank", DFMT_COLUMN_KEY},
                                    {"severity", DFMT_COLUMN_PLAIN},
                                    {"kind", DFMT_COLUMN_PLAIN},
                                    {"process_name", DFMT_COLUMN_PLAIN},
                                    {"process_id", DFMT_COLUMN_HIDDEN},
                                    {"time_text", DFMT_COLUMN_PLAIN},
                                    {"count", DFMT_COLUMN_COUNT},
                                    {"known", known},
                                    {"place", DFMT_COLUMN_PLAIN},
                                    {"title", role_of(r->x, DFMT_TRIAGE_FINDING_HAS_TITLE)},
                                    {"message", role_of(r->x, DFMT_TRIAGE_FINDING_HAS_MESSAGE)},
                                    {"retraced", role_of_retraced(r->x)},
                                    {"signature", DFMT_COLUMN_MESSAGE},
                                    {"address_signature", DFMT_COLUMN_HIDDEN},
                                    {"truncated", DFMT_COLUMN_HIDDEN},
                                    {"evidence", DFMT_COLUMN_HIDDEN},
                                    {NULL, 0}};
  set->name = "findings";
  set->type = dfmto_type_in(dfmto_triage_types, DFMT_TRIAGE_FINDING);
  set->facts = &r->sum.head;
  set->heading = (dfmt_str){r->heading, strlen(r->heading)};
  plan(r, set, columns);
}

static void plan_inputs(struct rows *r, dfmt_row_set *set) {
  static const struct planned columns[] = {{"format", DFMT_COLUMN_PLAIN},
                                           {"n_findings", DFMT_COLUMN_COUNT},
                                           {"n_known", DFMT_COLUMN_COUNT},
                                           {"n_damaged", DFMT_COLUMN_HIDDEN},
                                           {"byte_offset", DFMT_COLUMN_PLAIN},
                                           {"problem", DFMT_COLUMN_MESSAGE},
                                           {NULL, 0}};
  set->name = "inputs";
  set->type = dfmto_type_in(dfmto_triage_types, DFMT_TRIAGE_RESULT);
  set->facts = NULL;
  plan(r, set, columns);
}

static dfmt_status next_set(void *user, dfmt_row_set *set) {
  struct rows *r = user;
  if (r->set == SET_END) return DFMT_END;
  (r->set == SET_FINDINGS ? plan_findings : plan_inputs)(r, set);
  r->set++;
  return DFMT_OK;
}

static dfmt_status rewind_rows(void *user) {
  ((struct rows *)user)->set = SET_FINDINGS;
  return DFMT_OK;
}

/* ---- rows ---- */

static void put(const struct dfmto_triage *x, dfmt_str *to, uint32_t present, uint32_t has, uint32_t number) {
  if (present & has) *to = dfmto_text_at(&x->texts, number);
}

/* "SYSTEM LOG:11", as long as there is room. */
static void put_place(struct rows *r, const dfmt_triage_evidence *e) {
  dfmt_str name = e->present & DFMT_TRIAGE_EVIDENCE_HAS_ENTRY ? e->entry : e->section;
  int n = (int)dfmti_min(dfmti_clamp(name.len), PLACE_MOST - 32);
  bool has_line = e->present & DFMT_TRIAGE_EVIDENCE_HAS_LINE;
  int len = snprintf(r->place, sizeof r->place, has_line ? "%.*s%s%" PRIu64 : "%.*s", n, name.len ? name.ptr : "",
                     n ? ":" : "", e->line);
  r->finding.place = (dfmt_str){r->place, (uint64_t)len};
  r->finding.present |= DFMT_TRIAGE_FINDING_HAS_PLACE;
}

static bool put_evidence(struct rows *r, size_t first, uint64_t n) {
  const struct dfmto_triage_evidence *from = (const struct dfmto_triage_evidence *)(const void *)r->x->evidence.ptr;
  r->evidence.len = 0;
  if (n > 0) from += first;
  for (uint64_t i = 0; i < n; i++) {
    dfmt_triage_evidence e = {.start_offset = from[i].offset, .line = from[i].line, .present = from[i].present};
    put(r->x, &e.entry, e.present, DFMT_TRIAGE_EVIDENCE_HAS_ENTRY, from[i].entry);
    put(r->x, &e.section, e.present, DFMT_TRIAGE_EVIDENCE_HAS_SECTION, from[i].section);
    if (!dfmti_buf_append(&r->x->op->mem, &r->evidence, &e, sizeof e)) return false;
    if (i == 0) put_place(r, &e);
  }
  r->finding.evidence = (const dfmt_triage_evidence *)(const void *)r->evidence.ptr;
  return true;
}

static const dfmt_head *make_finding(struct rows *r, const struct dfmto_triage_finding *f) {
  struct dfmto_triage *x = r->x;
  dfmt_triage_finding *b = &r->finding;
  *b = f->row;
  b->kind = dfmto_text_at(&x->texts, f->kind);
  put(x, &b->process_name, b->present, DFMT_TRIAGE_FINDING_HAS_PROCESS_NAME, f->process);
  put(x, &b->time_text, b->present, DFMT_TRIAGE_FINDING_HAS_TIME_TEXT, f->time);
  put(x, &b->signature, b->present, DFMT_TRIAGE_FINDING_HAS_SIGNATURE, f->signature);
  put(x, &b->address_signature, b->present, DFMT_TRIAGE_FINDING_HAS_ADDRESS_SIGNATURE, f->address_signature);
  put(x, &b->title, b->present, DFMT_TRIAGE_FINDING_HAS_TITLE, f->title);
  put(x, &b->message, b->present, DFMT_TRIAGE_FINDING_HAS_MESSAGE, f->message);
  if (dfmto_name(x->op, b->input, &b->file)) b->present |= DFMT_TRIAGE_FINDING_HAS_FILE;
  return put_evidence(r, f->first, b->n_evidence) ? &b->head : NULL;
}

static const dfmt_head *make_result(struct rows *r, const struct dfmto_triage_input *in) {
  r->result = in->row;
  put(r->x, &r->result.problem, in->row.present, DFMT_TRIAGE_RESULT_HAS_PROBLEM, in->problem);
  if (dfmto_name(r->x->op, in->row.input, &r->result.file)) r->result.present |= DFMT_TRIAGE_RESULT_HAS_FILE;
  return &r->result.head;
}

static dfmt_status next(void *user, const dfmt_head **row) {
  struct rows *r = user;
  const struct dfmto_triage *x = r->x;
  bool findings = r->set - 1 == SET_FINDINGS;
  if (r->next == (findings ? n_findings(x) : n_inputs(x))) return DFMT_END;
  *row = findings ? make_finding(r, (const struct dfmto_triage_finding *)(const void *)x->findings.ptr + r->next)
                  : make_result(r, (const struct dfmto_triage_input *)(const void *)x->inputs.ptr + r->next);
  if (!*row) return dfmto_no_memory(x->op);
  r->next++;
  return DFMT_OK;
}

static const dfmt_error *error(void *user) { return &((struct rows *)user)->x->op->err.e; }

static void close_rows(void *user) {
  struct rows *r = user;
  struct dfmti_mem *m = &r->x->op->mem;
  dfmti_buf_free(m, &r->evidence);
  dfmti_free(m, r, sizeof *r);
}

dfmt_status dfmto_triage_rows(dfmt_op *op, dfmt_rows **out) {
  static const dfmt_rows_ops ops = {.size = sizeof ops,
                                    .next_set = next_set,
                                    .next = next,
                                    .rewind = rewind_rows,
                                    .error = error,
                                    .close = close_rows};
  struct rows *r = dfmti_zalloc(&op->mem, sizeof *r);
  if (!r) return dfmto_no_memory(op);
  r->x = op->state;
  add_up(r);
  make_heading(r);
  dfmt_status st = dfmt_rows_new(op->config, &ops, r, out);
  return st == DFMT_OK ? st : dfmti_fail(&op->err, st, DFMT_ERR_NOMEM, "no memory for rows");
}
