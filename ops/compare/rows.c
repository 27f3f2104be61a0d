/* SPDX-License-Identifier: MIT */
/* Rows of a comparison: the largest changes first; and the rows of its runs. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/heapsort.h"
#include "compare.h"

/* State of the answer about runs: the next run. */
struct runs {
  size_t at;
};

struct ordered {
  const struct dfmto_compare *x;
  uint32_t function;
};

static double change(const struct dfmto_compare *x, const struct dfmto_compare_compared *f) {
  if (!x->exact) return fabs(f->delta);
  return fabs(f->side[AFTER].weight / x->side[AFTER].by[RUNS].n - f->side[BEFORE].weight / x->side[BEFORE].by[RUNS].n);
}

static bool row_before(const void *a, const void *b) {
  const struct dfmto_compare *x = ((const struct ordered *)a)->x;
  const struct dfmto_compare_compared *f = &x->functions[((const struct ordered *)a)->function];
  const struct dfmto_compare_compared *g = &x->functions[((const struct ordered *)b)->function];
  bool sure = f->verdict == DFMT_COMPARE_CHANGED, other = g->verdict == DFMT_COMPARE_CHANGED;
  if (sure != other) return sure;
  double c = change(x, f), d = change(x, g);
  if (c < d || c > d) return c > d;
  int by_name = dfmto_texts_compare(&x->texts, f->file, g->file);
  if (!by_name) by_name = dfmto_texts_compare(&x->texts, f->name, g->name);
  if (!by_name) by_name = dfmto_texts_compare(&x->texts, f->linker_name, g->linker_name);
  return by_name < 0;
}

/* A function without blocks on either side is only a caller of functions with some: no "same" row for it. */
static bool has_row(const struct dfmto_compare *x, const struct dfmto_compare_compared *f) {
  return !x->exact || f->side[BEFORE].weight > 0 || f->side[AFTER].weight > 0;
}

static bool put_in_order(struct dfmto_compare *x) {
  size_t bytes, n = x->n + 1;
  struct ordered *list = dfmti_mul(n, sizeof *list, &bytes) ? dfmti_alloc(x->mem, bytes) : NULL;
  x->order = list ? dfmti_alloc(x->mem, n * sizeof *x->order) : NULL;
  for (uint32_t i = 0; i < x->n && list; i++)
    if (has_row(x, &x->functions[i])) list[x->n_rows++] = (struct ordered){x, i};
  bool good = x->order && dfmti_heapsort(x->mem, list, x->n_rows, sizeof *list, row_before);
  for (size_t i = 0; i < x->n_rows && good; i++) x->order[i] = list[i].function;
  if (list) dfmti_free(x->mem, list, bytes);
  return good;
}

static double part_of(double weight, double all) { return all > 0 ? weight / all : 0; }

static dfmt_status put_row(struct dfmto_set *s, uint64_t i, void *body) {
  const struct dfmto_compare *x = s->state;
  if (i == x->n_rows) return DFMT_END;
  const struct dfmto_compare_compared *f = &x->functions[x->order[i]];
  dfmt_compare_row *r = body;
  r->verdict = f->verdict;
  r->before = f->side[BEFORE].weight / x->side[BEFORE].by[RUNS].n;
  r->after = f->side[AFTER].weight / x->side[AFTER].by[RUNS].n;
  r->delta = r->after - r->before;
  r->before_share = part_of(f->side[BEFORE].weight, x->side[BEFORE].weight);
  r->after_share = part_of(f->side[AFTER].weight, x->side[AFTER].weight);
  r->delta_share = f->delta;
  r->function = dfmto_text_at(&x->texts, f->name);
  r->file = dfmto_text_at(&x->texts, f->file);
  if (f->linker_name != f->name) r->linker_name = dfmto_text_at(&x->texts, f->linker_name);
  if (r->function.len) r->present |= DFMT_COMPARE_ROW_HAS_FUNCTION;
  if (r->linker_name.len) r->present |= DFMT_COMPARE_ROW_HAS_LINKER_NAME;
  if (r->file.len) r->present |= DFMT_COMPARE_ROW_HAS_FILE;
  if (x->knows_chance && f->verdict != DFMT_COMPARE_RARE) {
    r->present |= DFMT_COMPARE_ROW_HAS_INTERVAL;
    r->low = f->low;
    r->high = f->high;
    r->q = f->p;
  }
  return DFMT_OK;
}

static void close_rows(struct dfmto_set *s) {
  struct dfmto_compare *x = s->state;
  struct dfmti_mem *m = &s->op->mem;
  dfmto_texts_free(m, &x->texts);
  dfmti_table_free(m, &x->table);
  dfmti_free(m, x->functions, x->cap * sizeof *x->functions);
  if (x->order) dfmti_free(m, x->order, (x->n + 1) * sizeof *x->order);
}

