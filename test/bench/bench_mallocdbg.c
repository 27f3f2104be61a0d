/* SPDX-License-Identifier: MIT */
/*
 * malloc_debug's files: read and written by the library, against a scan for line feeds (floor) and against what people
 * write: fgets() with sscanf() or strtoull().
 */
#include "benchmarks.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "heap_data.h"
#include "report.h"

enum { LINE = 16384 }; /* bytes of a naive reader's buffer */

struct input {
  char path[INPUT_PATH];
  uint64_t bytes, lines;
};

/* ---- inputs ---- */

static void operation(FILE *f, uint64_t i) {
  uint64_t r = heap_mix(i), ptr = 0x7a0000000000u + (r & 0xfffffff0u), tid = 12000 + (r >> 40) % 60;
  switch (r >> 60) {
    case 0:
      fprintf(f, "%" PRIu64 ": realloc 0x%" PRIx64 " 0x%" PRIx64 " %" PRIu64 "\n", tid, ptr, ptr + 64, r >> 50);
      break;
    case 1:
      fprintf(f, "%" PRIu64 ": calloc 0x%" PRIx64 " %" PRIu64 " %" PRIu64 "\n", tid, ptr, r >> 60, r >> 55);
      break;
    case 2:
    case 3:
    case 4:
    case 5:
    case 6:
    case 7: fprintf(f, "%" PRIu64 ": malloc 0x%" PRIx64 " %" PRIu64 "\n", tid, ptr, r >> 51); break;
    default: fprintf(f, "%" PRIu64 ": free 0x%" PRIx64 "\n", tid, ptr);
  }
}

static void info_record(FILE *f, uint64_t i) {
  static const char *const maps[] = {"/apex/com.android.runtime/lib64/bionic/libc.so", "/system/lib64/libhwui.so",
                                     "/data/app/~~x==/com.example-y==/base.apk",
                                     "/apex/com.android.art/lib64/libart.so"};
  static const char *const funcs[] = {"malloc", "operator new(unsigned long)", "android::String8::String8(char const*)",
                                      "art::JNI<false>::NewStringUTF(_JNIEnv*, char const*)"};
  heap_dump_record(f, i);
  fputs("  bt_info", f);
  for (unsigned k = 0; k < 16; k++)
    fprintf(f, " {\"%s\" %" PRIx64 " \"%s\" %x}", maps[(i + k) % 4], heap_pc(i, k) & 0xfffff, funcs[(i * 3 + k) % 4],
            k * 12);
  fputc('\n', f);
}

static void log_line(FILE *f, uint64_t i) {
  fprintf(f,
          "04-15 12:%02d:%02d.%03d  %4d  %4d I ActivityManager: Start proc %d:com.example.app/u0a%d for service "
          "{x/.Y}\n",
          (int)(i / 60000 % 60), (int)(i / 1000 % 60), (int)(i % 1000), (int)(i % 9000), (int)(i % 9001),
          (int)(i % 30000), (int)(i % 300));
}

static const struct text_file records_file = {"mallocdbg-records.1.txt", 500000000, NULL, operation, ""},
                              info_file = {"mallocdbg-info.1.txt", 200000000, heap_dump_head, info_record,
                                           "MAPS\nEND\n"},
                              log_file = {"mallocdbg-log.1.txt", 200000000, NULL, log_line, ""};

/* ---- sides ---- */

/* What comes of it, so that nothing is left out by the compiler; the sides must agree. */
struct run {
  const struct input *in;
  uint64_t sum, lines;
};

static void floor_scan(void *arg) {
  struct run *x = arg;
  static uint8_t buf[BENCH_BLOCK];
  int fd = open(x->in->path, O_RDONLY | O_CLOEXEC);
  x->lines = 0;
  for (ssize_t n; (n = read(fd, buf, sizeof buf)) > 0;)
    for (const uint8_t *p = buf, *end = buf + n; (p = memchr(p, '\n', (size_t)(end - p))) != NULL; p++) x->lines++;
  close(fd);
}

static FILE *open_naive(struct run *x) {
  FILE *f = fopen(x->in->path, "r");
  if (!f) bench_fail("cannot read %s", x->in->path);
  x->sum = x->lines = 0;
  return f;
}

