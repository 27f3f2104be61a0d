/* SPDX-License-Identifier: MIT */
/* Counts records by type: all that an operation needs, and no more. */
#include <string.h>

#include <diagfmt/ops/tally.h>

#include "op/answers.h"
#include "op/counts.h"
#include "op/reading.h"

struct dfmto_tally {
  bool open;
  const dfmt_event *ev; /* in hand; NULL: none */
  struct dfmto_counts counts;
};

static dfmt_status read_event(dfmt_op *op) {
  struct dfmto_tally *x = op->state;
  dfmt_status st = x->ev ? DFMT_OK : dfmto_next(op, &x->ev);
  if (st != DFMT_OK) return st;
  struct dfmto_count *c = dfmto_count_at(&op->mem, &x->counts, x->ev->type);
  if (!c) return dfmto_no_memory(op);
  c->n++;
  x->ev = NULL;
  return DFMT_OK;
}

/* What was read before an error counts. */
static dfmt_status run(dfmt_op *op) {
  struct dfmto_tally *x = op->state;
  if (op->decision != DFMTO_UNDECIDED) return DFMT_OK;
  dfmt_status st = x->open ? DFMT_OK : dfmto_open(op, op->inputs[0]);
  x->open = st == DFMT_OK;
  while (st == DFMT_OK) st = read_event(op);
  return st == DFMT_END ? DFMT_OK : st;
}

static dfmt_status put_row(struct dfmto_set *s, uint64_t i, void *body) {
  const struct dfmto_tally *x = s->op->state;
  dfmt_tally_row *row = body;
  if (i == x->counts.n) return DFMT_END;
  const char *name = dfmt_describe((uint32_t)x->counts.list[i].number)->name;
  row->record = (dfmt_str){name, strlen(name)};
  row->n_records = x->counts.list[i].n;
  return DFMT_OK;
}

static void close_op(dfmt_op *op) { dfmto_counts_free(&op->mem, &((struct dfmto_tally *)op->state)->counts); }

static const struct dfmto_answer answers[] = {
    {.part = DFMTO_ANSWER(DFMT_OP_USUAL, "records", DFMT_TALLY_ROW, 0, "Types of records, as they come."),
     .columns = "record/k n_records/c",
     .row = put_row},
    {.part = {.name = NULL}}};

extern const dfmt_type *const dfmto_tally_types[];
extern const struct dfmto_kind dfmto_tally_kind;
const struct dfmto_kind dfmto_tally_kind = {
    .is = {DFMTO_KIND(TALLY, "tally", "How many records of each type there are."), .min_inputs = 1, .max_inputs = 1,
           .shared = DFMTO_SHARED_BY_ALL},
    .state_size = sizeof(struct dfmto_tally),
    .types = dfmto_tally_types,
    .answers = answers,
    .run = run,
    .close = close_op};
