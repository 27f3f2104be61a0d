/* SPDX-License-Identifier: MIT */
/* A long text value unfolded as it streams, against copying the same bytes once. */
#include "benchmarks.h"

#include <stdlib.h>
#include <string.h>

#include "report.h"

enum { TEXT_MIB = 256, PIECE = 1048576 };

/* The report as it stands in no file: a head, then PIECE bytes of folded lines TEXT_MIB times. */
struct text_stream {
  const uint8_t *piece;
  size_t head_at;
  uint64_t at, end;
  uint8_t *copy; /* BENCH_BLOCK bytes */
};

static const char head[] = "ProblemType: Crash\nStacktrace:\n";

static dfmt_status text_read(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct text_stream *t = user;
  if (t->head_at < sizeof head - 1) {
    *got = cap < sizeof head - 1 - t->head_at ? cap : sizeof head - 1 - t->head_at;
    memcpy(buf, head + t->head_at, (size_t)*got);
    t->head_at += (size_t)*got;
    return DFMT_OK;
  }
  if (t->at == t->end) return DFMT_END;
  size_t from = (size_t)(t->at % PIECE);
  *got = cap < PIECE - from ? cap : PIECE - from;
  memcpy(buf, t->piece + from, (size_t)*got);
  t->at += *got;
  return DFMT_OK;
}

static const dfmt_source_ops ops = {.size = sizeof ops, .read = text_read};

static void ours(void *arg) {
  struct text_stream *t = arg;
  dfmt_source *s;
  dfmt_reader *r = new_reader(NULL);
  t->head_at = 0;
  t->at = 0;
  check_source(dfmt_source_new(NULL, &ops, t, &s), NULL);
  check_reader(dfmt_reader_open(r, DFMT_APPORT, s), r);
  dfmt_source_free(s);
  find_entry(r, "Stacktrace");
  uint64_t bytes = discard_payload(r);
  if (bytes < t->end / 10 * 9) bench_fail("only %llu bytes", (unsigned long long)bytes);
  dfmt_reader_free(r);
}

static void copy(void *arg) {
  struct text_stream *t = arg;
  uint64_t got;
  t->head_at = 0;
  t->at = 0;
  while (text_read(t, t->copy, BENCH_BLOCK, &got) == DFMT_OK) continue;
}

void bench_text(const struct bench_options *o) {
  static const char line[] = " #12 0x00007f3a5c1e2d40 in g_main_context_dispatch (context=0x55d0c8) from libglib.so\n";
  uint8_t *piece = bench_alloc(PIECE);
  for (size_t i = 0; i < PIECE; i++) piece[i] = (uint8_t)line[i % (sizeof line - 1)];
  piece[PIECE - 1] = '\n';
  struct text_stream t = {
      .piece = piece, .end = (uint64_t)bench_scaled(o, TEXT_MIB) * PIECE, .copy = bench_alloc(BENCH_BLOCK)};
  struct bench_side our = {.run = ours, .arg = &t, .name = "unfold text"}, memory = {.run = copy, .arg = &t};
  uint32_t rounds = bench_measure(o, 9, (struct bench_side *[]){&our, &memory}, 2);
  bench_report(&(struct bench_row){.name = "unfold text / memcpy",
                                   .ours = &our,
                                   .floor = &memory,
                                   .rounds = rounds,
                                   .work = (double)t.end,
                                   .scale = 1e6,
                                   .unit = "MB/s"});
  free(t.copy);
  free(piece);
}
