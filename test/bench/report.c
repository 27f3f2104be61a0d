/* SPDX-License-Identifier: MIT */
#include "report.h"

#include <string.h>

static void check(dfmt_status st, const dfmt_error *e) {
  if (st != DFMT_OK) bench_fail("%s: %s", dfmt_status_name(st), e ? e->message : "");
}

void check_config(dfmt_status st) { check(st, NULL); }
void check_source(dfmt_status st, const dfmt_source *s) { check(st, s ? dfmt_source_error(s) : NULL); }
void check_reader(dfmt_status st, const dfmt_reader *r) { check(st, r ? dfmt_reader_error(r) : NULL); }
void check_writer(dfmt_status st, const dfmt_writer *w) { check(st, w ? dfmt_writer_error(w) : NULL); }

dfmt_reader *new_reader(const dfmt_config *c) {
  dfmt_reader *r = NULL;
  check(dfmt_reader_new(c, &r), NULL);
  return r;
}

dfmt_source *new_path_source(const dfmt_config *c, const char *path) {
  dfmt_source *s = NULL;
  check(dfmt_source_path(c, path, &s), NULL);
  return s;
}

void find_entry(dfmt_reader *r, const char *key) {
  const dfmt_event *ev;
  for (;;) {
    dfmt_status st = dfmt_reader_next(r, &ev);
    if (st == DFMT_END) bench_fail("the report has no entry %s", key);
    check_reader(st, r);
    const dfmt_apport_field *f = dfmt_event_apport_field(ev);
    if (f && f->key.len == strlen(key) && memcmp(f->key.ptr, key, strlen(key)) == 0) return;
  }
}

uint64_t discard_payload(dfmt_reader *r) {
  const void *ptr;
  uint64_t len, total = 0;
  dfmt_status st;
  while ((st = dfmt_payload_chunk(r, &ptr, &len)) == DFMT_OK) total += len;
  if (st != DFMT_END) check_reader(st, r);
  return total;
}
