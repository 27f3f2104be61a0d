/* SPDX-License-Identifier: MIT */
/* A program that reads Apport reports, and takes their payloads; nothing else. */
#include <stdio.h>

#include <diagfmt/apport.h>
#include <diagfmt/io.h>
#include <diagfmt/reader.h>

static dfmt_status print(dfmt_reader *r) {
  const dfmt_event *ev;
  const void *piece;
  uint64_t len;
  dfmt_status st;
  while ((st = dfmt_reader_next(r, &ev)) == DFMT_OK) {
    const dfmt_apport_field *f = dfmt_event_apport_field(ev);
    if (f) printf("%.*s:", (int)f->key.len, f->key.ptr);
    while (dfmt_payload_chunk(r, &piece, &len) == DFMT_OK) fwrite(piece, 1, (size_t)len, stdout);
  }
  return st;
}

int main(int argc, char **argv) {
  const dfmt_read_format *only[] = {dfmt_apport_read_format()};
  dfmt_reader *r = NULL;
  dfmt_source *s = NULL;
  dfmt_status st = dfmt_source_path(NULL, argc > 1 ? argv[1] : "", &s);
  if (st == DFMT_OK) st = dfmt_reader_new_for(NULL, only, 1, &r);
  if (st == DFMT_OK) st = dfmt_reader_open(r, 0, s);
  if (st == DFMT_OK) st = print(r);
  if (st != DFMT_END) fprintf(stderr, "%s\n", r ? dfmt_reader_error(r)->message : dfmt_status_name(st));
  dfmt_reader_free(r);
  dfmt_source_free(s);
  return st != DFMT_END;
}
