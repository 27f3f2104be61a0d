/* SPDX-License-Identifier: MIT */
/*
 * A directory of small reports with one reader and one source for all, every value decoded and checked, against
 * open, read, a search for line feeds, close. Once warm, the handles must not allocate: that is asserted.
 */
#include "benchmarks.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "inputs.h"
#include "report.h"

enum { FIELDS = 24, NAME = 20 };

struct directory {
  char (*paths)[INPUT_PATH + NAME];
  dfmt_reader *r;
  dfmt_source *source;
  uint32_t reports;
  uint32_t format;      /* 0: to be found out */
  uint64_t allocations; /* calls that asked for memory */
};

static void *counting_realloc(void *user, void *ptr, uint64_t old_size, uint64_t new_size) {
  struct directory *d = user;
  (void)old_size;
  if (new_size == 0) {
    free(ptr);
    return NULL;
  }
  d->allocations++;
  return realloc(ptr, (size_t)new_size);
}

/* Reads to the end; returns the number of fields. */
static uint32_t read_all(dfmt_reader *r) {
  const dfmt_event *ev;
  dfmt_status st;
  uint32_t fields = 0;
  while ((st = dfmt_reader_next(r, &ev)) == DFMT_OK) {
    fields++;
    if (ev->flags & DFMT_EVENT_FLAG_PAYLOAD) check_reader(dfmt_payload_skip(r), r);
  }
  if (st != DFMT_END) check_reader(st, r);
  return fields;
}

static void ours(void *arg) {
  struct directory *d = arg;
  for (uint32_t i = 0; i < d->reports; i++) {
    check_source(dfmt_source_reset_path(d->source, d->paths[i]), d->source);
    check_reader(dfmt_reader_open(d->r, d->format, d->source), d->r);
    uint32_t fields = read_all(d->r);
    if (fields != FIELDS) bench_fail("%s: %u fields", d->paths[i], fields);
  }
}

static void bare_scan(void *arg) {
  const struct directory *d = arg;
  static uint8_t buf[BENCH_BLOCK];
  for (uint32_t i = 0; i < d->reports; i++) {
    uint64_t lines = 0;
    int fd = open(d->paths[i], O_RDONLY | O_CLOEXEC);
    ssize_t n;
    while ((n = read(fd, buf, sizeof buf)) > 0)
      for (const uint8_t *p = buf, *end = buf + n; (p = memchr(p, '\n', (size_t)(end - p))) != NULL; p++) lines++;
    close(fd);
    if (lines < FIELDS) bench_fail("%s: %llu lines", d->paths[i], (unsigned long long)lines);
  }
}

static void expect_no_allocations(const char *name, struct directory *d, uint64_t before) {
  char count[32];
  uint64_t n = d->allocations - before;
  snprintf(count, sizeof count, "%llu", (unsigned long long)n);
  bench_print(name, count, "", "", "0", n ? "miss" : "ok");
  if (n) bench_fail("a warm reader allocated %llu times", (unsigned long long)n);
}

static dfmt_config *counting_config(struct directory *d) {
  dfmt_config *c;
  check_config(dfmt_config_new(&c));
  check_config(dfmt_config_allocator(c, counting_realloc, d));
  return c;
}

/* Values of every compression, so that decoders are reused as well. */
static void reuse_decoders(void) {
  static const char report[] =
      "ProblemType: Crash\n"
      "Gzip: base64\n H4sICAAAAAAC/0NvcmVEdW1wAA==\n c3RiYIgCALiuEhkFAAAA\n"
      "Zlib: base64\n eJw=\n c3RiYIgCAAKsAN4=\n"
      "Gzip2: base64\n H4sICAAAAAAC/0NvcmVEdW1wAA==\n c3RiYIgCALiuEhkFAAAA\n";
  enum { REPORTS = 1000, WARM = 10 };
  struct directory d = {0};
  dfmt_config *c = counting_config(&d);
  uint64_t before = 0;
  d.r = new_reader(c);
  check_source(dfmt_source_memory(c, report, sizeof report - 1, &d.source), NULL);
  for (uint32_t i = 0; i < REPORTS; i++) {
    if (i == WARM) before = d.allocations;
    check_source(dfmt_source_reset_memory(d.source, report, sizeof report - 1), d.source);
    check_reader(dfmt_reader_open(d.r, 0, d.source), d.r);
    if (read_all(d.r) != 4) bench_fail("not four fields");
  }
  expect_no_allocations("small base64 reports: allocations once warm", &d, before);
  dfmt_source_free(d.source);
  dfmt_reader_free(d.r);
  dfmt_config_free(c);
}

void bench_many(const struct bench_options *o) {
  char dir[INPUT_PATH];
  struct directory d = {.reports = bench_scaled(o, SMALL_REPORTS)};
  d.paths = bench_alloc(d.reports * sizeof *d.paths);
  small_inputs(o, dir);
  for (uint32_t i = 0; i < d.reports; i++) snprintf(d.paths[i], sizeof d.paths[i], "%s/%06u.crash", dir, i);
  dfmt_config *c = counting_config(&d);
  d.r = new_reader(c);
  d.source = new_path_source(c, d.paths[0]);

  ours(&d);
  uint64_t before = d.allocations;
  struct directory told = d;
  told.format = DFMT_APPORT;
  struct bench_side our = {.run = ours, .arg = &d, .name = "small reports"},
                    named = {.run = ours, .arg = &told, .name = "small reports, format named"},
                    scan = {.run = bare_scan, .arg = &d};
  uint32_t rounds = bench_measure(o, 15, (struct bench_side *[]){&our, &scan, &named}, 3);
  struct bench_row row = {.name = "small reports / open, read, memchr, close",
                          .ours = &our,
                          .floor = &scan,
                          .rounds = rounds,
                          .work = d.reports,
                          .scale = 1,
                          .unit = "reports/s",
                          .min_ratio = 0.75};
  bench_report(&row);
  row.name = "small reports: format found out / named";
  row.floor = &named;
  row.min_ratio = 0.95;
  bench_report(&row);
  expect_no_allocations("small reports: allocations once warm", &d, before);
  dfmt_source_free(d.source);
  dfmt_reader_free(d.r);
  dfmt_config_free(c);
  free(d.paths);
  reuse_decoders();
}
