/* SPDX-License-Identifier: MIT */
/* Operations that write a file: `convert` and `repair`. */
#ifndef WRITING_H
#define WRITING_H

#include "cli/choice.h"
#include "cli/rewrite.h"
#include "cli/rows.h"

/*
 * Runs an operation whose inputs, in this order, were added. Damage is reported and passed over if --recover says so.
 * Then reports its notes. false: the output is not to be kept; what is wrong was reported.
 */
bool op_write(struct tool *t, struct input *const *inputs, const struct rewrite *x, dfmt_op *op, bool recover);

#endif
