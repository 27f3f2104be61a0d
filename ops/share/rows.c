/* SPDX-License-Identifier: MIT */
/* The account: what was replaced, sorted by class, then by carrier, spelling and how it was found. */
#include <string.h>

#include "base/heapsort.h"
#include "share.h"

enum { SET_ACCOUNT, SET_LEFT_OUT, SET_KEPT, SET_DOUBTFUL, SET_UNMATCHED, SET_END, MOST_COLUMNS = 5 };

struct rows {
  struct dfmto_share *s;
  struct dfmto_count *list;
  size_t n, next;
  uint32_t set; /* the next one */
  dfmt_column columns[MOST_COLUMNS];
  dfmt_share_row row;
  dfmt_share_left_out left_out;
  dfmt_share_doubtful doubtful;
  dfmt_share_unmatched unmatched;
  uint64_t n_doubtful[DFMTO_N_CLASSES];
  dfmt_share_result result;
};

static bool comes_before(const void *a, const void *b) {
  const uint64_t x = ((const struct dfmto_count *)a)->number, y = ((const struct dfmto_count *)b)->number;
  const struct dfmto_share_counted i = dfmto_share_counted(x), j = dfmto_share_counted(y);
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

static void plan_doubtful(struct rows *x, dfmt_row_set *set) {
  dfmto_add_column(set, x->columns, "value_class", DFMT_COLUMN_KEY);
  dfmto_add_column(set, x->columns, "n_values", DFMT_COLUMN_PLAIN);
}

static void plan_unmatched(struct rows *x, dfmt_row_set *set) {
  dfmto_add_column(set, x->columns, "pattern", DFMT_COLUMN_KEY);
}

static dfmt_status next_set(void *user, dfmt_row_set *set) {
  static const struct {
    const char *name;
    void (*plan)(struct rows *x, dfmt_row_set *set);
    uint32_t type;
  } sets[] = {[SET_ACCOUNT] = {"account", plan_account, DFMT_SHARE_ROW},
              [SET_LEFT_OUT] = {"left_out", plan_left_out, DFMT_SHARE_LEFT_OUT},
              [SET_KEPT] = {"kept", plan_left_out, DFMT_SHARE_LEFT_OUT},
              [SET_DOUBTFUL] = {"doubtful", plan_doubtful, DFMT_SHARE_DOUBTFUL},
              [SET_UNMATCHED] = {"unmatched", plan_unmatched, DFMT_SHARE_UNMATCHED}};
  struct rows *x = user;
  if (x->set == SET_END) return DFMT_END;
  const uint32_t at = x->set++;
  x->next = 0;
  set->name = sets[at].name;
  set->type = dfmto_type_in(dfmto_share_types, sets[at].type);
  set->types = dfmto_share_types;
  set->columns = x->columns;
  set->n_columns = 0;
  sets[at].plan(x, set);
  set->facts = &x->result.head;
  return DFMT_OK;
}

static dfmt_status rewind_rows(void *user) {
  ((struct rows *)user)->set = SET_ACCOUNT;
  return DFMT_OK;
}

static const struct dfmto_share_left_out *left_out_at(const struct dfmto_share *s, size_t i) {
  return (const struct dfmto_share_left_out *)(const void *)s->entries.left_out.ptr + i;
}

static size_t n_left_out(const struct dfmto_share *s) {
  size_t n = 0;
  for (size_t i = 0; i < s->entries.left_out.len / sizeof(struct dfmto_share_left_out); i++)
    n += !left_out_at(s, i)->kept;
  return n;
}

static dfmt_status next_left_out(struct rows *x, bool kept, const dfmt_head **row) {
  const size_t n = x->s->entries.left_out.len / sizeof(struct dfmto_share_left_out);
  while (x->next < n && left_out_at(x->s, x->next)->kept != kept) x->next++;
  if (x->next == n) return DFMT_END;
  const struct dfmto_share_left_out *l = left_out_at(x->s, x->next++);
  x->left_out = (dfmt_share_left_out){.head = {sizeof x->left_out, DFMT_SHARE_LEFT_OUT},
                                      .input = l->input,
                                      .name = dfmto_text_at(&x->s->entries.names, l->name),
                                      .message = {l->why->text, strlen(l->why->text)}};
  *row = &x->left_out.head;
  return DFMT_OK;
}

/* Values of classes that are taken out, each of which is only where a field tells it. */
static void count_doubtful(struct rows *x) {
  const struct dfmto_share *s = x->s;
  for (size_t i = 0; i < dfmto_share_values_n(&s->learned.values); i++) {
    const struct dfmto_share_value *v = dfmto_share_value_at(&s->learned.values, (uint32_t)i);
    x->n_doubtful[v->cls] +=
        (v->given || s->learned.scan.classes >> v->cls & 1) && dfmto_share_value_is_doubtful(&s->learned.values, v);
  }
}

static dfmt_status next_doubtful(struct rows *x, const dfmt_head **row) {
  while (x->next < DFMTO_N_CLASSES && !x->n_doubtful[x->next]) x->next++;
  if (x->next == DFMTO_N_CLASSES) return DFMT_END;
  x->doubtful = (dfmt_share_doubtful){.head = {sizeof x->doubtful, DFMT_SHARE_DOUBTFUL},
                                      .value_class = (uint32_t)x->next,
                                      .n_values = x->n_doubtful[x->next]};
  x->next++;
  *row = &x->doubtful.head;
  return DFMT_OK;
}

static dfmt_status next_unmatched(struct rows *x, const dfmt_head **row) {
  const struct dfmto_share_names *names = &x->s->learned.scan.names;
  while (x->next < dfmto_share_n_patterns(names) && dfmto_share_pattern_at(names, x->next)->found) x->next++;
  if (x->next == dfmto_share_n_patterns(names)) return DFMT_END;
  x->unmatched = (dfmt_share_unmatched){.head = {sizeof x->unmatched, DFMT_SHARE_UNMATCHED}, .pattern = x->next++};
  *row = &x->unmatched.head;
  return DFMT_OK;
}

static dfmt_status next(void *user, const dfmt_head **row) {
  struct rows *x = user;
  if (x->set - 1 == SET_LEFT_OUT || x->set - 1 == SET_KEPT) return next_left_out(x, x->set - 1 == SET_KEPT, row);
  if (x->set - 1 == SET_DOUBTFUL) return next_doubtful(x, row);
  if (x->set - 1 == SET_UNMATCHED) return next_unmatched(x, row);
  if (x->next == x->n) return DFMT_END;
  const struct dfmto_count *c = &x->list[x->next++];
  const struct dfmto_share_counted what = dfmto_share_counted(c->number);
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
                                  .n_values = dfmto_share_values_n(&s->learned.values),
                                  .n_places = s->sums.n_places,
                                  .n_lines = s->sums.n_lines,
                                  .bytes_in = s->sums.bytes_in,
                                  .bytes_out = s->sums.bytes_out,
                                  .n_left_out = n_left_out(s)};
  count_doubtful(x);
  if (!sort_up(x)) {
    close_rows(x);
    return dfmto_no_memory(op);
  }
  dfmt_status st = dfmt_rows_new(op->config, &ops, x, out);
  return st == DFMT_OK ? st : dfmti_fail(&op->err, st, DFMT_ERR_NOMEM, "no memory for rows");
}
