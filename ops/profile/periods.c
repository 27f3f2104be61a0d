/* SPDX-License-Identifier: MIT */
/*
 * 32 periods of equal length. When a sample comes after the last one, the length is doubled and pairs are joined.
 * Samples within a period may depend on each other; periods are long enough to be nearly independent.
 */
#include "profile.h"

enum { FIRST_NS = 1 << 20 };

static void join(double *p) {
  for (size_t i = 0; i < DFMTO_PERIODS; i++) {
    size_t k = 2 * i;
    p[i] = k < DFMTO_PERIODS ? p[k] + p[k + 1] : 0;
  }
}

static void double_periods(struct dfmto_profile_store *s) {
  s->period_ns *= 2;
  join(s->periods);
  for (size_t i = 0; i < s->n_cells; i++) {
    join(s->series[i].self);
    join(s->series[i].total);
  }
}

size_t dfmto_profile_period_of(struct dfmto_profile_store *s, uint64_t time_ns) {
  if (s->period_ns == 0) {
    s->period_ns = FIRST_NS;
    s->start_ns = time_ns;
  }
  if (time_ns < s->start_ns) return 0; /* samples may be slightly out of order */
  while ((time_ns - s->start_ns) / s->period_ns >= DFMTO_PERIODS) double_periods(s);
  return (size_t)((time_ns - s->start_ns) / s->period_ns);
}
