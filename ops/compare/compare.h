/* SPDX-License-Identifier: MIT */
/* A comparison of profiles: data of each function on both sides, and totals. */
#ifndef DFMTO_COMPARE_COMPARE_H
#define DFMTO_COMPARE_COMPARE_H

#include "op/answers.h"
#include "profile/profile.h"
#include "types.h"

enum { BEFORE, AFTER, N_SIDES };

/* Blocks of two sizes: PERIODS show dependence within a run, RUNS differences between runs. */
enum { PERIODS, RUNS, N_LEVELS };

/* A function on one side. */
struct dfmto_compare_compared_part {
  double weight, count;
  double squares; /* of the weights of samples */
  struct {
    double squares, cross; /* sums over blocks of x * x, and of x * n with n all weight of the block */
    double spread;         /* factor by which this level increases its variance */
  } by[N_LEVELS];
  double variance, freedom; /* of its share of the side */
};

struct dfmto_compare_compared {
  uint32_t file, name, linker_name; /* texts; linker_name: `name` unless it differs */
  struct dfmto_compare_compared_part side[N_SIDES];
  bool is_outside; /* it has changed, so it is excluded from the scale */
  double delta;    /* of scaled shares */
  double low, high, p;
  uint32_t verdict;
};

/* Total of a side. */
struct dfmto_compare_compared_whole {
  double weight, squares, count;
  struct {
    double n, squares; /* number of blocks that are not empty, and the sum of n * n */
  } by[N_LEVELS];
};

/* The profiles to compare, after they have run. */
struct dfmto_compare_runs {
  dfmt_op **list; /* one for each input; NULL: it was omitted */
  size_t n, cap;
  size_t n_before; /* number of runs of the first side */
  bool adding;     /* the runs of a side are being merged */
};

/* One answer. */
struct dfmto_compare {
  struct dfmti_mem *mem;
  struct dfmto_texts texts;
  struct dfmti_table table; /* file << 32 | name: function + 1 */
  struct dfmto_compare_compared *functions;
  size_t n, cap;
  struct dfmto_compare_compared_whole side[N_SIDES];
  bool uses[N_LEVELS];
  bool knows_chance, exact, total; /* knows_chance: some level is used; total: weights of whole stacks */
  double scale;                    /* of shares */
  double scale_variance;           /* of the scale, relative to its square */
  double usual;                    /* median spread of functions, over all levels */
  uint32_t *order;
  size_t n_rows;
  bool files;
  char unit[16];
  uint32_t weight_name; /* text */
  dfmt_compare_facts facts;
};

/* The first run of a side, found by check(), and the number of runs. */
dfmt_op *dfmto_compare_first(const struct dfmto_compare_runs *r, int side);
size_t dfmto_compare_n_runs(const struct dfmto_compare_runs *r, int side);

/* ---- weights.c ---- */

/* Adds up weights of all functions on both sides, and finds changes. false: no memory. */
bool dfmto_compare_weigh(struct dfmto_compare *x, const struct dfmto_compare_runs *r);

/* ---- alike.c ---- */

/* E_UNSUPPORTED: a side has no run, or did not keep the data; E_ARG: the weights are of different kinds. */
dfmt_status dfmto_compare_check(dfmt_op *op, const struct dfmto_answer *is);

/* The same for a flame graph. */
dfmt_status dfmto_compare_check_stacks(dfmt_op *op);

/* ---- function.c ---- */

/* Finds the function that matches a run's, or adds it. NULL: no memory. */
struct dfmto_compare_compared *dfmto_compare_function(struct dfmto_compare *x, const struct dfmto_profile_store *s,
                                                      const struct dfmto_profile_function *f);

/* ---- chance.c ---- */

/* Finds what has changed and what is noise: verdicts, intervals and p values. false: no memory. */
bool dfmto_compare_judge(struct dfmto_compare *x);

/*
 * Without statistics: there are no blocks to estimate errors from, or heaps, which are not sampled. false: no memory.
 */
bool dfmto_compare_tell_plainly(struct dfmto_compare *x);

#endif
