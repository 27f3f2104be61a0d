/* SPDX-License-Identifier: MIT */
/*
 * Several files at once, --jobs: worker processes read files, and store their output in temporary files until it is
 * their turn. Output, messages and exit code are the same as for files in order.
 *
 *   a file waits -> a worker reads it -> it is done -> (all before it are done) it is printed
 */
#ifndef JOBS_H
#define JOBS_H

#include <stddef.h>

#include "cli/input.h"

struct jobs;

/* Starts workers, as --jobs says; *out NULL: files in order. false: failed; reported. */
bool jobs_begin(struct tool *t, file_fn one, void *user, struct jobs **out);

/* Assigns a file to a worker, and prints earlier ones meanwhile. false: the tool is being stopped. */
bool jobs_add(struct jobs *j, const char *name);

/* Prints the rest, and ends the workers. all: every file was added. */
void jobs_end(struct jobs *j, bool all);

#endif
