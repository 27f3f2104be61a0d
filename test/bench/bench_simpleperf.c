/* SPDX-License-Identifier: MIT */
/*
 * diagfmt-bench-simpleperf FILE: a report-sample file read and written, against floors and protobuf's own library in
 * the same run. FILE is made by big_input.py.
 */
#include "bench_simpleperf.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report.h"

enum { ROUNDS = 7, PIECE = 262144 };
#define NO_PROTOBUF "no protoc, or no protobuf-lite"

struct input {
  const char *path;
  const uint8_t *ptr; /* mapped */
  size_t len;
  struct bench_samples samples; /* the first of them, for writing */
  uint8_t *piece;
};

/* Sums of all that was read: the sides must agree, and nothing can be left out. */
static uint64_t expected;

static void check_sum(uint64_t sum, const char *who) {
  if (expected == 0) expected = sum;
  if (sum != expected) bench_fail("%s read something else", who);
}

static void map_input(struct input *in) {
  struct stat sb;
  int fd = open(in->path, O_RDONLY);
  if (fd < 0 || fstat(fd, &sb) != 0) bench_fail("cannot open %s", in->path);
  in->len = (size_t)sb.st_size;
  void *p = mmap(NULL, in->len, PROT_READ, MAP_PRIVATE, fd, 0);
  if (p == MAP_FAILED) bench_fail("cannot map %s", in->path);
  close(fd);
  in->ptr = p;
}

static uint32_t size_at(const uint8_t *p) {
  uint32_t n;
  memcpy(&n, p, sizeof n);
  return n;
}

/* ---- floors ---- */

static void read_only(void *arg) {
  struct input *in = arg;
  uint64_t sum = 0, word;
  ssize_t n;
  int fd = open(in->path, O_RDONLY);
  while ((n = read(fd, in->piece, PIECE)) > 0)
    for (size_t i = 0; i + 8 <= (size_t)n; i += 8) {
      memcpy(&word, in->piece + i, 8);
      sum += word;
    }
  close(fd);
  if (sum == 0) bench_fail("nothing was read");
}

static void skip_only(void *arg) {
  const struct input *in = arg;
  uint64_t kinds[256] = {0};
  for (const uint8_t *p = in->ptr + 12; size_at(p); p += 4 + size_at(p)) kinds[p[4]]++;
  if (kinds[0x0a] < 1000) bench_fail("no samples");
}

/* ---- ours ---- */

static uint64_t sum_frames(const dfmt_simpleperf_frame *f, uint64_t n) {
  uint64_t sum = 0;
  for (uint64_t i = 0; i < n; i++) sum += f[i].vaddr + f[i].file_id + (uint32_t)f[i].symbol_id + f[i].execution;
  return sum;
}

static uint64_t sum_strings(const dfmt_str *s, uint64_t n) {
  uint64_t sum = 0;
  for (uint64_t i = 0; i < n; i++) sum += s[i].len;
  return sum;
}

static uint64_t sum_event(const dfmt_event *ev) {
  const dfmt_simpleperf_sample *s = dfmt_event_simpleperf_sample(ev);
  if (s)
    return s->time_ns + (uint32_t)s->thread_id + s->event_count + s->event_type_id + sum_frames(s->frames, s->n_frames);
  const dfmt_simpleperf_switch *x = dfmt_event_simpleperf_switch(ev);
  if (x) return x->time_ns + x->switch_on + (uint32_t)x->thread_id;
  const dfmt_simpleperf_file *f = dfmt_event_simpleperf_file(ev);
  if (f) return f->id + f->path.len + sum_strings(f->symbols, f->n_symbols) + sum_strings(f->mangled, f->n_mangled);
  const dfmt_simpleperf_thread *t = dfmt_event_simpleperf_thread(ev);
  if (t) return (uint64_t)(uint32_t)t->thread_id + (uint32_t)t->process_id + t->name.len;
  const dfmt_simpleperf_lost *l = dfmt_event_simpleperf_lost(ev);
  if (l) return l->sample_count + l->lost_count;
  return 0;
}

