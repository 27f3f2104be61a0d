/* SPDX-License-Identifier: MIT */
/*
 * Writes an Android bug report, version 2.0, of an invented device, with a file in it: write_bugreport OUT [FILE]
 *
 * Entries are written in sequence: a file by begin(), payload() and end(), the main entry by put(), the events of its
 * text, and its end. The writer generates version.txt, main_entry.txt and the text's markers.
 */
#include <stdio.h>
#include <string.h>

#include <diagfmt/diagfmt.h>

enum { TIME = 1710663330 }; /* 2024-03-17 08:15:30, in seconds of the device's calendar */

static dfmt_str str(const char *s) { return (dfmt_str){s, strlen(s)}; }

/* Writes a record whose value is this text. */
static dfmt_status put_text(dfmt_writer *w, const dfmt_head *body, const char *text) {
  uint64_t taken;
  dfmt_status st = dfmt_writer_begin(w, body, DFMT_PAYLOAD_DECODED);
  if (st == DFMT_OK) st = dfmt_writer_payload(w, text, strlen(text), &taken);
  return st == DFMT_OK ? dfmt_writer_end(w) : st;
}

/* Writes a copy of a file of which only the bytes are known: FS/data/local/tmp/copy. */
static dfmt_status put_file(dfmt_writer *w, const char *path) {
  char piece[65536];
  uint64_t taken;
  size_t n = 1;
  FILE *in = fopen(path, "rb");
  dfmt_bugreport_entry e = {.head = {sizeof e, DFMT_BUGREPORT_ENTRY},
                            .role = DFMT_BUGREPORT_ROLE_FILE,
                            .present = DFMT_BUGREPORT_ENTRY_HAS_DEVICE_PATH,
                            .method = DFMT_BUGREPORT_METHOD_DEFLATE};
  e.device_path = str("/data/local/tmp/copy");
  dfmt_status st = in ? dfmt_writer_begin(w, &e.head, DFMT_PAYLOAD_DECODED) : DFMT_E_IO;
  while (st == DFMT_OK && n > 0) {
    n = fread(piece, 1, sizeof piece, in);
    st = ferror(in) ? DFMT_E_IO : dfmt_writer_payload(w, piece, n, &taken);
  }
  if (in) fclose(in);
  return st == DFMT_OK ? dfmt_writer_end(w) : st;
}

static dfmt_status put_banner(dfmt_writer *w, const char *text) {
  dfmt_bugreport_banner b = {.head = {sizeof b, DFMT_BUGREPORT_BANNER}};
  b.text = str(text);
  return dfmt_writer_put(w, &b.head);
}

static dfmt_status put_property(dfmt_writer *w, const char *key, const char *value) {
  dfmt_bugreport_property p = {.head = {sizeof p, DFMT_BUGREPORT_PROPERTY},
                               .present = DFMT_BUGREPORT_PROPERTY_HAS_VALUE};
  p.key = str(key);
  p.value = str(value);
  return dfmt_writer_put(w, &p.head);
}

static dfmt_status end_section(dfmt_writer *w, uint64_t us) {
  dfmt_bugreport_section_end e = {.head = {sizeof e, DFMT_BUGREPORT_SECTION_END},
                                  .closed = DFMT_BUGREPORT_CLOSED_DURATION,
                                  .present = DFMT_BUGREPORT_SECTION_END_HAS_DURATION_US,
                                  .duration_us = us};
  return dfmt_writer_put(w, &e.head);
}

static dfmt_status begin_section(dfmt_writer *w, const char *title, const char *command, const char *text) {
  dfmt_bugreport_section s = {.head = {sizeof s, DFMT_BUGREPORT_SECTION},
                              .present = DFMT_BUGREPORT_SECTION_HAS_TITLE | DFMT_BUGREPORT_SECTION_HAS_COMMAND};
  s.title = str(title);
  s.command = str(command);
  return put_text(w, &s.head, text);
}

