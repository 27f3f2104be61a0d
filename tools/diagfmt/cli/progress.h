/* SPDX-License-Identifier: MIT */
/* A progress line on stderr, shown when reading a file takes longer than a second. */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdint.h>

/* "always", "never", or "auto" (also NULL): if stderr is a terminal. */
void progress_setup(const char *when);

/* Begins a file. name is shown and borrowed; total 0: unknown. */
void progress_begin(const char *name, uint64_t total);

/* Adds bytes read; draws at most ten times a second. */
void progress_add(uint64_t bytes);

#endif
