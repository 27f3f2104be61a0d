/* SPDX-License-Identifier: MIT */
#include "log_time.h"

#include "base/calendar.h"
#include "base/cut.h"
#include "base/text.h"

enum { A_MINUTE = 60, A_DAY = 86400, A_MONTH = 31 * A_DAY, A_MILLION = 1000000 };

/* What the shared clock shows: local time, whatever zones are told; UTC; seconds since boot. DATE: one of the first
 * two. */
enum { LOCAL = 1, UTC = 2, BOOT = 4, DATE = 8 };

/* ---- what is written ---- */

/* Takes off the start numbers of a date and a time of day, or of one of them. Returns how many. */
static size_t take_numbers(dfmt_str *text, uint64_t v[6]) {
  size_t n = 0;
  while (n < 6 && dfmti_cut_number(text, 10, &v[n])) {
    n++;
    if (n == 6 || text->len == 0 || !memchr("- :T", *text->ptr, 4)) break;
    *text = dfmti_cut_after(*text, 1);
  }
  return n;
}

static void take_time(dfmt_str *text, struct dfmto_convert_log_when *w) {
  uint64_t v[6] = {0};
  const size_t n = take_numbers(text, v);
  if (n == 1) {
    w->has |= DFMTO_LOG_EPOCH | DFMTO_LOG_ZONE;
    w->zone = 0;
    w->seconds = (int64_t)(v[0] >> 48 ? UINT64_C(1) << 48 : v[0]); /* so that it can be reckoned with */
  }
  if (n < 3 || n == 4) return;
  const uint64_t *clock = v + n - 3;
  w->second = (uint32_t)((clock[0] % 100 * 60 + clock[1] % 100) * 60 + clock[2] % 100);
  w->has |= n == 3 ? DFMTO_LOG_CLOCK : n == 5 ? DFMTO_LOG_CALENDAR : DFMTO_LOG_CALENDAR | DFMTO_LOG_YEAR;
  if (n == 3) return;
  w->month = (uint32_t)(clock[-2] % 100);
  w->day = (uint32_t)(clock[-1] % 100);
  w->year = n == 6 ? (uint32_t)v[0] : 0;
}

/* Of the kernel, and of "-v monotonic", the time's text is that since boot. */
void dfmto_convert_log_when(const dfmt_log_line *l, struct dfmto_convert_log_when *w) {
  dfmt_str text = l->time_text;
  *w = (struct dfmto_convert_log_when){.nanosecond = l->nanosecond, .uptime_us = l->uptime_us};
  if (l->present & DFMT_LOG_LINE_HAS_ZONE_MINUTE) {
    w->has |= DFMTO_LOG_ZONE;
    w->zone = (int64_t)l->zone_minute * A_MINUTE;
  }
  if (l->present & DFMT_LOG_LINE_HAS_TIME_TEXT) take_time(&text, w);
  if (w->has & DFMTO_LOG_CALENDAR && l->present & DFMT_LOG_LINE_HAS_YEAR) {
    w->has |= DFMTO_LOG_YEAR;
    w->year = l->year;
  }
  if (!(l->present & DFMT_LOG_LINE_HAS_UPTIME_US)) return;
  w->has |= DFMTO_LOG_UPTIME;
  if (w->has & DFMTO_LOG_EPOCH && (uint64_t)w->seconds == w->uptime_us / A_MILLION) w->has = DFMTO_LOG_UPTIME;
}

/* A fraction of any number of digits, as nanoseconds. */
static void take_fraction(dfmt_str *text, struct dfmto_convert_log_when *w) {
  uint32_t unit = 100000000;
  if (!dfmti_cut_take(text, ".")) return;
  for (; text->len > 0 && dfmti_is_digit((uint8_t)*text->ptr); unit /= 10) {
    w->nanosecond += (uint32_t)(*text->ptr - '0') * unit;
    *text = dfmti_cut_after(*text, 1);
  }
}

static bool take_zone(dfmt_str *text, struct dfmto_convert_log_when *w) {
  uint64_t v;
  if (text->len == 0) return true;
  const bool west = dfmti_starts(*text, " -");
  if ((!west && !dfmti_starts(*text, " +")) || text->len != 6) return false;
  *text = dfmti_cut_after(*text, 2);
  if (!dfmti_cut_number(text, 10, &v) || text->len > 0) return false;
  const int64_t zone = (int64_t)(v / 100 * 60 + v % 100) * A_MINUTE;
  w->has |= DFMTO_LOG_ZONE;
  w->zone = west ? -zone : zone;
  return true;
}

static bool is_date(const struct dfmto_convert_log_when *w) {
  if (w->month < 1 || w->month > 12 || w->day < 1) return false;
  const int64_t next = dfmti_calendar_seconds((int64_t)w->year + w->month / 12, w->month % 12 + 1, 1, 0);
  return dfmti_calendar_seconds(w->year, w->month, w->day, 0) < next;
}

bool dfmto_convert_log_read_when(dfmt_str text, struct dfmto_convert_log_when *w) {
  *w = (struct dfmto_convert_log_when){.has = 0};
  take_time(&text, w);
  take_fraction(&text, w);
  return w->has == (DFMTO_LOG_CALENDAR | DFMTO_LOG_YEAR) && take_zone(&text, w) && is_date(w) && w->second < A_DAY;
}

