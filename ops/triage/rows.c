/* SPDX-License-Identifier: MIT */
/* Rows: findings, then a row for each input. */
#include <inttypes.h>
#include <stdio.h>

#include "triage.h"

enum { PLACE_MOST = 512 };

struct findings {
  dfmt_triage_result sum;
  struct dfmti_buf evidence; /* of the current row */
  char place[PLACE_MOST];    /* of the current row */
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

static void put(const struct dfmto_triage *x, dfmt_str *to, uint32_t present, uint32_t has, uint32_t number) {
  if (present & has) *to = dfmto_text_at(&x->texts, number);
}

/* ---- findings ---- */

static void add_up(dfmt_triage_result *sum, const struct dfmto_triage *x) {
  size_t n;
  const struct dfmto_triage_input *list = inputs_of(x, &n);
  *sum = (dfmt_triage_result){.head = {sizeof *sum, DFMT_TRIAGE_RESULT}};
  for (size_t i = 0; i < n; i++) {
    sum->n_findings += list[i].row.n_findings;
    sum->n_known += list[i].row.n_known;
    sum->n_damaged += list[i].row.n_damaged;
  }
}

static void add_columns(struct dfmto_set *s) {
  const struct dfmto_triage *x = triage_of(s);
  size_t n;
  const struct dfmto_triage_finding *f = findings_of(x, &n);
  uint32_t present = 0; /* in any row: only Apport reports have titles */
  bool retraced = false;
  for (size_t i = 0; i < n; i++) {
    present |= f[i].row.present;
    retraced |= f[i].row.retraced != 0;
  }
  dfmto_set_columns(s, "file/g input/g rank/k severity kind process_name process_id/h time_text count/c");
  dfmto_set_columns(s, x->n_known > 0 ? "known place" : "known/h place");
  dfmto_set_columns(s, present & DFMT_TRIAGE_FINDING_HAS_TITLE ? "title" : "title/h");
  dfmto_set_columns(s, present & DFMT_TRIAGE_FINDING_HAS_MESSAGE ? "message" : "message/h");
  dfmto_set_columns(s, retraced ? "retraced" : "retraced/h");
  dfmto_set_columns(s, "signature/m apport_signature/h address_signature/h basis/h truncated/h evidence/h");
}

/* "3 findings, 1 of them known" */
static dfmt_status open_findings(struct dfmto_set *s) {
  dfmt_triage_result *sum = &((struct findings *)s->state)->sum;
  add_up(sum, triage_of(s));
  s->facts = &sum->head;
  add_columns(s);
  const uint64_t n = sum->n_findings;
  if (n == 0) return dfmto_set_say(s, "nothing found");
  dfmt_status st = dfmto_set_say(s, "%" PRIu64 " finding%s", n, n == 1 ? "" : "s");
  if (st != DFMT_OK || triage_of(s)->n_known == 0) return st;
  return dfmto_set_say(s, ", %" PRIu64 " of them known", sum->n_known);
}

/* "SYSTEM LOG:11", if it fits; "call 3". */
static void put_place(struct findings *f, dfmt_triage_finding *b, const dfmt_triage_evidence *e) {
  dfmt_str name = e->present & DFMT_TRIAGE_EVIDENCE_HAS_ENTRY ? e->entry : e->section;
  int n = (int)dfmti_min(dfmti_clamp(name.len), PLACE_MOST - 32);
  bool has_line = e->present & DFMT_TRIAGE_EVIDENCE_HAS_LINE;
  int len = e->present & DFMT_TRIAGE_EVIDENCE_HAS_CALL_NUMBER
                ? snprintf(f->place, sizeof f->place, "call %" PRIu64, e->call_number)
                : snprintf(f->place, sizeof f->place, has_line ? "%.*s%s%" PRIu64 : "%.*s", n, name.len ? name.ptr : "",
                           n ? ":" : "", e->line);
  b->place = (dfmt_str){f->place, (uint64_t)len};
  b->present |= DFMT_TRIAGE_FINDING_HAS_PLACE;
}

static dfmt_status put_evidence(struct dfmto_set *s, dfmt_triage_finding *b, size_t first) {
  const struct dfmto_triage *x = triage_of(s);
  struct findings *f = s->state;
  const struct dfmto_triage_evidence *from = (const struct dfmto_triage_evidence *)(const void *)x->evidence.ptr;
  f->evidence.len = 0;
  if (b->n_evidence > 0) from += first;
  for (uint64_t i = 0; i < b->n_evidence; i++) {
    dfmt_triage_evidence e = {.start_offset = from[i].offset,
                              .line = from[i].line,
                              .present = from[i].present,
                              .call_number = from[i].call_number};
    put(x, &e.entry, e.present, DFMT_TRIAGE_EVIDENCE_HAS_ENTRY, from[i].entry);
    put(x, &e.section, e.present, DFMT_TRIAGE_EVIDENCE_HAS_SECTION, from[i].section);
    if (!dfmti_buf_append(&s->op->mem, &f->evidence, &e, sizeof e)) return dfmto_no_memory(s->op);
    if (i == 0) put_place(f, b, &e);
  }
  b->evidence = (const dfmt_triage_evidence *)(const void *)f->evidence.ptr;
  return DFMT_OK;
}

static dfmt_status put_finding(struct dfmto_set *s, uint64_t i, void *body) {
  const struct dfmto_triage *x = triage_of(s);
  size_t n;
  const struct dfmto_triage_finding *f = findings_of(x, &n);
  if (i == n) return DFMT_END;
  f += i;
  dfmt_triage_finding *b = body;
  *b = f->row;
  b->kind = dfmto_text_at(&x->texts, f->kind);
  put(x, &b->process_name, b->present, DFMT_TRIAGE_FINDING_HAS_PROCESS_NAME, f->process);
  put(x, &b->time_text, b->present, DFMT_TRIAGE_FINDING_HAS_TIME_TEXT, f->time);
  put(x, &b->signature, b->present, DFMT_TRIAGE_FINDING_HAS_SIGNATURE, f->signature);
  put(x, &b->address_signature, b->present, DFMT_TRIAGE_FINDING_HAS_ADDRESS_SIGNATURE, f->address_signature);
  put(x, &b->apport_signature, b->present, DFMT_TRIAGE_FINDING_HAS_APPORT_SIGNATURE, f->apport_signature);
  put(x, &b->basis, b->present, DFMT_TRIAGE_FINDING_HAS_BASIS, f->basis);
  put(x, &b->title, b->present, DFMT_TRIAGE_FINDING_HAS_TITLE, f->title);
  put(x, &b->message, b->present, DFMT_TRIAGE_FINDING_HAS_MESSAGE, f->message);
  if (dfmto_name(s->op, b->input, &b->file)) b->present |= DFMT_TRIAGE_FINDING_HAS_FILE;
  return put_evidence(s, b, f->first);
}

static void close_findings(struct dfmto_set *s) {
  dfmti_buf_free(&s->op->mem, &((struct findings *)s->state)->evidence);
}

/* ---- inputs ---- */

static dfmt_status put_input(struct dfmto_set *s, uint64_t i, void *body) {
  const struct dfmto_triage *x = triage_of(s);
  size_t n;
  const struct dfmto_triage_input *in = inputs_of(x, &n);
  if (i == n) return DFMT_END;
  in += i;
  dfmt_triage_result *b = body;
  *b = in->row;
  put(x, &b->problem, in->row.present, DFMT_TRIAGE_RESULT_HAS_PROBLEM, in->problem);
  if (dfmto_name(s->op, in->row.input, &b->file)) b->present |= DFMT_TRIAGE_RESULT_HAS_FILE;
  return DFMT_OK;
}

const struct dfmto_answer dfmto_triage_answers[] = {
    {.part = DFMTO_ANSWER(DFMT_OP_USUAL, "findings", DFMT_TRIAGE_FINDING, DFMT_TRIAGE_RESULT,
                          "Findings, most severe first, with their number of occurrences."),
     .state_size = sizeof(struct findings),
     .open = open_findings,
     .row = put_finding,
     .close = close_findings},
    {.part = DFMTO_ANSWER(DFMT_OP_USUAL, "inputs", DFMT_TRIAGE_RESULT, 0, "Findings and damage of each input."),
     .columns = "file/g input/g format n_findings/c n_known/c n_damaged/h byte_offset problem/m",
     .row = put_input},
    {.part = {.name = NULL}}};
