/* SPDX-License-Identifier: MIT */
/*
 * Several files at once, --jobs: worker processes read files, and keep what they print in temporary files until it is
 * their turn. Output, messages and exit code are those of one file after the other.
 *
 *   a file waits -> a worker reads it -> it is done -> (all before it are done) it is printed
 */
#ifndef JOBS_H
#define JOBS_H

#include <stddef.h>

#include "cli/input.h"

struct jobs;

/* Starts workers, as --jobs says; *out NULL: one file after the other. false: that cannot be, which was reported. */
bool jobs_begin(struct tool *t, file_fn one, void *user, struct jobs **out);

/* Has a worker read a file, and prints what comes before it meanwhile. false: the tool is being stopped. */
bool jobs_add(struct jobs *j, const char *name);

/* Prints the rest, and ends the workers. all: every file was added. */
void jobs_end(struct jobs *j, bool all);

#endif
