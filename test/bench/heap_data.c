/* SPDX-License-Identifier: MIT */
#include "heap_data.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

uint64_t heap_mix(uint64_t i) {
  i = (i ^ i >> 31) * 0x9e3779b97f4a7c15u;
  return i ^ i >> 29;
}

void heap_dump_head(FILE *f) {
  fputs(
      "Android Native Heap Dump v1.2\n\nBuild fingerprint: 'a/b/c:15/X/1:userdebug/dev-keys'\n\n"
      "Total memory: 1\nBacktrace size: 16\n\n",
      f);
}

uint64_t heap_pc(uint64_t i, unsigned k) { return 0x7b00000000u + (heap_mix(i * 16 + k) & 0x3fffffffu); }

void heap_dump_record(FILE *f, uint64_t i) {
  fprintf(f, "z %d  sz %8" PRIu64 "  num    %" PRIu64 "  bt", i % 5 == 0, heap_mix(i) >> 46, (heap_mix(i) & 255) + 1);
  for (unsigned k = 0; k < 16; k++) fprintf(f, " %" PRIx64, heap_pc(i, k));
  fputc('\n', f);
}

const struct text_file heap_dump_file = {"mallocdbg-dump.1.txt", 200000000, heap_dump_head, heap_dump_record,
                                         "MAPS\nEND\n"};

uint64_t text_file_make(const struct bench_options *o, const struct text_file *t, char path[INPUT_PATH]) {
  char unfinished[INPUT_PATH + 8];
  struct stat sb;
  if (snprintf(path, INPUT_PATH, "%s/%s", o->dir, t->name) >= INPUT_PATH)
    bench_fail("the path of %s is too long", o->dir);
  if (stat(path, &sb) == 0) return (uint64_t)sb.st_size;
  snprintf(unfinished, sizeof unfinished, "%s.tmp", path);
  FILE *f = fopen(unfinished, "wb");
  if (!f) bench_fail("cannot write %s: %s", unfinished, strerror(errno));
  if (t->head) t->head(f);
  for (uint64_t i = 1; (uint64_t)ftell(f) < bench_scaled(o, t->bytes); i++) t->line(f, i);
  fputs(t->tail, f);
  if (fclose(f) != 0 || rename(unfinished, path) != 0) bench_fail("cannot write %s", path);
  if (stat(path, &sb) != 0) bench_fail("cannot read %s", path);
  return (uint64_t)sb.st_size;
}
