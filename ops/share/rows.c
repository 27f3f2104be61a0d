/* SPDX-License-Identifier: MIT */
/* The account: what was replaced, sorted by class, then by carrier, spelling and how it was found. */
#include <string.h>

#include "base/heapsort.h"
#include "share.h"

enum { SET_ACCOUNT, SET_LEFT_OUT, SET_END, MOST_COLUMNS = 5 };

struct rows {
  struct dfmto_share *s;
  struct dfmto_count *list;
  size_t n, next;
  uint32_t set; /* the next one */
  dfmt_column columns[MOST_COLUMNS];
  dfmt_share_row row;
  dfmt_share_left_out left_out;
  dfmt_share_result result;
};

static bool comes_before(const void *a, const void *b) {
  const uint64_t x = ((const struct dfmto_count *)a)->number, y = ((const struct dfmto_count *)b)->number;
  const struct dfmto_counted i = dfmto_counted(x), j = dfmto_counted(y);
  return i.cls != j.cls ? i.cls < j.cls : x < y;
}

static void plan_account(struct rows *x, dfmt_row_set *set) {
  dfmto_add_column(set, x->columns, "value_class", DFMT_COLUMN_KEY);
  dfmto_add_column(set, x->columns, "carrier", DFMT_COLUMN_PLAIN);
  dfmto_add_column(set, x->columns, "spelling", DFMT_COLUMN_PLAIN);
  dfmto_add_column(set, x->columns, "how", DFMT_COLUMN_PLAIN);
  dfmto_add_column(set, x->columns, "n", DFMT_COLUMN_PLAIN);
}

static void plan_left_out(struct rows *x, dfmt_row_set *set) {
  if (x->s->op->n_inputs > 1) dfmto_add_column(set, x->columns, "input", DFMT_COLUMN_GROUP);
  dfmto_add_column(set, x->columns, "name", DFMT_COLUMN_KEY);
  dfmto_add_column(set, x->columns, "message", DFMT_COLUMN_MESSAGE);
}

static dfmt_status next_set(void *user, dfmt_row_set *set) {
  struct rows *x = user;
  if (x->set == SET_END) return DFMT_END;
  const bool account = x->set++ == SET_ACCOUNT;
  x->next = 0;
  set->name = account ? "account" : "left_out";
  set->type = dfmto_share_types[account ? 0 : 1];
  set->types = dfmto_share_types;
  set->columns = x->columns;
  set->n_columns = 0;
  (account ? plan_account : plan_left_out)(x, set);
  set->facts = &x->result.head;
  return DFMT_OK;
}

static dfmt_status rewind_rows(void *user) {
  ((struct rows *)user)->set = SET_ACCOUNT;
  return DFMT_OK;
}

static size_t n_left_out(const struct dfmto_share *s) { return s->left_out.len / sizeof(struct dfmto_left_out); }

static dfmt_status next_left_out(struct rows *x, const dfmt_head **row) {
  if (x->next == n_left_out(x->s)) return DFMT_END;
  const struct dfmto_left_out *l = (const struct dfmto_left_out *)(const void *)x->s->left_out.ptr + x->next++;
  x->left_out = (dfmt_share_left_out){.head = {sizeof x->left_out, DFMT_SHARE_LEFT_OUT},
                                      .input = l->input,
                                      .name = dfmto_text_at(&x->s->names, l->name),
                                      .message = {l->why, strlen(l->why)}};
  *row = &x->left_out.head;
  return DFMT_OK;
}

static dfmt_status next(void *user, const dfmt_head **row) {
  struct rows *x = user;
  if (x->set - 1 == SET_LEFT_OUT) return next_left_out(x, row);
  if (x->next == x->n) return DFMT_END;
  const struct dfmto_count *c = &x->list[x->next++];
  const struct dfmto_counted what = dfmto_counted(c->number);
  x->row = (dfmt_share_row){.head = {sizeof x->row, DFMT_SHARE_ROW},
                            .value_class = what.cls,
                            .spelling = what.spelling,
                            .how = what.how,
                            .carrier = dfmto_text_at(&x->s->account.carriers, what.carrier),
                            .n = c->n};
  *row = &x->row.head;
  return DFMT_OK;
}

static void close_rows(void *user) {
  struct rows *x = user;
  struct dfmti_mem *m = &x->s->op->mem;
  if (x->list) dfmti_free(m, x->list, x->n * sizeof *x->list);
  dfmti_free(m, x, sizeof *x);
}

static bool sort_up(struct rows *x) {
  const struct dfmto_counts *c = &x->s->account.counts;
  if (!c->n) return true;
  x->list = dfmti_alloc(&x->s->op->mem, c->n * sizeof *x->list);
  if (!x->list) return false;
  x->n = c->n;
  memcpy(x->list, c->list, x->n * sizeof *x->list);
  (void)dfmti_heapsort(NULL, x->list, x->n, sizeof *x->list, comes_before);
  return true;
}

dfmt_status dfmto_share_rows(dfmt_op *op, dfmt_rows **out) {
  static const dfmt_rows_ops ops = {
      .size = sizeof ops, .next_set = next_set, .next = next, .rewind = rewind_rows, .close = close_rows};
  struct dfmto_share *s = dfmto_share_of(op);
  struct rows *x = dfmti_zalloc(&op->mem, sizeof *x);
  if (!x) return dfmto_no_memory(op);
  x->s = s;
  x->result = (dfmt_share_result){.head = {sizeof x->result, DFMT_SHARE_RESULT},
                                  .n_values = dfmto_values_n(&s->values),
                                  .n_places = s->n_places,
                                  .n_lines = s->n_lines,
                                  .bytes_in = s->bytes_in,
                                  .bytes_out = s->bytes_out,
                                  .n_left_out = n_left_out(s)};
  if (!sort_up(x)) {
    close_rows(x);
    return dfmto_no_memory(op);
  }
  dfmt_status st = dfmt_rows_new(op->config, &ops, x, out);
  return st == DFMT_OK ? st : dfmti_fail(&op->err, st, DFMT_ERR_NOMEM, "no memory for rows");
}
