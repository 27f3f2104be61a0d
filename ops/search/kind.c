/* SPDX-License-Identifier: MIT */
/* Search: its patterns and options. */
#include "op/drive.h"
#include "search.h"

static dfmt_status add_pattern(struct dfmto_search *x, dfmt_str pattern) {
  dfmt_op *op = x->op;
  if (x->n_patterns == x->cap_patterns) {
    struct dfmto_search_line_pattern *more = dfmti_grow(&op->mem, x->patterns, &x->cap_patterns, 2, sizeof *more);
    if (!more) return dfmto_no_memory(op);
    x->patterns = more;
  }
  struct dfmto_search_line_pattern *p = &x->patterns[x->n_patterns];
  *p = (struct dfmto_search_line_pattern){.fixed = dfmto_option(op, DFMT_OPS_SEARCH_FIXED) != 0,
                                          .ignore_case = dfmto_option(op, DFMT_OPS_SEARCH_IGNORE_CASE) != 0,
                                          .words = dfmto_option(op, DFMT_OPS_SEARCH_WORDS) != 0};
  p->places = p->words || x->only;
  dfmt_status st = dfmto_search_line_pattern_make(op, p, pattern);
  if (st != DFMT_OK)
    dfmto_search_line_pattern_free(&op->mem, p);
  else
    x->n_patterns++;
  return st;
}

/* Reads the options first, as that may fail or need memory. */
static dfmt_status run(dfmt_op *op) {
  struct dfmto_search *x = op->state;
  dfmt_str pattern;
  dfmt_status st = dfmto_select_begin(op, &x->select);
  while (st == DFMT_OK && dfmt_config_item(op->config, DFMT_OPS_SEARCH_PATTERNS, x->n_patterns, &pattern) == DFMT_OK)
    st = add_pattern(x, pattern);
  if (st != DFMT_OK) return st;
  return x->n_patterns ? dfmto_drive(op) : dfmti_fail_arg(&op->err, "there is no pattern to search for");
}

static dfmt_status begin(dfmt_op *op) {
  struct dfmto_search *x = op->state;
  x->op = op;
  x->total.head = (dfmt_head){sizeof x->total, DFMT_SEARCH_TOTAL};
  x->invert = dfmto_option(op, DFMT_OPS_SEARCH_INVERT) != 0;
  x->only = dfmto_option(op, DFMT_OPS_SEARCH_ONLY) != 0;
  x->all = dfmto_option(op, DFMT_OPS_SEARCH_ALL) != 0;
  x->count = x->lines.unnumbered = dfmto_option(op, DFMT_OPS_SEARCH_COUNT) != 0;
  x->before = x->only ? 0 : dfmto_option(op, DFMT_OPS_SEARCH_BEFORE);
  x->after = x->only ? 0 : dfmto_option(op, DFMT_OPS_SEARCH_AFTER);
  return DFMT_OK;
}

static void close_op(dfmt_op *op) {
  struct dfmto_search *x = op->state;
  struct dfmti_mem *m = &op->mem;
  for (size_t i = 0; i < x->n_patterns; i++) dfmto_search_line_pattern_free(m, &x->patterns[i]);
  dfmti_free(m, x->patterns, x->cap_patterns * sizeof *x->patterns);
  if (x->state && x->searched->close) x->searched->close(x->state, m);
  if (x->state) dfmti_free(m, x->state, x->searched->state_size);
  dfmto_select_free(m, &x->select);
  dfmto_search_lines_free(m, &x->lines);
  for (size_t i = 0; i < x->passed.cap; i++) dfmti_buf_free(m, &x->passed.list[i]);
  dfmti_free(m, x->passed.list, x->passed.cap * sizeof *x->passed.list);
  dfmti_buf_free(m, &x->room);
  dfmto_texts_free(m, &x->keys);
  dfmti_buf_free(m, &x->hits);
}

const struct dfmto_kind dfmto_search_kind = {
    .is = {DFMTO_KIND(SEARCH, "search", "Find matching lines in the texts of a file."), .flags = DFMT_OP_STREAMS,
           .min_inputs = 1, .max_inputs = 1, .shared = DFMTO_SHARED_BY_ALL | DFMTO_SHARED(KEYS) | DFMTO_SHARED(DROP)},
    .state_size = sizeof(struct dfmto_search),
    .counts_lines = true,
    .options = dfmto_search_options,
    .types = dfmto_search_types,
    .answers = dfmto_search_answers,
    .begin = begin,
    .drive = &dfmto_search_callbacks,
    .run = run,
    .stream = dfmto_search_describe_rows,
    .close = close_op};
