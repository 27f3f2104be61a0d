/* SPDX-License-Identifier: MIT */
/*
 * Lists the functions with the most samples of a profile: top_symbols FILE
 *
 * Samples hold only numbers, so they are counted by number, and names are looked up for the output.
 */
#include <stdio.h>
#include <stdlib.h>

#include <diagfmt/diagfmt.h>

enum { SHOWN = 10 };

struct innermost {
  dfmt_simpleperf_frame frame;
  uint64_t samples;
};

struct counts {
  struct innermost *list;
  size_t n, cap;
};

static int by_place(const void *a, const void *b) {
  const struct innermost *x = a, *y = b;
  if (x->frame.file_id != y->frame.file_id) return x->frame.file_id < y->frame.file_id ? -1 : 1;
  return (x->frame.symbol_id > y->frame.symbol_id) - (x->frame.symbol_id < y->frame.symbol_id);
}

static int by_samples(const void *a, const void *b) {
  const struct innermost *x = a, *y = b;
  if (x->samples != y->samples) return x->samples > y->samples ? -1 : 1;
  return by_place(a, b);
}

static int append(struct counts *c, const dfmt_simpleperf_frame *frame) {
  if (c->n == c->cap) {
    size_t cap = c->cap ? c->cap * 2 : 1024;
    struct innermost *list = realloc(c->list, cap * sizeof *list);
    if (!list) return 0;
    c->list = list;
    c->cap = cap;
  }
  c->list[c->n++] = (struct innermost){*frame, 1};
  return 1;
}

/* One entry for each function. */
static void merge(struct counts *c) {
  size_t kept = 0;
  if (c->n == 0) return; /* the list is not allocated yet */
  qsort(c->list, c->n, sizeof *c->list, by_place);
  for (size_t i = 0; i < c->n; i++)
    if (kept && by_place(&c->list[kept - 1], &c->list[i]) == 0)
      c->list[kept - 1].samples += c->list[i].samples;
    else
      c->list[kept++] = c->list[i];
  c->n = kept;
}

static dfmt_status count(dfmt_reader *r, struct counts *c) {
  const dfmt_event *ev;
  dfmt_status st;
  while ((st = dfmt_reader_next(r, &ev)) == DFMT_OK) {
    const dfmt_simpleperf_sample *s = dfmt_event_simpleperf_sample(ev);
    if (s && s->n_frames && !append(c, &s->frames[0])) return DFMT_E_NOMEM;
    if (c->n >= 1 << 20) merge(c); /* memory depends on the number of functions, not of samples */
  }
  merge(c);
  return st == DFMT_END ? DFMT_OK : st;
}

static void show(struct counts *c, const dfmt_simpleperf_names *names) {
  if (c->n == 0) return;
  qsort(c->list, c->n, sizeof *c->list, by_samples);
  for (size_t i = 0; i < c->n && i < SHOWN; i++) {
    dfmt_str symbol, path;
    dfmt_simpleperf_names_frame(names, &c->list[i].frame, &symbol, &path);
    printf("%8llu  %.*s  (%.*s)\n", (unsigned long long)c->list[i].samples, symbol.len ? (int)symbol.len : 1,
           symbol.len ? symbol.ptr : "?", (int)path.len, path.ptr);
  }
}

int main(int argc, char **argv) {
  dfmt_source *source = NULL;
  dfmt_simpleperf_names *names = NULL;
  dfmt_reader *r = NULL;
  struct counts counts = {NULL, 0, 0};
  dfmt_status st = DFMT_E_NOMEM;
  if (argc != 2) {
    fprintf(stderr, "usage: top_symbols FILE\n");
    return 2;
  }
  if (dfmt_source_path(NULL, argv[1], &source) == DFMT_OK && dfmt_simpleperf_names_new(NULL, &names) == DFMT_OK &&
      dfmt_reader_new(NULL, &r) == DFMT_OK && dfmt_reader_open(r, DFMT_SIMPLEPERF, source) == DFMT_OK) {
    /* Names come after the samples: the first pass loads them, the second reads the samples. In a truncated file both
     * fail at the same place, and what was read until then is shown. */
    (void)dfmt_simpleperf_names_load(names, source);
    st = count(r, &counts);
    show(&counts, names);
    if (st != DFMT_OK) fprintf(stderr, "top_symbols: %s: %s\n", argv[1], dfmt_reader_error(r)->message);
  }
  free(counts.list);
  dfmt_reader_free(r);
  dfmt_simpleperf_names_free(names);
  dfmt_source_free(source);
  return st == DFMT_OK ? 0 : 1;
}
