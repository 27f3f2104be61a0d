/* SPDX-License-Identifier: MIT */
/*
 * diagfmt-bench-apitrace: traces read in every form, against Snappy alone and against the program apitrace, where it is
 * installed. What is MB are bytes of the event stream; what is read is in the system's cache. Parts for --only: mixed,
 * small, blob, or these with -read, -dump.
 */
#include <errno.h>
#include <fcntl.h>
#include <snappy-c.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bare_trace.h"
#include "footprint.h"
#include "report.h"
#include "trace_data.h"

enum { CHUNK = 1 << 20, ROUNDS = 5, TEXT_ROUNDS = 3, NOT_INSTALLED = 127 };

/* Least ratios; 0: none. */
struct targets {
  double snappy, info, dump;
};

struct input {
  const char *name, *part;
  void (*make)(const struct bench_options *o, char out[INPUT_PATH]);
  struct targets targets;
  bool plain; /* the bare parser can read it */
  char path[INPUT_PATH];
  const char *tool; /* the program diagfmt, or NULL */
  uint8_t *ptr;     /* the file */
  size_t len;
  uint8_t *chunk; /* a decompressed one */
  char *packed;   /* and one compressed again */
  uint64_t bytes; /* of events */
  uint64_t calls;
};

/* What a reader is asked for. */
struct reading {
  const struct input *in;
  const char *name; /* where it is counted */
  uint64_t form, values, threads;
  uint64_t events; /* delivered */
  uint64_t sum;    /* of all that was looked at */
};

/* ---- ours ---- */

static void touch(struct reading *x, const dfmt_apitrace_value *root) {
  for (const dfmt_apitrace_value *v = root, *end = root + root->span; v < end; v++) {
    x->sum += v->kind + v->bits + v->aux;
    if (v->aux) x->sum += *(const uint8_t *)v->ptr;
  }
}

static void look_at(struct reading *x, const dfmt_apitrace_call *c) {
  x->sum += c->number + c->thread_id + c->name.len + c->flags;
  for (uint64_t i = 0; i < c->n_args; i++) touch(x, c->args[i].value);
  if (c->ret) touch(x, c->ret);
}

static const dfmt_apitrace_call *call_of(const dfmt_event *ev) {
  switch (ev->type) {
    case DFMT_APITRACE_CALL: return dfmt_event_apitrace_call(ev);
    case DFMT_APITRACE_ENTER: return dfmt_event_apitrace_enter(ev);
    case DFMT_APITRACE_LEAVE: return dfmt_event_apitrace_leave(ev);
    default: return NULL;
  }
}

static dfmt_reader *open_reader(const struct reading *x) {
  dfmt_config *c;
  check_config(dfmt_config_new(&c));
  check_config(dfmt_config_set(c, DFMT_CFG_APITRACE_FORM, x->form));
  check_config(dfmt_config_set(c, DFMT_CFG_APITRACE_VALUES, x->values));
  check_config(dfmt_config_set(c, DFMT_CFG_THREADS, x->threads));
  check_config(dfmt_config_set(c, DFMT_CFG_MAX_OUTPUT, UINT64_MAX));
  dfmt_reader *r = new_reader(c);
  dfmt_source *s = new_path_source(c, x->in->path);
  check_reader(dfmt_reader_open(r, DFMT_APITRACE, s), r);
  dfmt_source_free(s);
  dfmt_config_free(c);
  return r;
}

static void read_all(void *arg) {
  struct reading *x = arg;
  dfmt_reader *r = open_reader(x);
  const dfmt_event *ev;
  dfmt_status st;
  x->events = x->sum = 0;
  while ((st = dfmt_reader_next(r, &ev)) == DFMT_OK) {
    const dfmt_apitrace_call *c = call_of(ev);
    x->events += c != NULL;
    if (c) look_at(x, c);
    if (ev->flags & DFMT_EVENT_FLAG_PAYLOAD) x->sum += discard_payload(r);
  }
  if (st != DFMT_END) check_reader(st, r);
  dfmt_reader_free(r);
}

