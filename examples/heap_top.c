/* SPDX-License-Identifier: MIT */
/*
 * Sums the memory of a heap dump by library of the innermost frame: heap_top FILE
 *
 * The maps, which give the library of an address, come after the records, so the file is read twice.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <diagfmt/diagfmt.h>

enum { LIBRARIES = 4096 };

struct library {
  char name[256];
  uint64_t bytes, blocks;
};

struct heap {
  dfmt_mallocdbg_maps *maps;
  struct library *list; /* LIBRARIES of them; the last one counts all further ones */
  size_t n;
};

typedef dfmt_status look_fn(struct heap *h, const dfmt_event *ev);

static struct library *find(struct heap *h, dfmt_str name) {
  size_t len = name.len < sizeof h->list->name ? (size_t)name.len : sizeof h->list->name - 1;
  for (size_t i = 0; i < h->n; i++)
    if (strlen(h->list[i].name) == len && memcmp(h->list[i].name, name.ptr, len) == 0) return &h->list[i];
  if (h->n == LIBRARIES) return &h->list[LIBRARIES - 1];
  memcpy(h->list[h->n].name, name.ptr, len);
  return &h->list[h->n++];
}

static dfmt_status keep_map(struct heap *h, const dfmt_event *ev) {
  const dfmt_mallocdbg_map *m = dfmt_event_mallocdbg_map(ev);
  return m ? dfmt_mallocdbg_maps_add(h->maps, m) : DFMT_OK;
}

static dfmt_status count(struct heap *h, const dfmt_event *ev) {
  static const dfmt_str unknown = {"unknown", sizeof "unknown" - 1};
  const dfmt_mallocdbg_alloc *a = dfmt_event_mallocdbg_alloc(ev);
  if (!a) return DFMT_OK;
  const dfmt_mallocdbg_map *m = a->n_pcs ? dfmt_mallocdbg_maps_find(h->maps, a->pcs[0], NULL) : NULL;
  struct library *l = find(h, m && m->name.len ? m->name : unknown);
  l->bytes += a->bytes * a->count;
  l->blocks += a->count;
  return DFMT_OK;
}

static dfmt_status pass(dfmt_reader *r, dfmt_source *source, const char *path, struct heap *h, look_fn *look) {
  const dfmt_event *ev;
  dfmt_status st = dfmt_source_reset_path(source, path);
  if (st == DFMT_OK) st = dfmt_reader_open(r, DFMT_MALLOCDBG, source);
  while (st == DFMT_OK && (st = dfmt_reader_next(r, &ev)) == DFMT_OK) st = look(h, ev);
  return st == DFMT_END ? DFMT_OK : st;
}

static int by_bytes(const void *a, const void *b) {
  const struct library *x = a, *y = b;
  return x->bytes != y->bytes ? (x->bytes > y->bytes ? -1 : 1) : strcmp(x->name, y->name);
}

int main(int argc, char **argv) {
  dfmt_source *source = NULL;
  dfmt_reader *r = NULL;
  struct heap h = {NULL, calloc(LIBRARIES, sizeof *h.list), 0};
  dfmt_status st = DFMT_E_NOMEM;
  if (argc != 2) {
    fprintf(stderr, "usage: heap_top FILE\n");
    free(h.list);
    return 2;
  }
  if (h.list && dfmt_source_path(NULL, argv[1], &source) == DFMT_OK && dfmt_reader_new(NULL, &r) == DFMT_OK &&
      dfmt_mallocdbg_maps_new(NULL, &h.maps) == DFMT_OK) {
    st = pass(r, source, argv[1], &h, keep_map);
    if (st == DFMT_OK) st = pass(r, source, argv[1], &h, count);
    if (st != DFMT_OK) fprintf(stderr, "heap_top: %s: %s\n", argv[1], dfmt_reader_error(r)->message);
    qsort(h.list, h.n, sizeof *h.list, by_bytes);
    for (size_t i = 0; i < h.n; i++)
      printf("%12llu bytes %8llu blocks  %s\n", (unsigned long long)h.list[i].bytes,
             (unsigned long long)h.list[i].blocks, h.list[i].name);
  }
  dfmt_mallocdbg_maps_free(h.maps);
  dfmt_reader_free(r);
  dfmt_source_free(source);
  free(h.list);
  return st == DFMT_OK ? 0 : 1;
}
