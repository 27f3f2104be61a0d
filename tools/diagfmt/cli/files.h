/* SPDX-License-Identifier: MIT */
/* All files of the command line, or of a list: in order, or by workers. */
#ifndef FILES_H
#define FILES_H

#include "cli/file.h"

/*
 * Calls one() for every file of the command line, or for stdin; reports files that cannot be opened, and counts
 * results. `but`: number of final operands that are not files.
 */
void each_file(struct tool *t, int but, file_fn one, void *user);

/* Callback for the name of a file. */
typedef void (*name_fn)(struct tool *t, const char *name, void *user);

/* Calls one() for n names, or instead for those of --files0-from; for stdin if there are neither. false: stopped. */
bool each_name(struct tool *t, char **names, int n, name_fn one, void *user);

/* All files at once, for operations with several inputs; owned until inputs_close(). */
struct inputs {
  struct input **list;
  size_t n;
};

/* Opens them. false: one failed, and the result would be wrong without it; reported. */
bool inputs_open(struct tool *t, struct inputs *x);

void inputs_close(struct inputs *x);

#endif
