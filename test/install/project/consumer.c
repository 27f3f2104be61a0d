/* SPDX-License-Identifier: MIT */
/*
 * A program of somebody else's, built against an installed copy: writes a report into memory, reads it back, says what
 * the library was built with, and how the reading of each FILE ends: consumer FILE…
 */
#include <stdio.h>
#include <string.h>

#include <diagfmt/diagfmt.h>

static const char value[] = "Crash";

static dfmt_status write_report(dfmt_sink *to) {
  dfmt_writer *w = NULL;
  dfmt_apport_field f;
  dfmt_status st = dfmt_writer_new(NULL, &w);
  memset(&f, 0, sizeof f);
  f.head.size = sizeof f;
  f.head.type = DFMT_APPORT_FIELD;
  f.present = DFMT_APPORT_FIELD_HAS_TEXT;
  f.key.ptr = "ProblemType";
  f.key.len = 11;
  f.text.ptr = value;
  f.text.len = strlen(value);
  if (st == DFMT_OK) st = dfmt_writer_open(w, DFMT_APPORT, 0, to);
  if (st == DFMT_OK) st = dfmt_writer_put(w, &f.head);
  if (st == DFMT_OK) st = dfmt_writer_finish(w);
  dfmt_writer_free(w);
  return st;
}

static dfmt_status read_report(const void *ptr, uint64_t len, int *found) {
  dfmt_reader *r = NULL;
  dfmt_source *s = NULL;
  const dfmt_event *ev;
  dfmt_status st = dfmt_source_memory(NULL, ptr, len, &s);
  if (st == DFMT_OK) st = dfmt_reader_new(NULL, &r);
  if (st == DFMT_OK) st = dfmt_reader_open(r, 0, s);
  while (st == DFMT_OK && (st = dfmt_reader_next(r, &ev)) == DFMT_OK) {
    const dfmt_apport_field *f = dfmt_event_apport_field(ev);
    if (f && f->text.len == strlen(value) && memcmp(f->text.ptr, value, strlen(value)) == 0) ++*found;
  }
  dfmt_reader_free(r);
  dfmt_source_free(s);
  return st;
}

static void show_features(void) {
  static const char *const names[] = {"snappy", "zstd", "brotli", "isal", "threads"};
  printf("features:");
  for (uint32_t i = 0; i < sizeof names / sizeof *names; i++)
    if (dfmt_has_feature(i + 1)) printf(" %s", names[i]);
  printf("\n");
}

/* Payloads are read, too. */
static dfmt_status read_all(dfmt_reader *r) {
  const dfmt_event *ev;
  dfmt_status st;
  while ((st = dfmt_reader_next(r, &ev)) == DFMT_OK)
    if (ev->flags & DFMT_EVENT_FLAG_PAYLOAD && (st = dfmt_payload_skip(r)) != DFMT_OK) return st;
  return st;
}

/* Brotli has no mark to be known by, so the format of a trace is given. */
static void show_end(const char *path) {
  uint32_t format = strstr(path, ".trace") ? (uint32_t)DFMT_APITRACE : 0;
  dfmt_reader *r = NULL;
  dfmt_source *s = NULL;
  dfmt_status st = dfmt_source_path(NULL, path, &s);
  if (st == DFMT_OK) st = dfmt_reader_new(NULL, &r);
  if (st == DFMT_OK) st = dfmt_reader_open(r, format, s);
  if (st == DFMT_OK) st = read_all(r);
  printf("%s: %s\n", dfmt_status_name(st), r ? dfmt_reader_error(r)->message : "");
  dfmt_reader_free(r);
  dfmt_source_free(s);
}

int main(int argc, char **argv) {
  dfmt_sink *sink;
  const void *ptr;
  uint64_t len;
  int found = 0;
  if (dfmt_version() != DFMT_VERSION_NUMBER || dfmt_sink_memory(NULL, &sink) != DFMT_OK) return 1;
  dfmt_status st = write_report(sink);
  if (st == DFMT_OK) st = dfmt_sink_bytes(sink, &ptr, &len);
  if (st == DFMT_OK) st = read_report(ptr, len, &found);
  dfmt_sink_free(sink);
  printf("%s, %d found\n", dfmt_status_name(st), found);
  show_features();
  for (int i = 1; i < argc; i++) show_end(argv[i]);
  return st == DFMT_END && found == 1 ? 0 : 1;
}
