/* SPDX-License-Identifier: MIT */
/* What formats that hold lines of Android's log have in common: priorities, and logcat's layouts of a line. */
#ifndef DFMTI_LINES_LOG_H
#define DFMTI_LINES_LOG_H

#include <stdbool.h>
#include <stdint.h>

#include <diagfmt/common.h>

#include "priority.h"

/* ---- log_line.c ---- */

/*
 * Layouts of a line, as logcat -v names them; a set of these says which are taken. TIME is a date and a time, or
 * seconds with a fraction, ZONE five characters, UID a word.
 */
enum {
  DFMTI_LOG_THREADTIME = 1, /* TIME [ZONE] [UID] PID TID P TAG: MESSAGE */
  DFMTI_LOG_TIME = 2,       /* TIME [ZONE] P/TAG(PID): MESSAGE, and with UID: before PID */
  DFMTI_LOG_BRIEF = 4,      /* P/TAG(PID): MESSAGE, likewise */
  DFMTI_LOG_TAG = 8,        /* P/TAG: MESSAGE */
  DFMTI_LOG_PROCESS = 16,   /* P(PID) MESSAGE  (TAG) */
  DFMTI_LOG_THREAD = 32,    /* P(PID:TID) MESSAGE */
  DFMTI_LOG_LONG = 64,      /* [ TIME PID:TID P/TAG ]: the message is on the lines that follow */
  DFMTI_LOG_LAYOUTS = 127,  /* all of them */
  /*
   * With these: a UID of letters, digits and underscores, and none in parentheses; PID and TID of nine digits at most;
   * a blank after the tag's colon even if the message is empty.
   */
  DFMTI_LOG_EXACT = 128
};

/* Whether it begins with a date and a time of this many characters, up to the fraction: "MM-DD HH:MM:SS." */
enum { DFMTI_LOG_CALENDAR = 15 };
bool dfmti_log_has_calendar(const uint8_t *p, const uint8_t *end);

/* A line taken apart. The texts lie in the line; those that it does not have are empty. */
struct dfmti_log_line {
  uint32_t layout;   /* DFMTI_LOG_THREADTIME to DFMTI_LOG_LONG */
  uint32_t priority; /* DFMTI_LOG_VERBOSE to DFMTI_LOG_SILENT; 0: not told */
  dfmt_str time;     /* of digits and what stands between them: its fields are not looked at */
  dfmt_str zone;     /* + or - and four more characters */
  dfmt_str uid, tag, message;
  bool has_pid, has_tid;
  int32_t pid, tid;
};

/* Takes the line p[0 … end), without its line end, apart. false: it has none of these layouts, and *l is void. */
bool dfmti_log_line(const uint8_t *p, const uint8_t *end, uint32_t layouts, struct dfmti_log_line *l);

#endif
