/* SPDX-License-Identifier: MIT */
/* What `convert`, `repair` and others that write share: an output for each file, and an operation that fills it. */
#ifndef REWRITE_H
#define REWRITE_H

#include "cli/choice.h"
#include "cli/output.h"
#include "cli/rows.h"

/* Where outputs go: a member `to` of a command's settings. */
struct target {
  const char *output, *directory, *append_to;
  bool hide, keep_times;
  int fd; /* of the directory; -1: none */
};

#define OUTPUT_OPTION TEXT("output", 'o', to.output, "FILE", "write to FILE, which appears when it is complete")
#define DIRECTORY_OPTION TEXT("directory", 'C', to.directory, "DIR", "write new files in DIR, named as the FILEs are")

/*
 * Makes the directory, if there is to be one; one_for_all: several inputs may share an output. false: options do not
 * fit together or it cannot be made, which was reported.
 */
bool rewrite_setup(struct tool *t, struct target *to, bool one_for_all);

/* After all files: closes the directory, and says how all went. */
void rewrite_done(struct tool *t, const struct target *to);

/* Makes the output for an input. false: reported. */
bool rewrite_open(struct output *out, struct tool *t, struct input *in, const struct target *to);

/*
 * Runs an operation whose inputs, in this order, were added, and which writes. Damage is reported and passed over if
 * --recover says so. false: the output is not to be kept; what is wrong was reported.
 */
bool op_go_writing(struct tool *t, struct input *const *inputs, const struct output *out, dfmt_op *op, bool recover);

/*
 * The same of an operation that it makes of a kind with c, which it frees, and n inputs; its output goes to `out`. Its
 * notes are reported.
 */
bool op_rewrite(struct tool *t, dfmt_config *c, const char *kind, struct input *const *inputs, size_t n,
                const struct output *out, bool recover);

#endif
