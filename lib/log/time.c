/* SPDX-License-Identifier: MIT */
/* Times of lines in one form, whatever the layout (spec 1.2). */
#include <string.h>

#include "base/calendar.h"
#include "base/text.h"
#include "read.h"

/* Not inlined, as there are ten calls. */
static __attribute__((noinline)) void add(struct dfmti_log_time *t, const char *p, size_t n) {
  n = dfmti_min(n, sizeof t->text - t->len);
  memcpy(t->text + t->len, p, n);
  t->len = (uint8_t)(t->len + n);
}

/* So many digits of a number, and a character after them. */
static __attribute__((noinline)) void add_number(struct dfmti_log_time *t, uint32_t v, size_t digits, char after) {
  char text[5];
  for (size_t i = digits; i > 0; v /= 10) text[--i] = (char)('0' + v % 10);
  text[digits] = after;
  add(t, text, digits + (after != 0));
}

static void add_fraction(struct dfmti_log_time *t, dfmt_str digits) {
  if (digits.len == 0) return;
  add(t, ".", 1);
  add(t, digits.ptr, (size_t)digits.len);
}

static void add_clock(struct dfmti_log_time *t, const struct dfmti_line *l) {
  add_number(t, l->second / 3600, 2, ':');
  add_number(t, l->second / 60 % 60, 2, ':');
  add_number(t, l->second % 60, 2, 0);
}

static void add_micros(struct dfmti_log_time *t, uint64_t us) {
  char text[DFMTI_U64_TEXT];
  const size_t n = dfmti_u64_text(us / 1000000, text);
  add(t, text + sizeof text - n, n);
  add(t, ".", 1);
  add_number(t, (uint32_t)(us % 1000000 / 1000), 3, 0);
  add_number(t, (uint32_t)(us % 1000), 3, 0);
}

void dfmti_log_time_of(const struct dfmti_line *l, struct dfmti_log_time *t) {
  t->len = 0;
  switch (l->timing) {
    case DFMTI_LINE_CALENDAR:
      if (l->has_year) add_number(t, l->year, 4, '-');
      add_number(t, l->month, 2, '-');
      add_number(t, l->day, 2, ' ');
      add_clock(t, l);
      add_fraction(t, l->fraction);
      break;
    case DFMTI_LINE_CLOCK:
      add_clock(t, l);
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
  int64_t v = 0;
  switch (l->timing) {
    case DFMTI_LINE_CALENDAR: return dfmti_calendar_seconds(l->has_year ? l->year : year, l->month, l->day, l->second);
    case DFMTI_LINE_CLOCK: return l->second;
    case DFMTI_LINE_SECONDS:
      for (uint64_t i = 0; i < l->seconds.len && i < 15; i++) v = v * 10 + (l->seconds.ptr[i] - '0');
      return v;
    default: return (int64_t)(l->uptime_us / 1000000);
  }
}
