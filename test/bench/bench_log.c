/* SPDX-License-Identifier: MIT */
/*
 * diagfmt-bench-log: lines of logs in several layouts, in bytes of the log; against counting lines alone, and against
 * the same lines in a bug report. Parts for --only: one for each layout, and triage.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <diagfmt/ops/tables.h>

#include "report.h"

enum { ROUNDS = 7, BYTES = 40 << 20, LINE = 512 };

struct text {
  char *ptr;
  size_t len;
  uint64_t lines;
  uint64_t read; /* lines that a reader found */
};

static uint64_t random_state = 88172645463325252u;

static uint32_t next_random(uint32_t n) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return (uint32_t)(random_state >> 32) % n;
}

/* ---- lines ---- */

struct line {
  uint32_t number, pid, tid;
  char priority;
  const char *tag;
  char message[200];
};

static void make_line(struct line *l, uint32_t number) {
  static const char *const tags[] = {"ActivityManager", "libc", "Net", "chatty", "SurfaceFlinger", "audio_hw_primary"};
  static const char words[] = "queue sensor policy cache vector render codec frame token socket index broker loop ";
  const size_t n = 20 + next_random(100);
  *l = (struct line){.number = number,
                     .pid = 1000 + next_random(9000),
                     .tid = 1000 + next_random(9000),
                     .priority = "VDIWE"[next_random(5)],
                     .tag = tags[next_random(sizeof tags / sizeof *tags)]};
  for (size_t i = 0; i < n; i++) l->message[i] = words[(i + number) % (sizeof words - 1)];
}

typedef int put_line(char *to, const struct line *l);

#define TIME "11-20 %02u:%02u:%02u.%03u"
#define TIMES(L) (L)->number / 3600000 % 24, (L)->number / 60000 % 60, (L)->number / 1000 % 60, (L)->number % 1000

static int put_threadtime(char *to, const struct line *l) {
  return snprintf(to, LINE, TIME " %5u %5u %c %-8s: %s\n", TIMES(l), l->pid, l->tid, l->priority, l->tag, l->message);
}
static int put_time(char *to, const struct line *l) {
  return snprintf(to, LINE, TIME " %c/%-8s(%5u): %s\n", TIMES(l), l->priority, l->tag, l->pid, l->message);
}
static int put_brief(char *to, const struct line *l) {
  return snprintf(to, LINE, "%c/%-8s(%5u): %s\n", l->priority, l->tag, l->pid, l->message);
}
static int put_studio(char *to, const struct line *l) {
  return snprintf(to, LINE, "2024-" TIME " %5u-%-5u %-23s %-35s %c  %s\n", TIMES(l), l->pid, l->tid, l->tag,
                  "com.example.app", l->priority, l->message);
}
static int put_kernel(char *to, const struct line *l) {
  return snprintf(to, LINE, "[%5u.%06u] %s\n", l->number / 1000, l->number % 1000 * 1000, l->message);
}
static int put_syslog(char *to, const struct line *l) {
  return snprintf(to, LINE, "Nov 20 %02u:%02u:%02u pine %s[%u]: %s\n", l->number / 3600000 % 24, l->number / 60000 % 60,
                  l->number / 1000 % 60, l->tag, l->pid, l->message);
}
static int put_object(char *to, const struct line *l) {
  return snprintf(to, LINE,
                  "{\"__REALTIME_TIMESTAMP\":\"%u000000\",\"PRIORITY\":\"6\",\"SYSLOG_IDENTIFIER\":\"%s\","
                  "\"_PID\":\"%u\",\"MESSAGE\":\"%s\"}\n",
                  l->number, l->tag, l->pid, l->message);
}

static struct text make_text(put_line *put) {
  struct text x = {.ptr = bench_alloc(BYTES + LINE)};
  struct line l;
  while (x.len < BYTES) {
    make_line(&l, (uint32_t)x.lines++);
    x.len += (size_t)put(x.ptr + x.len, &l);
  }
  return x;
}

/* The same in UTF-16; all of it is ASCII. */
static struct text widen(const struct text *of) {
  struct text x = {.ptr = bench_alloc(2 * of->len + 2), .len = 2 * of->len + 2, .lines = of->lines};
  memcpy(x.ptr, "\xff\xfe", 2);
  for (size_t i = 0; i < of->len; i++) {
    x.ptr[2 + 2 * i] = of->ptr[i];
    x.ptr[3 + 2 * i] = 0;
  }
  return x;
}

/* The same in a section of a bug report. */
static struct text in_report(const struct text *of, const char *title) {
  static const char head[] =
      "========================================================\n"
      "== dumpstate: 2024-11-21 10:12:00\n"
      "========================================================\n\n";
  struct text x = {.ptr = bench_alloc(of->len + 400), .lines = of->lines};
  x.len = (size_t)sprintf(x.ptr, "%s------ %s (logcat) ------\n", head, title);
  memcpy(x.ptr + x.len, of->ptr, of->len);
  x.len += of->len;
  x.len += (size_t)sprintf(x.ptr + x.len, "------ 0.1s was the duration of '%s' ------\n", title);
  return x;
}

/* ---- what is measured ---- */

