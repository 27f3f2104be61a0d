/* SPDX-License-Identifier: MIT */
/* Text files of malloc_debug that benchmarks read: made once, and kept in a directory. */
#ifndef HEAP_DATA_H
#define HEAP_DATA_H

#include "inputs.h"

struct text_file {
  const char *name;      /* the number in it is that of the generator */
  uint32_t bytes;        /* at least; before bench_scaled() */
  void (*head)(FILE *f); /* or NULL */
  void (*line)(FILE *f, uint64_t i);
  const char *tail;
};

/* Makes it unless it is there. Returns its bytes. */
uint64_t text_file_make(const struct bench_options *o, const struct text_file *t, char path[INPUT_PATH]);

/* Numbers that look random. */
uint64_t heap_mix(uint64_t i);

/* A heap dump, and its frames: 16 a record. */
void heap_dump_head(FILE *f);
void heap_dump_record(FILE *f, uint64_t i);
uint64_t heap_pc(uint64_t i, unsigned k);
extern const struct text_file heap_dump_file;

#endif
