/* SPDX-License-Identifier: MIT */
/*
 * What changed between two profiles, or between two sets of runs, also of different builds: a function is identified
 * by the last part of its file's path and its linker's name, or its name where one of the profiles has no linker's, so
 * that neither addresses nor installation folders matter; code without a name is one function of its file.
 *
 * Profiles of samples vary by chance. How much is estimated from three runs a side or more, each a profile of its own,
 * or from how the weights of one or two runs are spread over time (DFMT_OPS_PROFILE_PERIODS), so that a burst of
 * samples does not count as many independent ones. A function is CHANGED if the expected part of false ones among all
 * that are called so is at most 5 % (Benjamini and Hochberg); of the rest nothing is claimed. Heap dumps are no
 * samples: what differs there has changed.
 *
 * If one function takes more, the shares of all others fall. So weights after are compared at the scale at which most
 * functions have not changed: the weighted median of their ratios, found again without those that are CHANGED by it.
 * That is known the worse the fewer functions there are, which widens all intervals.
 *
 * Each input is a run, of which the first DFMT_OPS_COMPARE_N_BEFORE are from before, and has a profile of its own, with
 * the options of profile.h; DFMT_OPS_PROFILE_PURPOSE is FOR_COMPARE if it is not set. All must be of one weight and of
 * the same events: E_ARG, and the message names them.
 *
 * Answers, the surest change first, then by how large it is; of heaps, functions that hold no block on either side have
 * no row:
 *   self        functions, or files with KEEP_FILES, where they are innermost. Usual
 *   total       the same of all stacks that they are in
 *   runs        what was counted of each run, a dfmt_compare_run
 *
 * Document, of FOR_COMPARE_FLAME:
 *   flame       a flame graph (profile.h) of the runs after, as one: boxes are as wide as their share of it, red where
 *               that is larger than before, blue where it is smaller, the paler the less it changed; what is gone
 *               has no box
 */
#ifndef DIAGFMT_OPS_COMPARE_H
#define DIAGFMT_OPS_COMPARE_H

#include <diagfmt/ops/profile.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Option. */
enum {
  DFMT_OPS_COMPARE_N_BEFORE = DFMT_OPS << 16 | 0x201 /* how many inputs, the first ones, are from before. Default 1 */
};

enum {
  DFMT_COMPARE_FACTS = DFMT_OPS << 16 | 0x201,
  DFMT_COMPARE_ROW = DFMT_OPS << 16 | 0x202,
  DFMT_COMPARE_RUN = DFMT_OPS << 16 | 0x203,
  DFMT_COMPARE_TYPE_VERDICT = DFMT_OPS << 16 | 0x8281 /* words DFMT_COMPARE_SAME … */
};

enum {
  DFMT_COMPARE_SAME = 0,  /* of heaps: no byte of difference */
  DFMT_COMPARE_NOISE = 1, /* as large a difference comes by chance */
  DFMT_COMPARE_RARE = 2,  /* too few samples to tell */
  DFMT_COMPARE_CHANGED = 3,
  DFMT_COMPARE_UNKNOWN = 4 /* neither runs nor periods tell what chance does */
};

/* What holds for a comparison as a whole. Since 0.1. */
typedef struct dfmt_compare_facts {
  dfmt_head head;
  dfmt_str weight, unit;            /* as dfmt_profile_facts has them */
  uint64_t n_before, n_after;       /* runs */
  double total_before, total_after; /* weight of a run, on average */
  double scale;                     /* weight after for one before, of most functions */
  uint64_t n_changed;               /* rows that are CHANGED */
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
  double before_share, after_share; /* parts of 1 of the side's weight */
  double delta_share;               /* after_share / scale of shares - before_share: against what most functions do */
  double low, high;                 /* of delta_share, in 95 of 100 cases */
  double q;                         /* part of false ones among functions that are called changed at this one's level */
  dfmt_str function;
  dfmt_str file;        /* last part of its path */
  dfmt_str linker_name; /* where it is another than `function` */
} dfmt_compare_row;

/* Presence bits of dfmt_compare_run. */
enum { DFMT_COMPARE_RUN_HAS_FILE = 1 };

/* A run that was not left out. Since 0.1. */
typedef struct dfmt_compare_run {
  dfmt_head head;
  uint32_t present;
  uint32_t is_after; /* 1: it is from after, 0: from before */
  uint64_t input;
  dfmt_str file;       /* what the input is called: DFMT_OPS_NAMES */
  dfmt_str unit;       /* of `total`, "events" */
  uint64_t total;      /* 0: it has several events, which do not add up */
  uint64_t count;      /* samples, or blocks */
  uint64_t n_left_out; /* samples of other events */
  uint64_t n_partial;  /* places that are damaged, which were passed over */
} dfmt_compare_run;

#ifdef __cplusplus
}
#endif

#endif
