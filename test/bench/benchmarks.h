/* SPDX-License-Identifier: MIT */
/* The benchmarks of diagfmt-bench. */
#ifndef BENCHMARKS_H
#define BENCHMARKS_H

#include "bench.h"

void bench_decode_gzip(const struct bench_options *o); /* core dump out of a report */
void bench_decode_zstd(const struct bench_options *o);
void bench_write_gzip(const struct bench_options *o); /* core dump into a report */
void bench_write_zstd(const struct bench_options *o);
void bench_write_threads(const struct bench_options *o);
void bench_write_fast(const struct bench_options *o);
void bench_skip(const struct bench_options *o);              /* passing over a base64 value */
void bench_many(const struct bench_options *o);              /* a directory of small reports, and allocations in it */
void bench_text(const struct bench_options *o);              /* unfolding of a long text value */
void bench_mallocdbg_records(const struct bench_options *o); /* recorded operations */
void bench_mallocdbg_dump(const struct bench_options *o);    /* heap dumps, without and with bt_info */
void bench_mallocdbg_log(const struct bench_options *o);     /* passing over a log without reports */
void bench_mallocdbg_write(const struct bench_options *o);   /* recorded operations */

#endif
