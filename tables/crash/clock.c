/* SPDX-License-Identifier: MIT */
#include "clock.h"

#include <string.h>

#include "base/calendar.h"
#include "base/cut.h"
#include "base/text.h"

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

static char *put(char *p, uint32_t v, int digits) {
  for (int i = digits; i-- > 0; v /= 10) p[i] = (char)('0' + v % 10);
  return p + digits;
}

static char *put_pair(char *p, uint32_t v, char after) {
  p = put(p, v, 2);
  *p = after;
  return p + 1;
}

dfmt_str dfmti_crash_clock_text(const dfmt_bugreport_log *l, char text[DFMTI_CLOCK_TEXT]) {
  uint32_t fraction = l->nanosecond, hours = l->second / 3600;
  int digits = 9;
  if (!(l->present & DFMT_BUGREPORT_LOG_HAS_TIME) || hours > 99) return (dfmt_str){NULL, 0};
  for (; digits > 3 && fraction % 1000 == 0; digits -= 3) fraction /= 1000;
  char *p = put_pair(text, l->month, '-');
  p = put_pair(p, l->day, ' ');
  p = put_pair(p, hours, ':');
  p = put_pair(p, l->second / 60 % 60, ':');
  p = put_pair(p, l->second % 60, '.');
  p = put(p, fraction, digits);
  return (dfmt_str){text, (uint64_t)(p - text)};
}

/* "Nov  2 " */
static char *put_month(char *p, dfmt_str *s) {
  static const char names[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
  uint32_t month = 0, day;
  if (s->len < 15) return NULL;
  while (month < 12 && memcmp(names + 3 * month, s->ptr, 3) != 0) month++;
  *s = dfmti_cut_after(*s, 3);
  (void)dfmti_cut_blanks(s);
  if (month == 12 || !dfmti_cut_u32(s, &day) || day > 31 || !dfmti_cut_take(s, " ")) return NULL;
  return put_pair(put_pair(p, month + 1, '-'), day, ' ');
}

/* "2024-11-02T" */
static char *put_date(char *p, dfmt_str *s) {
  uint32_t month, day;
  if (s->len > 4 && s->ptr[4] == '-') *s = dfmti_cut_after(*s, 5);
  if (!dfmti_cut_u32(s, &month) || month > 12 || !dfmti_cut_take(s, "-") || !dfmti_cut_u32(s, &day) || day > 31)
    return NULL;
  *s = dfmti_cut_after(*s, 1);
  return put_pair(put_pair(p, month, '-'), day, ' ');
}

dfmt_str dfmti_crash_clock_plain(dfmt_str printed, char text[DFMTI_CLOCK_TEXT]) {
  enum { CLOCK = 8, FRACTION = 9 };
  dfmt_str s = printed;
  if (s.len > 19 && s.ptr[3] == ' ' && s.ptr[7] == ' ') s = dfmti_cut_after(s, 4);
  char *p = s.len > 0 && s.ptr[0] >= 'A' ? put_month(text, &s) : put_date(text, &s);
  if (!p || s.len < CLOCK) return (dfmt_str){NULL, 0};
  memcpy(p, s.ptr, CLOCK);
  p += CLOCK;
  s = dfmti_cut_after(s, CLOCK);
  if (dfmti_cut_take(&s, ".") || dfmti_cut_take(&s, ",")) {
    *p++ = '.';
    for (int i = 0; i < FRACTION && s.len > 0 && dfmti_is_digit((uint8_t)*s.ptr); i++, s = dfmti_cut_after(s, 1))
      *p++ = *s.ptr;
  }
  return (dfmt_str){text, (uint64_t)(p - text)};
}
