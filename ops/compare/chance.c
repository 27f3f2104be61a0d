/* SPDX-License-Identifier: MIT */
/*
 * Statistics of a comparison. Shares of the two sides differ by one common scale, and those of a function by a random
 * error, estimated from how its weights differ between blocks; a function has changed if it differs from the scale by
 * more than that.
 */
#include <math.h>
#include <string.h>

#include "base/heapsort.h"
#include "compare.h"
#include "statistics.h"

enum {
  FEWEST_SAMPLES = 10,     /* on one side, for a function to count for the values that functions share */
  FEWEST_INDEPENDENT = 16, /* on both sides; with fewer, no difference would be significant */
  PRIOR_FREEDOM = 8,       /* weight of the value that functions share against a function's own */
  SCALES = 4, /* how often the scale is found, each time without the functions that had changed in the last round */
};

/* The variance of a share if samples were independent; with one sample added, as seeing none proves nothing. */
static double plain_variance(const struct dfmto_compare_compared_part *p,
                             const struct dfmto_compare_compared_whole *all) {
  double share = p->weight / all->weight, one = all->squares / all->count;
  return ((1 - 2 * share) * (p->squares + one) + share * share * all->squares) / (all->weight * all->weight);
}

/* The same, from how blocks differ. */
static double block_variance(const struct dfmto_compare_compared_part *p,
                             const struct dfmto_compare_compared_whole *all, int level) {
  double share = p->weight / all->weight, n = all->by[level].n;
  double sum = p->by[level].squares - 2 * share * p->by[level].cross + share * share * all->by[level].squares;
  return sum > 0 && n > 1 ? sum * n / (n - 1) / (all->weight * all->weight) : 0;
}

static bool number_before(const void *a, const void *b) {
  double x, y;
  memcpy(&x, a, sizeof x);
  memcpy(&y, b, sizeof y);
  return x < y;
}

/* Spreads of functions at a level; *usual: their median, of functions with enough samples, at least 1. */
static bool find_spreads(struct dfmto_compare *x, int level, double *usual) {
  size_t bytes, n = 0;
  double *list = dfmti_mul(N_SIDES * x->n + 1, sizeof *list, &bytes) ? dfmti_alloc(x->mem, bytes) : NULL;
  if (!list) return false;
  for (size_t i = 0; i < x->n; i++)
    for (int side = 0; side < N_SIDES; side++) {
      struct dfmto_compare_compared_part *p = &x->functions[i].side[side];
      p->by[level].spread = block_variance(p, &x->side[side], level) / p->variance;
      if (p->count >= FEWEST_SAMPLES) list[n++] = p->by[level].spread;
    }
  bool good = dfmti_heapsort(x->mem, list, n, sizeof *list, number_before);
  *usual = n && list[n / 2] > 1 ? list[n / 2] : 1;
  dfmti_free(x->mem, list, bytes);
  return good;
}

/* Increases variances by a level: by a function's own spread and the usual one, weighted by degrees of freedom. */
static bool add_level(struct dfmto_compare *x, int level) {
  double usual;
  if (!x->uses[level]) return true;
  if (!find_spreads(x, level, &usual)) return false;
  x->usual *= usual;
  for (size_t i = 0; i < x->n; i++)
    for (int side = 0; side < N_SIDES; side++) {
      struct dfmto_compare_compared_part *p = &x->functions[i].side[side];
      double own = x->side[side].by[level].n - 1;
      double joined = (PRIOR_FREEDOM * usual + own * p->by[level].spread) / (PRIOR_FREEDOM + own);
      p->variance *= joined > 1 ? joined : 1;
      p->freedom = PRIOR_FREEDOM + own;
    }
  return true;
}

static bool find_variances(struct dfmto_compare *x) {
  x->usual = 1;
  for (size_t i = 0; i < x->n; i++)
    for (int side = 0; side < N_SIDES; side++)
      x->functions[i].side[side].variance = plain_variance(&x->functions[i].side[side], &x->side[side]);
  return add_level(x, PERIODS) && add_level(x, RUNS);
}

