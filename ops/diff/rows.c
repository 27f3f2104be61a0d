/* SPDX-License-Identifier: MIT */
#include <inttypes.h>

#include "diff.h"
#include "op/answers.h"

static const struct dfmto_diff *diff_of(const struct dfmto_set *s) { return s->op->state; }

/* "a.trace, b.trace: first difference" */
static dfmt_status make_heading(struct dfmto_set *s, const dfmt_diff_facts *f) {
  const uint64_t n = f->n_differences;
  dfmt_status st = dfmto_set_name_inputs(s, DFMTO_SIDES);
  if (st != DFMT_OK) return st;
  if (f->complete || n == 0) return dfmto_set_say(s, "%" PRIu64 " difference%s", n, n == 1 ? "" : "s");
  return n == 1 ? dfmto_set_say(s, "first difference") : dfmto_set_say(s, "first %" PRIu64 " differences", n);
}

static dfmt_status open_differences(struct dfmto_set *s) {
  const struct dfmto_diff *d = diff_of(s);
  dfmt_diff_facts *f = s->state;
  *f = (dfmt_diff_facts){.head = {sizeof *f, DFMT_DIFF_FACTS},
                         .equal = d->complete && !d->found.n_told && !d->n_problems,
                         .complete = d->complete,
                         .partial = d->partial,
                         .n_before = d->side[DFMTO_BEFORE].compared,
                         .n_after = d->side[DFMTO_AFTER].compared,
                         .n_differences = d->found.n_told,
                         .n_left_out = d->found.n_told - d->found.n,
                         .n_problems = d->n_problems};
  s->facts = &f->head;
  return make_heading(s, f);
}

/* A text, and the bit that says that it is there. */
static dfmt_str take(const struct dfmto_diff *d, dfmt_diff_row *r, const struct dfmto_diff_difference *f, int which,
                     uint32_t bit) {
  const dfmt_str text = dfmto_diff_found_text(d, f, which);
  if (text.ptr) r->present |= bit;
  return text;
}

static dfmt_status put_difference(struct dfmto_set *s, uint64_t i, void *body) {
  const struct dfmto_diff *d = diff_of(s);
  if (i == d->found.n) return DFMT_END;
  const struct dfmto_diff_difference *f = &d->found.list[i];
  dfmt_diff_row *r = body;
  r->present = (f->has_offset[DFMTO_BEFORE] ? DFMT_DIFF_ROW_HAS_BEFORE_OFFSET : 0u) |
               (f->has_offset[DFMTO_AFTER] ? DFMT_DIFF_ROW_HAS_AFTER_OFFSET : 0u);
  r->change = f->change;
  r->before_offset = f->offset[DFMTO_BEFORE];
  r->after_offset = f->offset[DFMTO_AFTER];
  r->record = take(d, r, f, DFMTO_FOUND_RECORD, 0);
  r->member = take(d, r, f, DFMTO_FOUND_MEMBER, DFMT_DIFF_ROW_HAS_MEMBER);
  r->before_place = take(d, r, f, DFMTO_FOUND_PLACES + DFMTO_BEFORE, DFMT_DIFF_ROW_HAS_BEFORE_PLACE);
  r->after_place = take(d, r, f, DFMTO_FOUND_PLACES + DFMTO_AFTER, DFMT_DIFF_ROW_HAS_AFTER_PLACE);
  r->before = take(d, r, f, DFMTO_FOUND_TEXTS + DFMTO_BEFORE, DFMT_DIFF_ROW_HAS_BEFORE);
  r->after = take(d, r, f, DFMTO_FOUND_TEXTS + DFMTO_AFTER, DFMT_DIFF_ROW_HAS_AFTER);
  return DFMT_OK;
}

dfmt_status dfmto_diff_rows(dfmt_op *op, dfmt_rows **out) {
  static const struct dfmto_answer answers[] = {
      {.name = "differences",
       .type = DFMT_DIFF_ROW,
       .columns = "change record/k before_place/k after_place/k before_offset/h after_offset/h member before after",
       .state_size = sizeof(dfmt_diff_facts),
       .open = open_differences,
       .row = put_difference},
      {.name = NULL}};
  struct dfmto_diff *d = op->state;
  if (d->nothing)
    return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_ARGUMENT, "the inputs could not be compared");
  return d->whole && d->whole->rows ? d->whole->rows(d, out) : dfmto_answers(op, answers, NULL, out);
}
