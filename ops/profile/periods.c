/* SPDX-License-Identifier: MIT */
/*
 * Periods of time: 32 of one length, that is doubled, and pairs of them joined, whenever a sample comes after the last
 * one. What happens in one period may depend on itself; periods are long enough to depend little on each other.
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
  if (time_ns < s->start_ns) return 0; /* samples are not in order, by little */
  while ((time_ns - s->start_ns) / s->period_ns >= DFMTO_PERIODS) double_periods(s);
  return (size_t)((time_ns - s->start_ns) / s->period_ns);
}
