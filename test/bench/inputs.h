/* SPDX-License-Identifier: MIT */
/*
 * The files that benchmarks read: made once, by zlib and libzstd directly, and kept in a directory. Files appear under
 * their names only when they are complete.
 */
#ifndef INPUTS_H
#define INPUTS_H

#include <stdint.h>
#include <stdio.h>

#include "bench.h"

enum { CORE_MIB = 256, CORE_INPUT_ENTRIES = 5, SMALL_REPORTS = 10000, INPUT_PATH = 512 }; /* before bench_scaled() */

struct core_input {
  char report[INPUT_PATH]; /* a report with the core dump */
  char stream[INPUT_PATH]; /* the gzip member or Zstandard frame in it, without base64 */
};

/* CORE_MIB of core_data.h in a report of the reference's layout: zlib level 6, a line per non-empty output. */
void core_gzip_input(const struct bench_options *o, struct core_input *out);
#ifdef HAVE_ZSTD
/* The same data as a frame of level 3 with checksum, cut into lines of BENCH_BLOCK bytes. */
void core_zstd_input(const struct bench_options *o, struct core_input *out);
#endif

/* A directory of SMALL_REPORTS reports of some 20 KB, 000000.crash and so on. */
void small_inputs(const struct bench_options *o, char out[INPUT_PATH]);

/* A whole file. */
uint8_t *input_load(const char *path, size_t *len);

/* One folded line: a space, base64 of bytes, a line feed. Returns the bytes at out, which needs n / 3 * 4 + 6. */
size_t base64_line(const uint8_t *in, size_t n, uint8_t *out);

/* The line that gzip's header makes for key CoreDump. */
#define CORE_GZIP_HEADER_LINE " H4sICAAAAAAC/0NvcmVEdW1wAA==\n"

#endif
