/* SPDX-License-Identifier: MIT */
/*
 * diagfmt-bench-diff: two files that are compared, against the event loop over both of them. Exit status 1 if a target
 * is missed. Parts for --only: heap, chains, ops.
 */
#include <inttypes.h>
#include <stdio.h>

#include <diagfmt/ops/diff.h>
#include <diagfmt/ops/heap.h>

#include "heap_data.h"
#include "report.h"

enum { ROUNDS = 9, SIDES = 2, CHAINS = 8000, FRAMES = 16, PLACES = 6000, OWN_CHAINS = 50000, OWN_PLACES = 100000 };

/* ---- inputs ---- */

/* A chain of calls: outer frames are those of many. */
static uint64_t pc_of(uint64_t chain, unsigned k) { return 0x7b00000000u + heap_mix((chain >> k) + k) % PLACES * 16; }

/* One whose frames are random. */
static uint64_t own_pc_of(uint64_t chain, unsigned k) {
  return 0x7b00000000u + heap_mix(heap_mix(chain) + k) % OWN_PLACES * 16;
}

static void dump_record(FILE *f, uint64_t i, uint64_t chains, uint64_t (*pc)(uint64_t, unsigned), uint64_t seed) {
  const uint64_t chain = heap_mix(i) % chains;
  fprintf(f, "z %d  sz %8" PRIu64 "  num    %" PRIu64 "  bt", i % 5 == 0, i / chains * 16 + 16,
          (heap_mix(i + seed) & 255) + 1);
  for (unsigned k = 0; k < FRAMES; k++) fprintf(f, " %" PRIx64, pc(chain, k) + seed);
  fputc('\n', f);
}

static void record_before(FILE *f, uint64_t i) { dump_record(f, i, CHAINS, pc_of, 0); }
static void record_after(FILE *f, uint64_t i) { dump_record(f, i, CHAINS, pc_of, 0x10000000); }
static void own_before(FILE *f, uint64_t i) { dump_record(f, i, OWN_CHAINS, own_pc_of, 0); }
static void own_after(FILE *f, uint64_t i) { dump_record(f, i, OWN_CHAINS, own_pc_of, 0x10000000); }

#define MAPS(FROM, TO) "MAPS\n" FROM "-" TO " r-xp 00000000 00:00 1    /system/lib64/libc.so\nEND\n"
static const struct text_file dumps[] = {
    {"mallocdbg-before.2.txt", 60000000, heap_dump_head, record_before, MAPS("7b00000000", "7b0fffffff")},
    {"mallocdbg-after.2.txt", 60000000, heap_dump_head, record_after, MAPS("7b10000000", "7b1fffffff")}};
static const struct text_file own_dumps[] = {
    {"mallocdbg-own-before.3.txt", 212000000, heap_dump_head, own_before, MAPS("7b00000000", "7b0fffffff")},
    {"mallocdbg-own-after.3.txt", 212000000, heap_dump_head, own_after, MAPS("7b10000000", "7b1fffffff")}};

/* Two threads whose operations are the same, at other times. */
static void operation(FILE *f, uint64_t i, uint64_t start) {
  const uint64_t ptr = 0x7a00000000u + (heap_mix(i / 2) & 0xffffff0u), at = start + i * 100;
  if (i % 2)
    fprintf(f, "%d: free 0x%" PRIx64 " %" PRIu64 " %" PRIu64 "\n", 1200 + (int)(i / 2 % 8), ptr, at, at + 40);
  else
    fprintf(f, "%d: malloc 0x%" PRIx64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", 1200 + (int)(i / 2 % 8), ptr,
            heap_mix(i) >> 50, at, at + 40);
}

static void operation_before(FILE *f, uint64_t i) { operation(f, i, 1000000000000); }
static void operation_after(FILE *f, uint64_t i) { operation(f, i, 7000000000000); }

static const struct text_file operations[] = {{"mallocdbg-ops-before.2.txt", 60000000, NULL, operation_before, ""},
                                              {"mallocdbg-ops-after.2.txt", 60000000, NULL, operation_after, ""}};

/* ---- what is measured ---- */

