/* SPDX-License-Identifier: MIT */
/* What was found as rows: the problems, then a row for each input. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "verify.h"

enum { SET_PROBLEMS, SET_INPUTS, SET_END, MOST_COLUMNS = 12 };

struct rows {
  struct dfmto_verify *v;
  uint32_t set; /* the next one */
  size_t next;  /* row of the set at hand */
  struct dfmti_buf heading;
  dfmt_verify_result sum;
  dfmt_column columns[MOST_COLUMNS];
  uint32_t n_columns;
  dfmt_verify_problem problem;
};

/* ---- facts ---- */

static void add_up(struct rows *x) {
  dfmt_verify_result *s = &x->sum;
  *s = (dfmt_verify_result){.head = {sizeof *s, DFMT_VERIFY_RESULT}};
  for (size_t i = 0; i < x->v->n_results; i++) {
    const dfmt_verify_result *r = &x->v->results[i].body;
    s->n_problems += r->n_problems;
    s->n_notes += r->n_notes;
    s->n_records += r->n_records;
    s->n_values += r->n_values;
    s->value_bytes += r->value_bytes;
    s->n_unchecked += r->n_unchecked;
    s->n_no_codec += r->n_no_codec;
    s->n_left_out += r->n_left_out;
  }
  s->verdict = s->n_problems ? DFMT_VERIFY_PROBLEMS : s->n_unchecked ? DFMT_VERIFY_UNCHECKED : DFMT_VERIFY_SOUND;
}

/* "report.crash: OK" */
static bool make_heading(struct rows *x) {
  struct dfmti_mem *m = &x->v->op->mem;
  char text[64];
  dfmt_str name = {NULL, 0};
  if (x->v->op->n_inputs == 1) (void)dfmto_name(x->v->op, 0, &name);
  if (x->sum.n_problems)
    snprintf(text, sizeof text, "%" PRIu64 " problem%s", x->sum.n_problems, x->sum.n_problems == 1 ? "" : "s");
  else
    snprintf(text, sizeof text, "%s", x->sum.n_unchecked ? "not wholly checked" : "OK");
  return (!name.len || (dfmti_buf_append(m, &x->heading, name.ptr, (size_t)name.len) &&
                        dfmti_buf_append(m, &x->heading, ": ", 2))) &&
         dfmti_buf_append(m, &x->heading, text, strlen(text));
}

/* ---- sets ---- */

static void add_column(struct rows *x, const dfmt_type *type, const char *name, uint32_t role) {
  x->columns[x->n_columns++] = dfmto_column(type, name, strlen(name), role);
}

/* What tells inputs apart: their names, or else their numbers. */
static void add_input(struct rows *x, const dfmt_type *type, uint32_t named, uint32_t numbered) {
  dfmt_str name;
  bool has_name = dfmto_name(x->v->op, 0, &name);
  if (has_name) add_column(x, type, "file", named);
  if (x->v->op->n_inputs > 1) add_column(x, type, "input", has_name ? (uint32_t)DFMT_COLUMN_HIDDEN : numbered);
}

static void plan_problems(struct rows *x) {
  const dfmt_type *type = dfmto_type_in(dfmto_verify_types, DFMT_VERIFY_PROBLEM);
  bool many = x->v->op->n_inputs > 1;
  add_input(x, type, many ? DFMT_COLUMN_GROUP : DFMT_COLUMN_HIDDEN, DFMT_COLUMN_GROUP);
  add_column(x, type, "severity", DFMT_COLUMN_PLAIN);
  add_column(x, type, "number", DFMT_COLUMN_HIDDEN);
  add_column(x, type, "counts", DFMT_COLUMN_HIDDEN);
  add_column(x, type, "line", DFMT_COLUMN_PLAIN);
  add_column(x, type, "byte_offset", DFMT_COLUMN_PLAIN);
  add_column(x, type, "place", DFMT_COLUMN_PLAIN);
  add_column(x, type, "message", DFMT_COLUMN_MESSAGE);
}