static void repack(void *arg) {
  const struct reading *x = arg;
  dfmt_reader *r = open_reader(x);
  dfmt_sink *sink;
  dfmt_writer *w;
  const dfmt_event *ev;
  check_config(dfmt_sink_null(NULL, &sink));
  check_writer(dfmt_writer_new(NULL, &w), NULL);
  check_writer(dfmt_writer_open(w, DFMT_APITRACE, 0, sink), w);
  check_reader(dfmt_reader_next(r, &ev), r);
  check_writer(dfmt_writer_copy(w, r, ev), w);
  check_writer(dfmt_writer_finish(w), w);
  /* Our blocks are not libsnappy's, but as small: else less work would be compared. */
  if (dfmt_writer_offset(w) > x->in->len + x->in->len / 100) bench_fail("repacked into more bytes");
  dfmt_writer_free(w);
  dfmt_sink_free(sink);
  dfmt_reader_free(r);
}

/* ---- floors ---- */

/* Decompresses the file chunk by chunk; compresses each again if there is room for it. Returns the bytes of events. */
static uint64_t snappy_all(const struct input *in, char *packed) {
  uint64_t total = 0;
  for (size_t at = 2; at < in->len;) {
    const uint8_t *p = in->ptr + at;
    size_t block = p[0] | (size_t)p[1] << 8 | (size_t)p[2] << 16 | (size_t)p[3] << 24, n = CHUNK;
    if (snappy_uncompress((const char *)p + 4, block, (char *)in->chunk, &n) != SNAPPY_OK)
      bench_fail("libsnappy failed");
    size_t again = snappy_max_compressed_length(n);
    if (packed && snappy_compress((const char *)in->chunk, n, packed, &again) != SNAPPY_OK)
      bench_fail("libsnappy failed");
    total += n;
    at += 4 + block;
  }
  return total;
}

static void snappy_alone(void *arg) {
  const struct input *in = arg;
  if (snappy_all(in, NULL) != in->bytes) bench_fail("libsnappy gave other bytes");
}

static void bare(struct reading *x, bool checks) {
  struct bare_trace t;
  const dfmt_apitrace_call *c;
  x->events = x->sum = 0;
  for (bare_trace_open(&t, x->in->ptr, x->in->len, checks); (c = bare_trace_next(&t)) != NULL; x->events++)
    look_at(x, c);
  if (x->events != x->in->calls) bench_fail("the bare parser found other calls");
  bare_trace_close(&t);
}

static void bare_checked(void *arg) { bare(arg, true); }
static void bare_unchecked(void *arg) { bare(arg, false); }

static void snappy_both_ways(void *arg) {
  const struct input *in = arg;
  if (snappy_all(in, in->packed) != in->bytes) bench_fail("libsnappy gave other bytes");
}

/* ---- programs ---- */

/* Runs one, its output dropped; returns its exit status. */
static int run_program(const char *const *argv) {
  pid_t pid = fork();
  if (pid == 0) {
    int fd = open("/dev/null", O_WRONLY);
    if (fd < 0 || dup2(fd, STDOUT_FILENO) < 0) _exit(1);
    execvp(argv[0], (char *const *)(uintptr_t)argv);
    _exit(errno == ENOENT ? NOT_INSTALLED : 1);
  }
  int status;
  if (pid < 0 || waitpid(pid, &status, 0) != pid) bench_fail("no child");
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

static void must_run(const char *const *argv) {
  int status = run_program(argv);
  if (status != 0) bench_fail("%s %s gives %d", argv[0], argv[1], status);
}

static bool is_installed(void) { return run_program((const char *const[]){"apitrace", "help", NULL}) == 0; }

static void their_info(void *arg) {
  const struct input *in = arg;
  must_run((const char *const[]){"apitrace", "info", in->path, NULL});
}

static void their_dump(void *arg) {
  const struct input *in = arg;
  must_run((const char *const[]){"apitrace", "dump", "--color=never", in->path, NULL});
}

static void our_dump(void *arg) {
  const struct input *in = arg;
  must_run((const char *const[]){in->tool, "dump", "--native", in->path, NULL});
}

static void our_lines(void *arg) {
  const struct input *in = arg;
  must_run((const char *const[]){in->tool, "dump", in->path, NULL});
}

/* ---- rows ---- */

static void nothing(void *arg) { (void)arg; }

/* Before anything large is in memory. */
static void measure_memory(const struct input *in) {
  static const struct {
    const char *name;
    uint64_t form, threads;
  } ways[] = {{"calls", DFMT_APITRACE_FORM_CALLS, 0},
              {"stream", DFMT_APITRACE_FORM_STREAM, 0},
              {"calls, 2 threads", DFMT_APITRACE_FORM_CALLS, 2}};
  struct footprint empty = footprint(nothing, NULL);
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    struct reading x = {.in = in, .form = ways[i].form, .values = 1, .threads = ways[i].threads};
    char name[80], ours[32], floor[32], more[32];
    long peak = footprint(read_all, &x).peak;
    snprintf(name, sizeof name, "%s: peak memory, %s / empty", in->name, ways[i].name);
    snprintf(ours, sizeof ours, "%ld KiB", peak);
    snprintf(floor, sizeof floor, "%ld KiB", empty.peak);
    snprintf(more, sizeof more, "%ld KiB above", peak - empty.peak);
    bench_print(name, ours, floor, "", more, "");
  }
}

