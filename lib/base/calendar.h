/* SPDX-License-Identifier: MIT */
#ifndef DFMTI_CALENDAR_H
#define DFMTI_CALENDAR_H

#include <stdint.h>

/* Seconds since 1970-01-01 of the proleptic Gregorian calendar. month: 1 to 12; second: of the day. */
static inline int64_t dfmti_calendar_seconds(int64_t year, uint32_t month, uint32_t day, uint32_t second) {
  /* years that begin in March, in eras of 400 */
  int64_t y = year - (month <= 2), era = (y >= 0 ? y : y - 399) / 400, in_era = y - era * 400;
  int64_t in_year = (153 * ((int64_t)month + (month > 2 ? -3 : 9)) + 2) / 5 + (int64_t)day - 1;
  return (era * 146097 + in_era * 365 + in_era / 4 - in_era / 100 + in_year - 719468) * 86400 + second;
}

#endif
