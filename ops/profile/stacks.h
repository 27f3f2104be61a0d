/* SPDX-License-Identifier: MIT */
/*
 * Stacks with weights: in a tree, or where that has no room, in runs in the scratch directory, each of which is a tree
 * in order. A pass over all stacks joins the runs, so that each stack comes once.
 */
#ifndef DFMTO_PROFILE_STACKS_H
#define DFMTO_PROFILE_STACKS_H

#include "op/op.h"
#include "tree.h"

/* Zeroed is empty. */
struct dfmto_profile_stacks {
  struct dfmto_profile_tree tree;
  struct dfmti_buf runs; /* of uint64_t: where each ends in the file */
  struct dfmti_buf path; /* room for the frames of the longest stack, while the tree is written */
  int file;              /* descriptor, plus 1; 0: none */
};

/* Makes room for writing a stack of n frames. false: no memory. */
bool dfmto_profile_stacks_reserve(struct dfmti_mem *m, struct dfmto_profile_stacks *s, size_t n);

/*
 * Memory was out: writes the tree, and gives its memory back. st: the status to return if that is not what helps, as
 * nothing is there to be written, or no directory to write to. OK: what failed can be tried again; E_IO.
 */
dfmt_status dfmto_profile_stacks_relieve(dfmt_op *op, struct dfmto_profile_stacks *s, dfmt_status st);

void dfmto_profile_stacks_free(struct dfmti_mem *m, struct dfmto_profile_stacks *s);

/* A run while it is read. */
struct dfmto_profile_run {
  uint64_t at, end;      /* of what is not in the buffer yet */
  struct dfmti_buf in;   /* len: bytes that are there */
  size_t used;           /* of these */
  struct dfmti_buf path; /* of uint32_t: the current stack */
  size_t n, same;        /* its frames; those that the stack that was given last has, too */
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
  const uint32_t *frames; /* from the root on */
  size_t n, common;       /* of them; those that the one before had, too */
  uint64_t weight, count;
};

/* Stacks by the numbers of their frames. While the pass is open nothing is added. E_NOMEM, E_LIMIT, E_IO. */
dfmt_status dfmto_profile_pass_open(dfmt_op *op, struct dfmto_profile_stacks *s, struct dfmto_profile_pass *p);

/* OK; DFMT_END; E_NOMEM, E_LIMIT; E_IO, also where the caller stops. */
dfmt_status dfmto_profile_pass_next(struct dfmto_profile_pass *p);

/* In any case. */
void dfmto_profile_pass_close(struct dfmto_profile_pass *p);

/* Of the store's stacks: the last frame. */
static inline uint32_t dfmto_profile_pass_group(const struct dfmto_profile_pass *p) {
  return p->frames[p->n - 1] - DFMTO_GROUP;
}

#endif
