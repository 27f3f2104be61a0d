/* SPDX-License-Identifier: MIT */
/*
 * diagfmt-bench-profile --dir D: a profile counted and written, against reading the same file by columns with names.
 * Parts for --only: top, folded, pprof, firefox (big.simpleperf), spill (big-stacks.simpleperf, in which six of ten
 * samples have a stack of their own), memory. Exit status 1 if a target is missed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <diagfmt/ops/profile.h>

#include "footprint.h"
#include "inputs.h"
#include "report.h"

enum { ROUNDS = 9, SPILL_ROUNDS = 5, SPILL_MIB = 36 };

/* A file and what is made of it. */
struct work {
  const char *part, *name;
  uint32_t keep;
  const char *document; /* NULL: rows of functions */
  double target;        /* of reading's time : ours */
  char path[INPUT_PATH];
  uint64_t bytes;
  const char *scratch;              /* NULL: all is in memory */
  const char *spill, *spill_memory; /* names of rows */
};

/* ---- reading alone ---- */

static void load_names(const char *path) {
  dfmt_simpleperf_names *n;
  dfmt_source *s = new_path_source(NULL, path);
  check_config(dfmt_simpleperf_names_new(NULL, &n));
  if (dfmt_simpleperf_names_load(n, s) != DFMT_OK) bench_fail("%s", dfmt_simpleperf_names_error(n)->message);
  dfmt_simpleperf_names_free(n);
  dfmt_source_free(s);
}

static void read_columns(void *arg) {
  const struct work *w = arg;
  const dfmt_event *ev;
  dfmt_status st;
  uint64_t frames = 0;
  load_names(w->path);
  dfmt_reader *r = new_reader(NULL);
  dfmt_source *s = new_path_source(NULL, w->path);
  check_reader(dfmt_reader_open(r, DFMT_SIMPLEPERF, s), r);
  dfmt_source_free(s);
  while ((st = dfmt_reader_columns(r, DFMT_SIMPLEPERF_SAMPLE, UINT32_MAX, &ev)) == DFMT_OK)
    frames += dfmt_event_simpleperf_columns(ev)->n_frames;
  if (st != DFMT_END) check_reader(st, r);
  dfmt_reader_free(r);
  if (frames == 0) bench_fail("%s has no frames", w->path);
}

/* ---- ours ---- */

static void check_op(dfmt_status st, const dfmt_op *op) {
  if (st != DFMT_OK) bench_fail("%s", dfmt_op_error(op)->message);
}

/* As the program diagfmt has it. */
static dfmt_config *config_of(const struct work *w) {
  dfmt_config *c;
  const bool viewer = w->keep >= DFMT_PROFILE_KEEP_PLACES;
  check_config(dfmt_config_new(&c));
  check_config(dfmt_config_set(c, DFMT_CFG_HASH_SEED, 1)); /* each run does the same */
  check_config(dfmt_config_set(c, DFMT_OPS_PROFILE_KEEP, w->keep));
  if (w->document) check_config(dfmt_config_set(c, DFMT_OPS_PROFILE_GROUP, DFMT_PROFILE_BY_USUAL));
  if (viewer) check_config(dfmt_config_set(c, DFMT_OPS_PROFILE_CPU, DFMT_PROFILE_CPU_RECORDED));
  check_config(dfmt_config_set(c, DFMT_CFG_MAX_MEMORY, w->scratch ? (uint64_t)SPILL_MIB << 20 : UINT64_MAX));
  if (w->scratch) check_config(dfmt_config_add(c, DFMT_OPS_SCRATCH, w->scratch, strlen(w->scratch)));
  return c;
}

static void take_rows(dfmt_op *op) {
  dfmt_rows *rows;
  const dfmt_head *row;
  uint64_t n = 0;
  check_op(dfmt_op_answer(op, "functions", &rows), op);
  while (dfmt_rows_next(rows, &row) == DFMT_OK) n++;
  dfmt_rows_free(rows);
  if (n == 0) bench_fail("no functions");
}

static void write_document(dfmt_op *op, const char *document) {
  dfmt_sink *sink;
  check_config(dfmt_sink_null(NULL, &sink));
  check_op(dfmt_op_write(op, document, NULL, sink), op);
  dfmt_sink_free(sink);
}

static void make_of(const struct work *w, dfmt_source *s) {
  dfmt_op *op;
  dfmt_config *c = config_of(w);
  check_config(dfmt_op_new(c, "profile", &op));
  dfmt_config_free(c);
  check_op(dfmt_op_add(op, s), op);
  dfmt_source_free(s);
  check_op(dfmt_op_run(op), op);
  if (!w->document)
    take_rows(op);
  else
    write_document(op, w->document);
  dfmt_op_free(op);
}

static void make(void *arg) {
  const struct work *w = arg;
  make_of(w, new_path_source(NULL, w->path));
}

