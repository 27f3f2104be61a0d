/* SPDX-License-Identifier: MIT */
#ifndef RANKING_H
#define RANKING_H

#include <stddef.h>

/* Sorts numbers, 0 to n - 1, by compare(), which has `user`; equal ones stay in order. For the caller to free. */
size_t *sorted_numbers(size_t n, int (*compare)(const void *user, size_t a, size_t b), const void *user);

#endif
