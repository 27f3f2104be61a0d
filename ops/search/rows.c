/* SPDX-License-Identifier: MIT */
/* Rows of lines, counts and problems. */
#include <string.h>

#include "search.h"

static void begin_row(struct dfmto_search *x, dfmt_str key) {
  x->row = (dfmt_search_line){.head = {sizeof x->row, DFMT_SEARCH_LINE}, .key = key};
  if (key.len) x->row.present |= DFMT_SEARCH_LINE_HAS_KEY;
  if (dfmto_name(x->op, 0, &x->row.file)) x->row.present |= DFMT_SEARCH_LINE_HAS_FILE;
}

const dfmt_head *dfmto_search_row(struct dfmto_search *x, dfmt_str text, uint64_t number, bool context) {
  begin_row(x, x->text.key);
  x->row.text = text;
  x->row.line = number;
  x->row.context = context;
  x->row.present |= DFMT_SEARCH_LINE_HAS_LINE | DFMT_SEARCH_LINE_HAS_TEXT;
  return &x->row.head;
}

const dfmt_head *dfmto_search_problem(struct dfmto_search *x, dfmt_str what, dfmt_str key) {
  const size_t n = dfmti_min(dfmti_clamp(what.len), sizeof x->problem);
  begin_row(x, key);
  if (n) memcpy(x->problem, what.ptr, n);
  x->row.problem = (dfmt_str){x->problem, n};
  x->row.present |= DFMT_SEARCH_LINE_HAS_PROBLEM;
  x->total.n_problems++;
  return &x->row.head;
}

const dfmt_head *dfmto_search_count(struct dfmto_search *x, uint32_t key) {
  begin_row(x, dfmto_text_at(&x->keys, key));
  memcpy(&x->row.count, x->hits.ptr + key * sizeof x->row.count, sizeof x->row.count);
  x->row.present |= DFMT_SEARCH_LINE_HAS_COUNT;
  return &x->row.head;
}

/* ---- lines before ---- */

static bool make_ring(struct dfmto_search *x) {
  struct dfmto_search_passed *p = &x->passed;
  if (p->cap) return true;
  p->list = dfmti_zalloc(&x->op->mem, (size_t)x->before * sizeof *p->list);
  if (p->list) p->cap = (size_t)x->before;
  return p->list != NULL;
}

dfmt_status dfmto_search_pass(struct dfmto_search *x) {
  struct dfmto_search_passed *p = &x->passed;
  if (!x->before) return DFMT_OK;
  if (!make_ring(x)) return dfmto_no_memory(x->op);
  struct dfmti_buf *b = &p->list[p->next];
  b->len = 0;
  if (!dfmti_buf_append(&x->op->mem, b, x->line.ptr, (size_t)x->line.len)) return dfmto_no_memory(x->op);
  p->next = (p->next + 1) % p->cap;
  p->n = dfmti_min(p->n + 1, p->cap);
  return DFMT_OK;
}

/* ---- the set ---- */

static dfmt_status next_set(void *user, dfmt_row_set *set) {
  struct dfmto_search *x = user;
  if (x->given) return DFMT_END;
  x->given = true;
  set->name = x->count ? "counts" : "lines";
  set->type = dfmto_search_types[0];
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
