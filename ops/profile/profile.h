/* SPDX-License-Identifier: MIT */
/*
 * Internals of profile. A format's part (simpleperf.c, mallocdbg.c) reads names, then stacks, and passes these to the
 * store (store.c), which has functions, groups and weights and no knowledge of formats; rows and documents are made
 * from the store alone.
 *
 *   FORMAT --known--> NAMES --read--> STACKS --end--> the next input: FORMAT
 */
#ifndef DFMTO_PROFILE_H
#define DFMTO_PROFILE_H

#include "op/choose.h"
#include "op/op.h"
#include "op/texts.h"
#include "recognise.h"
#include "stacks.h"
#include "types.h"

enum { DFMTO_PERIODS = 32, DFMTO_LEAVES = 33 };

enum { DFMTO_PHASE_OPEN, DFMTO_PHASE_FORMAT, DFMTO_PHASE_NAMES, DFMTO_PHASE_STACKS };

/* Texts by their numbers in the store; 0 is the empty one. */
struct dfmto_profile_function {
  uint32_t name, linker_name, file;
  uint32_t place; /* last found, plus 1; 0: none yet */
};

/* A place in a function: KEEP_PLACES and _SAMPLES. */
struct dfmto_profile_place {
  uint32_t function;
  uint64_t address; /* in the function's file; 0: not distinguished by address */
};

/* What weights measure. */
struct dfmto_profile_measure {
  uint32_t name;
  bool is_ns, is_bytes, is_away; /* is_away: time off the CPU */
  uint64_t sum, count;
};

/* A combination of the properties by which the profile is grouped. Other members are 0. */
struct dfmto_profile_group {
  uint32_t measure; /* set even if events are not distinguished */
  int32_t thread_id, process_id;
  uint32_t thread, process, heap; /* texts */
  uint64_t sum, count;
};

/* A function in a group: KEEP_FUNCTIONS and _FILES. */
struct dfmto_profile_cell {
  uint32_t group, function;
  uint64_t self, total, self_count, total_count;
  uint64_t last; /* number of the stack that it was found for last, from 1 */
};

/* Distribution of a cell's weight over time: DFMT_OPS_PROFILE_PERIODS. */
struct dfmto_profile_series {
  double self[DFMTO_PERIODS], total[DFMTO_PERIODS]; /* weight in each period */
  double self_squares, total_squares;               /* sums of the squares of the weights of samples */
};

/* KEEP_SAMPLES: a sample; or a thread put on a CPU (weight 1) or taken off it (0). */
struct dfmto_profile_sample {
  uint64_t time_ns, weight;
  uint32_t group, node; /* node: of the tree, its innermost frame */
};

struct dfmto_profile_samples {
  struct dfmto_profile_sample *list;
  size_t n, cap;
};

/* Cached positions of a stack, for when it recurs. Zeroed: unknown. */
struct dfmto_profile_hint {
  uint64_t epoch;                /* of the tree, plus 1, for which the next two are valid */
  uint32_t node;                 /* end of the frames in the tree */
  uint32_t leaves[DFMTO_LEAVES]; /* node of each of the first groups above it; 0: unknown */
  uint32_t group, n_cells; /* KEEP_FUNCTIONS and _FILES: number of distinct cells in this group; n_cells 0: unknown */
};

/* A stack to add. */
struct dfmto_profile_stack {
  uint32_t group, measure;
  const uint32_t *functions; /* innermost first; places, if these are kept */
  size_t n;
  struct dfmto_profile_hint *hint; /* of these frames; NULL: none */
  uint32_t *cells;                 /* room for n cells of the hint; NULL: none */
  uint64_t weight, count;
  uint64_t time_ns;
  const uint64_t *block_bytes; /* of each of its blocks; NULL: not a stack of blocks */
};

struct dfmto_profile_size {
  uint64_t bytes, weight, count;
};

