/* SPDX-License-Identifier: MIT */
#include "statistics.h"

#include <math.h>

/* The normal deviate with the same tail probability as t: Hill, Communications of the ACM 13 (1970), algorithm 395. */
static double normal_of(double t, double freedom) {
  double a = freedom - 0.5, b = 48 * a * a, z = sqrt(a * log1p(t * t / freedom)), z2 = z * z;
  double series = ((((-0.4 * z2 - 3.3) * z2 - 24) * z2 - 85.5) / (0.8 * z2 * z2 + 100 + b) + z2 + 3) / b;
  return z * (1 + series);
}

double dfmto_compare_student_p(double t, double freedom) { return erfc(normal_of(fabs(t), freedom) / sqrt(2)); }

double dfmto_compare_student_95(double freedom) {
  double low = 0, high = 1000;
  for (int i = 0; i < 60; i++) {
    double middle = (low + high) / 2;
    if (dfmto_compare_student_p(middle, freedom) > 0.05)
      low = middle;
    else
      high = middle;
  }
  return high;
}

void dfmto_compare_false_discovery(double *p, size_t n) {
  double least = 1;
  for (size_t i = n; i-- > 0;) {
    double q = p[i] * (double)n / (double)(i + 1);
    least = q < least ? q : least;
    p[i] = least;
  }
}
