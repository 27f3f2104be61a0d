/* SPDX-License-Identifier: MIT */
/* All files of the command line at once, for what takes several inputs. */
#ifndef INPUTS_H
#define INPUTS_H

#include "cli/input.h"

struct inputs {
  struct input **list; /* ours: those of each_file() go when the next one comes */
  size_t n;
};

/* Opens all. false: with one of them missing it would be another result; that was reported. */
bool inputs_open(struct tool *t, struct inputs *x);

void inputs_close(struct inputs *x);

#endif