struct dfmto_profile_store {
  struct dfmto_texts texts;
  struct dfmti_table function_table; /* file << 32 | linker's name, else name: number + 1 */
  struct dfmto_profile_function *functions;
  size_t n_functions, cap_functions;
  struct dfmti_table place_table;
  struct dfmto_profile_place *places;
  size_t n_places, cap_places;
  struct dfmto_profile_measure *measures;
  size_t n_measures, cap_measures;
  struct dfmto_texts group_keys; /* groups as bytes */
  struct dfmto_profile_group *groups;
  size_t n_groups, cap_groups;
  struct dfmti_table cell_table; /* group << 32 | function: number + 1 */
  struct dfmto_profile_cell *cells;
  size_t n_cells, cap_cells;
  struct dfmti_buf stack;              /* of uint32_t: cells of the current stack */
  struct dfmto_profile_series *series; /* by cell, if periods are kept */
  size_t cap_series;
  uint64_t start_ns, period_ns;       /* start of the first period, and length of each; period_ns 0: no stack yet */
  double periods[DFMTO_PERIODS];      /* total weight in each */
  double squares;                     /* sum of the squares of the weights of all samples */
  struct dfmto_profile_stacks stacks; /* KEEP_STACKS and more: functions or places, then the group */
  struct dfmto_profile_samples samples, switches;
  uint64_t first_ns, last_ns; /* of what was added */
  uint64_t n_lost;            /* samples that the recorder lost, if requested */
  struct dfmti_table size_table;
  struct dfmto_profile_size *sizes;
  size_t n_sizes, cap_sizes;
  uint64_t marker; /* number of the last stack: dfmto_profile_cell.last */
  uint64_t total, count, n_left_out;
  bool has_frames; /* some stack has functions */
};

/* A format's part. Functions continue where they stopped, as dfmt_op_run(). */
struct dfmto_profile_format {
  uint32_t id;                        /* 0: not a format of libdiagfmt; the part reads its inputs itself */
  const char *name;                   /* its name, if so */
  size_t input_size;                  /* bytes of state for one input, zeroed */
  const char *unit, *count_unit;      /* NULL unit: by the measure */
  uint32_t groups, usual_group;       /* DFMT_PROFILE_BY_* that it supports, and those of BY_USUAL */
  uint32_t viewer_group;              /* of BY_USUAL with KEEP_PLACES and KEEP_SAMPLES */
  dfmt_status (*names)(dfmt_op *op);  /* E_UNSUPPORTED: the input lacks what the options need */
  dfmt_status (*stacks)(dfmt_op *op); /* OK: at the end of the input */
  void (*close)(dfmt_op *op);         /* frees what the input's state holds */
};

extern const struct dfmto_profile_format dfmto_profile_simpleperf, dfmto_profile_mallocdbg, dfmto_profile_pprof;

struct dfmto_profile {
  struct dfmto_profile_store store;
  uint32_t keep, group, weight, cpu, heap;
  bool periods, allocators; /* allocators: keeps their frames */
  uint64_t from_ns, to_ns;
  bool relative;                             /* they are relative to the first sample */
  const struct dfmto_profile_format *format; /* of all inputs; NULL: not known yet */
  uint32_t phase;
  struct dfmto_profile_head head; /* of the current input */
  void *input;                    /* the format's state for the current input; NULL: none yet */
  struct dfmti_buf dropped;       /* of bool: by input */
  bool is_damaged;                /* part of the current input was skipped */
  uint64_t n_partial, n_dropped;
  uint32_t usual;           /* text: the default event */
  const dfmt_op *merging;   /* profile whose merging was interrupted; NULL: none */
  uint64_t n_merged;        /* its cells or stacks that are merged */
  uint64_t n_inputs_merged; /* of profiles that were merged */
  bool knows_usual;
};

static inline struct dfmto_profile *dfmto_profile_of(dfmt_op *op) { return op->state; }

/* Frames of stacks are places. */
static inline bool dfmto_profile_has_places(const struct dfmto_profile *p) {
  return p->keep >= DFMT_PROFILE_KEEP_PLACES;
}

/* The function of a frame. */
static inline uint32_t dfmto_profile_function(const struct dfmto_profile *p, uint32_t frame) {
  return dfmto_profile_has_places(p) ? p->store.places[frame].function : frame;
}

/* ---- profile.c ---- */

/* Summary of the measures of a profile. */
struct dfmto_profile_measure_sum {
  size_t n, n_on;
  bool has_others; /* not nanoseconds */
};
void dfmto_profile_measure_look(struct dfmto_profile_measure_sum *x, const struct dfmto_profile_measure *m);
void dfmto_profile_measures_look(struct dfmto_profile_measure_sum *x, const struct dfmto_profile_store *s);
bool dfmto_profile_measures_add_up(const struct dfmto_profile_measure_sum *x);

