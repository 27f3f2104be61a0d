/* SPDX-License-Identifier: MIT */
#include "write_line.h"

#include <string.h>

#include "lines/priority.h"
#include "writer_state.h"

bool dfmti_bugreport_add(dfmt_writer *w, const void *ptr, size_t n) {
  struct dfmti_buf *line = &dfmti_bugreport_writer(w)->line;
  size_t room; /* also for what scanning looks at after the line */
  return dfmti_add(n, DFMTI_TEXT_BEHIND, &room) && dfmti_buf_reserve(&w->out.mem, line, room) &&
         dfmti_buf_append(&w->out.mem, line, ptr, n);
}

bool dfmti_bugreport_add_word(dfmt_writer *w, const char *word) { return dfmti_bugreport_add(w, word, strlen(word)); }

bool dfmti_bugreport_add_number(dfmt_writer *w, uint64_t v, unsigned width, char pad) {
  char digits[32];
  size_t n = sizeof digits;
  do digits[--n] = (char)('0' + v % 10);
  while ((v /= 10) > 0);
  while (n > 0 && sizeof digits - n < width) digits[--n] = pad;
  return dfmti_bugreport_add(w, digits + n, sizeof digits - n);
}

bool dfmti_bugreport_add_seconds(dfmt_writer *w, uint64_t us, unsigned least) {
  uint64_t fraction = us % 1000000;
  unsigned places = 6;
  for (; places > least && fraction % 10 == 0; places--) fraction /= 10;
  return dfmti_bugreport_add_number(w, us / 1000000, 1, '0') && dfmti_bugreport_add_word(w, ".") &&
         dfmti_bugreport_add_number(w, fraction, places, '0');
}

/* ---- times ---- */

struct dfmti_calendar dfmti_bugreport_calendar(int64_t seconds) {
  int64_t days = seconds / 86400, rest = seconds % 86400;
  if (rest < 0) {
    rest += 86400;
    days--;
  }
  /* the proleptic Gregorian calendar, its years begun in March */
  days += 719468;
  int64_t era = (days >= 0 ? days : days - 146096) / 146097, in_era = days - era * 146097;
  int64_t year = (in_era - in_era / 1460 + in_era / 36524 - in_era / 146096) / 365;
  int64_t in_year = in_era - (365 * year + year / 4 - year / 100), month = (5 * in_year + 2) / 153;
  struct dfmti_calendar c = {.day = (uint32_t)(in_year - (153 * month + 2) / 5 + 1),
                             .month = (uint32_t)(month < 10 ? month + 3 : month - 9),
                             .hour = (uint32_t)(rest / 3600),
                             .minute = (uint32_t)(rest / 60 % 60),
                             .second = (uint32_t)(rest % 60)};
  c.year = year + era * 400 + (c.month <= 2);
  return c;
}

bool dfmti_bugreport_add_stamp(dfmt_writer *w, int64_t seconds, const char *separators) {
  struct dfmti_calendar c = dfmti_bugreport_calendar(seconds);
  const uint64_t parts[] = {(uint64_t)c.year, c.month, c.day, c.hour, c.minute, c.second};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    if (i > 0 && !dfmti_bugreport_add(w, separators + i - 1, 1)) return false;
    if (!dfmti_bugreport_add_number(w, parts[i], i == 0 ? 4 : 2, '0')) return false;
  }
  return true;
}

/* ---- lines of logs (spec 8.1) ---- */

static bool add_str(dfmt_writer *w, dfmt_str s, size_t width, bool right) {
  static const char spaces[] = "          ";
  size_t pad = s.len < width ? width - (size_t)s.len : 0;
  if (right && !dfmti_bugreport_add(w, spaces, pad)) return false;
  return dfmti_bugreport_add(w, s.ptr, (size_t)s.len) && (right || dfmti_bugreport_add(w, spaces, pad));
}

static bool add_pair(dfmt_writer *w, uint32_t v, const char *after) {
  return dfmti_bugreport_add_number(w, v, 2, '0') && dfmti_bugreport_add_word(w, after);
}

static bool add_fraction(dfmt_writer *w, uint32_t ns) {
  unsigned places = ns % 1000000 == 0 ? 3 : ns % 1000 == 0 ? 6 : 9;
  return dfmti_bugreport_add_number(w, places == 3 ? ns / 1000000 : places == 6 ? ns / 1000 : ns, places, '0');
}

