/* SPDX-License-Identifier: MIT */
/* Operations that write a file: `convert` and `repair`. */
#ifndef WRITING_H
#define WRITING_H

#include "rewrite.h"
#include "rows.h"

/* Words of the command line for a list option. */
void op_words(dfmt_config *c, uint32_t key, const struct words *words);

/* The same of sets of numbers, of which one "@FILE" stands for the text of a file. false: reported. */
bool op_sets(struct tool *t, dfmt_config *c, uint32_t key, const char *option, const struct words *words);

/* Where temporary files go: $TMPDIR. */
void op_scratch(dfmt_config *c);

/*
 * Runs an operation whose inputs, in this order, were added. Damage is reported and passed over if --recover says so.
 * Then reports its notes. false: the output is not to be kept; what is wrong was reported.
 */
bool op_write(struct tool *t, struct input *const *inputs, const struct rewrite *x, dfmt_op *op, bool recover);

#endif
