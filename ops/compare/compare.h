/* SPDX-License-Identifier: MIT */
/* A comparison of profiles: what is known of each function on both sides, and of all. */
#ifndef DFMTO_COMPARE_COMPARE_H
#define DFMTO_COMPARE_COMPARE_H

#include <diagfmt/ops/compare.h>

#include "profile/profile.h"

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

struct dfmto_compare {
  struct dfmti_mem mem;
  dfmt_config *config;
  struct dfmto_texts texts;
  struct dfmti_table table; /* file << 32 | a name: function + 1 */
  struct dfmto_compare_compared *functions;
  size_t n, cap;
  struct dfmto_compare_compared_whole side[N_SIDES];
  bool uses[N_LEVELS];
  bool knows_chance, exact, total; /* knows_chance: some level is used; total: DFMT_COMPARE_TOTAL */
  double scale;                    /* of shares */
  double scale_variance;           /* of it, relative to its square */
  double usual;                    /* spread of functions, of all levels */
  uint32_t *order;
  size_t n_rows, next;
  bool begun, files;
  char unit[16], heading[400];
  uint32_t weight_name; /* text */
  dfmt_compare_facts facts;
  dfmt_compare_row row;
  dfmt_row_set set;
  dfmt_column columns[16];
};

/* ---- alike.c ---- */

/* E_ARG of `teller`, with both weights, if two profiles that have run do not weigh the same thing. */
dfmt_status dfmto_compare_check_alike(dfmt_op *first, dfmt_op *op, dfmt_op *teller);

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
