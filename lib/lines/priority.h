/* SPDX-License-Identifier: MIT */
/* Priorities of Android's log. */
#ifndef DFMTI_LINES_PRIORITY_H
#define DFMTI_LINES_PRIORITY_H

#include <stdint.h>

/* As android/log.h has them. Formats give these numbers names of their own. */
enum {
  DFMTI_PRIORITY_VERBOSE = 2,
  DFMTI_PRIORITY_DEBUG = 3,
  DFMTI_PRIORITY_INFO = 4,
  DFMTI_PRIORITY_WARN = 5,
  DFMTI_PRIORITY_ERROR = 6,
  DFMTI_PRIORITY_FATAL = 7,
  DFMTI_PRIORITY_SILENT = 8,
  DFMTI_PRIORITIES = 7 /* of them */
};

/* That a format's enumeration has the same numbers. */
#define DFMTI_PRIORITY_SAME(PREFIX) \
  _Static_assert((int)PREFIX##VERBOSE == DFMTI_PRIORITY_VERBOSE && (int)PREFIX##DEBUG == DFMTI_PRIORITY_DEBUG && \
                     (int)PREFIX##INFO == DFMTI_PRIORITY_INFO && (int)PREFIX##WARN == DFMTI_PRIORITY_WARN && \
                     (int)PREFIX##ERROR == DFMTI_PRIORITY_ERROR && (int)PREFIX##FATAL == DFMTI_PRIORITY_FATAL && \
                     (int)PREFIX##SILENT == DFMTI_PRIORITY_SILENT, \
                 "these are written and read as logcat's")

/* The priority of a level of the kernel or syslog, without or with its facility. */
uint32_t dfmti_priority_of_level(uint32_t level);

/* The priority of one of the letters VDIWEFS, 0 if it is none; and the letter of a priority, likewise. */
uint32_t dfmti_priority_of(uint8_t letter);
char dfmti_priority_letter(uint32_t priority);

#endif