static void read_all(void *arg) {
  const struct input *in = arg;
  dfmt_reader *r = new_reader(NULL);
  dfmt_source *s = new_path_source(NULL, in->path);
  const dfmt_event *ev;
  dfmt_status st;
  uint64_t sum = 0;
  check_reader(dfmt_reader_open(r, DFMT_SIMPLEPERF, s), r);
  dfmt_source_free(s);
  while ((st = dfmt_reader_next(r, &ev)) == DFMT_OK) sum += sum_event(ev);
  if (st != DFMT_END) check_reader(st, r);
  dfmt_reader_free(r);
  check_sum(sum, "the reader");
}

static void read_columns(void *arg) {
  const struct input *in = arg;
  dfmt_reader *r = new_reader(NULL);
  dfmt_source *s = new_path_source(NULL, in->path);
  const dfmt_event *ev;
  dfmt_status st;
  uint64_t sum = 0;
  check_reader(dfmt_reader_open(r, DFMT_SIMPLEPERF, s), r);
  dfmt_source_free(s);
  while ((st = dfmt_reader_columns(r, DFMT_SIMPLEPERF_SAMPLE, UINT32_MAX, &ev)) == DFMT_OK) {
    const dfmt_simpleperf_columns *c = dfmt_event_simpleperf_columns(ev);
    for (uint64_t i = 0; i < c->n_rows; i++)
      sum += c->time_ns[i] + (uint32_t)c->thread_id[i] + c->event_count[i] + c->event_type_id[i];
    sum += sum_frames(c->frames, c->n_frames);
  }
  if (st != DFMT_END) check_reader(st, r);
  dfmt_reader_free(r);
  if (sum == 0) bench_fail("no rows");
}

static void load_names(void *arg) {
  const struct input *in = arg;
  dfmt_simpleperf_names *n;
  dfmt_source *s = new_path_source(NULL, in->path);
  check_config(dfmt_simpleperf_names_new(NULL, &n));
  if (dfmt_simpleperf_names_load(n, s) != DFMT_OK) bench_fail("%s", dfmt_simpleperf_names_error(n)->message);
  dfmt_str name;
  if (!dfmt_simpleperf_names_event(n, 0, &name)) bench_fail("no names");
  dfmt_simpleperf_names_free(n);
  dfmt_source_free(s);
}

static void write_samples(void *arg) {
  const struct bench_samples *x = &((struct input *)arg)->samples;
  dfmt_sink *sink;
  dfmt_writer *w;
  check_config(dfmt_sink_null(NULL, &sink));
  check_writer(dfmt_writer_new(NULL, &w), NULL);
  check_writer(dfmt_writer_open(w, DFMT_SIMPLEPERF, 0, sink), w);
  for (size_t i = 0; i < x->n; i++) {
    const dfmt_simpleperf_sample s = {
        .head = {sizeof s, DFMT_SIMPLEPERF_SAMPLE},
        .present = DFMT_SIMPLEPERF_SAMPLE_HAS_TIME_NS | DFMT_SIMPLEPERF_SAMPLE_HAS_THREAD_ID |
                   DFMT_SIMPLEPERF_SAMPLE_HAS_FRAMES | DFMT_SIMPLEPERF_SAMPLE_HAS_EVENT_COUNT |
                   DFMT_SIMPLEPERF_SAMPLE_HAS_EVENT_TYPE_ID,
        .time_ns = x->time_ns[i],
        .thread_id = x->thread_id[i],
        .event_count = x->event_count[i],
        .event_type_id = x->event_type_id[i],
        .frames = x->frames + x->first_frame[i],
        .n_frames = x->first_frame[i + 1] - x->first_frame[i]};
    check_writer(dfmt_writer_put(w, &s.head), w);
  }
  check_writer(dfmt_writer_finish(w), w);
  if (dfmt_writer_offset(w) != x->bytes + 16) bench_fail("the writer wrote something else");
  dfmt_writer_free(w);
  dfmt_sink_free(sink);
}

