/* SPDX-License-Identifier: MIT */
/*
 * Extracts the core dump of a crash report, gigabytes with a few hundred KiB of memory: extract_core REPORT CORE
 *
 * A report whose writer was stopped, or whose disk was full, holds only the start of a core: it is kept, too.
 */
#include <stdio.h>
#include <string.h>

#include <diagfmt/diagfmt.h>

static dfmt_config *make_config(void) {
  dfmt_config *c;
  if (dfmt_config_new(&c) != DFMT_OK) return NULL;
  /* Other entries are not delivered, and this one may be large and highly compressed. */
  if (dfmt_config_add(c, DFMT_CFG_APPORT_KEYS, "CoreDump", strlen("CoreDump")) != DFMT_OK ||
      dfmt_config_set(c, DFMT_CFG_MAX_OUTPUT, UINT64_MAX) != DFMT_OK ||
      dfmt_config_set(c, DFMT_CFG_MAX_RATIO, 0) != DFMT_OK) {
    dfmt_config_free(c);
    return NULL;
  }
  return c;
}

static dfmt_status extract(dfmt_reader *r, dfmt_sink *to) {
  const dfmt_event *ev;
  uint64_t bytes;
  dfmt_status st = dfmt_reader_next(r, &ev);
  if (st == DFMT_END) fprintf(stderr, "extract_core: the report has no core\n");
  if (st != DFMT_OK) return st;
  st = dfmt_payload_drain(r, to, &bytes);
  if (st != DFMT_OK && dfmt_reader_error(r)->origin == DFMT_ORIGIN_SINK) return st;
  if (st != DFMT_OK)
    fprintf(stderr, "extract_core: the core ends after %llu bytes: %s\n", (unsigned long long)bytes,
            dfmt_reader_error(r)->message);
  return dfmt_sink_close(to);
}

int main(int argc, char **argv) {
  dfmt_config *config = make_config();
  dfmt_source *source = NULL;
  dfmt_sink *sink = NULL;
  dfmt_reader *r = NULL;
  dfmt_status st = DFMT_E_NOMEM;
  if (argc != 3) {
    fprintf(stderr, "usage: extract_core REPORT CORE\n");
    dfmt_config_free(config);
    return 2;
  }
  if (config && dfmt_source_path(NULL, argv[1], &source) == DFMT_OK &&
      dfmt_sink_path(NULL, argv[2], &sink) == DFMT_OK && dfmt_reader_new(config, &r) == DFMT_OK &&
      dfmt_reader_open(r, DFMT_APPORT, source) == DFMT_OK) {
    st = extract(r, sink);
    if (st < 0) fprintf(stderr, "extract_core: %s: %s\n", argv[1], dfmt_reader_error(r)->message);
  }
  dfmt_reader_free(r);
  dfmt_sink_free(sink);
  dfmt_source_free(source);
  dfmt_config_free(config);
  return st == DFMT_OK ? 0 : 1;
}
