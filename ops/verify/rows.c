/* SPDX-License-Identifier: MIT */
/* Rows: the problems, then a row for each input. */
#include <inttypes.h>

#include "verify.h"

static const struct dfmto_verify *verify_of(const struct dfmto_set *s) { return s->op->state; }

/* ---- problems ---- */

static void add_up(dfmt_verify_result *sum, const struct dfmto_verify *v) {
  *sum = (dfmt_verify_result){.head = {sizeof *sum, DFMT_VERIFY_RESULT}};
  for (size_t i = 0; i < v->n_results; i++) {
    const dfmt_verify_result *r = &v->results[i].body;
    sum->n_problems += r->n_problems;
    sum->n_notes += r->n_notes;
    sum->n_records += r->n_records;
    sum->n_values += r->n_values;
    sum->value_bytes += r->value_bytes;
    sum->n_unchecked += r->n_unchecked;
    sum->n_no_codec += r->n_no_codec;
    sum->n_left_out += r->n_left_out;
  }
  sum->verdict = sum->n_problems ? DFMT_VERIFY_PROBLEMS : sum->n_unchecked ? DFMT_VERIFY_UNCHECKED : DFMT_VERIFY_SOUND;
}

/* "report.crash: OK" */
static dfmt_status open_problems(struct dfmto_set *s) {
  dfmt_verify_result *sum = s->state;
  add_up(sum, verify_of(s));
  s->facts = &sum->head;
  dfmt_status st = dfmto_set_name_inputs(s, 1);
  if (st != DFMT_OK) return st;
  if (sum->n_problems)
    return dfmto_set_say(s, "%" PRIu64 " problem%s", sum->n_problems, sum->n_problems == 1 ? "" : "s");
  return dfmto_set_say(s, "%s", sum->n_unchecked ? "not wholly checked" : "OK");
}

static dfmt_status put_problem(struct dfmto_set *s, uint64_t i, void *body) {
  const struct dfmto_verify_problems *all = &verify_of(s)->problems;
  if (i == all->n) return DFMT_END;
  const struct dfmto_verify_problem *p = &all->list[i];
  dfmt_verify_problem *b = body;
  b->severity = p->severity;
  b->number = p->number;
  b->counts = p->counts;
  b->input = p->input;
  b->line = p->line;
  b->byte_offset = p->offset;
  b->message = dfmto_text_at(&all->texts, p->message);
  if (p->place) b->place = dfmto_text_at(&all->texts, p->place - 1);
  b->present = (p->number ? DFMT_VERIFY_PROBLEM_HAS_NUMBER : 0u) | (p->line ? DFMT_VERIFY_PROBLEM_HAS_LINE : 0u) |
               (p->has_offset ? DFMT_VERIFY_PROBLEM_HAS_BYTE_OFFSET : 0u) |
               (p->place ? DFMT_VERIFY_PROBLEM_HAS_PLACE : 0u) |
               (dfmto_name(s->op, p->input, &b->file) ? DFMT_VERIFY_PROBLEM_HAS_FILE : 0u);
  return DFMT_OK;
}

/* ---- inputs ---- */

static dfmt_status put_input(struct dfmto_set *s, uint64_t i, void *body) {
  const struct dfmto_verify *v = verify_of(s);
  if (i == v->n_results) return DFMT_END;
  *(dfmt_verify_result *)body = v->results[i].body;
  return DFMT_OK;
}

const struct dfmto_answer dfmto_verify_answers[] = {
    {.part = DFMTO_ANSWER(DFMT_OP_USUAL, "problems", DFMT_VERIFY_PROBLEM, DFMT_VERIFY_RESULT,
                          "Problems, in the order of the inputs."),
     .columns = "file/g input/g severity number/h counts/h line byte_offset place message/m",
     .state_size = sizeof(dfmt_verify_result),
     .open = open_problems,
     .row = put_problem},
    {.part =
         DFMTO_ANSWER(DFMT_OP_USUAL, "inputs", DFMT_VERIFY_RESULT, 0, "The verdict of each input, and what was read."),
     .columns =
         "file/k input/k format verdict n_problems n_notes n_records n_values value_bytes n_unchecked n_no_codec "
         "n_left_out",
     .row = put_input},
    {.part = {.name = NULL}}};
