/* SPDX-License-Identifier: MIT */
/* One file of the command line, perhaps inside another. */
#ifndef FILE_H
#define FILE_H

#include "cli/input.h"

/* Opens a file, stdin, or a file inside another, FILE!KEY. false: failed; reported. */
bool input_open(struct tool *t, struct input *in, const char *name);

/* Calls `one` for a file, and updates t->n_files and t->file_code. */
void one_file(struct tool *t, const char *name, file_fn one, void *user);

#endif
