/* SPDX-License-Identifier: MIT */
/* Statistics: Student's distribution, and correction for multiple comparisons. */
#ifndef DFMTO_COMPARE_STATISTICS_H
#define DFMTO_COMPARE_STATISTICS_H

#include <stddef.h>

/* Two-sided p value of t. */
double dfmto_compare_student_p(double t, double freedom);

/* The t with a two-sided p of 0.05. */
double dfmto_compare_student_95(double freedom);

/* Replaces p values by false discovery rates (Benjamini and Hochberg 1995). p: in rising order. */
void dfmto_compare_false_discovery(double *p, size_t n);

#endif
