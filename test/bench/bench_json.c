/* SPDX-License-Identifier: MIT */
/*
 * diagfmt-bench-json --dir FOLDER: every event of large files as a JSON line, in bytes of lines, reading included; the
 * ratio is that of reading alone. Files are made by big_input.py, or here. Exit status 1 if a target is missed. Parts
 * for --only: calls, samples, log, dump.
 */
#include <stdio.h>
#include <string.h>

#include "heap_data.h"
#include "report.h"
#include "trace_data.h"

enum { ROUNDS = 7 };

struct lines {
  const char *part, *name, *file;
  void (*trace)(const struct bench_options *o, char out[INPUT_PATH]);
  const struct text_file *text;
  uint32_t option; /* what delivers the events; 0: nothing need be set */
  double target;   /* bytes a second */
};

static const struct lines all[] = {
    {.part = "calls", .name = "JSON: mixed trace / reading", .trace = trace_mixed_input, .target = 400e6},
    {.part = "calls", .name = "JSON: small calls / reading", .trace = trace_small_input, .target = 400e6},
    {.part = "samples", .name = "JSON: samples / reading", .file = "big.simpleperf", .target = 400e6},
    {.part = "log",
     .name = "JSON: log lines / reading",
     .file = "big.bugreport-log.txt",
     .option = DFMT_CFG_BUGREPORT_LOG,
     .target = 1e9},
    {.part = "dump", .name = "JSON: heap dump / reading", .text = &heap_dump_file, .target = 400e6},
};

struct input {
  const struct lines *l;
  char path[INPUT_PATH];
  bool silent; /* events are only read */
  uint64_t bytes;
};

static dfmt_status count(void *user, const void *buf, uint64_t len, uint64_t *taken) {
  struct input *in = user;
  (void)buf;
  in->bytes += *taken = len;
  return DFMT_OK;
}

static void run(void *arg) {
  static const dfmt_sink_ops ops = {.size = sizeof ops, .write = count};
  struct input *in = arg;
  dfmt_config *c;
  dfmt_sink *to;
  const dfmt_event *ev;
  dfmt_status st;
  check_config(dfmt_config_new(&c));
  if (in->l->option) check_config(dfmt_config_set(c, in->l->option, 1));
  check_config(dfmt_config_set(c, DFMT_CFG_MAX_OUTPUT, UINT64_MAX));
  check_config(dfmt_config_set(c, DFMT_CFG_HASH_SEED, 1)); /* each run does the same */
  check_config(dfmt_sink_new(NULL, &ops, in, &to));
  dfmt_reader *r = new_reader(c);
  dfmt_source *s = new_path_source(NULL, in->path);
  check_reader(dfmt_reader_open(r, 0, s), r);
  in->bytes = 0;
  while ((st = dfmt_reader_next(r, &ev)) == DFMT_OK)
    if (!in->silent) check_reader(dfmt_reader_json(r, ev, DFMT_JSON_GATHER, to), r);
  if (st != DFMT_END) check_reader(st, r);
  if (dfmt_sink_flush(to) != DFMT_OK) bench_fail("%s", dfmt_sink_error(to)->message);
  dfmt_reader_free(r);
  dfmt_source_free(s);
  dfmt_sink_free(to);
  dfmt_config_free(c);
}

static void find_input(const struct bench_options *o, struct input *in) {
  if (in->l->trace)
    in->l->trace(o, in->path);
  else if (in->l->text)
    (void)text_file_make(o, in->l->text, in->path);
  else if (snprintf(in->path, sizeof in->path, "%s/%s", o->dir, in->l->file) >= INPUT_PATH)
    bench_fail("the path of %s is too long", o->dir);
}

static void measure(const struct bench_options *o, const struct lines *l) {
  struct input in = {.l = l}, read = {.l = l, .silent = true};
  struct bench_side ours = {.run = run, .arg = &in, .name = l->name}, reading = {.run = run, .arg = &read};
  find_input(o, &in);
  memcpy(read.path, in.path, sizeof in.path);
  uint32_t n = bench_measure(o, ROUNDS, (struct bench_side *[]){&ours, &reading}, 2);
  bench_report(&(struct bench_row){.name = l->name,
                                   .ours = &ours,
                                   .floor = &reading,
                                   .rounds = n,
                                   .work = (double)in.bytes,
                                   .scale = 1e6,
                                   .unit = "MB/s",
                                   .min_rate = l->target});
}

int main(int argc, char **argv) {
  struct bench_options o = bench_start(argc, argv);
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (bench_wanted(&o, all[i].part)) measure(&o, &all[i]);
  return 0;
}
