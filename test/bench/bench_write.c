/* SPDX-License-Identifier: MIT */
/* A core dump into a report: compressed, base64, lines, to a null sink, against the compressor alone. */
#include "benchmarks.h"

#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>
#ifdef HAVE_ZSTD
#include <zstd.h>
#endif

#include "core_data.h"
#include "report.h"

enum { DEFLATE_MIB = 64, ZSTD_MIB = 256, DEFLATE_LEVEL = 6, ZSTD_LEVEL = 3, THREADS = 2 };

struct value {
  uint8_t *ptr;
  size_t len;           /* whole blocks */
  uint8_t *out;         /* 2 * BENCH_BLOCK bytes, for floors */
  uint32_t compression; /* DFMT_APPORT_COMPRESSION_* */
  uint32_t level, threads;
  uint64_t written; /* bytes of the report */
};

static void ours(void *arg) {
  struct value *v = arg;
  dfmt_config *c;
  dfmt_sink *sink;
  dfmt_writer *w;
  check_config(dfmt_config_new(&c));
  check_config(dfmt_config_set(c, DFMT_CFG_LEVEL, v->level));
  check_config(dfmt_config_set(c, DFMT_CFG_THREADS, v->threads));
  check_config(dfmt_sink_null(c, &sink));
  check_writer(dfmt_writer_new(c, &w), NULL);
  check_writer(dfmt_writer_open(w, DFMT_APPORT, 0, sink), w);
  const dfmt_apport_field f = {.head = {sizeof f, DFMT_APPORT_FIELD},
                               .present = DFMT_APPORT_FIELD_HAS_COMPRESSION,
                               .encoding = DFMT_APPORT_ENCODING_BASE64,
                               .compression = v->compression,
                               .key = {"CoreDump", 8}};
  check_writer(dfmt_writer_begin(w, &f.head, DFMT_PAYLOAD_DECODED), w);
  for (size_t at = 0; at < v->len; at += BENCH_BLOCK) {
    uint64_t taken;
    check_writer(dfmt_writer_payload(w, v->ptr + at, BENCH_BLOCK, &taken), w);
    if (taken != BENCH_BLOCK) bench_fail("the writer did not take a block");
  }
  check_writer(dfmt_writer_end(w), w);
  check_writer(dfmt_writer_finish(w), w);
  v->written = dfmt_writer_offset(w);
  if (v->written < v->len / 100) bench_fail("the writer wrote next to nothing");
  dfmt_writer_free(w);
  dfmt_sink_free(sink);
  dfmt_config_free(c);
}