static void naive_records(void *arg) {
  struct run *x = arg;
  static char line[LINE];
  FILE *f = open_naive(x);
  for (int tid, at; fgets(line, sizeof line, f); x->lines++) {
    char op[16];
    uint64_t ptr, a = 0, b = 0;
    if (sscanf(line, "%d: %15s 0x%" SCNx64 "%n", &tid, op, &ptr, &at) != 3) bench_fail("not a record: %s", line);
    if (strcmp(op, "realloc") == 0)
      sscanf(line + at, " 0x%" SCNx64 " %" SCNu64, &a, &b);
    else if (strcmp(op, "calloc") == 0 || strcmp(op, "memalign") == 0)
      sscanf(line + at, "%" SCNu64 " %" SCNu64, &a, &b);
    else if (strcmp(op, "malloc") == 0)
      sscanf(line + at, "%" SCNu64, &b);
    x->sum += ptr + a + b;
  }
  fclose(f);
}

/* Names up to the next quote, which is wrong for some and what people write. */
static void naive_info(const char *p) {
  static char map[LINE], func[LINE];
  uint64_t rel, offset;
  for (; (p = strchr(p, '{')) != NULL; p++)
    if (sscanf(p, "{\"%16383[^\"]\" %" SCNx64 " \"%16383[^\"]\" %" SCNx64 "}", map, &rel, func, &offset) != 4)
      bench_fail("not a frame: %s", p);
}

static void naive_dump(void *arg) {
  struct run *x = arg;
  static char line[LINE];
  FILE *f = open_naive(x);
  while (fgets(line, sizeof line, f)) {
    int zygote, at;
    uint64_t size, n;
    x->lines++;
    if (strncmp(line, "  bt_info", 9) == 0) naive_info(line);
    if (sscanf(line, "z %d sz %" SCNu64 " num %" SCNu64 " bt%n", &zygote, &size, &n, &at) != 3) continue;
    x->sum += size * n;
    for (char *p = line + at, *end; x->sum += strtoull(p, &end, 16), end != p; p = end) continue;
  }
  fclose(f);
}

static dfmt_reader *open_ours(const struct input *in) {
  dfmt_reader *r = new_reader(NULL);
  dfmt_source *s = new_path_source(NULL, in->path);
  check_reader(dfmt_reader_open(r, DFMT_MALLOCDBG, s), r);
  dfmt_source_free(s);
  return r;
}

static void our_records(void *arg) {
  struct run *x = arg;
  dfmt_reader *r = open_ours(x->in);
  const dfmt_event *ev;
  dfmt_status st;
  x->sum = x->lines = 0;
  for (; (st = dfmt_reader_next(r, &ev)) == DFMT_OK; x->lines++) {
    const dfmt_mallocdbg_op *o = dfmt_event_mallocdbg_op(ev);
    x->sum += o->ptr + o->old_ptr + o->n_items + o->bytes;
  }
  if (st != DFMT_END) check_reader(st, r);
  dfmt_reader_free(r);
}

static void our_dump(void *arg) {
  struct run *x = arg;
  dfmt_reader *r = open_ours(x->in);
  const dfmt_event *ev;
  dfmt_status st;
  x->sum = 0;
  while ((st = dfmt_reader_next(r, &ev)) == DFMT_OK) {
    const dfmt_mallocdbg_alloc *a = dfmt_event_mallocdbg_alloc(ev);
    if (!a) continue;
    x->sum += a->bytes * a->count;
    for (uint64_t i = 0; i < a->n_pcs; i++) x->sum += a->pcs[i];
  }
  if (st != DFMT_END) check_reader(st, r);
  dfmt_reader_free(r);
}

static void our_log(void *arg) {
  struct run *x = arg;
  dfmt_reader *r = open_ours(x->in);
  const dfmt_event *ev;
  dfmt_status st = dfmt_reader_next(r, &ev);
  if (st != DFMT_END) check_reader(st, r);
  check_reader(dfmt_reader_stat(r, DFMT_STAT_SKIPPED, &x->sum), r);
  if (x->sum != x->in->bytes) bench_fail("%" PRIu64 " bytes passed over", x->sum);
  dfmt_reader_free(r);
}

enum { WRITTEN = 4000000 };