/* ---- what the clock shows ---- */

/* What a time can be placed by. */
static uint32_t can(const struct dfmto_convert_log_clock *c, const struct dfmto_convert_log_when *w) {
  const struct dfmto_convert_log_when *by = w;
  uint32_t found = w->has & DFMTO_LOG_UPTIME ? BOOT : 0;
  if (!(w->has & (DFMTO_LOG_CALENDAR | DFMTO_LOG_CLOCK | DFMTO_LOG_EPOCH))) by = &c->boot;
  if (by != w && !found) return 0;
  if (by->has & (DFMTO_LOG_CALENDAR | DFMTO_LOG_CLOCK)) found |= LOCAL;
  if (by->has & DFMTO_LOG_ZONE) found |= UTC;
  return found & (LOCAL | UTC) ? found | DATE : found;
}

void dfmto_convert_log_clock_add(struct dfmto_convert_log_clock *c, const struct dfmto_convert_log_when *w) {
  c->lacks |= ~can(c, w);
}

const char *dfmto_convert_log_clock_choose(struct dfmto_convert_log_clock *c) {
  const uint32_t order[] = {UTC, LOCAL, BOOT};
  for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
    c->is = order[i];
    if (!(c->lacks & c->is)) return NULL;
  }
  return c->lacks & DATE ? "seconds since boot do not go with times of day; the option boot can say when it booted"
                         : "seconds since 1970 do not go with times that have no zone";
}

/* ---- placing ---- */

static int64_t local(const struct dfmto_convert_log_when *w, int64_t year) {
  return dfmti_calendar_seconds(year, w->month, w->day, w->second);
}

static int64_t year_of(int64_t second) {
  int64_t year = 1970 + second / 31556952; /* seconds of a mean year */
  while (dfmti_calendar_seconds(year, 1, 1, 0) > second) year--;
  while (dfmti_calendar_seconds(year + 1, 1, 1, 0) <= second) year++;
  return year;
}

static bool is_near(int64_t a, int64_t b) { return a - b <= A_MONTH && b - a <= A_MONTH; }

/* A date is one of the same year, or of the next or last one if New Year's Day is between, not more than a month off.
 */
static int64_t date_near(const struct dfmto_convert_log_when *w, int64_t near) {
  const int64_t year = year_of(near), same = local(w, year), next = local(w, year + 1), last = local(w, year - 1);
  if (is_near(same, near)) return same;
  if (is_near(next, near)) return next;
  return is_near(last, near) ? last : same;
}

/* A clock is one of the same night or day: the nearest. */
static int64_t clock_near(const struct dfmto_convert_log_when *w, int64_t near) {
  const int64_t ahead = near - w->second + A_DAY / 2;
  const int64_t rest = (ahead % A_DAY + A_DAY) % A_DAY;
  return w->second + ahead - rest;
}

static void since_boot(const struct dfmto_convert_log_when *w, struct dfmto_convert_log_moment *out) {
  const uint64_t nanosecond = out->nanosecond + w->uptime_us % A_MILLION * 1000;
  out->second += (int64_t)(w->uptime_us / A_MILLION) + (int64_t)(nanosecond / 1000000000);
  out->nanosecond = (uint32_t)(nanosecond % 1000000000);
}

bool dfmto_convert_log_place(const struct dfmto_convert_log_clock *c, const struct dfmto_convert_log_when *w,
                             const struct dfmto_convert_log_moment *near, struct dfmto_convert_log_moment *out) {
  const int64_t zone = c->is == UTC ? w->zone : 0, about = near ? near->second + zone : 0;
  if (!(can(c, w) & c->is)) return false;
  *out = (struct dfmto_convert_log_moment){-zone, w->nanosecond};
  if (c->is == BOOT) {
    *out = (struct dfmto_convert_log_moment){0, 0};
    since_boot(w, out);
  } else if (w->has & DFMTO_LOG_CALENDAR) {
    if (!(w->has & DFMTO_LOG_YEAR) && !near) return false;
    out->second += w->has & DFMTO_LOG_YEAR ? local(w, w->year) : date_near(w, about);
  } else if (w->has & DFMTO_LOG_CLOCK) {
    if (!near) return false;
    out->second += clock_near(w, about);
  } else if (w->has & DFMTO_LOG_EPOCH) {
    out->second = w->seconds;
  } else {
    *out = (struct dfmto_convert_log_moment){local(&c->boot, c->boot.year) - (c->is == UTC ? c->boot.zone : 0),
                                             c->boot.nanosecond};
    since_boot(w, out);
  }
  return true;
}

/* A leap year, so that there is a 29th of February whether it is near the begin or not. */
void dfmto_convert_log_begin_near(const struct dfmto_convert_log_when *w, struct dfmto_convert_log_moment *near) {
  const int64_t year = w->month > 6 ? 1971 : 1972;
  near->second = w->has & DFMTO_LOG_CALENDAR ? local(w, year) : w->second;
  near->nanosecond = 0;
}
