/* SPDX-License-Identifier: MIT */
/* Rows for lines, counts and problems; and lines kept as context before a match. */
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
