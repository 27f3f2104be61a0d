/* SPDX-License-Identifier: MIT */
/* Sorting that a signal can stop. */
#ifndef SORT_H
#define SORT_H

#include <stddef.h>

/* As qsort(), and stable. Once the tool is being stopped it leaves the elements in any order. n may be 0. */
void tool_sort(void *list, size_t n, size_t size, int (*compare)(const void *a, const void *b));

#endif
