/* SPDX-License-Identifier: MIT */
/*
 * diagfmt-bench-scan --dir FOLDER: tables of large files as Arrow batches, against the plain event loop over the same
 * file; the files are made by big_input.py, or here. Exit status 1 if a target is missed. Parts for --only: log,
 * findings, samples, calls, dump, memory.
 */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <diagfmt/ops/tables.h>

#include "footprint.h"
#include "heap_data.h"
#include "report.h"
#include "trace_data.h"

enum { ROUNDS = 7, MEMORY_KIB = 65536, MOST_COLUMNS = 12, MOST_TABLES = 3 };

/* Some tables of a file, the first with some of its columns. */
struct tables {
  const char *part, *name, *file;
  uint32_t option, value; /* what delivers the events to the plain loop; 0: nothing need be set */
  double target;
  const char *names[MOST_TABLES];
  const char *columns[MOST_COLUMNS];
};

static const struct tables all[] = {
    {"log",
     "scan: log lines, all columns / events",
     "big.bugreport-log.txt",
     DFMT_CFG_BUGREPORT_LOG,
     1,
     0.55,
     {"bugreport.log"},
     {0}},
    {"log",
     "scan: log lines, ten columns / events",
     "big.bugreport-log.txt",
     DFMT_CFG_BUGREPORT_LOG,
     1,
     0.65,
     {"bugreport.log"},
     {"month", "day", "second", "nanosecond", "process_id", "thread_id", "user_id", "priority", "tag", "message"}},
    {"log",
     "scan: log lines, tag / events",
     "big.bugreport-log.txt",
     DFMT_CFG_BUGREPORT_LOG,
     1,
     0.90,
     {"bugreport.log"},
     {"tag"}},
    {"log",
     "scan: three tables of a report / events",
     "big.bugreport.txt",
     DFMT_CFG_BUGREPORT_LOG,
     1,
     0,
     {"bugreport.log", "bugreport.section", "bugreport.service"},
     {0}},
    {"findings",
     "scan: findings of a report / events with log lines",
     "big.bugreport.txt",
     DFMT_CFG_BUGREPORT_LOG,
     1,
     0.67,
     {"bugreport.triage_finding"},
     {0}},
    {"findings",
     "scan: findings of a zip / events with log lines",
     "big.bugreport.zip",
     DFMT_CFG_BUGREPORT_LOG,
     1,
     0.67,
     {"bugreport.triage_finding"},
     {0}},
    {"samples", "scan: samples with frames / events", "big.simpleperf", 0, 0, 0.50, {"simpleperf.sample"}, {0}},
    {"calls",
     "scan: calls, number, thread, name / events",
     "",
     0,
     0,
     0.85,
     {"apitrace.call"},
     {"number", "thread_id", "name"}},
    {"dump", "scan: heap dump with chains / events", "", 0, 0, 0.75, {"mallocdbg.alloc"}, {0}},
};

struct input {
  const struct tables *t;
  char path[INPUT_PATH];
  uint64_t events, rows;
};

static dfmt_config *config_of(const struct tables *t) {
  dfmt_config *c;
  check_config(dfmt_config_new(&c));
  if (t->option) check_config(dfmt_config_set(c, t->option, t->value));
  return c;
}

static bool is_row(const struct tables *t, const char *name) {
  for (size_t i = 0; i < MOST_TABLES && t->names[i]; i++)
    if (strcmp(t->names[i], name) == 0) return true;
  return false;
}

/* The plain loop counts the events of the tables. */
static void read_events(void *arg) {
  struct input *in = arg;
  dfmt_config *c = config_of(in->t);
  dfmt_reader *r = new_reader(c);
  dfmt_source *s = new_path_source(NULL, in->path);
  const dfmt_event *ev;
  dfmt_status st;
  uint32_t wanted[MOST_TABLES] = {0};
  const dfmt_type *t;
  size_t n = 0;
  for (uint32_t i = 0; (t = dfmt_ops_table_at(i)) != NULL; i++)
    if (is_row(in->t, t->name)) wanted[n++] = t->number;
  check_reader(dfmt_reader_open(r, 0, s), r);
  in->events = 0;
  while ((st = dfmt_reader_next(r, &ev)) == DFMT_OK)
    in->events += ev->type == wanted[0] || ev->type == wanted[1] || ev->type == wanted[2];
  if (st != DFMT_END) check_reader(st, r);
  dfmt_reader_free(r);
  dfmt_source_free(s);
  dfmt_config_free(c);
}

