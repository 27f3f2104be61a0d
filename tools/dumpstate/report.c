/* SPDX-License-Identifier: MIT */
#include "report.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <diagfmt/bugreport.h>

#include "clock.h"
#include "interrupt.h"

bool report_begin(struct report *r, const struct options *o) {
  *r = (struct report){.options = o, .start_us = clock_us()};
  r->time = o->fixed ? o->time : clock_local_now();
  if (dfmt_sink_memory(NULL, &r->log) != DFMT_OK) return false;
  return o->list || output_open(&r->out, o->path, o->fixed ? o->time : 0);
}

bool report_is_over(const struct report *r) { return r->out.failed || interrupt_number() != 0; }

bool report_wants(struct report *r, bool asked, const char *kind, const char *name, const char *what) {
  if (report_is_over(r) || !(asked || options_want(r->options, name))) return false;
  r->items++;
  if (r->options->list) printf("%-8s  %-28s  %s\n", kind, name, what);
  return !r->options->list;
}

void report_log(struct report *r, const char *format, ...) {
  char line[1024];
  uint64_t taken;
  va_list args;
  va_start(args, format);
  vsnprintf(line, sizeof line - 1, format, args);
  va_end(args);
  strcat(line, "\n");
  (void)dfmt_sink_write(r->log, line, strlen(line), &taken);
}

void report_refused(struct report *r, const char *what) {
  if (!r->out.failed) report_log(r, "%s: %s", what, output_error(&r->out)->message);
}

uint64_t report_us(const struct report *r, uint64_t us) { return r->options->fixed ? 0 : us; }
int64_t report_now(const struct report *r) { return r->options->fixed ? r->time : clock_local_now(); }
int report_pid(const struct report *r, pid_t pid) { return r->options->fixed ? 1 : (int)pid; }

/* Writes its own messages as an entry. */
static void put_log(struct report *r) {
  dfmt_bugreport_entry e = {.head = {sizeof e, DFMT_BUGREPORT_ENTRY},
                            .present = DFMT_BUGREPORT_ENTRY_HAS_MTIME_LOCAL_S,
                            .method = DFMT_BUGREPORT_METHOD_DEFLATE,
                            .mtime_local_s = report_now(r)};
  const void *text;
  uint64_t n;
  e.name = str("dumpstate_log.txt");
  report_log(r, "%llu items collected", (unsigned long long)r->items);
  if (dfmt_sink_bytes(r->log, &text, &n) != DFMT_OK) return;
  if (output_begin(&r->out, &e.head) && output_bytes(&r->out, text, n)) output_end(&r->out);
}

int report_end(struct report *r) {
  int signal = interrupt_number();
  if (r->options->list) return fflush(stdout) == 0 ? 0 : 1;
  if (!report_is_over(r)) put_log(r);
  if (signal) return 1;
  if (output_finish(&r->out)) return 0;
  fprintf(stderr, "diagfmt-dumpstate: %s\n", output_error(&r->out)->message);
  return 1;
}
