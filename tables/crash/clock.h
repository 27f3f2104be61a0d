/* SPDX-License-Identifier: MIT */
/* Times of log lines, which have no year: it is derived from the start of the report (docs/spec/bugreport.md, 8.1). */
#ifndef DFMTI_CRASH_CLOCK_H
#define DFMTI_CRASH_CLOCK_H

#include <diagfmt/bugreport.h>
#include <stdbool.h>
#include <stddef.h>

#include "derived/time_text.h"

/* Zeroed: the start is unknown. */
struct dfmti_crash_clock {
  bool has_start;      /* the report's start is known */
  int64_t start;       /* local time in seconds since 1970 */
  uint32_t month, day; /* of the last line without a year */
  int64_t midnight;    /* start of that day */
};

/* Takes the start from the report's first banner; ignores other events, and NULL. */
void dfmti_crash_clock_event(struct dfmti_crash_clock *c, const dfmt_event *ev);

/* Local time of a line in seconds since 1970. false: the line has no time, or its year is unknown. */
bool dfmti_crash_clock_seconds(struct dfmti_crash_clock *c, const dfmt_bugreport_log *l, int64_t *seconds);

/*
 * "[YYYY-]MM-DD HH:MM:SS[.frac]" in microseconds since 1970, of a leap year before the report if no year is known; or
 * "SECONDS.frac" as logcat has them: since 1970, or *since_boot if there are fewer than ten digits.
 */
bool dfmti_crash_clock_read(struct dfmti_crash_clock *c, dfmt_str s, int64_t *us, bool *since_boot);

/*
 * A line's time as text, "03-17 09:00:00.962": three digits after the point, or as many as it needs; seconds as they
 * are printed. Empty: no time.
 */
dfmt_str dfmti_crash_clock_text(const dfmt_bugreport_log *l, char text[DFMTI_TIME_TEXT]);

#endif
