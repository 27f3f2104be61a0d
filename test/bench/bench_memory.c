/* SPDX-License-Identifier: MIT */
/*
 * diagfmt-bench-memory: memory of reading and writing a value of 10 MiB and one of 4 GiB, each in a forked child.
 * Asserted: what is resident in the midst of the work is the same for both within 5 %, and but for Zstandard the peak
 * is less than 4 MiB above that of a child which does nothing; and what is allocated for reading, besides the window of
 * the stream, is less than 2 MiB for gzip and 1 MiB for Zstandard. What the children need is made before they are
 * forked, and is small.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "core_data.h"
#include "footprint.h"
#include "inputs.h"
#include "report.h"

enum { SMALL_MIB = 10, LARGE_MIB = 4096, BLOCKS_PER_MIB = 1048576 / BENCH_BLOCK, SAMPLE_EVERY = 16 };

/* A report that stands nowhere: `head`, `line` again and again, `tail`. Each line holds BENCH_BLOCK bytes of value. */
struct shape {
  const char *name;
  uint8_t *line;
  size_t line_len;
  char head[96];
  char tails[2][64]; /* of the small and of the large one */
  uint32_t compression;
  bool text;     /* the value is text, not base64 */
  long most_own; /* KiB that reading may allocate; 0: no target */
};

/* What values consist of: in reports, a piece of a core dump; for writers, something that is quick to compress. */
static uint8_t block[BENCH_BLOCK], quick_block[BENCH_BLOCK];

/* One measurement. */
struct task {
  const struct shape *shape;
  uint32_t mib;
};

struct position {
  const struct shape *shape;
  const char *tail;
  uint64_t lines_left;
  const char *from; /* piece in hand */
  size_t left;
  uint32_t stage; /* 0 head, 1 lines, 2 tail, 3 end */
};

static dfmt_status shape_read(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct position *p = user;
  while (p->left == 0) {
    if (p->stage == 0) {
      p->from = p->shape->head;
      p->left = strlen(p->shape->head);
      p->stage = 1;
    } else if (p->stage == 1 && p->lines_left > 0) {
      if (p->lines_left-- % SAMPLE_EVERY == 0) footprint_sample();
      p->from = (const char *)p->shape->line;
      p->left = p->shape->line_len;
    } else if (p->stage == 1) {
      p->from = p->tail;
      p->left = strlen(p->tail);
      p->stage = 2;
    } else {
      return DFMT_END;
    }
  }
  *got = p->left < cap ? p->left : cap;
  memcpy(buf, p->from, (size_t)*got);
  p->from += *got;
  p->left -= (size_t)*got;
  return DFMT_OK;
}

static const dfmt_source_ops shape_ops = {.size = sizeof shape_ops, .read = shape_read};

static void read_value(void *arg) {
  const struct task *task = arg;
  const struct shape *shape = task->shape;
  const uint32_t mib = task->mib;
  struct position p = {
      .shape = shape, .tail = shape->tails[mib == LARGE_MIB], .lines_left = (uint64_t)mib * BLOCKS_PER_MIB};
  dfmt_source *s;
  dfmt_reader *r = new_reader(NULL);
  check_source(dfmt_source_new(NULL, &shape_ops, &p, &s), NULL);
  check_reader(dfmt_reader_open(r, DFMT_APPORT, s), r);
  dfmt_source_free(s);
  find_entry(r, "CoreDump");
  uint64_t bytes = discard_payload(r), expected = (uint64_t)mib << 20;
  if (shape->text) expected = (expected / BENCH_BLOCK) * (shape->line_len - 1) - 1;
  if (bytes != expected) bench_fail("%s gave %llu bytes", shape->name, (unsigned long long)bytes);
  dfmt_reader_free(r);
}

