/* SPDX-License-Identifier: MIT */
/*
 * Functions of both sides by names that both have, with their weights in blocks, which are runs or periods of time;
 * and rows of them.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/heapsort.h"
#include "compare.h"
#include "types.h"

enum { ENOUGH_RUNS = 3 }; /* a side, for their spread to count */

/* ---- functions of one profile ---- */

/* As if all of them were alike. */
static double mean_squares(double weight, double count) { return count > 0 ? weight * weight / count : 0; }

static double squares_of(const struct dfmto_profile_store *s, size_t cell, bool total) {
  const struct dfmto_profile_cell *c = &s->cells[cell];
  if (s->series) return total ? s->series[cell].total_squares : s->series[cell].self_squares;
  return total ? mean_squares((double)c->total, (double)c->total_count)
               : mean_squares((double)c->self, (double)c->self_count);
}

/* Weights of one run's functions in its periods. */
static void take_series(double *to, const struct dfmto_profile_series *s, bool total) {
  for (size_t k = 0; k < DFMTO_PERIODS; k++) to[k] += total ? s->total[k] : s->self[k];
}

/* One function may have several cells: of one file name. periods: for each function so far, or NULL. */
static bool add_cells(struct dfmto_compare *x, const struct dfmto_profile_store *s, int side, double *runs,
                      double *periods) {
  for (size_t i = 0; i < s->n_cells; i++) {
    const struct dfmto_profile_cell *c = &s->cells[i];
    struct dfmto_compare_compared *f = dfmto_compare_function(x, s, &s->functions[c->function]);
    if (!f) return false;
    struct dfmto_compare_compared_part *p = &f->side[side];
    size_t number = (size_t)(f - x->functions);
    double weight = (double)(x->total ? c->total : c->self);
    p->weight += weight;
    p->count += (double)(x->total ? c->total_count : c->self_count);
    p->squares += squares_of(s, i, x->total);
    runs[number] += weight;
    if (periods) take_series(&periods[number * DFMTO_PERIODS], &s->series[i], x->total);
  }
  return true;
}

/* A block: all of it weighs n, and each function so much of it, `step` apart. */
static void add_block(struct dfmto_compare *x, int side, int level, const double *weights, size_t step, double n) {
  struct dfmto_compare_compared_whole *all = &x->side[side];
  if (n <= 0) return;
  all->by[level].n++;
  all->by[level].squares += n * n;
  for (size_t i = 0; i < x->n; i++) {
    double v = weights[i * step];
    x->functions[i].side[side].by[level].squares += v * v;
    x->functions[i].side[side].by[level].cross += v * n;
  }
}

static bool add_run(struct dfmto_compare *x, dfmt_op *op, int side) {
  const struct dfmto_profile_store *s = &dfmto_profile_of(op)->store;
  struct dfmto_compare_compared_whole *all = &x->side[side];
  size_t run_bytes, period_bytes, most = x->n + s->n_cells + 1;
  if (!dfmti_mul(most, sizeof(double), &run_bytes) || !dfmti_mul(run_bytes, DFMTO_PERIODS, &period_bytes)) return false;
  double *runs = dfmti_zalloc(&x->mem, run_bytes), *periods = NULL;
  bool good = runs != NULL;
  if (good && x->uses[PERIODS]) good = (periods = dfmti_zalloc(&x->mem, period_bytes)) != NULL;
  good = good && add_cells(x, s, side, runs, periods);
  if (good) add_block(x, side, RUNS, runs, 1, (double)s->total);
  for (size_t k = 0; k < DFMTO_PERIODS && good && periods; k++)
    add_block(x, side, PERIODS, periods + k, DFMTO_PERIODS, s->periods[k]);
  all->weight += (double)s->total;
  all->count += (double)s->count;
  all->squares += s->series ? s->squares : mean_squares((double)s->total, (double)s->count);
  if (runs) dfmti_free(&x->mem, runs, run_bytes);
  if (periods) dfmti_free(&x->mem, periods, period_bytes);
  return good;
}

/* ---- rows ---- */

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

/* A function that holds no block on either side is a caller of those that do: nothing is the same of it. */
static bool has_row(const struct dfmto_compare *x, const struct dfmto_compare_compared *f) {
  return !x->exact || f->side[BEFORE].weight > 0 || f->side[AFTER].weight > 0;
}

static bool put_in_order(struct dfmto_compare *x) {
  size_t bytes, n = x->n + 1;
  struct ordered *list = dfmti_mul(n, sizeof *list, &bytes) ? dfmti_alloc(&x->mem, bytes) : NULL;
  x->order = list ? dfmti_alloc(&x->mem, n * sizeof *x->order) : NULL;
  for (uint32_t i = 0; i < x->n && list; i++)
    if (has_row(x, &x->functions[i])) list[x->n_rows++] = (struct ordered){x, i};
  bool good = x->order && dfmti_heapsort(&x->mem, list, x->n_rows, sizeof *list, row_before);
  for (size_t i = 0; i < x->n_rows && good; i++) x->order[i] = list[i].function;
  if (list) dfmti_free(&x->mem, list, bytes);
  return good;
}