static void find_input(const struct bench_options *o, struct work *w, const char *name) {
  if (snprintf(w->path, sizeof w->path, "%s/%s", o->dir, name) >= (int)sizeof w->path)
    bench_fail("the path of %s is too long", name);
  FILE *f = fopen(w->path, "rb");
  if (!f || fseek(f, 0, SEEK_END) != 0) bench_fail("cannot read %s", w->path);
  w->bytes = (uint64_t)ftell(f);
  fclose(f);
}

static void report(const struct work *w, const char *name, const struct bench_side *ours,
                   const struct bench_side *floor, uint32_t rounds) {
  bench_report(&(struct bench_row){.name = name,
                                   .ours = ours,
                                   .floor = floor,
                                   .rounds = rounds,
                                   .work = (double)w->bytes,
                                   .scale = 1e6,
                                   .unit = "MB/s",
                                   .min_ratio = w->target});
}

static void measure(const struct bench_options *o, struct work *w) {
  find_input(o, w, "big.simpleperf");
  struct bench_side ours = {.run = make, .arg = w, .name = w->name}, reading = {.run = read_columns, .arg = w};
  uint32_t n = bench_measure(o, ROUNDS, (struct bench_side *[]){&ours, &reading}, 2);
  report(w, w->name, &ours, &reading, n);
}

/* ---- stacks of their own: in scratch files, against all in memory ---- */

static void report_peak(const char *name, void (*run)(void *arg), void *arg, long most) {
  char ours[32], target[32];
  const long peak = footprint(run, arg).peak;
  snprintf(ours, sizeof ours, "%ld KiB", peak);
  snprintf(target, sizeof target, "<= %ld KiB", most);
  bench_print(name, ours, "", "", target, peak <= most ? "ok" : "miss");
}

/* Memory first: what was freed by then would be counted with a child's. */
static void measure_spill(const struct bench_options *o, const struct work *of) {
  struct work w = *of, all;
  find_input(o, &w, "big-stacks.simpleperf");
  w.target = 1;
  all = w;
  w.scratch = o->dir;
  struct bench_side ours = {.run = make, .arg = &w}, memory = {.run = make, .arg = &all};
  report_peak(of->spill_memory, make, &w, 65536);
  uint32_t n = bench_measure(o, SPILL_ROUNDS, (struct bench_side *[]){&ours, &memory}, 2);
  report(&w, of->spill, &ours, &memory, n);
}

/* ---- memory: 3 GB with 20,000 functions ---- */

enum { FUNCTIONS = 20000, FILES = 100, DEPTH = 24, BLOCK_SAMPLES = 20000 };

/* A profile that stands nowhere: a head, a block of samples again and again, names. */
struct endless {
  uint8_t *block, *names;
  uint64_t block_len, names_len, head_len, n_blocks, position;
};
static const uint8_t head[] = "SIMPLEPERF\x01\x00";

static uint8_t *put_varint(uint8_t *p, uint64_t v) {
  for (; v >= 0x80; v >>= 7) *p++ = (uint8_t)(v | 0x80);
  *p++ = (uint8_t)v;
  return p;
}

static uint8_t *put_number(uint8_t *p, uint32_t field, uint64_t v) { return put_varint(put_varint(p, field << 3), v); }

/* A message of less than 2^14 bytes, whose length is padded to two. */
static uint8_t *open_message(uint8_t *p, uint32_t field) { return put_varint(p, field << 3 | 2) + 2; }

static uint8_t *close_message(uint8_t *from, uint8_t *p) {
  const size_t len = (size_t)(p - from);
  from[-2] = (uint8_t)(len | 0x80);
  from[-1] = (uint8_t)(len >> 7);
  return p;
}

static uint8_t *close_record(uint8_t *from, uint8_t *p) {
  const uint32_t len = (uint32_t)(p - from) - 4;
  memcpy(from, &len, sizeof len);
  return p;
}

static uint8_t *put_sample(uint8_t *p, uint64_t i, uint64_t *random) {
  uint8_t *record = p, *sample = open_message(p + 4, 1);
  p = put_number(put_number(sample, 1, i * 250000), 2, 100 + i % 8);
  for (unsigned k = 0; k < DEPTH; k++) {
    uint8_t *frame = open_message(p, 3);
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    const uint64_t function = *random % FUNCTIONS;
    p = put_number(put_number(frame, 1, function * 64), 2, function % FILES);
    p = close_message(frame, put_number(p, 3, function / FILES));
  }
  p = put_number(put_number(p, 4, 250000), 5, 0);
  return close_record(record, close_message(sample, p));
}

static uint8_t *put_text(uint8_t *p, uint32_t field, const char *format, unsigned a, unsigned b) {
  uint8_t *text = open_message(p, field);
  return close_message(text, text + sprintf((char *)text, format, a, b));
}

