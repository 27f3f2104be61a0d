/* SPDX-License-Identifier: MIT */
/* A comparison of profiles: what is known of each function on both sides, and of all. */
#ifndef DFMTO_COMPARE_COMPARE_H
#define DFMTO_COMPARE_COMPARE_H

#include "op/answers.h"
#include "profile/profile.h"
#include "types.h"

enum { BEFORE, AFTER, N_SIDES };

/* Blocks of two sizes: what depends on itself within a run shows in its periods, what differs from run to run in runs.
 */
enum { PERIODS, RUNS, N_LEVELS };

/* A function on one side. */
struct dfmto_compare_compared_part {
  double weight, count;
  double squares; /* of the weights of single samples */
  struct {
    double squares, cross; /* sums over blocks of x * x, and of x * n with n all weight of the block */
    double spread;         /* how much more its variance is than was to be expected without this level */
  } by[N_LEVELS];
  double variance, freedom; /* of its share of the side */
};

struct dfmto_compare_compared {
  uint32_t file, name, linker_name; /* texts; linker_name: `name` where it is not another one */
  struct dfmto_compare_compared_part side[N_SIDES];
  bool is_outside; /* it has changed, and so says nothing of the scale of the others */
  double delta;    /* of scaled shares */
  double low, high, p;
  uint32_t verdict;
};

/* All weight of a side. */
struct dfmto_compare_compared_whole {
  double weight, squares, count;
  struct {
    double n, squares; /* blocks with anything, and the sum of n * n */
  } by[N_LEVELS];
};

/* The profiles that are compared, and have run. */
struct dfmto_compare_runs {
  dfmt_op **list; /* one for each input; NULL: it was left out */
  size_t n, cap;
  size_t n_before; /* the first of them */
  bool adding;     /* those of a side are being added to one */
};

/* One answer. */
struct dfmto_compare {
  struct dfmti_mem *mem;
  struct dfmto_texts texts;
  struct dfmti_table table; /* file << 32 | a name: function + 1 */
  struct dfmto_compare_compared *functions;
  size_t n, cap;
  struct dfmto_compare_compared_whole side[N_SIDES];
  bool uses[N_LEVELS];
  bool knows_chance, exact, total; /* knows_chance: some level is used; total: of whole stacks */
  double scale;                    /* of shares */
  double scale_variance;           /* of it, relative to its square */
  double usual;                    /* spread of functions, of all levels */
  uint32_t *order;
  size_t n_rows;
  bool files;
  char unit[16];
  uint32_t weight_name; /* text */
  dfmt_compare_facts facts;
};

/* The first run of a side, which check() has found, and how many there are. */
dfmt_op *dfmto_compare_first(const struct dfmto_compare_runs *r, int side);
size_t dfmto_compare_n_runs(const struct dfmto_compare_runs *r, int side);

/* ---- weights.c ---- */

/* What all functions weigh on both sides, and what has changed. false: no memory. */
bool dfmto_compare_weigh(struct dfmto_compare *x, const struct dfmto_compare_runs *r);

/* ---- alike.c ---- */

/* E_UNSUPPORTED: a side has no run, or what is compared was not kept; E_ARG: they do not weigh the same. */
dfmt_status dfmto_compare_check(dfmt_op *op, const struct dfmto_answer *is);

/* The same of what a flame graph needs. */
dfmt_status dfmto_compare_check_stacks(dfmt_op *op);

/* ---- function.c ---- */

/* The function that another one is, which is added if it is new. NULL: no memory. */
struct dfmto_compare_compared *dfmto_compare_function(struct dfmto_compare *x, const struct dfmto_profile_store *s,
                                                      const struct dfmto_profile_function *f);

/* ---- chance.c ---- */

/* What has changed, and what is noise: verdicts, intervals and how likely each is by chance. false: no memory. */
bool dfmto_compare_judge(struct dfmto_compare *x);

/* Without blocks nothing tells what chance does; and heaps are no samples. false: no memory. */
bool dfmto_compare_tell_plainly(struct dfmto_compare *x);

#endif
