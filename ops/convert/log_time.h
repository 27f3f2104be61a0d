/* SPDX-License-Identifier: MIT */
/* What lines of logs tell of their time, and where that is on a clock that several logs share. */
#ifndef DFMTO_CONVERT_LOG_TIME_H
#define DFMTO_CONVERT_LOG_TIME_H

#include <stdbool.h>

#include <diagfmt/log.h>

enum {
  DFMTO_LOG_CALENDAR = 1, /* month, day and second */
  DFMTO_LOG_YEAR = 2,
  DFMTO_LOG_CLOCK = 4,   /* second alone */
  DFMTO_LOG_EPOCH = 8,   /* seconds since 1970 */
  DFMTO_LOG_UPTIME = 16, /* since boot */
  DFMTO_LOG_ZONE = 32
};

struct dfmto_convert_log_when {
  uint32_t has;                                  /* DFMTO_LOG_*; 0: no time */
  uint32_t year, month, day, second, nanosecond; /* second: of the day */
  int64_t zone;                                  /* seconds east of Greenwich */
  int64_t seconds;
  uint64_t uptime_us;
};

/* What a line tells. */
void dfmto_convert_log_when(const dfmt_log_line *l, struct dfmto_convert_log_when *w);

/* "YYYY-MM-DD HH:MM:SS[.frac][ +HHMM]". false: it is something else. */
bool dfmto_convert_log_read_when(dfmt_str text, struct dfmto_convert_log_when *w);

/* What is common to all logs: the first times of each are taken with add(), then choose() says what the clock shows. */
struct dfmto_convert_log_clock {
  struct dfmto_convert_log_when boot; /* `has` 0: not known */
  uint32_t lacks;                     /* what some of them cannot be placed by */
  uint32_t is;
};

/* A time on the clock. */
struct dfmto_convert_log_moment {
  int64_t second;
  uint32_t nanosecond;
};

void dfmto_convert_log_clock_add(struct dfmto_convert_log_clock *c, const struct dfmto_convert_log_when *w);

/* NULL, or why there is none. */
const char *dfmto_convert_log_clock_choose(struct dfmto_convert_log_clock *c);

/*
 * Where a time is. near: a time that is not far from it, by which the year of a date or the day of a clock is found;
 * NULL: none is known. false: it cannot be placed.
 */
bool dfmto_convert_log_place(const struct dfmto_convert_log_clock *c, const struct dfmto_convert_log_when *w,
                             const struct dfmto_convert_log_moment *near, struct dfmto_convert_log_moment *out);

/* For the first of several, none of which has a date with a year: a year for it. */
void dfmto_convert_log_begin_near(const struct dfmto_convert_log_when *w, struct dfmto_convert_log_moment *near);

static inline bool dfmto_convert_log_before(const struct dfmto_convert_log_moment *a,
                                            const struct dfmto_convert_log_moment *b) {
  return a->second != b->second ? a->second < b->second : a->nanosecond < b->nanosecond;
}

#endif
