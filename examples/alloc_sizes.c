/* SPDX-License-Identifier: MIT */
/*
 * Counts the sizes that a program allocated: alloc_sizes FILE, written by malloc_debug's record_allocs
 *
 * There are millions of operations, so they are read as columns: arrays for a loop, for SIMD, or for another language.
 */
#include <stdio.h>

#include <diagfmt/diagfmt.h>

struct class {
  uint64_t requests, bytes;
};

/* Exponent of the smallest power of two that is not below the size, at most 64. */
static unsigned class_of(uint64_t bytes) {
  unsigned n = 0;
  while (n < 64 && (uint64_t)1 << n < bytes) n++;
  return n;
}

static void count(const dfmt_mallocdbg_op_columns *c, struct class *classes) {
  for (uint64_t i = 0; i < c->n_rows; i++) {
    uint64_t items = c->op[i] == DFMT_MALLOCDBG_OPERATION_CALLOC ? c->n_items[i] : 1;
    if (!(c->present[i] & DFMT_MALLOCDBG_OP_HAS_BYTES)) continue; /* free and thread_done have no size */
    struct class *x = &classes[class_of(c->bytes[i] * items)];
    x->requests++;
    x->bytes += c->bytes[i] * items;
  }
}

static void show(const struct class *classes) {
  for (unsigned n = 0; n <= 64; n++)
    if (classes[n].requests)
      printf("%10llu requests up to 2^%-2u bytes: %llu bytes\n", (unsigned long long)classes[n].requests, n,
             (unsigned long long)classes[n].bytes);
}

int main(int argc, char **argv) {
  struct class classes[65] = {{0, 0}};
  dfmt_source *source = NULL;
  dfmt_reader *r = NULL;
  const dfmt_event *ev;
  dfmt_status st = DFMT_E_NOMEM;
  if (argc != 2) {
    fprintf(stderr, "usage: alloc_sizes FILE\n");
    return 2;
  }
  if (dfmt_source_path(NULL, argv[1], &source) == DFMT_OK && dfmt_reader_new(NULL, &r) == DFMT_OK &&
      dfmt_reader_open(r, DFMT_MALLOCDBG, source) == DFMT_OK) {
    while ((st = dfmt_reader_columns(r, DFMT_MALLOCDBG_OP, 4096, &ev)) == DFMT_OK) {
      const dfmt_mallocdbg_op_columns *c = dfmt_event_mallocdbg_op_columns(ev);
      if (c) count(c, classes);
    }
    show(classes); /* for a damaged file, the operations before the damage */
    if (st != DFMT_END) fprintf(stderr, "alloc_sizes: %s: %s\n", argv[1], dfmt_reader_error(r)->message);
  }
  dfmt_reader_free(r);
  dfmt_source_free(source);
  return st == DFMT_END ? 0 : 1;
}
