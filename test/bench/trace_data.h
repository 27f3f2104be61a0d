/* SPDX-License-Identifier: MIT */
/*
 * Traces of apitrace that benchmarks read: the same events everywhere, in Snappy chunks of 1 MiB, made once and kept in
 * a directory.
 */
#ifndef TRACE_DATA_H
#define TRACE_DATA_H

#include "inputs.h"

enum { TRACE_MIB = 200 }; /* of events, at least; before bench_scaled() */

/*
 * Draw calls with all that goes with them: uniforms, vertex pointers, strings, enums, bitmasks, output arguments, and
 * uploads of 1 to 16 KiB from a second thread.
 */
void trace_mixed_input(const struct bench_options *o, char out[INPUT_PATH]);

/* Calls with one to three numbers each. */
void trace_small_input(const struct bench_options *o, char out[INPUT_PATH]);

/* Uploads of 4 to 256 KiB, and some 16 small calls beside each. */
void trace_blobs_input(const struct bench_options *o, char out[INPUT_PATH]);

#endif
