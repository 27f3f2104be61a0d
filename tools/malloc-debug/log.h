/* SPDX-License-Identifier: MIT */
/* Messages and reports, to standard error as lines in logcat's threadtime layout, times in UTC. */
#ifndef MALLOC_DEBUG_LOG_H
#define MALLOC_DEBUG_LOG_H

#include <diagfmt/mallocdbg.h>
#include <diagfmt/writer.h>

/* Keeps a second descriptor of standard error for programs that close theirs before they end. */
void log_start(void);

struct log {
  dfmt_writer *writer;
};

/* Writes bodies between open and close; sets their heads. put: E_ARG for a name that is invalid in a line. */
void log_open(struct log *l);
dfmt_status log_put_report(struct log *l, dfmt_mallocdbg_report *r);
void log_close(struct log *l);

/* One line; priority is DFMT_MALLOCDBG_PRIORITY_*. */
void log_message(uint32_t priority, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* As Android's library that finds unreachable memory. */
void log_unreachable(uint32_t priority, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* As libc itself, if malloc_debug could not be enabled. */
void log_libc(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
