/* SPDX-License-Identifier: MIT */
/* Times of lines in one form, whatever the layout (spec 1.2). */
#include <string.h>

#include "base/calendar.h"
#include "base/cut.h"
#include "base/rare.h"
#include "base/text.h"
#include "read.h"

/* Not inlined, as there are several calls. */
static __attribute__((noinline)) void add(struct dfmti_log_time *t, const char *p, size_t n) {
  n = dfmti_min(n, sizeof t->text - t->len);
  memcpy(t->text + t->len, p, n);
  t->len = (uint8_t)(t->len + n);
}

static void add_fraction(struct dfmti_log_time *t, dfmt_str digits) {
  if (digits.len == 0) return;
  add(t, ".", 1);
  add(t, digits.ptr, (size_t)digits.len);
}

/* Of a number below 100. */
static void put_pair(char *to, uint32_t v) {
  to[0] = (char)('0' + v / 10);
  to[1] = (char)('0' + v % 10);
}

/* Where in "2024-11-20 10:11:12" a time begins that has a year, that has none, that has no date. */
enum { FROM_YEAR = 0, FROM_MONTH = 5, FROM_CLOCK = 11 };

static void add_calendar(struct dfmti_log_time *t, const struct dfmti_line *l, size_t from) {
  char text[] = "0000-00-00 00:00:00";
  put_pair(text, l->year / 100);
  put_pair(text + 2, l->year % 100);
  put_pair(text + FROM_MONTH, l->month);
  put_pair(text + 8, l->day);
  put_pair(text + FROM_CLOCK, l->second / 3600);
  put_pair(text + 14, l->second / 60 % 60);
  put_pair(text + 17, l->second % 60);
  add(t, text + from, sizeof text - 1 - from);
}

/* "12.345678" */
static DFMTI_RARE void add_micros(struct dfmti_log_time *t, uint64_t us) {
  char text[DFMTI_U64_TEXT];
  const size_t n = dfmti_u64_text(us / 1000000, text);
  add(t, text + sizeof text - n, n);
  (void)dfmti_u64_text(us % 1000000 + 1000000, text);
  text[sizeof text - 7] = '.';
  add(t, text + sizeof text - 7, 7);
}

void dfmti_log_time_of(const struct dfmti_line *l, struct dfmti_log_time *t) {
  t->len = 0;
  switch (l->timing) {
    case DFMTI_LINE_CALENDAR:
      add_calendar(t, l, l->has_year ? FROM_YEAR : FROM_MONTH);
      add_fraction(t, l->fraction);
      break;
    case DFMTI_LINE_CLOCK:
      add_calendar(t, l, FROM_CLOCK);
      add_fraction(t, l->fraction);
      break;
    case DFMTI_LINE_SECONDS:
      add(t, l->seconds.ptr, (size_t)l->seconds.len);
      add_fraction(t, l->fraction);
      break;
    case DFMTI_LINE_MICROS: add_micros(t, l->uptime_us); break;
    default: break;
  }
}

int64_t dfmti_log_seconds(const struct dfmti_line *l, uint32_t year) {
  dfmt_str digits = l->seconds;
  const uint64_t most = INT64_MAX / 2;
  uint64_t v = 0;
  switch (l->timing) {
    case DFMTI_LINE_CALENDAR: return dfmti_calendar_seconds(l->has_year ? l->year : year, l->month, l->day, l->second);
    case DFMTI_LINE_CLOCK: return l->second;
    case DFMTI_LINE_SECONDS: (void)dfmti_cut_number(&digits, 10, &v); return (int64_t)(v < most ? v : most);
    default: return (int64_t)(l->uptime_us / 1000000);
  }
}
