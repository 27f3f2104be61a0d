/* SPDX-License-Identifier: MIT */
/* diagfmt-bench: speed, by the public API, against floors measured in the same run. */
#include "benchmarks.h"

static const struct {
  const char *name;
  void (*run)(const struct bench_options *o);
} benchmarks[] = {
    {"decode-gzip", bench_decode_gzip},
    {"decode-zstd", bench_decode_zstd},
    {"write-gzip", bench_write_gzip},
    {"write-zstd", bench_write_zstd},
    {"write-threads", bench_write_threads},
    {"write-fast", bench_write_fast},
    {"skip", bench_skip},
    {"many", bench_many},
    {"text", bench_text},
    {"mallocdbg-records", bench_mallocdbg_records},
    {"mallocdbg-dump", bench_mallocdbg_dump},
    {"mallocdbg-log", bench_mallocdbg_log},
    {"mallocdbg-write", bench_mallocdbg_write},
};

int main(int argc, char **argv) {
  struct bench_options o = bench_start(argc, argv);
  uint32_t runs = 0;
  for (size_t i = 0; i < sizeof benchmarks / sizeof *benchmarks; i++) {
    if (!bench_wanted(&o, benchmarks[i].name)) continue;
    benchmarks[i].run(&o);
    runs++;
  }
  if (runs == 0) bench_fail("no benchmark is called %s", o.only);
  return 0;
}
