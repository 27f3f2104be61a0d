/* SPDX-License-Identifier: MIT */
/* What the benchmark of simpleperf and its peer in C++ share. */
#ifndef BENCH_SIMPLEPERF_H
#define BENCH_SIMPLEPERF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <diagfmt/simpleperf.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Samples as arrays. */
struct bench_samples {
  uint64_t *time_ns, *event_count;
  int32_t *thread_id;
  uint32_t *event_type_id;
  uint64_t *first_frame; /* n + 1 */
  dfmt_simpleperf_frame *frames;
  size_t n;
  uint64_t bytes; /* that they take in a file */
};

/* Decodes every record of a file and sums up all fields. */
uint64_t bench_protobuf_read(const uint8_t *ptr, size_t len, bool arena);

/* Encodes the samples one by one into buf; returns the bytes they take, sizes included. */
uint64_t bench_protobuf_write(const struct bench_samples *s, uint8_t *buf, size_t cap);

#ifdef __cplusplus
}
#endif

#endif
