/* SPDX-License-Identifier: MIT */
#include "log.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "lock.h"
#include "state.h"

enum { LINE = 1024, SPARE = 100 }; /* Android cuts messages at 1023 bytes; lowest number of the second descriptor */

static bool silent; /* there was no standard error: its number may now belong to any file */
static int spare = -1;
static struct stat spare_was;

void log_start(void) {
  silent = fcntl(STDERR_FILENO, F_GETFD) < 0;
  spare = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, SPARE);
  if (spare >= 0 && fstat(spare, &spare_was) != 0) spare = -1;
}

/* Standard error, or the second descriptor if that still refers to the same file. */
static int where(void) {
  struct stat now;
  if (fcntl(STDERR_FILENO, F_GETFD) >= 0 || spare < 0) return STDERR_FILENO;
  bool same = fstat(spare, &now) == 0 && now.st_dev == spare_was.st_dev && now.st_ino == spare_was.st_ino;
  return same ? spare : STDERR_FILENO;
}

static dfmt_status write_out(void *user, const void *buf, uint64_t len, uint64_t *taken) {
  (void)user;
  int fd = where();
  if (silent) *taken = len;
  while (*taken < len) {
    ssize_t n = write(fd, (const char *)buf + *taken, (size_t)(len - *taken));
    if (n >= 0) *taken += (uint64_t)n;
    if (n < 0 && errno == EAGAIN) poll(&(struct pollfd){.fd = fd, .events = POLLOUT}, 1, -1);
    if (n < 0 && errno != EAGAIN && errno != EINTR) return DFMT_E_IO;
  }
  return DFMT_OK;
}

/* One at a time, so that lines of reports are not mixed. */
void log_open(struct log *l) {
  static const dfmt_sink_ops ops = {.size = sizeof ops, .write = write_out};
  dfmt_sink *sink = NULL;
  l->writer = NULL;
  lock_take(LOCK_LOG);
  if (dfmt_sink_new(state_config, &ops, NULL, &sink) == DFMT_OK && dfmt_writer_new(state_config, &l->writer) == DFMT_OK)
    dfmt_writer_open(l->writer, DFMT_MALLOCDBG, DFMT_MALLOCDBG_VARIANT_LOG, sink);
  dfmt_sink_free(sink);
}

void log_close(struct log *l) {
  static const char apology[] = "malloc_debug: out of memory for a message\n";
  uint64_t taken = 0;
  if (l->writer)
    dfmt_writer_finish(l->writer);
  else
    write_out(NULL, apology, sizeof apology - 1, &taken);
  dfmt_writer_free(l->writer);
  lock_give(LOCK_LOG);
}

/* "12-31 23:59:59.999". The C library's calendar functions take a lock that the program may hold. */
static dfmt_str stamp(char room[32]) {
  struct timespec t = {0};
  clock_gettime(CLOCK_REALTIME, &t);
  unsigned seconds = (unsigned)(t.tv_sec % 86400);
  uint64_t days = (uint64_t)t.tv_sec / 86400 + 719468; /* since 1 March of year 0; 400 years have 146097 */
  unsigned of_era = (unsigned)(days % 146097);
  unsigned year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  unsigned of_year = of_era - (365 * year + year / 4 - year / 100);
  unsigned month = (5 * of_year + 2) / 153, day = of_year - (153 * month + 2) / 5 + 1;
  int n = snprintf(room, 32, "%02u-%02u %02u:%02u:%02u.%03u", month < 10 ? month + 3 : month - 9, day, seconds / 3600,
                   seconds / 60 % 60, seconds % 60, (unsigned)(t.tv_nsec / 1000000));
  return (dfmt_str){room, (uint64_t)n};
}

#define TEXT(LITERAL) ((dfmt_str){LITERAL, sizeof(LITERAL) - 1})

dfmt_status log_put_report(struct log *l, dfmt_mallocdbg_report *r) {
  char room[32];
  if (!l->writer) return DFMT_E_NOMEM;
  r->head = (dfmt_head){sizeof *r, DFMT_MALLOCDBG_REPORT};
  r->present |= DFMT_MALLOCDBG_REPORT_HAS_PROCESS_ID | DFMT_MALLOCDBG_REPORT_HAS_THREAD_ID |
                DFMT_MALLOCDBG_REPORT_HAS_PRIORITY | DFMT_MALLOCDBG_REPORT_HAS_TAG |
                DFMT_MALLOCDBG_REPORT_HAS_TIME_TEXT;
  r->process_id = getpid();
  r->thread_id = state_tid();
  r->priority = DFMT_MALLOCDBG_PRIORITY_ERROR;
  r->tag = TEXT("malloc_debug");
  r->time_text = stamp(room);
  return dfmt_writer_put(l->writer, &r->head);
}

static void put_message(uint32_t priority, const dfmt_str *tag, const char *format, va_list ap) {
  char line[LINE], room[32];
  int n = vsnprintf(line, sizeof line, format, ap);
  for (char *p = line; *p; p++)
    if (*p == '\n') *p = ' ';
  dfmt_mallocdbg_message m = {.head = {sizeof m, DFMT_MALLOCDBG_MESSAGE},
                              .present = DFMT_MALLOCDBG_MESSAGE_HAS_PROCESS_ID | DFMT_MALLOCDBG_MESSAGE_HAS_THREAD_ID |
                                         DFMT_MALLOCDBG_MESSAGE_HAS_PRIORITY | DFMT_MALLOCDBG_MESSAGE_HAS_TAG |
                                         DFMT_MALLOCDBG_MESSAGE_HAS_TIME_TEXT,
                              .priority = priority,
                              .process_id = getpid(),
                              .thread_id = state_tid(),
                              .time_text = stamp(room),
                              .tag = *tag,
                              .message = {line, n < LINE ? (uint64_t)n : LINE - 1}};
  struct log l;
  log_open(&l);
  if (l.writer) dfmt_writer_put(l.writer, &m.head);
  log_close(&l);
}

void log_message(uint32_t priority, const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  put_message(priority, &TEXT("malloc_debug"), format, ap);
  va_end(ap);
}

void log_unreachable(uint32_t priority, const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  put_message(priority, &TEXT("libmemunreachable"), format, ap);
  va_end(ap);
}

void log_libc(const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  put_message(DFMT_MALLOCDBG_PRIORITY_ERROR, &TEXT("libc"), format, ap);
  va_end(ap);
}