static double part_of(double weight, double all) { return all > 0 ? weight / all : 0; }

static dfmt_status next(void *user, const dfmt_head **row) {
  struct dfmto_compare *x = user;
  if (x->next == x->n_rows) return DFMT_END;
  const struct dfmto_compare_compared *f = &x->functions[x->order[x->next++]];
  dfmt_compare_row *r = &x->row;
  *r = (dfmt_compare_row){.head = {sizeof *r, DFMT_COMPARE_ROW}, .verdict = f->verdict};
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
  *row = &r->head;
  return DFMT_OK;
}

static dfmt_status next_set(void *user, dfmt_row_set *set) {
  struct dfmto_compare *x = user;
  if (x->begun) return DFMT_END;
  x->begun = true;
  *set = x->set;
  return DFMT_OK;
}

static dfmt_status rewind_rows(void *user) {
  struct dfmto_compare *x = user;
  x->begun = false;
  x->next = 0;
  return DFMT_OK;
}

static void close(void *user) {
  struct dfmto_compare *x = user;
  struct dfmti_mem m = x->mem;
  dfmt_config *c = x->config;
  dfmto_texts_free(&m, &x->texts);
  dfmti_table_free(&m, &x->table);
  dfmti_free(&m, x->functions, x->cap * sizeof *x->functions);
  if (x->order) dfmti_free(&m, x->order, (x->n + 1) * sizeof *x->order);
  dfmti_free(&m, x, sizeof *x);
  dfmt_config_free(c);
}

/* "cpu-clock: 120 ns before, 130 after; 1 of 20 functions changed": its length. */
static size_t make_heading(struct dfmto_compare *x, double before, double after) {
  const dfmt_str weight = x->facts.weight;
  char changed[80] = "what chance does is not known: give three runs a side, or keep periods";
  if (x->knows_chance || x->exact)
    snprintf(changed, sizeof changed, "%llu of %zu %s changed", (unsigned long long)x->facts.n_changed, x->n_rows,
             x->files ? "files" : "functions");
  int n = snprintf(x->heading, sizeof x->heading, "%.*s: %.0f %s before, %.0f after; %s",
                   (int)(weight.len < 80 ? weight.len : 80), weight.ptr, before, x->unit, after, changed);
  return n > 0 ? dfmti_min((size_t)n, sizeof x->heading - 1) : 0;
}

static void make_set(struct dfmto_compare *x) {
  dfmt_compare_facts *f = &x->facts;
  uint64_t changed = 0;
  for (size_t i = 0; i < x->n; i++) changed += x->functions[i].verdict == DFMT_COMPARE_CHANGED;
  double before = x->side[BEFORE].weight / x->side[BEFORE].by[RUNS].n,
         after = x->side[AFTER].weight / x->side[AFTER].by[RUNS].n;
  *f = (dfmt_compare_facts){.head = {sizeof *f, DFMT_COMPARE_FACTS},
                            .weight = dfmto_text_at(&x->texts, x->weight_name),
                            .unit = {x->unit, strlen(x->unit)},
                            .n_before = (uint64_t)x->side[BEFORE].by[RUNS].n,
                            .n_after = (uint64_t)x->side[AFTER].by[RUNS].n,
                            .total_before = before,
                            .total_after = after,
                            .scale = before > 0 ? x->scale * after / before : 1,
                            .n_changed = changed};
  size_t n = make_heading(x, before, after);
  x->set = (dfmt_row_set){.size = sizeof x->set,
                          .name = x->files ? "files" : "functions",
                          .type = dfmto_type_in(dfmto_compare_types, DFMT_COMPARE_ROW),
                          .types = dfmto_compare_types,
                          .columns = x->columns,
                          .facts = &f->head,
                          .heading = {x->heading, n}};
  dfmto_add_column(&x->set, x->columns, "before", DFMT_COLUMN_WEIGHT);
  dfmto_add_column(&x->set, x->columns, "after", DFMT_COLUMN_WEIGHT);
  dfmto_add_column(&x->set, x->columns, "delta", DFMT_COLUMN_DELTA);
  dfmto_add_column(&x->set, x->columns, "before_share", DFMT_COLUMN_SHARE);
  dfmto_add_column(&x->set, x->columns, "after_share", DFMT_COLUMN_SHARE);
  dfmto_add_column(&x->set, x->columns, "delta_share", DFMT_COLUMN_SHARE);
  if (x->knows_chance) dfmto_add_column(&x->set, x->columns, "low", DFMT_COLUMN_SHARE);
  if (x->knows_chance) dfmto_add_column(&x->set, x->columns, "high", DFMT_COLUMN_SHARE);
  if (x->knows_chance) dfmto_add_column(&x->set, x->columns, "q", DFMT_COLUMN_PLAIN);
  dfmto_add_column(&x->set, x->columns, "verdict", DFMT_COLUMN_PLAIN);
  if (!x->files) dfmto_add_column(&x->set, x->columns, "function", DFMT_COLUMN_KEY);
  dfmto_add_column(&x->set, x->columns, "file", DFMT_COLUMN_KEY);
  if (!x->files && !x->exact) dfmto_add_column(&x->set, x->columns, "linker_name", DFMT_COLUMN_HIDDEN);
}

