/* SPDX-License-Identifier: MIT */
/* The line in the making: words, numbers, times and lines of logs. */
#ifndef DFMTI_BUGREPORT_WRITE_LINE_H
#define DFMTI_BUGREPORT_WRITE_LINE_H

#include <diagfmt/bugreport.h>

#include "core/writer_impl.h"

/* Appends to the line in the making. false: no memory. */
bool dfmti_bugreport_add(dfmt_writer *w, const void *ptr, size_t n);
bool dfmti_bugreport_add_word(dfmt_writer *w, const char *word);
bool dfmti_bugreport_add_number(dfmt_writer *w, uint64_t v, unsigned width, char pad);
/* Seconds with `least` digits after the point, and as many more as it takes. */
bool dfmti_bugreport_add_seconds(dfmt_writer *w, uint64_t us, unsigned least);
/* YYYY-MM-DD HH:MM:SS, with other separators if they are given: "-- ::". The year must have four digits. */
bool dfmti_bugreport_add_stamp(dfmt_writer *w, int64_t seconds, const char *separators);
/* A line of a log, in the form it had. */
bool dfmti_bugreport_add_log(dfmt_writer *w, const dfmt_bugreport_log *l);

struct dfmti_calendar {
  int64_t year;
  uint32_t month, day, hour, minute, second;
};
struct dfmti_calendar dfmti_bugreport_calendar(int64_t seconds);

#endif
