/* SPDX-License-Identifier: MIT */
/* A program that reads every format, and writes none. */
#include <stddef.h>

#include <diagfmt/io.h>
#include <diagfmt/reader.h>

int main(int argc, char **argv) {
  dfmt_reader *r = NULL;
  dfmt_source *s = NULL;
  const dfmt_event *ev;
  dfmt_status st = dfmt_source_path(NULL, argc > 1 ? argv[1] : "", &s);
  if (st == DFMT_OK) st = dfmt_reader_new(NULL, &r);
  if (st == DFMT_OK) st = dfmt_reader_open(r, 0, s);
  while (st == DFMT_OK) st = dfmt_reader_next(r, &ev);
  dfmt_reader_free(r);
  dfmt_source_free(s);
  return st != DFMT_END;
}
