/* SPDX-License-Identifier: MIT */
/* diagfmt-bench-base64: the codec itself, on blocks as the reader and the writer hand them to it. */
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "codec/base64_simd.h"
#include "core_data.h"

enum { BLOCK = 98304 /* bytes, a multiple of 3 */, TEXT = BLOCK / 3 * 4, TIMES = 2048 };

struct buffers {
  uint8_t *bytes, *text, *out;
  const struct dfmti_base64_kernel *kernel;
  uint32_t times;
};

/* Keeps a copy that nobody reads. */
static void keep(const void *p) { __asm__ volatile("" : : "r"(p) : "memory"); }

static void decode(void *arg) {
  struct buffers *b = arg;
  for (uint32_t i = 0; i < b->times; i++) {
    struct dfmti_base64 d = {0};
    size_t used;
    if (dfmti_base64_decode_by(b->kernel, &d, b->text, TEXT, b->out, &used) != BLOCK)
      bench_fail("base64 did not decode");
    keep(b->out);
  }
}

static void encode(void *arg) {
  struct buffers *b = arg;
  for (uint32_t i = 0; i < b->times; i++) {
    if (dfmti_base64_encode_by(b->kernel, b->bytes, BLOCK, b->out) != TEXT) bench_fail("base64 did not encode");
    keep(b->out);
  }
}

static void copy(void *arg) {
  struct buffers *b = arg;
  for (uint32_t i = 0; i < b->times; i++) {
    memcpy(b->out, b->bytes, BLOCK);
    keep(b->out);
  }
}

static void compare(const struct bench_options *o, const char *name, const char *counted, void (*ours)(void *arg),
                    struct buffers *b, double min_rate) {
  struct bench_side our = {.run = ours, .arg = b, .name = counted}, memory = {.run = copy, .arg = b};
  uint32_t rounds = bench_measure(o, 21, (struct bench_side *[]){&our, &memory}, 2);
  bench_report(&(struct bench_row){.name = name,
                                   .ours = &our,
                                   .floor = &memory,
                                   .rounds = rounds,
                                   .work = (double)BLOCK * b->times,
                                   .scale = 1e6,
                                   .unit = "MB/s",
                                   .min_rate = min_rate});
}

int main(int argc, char **argv) {
  struct bench_options o = bench_start(argc, argv);
  struct buffers b = {.bytes = bench_alloc(BENCH_BLOCK),
                      .text = bench_alloc(TEXT + DFMTI_BASE64_SLACK),
                      .out = bench_alloc(TEXT + DFMTI_BASE64_SLACK),
                      .kernel = dfmti_base64_best(),
                      .times = bench_scaled(&o, TIMES)};
  core_block(0, b.bytes);
  if (dfmti_base64_encode(b.bytes, BLOCK, b.text) != TEXT) bench_fail("base64 did not encode");
  compare(&o, "base64 decode, bytes out / memcpy", "base64 decode", decode, &b, 2e9);
  compare(&o, "base64 encode, bytes in / memcpy", "base64 encode", encode, &b, 2e9);
  b.kernel = dfmti_base64_kernel(DFMTI_BASE64_PORTABLE);
  compare(&o, "base64 decode, portable twin / memcpy", "base64 decode, portable", decode, &b, 0);
  compare(&o, "base64 encode, portable twin / memcpy", "base64 encode, portable", encode, &b, 0);
  free(b.bytes);
  free(b.text);
  free(b.out);
  return 0;
}
