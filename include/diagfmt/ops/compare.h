/* SPDX-License-Identifier: MIT */
/*
 * Compare: finds what changed between two profiles, or two sets of runs, also of different builds. A function is
 * identified by the last part of its file's path and its linker name, or by its name if one of the profiles has no
 * linker names. Addresses and installation folders do not matter. All unnamed code of a file is one function.
 *
 * Profiles of samples vary by chance. The variation is estimated from at least three runs per side, each a profile of
 * its own, or from how the weights of one or two runs are spread over time (DFMT_OPS_PROFILE_PERIODS), so that a burst
 * of samples does not count as many independent ones. Functions are CHANGED such that the expected share of false
 * positives among them is at most 5 % (Benjamini and Hochberg); nothing is claimed of the others. Heap dumps are not
 * samples: every difference is a change.
 *
 * If one function takes more, the shares of all others fall. Therefore weights after are compared at the scale at which
 * most functions did not change: the weighted median of their ratios, estimated again without the functions that are
 * CHANGED at that scale. The fewer functions there are, the less precise the scale, and the wider all intervals.
 *
 * Each input is a run with a profile of its own; the first DFMT_OPS_COMPARE_N_BEFORE inputs are the runs before. The
 * options of profile.h apply; DFMT_OPS_PROFILE_PURPOSE is FOR_COMPARE by default. All runs must have the same weight
 * and events, else E_ARG; the message names them.
 *
 * Answers, most certain change first, then largest; for heap dumps, functions without blocks on either side have no
 * row: self        functions, or files with KEEP_FILES, by their own weight. Usual total       the same, by the weight
 * of all stacks that they are in runs        the totals of each run, a dfmt_compare_run
 *
 * Document, of FOR_COMPARE_FLAME:
 *   flame       a flame graph (profile.h) of all runs after: boxes are as wide as their share, red where it grew, blue
 *               where it shrank, paler the less it changed; functions that are gone have no box
 */
#ifndef DIAGFMT_OPS_COMPARE_H
#define DIAGFMT_OPS_COMPARE_H

#include <diagfmt/ops/profile.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Option. */
enum {
  DFMT_OPS_COMPARE_N_BEFORE = DFMT_OPS << 16 | 0x201 /* number of inputs, the first ones, from before. Default 1 */
};

enum {
  DFMT_COMPARE_FACTS = DFMT_OPS << 16 | 0x201,
  DFMT_COMPARE_ROW = DFMT_OPS << 16 | 0x202,
  DFMT_COMPARE_RUN = DFMT_OPS << 16 | 0x203,
  DFMT_COMPARE_TYPE_VERDICT = DFMT_OPS << 16 | 0x8281 /* words DFMT_COMPARE_SAME … */
};

enum {
  DFMT_COMPARE_SAME = 0,  /* heap dumps: no difference */
  DFMT_COMPARE_NOISE = 1, /* the difference may be chance */
  DFMT_COMPARE_RARE = 2,  /* too few samples to tell */
  DFMT_COMPARE_CHANGED = 3,
  DFMT_COMPARE_UNKNOWN = 4 /* no runs or periods to estimate the variation from */
};

/* Facts of a comparison. Since 0.1. */
typedef struct dfmt_compare_facts {
  dfmt_head head;
  dfmt_str weight, unit;            /* as in dfmt_profile_facts */
  uint64_t n_before, n_after;       /* runs */
  double total_before, total_after; /* weight of a run, on average */
  double scale;                     /* ratio of weight after to weight before, of most functions */
  uint64_t n_changed;               /* rows with CHANGED */
} dfmt_compare_facts;

enum {
  DFMT_COMPARE_ROW_HAS_FUNCTION = 1,
  DFMT_COMPARE_ROW_HAS_FILE = 2,
  DFMT_COMPARE_ROW_HAS_INTERVAL = 4, /* low, high, q */
  DFMT_COMPARE_ROW_HAS_LINKER_NAME = 8
};

/* A function, or a file with KEEP_FILES. Since 0.1. */
typedef struct dfmt_compare_row {
  dfmt_head head;
  uint32_t present;                 /* DFMT_COMPARE_ROW_HAS_* */
  uint32_t verdict;                 /* DFMT_COMPARE_CHANGED … */
  double before, after;             /* weight of a run, on average */
  double delta;                     /* after - before */
  double before_share, after_share; /* of the side's weight, 0 to 1 */
  double delta_share;               /* after_share / scale of shares - before_share: relative to most functions */
  double low, high;                 /* 95 % confidence interval of delta_share */
  double q;                         /* false discovery rate if this function is called changed */
  dfmt_str function;
  dfmt_str file;        /* last part of its path */
  dfmt_str linker_name; /* if it differs from `function` */
} dfmt_compare_row;

/* Presence bits of dfmt_compare_run. */
enum { DFMT_COMPARE_RUN_HAS_FILE = 1 };

/* A run that was not dropped. Since 0.1. */
typedef struct dfmt_compare_run {
  dfmt_head head;
  uint32_t present;
  uint32_t is_after; /* 1: a run after, 0: before */
  uint64_t input;
  dfmt_str file;       /* name of the input: DFMT_OPS_NAMES */
  dfmt_str unit;       /* of `total`, "events" */
  uint64_t total;      /* 0: several events, which do not add up */
  uint64_t count;      /* samples, or blocks */
  uint64_t n_left_out; /* samples of other events */
  uint64_t n_partial;  /* damaged places that were skipped */
} dfmt_compare_run;

#ifdef __cplusplus
}
#endif

#endif
