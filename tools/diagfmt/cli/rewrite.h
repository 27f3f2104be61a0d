/* SPDX-License-Identifier: MIT */
/* What `convert` and `repair` share: an output for each file. */
#ifndef REWRITE_H
#define REWRITE_H

#include "cli/input.h"
#include "cli/output.h"

/* Where outputs go: a member `to` of a command's settings. */
struct target {
  const char *output, *directory, *append_to;
  bool hide, keep_times;
  int fd; /* of the directory; -1: none */
};

#define OUTPUT_OPTION TEXT("output", 'o', to.output, "FILE", "write to FILE, which appears when it is complete")
#define DIRECTORY_OPTION TEXT("directory", 'C', to.directory, "DIR", "write new files in DIR, named as the FILEs are")

struct rewrite {
  struct tool *t;
  struct input *in;
  struct output out;
};

/*
 * Makes the directory, if there is to be one; one_for_all: several inputs may share an output. false: options do not
 * fit together or it cannot be made, which was reported.
 */
bool rewrite_setup(struct tool *t, struct target *to, bool one_for_all);

/* After all files: closes the directory, and says how all went. */
void rewrite_done(struct tool *t, const struct target *to);

/* Makes the output for an input. false: reported. */
bool rewrite_open(struct rewrite *x, struct tool *t, struct input *in, const struct target *to);

/* Commits an output that an operation has written, or throws it away. */
void rewrite_end_output(struct rewrite *x, bool good);

#endif
