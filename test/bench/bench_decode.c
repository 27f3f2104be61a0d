/* SPDX-License-Identifier: MIT */
/* A core dump out of a report: path source, base64, lines, stream and checks, against the stream's library alone. */
#include "benchmarks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#ifdef HAVE_ISAL
#include <isa-l/igzip_lib.h>
#endif
#ifdef HAVE_ZSTD
#include <zstd.h>
#endif

#include "inputs.h"
#include "report.h"

struct stream {
  const char *report; /* path */
  uint8_t *ptr;       /* the compressed bytes in it */
  size_t len;
  uint8_t *out;  /* BENCH_BLOCK bytes */
  uint64_t size; /* of the core dump */
};

static void expect(const struct stream *s, const char *who, uint64_t bytes) {
  if (bytes != s->size) bench_fail("%s gave %llu bytes", who, (unsigned long long)bytes);
}

static void ours(void *arg) {
  const struct stream *s = arg;
  dfmt_reader *r = new_reader(NULL);
  dfmt_source *source = new_path_source(NULL, s->report);
  check_reader(dfmt_reader_open(r, DFMT_APPORT, source), r);
  dfmt_source_free(source);
  find_entry(r, "CoreDump");
  expect(s, "the library", discard_payload(r));
  dfmt_reader_free(r);
}

static void zlib_alone(void *arg) {
  const struct stream *s = arg;
  z_stream z = {0};
  size_t at = 0;
  int ret = inflateInit2(&z, 15 + 16);
  while (ret == Z_OK) {
    if (z.avail_in == 0) {
      z.next_in = s->ptr + at;
      z.avail_in = (uInt)(s->len - at < BENCH_BLOCK ? s->len - at : BENCH_BLOCK);
      at += z.avail_in;
    }
    z.next_out = s->out;
    z.avail_out = BENCH_BLOCK;
    ret = inflate(&z, Z_NO_FLUSH);
  }
  if (ret != Z_STREAM_END) bench_fail("zlib stopped with %d", ret);
  expect(s, "zlib", z.total_out);
  inflateEnd(&z);
}

#ifdef HAVE_ISAL
static void isal_alone(void *arg) {
  const struct stream *s = arg;
  struct inflate_state *z = bench_alloc(sizeof *z);
  size_t at = 0;
  uint64_t total = 0;
  isal_inflate_init(z);
  z->crc_flag = ISAL_GZIP;
  while (z->block_state != ISAL_BLOCK_FINISH) {
    if (z->avail_in == 0) {
      z->next_in = s->ptr + at;
      z->avail_in = (uint32_t)(s->len - at < BENCH_BLOCK ? s->len - at : BENCH_BLOCK);
      at += z->avail_in;
    }
    z->next_out = s->out;
    z->avail_out = BENCH_BLOCK;
    int ret = isal_inflate(z);
    if (ret != ISAL_DECOMP_OK) bench_fail("ISA-L stopped with %d", ret);
    total += BENCH_BLOCK - z->avail_out;
  }
  expect(s, "ISA-L", total);
  free(z);
}
#endif

#ifdef HAVE_ZSTD
static void zstd_alone(void *arg) {
  const struct stream *s = arg;
  ZSTD_DCtx *z = ZSTD_createDCtx();
  size_t at = 0, left = 1;
  uint64_t total = 0;
  while (left) {
    ZSTD_inBuffer in = {s->ptr + at, s->len - at < BENCH_BLOCK ? s->len - at : BENCH_BLOCK, 0};
    ZSTD_outBuffer out = {s->out, BENCH_BLOCK, 0};
    left = ZSTD_decompressStream(z, &out, &in);
    if (ZSTD_isError(left)) bench_fail("libzstd: %s", ZSTD_getErrorName(left));
    at += in.pos;
    total += out.pos;
  }
  expect(s, "libzstd", total);
  ZSTD_freeDCtx(z);
}
#endif

static struct stream load(const struct bench_options *o, const struct core_input *in) {
  struct stream s = {
      .report = in->report, .out = bench_alloc(BENCH_BLOCK), .size = (uint64_t)bench_scaled(o, CORE_MIB) << 20};
  s.ptr = input_load(in->stream, &s.len);
  return s;
}

static void unload(struct stream *s) {
  free(s->ptr);
  free(s->out);
}

static void report(const struct stream *s, uint32_t rounds, const char *name, const struct bench_side *our,
                   const struct bench_side *floor, double min_ratio) {
  bench_report(&(struct bench_row){.name = name,
                                   .ours = our,
                                   .floor = floor,
                                   .rounds = rounds,
                                   .work = (double)s->size,
                                   .scale = 1e6,
                                   .unit = "MB/s",
                                   .min_ratio = min_ratio});
}

void bench_decode_gzip(const struct bench_options *o) {
  struct core_input in;
  core_gzip_input(o, &in);
  struct stream s = load(o, &in);
  struct bench_side our = {.run = ours, .arg = &s, .name = "decode gzip"}, zlib = {.run = zlib_alone, .arg = &s};
#ifdef HAVE_ISAL
  struct bench_side isal = {.run = isal_alone, .arg = &s};
  struct bench_side *sides[] = {&our, &isal, &zlib};
#else
  struct bench_side *sides[] = {&our, &zlib};
#endif
  uint32_t rounds = bench_measure(o, 7, sides, sizeof sides / sizeof *sides);
  if (dfmt_has_feature(DFMT_FEATURE_ISAL)) {
#ifdef HAVE_ISAL
    report(&s, rounds, "decode gzip by ISA-L / ISA-L alone", &our, &isal, 0.90);
#endif
    report(&s, rounds, "decode gzip by ISA-L / zlib alone", &our, &zlib, 2.0);
  } else {
    report(&s, rounds, "decode gzip by zlib / zlib alone", &our, &zlib, 0.90);
  }
  unload(&s);
}

void bench_decode_zstd(const struct bench_options *o) {
#ifdef HAVE_ZSTD
  struct core_input in;
  core_zstd_input(o, &in);
  struct stream s = load(o, &in);
  struct bench_side our = {.run = ours, .arg = &s, .name = "decode zstd"}, zstd = {.run = zstd_alone, .arg = &s};
  uint32_t rounds = bench_measure(o, 11, (struct bench_side *[]){&our, &zstd}, 2);
  report(&s, rounds, "decode zstd / libzstd alone", &our, &zstd, 0);
  unload(&s);
#else
  (void)o;
  bench_not_run("decode zstd / libzstd alone", "no libzstd in this build");
#endif
}