static void check_scan(dfmt_status st, const dfmt_scan *x) {
  if (st != DFMT_OK) bench_fail("%s", dfmt_scan_error(x)->message);
}

static void read_scan(void *arg) {
  struct input *in = arg;
  const struct tables *t = in->t;
  dfmt_table_request request = {.size = sizeof request, .columns = t->columns[0] ? t->columns : NULL};
  dfmt_source *s = new_path_source(NULL, in->path);
  dfmt_config *c;
  dfmt_scan *x;
  struct ArrowArray batch;
  uint32_t table;
  dfmt_status st;
  while (request.n_columns < MOST_COLUMNS && t->columns[request.n_columns]) request.n_columns++;
  check_config(dfmt_config_new(&c));
  check_config(dfmt_config_set(c, DFMT_CFG_HASH_SEED, 1)); /* each run does the same */
  check_config(dfmt_scan_new(c, s, &x));
  check_scan(dfmt_scan_offer(x, dfmt_ops_tables()), x);
  dfmt_config_free(c);
  for (size_t i = 0; i < MOST_TABLES && t->names[i]; i++)
    check_scan(dfmt_scan_table(x, t->names[i], i ? NULL : &request, &table), x);
  in->rows = 0;
  while ((st = dfmt_scan_next(x, &table, &batch)) == DFMT_OK) {
    in->rows += (uint64_t)batch.length;
    batch.release(&batch);
  }
  if (st != DFMT_END) check_scan(st, x);
  dfmt_scan_free(x);
  dfmt_source_free(s);
}

static uint64_t size_of(const char *path) {
  struct stat sb;
  if (stat(path, &sb) != 0) bench_fail("cannot read %s", path);
  return (uint64_t)sb.st_size;
}

static void find_input(const struct bench_options *o, const struct tables *t, struct input *in) {
  *in = (struct input){.t = t};
  if (strcmp(t->part, "calls") == 0)
    trace_mixed_input(o, in->path);
  else if (strcmp(t->part, "dump") == 0)
    (void)text_file_make(o, &heap_dump_file, in->path);
  else if (snprintf(in->path, sizeof in->path, "%s/%s", o->dir, t->file) >= INPUT_PATH)
    bench_fail("the path of %s is too long", o->dir);
}

static void measure(const struct bench_options *o, const struct tables *t) {
  struct input in;
  find_input(o, t, &in);
  struct bench_side ours = {.run = read_scan, .arg = &in, .name = t->name}, events = {.run = read_events, .arg = &in};
  uint32_t n = bench_measure(o, ROUNDS, (struct bench_side *[]){&ours, &events}, 2);
  bool same = strcmp(t->part, "findings") == 0 || in.rows == in.events; /* findings are made of several events */
  if (o->floors && !o->count && !same) bench_fail("%s: rows and events differ", t->name);
  bench_report(&(struct bench_row){.name = t->name,
                                   .ours = &ours,
                                   .floor = &events,
                                   .rounds = n,
                                   .work = (double)size_of(in.path),
                                   .scale = 1e6,
                                   .unit = "MB/s",
                                   .min_ratio = t->target});
}

/* Flat in the size of the file: one batch, and what the reader holds. */
static void measure_memory(const struct bench_options *o, const struct tables *t) {
  struct input in;
  char name[120], ours[32];
  find_input(o, t, &in);
  long peak = footprint(read_scan, &in).peak;
  snprintf(name, sizeof name, "%s: peak memory", t->name);
  snprintf(ours, sizeof ours, "%ld KiB", peak);
  bench_print(name, ours, "", "", "<= 65536 KiB", peak <= MEMORY_KIB ? "ok" : "miss");
}

int main(int argc, char **argv) {
  struct bench_options o = bench_start(argc, argv);
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    if (!bench_wanted(&o, all[i].part)) continue;
    if (o.floors && !o.count) measure_memory(&o, &all[i]);
    measure(&o, &all[i]);
  }
  return 0;
}
