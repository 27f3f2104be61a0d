/* SPDX-License-Identifier: MIT */
/*
 * Writes a heap dump like malloc_debug's, of an invented heap: write_heap OUT
 *
 * The totals in its header need not be known in advance: the writer counts, and fills them in at the end.
 */
#include <stdio.h>
#include <string.h>

#include <diagfmt/diagfmt.h>

enum { PLACES = 5, BASE = 0x70000000 };

static dfmt_str str(const char *s) { return (dfmt_str){s, strlen(s)}; }

static dfmt_status put_head(dfmt_writer *w) {
  dfmt_mallocdbg_header h = {
      .head = {sizeof h, DFMT_MALLOCDBG_HEADER},
      .variant = DFMT_MALLOCDBG_VARIANT_V12,
      .present = DFMT_MALLOCDBG_HEADER_HAS_FINGERPRINT | DFMT_MALLOCDBG_HEADER_HAS_BACKTRACE_SIZE,
      .backtrace_size = 16};
  h.fingerprint = str("example/teapot/teapot:15/1/1:userdebug/dev-keys");
  return dfmt_writer_put(w, &h.head);
}

static dfmt_status put_place(dfmt_writer *w, uint64_t place) {
  const uint64_t pcs[] = {BASE + place * 64, BASE + 0x800, BASE + 0x100};
  dfmt_mallocdbg_alloc a = {.head = {sizeof a, DFMT_MALLOCDBG_ALLOC},
                            .zygote_child = place % 2 == 0,
                            .bytes = 4096 >> place,
                            .count = place * 3 + 1,
                            .pcs = pcs,
                            .n_pcs = 3};
  a.count_written = a.count;
  return dfmt_writer_put(w, &a.head);
}

static dfmt_status put_maps(dfmt_writer *w) {
  dfmt_mallocdbg_maps_begin begin = {.head = {sizeof begin, DFMT_MALLOCDBG_MAPS_BEGIN}};
  dfmt_mallocdbg_map m = {.head = {sizeof m, DFMT_MALLOCDBG_MAP},
                          .present = DFMT_MALLOCDBG_MAP_HAS_NAME,
                          .prot = DFMT_MALLOCDBG_PROT_READ | DFMT_MALLOCDBG_PROT_EXEC,
                          .start_address = BASE,
                          .end_address = BASE + 0x1000,
                          .inode = 12};
  m.name = str("/system/lib64/libteapot.so");
  dfmt_status st = dfmt_writer_put(w, &begin.head);
  return st == DFMT_OK ? dfmt_writer_put(w, &m.head) : st;
}

static dfmt_status write_heap(dfmt_writer *w) {
  dfmt_status st = put_head(w);
  for (uint64_t place = 0; place < PLACES && st == DFMT_OK; place++) st = put_place(w, place);
  if (st == DFMT_OK) st = put_maps(w);
  return st == DFMT_OK ? dfmt_writer_finish(w) : st;
}

int main(int argc, char **argv) {
  dfmt_sink *sink = NULL;
  dfmt_writer *w = NULL;
  dfmt_status st = DFMT_E_NOMEM;
  if (argc != 2) {
    fprintf(stderr, "usage: write_heap OUT\n");
    return 2;
  }
  if (dfmt_sink_path(NULL, argv[1], &sink) == DFMT_OK && dfmt_writer_new(NULL, &w) == DFMT_OK &&
      dfmt_writer_open(w, DFMT_MALLOCDBG, 0, sink) == DFMT_OK) {
    st = write_heap(w);
    if (st == DFMT_OK) st = dfmt_sink_close(sink);
    if (st != DFMT_OK) fprintf(stderr, "write_heap: %s\n", dfmt_writer_error(w)->message);
  }
  dfmt_writer_free(w);
  dfmt_sink_free(sink);
  return st == DFMT_OK ? 0 : 1;
}
