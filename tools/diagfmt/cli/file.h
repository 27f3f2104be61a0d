/* SPDX-License-Identifier: MIT */
/* One file of the command line, which may be inside of another one. */
#ifndef FILE_H
#define FILE_H

#include "cli/input.h"

/* Opens one file, or stdin, or a file inside of one, FILE!KEY. false: that was not possible, which was reported. */
bool input_open(struct tool *t, struct input *in, const char *name);

/* Calls it for one file; t->n_files and t->file_code tell of it. */
void one_file(struct tool *t, const char *name, file_fn one, void *user);

#endif