/*
 * Weights of all measures so far can be added: they are of one event, or times on and off the CPU, or counts of
 * samples.
 */
bool dfmto_profile_adds_up(const struct dfmto_profile *p);

/* Names of all measures: "cpu-clock, off-cpu"; their unit. */
dfmt_status dfmto_profile_weight_name(dfmt_op *op, struct dfmti_buf *out);
const char *dfmto_profile_unit(const dfmt_op *op);

/* OK: results can be made. least: the DFMT_PROFILE_KEEP_* that they need. E_STATE, E_UNSUPPORTED. */
dfmt_status dfmto_profile_check(dfmt_op *op, uint32_t least);

/* After E_LIMIT: OK if memory was freed by moving stacks to the scratch directory; else a status. */
dfmt_status dfmto_profile_relieve(dfmt_op *op, dfmt_status st);

/* Notes damage of the current input. */
void dfmto_profile_note(dfmt_op *op, const dfmt_event *ev);

/* ---- store.c: E_NOMEM and E_LIMIT leave it unchanged, so that the call can be repeated ---- */

dfmt_status dfmto_profile_store_text(dfmt_op *op, dfmt_str text, uint32_t *number);

/* linker_name: empty if it is not needed to distinguish the function. */
dfmt_status dfmto_profile_store_function(dfmt_op *op, dfmt_str name, dfmt_str linker_name, dfmt_str file,
                                         uint32_t *number);

/* frame: the function or the place, whichever the profile keeps. */
dfmt_status dfmto_profile_store_frame(dfmt_op *op, uint32_t function, uint64_t address, uint32_t *frame);

/* Appends a sample to a list, false: no memory. */
bool dfmto_profile_samples_add(struct dfmti_mem *m, struct dfmto_profile_samples *s,
                               const struct dfmto_profile_sample *x);
void dfmto_profile_samples_free(struct dfmti_mem *m, struct dfmto_profile_samples *s);

/* Finds or adds the measure of a name. */
dfmt_status dfmto_profile_store_measure(dfmt_op *op, dfmt_str name, bool is_ns, bool is_away, uint32_t *number);

/* Finds or adds the group with these members; sum and count are 0. */
dfmt_status dfmto_profile_store_group(dfmt_op *op, const struct dfmto_profile_group *g, uint32_t *number);

/* Prefetches the node of a group from the hint of a stack, if known. */
void dfmto_profile_store_ask(const dfmt_op *op, const struct dfmto_profile_hint *hint, uint32_t group);

/* Fills the hint of a stack to be added to the tree. false: no memory. */
bool dfmto_profile_store_hint(dfmt_op *op, const struct dfmto_profile_stack *x);

/* Also E_LIMIT if sums would exceed 2^64 - 1. */
dfmt_status dfmto_profile_store_add(dfmt_op *op, const struct dfmto_profile_stack *x);

/* KEEP_STACKS and more: adds to a stack, but not to sums. *node: of its innermost frame. */
dfmt_status dfmto_profile_store_stack(dfmt_op *op, const struct dfmto_profile_stack *x, uint32_t *node);

/* Adds to the cell of the same group and function, but not to sums. */
dfmt_status dfmto_profile_store_cell(dfmt_op *op, const struct dfmto_profile_cell *c);

/* Adds the sizes of another store; then their values. */
dfmt_status dfmto_profile_store_make_sizes(dfmt_op *op, const struct dfmto_profile_store *from);
void dfmto_profile_store_add_sizes(struct dfmto_profile_store *s, const struct dfmto_profile_store *from);

/* KEEP_STACKS: makes cells of functions from the stacks, as if they had been counted at once. */
dfmt_status dfmto_profile_store_count_functions(dfmt_op *op);

void dfmto_profile_store_free(struct dfmti_mem *m, struct dfmto_profile_store *s);

/* ---- periods.c ---- */

/* The period of a time; may make all periods longer. */
size_t dfmto_profile_period_of(struct dfmto_profile_store *s, uint64_t time_ns);

/* ---- merge.c ---- */

/* As dfmt_op_merge(). */
dfmt_status dfmto_profile_merge(dfmt_op *into, dfmt_op *from);

#endif
