/* SPDX-License-Identifier: MIT */
/* The set of rows. */
#include "search.h"

void dfmto_search_describe_rows(dfmt_op *op, dfmt_row_set *set) {
  struct dfmto_search *x = op->state;
  set->name = x->count ? "counts" : "lines";
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
}

/* An option decides which of the two it is. */
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
    ANSWER(DFMT_OP_USUAL, "lines", "Matching lines, in the order of the file."),
    ANSWER(DFMT_OP_USUAL, "counts", "Number of matching lines of each text."),
    {.part = {.name = NULL}}};