/* "cpu-clock: 120 ns before, 130 after; 1 of 20 functions changed" */
static dfmt_status make_heading(struct dfmto_set *s) {
  const struct dfmto_compare *x = s->state;
  const dfmt_compare_facts *f = &x->facts;
  dfmt_status st = dfmto_set_add(s, f->weight);
  if (st == DFMT_OK) st = dfmto_set_say(s, ": %.0f %s before, %.0f after; ", f->total_before, x->unit, f->total_after);
  if (st != DFMT_OK) return st;
  if (!x->knows_chance && !x->exact)
    return dfmto_set_say(s, "what chance does is not known: give three runs a side, or keep periods");
  return dfmto_set_say(s, "%" PRIu64 " of %zu %s changed", f->n_changed, x->n_rows, x->files ? "files" : "functions");
}

static void make_facts(struct dfmto_set *s) {
  struct dfmto_compare *x = s->state;
  uint64_t changed = 0;
  for (size_t i = 0; i < x->n; i++) changed += x->functions[i].verdict == DFMT_COMPARE_CHANGED;
  const double before = x->side[BEFORE].weight / x->side[BEFORE].by[RUNS].n,
               after = x->side[AFTER].weight / x->side[AFTER].by[RUNS].n;
  x->facts = (dfmt_compare_facts){.head = {sizeof x->facts, DFMT_COMPARE_FACTS},
                                  .weight = dfmto_text_at(&x->texts, x->weight_name),
                                  .unit = {x->unit, strlen(x->unit)},
                                  .n_before = (uint64_t)x->side[BEFORE].by[RUNS].n,
                                  .n_after = (uint64_t)x->side[AFTER].by[RUNS].n,
                                  .total_before = before,
                                  .total_after = after,
                                  .scale = before > 0 ? x->scale * after / before : 1,
                                  .n_changed = changed};
  s->facts = &x->facts.head;
}

static void choose_columns(struct dfmto_set *s, const struct dfmto_compare *x) {
  dfmto_set_columns(s, "before/w after/w delta/+ before_share/s after_share/s delta_share/s");
  if (x->knows_chance) dfmto_set_columns(s, "low/s high/s q");
  dfmto_set_columns(s, x->files ? "verdict" : "verdict function/k");
  dfmto_set_column(s, "file", DFMT_COLUMN_KEY); /* of a function, not of an input */
  if (!x->files && !x->exact) dfmto_set_columns(s, "linker_name/h");
}

static dfmt_status open_rows(struct dfmto_set *s) {
  struct dfmto_compare *x = s->state;
  x->mem = &s->op->mem;
  x->total = s->is != dfmto_compare_answers;
  if (!dfmto_compare_weigh(x, s->op->state) || !put_in_order(x)) return dfmto_no_memory(s->op);
  choose_columns(s, x);
  make_facts(s);
  return make_heading(s);
}

/* ---- the runs ---- */

/* Runs that were not omitted. */
static dfmt_status put_run(struct dfmto_set *s, uint64_t i, void *body) {
  const struct dfmto_compare_runs *r = s->op->state;
  struct runs *x = s->state;
  dfmt_compare_run *row = body;
  (void)i; /* rows are asked for once, in order */
  while (x->at < r->n && !r->list[x->at]) x->at++;
  if (x->at == r->n) return DFMT_END;
  const struct dfmto_profile *p = dfmto_profile_of(r->list[x->at]);
  const char *unit = dfmto_profile_unit(r->list[x->at]);
  row->input = x->at;
  if (dfmto_name(s->op, x->at, &row->file)) row->present |= DFMT_COMPARE_RUN_HAS_FILE;
  row->is_after = x->at++ >= r->n_before;
  row->unit = (dfmt_str){unit, strlen(unit)};
  row->total = dfmto_profile_adds_up(p) ? p->store.total : 0;
  row->count = p->store.count;
  row->n_left_out = p->store.n_left_out;
  row->n_partial = p->n_partial;
  return DFMT_OK;
}

/* ---- the list of answers ---- */

#define ANSWER(FLAGS, NAME, HELP) \
  {.part = DFMTO_ANSWER(FLAGS, NAME, DFMT_COMPARE_ROW, DFMT_COMPARE_FACTS, HELP), \
   .state_size = sizeof(struct dfmto_compare), \
   .check = dfmto_compare_check, \
   .open = open_rows, \
   .row = put_row, \
   .close = close_rows}
const struct dfmto_answer dfmto_compare_answers[] = {
    ANSWER(DFMT_OP_USUAL, "self", "Functions, or files, by their own weight."),
    ANSWER(0, "total", "Functions, or files, by the weight of all stacks that they are in."),
    {.part = DFMTO_ANSWER(0, "runs", DFMT_COMPARE_RUN, 0, "Totals of each run."),
     .columns = "file/k input/k is_after total/w unit count/c n_left_out n_partial",
     .state_size = sizeof(struct runs),
     .row = put_run},
    {.part = {.name = NULL}}};