static bool add_zone(dfmt_writer *w, int32_t minute) {
  uint32_t m = minute < 0 ? 0 - (uint32_t)minute : (uint32_t)minute;
  return dfmti_bugreport_add_word(w, minute < 0 ? " -" : " +") &&
         dfmti_bugreport_add_number(w, m / 60 * 100 + m % 60, 4, '0');
}

static bool add_when(dfmt_writer *w, const dfmt_bugreport_log *l) {
  if (l->present & DFMT_BUGREPORT_LOG_HAS_YEAR &&
      !(dfmti_bugreport_add_number(w, l->year, 4, '0') && dfmti_bugreport_add_word(w, "-")))
    return false;
  return add_pair(w, l->month, "-") && add_pair(w, l->day, " ") && add_pair(w, l->second / 3600, ":") &&
         add_pair(w, l->second / 60 % 60, ":") && add_pair(w, l->second % 60, ".") && add_fraction(w, l->nanosecond) &&
         (!(l->present & DFMT_BUGREPORT_LOG_HAS_ZONE) || add_zone(w, l->zone_minute)) &&
         dfmti_bugreport_add_word(w, " ");
}

static bool add_level(dfmt_writer *w, uint32_t level, const char *after) {
  char letter = dfmti_priority_letter(level);
  return dfmti_bugreport_add(w, letter ? &letter : "?", 1) && dfmti_bugreport_add_word(w, after);
}

/* A negative one becomes more digits than are read, and is refused for that. */
static bool add_id(dfmt_writer *w, int32_t id) { return dfmti_bugreport_add_number(w, (uint32_t)id, 5, ' '); }

static bool add_threadtime(dfmt_writer *w, const dfmt_bugreport_log *l) {
  if (l->present & DFMT_BUGREPORT_LOG_HAS_USER_ID &&
      !(add_str(w, l->user_id, 5, true) && dfmti_bugreport_add_word(w, " ")))
    return false;
  return add_id(w, l->process_id) && dfmti_bugreport_add_word(w, " ") && add_id(w, l->thread_id) &&
         dfmti_bugreport_add_word(w, " ") && add_level(w, l->priority, " ") && add_str(w, l->tag, 8, false) &&
         dfmti_bugreport_add_word(w, ": ") && add_str(w, l->message, 0, false);
}

static bool add_time(dfmt_writer *w, const dfmt_bugreport_log *l) {
  return add_level(w, l->priority, "/") && add_str(w, l->tag, 8, false) && dfmti_bugreport_add_word(w, "(") &&
         add_id(w, l->process_id) && dfmti_bugreport_add_word(w, "): ") && add_str(w, l->message, 0, false);
}

static bool add_kernel(dfmt_writer *w, const dfmt_bugreport_log *l) {
  if (l->present & DFMT_BUGREPORT_LOG_HAS_KERNEL_PRIORITY &&
      !(dfmti_bugreport_add_word(w, "<") && dfmti_bugreport_add_number(w, l->kernel_priority, 1, '0') &&
        dfmti_bugreport_add_word(w, ">")))
    return false;
  if (!dfmti_bugreport_add_word(w, "[") || !dfmti_bugreport_add_number(w, l->uptime_us / 1000000, 5, ' ') ||
      !dfmti_bugreport_add_word(w, ".") || !dfmti_bugreport_add_number(w, l->uptime_us % 1000000, 6, '0'))
    return false;
  if (l->present & DFMT_BUGREPORT_LOG_HAS_CALLER &&
      !(dfmti_bugreport_add_word(w, "][") && add_str(w, l->caller, 6, true)))
    return false;
  return dfmti_bugreport_add_word(w, "] ") && add_str(w, l->message, 0, false);
}

bool dfmti_bugreport_add_log(dfmt_writer *w, const dfmt_bugreport_log *l) {
  if (l->kind == DFMT_BUGREPORT_KIND_MARKER)
    return dfmti_bugreport_add_word(w, l->switched ? "--------- switch to " : "--------- beginning of ") &&
           add_str(w, l->buffer, 0, false);
  if (l->kind == DFMT_BUGREPORT_KIND_KERNEL) return add_kernel(w, l);
  return add_when(w, l) && (l->kind == DFMT_BUGREPORT_KIND_TIME ? add_time(w, l) : add_threadtime(w, l));
}
