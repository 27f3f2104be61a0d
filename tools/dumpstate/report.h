/* SPDX-License-Identifier: MIT */
/* The report being written, shared by all that collect. */
#ifndef REPORT_H
#define REPORT_H

#include "child.h"
#include "options.h"
#include "output.h"

struct report {
  const struct options *options;
  struct output out;
  int64_t time;      /* local start time */
  uint64_t start_us; /* the same, monotonic */
  dfmt_sink *log;    /* becomes dumpstate_log.txt */
  uint64_t items;    /* number of sections, services and files collected */
};

bool report_begin(struct report *r, const struct options *o);

/* Completes it; returns the program's exit code. */
int report_end(struct report *r);

/* Whether to stop: the output failed, or a signal came. */
bool report_is_over(const struct report *r);

/* Whether to collect an item now: one requested itself, or with a name in --only. With --list it is listed instead. */
bool report_wants(struct report *r, bool asked, const char *kind, const char *name, const char *what);

/* Adds a line to dumpstate_log.txt. */
__attribute__((format(printf, 2, 3))) void report_log(struct report *r, const char *format, ...);
/* The same for a record that the writer rejected; does nothing if the output failed. */
void report_refused(struct report *r, const char *what);

/* For the report: µs, the current time, and a process id. */
uint64_t report_us(const struct report *r, uint64_t us);
int64_t report_now(const struct report *r);
int report_pid(const struct report *r, pid_t pid);

#endif