static void our_writing(void *arg) {
  const uint32_t *written = arg;
  dfmt_sink *s;
  dfmt_writer *w;
  if (dfmt_sink_null(NULL, &s) != DFMT_OK || dfmt_writer_new(NULL, &w) != DFMT_OK) bench_fail("no writer");
  check_writer(dfmt_writer_open(w, DFMT_MALLOCDBG, DFMT_MALLOCDBG_VARIANT_RECORDS, s), w);
  dfmt_mallocdbg_op o = {.head = {sizeof o, DFMT_MALLOCDBG_OP}, .present = DFMT_MALLOCDBG_OP_HAS_BYTES};
  for (uint32_t i = 0; i < *written; i++) {
    o.op = i & 1 ? DFMT_MALLOCDBG_OPERATION_FREE : DFMT_MALLOCDBG_OPERATION_MALLOC;
    o.thread_id = 12000 + (int32_t)(i % 60);
    o.ptr = 0x7a0000000000u + i * 16;
    o.bytes = i % 3000;
    check_writer(dfmt_writer_put(w, &o.head), w);
  }
  check_writer(dfmt_writer_finish(w), w);
  dfmt_writer_free(w);
  dfmt_sink_free(s);
}

static void naive_writing(void *arg) {
  const uint32_t *written = arg;
  FILE *f = fopen("/dev/null", "w");
  if (!f) bench_fail("no /dev/null");
  for (uint32_t i = 0; i < *written; i++) {
    uint64_t ptr = 0x7a0000000000u + i * 16;
    if (i & 1)
      fprintf(f, "%d: free 0x%" PRIx64 "\n", 12000 + (int)(i % 60), ptr);
    else
      fprintf(f, "%d: malloc 0x%" PRIx64 " %u\n", 12000 + (int)(i % 60), ptr, i % 3000);
  }
  fclose(f);
}

/* ---- rows ---- */

struct row {
  const char *floor_name, *naive_name;
  const struct text_file *file;
  void (*ours)(void *arg), (*naive)(void *arg); /* naive NULL: none */
  double min_floor, min_naive;
};

static void measure(const struct bench_options *o, const struct row *row) {
  struct input in;
  in.bytes = text_file_make(o, row->file, in.path);
  struct run a = {.in = &in}, b = {.in = &in}, c = {.in = &in};
  struct bench_side ours = {.run = row->ours, .arg = &a, .name = row->floor_name},
                    scan = {.run = floor_scan, .arg = &b}, naive = {.run = row->naive, .arg = &c};
  uint32_t rounds = bench_measure(o, 3, (struct bench_side *[]){&ours, &scan, &naive}, row->naive ? 3 : 2);
  if (row->naive && o->floors && !o->count && a.sum != c.sum) bench_fail("%s: the readers do not agree", in.path);
  struct bench_row x = {.name = row->floor_name,
                        .ours = &ours,
                        .floor = &scan,
                        .rounds = rounds,
                        .work = (double)in.bytes,
                        .scale = 1e6,
                        .unit = "MB/s",
                        .min_ratio = row->min_floor};
  bench_report(&x);
  if (!row->naive) return;
  x.name = row->naive_name;
  x.floor = &naive;
  x.min_ratio = row->min_naive;
  bench_report(&x);
}

void bench_mallocdbg_records(const struct bench_options *o) {
  measure(o, &(struct row){"records / scan for lines", "records / fgets, sscanf", &records_file, our_records,
                           naive_records, 0.22, 5});
}

void bench_mallocdbg_dump(const struct bench_options *o) {
  measure(o, &(struct row){"heap dump / scan for lines", "heap dump / fgets, strtoull", &heap_dump_file, our_dump,
                           naive_dump, 0, 7});
  measure(o, &(struct row){"heap dump, bt_info / scan for lines", "heap dump, bt_info / fgets, strtoull", &info_file,
                           our_dump, naive_dump, 0, 7});
}

void bench_mallocdbg_log(const struct bench_options *o) {
  measure(o, &(struct row){"log passed over / scan for lines", "", &log_file, our_log, NULL, 0.5, 0});
}

void bench_mallocdbg_write(const struct bench_options *o) {
  uint32_t written = bench_scaled(o, WRITTEN);
  struct bench_side ours = {.run = our_writing, .arg = &written, .name = "records written"},
                    naive = {.run = naive_writing, .arg = &written};
  uint32_t rounds = bench_measure(o, 7, (struct bench_side *[]){&ours, &naive}, 2);
  struct bench_row x = {.name = "records written / fprintf",
                        .ours = &ours,
                        .floor = &naive,
                        .rounds = rounds,
                        .work = written,
                        .scale = 1e6,
                        .unit = "M/s"};
  bench_report(&x);
  x.name = "records written";
  x.floor = NULL;
  x.min_rate = 10e6;
  bench_report(&x);
}