static const struct part {
  const char *part, *name, *sums; /* sums: the row of its first half; NULL: it has none */
  const struct text_file *files;
  uint64_t differences; /* that there are; UINT64_MAX: some */
  double target;
} parts[] = {
    {"heap", "diff: heap dumps / events of both", "of these, adding up / events of both", dumps, UINT64_MAX, 0.4},
    {"chains", "diff: 1 M records, 50,000 chains / events", "of these, adding up / events of both", own_dumps,
     UINT64_MAX, 0.4},
    {"ops", "diff: operations / events of both", NULL, operations, 0, 0.2}};

struct input {
  const struct part *part;
  char path[SIDES][INPUT_PATH];
  uint64_t bytes;
};

static void read_both(void *arg) {
  const struct input *in = arg;
  dfmt_reader *r = new_reader(NULL);
  for (int i = 0; i < SIDES; i++) {
    dfmt_source *s = new_path_source(NULL, in->path[i]);
    const dfmt_event *ev;
    dfmt_status st;
    check_reader(dfmt_reader_open(r, 0, s), r);
    while ((st = dfmt_reader_next(r, &ev)) == DFMT_OK) continue;
    if (st != DFMT_END) check_reader(st, r);
    dfmt_source_free(s);
  }
  dfmt_reader_free(r);
}

static void check_op(dfmt_status st, const dfmt_op *op) {
  if (st != DFMT_OK) bench_fail("%s", dfmt_op_error(op)->message);
}

/* An operation over some of the files, which has run. */
static dfmt_op *run(const char *kind, const struct input *in, int from, int to) {
  dfmt_config *c;
  dfmt_op *op;
  check_config(dfmt_config_new(&c));
  check_config(dfmt_config_set(c, DFMT_CFG_HASH_SEED, 1)); /* each run does the same */
  check_config(dfmt_op_new(c, kind, &op));
  dfmt_config_free(c);
  for (int i = from; i < to; i++) {
    dfmt_source *s = new_path_source(NULL, in->path[i]);
    check_op(dfmt_op_add(op, s), op);
    dfmt_source_free(s);
  }
  check_op(dfmt_op_run(op), op);
  return op;
}

/* What a comparison begins with: the records of each dump added up by call chain. */
static void add_up(void *arg) {
  for (int i = 0; i < SIDES; i++) dfmt_op_free(run("heap", arg, i, i + 1));
}

static void compare(void *arg) {
  const struct input *in = arg;
  const dfmt_head *row;
  dfmt_rows *rows;
  uint64_t n = 0;
  dfmt_op *op = run("diff", in, 0, SIDES);
  check_op(dfmt_op_answer(op, NULL, &rows), op);
  while (dfmt_rows_next(rows, &row) == DFMT_OK) n++;
  if (in->part->differences == UINT64_MAX ? n == 0 : n != in->part->differences)
    bench_fail("%s: %" PRIu64 " differences", in->part->name, n);
  dfmt_rows_free(rows);
  dfmt_op_free(op);
}

static void row(const char *name, const struct input *in, uint32_t rounds, const struct bench_side *ours,
                const struct bench_side *events, double target) {
  bench_report(&(struct bench_row){.name = name,
                                   .ours = ours,
                                   .floor = events,
                                   .rounds = rounds,
                                   .work = (double)in->bytes,
                                   .scale = 1e6,
                                   .unit = "MB/s",
                                   .min_ratio = target});
}

static void measure(const struct bench_options *o, const struct part *p) {
  struct input in = {.part = p};
  for (int i = 0; i < SIDES; i++) in.bytes += text_file_make(o, &p->files[i], in.path[i]);
  struct bench_side ours = {.run = compare, .arg = &in, .name = p->name}, events = {.run = read_both, .arg = &in},
                    sums = {.run = add_up, .arg = &in};
  const size_t n = o->floors && p->sums ? 3 : 2;
  const uint32_t rounds = bench_measure(o, ROUNDS, (struct bench_side *[]){&ours, &events, &sums}, n);
  row(p->name, &in, rounds, &ours, &events, p->target);
  if (n > 2) row(p->sums, &in, rounds, &sums, &events, 0);
}

int main(int argc, char **argv) {
  struct bench_options o = bench_start(argc, argv);
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (bench_wanted(&o, parts[i].part)) measure(&o, &parts[i]);
  return 0;
}