struct ratio {
  double ratio, weight;
};

static bool ratio_before(const void *a, const void *b) {
  return ((const struct ratio *)a)->ratio < ((const struct ratio *)b)->ratio;
}

/* Shares of a function with enough samples on both sides, and its weight for the scale. */
static bool shares_of(const struct dfmto_compare *x, const struct dfmto_compare_compared *f, double *share,
                      double *weight) {
  for (int side = 0; side < N_SIDES; side++) {
    if (f->is_outside || f->side[side].count < FEWEST_SAMPLES) return false;
    share[side] = f->side[side].weight / x->side[side].weight;
  }
  *weight = sqrt(share[BEFORE] * share[AFTER]);
  return *weight > 0;
}

/* The scale at which half of the weight of functions with enough samples grew and half shrank. */
static bool find_scale(struct dfmto_compare *x) {
  size_t bytes, n = 0;
  struct ratio *list = dfmti_mul(x->n + 1, sizeof *list, &bytes) ? dfmti_alloc(x->mem, bytes) : NULL;
  double sum = 0, half = 0;
  x->scale = 1;
  if (!list) return false;
  for (size_t i = 0; i < x->n; i++) {
    double share[N_SIDES], weight;
    if (!shares_of(x, &x->functions[i], share, &weight)) continue;
    list[n++] = (struct ratio){share[AFTER] / share[BEFORE], weight};
    sum += weight;
  }
  bool good = dfmti_heapsort(x->mem, list, n, sizeof *list, ratio_before);
  for (size_t i = 0; i < n && good && half < sum / 2; i++) {
    half += list[i].weight;
    x->scale = list[i].ratio;
  }
  dfmti_free(x->mem, list, bytes);
  return good;
}

/* Of a weighted median of ratios with normally distributed errors. */
static void find_scale_variance(struct dfmto_compare *x) {
  const double half_pi = 1.5707963267948966;
  double squares = 0, sharp = 0;
  for (size_t i = 0; i < x->n; i++) {
    double share[N_SIDES], weight, variance = 0;
    const struct dfmto_compare_compared *f = &x->functions[i];
    if (!shares_of(x, f, share, &weight)) continue;
    for (int side = 0; side < N_SIDES; side++) variance += f->side[side].variance / (share[side] * share[side]);
    squares += weight * weight;
    sharp += weight / sqrt(variance);
  }
  x->scale_variance = sharp > 0 ? half_pi * squares / (sharp * sharp) : 0;
}

static void judge(struct dfmto_compare *x, struct dfmto_compare_compared *f) {
  const struct dfmto_compare_compared_part *p = f->side;
  const double after = p[AFTER].weight / x->side[AFTER].weight / x->scale;
  double variance[] = {p[BEFORE].variance, p[AFTER].variance / (x->scale * x->scale)};
  const double both = variance[BEFORE] + variance[AFTER];
  f->delta = after - p[BEFORE].weight / x->side[BEFORE].weight;
  const double error = sqrt(both + after * after * x->scale_variance);
  const double freedom =
      both * both /
      (variance[BEFORE] * variance[BEFORE] / p[BEFORE].freedom + variance[AFTER] * variance[AFTER] / p[AFTER].freedom);
  double reach = dfmto_compare_student_95(freedom) * error;
  f->low = f->delta - reach;
  f->high = f->delta + reach;
  double independent = (p[BEFORE].count + p[AFTER].count) / x->usual; /* samples of a burst are worth one */
  f->p = independent < FEWEST_INDEPENDENT ? 2 : dfmto_compare_student_p(f->delta / error, freedom);
}

struct judged {
  double p;
  uint32_t function;
};