static void write_value(void *arg) {
  const struct task *task = arg;
  const struct shape *shape = task->shape;
  const uint32_t mib = task->mib;
  dfmt_config *c;
  dfmt_sink *sink;
  dfmt_writer *w;
  check_config(dfmt_config_new(&c));
  check_config(dfmt_config_set(c, DFMT_CFG_LEVEL, DFMT_LEVEL_FASTEST));
  check_config(dfmt_sink_null(c, &sink));
  check_writer(dfmt_writer_new(c, &w), NULL);
  check_writer(dfmt_writer_open(w, DFMT_APPORT, 0, sink), w);
  const dfmt_apport_field f = {.head = {sizeof f, DFMT_APPORT_FIELD},
                               .present = shape->text ? 0 : DFMT_APPORT_FIELD_HAS_COMPRESSION,
                               .encoding = shape->text ? DFMT_APPORT_ENCODING_TEXT : DFMT_APPORT_ENCODING_BASE64,
                               .compression = shape->compression,
                               .key = {"CoreDump", 8}};
  check_writer(dfmt_writer_begin(w, &f.head, DFMT_PAYLOAD_DECODED), w);
  const uint8_t *ptr = shape->text ? shape->line : quick_block;
  const uint64_t len = shape->text ? shape->line_len : sizeof quick_block;
  for (uint64_t i = 0; i < (uint64_t)mib * BLOCKS_PER_MIB; i++) {
    uint64_t taken;
    check_writer(dfmt_writer_payload(w, ptr, len, &taken), w);
    if (i % SAMPLE_EVERY == SAMPLE_EVERY - 1) footprint_sample();
  }
  check_writer(dfmt_writer_end(w), w);
  check_writer(dfmt_writer_finish(w), w);
  dfmt_writer_free(w);
  dfmt_sink_free(sink);
  dfmt_config_free(c);
}

static void nothing(void *arg) {
  (void)arg;
  footprint_sample();
}

/* What is allocated. */
static bool report_own(const struct shape *shape, long own) {
  char name[80], ours[32], target[32];
  snprintf(name, sizeof name, "allocated, read %s", shape->name);
  snprintf(ours, sizeof ours, "%ld KiB", own);
  snprintf(target, sizeof target, "<= %ld KiB", shape->most_own);
  bench_print(name, ours, "", "", target, own <= shape->most_own ? "ok" : "miss");
  return own <= shape->most_own;
}

static bool measure(const char *verb, void (*work)(void *arg), const struct shape *shape,
                    const struct footprint *empty) {
  char name[80], ours[32], floor[32], ratio[32];
  struct footprint small = footprint(work, &(struct task){shape, SMALL_MIB});
  struct footprint large = footprint(work, &(struct task){shape, LARGE_MIB});
  double growth = (double)large.resident / (double)small.resident;
  bool flat = growth <= 1.05 && growth >= 0.95;
  snprintf(name, sizeof name, "memory, %s %s: 4 GiB / 10 MiB", verb, shape->name);
  snprintf(ours, sizeof ours, "%ld KiB", large.resident);
  snprintf(floor, sizeof floor, "%ld KiB", small.resident);
  snprintf(ratio, sizeof ratio, "%.2f", growth);
  bench_print(name, ours, floor, ratio, "0.95 .. 1.05", flat ? "ok" : "miss");

  long peak = large.peak > small.peak ? large.peak : small.peak;
  bool limited = shape->compression != DFMT_APPORT_COMPRESSION_ZSTD, low = peak - empty->peak < 4096;
  snprintf(name, sizeof name, "peak memory, %s %s / doing nothing", verb, shape->name);
  snprintf(ours, sizeof ours, "%ld KiB", peak);
  snprintf(floor, sizeof floor, "%ld KiB", empty->peak);
  bench_print(name, ours, floor, "", limited ? "< 4 MiB above" : "", limited ? low ? "ok" : "miss" : "");
  bool reads = work == read_value && shape->most_own > 0;
  bool little = !reads || report_own(shape, (large.own > small.own ? large.own : small.own) - empty->own);
  return flat && (low || !limited) && little;
}

static void take_line(struct shape *s, const uint8_t *ptr, size_t len) {
  s->line = bench_alloc(len / 3 * 4 + 6);
  s->line_len = base64_line(ptr, len, s->line);
}

