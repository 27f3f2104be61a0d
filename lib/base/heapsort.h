/* SPDX-License-Identifier: MIT */
/* Sorting in place: the C library's qsort() may allocate. */
#ifndef DFMTI_HEAPSORT_H
#define DFMTI_HEAPSORT_H

#include <stdbool.h>
#include <stddef.h>

#include "mem.h"

enum { DFMTI_HEAPSORT_MOST = 128 }; /* bytes of an element */

/*
 * Sorts n elements of `size` bytes, at most DFMTI_HEAPSORT_MOST; before: whether a stands before b. Not stable. false:
 * the caller whose m it is wanted to leave off; NULL: nobody is asked, as few are sorted.
 */
bool dfmti_heapsort(const struct dfmti_mem *m, void *ptr, size_t n, size_t size,
                    bool (*before)(const void *a, const void *b));

#endif
