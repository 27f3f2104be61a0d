/* SPDX-License-Identifier: MIT */
#include "cli/progress.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/progress_line.h"
#include "cli/text.h"

static struct {
  bool on, patient;     /* patient: hidden in the first second */
  double start, drawn;  /* seconds */
  uint64_t done, total; /* bytes */
  const char *name;
} p;

static double now(void) {
  struct timespec ts = {0};
  clock_gettime(CLOCK_MONOTONIC, &ts);
  return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

void progress_setup(const char *when) {
  bool always = when && strcmp(when, "always") == 0;
  p.patient = !always;
  p.on = always || ((!when || strcmp(when, "auto") == 0) && isatty(STDERR_FILENO));
}

void progress_begin(const char *name, uint64_t total) {
  if (!p.on) return;
  progress_clear();
  p.name = name;
  p.total = total;
  p.done = 0;
  p.start = now();
  p.drawn = p.patient ? p.start + 0.9 : 0;
}

/* "file  45 %  1.2 GiB of 2.6 GiB, 310 MiB/s, 4 s left" */
static void draw(double t) {
  dfmt_sink *line;
  if (dfmt_sink_memory(NULL, &line) != DFMT_OK) return;
  double seconds = t - p.start;
  uint64_t total = p.done <= p.total ? p.total : 0; /* some commands read a file twice */
  put_s(line, "\r\x1b[K");
  put_safe_s(line, p.name);
  if (total) put_f(line, " %3.0f %%", 100 * (double)p.done / (double)total);
  put_s(line, "  ");
  put_size(line, p.done);
  if (total) {
    put_s(line, " of ");
    put_size(line, total);
  }
  if (seconds > 0 && p.done) {
    double rate = (double)p.done / seconds;
    put_s(line, ", ");
    put_size(line, (uint64_t)rate);
    put_s(line, "/s");
    if (total) put_f(line, ", %.0f s left", (double)(total - p.done) / rate);
  }
  const void *ptr;
  uint64_t len;
  if (dfmt_sink_bytes(line, &ptr, &len) == DFMT_OK && write(STDERR_FILENO, ptr, (size_t)len) > 0) progress_shown();
  dfmt_sink_free(line);
}

void progress_add(uint64_t bytes) {
  if (!p.on || !p.name) return;
  p.done += bytes;
  double t = now();
  if (t - p.drawn < 0.1) return;
  draw(t);
  p.drawn = t;
}
