/* SPDX-License-Identifier: MIT */
/* Passing over a core dump without decoding it, against a search for line feeds in what the same reads give. */
#include "benchmarks.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "inputs.h"
#include "report.h"

static void ours(void *arg) {
  const struct core_input *in = arg;
  dfmt_reader *r = new_reader(NULL);
  dfmt_source *source = new_path_source(NULL, in->report);
  check_reader(dfmt_reader_open(r, DFMT_APPORT, source), r);
  dfmt_source_free(source);
  const dfmt_event *ev;
  dfmt_status st;
  uint32_t entries = 0;
  while ((st = dfmt_reader_next(r, &ev)) == DFMT_OK) entries++;
  if (st != DFMT_END) check_reader(st, r);
  if (entries != CORE_INPUT_ENTRIES) bench_fail("%u entries", entries);
  dfmt_reader_free(r);
}

static void bare_scan(void *arg) {
  const struct core_input *in = arg;
  static uint8_t buf[BENCH_BLOCK];
  uint64_t lines = 0;
  int fd = open(in->report, O_RDONLY | O_CLOEXEC);
  ssize_t n;
  while ((n = read(fd, buf, sizeof buf)) > 0)
    for (const uint8_t *p = buf, *end = buf + n; (p = memchr(p, '\n', (size_t)(end - p))) != NULL; p++) lines++;
  close(fd);
  if (lines < CORE_INPUT_ENTRIES) bench_fail("the scan of %s failed", in->report);
}

void bench_skip(const struct bench_options *o) {
  struct core_input in;
  core_gzip_input(o, &in);
  struct stat sb;
  if (stat(in.report, &sb) != 0) bench_fail("cannot look at %s", in.report);
  struct bench_side our = {.run = ours, .arg = &in, .name = "skip core dump"}, scan = {.run = bare_scan, .arg = &in};
  uint32_t rounds = bench_measure(o, 21, (struct bench_side *[]){&our, &scan}, 2);
  bench_report(&(struct bench_row){.name = "skip core dump / read and memchr",
                                   .ours = &our,
                                   .floor = &scan,
                                   .rounds = rounds,
                                   .work = (double)sb.st_size,
                                   .scale = 1e6,
                                   .unit = "MB/s",
                                   .min_ratio = 0.5});
}
