/* SPDX-License-Identifier: MIT */
#include "clock.h"

#include "base/calendar.h"
#include "derived/time_text.h"

enum { DAY = 86400 };

void dfmti_crash_clock_event(struct dfmti_crash_clock *c, const dfmt_event *ev) {
  const dfmt_bugreport_banner *b = dfmt_event_bugreport_banner(ev);
  if (!b || c->has_start || !(b->present & DFMT_BUGREPORT_BANNER_HAS_TIME_LOCAL_S)) return;
  c->has_start = true;
  c->start = b->time_local_s;
}

/* The start of the day of a line without a year, in the last year that does not put it later than one day after the
 * report's start (docs/spec/bugreport.md, 8.1). */
static int64_t midnight_of(struct dfmti_crash_clock *c, const dfmt_bugreport_log *l) {
  enum { YEAR = 31556952 }; /* average, seconds */
  if (l->month == c->month && l->day == c->day) return c->midnight;
  int64_t year = 1972 + c->start / YEAR;
  do c->midnight = dfmti_calendar_seconds(year--, l->month, l->day, 0);
  while (c->midnight > c->start + DAY);
  c->month = l->month;
  c->day = l->day;
  return c->midnight;
}

static bool is_day(const dfmt_bugreport_log *l) {
  return l->present & DFMT_BUGREPORT_LOG_HAS_TIME && l->month > 0 && l->month <= 12 && l->day > 0 && l->day <= 31;
}

bool dfmti_crash_clock_seconds(struct dfmti_crash_clock *c, const dfmt_bugreport_log *l, int64_t *seconds) {
  bool has_year = l->present & DFMT_BUGREPORT_LOG_HAS_YEAR;
  if (!is_day(l) || (!has_year && !c->has_start)) return false;
  int64_t midnight = has_year ? dfmti_calendar_seconds(l->year, l->month, l->day, 0) : midnight_of(c, l);
  *seconds = midnight + l->second;
  return true;
}

/* ---- as text ---- */

dfmt_str dfmti_crash_clock_text(const dfmt_bugreport_log *l, char text[DFMTI_TIME_TEXT]) {
  uint32_t fraction = l->nanosecond, hours = l->second / 3600;
  int digits = 9;
  if (!(l->present & DFMT_BUGREPORT_LOG_HAS_TIME) || hours > 99) return (dfmt_str){NULL, 0};
  for (; digits > 3 && fraction % 1000 == 0; digits -= 3) fraction /= 1000;
  char *p = dfmti_derived_put_pair(text, l->month, '-');
  p = dfmti_derived_put_pair(p, l->day, ' ');
  p = dfmti_derived_put_pair(p, hours, ':');
  p = dfmti_derived_put_pair(p, l->second / 60 % 60, ':');
  p = dfmti_derived_put_pair(p, l->second % 60, '.');
  p = dfmti_derived_put_digits(p, fraction, digits);
  return (dfmt_str){text, (uint64_t)(p - text)};
}
