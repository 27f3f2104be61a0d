/* SPDX-License-Identifier: MIT */
/* Prints a file of any format as JSON, one line for each event, with recovery after damage: dump FILE */
#include <stdio.h>

#include <diagfmt/diagfmt.h>

/* Every struct describes itself, so this program needs no code for any format. */
static dfmt_status dump(dfmt_reader *r, dfmt_sink *out) {
  const dfmt_event *ev;
  dfmt_status st;
  while ((st = dfmt_reader_next(r, &ev)) == DFMT_OK) {
    st = dfmt_reader_json(r, ev, DFMT_JSON_PAYLOAD_DIGEST, out);
    /* A damaged payload is reported in its line, and ends only itself. */
    if (st == DFMT_E_NOMEM || dfmt_reader_error(r)->origin == DFMT_ORIGIN_SINK) return st;
  }
  return st == DFMT_END ? dfmt_sink_flush(out) : st;
}

int main(int argc, char **argv) {
  dfmt_config *config = NULL;
  dfmt_source *source = NULL;
  dfmt_sink *out = NULL;
  dfmt_reader *r = NULL;
  dfmt_status st = DFMT_E_NOMEM;
  if (argc != 2) {
    fprintf(stderr, "usage: dump FILE\n");
    return 2;
  }
  if (dfmt_config_new(&config) == DFMT_OK && dfmt_config_set(config, DFMT_CFG_RECOVER, 1) == DFMT_OK &&
      dfmt_source_path(NULL, argv[1], &source) == DFMT_OK && dfmt_sink_fd(NULL, 1, 0, &out) == DFMT_OK &&
      dfmt_reader_new(config, &r) == DFMT_OK && dfmt_reader_open(r, 0, source) == DFMT_OK) {
    st = dump(r, out);
    if (st != DFMT_OK) {
      const dfmt_error *e = dfmt_reader_error(r);
      fprintf(stderr, "%s: byte %llu: %s\n", argv[1], (unsigned long long)e->offset, e->message);
    }
  }
  dfmt_reader_free(r);
  dfmt_sink_free(out);
  dfmt_source_free(source);
  dfmt_config_free(config);
  return st == DFMT_OK ? 0 : 1;
}