static void plan_inputs(struct rows *x) {
  static const char *const names[] = {"format",   "verdict",     "n_problems",  "n_notes",    "n_records",
                                      "n_values", "value_bytes", "n_unchecked", "n_no_codec", "n_left_out"};
  const dfmt_type *type = dfmto_type_in(dfmto_verify_types, DFMT_VERIFY_RESULT);
  add_input(x, type, DFMT_COLUMN_KEY, DFMT_COLUMN_KEY);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) add_column(x, type, names[i], DFMT_COLUMN_PLAIN);
}

static dfmt_status next_set(void *user, dfmt_row_set *set) {
  struct rows *x = user;
  if (x->set == SET_END) return DFMT_END;
  bool problems = x->set == SET_PROBLEMS;
  x->n_columns = 0;
  (problems ? plan_problems : plan_inputs)(x);
  set->name = problems ? "problems" : "inputs";
  set->type = dfmto_type_in(dfmto_verify_types, problems ? DFMT_VERIFY_PROBLEM : DFMT_VERIFY_RESULT);
  set->types = dfmto_verify_types;
  set->columns = x->columns;
  set->n_columns = x->n_columns;
  set->facts = problems ? &x->sum.head : NULL;
  if (problems) set->heading = (dfmt_str){(const char *)x->heading.ptr, x->heading.len};
  x->next = 0;
  x->set++;
  return DFMT_OK;
}

static dfmt_status rewind_rows(void *user) {
  ((struct rows *)user)->set = SET_PROBLEMS;
  return DFMT_OK;
}

/* ---- rows ---- */

static const dfmt_head *make_problem(struct rows *x, const struct dfmto_verify_problem *p) {
  const struct dfmto_texts *texts = &x->v->problems.texts;
  dfmt_verify_problem *b = &x->problem;
  *b = (dfmt_verify_problem){.head = {sizeof *b, DFMT_VERIFY_PROBLEM},
                             .severity = p->severity,
                             .number = p->number,
                             .counts = p->counts,
                             .input = p->input,
                             .line = p->line,
                             .byte_offset = p->offset,
                             .message = dfmto_text_at(texts, p->message)};
  if (p->place) b->place = dfmto_text_at(texts, p->place - 1);
  b->present = (p->number ? DFMT_VERIFY_PROBLEM_HAS_NUMBER : 0u) | (p->line ? DFMT_VERIFY_PROBLEM_HAS_LINE : 0u) |
               (p->has_offset ? DFMT_VERIFY_PROBLEM_HAS_BYTE_OFFSET : 0u) |
               (p->place ? DFMT_VERIFY_PROBLEM_HAS_PLACE : 0u) |
               (dfmto_name(x->v->op, p->input, &b->file) ? DFMT_VERIFY_PROBLEM_HAS_FILE : 0u);
  return &b->head;
}

static dfmt_status next(void *user, const dfmt_head **row) {
  struct rows *x = user;
  const struct dfmto_verify *v = x->v;
  bool problems = x->set - 1 == SET_PROBLEMS;
  if (x->next == (problems ? v->problems.n : v->n_results)) return DFMT_END;
  *row = problems ? make_problem(x, &v->problems.list[x->next]) : &v->results[x->next].body.head;
  x->next++;
  return DFMT_OK;
}

static void close_rows(void *user) {
  struct rows *x = user;
  struct dfmti_mem *m = &x->v->op->mem;
  dfmti_buf_free(m, &x->heading);
  dfmti_free(m, x, sizeof *x);
}

dfmt_status dfmto_verify_rows(dfmt_op *op, dfmt_rows **out) {
  static const dfmt_rows_ops ops = {
      .size = sizeof ops, .next_set = next_set, .next = next, .rewind = rewind_rows, .close = close_rows};
  struct rows *x = dfmti_zalloc(&op->mem, sizeof *x);
  if (!x) return dfmto_no_memory(op);
  x->v = op->state;
  add_up(x);
  if (!make_heading(x)) {
    close_rows(x);
    return dfmto_no_memory(op);
  }
  dfmt_status st = dfmt_rows_new(op->config, &ops, x, out);
  return st == DFMT_OK ? st : dfmti_fail(&op->err, st, DFMT_ERR_NOMEM, "no memory for rows");
}
