/* SPDX-License-Identifier: MIT */
/* Priorities of Android's log. */
#ifndef DFMTI_LINES_PRIORITY_H
#define DFMTI_LINES_PRIORITY_H

#include <stdint.h>

/* As android/log.h has them. Formats give these numbers names of their own. */
enum {
  DFMTI_LOG_VERBOSE = 2,
  DFMTI_LOG_DEBUG = 3,
  DFMTI_LOG_INFO = 4,
  DFMTI_LOG_WARN = 5,
  DFMTI_LOG_ERROR = 6,
  DFMTI_LOG_FATAL = 7,
  DFMTI_LOG_SILENT = 8,
  DFMTI_LOG_PRIORITIES = 7 /* of them */
};

/* That a format's enumeration has the same numbers. */
#define DFMTI_LOG_SAME(PREFIX) \
  _Static_assert((int)PREFIX##VERBOSE == DFMTI_LOG_VERBOSE && (int)PREFIX##DEBUG == DFMTI_LOG_DEBUG && \
                     (int)PREFIX##INFO == DFMTI_LOG_INFO && (int)PREFIX##WARN == DFMTI_LOG_WARN && \
                     (int)PREFIX##ERROR == DFMTI_LOG_ERROR && (int)PREFIX##FATAL == DFMTI_LOG_FATAL && \
                     (int)PREFIX##SILENT == DFMTI_LOG_SILENT, \
                 "these are written and read as logcat's")

/* The priority of one of the letters VDIWEFS, 0 if it is none; and the letter of a priority, likewise. */
uint32_t dfmti_log_priority(uint8_t letter);
char dfmti_log_letter(uint32_t priority);

#endif
