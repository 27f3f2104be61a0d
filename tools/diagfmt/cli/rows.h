/* SPDX-License-Identifier: MIT */
/* Operations of libdiagfmt-ops as commands: a configuration, one run, rows on standard output. */
#ifndef ROWS_H
#define ROWS_H

#include <diagfmt/event.h>
#include <diagfmt/ops/value.h>

#include "cli/choice.h"

/* What is configured, for an operation on an input, which is called by its name. The caller frees it. */
dfmt_config *op_config(struct tool *t, const struct input *in);

/* Makes an operation of a kind with c, which it frees. */
dfmt_op *op_new(dfmt_config *c, const char *kind);

/*
 * What is left of the input may still be read, or what was read of it be told; of want of memory only if that is right
 * as far as it goes.
 */
bool op_can_pass(const dfmt_error *e, bool in_part);

/* Reports what an operation says of an input, with the key of the entry that it speaks of. */
void op_fault(struct tool *t, struct input *in, const dfmt_op *op);

/* What an operation tells of a reader's remarks: on_remark() reports them. */
struct remarked {
  struct tool *t;
  struct input *const *inputs;
};
void on_remark(void *user, uint64_t input, const dfmt_diagnostic *d);

/*
 * Runs an operation that has its inputs, which are these. What it stops at is reported, and passed over where more can
 * be had; for want of memory only if what was found is right as far as it goes (in_part). false: an input cannot be
 * read, which was reported, or the tool is being stopped.
 */
bool op_go(struct tool *t, struct input *const *inputs, dfmt_op *op, bool in_part);

/* Reports what stopped rows that read as they are asked for, and passes over it. false: there is no more. */
bool op_pass(struct tool *t, struct input *in, dfmt_op *op);

/* The name of one of several files, before its table. */
void put_name(struct tool *t, const char *name);

/* The rows of an operation, for the caller to free. */
dfmt_rows *op_rows(struct tool *t, struct input *in, dfmt_op *op);

/* How many entries an operation on a value has found. */
uint64_t op_n_found(dfmt_op *op);

/* What dfmt_rows_rewind() or dfmt_rows_next_set() said. false: there is no set, or a fault, which is reported. */
bool op_has_set(struct tool *t, struct input *in, dfmt_rows *x, dfmt_status st);
bool op_next_set(struct tool *t, struct input *in, dfmt_rows *x);

/* What members of facts, or of a row, mean for the exit code, by their names. NULL: nothing. */
void raise_by_facts(struct tool *t, const dfmt_head *facts);

/* Runs the command's operation on a file, and prints what it answers. user: nothing. */
void op_ask(struct tool *t, struct input *in, void *user);

/* What of the set is shown in tables. */
struct shown {
  uint64_t rows, details; /* most; 0: all */
  bool lines;             /* a line for each column */
  bool bare;              /* without names of columns */
};

/*
 * Prints the set of rows at hand: as --csv, --json, or a table. Names of CSV columns come once for sets of one name
 * that follow each other.
 */
void put_shown(struct tool *t, dfmt_rows *x, const struct shown *shown);

/*
 * The same for rows that read as they are printed. What stops them is reported, and passed over where more can be had.
 * false: it did, or the tool is being stopped.
 */
bool put_read(struct tool *t, struct input *in, dfmt_op *op, dfmt_rows *x, const struct shown *shown);

/* Prints rows of a scan. false: they end with an error, which is theirs. */
bool put_scanned(struct tool *t, dfmt_rows *x);

/* The same with so many rows of a table; 0: all. */
void put_rows(struct tool *t, dfmt_rows *x, uint64_t max);

#endif