/* ---- protobuf's ---- */

#ifdef HAVE_PROTOBUF
static void lite_read(void *arg) {
  const struct input *in = arg;
  check_sum(bench_protobuf_read(in->ptr, in->len, false), "protobuf-lite");
}
static void lite_arena(void *arg) {
  const struct input *in = arg;
  check_sum(bench_protobuf_read(in->ptr, in->len, true), "protobuf-lite with arena");
}
static void lite_write(void *arg) {
  struct input *in = arg;
  if (bench_protobuf_write(&in->samples, in->piece, PIECE) != in->samples.bytes)
    bench_fail("protobuf-lite wrote something else");
}
#endif

/* ---- what is written ---- */

static void *keep(void *to, size_t at, const void *from, size_t n, size_t size) {
  uint8_t *p = realloc(to, (at + n) * size);
  if (!p) bench_fail("out of memory");
  memcpy(p + at * size, from, n * size);
  return p;
}

static void gather(struct input *in) {
  struct bench_samples *x = &in->samples;
  dfmt_reader *r = new_reader(NULL);
  dfmt_source *s = new_path_source(NULL, in->path);
  const dfmt_event *ev;
  size_t frames = 0;
  uint64_t zero = 0;
  check_reader(dfmt_reader_open(r, DFMT_SIMPLEPERF, s), r);
  dfmt_source_free(s);
  x->first_frame = keep(NULL, 0, &zero, 1, 8);
  while (x->n < 158063 && dfmt_reader_columns(r, DFMT_SIMPLEPERF_SAMPLE, UINT32_MAX, &ev) == DFMT_OK) {
    const dfmt_simpleperf_columns *c = dfmt_event_simpleperf_columns(ev);
    const size_t rows = (size_t)c->n_rows, more = (size_t)c->n_frames;
    x->time_ns = keep(x->time_ns, x->n, c->time_ns, rows, 8);
    x->event_count = keep(x->event_count, x->n, c->event_count, rows, 8);
    x->thread_id = keep(x->thread_id, x->n, c->thread_id, rows, 4);
    x->event_type_id = keep(x->event_type_id, x->n, c->event_type_id, rows, 4);
    x->first_frame = keep(x->first_frame, x->n + 1, c->first_frame + 1, rows, 8);
    for (size_t i = 0; i < rows; i++) x->first_frame[x->n + 1 + i] += frames;
    x->frames = keep(x->frames, frames, c->frames, more, sizeof *c->frames);
    x->n += rows;
    frames += more;
  }
  dfmt_reader_free(r);
  size_t n = 0;
  for (const uint8_t *p = in->ptr + 12; n < x->n; p += 4 + size_at(p))
    if (p[4] == 0x0a) {
      x->bytes += 4 + size_at(p);
      n++;
    }
}

/* ---- memory ---- */

struct counted {
  uint64_t live, peak, calls;
};

static void *counting(void *user, void *ptr, uint64_t old_size, uint64_t new_size) {
  struct counted *x = user;
  x->live = x->live - old_size + new_size;
  if (x->live > x->peak) x->peak = x->live;
  if (new_size) x->calls++;
  if (new_size) return realloc(ptr, (size_t)new_size);
  free(ptr);
  return NULL;
}

