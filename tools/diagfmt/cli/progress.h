/* SPDX-License-Identifier: MIT */
/* A line on stderr that shows how far the reading of a file has come, once it takes longer than a second. */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdint.h>

/* "always", "never", or "auto" (NULL is the same): if stderr is a terminal. */
void progress_setup(const char *when);

/* A file begins. name is shown and borrowed; total 0: not known. */
void progress_begin(const char *name, uint64_t total);

/* More bytes have been read; draws at most ten times a second. */
void progress_add(uint64_t bytes);

#endif