/* ---- the call ---- */

static dfmt_status check_profile(dfmt_op *first, dfmt_op *op) {
  dfmt_status st = dfmto_profile_check(op, false);
  if (st != DFMT_OK) return st;
  const struct dfmto_profile *p = dfmto_profile_of(op), *q = dfmto_profile_of(first);
  if (p->keep == DFMT_PROFILE_KEEP_STACKS)
    return dfmti_fail_state(&first->err, "profiles that keep functions or files can be compared");
  if (p->keep != q->keep) return dfmti_fail_arg(&first->err, "one profile keeps functions, another files");
  return dfmto_compare_check_alike(first, op, first);
}

static dfmt_status check_all(dfmt_op *const *list, uint64_t n, dfmt_op *first) {
  dfmt_status st = list && n && first ? DFMT_OK : DFMT_E_ARG;
  for (uint64_t i = 0; i < n && st == DFMT_OK; i++) st = check_profile(first, list[i]);
  return st;
}

static bool keep_periods(dfmt_op *const *list, uint64_t n) {
  bool all = true;
  for (uint64_t i = 0; i < n; i++) all = all && dfmto_profile_of(list[i])->store.series;
  return all;
}

static struct dfmto_compare *make(const dfmt_config *c) {
  dfmt_config *copy;
  if (dfmt_config_copy(c, &copy) != DFMT_OK) return NULL;
  struct dfmti_mem m;
  dfmto_init_memory(&m, copy);
  struct dfmto_compare *x = dfmti_zalloc(&m, sizeof *x);
  if (!x) {
    dfmt_config_free(copy);
    return NULL;
  }
  x->mem = m;
  x->config = copy;
  return x;
}

static bool fill(struct dfmto_compare *x, dfmt_op *const *before, uint64_t n_before, dfmt_op *const *after,
                 uint64_t n_after) {
  const struct dfmto_profile *p = dfmto_profile_of(before[0]);
  struct dfmti_buf name = {0};
  x->exact = p->format && p->format->unit;
  x->files = p->keep == DFMT_PROFILE_KEEP_FILES;
  x->uses[RUNS] = !x->exact && n_before >= ENOUGH_RUNS && n_after >= ENOUGH_RUNS;
  x->uses[PERIODS] = !x->exact && keep_periods(before, n_before) && keep_periods(after, n_after);
  snprintf(x->unit, sizeof x->unit, "%s", dfmto_profile_unit(before[0]));
  bool good = dfmto_profile_weight_name(before[0], &name) == DFMT_OK &&
              dfmto_text(&x->mem, &x->texts, name.ptr ? (const char *)name.ptr : "", name.len, &x->weight_name);
  dfmti_buf_free(&before[0]->mem, &name);
  for (uint64_t i = 0; i < n_before && good; i++) good = add_run(x, before[i], BEFORE);
  for (uint64_t i = 0; i < n_after && good; i++) good = add_run(x, after[i], AFTER);
  if (!good) return false;
  for (int level = 0; level < N_LEVELS; level++) {
    x->uses[level] =
        x->uses[level] && x->side[BEFORE].by[level].n >= ENOUGH_RUNS && x->side[AFTER].by[level].n >= ENOUGH_RUNS;
    x->knows_chance = x->knows_chance || x->uses[level];
  }
  return (x->knows_chance ? dfmto_compare_judge(x) : dfmto_compare_tell_plainly(x)) && put_in_order(x);
}

dfmt_status dfmt_compare_rows(const dfmt_config *c, dfmt_op *const *before, uint64_t n_before, dfmt_op *const *after,
                              uint64_t n_after, uint32_t what, dfmt_rows **out) {
  static const dfmt_rows_ops ops = {
      .size = sizeof ops, .next_set = next_set, .next = next, .rewind = rewind_rows, .close = close};
  if (out) *out = NULL;
  if (!out || what > DFMT_COMPARE_TOTAL || !before || !n_before) return DFMT_E_ARG;
  dfmt_op *first = before[0];
  dfmt_status st = check_all(before, n_before, first);
  if (st == DFMT_OK) st = check_all(after, n_after, first);
  if (st != DFMT_OK) return st;
  struct dfmto_compare *x = make(c);
  if (!x) return dfmti_fail(&first->err, DFMT_E_NOMEM, DFMT_ERR_NOMEM, "out of memory");
  x->total = what == DFMT_COMPARE_TOTAL;
  if (!fill(x, before, n_before, after, n_after)) {
    st = dfmti_fail_mem(&first->err, &x->mem);
    close(x);
    return st;
  }
  make_set(x);
  st = dfmt_rows_new(c, &ops, x, out); /* it closes x if it fails */
  return st == DFMT_OK ? st : dfmti_fail(&first->err, st, DFMT_ERR_NOMEM, "no memory for rows");
}
