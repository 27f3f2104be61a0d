/* SPDX-License-Identifier: MIT */
/* Writes a crash report: texts, and a core dump that is compressed while it is written. write_report OUT [CORE] */
#include <stdio.h>
#include <string.h>

#include <diagfmt/diagfmt.h>

static dfmt_str str(const char *s) { return (dfmt_str){s, strlen(s)}; }

static dfmt_status put_text(dfmt_writer *w, const char *key, const char *text) {
  dfmt_apport_field f = {.head = {sizeof f, DFMT_APPORT_FIELD}, .present = DFMT_APPORT_FIELD_HAS_TEXT};
  f.key = str(key);
  f.text = str(text);
  return dfmt_writer_put(w, &f.head);
}

/* Writes a value of any size, in pieces as they become available. */
static dfmt_status put_file(dfmt_writer *w, const char *key, const char *path) {
  char piece[65536];
  size_t n;
  uint64_t taken;
  dfmt_apport_field f = {.head = {sizeof f, DFMT_APPORT_FIELD}, .encoding = DFMT_APPORT_ENCODING_BASE64};
  FILE *file = fopen(path, "rb");
  if (!file) {
    perror(path);
    return DFMT_E_IO;
  }
  f.key = str(key);
  dfmt_status st = dfmt_writer_begin(w, &f.head, DFMT_PAYLOAD_DECODED);
  while (st == DFMT_OK && (n = fread(piece, 1, sizeof piece, file)) > 0)
    st = dfmt_writer_payload(w, piece, n, &taken); /* takes all: a sink on a path never returns AGAIN */
  fclose(file);
  return st == DFMT_OK ? dfmt_writer_end(w) : st;
}

static dfmt_status write_report(dfmt_writer *w, const char *core) {
  static const char *const fields[][2] = {{"ProblemType", "Crash"},
                                          {"Architecture", "amd64"},
                                          {"Date", "Thu Jan  2 03:04:05 2025"},
                                          {"ExecutablePath", "/usr/bin/teapot"},
                                          {"Signal", "11"},
                                          {"Stacktrace", "#0  pour (cup=0x0) at pot.c:12\n#1  main () at main.c:3"}};
  dfmt_status st = DFMT_OK;
  for (size_t i = 0; i < sizeof fields / sizeof *fields && st == DFMT_OK; i++)
    st = put_text(w, fields[i][0], fields[i][1]);
  if (st == DFMT_OK && core) st = put_file(w, "CoreDump", core);
  return st == DFMT_OK ? dfmt_writer_finish(w) : st;
}

int main(int argc, char **argv) {
  dfmt_sink *sink = NULL;
  dfmt_writer *w = NULL;
  dfmt_status st = DFMT_E_NOMEM;
  if (argc < 2 || argc > 3) {
    fprintf(stderr, "usage: write_report OUT [CORE]\n");
    return 2;
  }
  if (dfmt_sink_path(NULL, argv[1], &sink) == DFMT_OK && dfmt_writer_new(NULL, &w) == DFMT_OK &&
      dfmt_writer_open(w, DFMT_APPORT, 0, sink) == DFMT_OK) {
    st = write_report(w, argv[2]);
    if (st == DFMT_OK) st = dfmt_sink_close(sink); /* only now does the file appear under its name */
    if (st != DFMT_OK) fprintf(stderr, "write_report: %s\n", dfmt_writer_error(w)->message);
  }
  dfmt_writer_free(w);
  dfmt_sink_free(sink);
  return st == DFMT_OK ? 0 : 1;
}
