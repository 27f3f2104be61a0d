/* SPDX-License-Identifier: MIT */
/* The set of rows. */
#include "search.h"

static dfmt_status next_set(void *user, dfmt_row_set *set) {
  struct dfmto_search *x = user;
  if (x->given) return DFMT_END;
  x->given = true;
  set->name = x->count ? "counts" : "lines";
  set->type = dfmto_type_in(dfmto_search_types, DFMT_SEARCH_LINE);
  set->types = dfmto_search_types;
  set->facts = &x->total.head;
  set->columns = x->columns;
  dfmto_add_column(set, x->columns, "file", DFMT_COLUMN_HIDDEN);
  dfmto_add_column(set, x->columns, "key", DFMT_COLUMN_KEY);
  if (x->count) {
    dfmto_add_column(set, x->columns, "count", DFMT_COLUMN_COUNT);
  } else {
    dfmto_add_column(set, x->columns, "line", DFMT_COLUMN_PLAIN);
    if (x->before || x->after) dfmto_add_column(set, x->columns, "context", DFMT_COLUMN_PLAIN);
    dfmto_add_column(set, x->columns, "text", DFMT_COLUMN_PLAIN);
  }
  dfmto_add_column(set, x->columns, "problem", DFMT_COLUMN_MESSAGE);
  return DFMT_OK;
}

static dfmt_status next(void *user, const dfmt_head **row) {
  struct dfmto_search *x = user;
  dfmt_status st = dfmto_stream_begin(x->op);
  return st == DFMT_OK ? dfmto_stream_end(x->op, dfmto_search_next(x, row)) : st;
}

static const dfmt_error *error(void *user) { return &((struct dfmto_search *)user)->op->err.e; }

dfmt_status dfmto_search_rows(dfmt_op *op, dfmt_rows **out) {
  const dfmt_rows_ops ops = {.size = sizeof ops, .next_set = next_set, .next = next, .error = error};
  struct dfmto_search *x = op->state;
  if (x->given) return dfmti_fail_state(&op->err, "rows of search come once");
  dfmt_status st = dfmto_stream_rows(op, ops, x, out);
  x->given = st == DFMT_OK;
  return st;
}

/* Which of the two it is, an option says. */
static bool is_usual(const dfmt_op *op, const struct dfmto_answer *is) {
  return is == &dfmto_search_answers[((const struct dfmto_search *)op->state)->count];
}

static dfmt_status check(dfmt_op *op, const struct dfmto_answer *is) {
  if (is_usual(op, is)) return DFMT_OK;
  return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_ARGUMENT, "the option search.count chooses lines or counts");
}

#define ANSWER(FLAGS, NAME, HELP) \
  {.part = DFMTO_ANSWER(FLAGS, NAME, DFMT_SEARCH_LINE, DFMT_SEARCH_TOTAL, HELP), .usual = is_usual, .check = check}
const struct dfmto_answer dfmto_search_answers[] = {
    ANSWER(DFMT_OP_USUAL, "lines", "Lines that match, in the order of the file."),
    ANSWER(DFMT_OP_USUAL, "counts", "How many lines match in each text."),
    {.part = {.name = NULL}}};
