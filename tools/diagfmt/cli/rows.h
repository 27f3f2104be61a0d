/* SPDX-License-Identifier: MIT */
/* Operations of libdiagfmt-ops as commands: a configuration, one run, rows on standard output. */
#ifndef ROWS_H
#define ROWS_H

#include <diagfmt/event.h>
#include <diagfmt/ops/value.h>

#include "cli/choice.h"

/* The configuration for an operation on n inputs, including their names. The caller frees it. */
dfmt_config *op_config(struct tool *t, struct input *const *in, size_t n);

/* Makes an operation of a kind with c, which it frees. */
dfmt_op *op_new(dfmt_config *c, const char *kind);

/*
 * Whether the operation can continue, or its results so far be printed; after E_NOMEM only if partial results are
 * valid.
 */
bool op_can_pass(const dfmt_error *e, bool in_part);

/* Reports the error of an operation on an input, with the key of its entry. */
void op_fault(struct tool *t, struct input *in, const dfmt_op *op);

/* Receiver of a reader's remarks: on_remark() reports them. */
struct remarked {
  struct tool *t;
  struct input *const *inputs;
};
void on_remark(void *user, uint64_t input, const dfmt_diagnostic *d);

/*
 * Runs an operation on its inputs, which are these. Failures are reported, and skipped if possible; after E_NOMEM only
 * if partial results are valid (in_part). false: an input cannot be read (reported), or the tool is being stopped.
 */
bool op_go(struct tool *t, struct input *const *inputs, dfmt_op *op, bool in_part);

/* Reports what stopped streamed rows, and skips it. false: no more rows. */
bool op_pass(struct tool *t, struct input *in, dfmt_op *op);

/* The name of one of several files, before its table. */
void put_name(struct tool *t, const char *name);

/* The rows of an operation, for the caller to free. */
dfmt_rows *op_rows(struct tool *t, struct input *in, dfmt_op *op);

/* The number of entries that a value operation found. */
uint64_t op_n_found(dfmt_op *op);

/* Handles the status of dfmt_rows_rewind() or dfmt_rows_next_set(). false: no set, or an error; reported. */
bool op_has_set(struct tool *t, struct input *in, dfmt_rows *x, dfmt_status st);
bool op_next_set(struct tool *t, struct input *in, dfmt_rows *x);

/* Raises the exit code for members of facts, or of a row, by their names. NULL: does nothing. */
void raise_by_facts(struct tool *t, const dfmt_head *facts);

/* Runs the command's operation on a file, and prints its answers. user: unused. */
void op_ask(struct tool *t, struct input *in, void *user);

/* One list of all files (asked.list): adds a document of a file, or of several; prints it, if there is any. */
void add_list(struct tool *t, const void *ptr, size_t len);
void put_list(struct tool *t);

/* How a set is shown in tables. */
struct shown {
  uint64_t rows, details; /* maximum; 0: all */
  bool lines;             /* one line per column */
  bool bare;              /* no column names */
};

/*
 * Prints the current set of rows: as --csv, --json, or a table. Consecutive sets with the same name print CSV column
 * names once.
 */
void put_shown(struct tool *t, dfmt_rows *x, const struct shown *shown);

/*
 * The same for streamed rows. Failures are reported, and skipped if possible. false: a failure that cannot be skipped,
 * or the tool is being stopped.
 */
bool put_read(struct tool *t, struct input *in, dfmt_op *op, dfmt_rows *x, const struct shown *shown);

/* Prints rows of a scan. false: they end with an error, which they hold. */
bool put_scanned(struct tool *t, dfmt_rows *x);

/* The same with at most max rows in a table; 0: all. */
void put_rows(struct tool *t, dfmt_rows *x, uint64_t max);

#endif
