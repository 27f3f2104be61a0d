/* SPDX-License-Identifier: MIT */
/*
 * Stacks with weights: in a tree, or if memory is short, in runs in the scratch directory, each a sorted tree. A pass
 * over all stacks merges the runs, so that each stack comes once.
 */
#ifndef DFMTO_PROFILE_STACKS_H
#define DFMTO_PROFILE_STACKS_H

#include "op/op.h"
#include "tree.h"

/* Zeroed is empty. */
struct dfmto_profile_stacks {
  struct dfmto_profile_tree tree;
  struct dfmti_buf runs; /* of uint64_t: end of each in the file */
  struct dfmti_buf path; /* room for the longest stack while the tree is written */
  int file;              /* descriptor, plus 1; 0: none */
};

/* Reserves room for writing a stack of n frames. false: no memory. */
bool dfmto_profile_stacks_reserve(struct dfmti_mem *m, struct dfmto_profile_stacks *s, size_t n);

/*
 * Writes the tree to free its memory. st: the status to return if that does not help, as there is nothing to write, or
 * no directory. OK: the failed call can be repeated; E_IO.
 */
dfmt_status dfmto_profile_stacks_relieve(dfmt_op *op, struct dfmto_profile_stacks *s, dfmt_status st);

void dfmto_profile_stacks_free(struct dfmti_mem *m, struct dfmto_profile_stacks *s);

/* A run being read. */
struct dfmto_profile_run {
  uint64_t at, end;      /* range that is not in the buffer yet */
  struct dfmti_buf in;   /* len: valid bytes */
  size_t used;           /* consumed bytes of these */
  struct dfmti_buf path; /* of uint32_t: the current stack */
  size_t n, same;        /* its frames; of these, shared with the stack returned last */
  uint64_t weight, count;
  bool done;
};

/* A pass, and the current stack. */
struct dfmto_profile_pass {
  dfmt_op *op;
  struct dfmto_profile_stacks *stacks;
  struct dfmto_profile_cursor cursor; /* of the tree, if there are no runs */
  struct dfmto_profile_run *runs;
  size_t n_runs;
  struct dfmti_buf path;
  const uint32_t *frames; /* from the root */
  size_t n, common;       /* of them; of these, shared with the stack before */
  uint64_t weight, count;
};

/*
 * Iterates over stacks in the order of frame numbers. While the pass is open nothing may be added. E_NOMEM, E_LIMIT,
 * E_IO.
 */
dfmt_status dfmto_profile_pass_open(dfmt_op *op, struct dfmto_profile_stacks *s, struct dfmto_profile_pass *p);

/* OK; DFMT_END; E_NOMEM, E_LIMIT; E_IO, also if the caller stops. */
dfmt_status dfmto_profile_pass_next(struct dfmto_profile_pass *p);

/* To be called in any case. */
void dfmto_profile_pass_close(struct dfmto_profile_pass *p);

/* The group of a stack of the store: its last frame. */
static inline uint32_t dfmto_profile_pass_group(const struct dfmto_profile_pass *p) {
  return p->frames[p->n - 1] - DFMTO_GROUP;
}

#endif
