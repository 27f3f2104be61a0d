/* SPDX-License-Identifier: MIT */
/* What `top` has of every format: a file is looked at as a whole, and then rows are written, the largest first. */
#ifndef RANKING_H
#define RANKING_H

#include "walk.h"

enum { RANKING_SHOWN = 20 }; /* rows without --all and --csv */

/* For each_file(): of() chooses the format's operations, NULL: it has none, of which `lacks` tells: "no samples". */
void ranking_one(struct tool *t, struct input *in, const struct top_ops *(*of)(const struct tool_format *f),
                 const char *lacks);

/* How many of n rows the settings want. */
size_t ranking_shown(const struct settings *set, size_t n);

/* Sorts numbers, 0 to n - 1, by compare(), which has `user`; equal ones stay in order. For the caller to free. */
size_t *sorted_numbers(size_t n, int (*compare)(const void *user, size_t a, size_t b), const void *user);

#endif