static void measure_memory(const struct input *in) {
  struct counted x = {0, 0, 0};
  dfmt_config *c;
  const dfmt_event *ev;
  char text[40], target[40], calls[40];
  uint64_t largest = 0;
  check_config(dfmt_config_new(&c));
  check_config(dfmt_config_allocator(c, counting, &x));
  dfmt_reader *r = new_reader(c);
  dfmt_source *s = new_path_source(c, in->path);
  check_reader(dfmt_reader_open(r, DFMT_SIMPLEPERF, s), r);
  dfmt_source_free(s);
  while (dfmt_reader_next(r, &ev) == DFMT_OK)
    if (ev->length > largest) largest = ev->length;
  dfmt_reader_free(r);
  dfmt_config_free(c);
  snprintf(text, sizeof text, "%.0f KiB", (double)x.peak / 1024);
  snprintf(target, sizeof target, "<= %.0f KiB", (double)(largest + 1048576) / 1024);
  bench_print("simpleperf: peak memory", text, "", "", target, x.peak <= largest + 1048576 ? "ok" : "miss");
  snprintf(calls, sizeof calls, "%llu", (unsigned long long)x.calls);
  bench_print("simpleperf: allocations, whole file", calls, "", "", "<= 100", x.calls <= 100 ? "ok" : "miss");
}

/* ---- rows ---- */

static void report(const char *name, const struct bench_side *ours, const struct bench_side *floor, uint32_t rounds,
                   double work, double ratio) {
  bench_report(&(struct bench_row){.name = name,
                                   .ours = ours,
                                   .floor = floor,
                                   .rounds = rounds,
                                   .work = work,
                                   .scale = 1e6,
                                   .unit = "MB/s",
                                   .min_ratio = ratio});
}

int main(int argc, char **argv) {
  if (argc < 2) bench_fail("usage: %s FILE [OPTION …]", argv[0]);
  struct input in = {.path = argv[1], .piece = bench_alloc(PIECE)};
  struct bench_options o = bench_start(argc - 1, argv + 1);
  map_input(&in);
  struct bench_side all = {.run = read_all, .arg = &in, .name = "simpleperf: read"},
                    columns = {.run = read_columns, .arg = &in, .name = "simpleperf: columns"},
                    names = {.run = load_names, .arg = &in, .name = "simpleperf: names alone"},
                    skip = {.run = skip_only, .arg = &in}, bytes = {.run = read_only, .arg = &in},
                    put = {.run = write_samples, .arg = &in, .name = "simpleperf: write"};
  double work = (double)in.len;
#ifdef HAVE_PROTOBUF
  struct bench_side lite = {.run = lite_read, .arg = &in}, arena = {.run = lite_arena, .arg = &in},
                    encode = {.run = lite_write, .arg = &in};
  uint32_t n =
      bench_measure(&o, ROUNDS, (struct bench_side *[]){&all, &skip, &bytes, &columns, &names, &lite, &arena}, 7);
#else
  uint32_t n = bench_measure(&o, ROUNDS, (struct bench_side *[]){&all, &skip, &bytes, &columns, &names}, 5);
#endif
  report("simpleperf: read / skip by length", &all, &skip, n, work, 0.35);
  report("simpleperf: read / read()", &all, &bytes, n, work, 0);
  if (o.floors) {
    report("simpleperf: columns / skip by length", &columns, &skip, n, work, 0);
    report("simpleperf: names alone / skip by length", &names, &skip, n, work, 0.5);
  }
#ifdef HAVE_PROTOBUF
  report("simpleperf: read / protobuf-lite", &all, &lite, n, work, 3.5);
  report("simpleperf: read / protobuf-lite, arena", &all, &arena, n, work, 2.6);
#else
  bench_not_run("simpleperf: read / protobuf-lite", NO_PROTOBUF);
  bench_not_run("simpleperf: read / protobuf-lite, arena", NO_PROTOBUF);
#endif
  gather(&in);
  work = (double)in.samples.bytes;
#ifdef HAVE_PROTOBUF
  n = bench_measure(&o, ROUNDS * 2 + 1, (struct bench_side *[]){&put, &encode}, 2);
  report("simpleperf: write / protobuf-lite", &put, &encode, n, work, 3);
#else
  n = bench_measure(&o, ROUNDS * 2 + 1, (struct bench_side *[]){&put}, 1);
  report("simpleperf: write", &put, NULL, n, work, 0);
  bench_not_run("simpleperf: write / protobuf-lite", NO_PROTOBUF);
#endif
  if (!o.count) measure_memory(&in);
  return 0;
}