static void load(struct input *in) {
  FILE *f = fopen(in->path, "rb");
  if (!f || fseek(f, 0, SEEK_END) != 0) bench_fail("cannot read %s", in->path);
  in->len = (size_t)ftell(f);
  rewind(f);
  in->ptr = bench_alloc(in->len);
  if (fread(in->ptr, 1, in->len, f) != in->len) bench_fail("cannot read %s", in->path);
  fclose(f);
  in->chunk = bench_alloc(CHUNK);
  in->packed = bench_alloc(snappy_max_compressed_length(CHUNK));
  in->bytes = snappy_all(in, NULL);
  struct reading x = {.in = in, .form = DFMT_APITRACE_FORM_CALLS};
  read_all(&x);
  in->calls = x.events;
}

static void unload(struct input *in) {
  free(in->ptr);
  free(in->chunk);
  free(in->packed);
}

static void row(const struct input *in, const char *name, uint32_t rounds, const struct bench_side *our,
                const struct bench_side *floor, bool wall, double target) {
  char full[80];
  snprintf(full, sizeof full, "%s: %s", in->name, name);
  bench_report(&(struct bench_row){.name = full,
                                   .ours = our,
                                   .floor = floor,
                                   .rounds = rounds,
                                   .wall = wall,
                                   .work = (double)in->bytes,
                                   .scale = 1e6,
                                   .unit = "MB/s",
                                   .min_ratio = target});
}

static void not_run(const struct input *in, const char *name, const char *why) {
  char full[80];
  snprintf(full, sizeof full, "%s: %s", in->name, name);
  bench_not_run(full, why);
}

static void measure_reading(const struct bench_options *o, struct input *in, bool installed) {
  enum { CALLS, EVENTS, NAMES, STREAM, REPACK, THREAD, THREADS, N };
  struct reading other[2] = {{.in = in}, {.in = in}};
  struct reading x[N] = {[CALLS] = {.name = "calls", .form = DFMT_APITRACE_FORM_CALLS, .values = 1},
                         [EVENTS] = {.name = "enters and leaves", .form = DFMT_APITRACE_FORM_EVENTS, .values = 1},
                         [NAMES] = {.name = "names only", .form = DFMT_APITRACE_FORM_CALLS},
                         [STREAM] = {.name = "stream", .form = DFMT_APITRACE_FORM_STREAM, .values = 1},
                         [REPACK] = {.name = "repack", .form = DFMT_APITRACE_FORM_STREAM, .values = 1},
                         [THREAD] = {.form = DFMT_APITRACE_FORM_CALLS, .values = 1, .threads = 1},
                         [THREADS] = {.form = DFMT_APITRACE_FORM_CALLS, .values = 1, .threads = 2}};
  struct bench_side our[N], snappy = {.run = snappy_alone, .arg = in}, both_ways = {.run = snappy_both_ways, .arg = in},
                            info = {.run = their_info, .arg = in}, checked = {.run = bare_checked, .arg = &other[0]},
                            unchecked = {.run = bare_unchecked, .arg = &other[1]};
  char names[N][48];
  struct bench_side *sides[N + 5];
  size_t n = 0;
  for (size_t i = 0; i < N; i++) {
    x[i].in = in;
    if (x[i].name) snprintf(names[i], sizeof names[i], "%s: %s", in->name, x[i].name);
    our[i] =
        (struct bench_side){.run = i == REPACK ? repack : read_all, .arg = &x[i], .name = x[i].name ? names[i] : NULL};
    sides[n++] = &our[i];
  }
  sides[n++] = &snappy;
  sides[n++] = &both_ways;
  if (installed) sides[n++] = &info;
  if (in->plain) sides[n++] = &checked;
  if (in->plain) sides[n++] = &unchecked;
  uint32_t rounds = bench_measure(o, ROUNDS, sides, n);
  row(in, "calls / Snappy alone", rounds, &our[CALLS], &snappy, false, in->targets.snappy);
  if (installed)
    row(in, "calls / apitrace info", rounds, &our[CALLS], &info, false, in->targets.info);
  else
    not_run(in, "calls / apitrace info", "apitrace is not installed");
  if (!o->floors) return;
  if (in->plain) {
    row(in, "calls / a bare parser", rounds, &our[CALLS], &checked, false, 0);
    row(in, "that parser / Snappy alone", rounds, &checked, &snappy, false, 0);
    row(in, "the same unchecked / Snappy alone", rounds, &unchecked, &snappy, false, 0);
  }
  row(in, "enters and leaves / Snappy alone", rounds, &our[EVENTS], &snappy, false, 0);
  row(in, "names only / Snappy alone", rounds, &our[NAMES], &snappy, false, 0);
  row(in, "stream / Snappy alone", rounds, &our[STREAM], &snappy, false, 0);
  row(in, "repack / Snappy there and back", rounds, &our[REPACK], &both_ways, false, 0);
  row(in, "calls, 1 thread / none, wall time", rounds, &our[THREAD], &our[CALLS], true, 1.7);
  row(in, "calls, 2 threads / none, wall time", rounds, &our[THREADS], &our[CALLS], true, 0);
}

