/* SPDX-License-Identifier: MIT */
/* What chance does: Student's distribution, and many comparisons at once. */
#ifndef DFMTO_COMPARE_STATISTICS_H
#define DFMTO_COMPARE_STATISTICS_H

#include <stddef.h>

/* How often chance alone makes |t| as large, with so many degrees of freedom. */
double dfmto_compare_student_p(double t, double freedom);

/* The t that chance exceeds in 5 of 100 cases. */
double dfmto_compare_student_95(double freedom);

/*
 * From how likely each is by chance to the part of false ones among all that are as unlikely (Benjamini and Hochberg
 * 1995). p: in rising order, becomes the result.
 */
void dfmto_compare_false_discovery(double *p, size_t n);

#endif
