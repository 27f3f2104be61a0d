/* SPDX-License-Identifier: MIT */
/*
 * Copies a crash report without some of its entries; all others are copied byte for byte, whatever their size:
 *   filter_report IN OUT KEY...
 */
#include <stdio.h>
#include <string.h>

#include <diagfmt/diagfmt.h>

static int is_one_of(dfmt_str key, char *const *keys) {
  for (; *keys; keys++)
    if (strlen(*keys) == key.len && memcmp(*keys, key.ptr, (size_t)key.len) == 0) return 1;
  return 0;
}

static dfmt_status filter(dfmt_reader *r, dfmt_writer *w, char *const *unwanted) {
  const dfmt_event *ev;
  dfmt_status st;
  while ((st = dfmt_reader_next(r, &ev)) == DFMT_OK) {
    const dfmt_apport_field *f = dfmt_event_apport_field(ev);
    if (f && is_one_of(f->key, unwanted)) continue; /* its value is skipped without decoding */
    st = dfmt_writer_copy(w, r, ev);
    if (st != DFMT_OK) return st;
  }
  return st == DFMT_END ? dfmt_writer_finish(w) : st;
}

int main(int argc, char **argv) {
  dfmt_source *source = NULL;
  dfmt_sink *sink = NULL;
  dfmt_reader *r = NULL;
  dfmt_writer *w = NULL;
  dfmt_status st = DFMT_E_NOMEM;
  if (argc < 4) {
    fprintf(stderr, "usage: filter_report IN OUT KEY...\n");
    return 2;
  }
  if (dfmt_source_path(NULL, argv[1], &source) == DFMT_OK && dfmt_sink_path(NULL, argv[2], &sink) == DFMT_OK &&
      dfmt_reader_new(NULL, &r) == DFMT_OK && dfmt_writer_new(NULL, &w) == DFMT_OK &&
      dfmt_reader_open(r, DFMT_APPORT, source) == DFMT_OK && dfmt_writer_open(w, DFMT_APPORT, 0, sink) == DFMT_OK) {
    st = filter(r, w, argv + 3);
    if (st == DFMT_OK) st = dfmt_sink_close(sink); /* only now does the file appear under its name */
    if (st != DFMT_OK) {
      const dfmt_error *e = dfmt_reader_error(r);
      if (e->status == DFMT_OK) e = dfmt_writer_error(w);
      if (e->status == DFMT_OK) e = dfmt_sink_error(sink);
      fprintf(stderr, "filter_report: %s\n", e->message);
    }
  }
  dfmt_writer_free(w);
  dfmt_reader_free(r);
  dfmt_sink_free(sink);
  dfmt_source_free(source);
  return st == DFMT_OK ? 0 : 1;
}
