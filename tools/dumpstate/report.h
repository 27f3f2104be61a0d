/* SPDX-License-Identifier: MIT */
/* The report in the making: what all that collect share. */
#ifndef REPORT_H
#define REPORT_H

#include "child.h"
#include "options.h"
#include "output.h"

struct report {
  const struct options *options;
  struct output out;
  int64_t time;      /* when it was begun, local */
  uint64_t start_us; /* likewise */
  dfmt_sink *log;    /* what becomes dumpstate_log.txt */
  uint64_t items;    /* sections, services and files that were collected */
};

bool report_begin(struct report *r, const struct options *o);

/* Completes it; the program's exit code. */
int report_end(struct report *r);

/* Whether to stop: the output failed, or a signal came. */
bool report_is_over(const struct report *r);

/*
 * Whether an item is to be collected now: one that was asked for by itself, or of a name that --only has. One that is
 * only to be listed is listed.
 */
bool report_wants(struct report *r, bool asked, const char *kind, const char *name, const char *what);

/* A line for dumpstate_log.txt. */
__attribute__((format(printf, 2, 3))) void report_log(struct report *r, const char *format, ...);
/* Likewise, of a record that the writer refused; of an output that failed nothing is said here. */
void report_refused(struct report *r, const char *what);

/* µs as the report tells them, the moment now, and a process. */
uint64_t report_us(const struct report *r, uint64_t us);
int64_t report_now(const struct report *r);
int report_pid(const struct report *r, pid_t pid);

#endif