static uint8_t *put_file(uint8_t *p, unsigned file) {
  uint8_t *record = p, *message = open_message(p + 4, 3);
  p = put_text(put_number(message, 1, file), 2, "/system/lib64/lib%u_%u.so", file, file);
  for (unsigned i = 0; i < FUNCTIONS / FILES; i++) p = put_text(p, 3, "ns::Class%u::function_%u()", file, i);
  return close_record(record, close_message(message, p));
}

static void make_endless(struct endless *x, uint64_t bytes) {
  uint64_t random = 88172645463325252u;
  uint8_t *p = x->block = bench_alloc((size_t)BLOCK_SAMPLES * DEPTH * 32);
  for (unsigned i = 0; i < BLOCK_SAMPLES; i++) p = put_sample(p, i, &random);
  x->block_len = (uint64_t)(p - x->block);
  p = x->names = bench_alloc((size_t)FUNCTIONS * 64);
  for (unsigned i = 0; i < FILES; i++) p = put_file(p, i);
  memset(p, 0, 4);
  x->names_len = (uint64_t)(p + 4 - x->names);
  x->head_len = sizeof head - 1;
  x->n_blocks = bytes / x->block_len;
}

static dfmt_status read_at(void *user, uint64_t offset, void *buf, uint64_t cap, uint64_t *got) {
  const struct endless *x = user;
  const uint64_t blocks = x->head_len + x->n_blocks * x->block_len;
  const uint8_t *from = head + offset;
  uint64_t left = offset < x->head_len ? x->head_len - offset : 0;
  if (offset >= blocks + x->names_len) return DFMT_END;
  if (offset >= x->head_len && offset < blocks) {
    from = x->block + (offset - x->head_len) % x->block_len;
    left = x->block_len - (offset - x->head_len) % x->block_len;
  } else if (offset >= blocks) {
    from = x->names + (offset - blocks);
    left = blocks + x->names_len - offset;
  }
  *got = left < cap ? left : cap;
  memcpy(buf, from, (size_t)*got);
  return DFMT_OK;
}

static dfmt_status read_next(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct endless *x = user;
  dfmt_status st = read_at(x, x->position, buf, cap, got);
  if (st == DFMT_OK) x->position += *got;
  return st;
}

static dfmt_status total_of(void *user, uint64_t *bytes) {
  const struct endless *x = user;
  *bytes = x->head_len + x->n_blocks * x->block_len + x->names_len;
  return DFMT_OK;
}

static void top_of_endless(void *arg) {
  static const dfmt_source_ops ops = {.size = sizeof ops, .read = read_next, .read_at = read_at, .total = total_of};
  const struct work w = {.keep = DFMT_PROFILE_KEEP_FUNCTIONS};
  struct endless *x = arg;
  dfmt_source *s;
  check_source(dfmt_source_new(NULL, &ops, x, &s), NULL);
  make_of(&w, s);
}

static void nothing(void *arg) { (void)arg; }

/* What the input takes, which stands in memory here, is not counted. */
static void measure_memory(const struct bench_options *o) {
  struct endless x = {.position = 0};
  char ours[32], input[32];
  if (o->count) return;
  make_endless(&x, UINT64_C(3000000000));
  const long empty = footprint(nothing, NULL).peak, peak = footprint(top_of_endless, &x).peak - empty;
  snprintf(ours, sizeof ours, "%ld KiB", peak);
  snprintf(input, sizeof input, "%ld KiB", empty);
  bench_print("profile: memory of top, 3 GB, 20,000 functions", ours, input, "", "<= 16384 KiB above",
              peak <= 16384 ? "ok" : "miss");
  free(x.block);
  free(x.names);
}

int main(int argc, char **argv) {
  static struct work works[] = {
      {.part = "top", .name = "profile: top / columns with names", .target = 1 / 2.0},
      {.part = "folded",
       .name = "profile: folded / columns with names",
       .keep = DFMT_PROFILE_KEEP_STACKS,
       .document = "folded",
       .target = 1 / 3.0,
       .spill = "profile: folded, scratch / in memory",
       .spill_memory = "profile: memory of folded with scratch"},
      {.part = "pprof",
       .name = "profile: pprof / columns with names",
       .keep = DFMT_PROFILE_KEEP_PLACES,
       .document = "pprof",
       .target = 1 / 3.0,
       .spill = "profile: pprof, scratch / in memory",
       .spill_memory = "profile: memory of pprof with scratch"},
      {.part = "firefox",
       .name = "profile: Firefox / columns with names",
       .keep = DFMT_PROFILE_KEEP_SAMPLES,
       .document = "firefox",
       .target = 1 / 3.0},
  };
  const struct bench_options o = bench_start(argc, argv);
  if (bench_wanted(&o, "memory")) measure_memory(&o);
  for (size_t i = 0; i < sizeof works / sizeof *works && !o.count; i++)
    if (bench_wanted(&o, "spill") && works[i].spill) measure_spill(&o, &works[i]);
  for (size_t i = 0; i < sizeof works / sizeof *works; i++)
    if (bench_wanted(&o, works[i].part)) measure(&o, &works[i]);
  return 0;
}