static void measure_dump(const struct bench_options *o, struct input *in, bool installed) {
  static const char name[] = "dump --native / apitrace dump";
  struct bench_side our = {.run = our_dump, .arg = in}, their = {.run = their_dump, .arg = in};
  if (!in->tool || !installed) {
    not_run(in, name, in->tool ? "apitrace is not installed" : "no tool in this build");
    return;
  }
  uint32_t rounds = bench_measure(o, TEXT_ROUNDS, (struct bench_side *[]){&our, &their}, 2);
  row(in, name, rounds, &our, &their, false, in->targets.dump);
}

/* Five times as many bytes where calls are small. */
static void measure_lines(const struct bench_options *o, struct input *in) {
  struct bench_side our = {.run = our_lines, .arg = in}, native = {.run = our_dump, .arg = in};
  char name[80];
  snprintf(name, sizeof name, "%s: dump / dump --native", in->name);
  if (!in->tool) {
    bench_not_run(name, "no tool in this build");
    return;
  }
  uint32_t rounds = bench_measure(o, TEXT_ROUNDS, (struct bench_side *[]){&our, &native}, 2);
  bench_report(&(struct bench_row){.name = name,
                                   .ours = &our,
                                   .floor = &native,
                                   .rounds = rounds,
                                   .work = (double)in->bytes,
                                   .scale = 1e6,
                                   .unit = "MB/s",
                                   .min_ratio = 0.67});
}

static void describe(const struct input *in) {
  char name[80], calls[32], size[32];
  snprintf(name, sizeof name, "%s: %.0f MB of events", in->name, (double)in->bytes / 1e6);
  snprintf(calls, sizeof calls, "%llu calls", (unsigned long long)in->calls);
  snprintf(size, sizeof size, "%.1f bytes each", (double)in->bytes / (double)in->calls);
  bench_print(name, calls, size, "", "", "");
}

static bool is_wanted(const struct bench_options *o, const struct input *in, const char *what) {
  char part[16];
  snprintf(part, sizeof part, "%s-%s", in->part, what);
  return bench_wanted(o, part);
}

static void measure(const struct bench_options *o, struct input *in, bool installed) {
  bool read = is_wanted(o, in, "read"), dump = is_wanted(o, in, "dump");
  if (!read && !dump) return;
  in->make(o, in->path);
  if (!o->count && read) measure_memory(in);
  load(in);
  describe(in);
  if (read) measure_reading(o, in, installed);
  if (dump) measure_dump(o, in, installed);
  if (dump) measure_lines(o, in);
  unload(in);
}

int main(int argc, char **argv) {
  struct bench_options o = bench_start(argc, argv);
  struct input inputs[] = {
      {.name = "mixed trace", .part = "mixed", .make = trace_mixed_input, .targets = {0.7, 4, 5.5}, .plain = true},
      {.name = "small calls", .part = "small", .make = trace_small_input, .targets = {0.45, 4.5, 5.5}, .plain = true},
      {.name = "blob-heavy trace", .part = "blob", .make = trace_blobs_input, .targets = {0, 0, 3}}};
  bool installed = !o.count && is_installed();
  for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++) {
    inputs[i].tool = o.tool;
    measure(&o, &inputs[i], installed);
  }
  return 0;
}
