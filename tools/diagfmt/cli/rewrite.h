/* SPDX-License-Identifier: MIT */
/* What `convert` and `repair` share: an output for each file. */
#ifndef REWRITE_H
#define REWRITE_H

#include "cli/input.h"
#include "cli/output.h"

struct rewrite {
  struct tool *t;
  struct input *in;
  struct output out;
};

/*
 * Where outputs go: -o, -C or --append-to; one_for_all: several inputs may share one. false: they do not fit together
 * or cannot be made, which was reported.
 */
bool rewrite_setup(struct tool *t, bool one_for_all);
void rewrite_done(const struct tool *t);

/* Makes the output for an input. false: reported. */
bool rewrite_open(struct rewrite *x, struct tool *t, struct input *in);

/* Commits an output that an operation has written, or throws it away. */
void rewrite_end_output(struct rewrite *x, bool good);

#endif
