/* SPDX-License-Identifier: MIT */
/* Times as text, in a form that compares: "03-17 09:00:00.962". */
#ifndef DFMTI_DERIVED_TIME_TEXT_H
#define DFMTI_DERIVED_TIME_TEXT_H

#include <diagfmt/common.h>

enum { DFMTI_TIME_TEXT = 24 };

/*
 * A time as kernels and syslog print it, "[Wed ]Nov  2 10:11:12[.962][ 2024]", "2024-11-02T10:11:12,962", in that form,
 * without year. Empty: it is no date.
 */
dfmt_str dfmti_derived_time_text(dfmt_str printed, char text[DFMTI_TIME_TEXT]);

/* Writes digits of a number; the place behind them. */
static inline char *dfmti_derived_put_digits(char *p, uint32_t v, int digits) {
  for (int i = digits; i-- > 0; v /= 10) p[i] = (char)('0' + v % 10);
  return p + digits;
}

/* The same of two, with a character after them. */
static inline char *dfmti_derived_put_pair(char *p, uint32_t v, char after) {
  p = dfmti_derived_put_digits(p, v, 2);
  *p = after;
  return p + 1;
}

#endif