static void count_lines(void *arg) {
  const struct text *x = arg;
  uint64_t lines = 0;
  for (const char *p = x->ptr, *end = p + x->len; (p = memchr(p, '\n', (size_t)(end - p))) != NULL; p++) lines++;
  if (lines == 0) bench_fail("no lines");
}

static void read_events(struct text *x, uint32_t format, uint32_t type, const dfmt_config *c) {
  dfmt_reader *r = new_reader(c);
  dfmt_source *s;
  const dfmt_event *ev;
  dfmt_status st;
  check_config(dfmt_source_memory(c, x->ptr, x->len, &s));
  check_reader(dfmt_reader_open(r, format, s), r);
  x->read = 0;
  while ((st = dfmt_reader_next(r, &ev)) == DFMT_OK) x->read += ev->type == type;
  if (st != DFMT_END) check_reader(st, r);
  if (x->read != x->lines) bench_fail("%llu of %llu lines", (unsigned long long)x->read, (unsigned long long)x->lines);
  dfmt_reader_free(r);
  dfmt_source_free(s);
}

static void read_log(void *arg) { read_events(arg, DFMT_LOG, DFMT_LOG_LINE, NULL); }

static void read_report(void *arg) {
  dfmt_config *c;
  check_config(dfmt_config_new(&c));
  check_config(dfmt_config_set(c, DFMT_CFG_BUGREPORT_LOG, 1));
  read_events(arg, DFMT_BUGREPORT, DFMT_BUGREPORT_LOG, c);
  dfmt_config_free(c);
}

/* None of its lines is a crash. */
static void triage(void *arg) {
  const struct text *x = arg;
  dfmt_source *s;
  dfmt_scan *scan;
  dfmt_rows *rows;
  const dfmt_head *row;
  uint32_t table;
  check_config(dfmt_source_memory(NULL, x->ptr, x->len, &s));
  check_config(dfmt_scan_new(NULL, s, &scan));
  check_config(dfmt_scan_offer(scan, dfmt_ops_tables()));
  check_config(dfmt_scan_table(scan, "log.triage_finding", NULL, &table));
  check_config(dfmt_scan_rows(scan, &rows));
  if (dfmt_rows_next(rows, &row) != DFMT_END) bench_fail("%s", dfmt_rows_error(rows)->message);
  dfmt_rows_free(rows);
  dfmt_source_free(s);
}

static void measure(const struct bench_options *o, const char *name, struct text *x, void (*run)(void *arg),
                    struct bench_side *floor, double ratio, double rate) {
  struct bench_side ours = {.run = run, .arg = x};
  struct bench_side *const sides[] = {&ours, floor};
  struct bench_row row = {.name = name,
                          .ours = &ours,
                          .floor = floor,
                          .work = (double)x->len,
                          .scale = 1e6,
                          .unit = "MB/s",
                          .min_ratio = ratio,
                          .min_rate = rate};
  row.rounds = bench_measure(o, ROUNDS, sides, 2);
  bench_report(&row);
}

/* A layout that bug reports have, too: their reader is the peer. */
static void measure_peer(const struct bench_options *o, const char *name, struct text *x, const char *title,
                         double ratio) {
  struct text report = in_report(x, title);
  struct bench_side peer = {.run = read_report, .arg = &report};
  measure(o, name, x, read_log, &peer, ratio, 0);
  free(report.ptr);
}

static void measure_alone(const struct bench_options *o, const char *name, struct text *x, void (*run)(void *arg)) {
  struct bench_side floor = {.run = count_lines, .arg = x};
  measure(o, name, x, run, &floor, 0, 400e6);
}

int main(int argc, char **argv) {
  static const struct {
    const char *part, *name, *title; /* of a section; NULL: reports have none */
    put_line *put;
    double ratio;
  } all[] = {{"threadtime", "log: threadtime / in a report", "SYSTEM LOG", put_threadtime, 0.7},
             {"time", "log: time / in a report", "SYSTEM LOG", put_time, 0.7},
             {"kernel", "log: kernel / in a report", "KERNEL LOG", put_kernel, 0.8},
             {"brief", "log: brief / memchr()", NULL, put_brief, 0},
             {"studio", "log: Android Studio / memchr()", NULL, put_studio, 0},
             {"syslog", "log: syslog / memchr()", NULL, put_syslog, 0},
             {"json", "log: journalctl -o json / memchr()", NULL, put_object, 0}};
  const struct bench_options o = bench_start(argc, argv);
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    if (!bench_wanted(&o, all[i].part)) continue;
    struct text x = make_text(all[i].put);
    if (all[i].title)
      measure_peer(&o, all[i].name, &x, all[i].title, all[i].ratio);
    else
      measure_alone(&o, all[i].name, &x, read_log);
    free(x.ptr);
  }
  struct text plain = make_text(put_threadtime), wide = widen(&plain);
  if (bench_wanted(&o, "utf16")) measure_alone(&o, "log: threadtime in UTF-16 / memchr()", &wide, read_log);
  if (bench_wanted(&o, "triage")) measure_alone(&o, "log: triage of threadtime / memchr()", &plain, triage);
  free(plain.ptr);
  free(wide.ptr);
  return 0;
}
