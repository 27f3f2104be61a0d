/* SPDX-License-Identifier: MIT */
/* All files of the command line, or of a list: one after the other, or by workers. */
#ifndef FILES_H
#define FILES_H

#include "cli/file.h"

/*
 * Calls one() for every file of the command line, or for stdin; a file that cannot be opened is reported. Counts how
 * they went. `but`: so many operands at the end are no files.
 */
void each_file(struct tool *t, int but, file_fn one, void *user);

/* What is done with the name of a file. */
typedef void (*name_fn)(struct tool *t, const char *name, void *user);

/* Calls it for n names, or for those of --files0-from, in their place; for stdin if there are neither. false: stopped.
 */
bool each_name(struct tool *t, char **names, int n, name_fn one, void *user);

/* All files at once, for what takes several inputs; ours until inputs_close(). */
struct inputs {
  struct input **list;
  size_t n;
};

/* Opens them. false: with one of them missing it would be another result; that was reported. */
bool inputs_open(struct tool *t, struct inputs *x);

void inputs_close(struct inputs *x);

#endif
