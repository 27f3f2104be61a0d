/* SPDX-License-Identifier: MIT */
/* diagfmt-bench-snappy: the codec itself beside libsnappy, on chunks of a trace. */
#include <snappy-c.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"
#include "codec/snappy.h"
#include "trace_data.h"

enum { CHUNK = 1 << 20, CHUNKS = 32, COUNTED = 2, ROUNDS = 21 };

struct chunks {
  struct {
    uint8_t *block, *bytes;
    size_t len;
  } at[CHUNKS];
  size_t n;
  uint8_t *out; /* room for either way */
};

static void expand_ours(void *arg) {
  const struct chunks *c = arg;
  struct dfmti_fault f;
  for (size_t i = 0; i < c->n; i++)
    if (dfmti_unsnappy(c->at[i].block, c->at[i].len, c->out, CHUNK, &f) != DFMT_OK) bench_fail("%s", f.what);
}

static void expand_theirs(void *arg) {
  const struct chunks *c = arg;
  for (size_t i = 0, made = CHUNK; i < c->n; i++)
    if (snappy_uncompress((const char *)c->at[i].block, c->at[i].len, (char *)c->out, &made) != SNAPPY_OK)
      bench_fail("libsnappy failed");
}

static void pack_ours(void *arg) {
  const struct chunks *c = arg;
  struct dfmti_fault f;
  size_t len;
  for (size_t i = 0; i < c->n; i++)
    if (dfmti_snappy(c->at[i].bytes, CHUNK, c->out, &len, &f) != DFMT_OK) bench_fail("%s", f.what);
}

static void pack_theirs(void *arg) {
  const struct chunks *c = arg;
  for (size_t i = 0; i < c->n; i++) {
    size_t len = snappy_max_compressed_length(CHUNK);
    if (snappy_compress((const char *)c->at[i].bytes, CHUNK, (char *)c->out, &len) != SNAPPY_OK)
      bench_fail("libsnappy failed");
  }
}

static void load_chunk(FILE *f, struct chunks *c, size_t i) {
  uint8_t head[4];
  size_t made = CHUNK;
  bool good = fread(head, 1, 4, f) == 4;
  c->at[i].len = good ? head[0] | (size_t)head[1] << 8 | (size_t)head[2] << 16 | (size_t)head[3] << 24 : 0;
  c->at[i].block = bench_alloc(c->at[i].len);
  c->at[i].bytes = bench_alloc(CHUNK);
  good = good && fread(c->at[i].block, 1, c->at[i].len, f) == c->at[i].len &&
         snappy_uncompress((const char *)c->at[i].block, c->at[i].len, (char *)c->at[i].bytes, &made) == SNAPPY_OK;
  if (!good || made != CHUNK) bench_fail("the trace has no %zu whole chunks", c->n);
}

static void load(const struct bench_options *o, const char *path, struct chunks *c) {
  c->n = o->count ? COUNTED : CHUNKS;
  FILE *f = fopen(path, "rb");
  if (!f || fseek(f, 2, SEEK_SET) != 0) bench_fail("cannot read %s", path);
  for (size_t i = 0; i < c->n; i++) load_chunk(f, c, i);
  fclose(f);
  c->out = bench_alloc(dfmti_snappy_room(CHUNK));
}

static void unload(struct chunks *c) {
  for (size_t i = 0; i < c->n; i++) {
    free(c->at[i].block);
    free(c->at[i].bytes);
  }
  free(c->out);
}

static void compare(const struct bench_options *o, struct chunks *c, const char *name, const char *counted,
                    void (*ours)(void *arg), void (*theirs)(void *arg)) {
  struct bench_side our = {.run = ours, .arg = c, .name = counted}, their = {.run = theirs, .arg = c};
  uint32_t rounds = bench_measure(o, ROUNDS, (struct bench_side *[]){&our, &their}, 2);
  bench_report(&(struct bench_row){.name = name,
                                   .ours = &our,
                                   .floor = &their,
                                   .rounds = rounds,
                                   .work = (double)CHUNK * (double)c->n,
                                   .scale = 1e6,
                                   .unit = "MB/s"});
}

int main(int argc, char **argv) {
  struct bench_options o = bench_start(argc, argv);
  char mixed[INPUT_PATH], small[INPUT_PATH];
  struct chunks c;
  trace_mixed_input(&o, mixed);
  trace_small_input(&o, small);
  load(&o, mixed, &c);
  compare(&o, &c, "mixed trace: expanded by " SNAPPY_CODEC " / libsnappy", "mixed trace: expanded", expand_ours,
          expand_theirs);
  compare(&o, &c, "mixed trace: packed by us / libsnappy", "mixed trace: packed", pack_ours, pack_theirs);
  unload(&c);
  load(&o, small, &c);
  compare(&o, &c, "small calls: expanded by " SNAPPY_CODEC " / libsnappy", "small calls: expanded", expand_ours,
          expand_theirs);
  compare(&o, &c, "small calls: packed by us / libsnappy", "small calls: packed", pack_ours, pack_theirs);
  unload(&c);
  return 0;
}
