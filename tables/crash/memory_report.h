/* SPDX-License-Identifier: MIT */
/*
 * Reports of malloc_debug and of sanitizers in logs, for findings: rows that are in no table, made from lines of one
 * process and thread.
 */
#ifndef DFMTI_CRASH_MEMORY_REPORT_H
#define DFMTI_CRASH_MEMORY_REPORT_H

#include "android/memory_report.h"
#include "clock.h"
#include "feed.h"

/* In place of a type of rows, not in any description. The second is a dfmt_bugreport_log_crash of kind native. */
enum { DFMTI_ROW_MEMORY_REPORT = 1, DFMTI_ROW_DEATH = 3 };
enum { DFMTI_MEMORY_OPEN = 8 }; /* maximum number of open reports */

struct dfmti_crash_memory_row {
  dfmt_head head;
  uint32_t truncated;
  bool leak;
  bool ends; /* the program, mostly */
  int32_t process_id;
  uint64_t start_offset, line;
  dfmt_str entry, section, process_name, time_text, signature, message;
};

struct dfmti_crash_memory_open {
  bool is;
  bool cut, leak;
  int32_t process_id, thread_id; /* who wrote it */
  int32_t of;                    /* the process that it is about; -1: not known */
  const char *what;
  uint64_t detail_at, detail_len; /* in the message */
  uint64_t number, offset, line;
  char time[DFMTI_TIME_TEXT];
  uint64_t time_len;
  struct dfmti_buf program, message;
  struct dfmti_memory_stack stack;
};

/* Zeroed: none. */
struct dfmti_crash_memory {
  uint64_t n;
  struct dfmti_crash_memory_open open[DFMTI_MEMORY_OPEN];
  struct dfmti_buf signature;
  struct dfmti_crash_memory_row row;
};

/* Whether a log line may belong to a report; without a head, any may. Reports of sanitizers have any tag. */
bool dfmti_crash_memory_takes(const dfmt_bugreport_log *l);

/* Takes a line. OK: there is a row, and the line must be passed again. END: done. E_NOMEM, E_LIMIT. */
dfmt_status dfmti_crash_memory_line(struct dfmti_crash_memory *x, struct dfmti_crash_feed *feed,
                                    const struct dfmti_crash_line *line);

/* Ends the log. OK: there is a row, and there may be more. END. */
dfmt_status dfmti_crash_memory_end(struct dfmti_crash_memory *x, struct dfmti_crash_feed *feed);

void dfmti_crash_memory_free(struct dfmti_mem *m, struct dfmti_crash_memory *x);

#endif
