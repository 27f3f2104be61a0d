/* SPDX-License-Identifier: MIT */
/*
 * Tables as rows against the events of a plain reader, by their JSON, for every event type of every format: in one
 * piece, and pushed piece by piece with AGAIN in between, down to a byte at a time for small files.
 *
 *   table_rows [FILE …]
 */
#include <string.h>

#include "harness.h"
#include "model/json_struct.h"
#include "roof/formats.h"
#include "samples.h"
#include "scan/scan.h"

enum { SMALL = 3000 }; /* bytes of a file that is pushed byte by byte */

/* The options that deliver a table's type, as a scan sets them. */
static dfmt_config *config_of(const struct sample *s, const dfmt_type *t) {
  dfmt_config *c = config_make(NULL, 0, 0), *delivering;
  dfmt_source *none;
  dfmt_scan *scan;
  uint32_t table;
  format_configure(c, s->format);
  if (dfmt_source_memory(NULL, "", 0, &none) != DFMT_OK || dfmt_scan_new(c, none, &scan) != DFMT_OK)
    broken("no memory");
  check_status(dfmt_scan_table(scan, t->name, NULL, &table), DFMT_OK, dfmt_scan_error(scan), "table");
  if (dfmt_config_copy(&scan->config, &delivering) != DFMT_OK) broken("no memory");
  dfmt_scan_free(scan);
  dfmt_source_free(none);
  dfmt_config_free(c);
  return delivering;
}

/* All columns by their names, as late ones are read only for those who name them. */
struct columns {
  const char *names[64];
  dfmt_table_request request;
};

static const dfmt_table_request *all_columns(const dfmt_type *t, struct columns *c) {
  c->request = (dfmt_table_request){.size = sizeof c->request, .columns = c->names};
  for (uint64_t i = 0; i < t->n_fields; i++)
    if (dfmti_json_has(&t->fields[i])) c->names[c->request.n_columns++] = t->fields[i].name;
  return &c->request;
}

/* It takes the payload to know all members. */
static bool has_late(const dfmt_type *t) {
  for (uint64_t i = 0; i < t->n_fields; i++)
    if (t->fields[i].flags & DFMT_FIELD_LATE) return true;
  return false;
}

static dfmt_status read_events(const struct sample *s, const dfmt_type *t, struct bytes *to) {
  struct input in;
  const struct slicing whole = {.chunk = SIZE_MAX};
  dfmt_config *c = config_of(s, t);
  dfmt_reader *r;
  dfmt_sink *lines, *dropped;
  const dfmt_event *ev;
  dfmt_status st;
  check_status(input_open(&in, INPUT_MEMORY, &whole, NULL, s->bytes.ptr, s->bytes.len, s->path), DFMT_OK, NULL, "open");
  if (dfmt_reader_new(c, &r) != DFMT_OK || dfmt_sink_memory(NULL, &lines) != DFMT_OK ||
      dfmt_sink_null(NULL, &dropped) != DFMT_OK)
    broken("no memory");
  st = dfmt_reader_open(r, s->format->id, in.source);
  while (st == DFMT_OK && (st = dfmt_reader_next(r, &ev)) == DFMT_OK) {
    const void *ptr;
    uint64_t len;
    if (ev->type != t->number) continue;
    if (has_late(t) && ev->flags & DFMT_EVENT_FLAG_PAYLOAD) st = dfmt_payload_drain(r, dropped, &len);
    if (st != DFMT_OK && st != DFMT_END) break;
    st = dfmt_struct_json(t->number, ev->body, lines);
    if (st != DFMT_OK || dfmt_sink_bytes(lines, &ptr, &len) != DFMT_OK) broken("no JSON");
    bytes_add(to, ptr, (size_t)len);
    bytes_add(to, "\n", 1);
    dfmt_sink_reset(lines);
  }
  dfmt_sink_free(lines);
  dfmt_sink_free(dropped);
  dfmt_reader_free(r);
  input_close(&in);
  dfmt_config_free(c);
  return st;
}

static const dfmt_read_format *format_of(const struct harness_format *f) {
  for (const dfmt_read_format *const *r = dfmti_all_read_formats; *r; r++)
    if ((*r)->format->id == f->id) return *r;
  broken("no such format");
}

/* Rows of a table in JSON, all of them, or up to an error. */
static dfmt_status read_rows(const struct sample *s, const dfmt_type *t, enum input_kind kind, struct slicing how,
                             struct bytes *to) {
  struct input in;
  dfmt_config *c = config_make(NULL, 0, 0);
  dfmt_scan *scan;
  dfmt_rows *rows;
  struct columns columns;
  dfmt_sink *lines;
  uint32_t table;
  dfmt_status st;
  const void *ptr;
  uint64_t len;
  format_configure(c, s->format);
  check_status(input_open(&in, kind, &how, NULL, s->bytes.ptr, s->bytes.len, s->path), DFMT_OK, NULL, "open");
  if (dfmt_scan_new_for(c, (const dfmt_read_format *[]){format_of(s->format)}, 1, in.source, &scan) != DFMT_OK ||
      dfmt_sink_memory(NULL, &lines) != DFMT_OK)
    broken("no memory");
  st = dfmt_scan_table(scan, t->name, all_columns(t, &columns), &table);
  check_status(st, DFMT_OK, dfmt_scan_error(scan), "table");
  st = dfmt_scan_rows(scan, &rows);
  if (!check_status(st, DFMT_OK, dfmt_scan_error(scan), "rows")) broken("no rows");
  while ((st = dfmt_rows_print(rows, DFMT_PRINT_JSON, NULL, lines)) == DFMT_AGAIN)
    if (!check(input_pump(&in), "AGAIN, with nothing missing")) break;
  if (dfmt_sink_bytes(lines, &ptr, &len) == DFMT_OK) bytes_add(to, ptr, (size_t)len);
  dfmt_sink_free(lines);
  dfmt_rows_free(rows);
  input_close(&in);
  dfmt_config_free(c);
  return st;
}

static void try_table(const struct sample *s, const dfmt_type *t) {
  struct bytes want = {0};
  const struct slicing pieces[] = {
      {.chunk = SIZE_MAX}, {.chunk = 0, .seed = 1, .again = true}, {.chunk = 1, .again = true}};
  dfmt_status expected = read_events(s, t, &want);
  for (size_t i = 0; i < ARRAY_LEN(pieces); i++) {
    struct bytes got = {0};
    if (pieces[i].chunk == 1 && s->bytes.len > SMALL) continue;
    enum input_kind kind = harness_kind(s->format, i == 0 ? INPUT_MEMORY : INPUT_FEED);
    context_set("%s, %s, %s, in pieces of %zu", s->name, t->name, input_name(kind), pieces[i].chunk);
    dfmt_status st = read_rows(s, t, kind, pieces[i], &got);
    check(st == expected || (st == DFMT_OK && expected == DFMT_END), "%s instead of %s", dfmt_status_name(st),
          dfmt_status_name(expected));
    check_same(&got, &want, "rows");
    bytes_free(&got);
  }
  bytes_free(&want);
}

int main(int argc, char **argv) {
  struct samples s;
  samples_load(&s, argc, argv);
  for (size_t i = 0; i < s.n; i++) {
    const dfmt_type *t;
    if (!sample_decodable(&s.ptr[i])) continue;
    for (uint32_t k = 0; (t = dfmt_table_at(k)) != NULL; k++)
      if (t->number >> 16 == s.ptr[i].format->id && t->shape == DFMT_SHAPE_EVENT) try_table(&s.ptr[i], t);
  }
  samples_free(&s);
  return finish("table_rows");
}