/* A block compressed by itself and ended at a byte, so that a stream may hold it any number of times. */
static struct shape gzip_shape(uint8_t *room) {
  struct shape s = {.name = "gzip",
                    .most_own = 32 + 2048,
                    .compression = DFMT_APPORT_COMPRESSION_GZIP,
                    .head = "CoreDump: base64\n" CORE_GZIP_HEADER_LINE};
  z_stream z = {.next_in = block, .avail_in = BENCH_BLOCK, .next_out = room, .avail_out = 2 * BENCH_BLOCK};
  if (deflateInit2(&z, 6, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) != Z_OK || deflate(&z, Z_FULL_FLUSH) != Z_OK)
    bench_fail("zlib does not start");
  take_line(&s, room, (size_t)(z.next_out - room));
  deflateEnd(&z);
  for (size_t i = 0; i < 2; i++) {
    uint64_t blocks = (i ? LARGE_MIB : SMALL_MIB) * (uint64_t)BLOCKS_PER_MIB, size = blocks * BENCH_BLOCK;
    uLong one = crc32(0, block, BENCH_BLOCK), crc = 0;
    for (uint64_t k = 0; k < blocks; k++) crc = crc32_combine(crc, one, BENCH_BLOCK);
    uint8_t end[10] = {0x03, 0x00};
    for (size_t k = 0; k < 4; k++) {
      end[2 + k] = (uint8_t)(crc >> (8 * k));
      end[6 + k] = (uint8_t)(size >> (8 * k));
    }
    base64_line(end, sizeof end, (uint8_t *)s.tails[i]);
  }
  return s;
}

/* A frame with a window of 2 MiB, as level 3 has it, and raw blocks. */
static struct shape zstd_shape(uint8_t *room) {
  static const uint8_t start[] = {0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58}, end[] = {0x01, 0x00, 0x00};
  struct shape s = {.name = "zstd",
                    .most_own = 2048 + 1024,
                    .compression = DFMT_APPORT_COMPRESSION_ZSTD,
                    .head = "CoreDump: base64\n"};
  base64_line(start, sizeof start, (uint8_t *)s.head + strlen(s.head));
  for (size_t k = 0; k < 3; k++) room[k] = (uint8_t)((uint64_t)BENCH_BLOCK << 3 >> (8 * k));
  memcpy(room + 3, block, BENCH_BLOCK);
  take_line(&s, room, 3 + BENCH_BLOCK);
  for (size_t i = 0; i < 2; i++) base64_line(end, sizeof end, (uint8_t *)s.tails[i]);
  return s;
}

static struct shape text_shape(void) {
  struct shape s = {.name = "text", .text = true, .head = "CoreDump:\n", .line_len = BENCH_BLOCK};
  s.line = bench_alloc(BENCH_BLOCK);
  memset(s.line, 'x', BENCH_BLOCK);
  s.line[0] = ' ';
  s.line[BENCH_BLOCK - 1] = '\n';
  return s;
}

int main(int argc, char **argv) {
  bench_start(argc, argv);
  uint8_t *room = bench_alloc((size_t)2 * BENCH_BLOCK);
  core_block(0, block);
  for (size_t i = 0; i < BENCH_BLOCK; i++) quick_block[i] = (uint8_t)(i >> 10);
  struct shape shapes[3] = {gzip_shape(room), text_shape()};
  size_t n = 2;
  if (dfmt_has_feature(DFMT_FEATURE_ZSTD)) shapes[n++] = zstd_shape(room);
  free(room);

  struct footprint empty = footprint(nothing, NULL);
  bool ok = true;
  for (size_t i = 0; i < n; i++) {
    ok &= measure("read", read_value, &shapes[i], &empty);
    ok &= measure("write", write_value, &shapes[i], &empty);
  }
  for (size_t i = 0; i < n; i++) free(shapes[i].line);
  if (!ok) bench_fail("memory is not flat, or not low");
  return 0;
}