static bool p_before(const void *a, const void *b) {
  const struct judged *x = a, *y = b;
  return x->p != y->p ? x->p < y->p : x->function < y->function;
}

/* All together: functions with enough samples are tested, and each p is corrected for the number of tests. */
static bool judge_by_scale(struct dfmto_compare *x, struct judged *list, double *p) {
  size_t n = 0;
  if (!find_scale(x)) return false;
  find_scale_variance(x);
  for (size_t i = 0; i < x->n; i++) {
    judge(x, &x->functions[i]);
    if (x->functions[i].p <= 1) list[n++] = (struct judged){x->functions[i].p, (uint32_t)i};
    x->functions[i].verdict = DFMT_COMPARE_RARE;
  }
  if (!dfmti_heapsort(x->mem, list, n, sizeof *list, p_before)) return false;
  for (size_t i = 0; i < n; i++) p[i] = list[i].p;
  dfmto_compare_false_discovery(p, n);
  for (size_t i = 0; i < n; i++) {
    struct dfmto_compare_compared *f = &x->functions[list[i].function];
    f->p = p[i];
    f->verdict = p[i] <= 0.05 ? DFMT_COMPARE_CHANGED : DFMT_COMPARE_NOISE;
  }
  return true;
}

/*
 * Changed functions bias the scale if there are few others; so they are excluded, unless they are most of all shares.
 * Returns true if the choice differs from the last one.
 */
static bool leave_out(struct dfmto_compare *x) {
  double outside = 0, all = 0, share[N_SIDES], weight;
  bool other = false;
  for (size_t i = 0; i < x->n; i++) {
    struct dfmto_compare_compared f = x->functions[i];
    f.is_outside = false;
    if (!shares_of(x, &f, share, &weight)) continue;
    all += weight;
    if (f.verdict == DFMT_COMPARE_CHANGED) outside += weight;
  }
  for (size_t i = 0; i < x->n && outside <= all / 2; i++) {
    struct dfmto_compare_compared *f = &x->functions[i];
    other = other || f->is_outside != (f->verdict == DFMT_COMPARE_CHANGED);
    f->is_outside = f->verdict == DFMT_COMPARE_CHANGED;
  }
  return other;
}

bool dfmto_compare_judge(struct dfmto_compare *x) {
  size_t bytes;
  if (!find_variances(x)) return false;
  struct judged *list = dfmti_mul(x->n + 1, sizeof *list, &bytes) ? dfmti_alloc(x->mem, bytes) : NULL;
  double *p = list ? dfmti_alloc(x->mem, (x->n + 1) * sizeof *p) : NULL;
  bool good = p != NULL;
  for (int i = 0; i < SCALES && good; i++) {
    good = judge_by_scale(x, list, p);
    if (good && !leave_out(x)) break;
  }
  if (p) dfmti_free(x->mem, p, (x->n + 1) * sizeof *p);
  if (list) dfmti_free(x->mem, list, bytes);
  return good;
}

bool dfmto_compare_tell_plainly(struct dfmto_compare *x) {
  if (!x->exact && !find_scale(x)) return false;
  if (x->exact) x->scale = 1;
  for (size_t i = 0; i < x->n; i++) {
    struct dfmto_compare_compared *f = &x->functions[i];
    double before = f->side[BEFORE].weight / x->side[BEFORE].by[RUNS].n,
           after = f->side[AFTER].weight / x->side[AFTER].by[RUNS].n;
    f->delta = x->side[AFTER].weight > 0 ? f->side[AFTER].weight / x->side[AFTER].weight / x->scale : 0;
    f->delta -= x->side[BEFORE].weight > 0 ? f->side[BEFORE].weight / x->side[BEFORE].weight : 0;
    f->verdict = !x->exact                          ? DFMT_COMPARE_UNKNOWN
                 : before < after || before > after ? DFMT_COMPARE_CHANGED
                                                    : DFMT_COMPARE_SAME;
  }
  return true;
}
