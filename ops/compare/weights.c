/* SPDX-License-Identifier: MIT */
/* Matches functions of both sides by name, and adds up their weights in blocks, which are runs or periods of time. */
#include <stdio.h>
#include <string.h>

#include "compare.h"

enum { ENOUGH_RUNS = 3 }; /* on a side, for their spread to count */

/* As if all samples had the same weight. */
static double mean_squares(double weight, double count) { return count > 0 ? weight * weight / count : 0; }

static double squares_of(const struct dfmto_profile_store *s, size_t cell, bool total) {
  const struct dfmto_profile_cell *c = &s->cells[cell];
  if (s->series) return total ? s->series[cell].total_squares : s->series[cell].self_squares;
  return total ? mean_squares((double)c->total, (double)c->total_count)
               : mean_squares((double)c->self, (double)c->self_count);
}

/* Adds the weights of a function of one run in its periods. */
static void take_series(double *to, const struct dfmto_profile_series *s, bool total) {
  for (size_t k = 0; k < DFMTO_PERIODS; k++) to[k] += total ? s->total[k] : s->self[k];
}

/* A function may have several cells, of one file name. periods: those of each function so far, or NULL. */
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

/* Adds a block with the total weight n; the weight of each function is `step` after the one before. */
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
  double *runs = dfmti_zalloc(x->mem, run_bytes), *periods = NULL;
  bool good = runs != NULL;
  if (good && x->uses[PERIODS]) good = (periods = dfmti_zalloc(x->mem, period_bytes)) != NULL;
  good = good && add_cells(x, s, side, runs, periods);
  if (good) add_block(x, side, RUNS, runs, 1, (double)s->total);
  for (size_t k = 0; k < DFMTO_PERIODS && good && periods; k++)
    add_block(x, side, PERIODS, periods + k, DFMTO_PERIODS, s->periods[k]);
  all->weight += (double)s->total;
  all->count += (double)s->count;
  all->squares += s->series ? s->squares : mean_squares((double)s->total, (double)s->count);
  if (runs) dfmti_free(x->mem, runs, run_bytes);
  if (periods) dfmti_free(x->mem, periods, period_bytes);
  return good;
}

/* ---- all runs ---- */

static bool keep_periods(const struct dfmto_compare_runs *r) {
  bool all = true;
  for (size_t i = 0; i < r->n; i++) all = all && (!r->list[i] || dfmto_profile_of(r->list[i])->store.series);
  return all;
}

bool dfmto_compare_weigh(struct dfmto_compare *x, const struct dfmto_compare_runs *r) {
  dfmt_op *first = dfmto_compare_first(r, BEFORE);
  const struct dfmto_profile *p = dfmto_profile_of(first);
  const bool many = dfmto_compare_n_runs(r, BEFORE) >= ENOUGH_RUNS && dfmto_compare_n_runs(r, AFTER) >= ENOUGH_RUNS;
  struct dfmti_buf name = {0};
  x->exact = p->format && p->format->unit;
  x->files = p->keep == DFMT_PROFILE_KEEP_FILES;
  x->uses[RUNS] = !x->exact && many;
  x->uses[PERIODS] = !x->exact && keep_periods(r);
  snprintf(x->unit, sizeof x->unit, "%s", dfmto_profile_unit(first));
  bool good = dfmto_profile_weight_name(first, &name) == DFMT_OK &&
              dfmto_text(x->mem, &x->texts, name.ptr ? (const char *)name.ptr : "", name.len, &x->weight_name);
  dfmti_buf_free(&first->mem, &name);
  for (size_t i = 0; i < r->n && good; i++)
    if (r->list[i]) good = add_run(x, r->list[i], i < r->n_before ? BEFORE : AFTER);
  if (!good) return false;
  for (int level = 0; level < N_LEVELS; level++) {
    x->uses[level] =
        x->uses[level] && x->side[BEFORE].by[level].n >= ENOUGH_RUNS && x->side[AFTER].by[level].n >= ENOUGH_RUNS;
    x->knows_chance = x->knows_chance || x->uses[level];
  }
  return x->knows_chance ? dfmto_compare_judge(x) : dfmto_compare_tell_plainly(x);
}