static dfmt_status put_service(dfmt_writer *w, const char *name, const char *text, uint64_t us) {
  dfmt_bugreport_service s = {.head = {sizeof s, DFMT_BUGREPORT_SERVICE},
                              .dump_priority = DFMT_BUGREPORT_DUMP_PRIORITY_CRITICAL};
  dfmt_bugreport_service_end e = {
      .head = {sizeof e, DFMT_BUGREPORT_SERVICE_END},
      .closed = DFMT_BUGREPORT_CLOSED_FOOTER,
      .present = DFMT_BUGREPORT_SERVICE_END_HAS_DURATION_US | DFMT_BUGREPORT_SERVICE_END_HAS_TIME_LOCAL_S,
      .duration_us = us,
      .time_local_s = TIME + 1};
  s.name = str(name);
  dfmt_status st = put_text(w, &s.head, text);
  return st == DFMT_OK ? dfmt_writer_put(w, &e.head) : st;
}

static dfmt_status put_main(dfmt_writer *w) {
  dfmt_bugreport_entry begin = {.head = {sizeof begin, DFMT_BUGREPORT_ENTRY},
                                .role = DFMT_BUGREPORT_ROLE_MAIN,
                                .present = DFMT_BUGREPORT_ENTRY_HAS_MTIME_LOCAL_S,
                                .mtime_local_s = TIME,
                                .method = DFMT_BUGREPORT_METHOD_DEFLATE};
  dfmt_bugreport_entry_end end = {.head = {sizeof end, DFMT_BUGREPORT_ENTRY_END}, .role = DFMT_BUGREPORT_ROLE_MAIN};
  begin.name = str("bugreport-teapot-AB1C.240101.002-2024-03-17-08-15-30.txt");
  dfmt_status st = dfmt_writer_put(w, &begin.head);
  if (st == DFMT_OK) st = put_banner(w, "dumpstate: 2024-03-17 08:15:30");
  if (st == DFMT_OK) st = put_property(w, "Build", "AB1C.240101.002");
  if (st == DFMT_OK) st = put_property(w, "Build fingerprint", "'example/teapot/teapot:14/AB1C/1:user/release-keys'");
  if (st == DFMT_OK) st = begin_section(w, "DUMPSYS CRITICAL", "/system/bin/dumpsys", "");
  if (st == DFMT_OK) st = put_service(w, "kettle", "water: 0.7 l\n", 12000);
  if (st == DFMT_OK) st = end_section(w, 13000);
  if (st == DFMT_OK) st = begin_section(w, "UPTIME", "uptime", "up 3 days\n");
  if (st == DFMT_OK) st = end_section(w, 2500);
  if (st == DFMT_OK) st = put_banner(w, "dumpstate: done (id 1)");
  return st == DFMT_OK ? dfmt_writer_put(w, &end.head) : st;
}

int main(int argc, char **argv) {
  dfmt_sink *sink = NULL;
  dfmt_writer *w = NULL;
  dfmt_status st = DFMT_E_NOMEM;
  if (argc < 2 || argc > 3) {
    fprintf(stderr, "usage: write_bugreport OUT [FILE]\n");
    return 2;
  }
  if (dfmt_sink_path(NULL, argv[1], &sink) == DFMT_OK && dfmt_writer_new(NULL, &w) == DFMT_OK &&
      dfmt_writer_open(w, DFMT_BUGREPORT, DFMT_BUGREPORT_VARIANT_V2, sink) == DFMT_OK) {
    st = argc == 3 ? put_file(w, argv[2]) : DFMT_OK;
    if (st == DFMT_OK) st = put_main(w);
    if (st == DFMT_OK) st = dfmt_writer_finish(w);
    if (st == DFMT_OK) st = dfmt_sink_close(sink);
    if (st != DFMT_OK) {
      const char *why = dfmt_writer_error(w)->message;
      fprintf(stderr, "write_bugreport: %s\n", *why ? why : "the file cannot be read");
    }
  }
  dfmt_writer_free(w);
  dfmt_sink_free(sink);
  return st == DFMT_OK ? 0 : 1;
}
