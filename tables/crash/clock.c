/* SPDX-License-Identifier: MIT */
#include "clock.h"

#include "base/calendar.h"
#include "base/cut.h"
#include "derived/time_text.h"
#include "feed.h"

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

/* ---- from text ---- */

/* Takes a number and the text after it off. */
static bool take(dfmt_str *s, const char *after, uint32_t most, uint32_t *v) {
  return dfmti_cut_u32(s, v) && *v <= most && dfmti_cut_take(s, after);
}

/* ".123456789" as microseconds. */
static int64_t fraction_of(dfmt_str s) {
  int64_t us = 0;
  (void)dfmti_cut_take(&s, ".");
  for (uint64_t i = 0; i < 6; i++) {
    bool digit = i < s.len && s.ptr[i] >= '0' && s.ptr[i] <= '9';
    if (!digit) s.len = 0;
    us = us * 10 + (digit ? s.ptr[i] - '0' : 0);
  }
  return us;
}

/* "1710663330.123" of logcat's layout `epoch`, "63330.123" of `monotonic`. */
static bool read_seconds(dfmt_str s, int64_t *us, bool *since_boot) {
  enum { EPOCH = 10, MOST = 11 }; /* digits */
  uint64_t seconds;
  const uint64_t len = s.len;
  if (!dfmti_cut_number(&s, 10, &seconds) || len - s.len > MOST || s.len < 2 || *s.ptr != '.') return false;
  *us = (int64_t)seconds * 1000000 + fraction_of(s);
  *since_boot = len - s.len < EPOCH;
  return true;
}

bool dfmti_crash_clock_read(struct dfmti_crash_clock *c, dfmt_str s, int64_t *us, bool *since_boot) {
  dfmt_bugreport_log l = {.present = DFMT_BUGREPORT_LOG_HAS_TIME};
  dfmt_str rest = s, dated = s;
  uint32_t hours, minutes, seconds;
  int64_t at;
  *since_boot = false;
  if (read_seconds(s, us, since_boot)) return true;
  if (s.len > 4 && take(&dated, "-", 9999, &l.year) && dated.len == s.len - 5) {
    if (c->has_start) l.present |= DFMT_BUGREPORT_LOG_HAS_YEAR;
    rest = dated;
  }
  if (!take(&rest, "-", 12, &l.month) || !take(&rest, " ", 31, &l.day) || !take(&rest, ":", 23, &hours) ||
      !take(&rest, ":", 59, &minutes) || !take(&rest, "", 60, &seconds) || !l.month || !l.day)
    return false;
  l.second = hours * 3600 + minutes * 60 + seconds;
  if (!dfmti_crash_clock_seconds(c, &l, &at)) at = dfmti_calendar_seconds(1972, l.month, l.day, l.second);
  *us = at * 1000000 + fraction_of(rest);
  return true;
}

/* ---- as text ---- */

/* Of a line that has no date but seconds, as it has them. */
static dfmt_str seconds_text(const dfmt_bugreport_log *l, char text[DFMTI_TIME_TEXT]) {
  const dfmt_str printed = dfmti_crash_log_time(l);
  int64_t us;
  bool since_boot;
  if (printed.len >= DFMTI_TIME_TEXT || !read_seconds(printed, &us, &since_boot)) return (dfmt_str){NULL, 0};
  memcpy(text, printed.ptr, (size_t)printed.len);
  return (dfmt_str){text, printed.len};
}

dfmt_str dfmti_crash_clock_text(const dfmt_bugreport_log *l, char text[DFMTI_TIME_TEXT]) {
  uint32_t fraction = l->nanosecond, hours = l->second / 3600;
  int digits = 9;
  if (!(l->present & DFMT_BUGREPORT_LOG_HAS_TIME)) return seconds_text(l, text);
  if (hours > 99) return (dfmt_str){NULL, 0};
  for (; digits > 3 && fraction % 1000 == 0; digits -= 3) fraction /= 1000;
  char *p = dfmti_derived_put_pair(text, l->month, '-');
  p = dfmti_derived_put_pair(p, l->day, ' ');
  p = dfmti_derived_put_pair(p, hours, ':');
  p = dfmti_derived_put_pair(p, l->second / 60 % 60, ':');
  p = dfmti_derived_put_pair(p, l->second % 60, '.');
  p = dfmti_derived_put_digits(p, fraction, digits);
  return (dfmt_str){text, (uint64_t)(p - text)};
}
