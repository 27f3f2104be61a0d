/* SPDX-License-Identifier: MIT */
/* Shared by `convert`, `repair` and others that write: an output for each file, and an operation that fills it. */
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
 * Makes the directory, if needed; one_for_all: several inputs may share an output. false: options contradict each
 * other, or it failed; reported.
 */
bool rewrite_setup(struct tool *t, struct target *to, bool one_for_all);

/* After all files: closes the directory, and prints a summary. */
void rewrite_done(struct tool *t, const struct target *to);

/* Makes the output for an input. false: reported. */
bool rewrite_open(struct output *out, struct tool *t, struct input *in, const struct target *to);

/*
 * Runs an operation that writes, with its inputs already added in this order. Damage is reported, and skipped if
 * recover. false: the output must be discarded; reported.
 */
bool op_go_writing(struct tool *t, struct input *const *inputs, const struct output *out, dfmt_op *op, bool recover);

/*
 * Makes an operation of a kind with c, which it frees, and n inputs; runs it to write `out`, as above, and reports its
 * notes.
 */
bool op_rewrite(struct tool *t, dfmt_config *c, const char *kind, struct input *const *inputs, size_t n,
                const struct output *out, bool recover);

#endif