static void deflate_alone(void *arg) {
  const struct value *v = arg;
  z_stream z = {0};
  uint32_t crc = 0;
  if (deflateInit2(&z, (int)v->level, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    bench_fail("zlib does not start");
  for (size_t at = 0; at <= v->len; at += BENCH_BLOCK) {
    uInt n = at < v->len ? BENCH_BLOCK : 0;
    crc = (uint32_t)crc32(crc, v->ptr + at, n);
    z.next_in = v->ptr + at;
    z.avail_in = n;
    z.next_out = v->out;
    z.avail_out = 2 * BENCH_BLOCK;
    int ret = deflate(&z, n ? Z_NO_FLUSH : Z_FINISH);
    if (ret != (n ? Z_OK : Z_STREAM_END) || z.avail_in) bench_fail("zlib stopped with %d", ret);
  }
  deflateEnd(&z);
}

#ifdef HAVE_ZSTD
static void zstd_alone(void *arg) {
  const struct value *v = arg;
  ZSTD_CCtx *z = ZSTD_createCCtx();
  if (!z || ZSTD_isError(ZSTD_CCtx_setParameter(z, ZSTD_c_compressionLevel, (int)v->level)) ||
      ZSTD_isError(ZSTD_CCtx_setParameter(z, ZSTD_c_checksumFlag, 1)))
    bench_fail("libzstd does not start");
  for (size_t at = 0; at <= v->len; at += BENCH_BLOCK) {
    ZSTD_inBuffer in = {v->ptr + at, at < v->len ? BENCH_BLOCK : 0, 0};
    for (size_t left = 1; in.pos < in.size || (in.size == 0 && left);) {
      ZSTD_outBuffer out = {v->out, BENCH_BLOCK, 0};
      left = ZSTD_compressStream2(z, &out, &in, in.size ? ZSTD_e_continue : ZSTD_e_end);
      if (ZSTD_isError(left)) bench_fail("libzstd: %s", ZSTD_getErrorName(left));
    }
  }
  ZSTD_freeCCtx(z);
}
#endif

static void make_core(const struct bench_options *o, struct value *v, uint32_t mib) {
  v->len = (size_t)bench_scaled(o, mib) << 20;
  v->ptr = bench_alloc(v->len);
  for (size_t at = 0; at < v->len; at += BENCH_BLOCK) core_block(at / BENCH_BLOCK, v->ptr + at);
}

static void compare(const struct bench_options *o, const char *name, const char *counted, struct value *v, uint32_t mib,
                    uint32_t rounds, void (*floor)(void *arg)) {
  make_core(o, v, mib);
  v->out = bench_alloc((size_t)2 * BENCH_BLOCK);
  struct bench_side our = {.run = ours, .arg = v, .name = counted}, alone = {.run = floor, .arg = v};
  rounds = bench_measure(o, rounds, (struct bench_side *[]){&our, &alone}, 2);
  bench_report(&(struct bench_row){.name = name,
                                   .ours = &our,
                                   .floor = &alone,
                                   .rounds = rounds,
                                   .work = (double)v->len,
                                   .scale = 1e6,
                                   .unit = "MB/s",
                                   .min_ratio = 0.95});
  free(v->ptr);
  free(v->out);
}

void bench_write_gzip(const struct bench_options *o) {
  struct value gzip = {.compression = DFMT_APPORT_COMPRESSION_GZIP, .level = DEFLATE_LEVEL};
  compare(o, "write gzip, level 6 / zlib alone", "write gzip", &gzip, DEFLATE_MIB, 5, deflate_alone);
}

static void report_ratio(const char *name, const struct bench_side *our, const struct bench_side *floor,
                         uint32_t rounds, bool wall, double least) {
  const struct value *v = our->arg;
  bench_report(&(struct bench_row){.name = name,
                                   .ours = our,
                                   .floor = floor,
                                   .rounds = rounds,
                                   .wall = wall,
                                   .work = (double)v->len,
                                   .scale = 1e6,
                                   .unit = "MB/s",
                                   .min_ratio = least});
}

/* Threads by wall time, which only tells something where there are as many processors; and what they cost by CPU time.
 */
void bench_write_threads(const struct bench_options *o) {
  struct value one = {.compression = DFMT_APPORT_COMPRESSION_GZIP, .level = DEFLATE_LEVEL, .threads = 1};
  make_core(o, &one, DEFLATE_MIB);
  struct value none = one, some = one;
  none.threads = 0;
  some.threads = THREADS;
  struct bench_side alone = {.run = ours, .arg = &none},
                    single = {.run = ours, .arg = &one, .name = "write gzip, blocks"},
                    crew = {.run = ours, .arg = &some};
  uint32_t rounds = bench_measure(o, 3, (struct bench_side *[]){&crew, &single, &alone}, 3);
  report_ratio("write gzip, 2 threads / one, wall time", &crew, &single, rounds, true, 0.9 * THREADS);
  report_ratio("write gzip, 2 threads / none, CPU time", &crew, &alone, rounds, false, 0.9);
  if (!o->count && some.written != one.written) bench_fail("the output depends on the number of threads");
  free(one.ptr);
}

/* Where ISA-L is not built in the level is zlib's first. */
void bench_write_fast(const struct bench_options *o) {
  struct value fast = {.compression = DFMT_APPORT_COMPRESSION_GZIP, .level = DFMT_LEVEL_FAST};
  make_core(o, &fast, DEFLATE_MIB);
  struct value usual = fast;
  usual.level = DEFLATE_LEVEL;
  struct bench_side our = {.run = ours, .arg = &fast, .name = "write gzip, fast"}, zlib = {.run = ours, .arg = &usual};
  bool isal = dfmt_has_feature(DFMT_FEATURE_ISAL) != 0;
  uint32_t rounds = bench_measure(o, 5, (struct bench_side *[]){&our, &zlib}, 2);
  report_ratio("write gzip, fast / level 6", &our, &zlib, rounds, false, isal ? 6 : 0);
  char size[32], usual_size[32], ratio[32];
  double more = usual.written ? (double)fast.written / (double)usual.written : 0;
  snprintf(size, sizeof size, "%.1f MB", (double)fast.written / 1e6);
  snprintf(usual_size, sizeof usual_size, "%.1f MB", (double)usual.written / 1e6);
  snprintf(ratio, sizeof ratio, "%.3f", more);
  if (usual.written)
    bench_print("size, gzip, fast / level 6", size, usual_size, ratio, "<= 1.12", more <= 1.12 ? "ok" : "miss");
  free(fast.ptr);
}

void bench_write_zstd(const struct bench_options *o) {
#ifdef HAVE_ZSTD
  struct value zstd = {.compression = DFMT_APPORT_COMPRESSION_ZSTD, .level = ZSTD_LEVEL};
  compare(o, "write zstd, level 3 / libzstd alone", "write zstd", &zstd, ZSTD_MIB, 15, zstd_alone);
#else
  (void)o;
  bench_not_run("write zstd, level 3 / libzstd alone", "no libzstd in this build");
#endif
}
