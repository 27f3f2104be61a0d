/* SPDX-License-Identifier: MIT */
/* Lists and structs of Arrow columns as JSON, with values as SQL has them. As deep as the schema is. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "table.h"

static dfmt_status put(dfmt_sink *to, const void *ptr, size_t len) {
  uint64_t taken;
  return len ? dfmt_sink_write(to, ptr, len, &taken) : DFMT_OK;
}

static dfmt_status put_s(dfmt_sink *to, const char *text) { return put(to, text, strlen(text)); }

static dfmt_status put_list(const struct ArrowSchema *s, const struct ArrowArray *a, int64_t row, dfmt_sink *to) {
  const int32_t *ends = (const int32_t *)a->buffers[1] + a->offset + row;
  dfmt_status st = put_s(to, "[");
  for (int32_t i = ends[0]; i < ends[1] && st == DFMT_OK; i++) {
    if (i > ends[0]) st = put_s(to, ",");
    if (st == DFMT_OK) st = dfmti_sql_json(s->children[0], a->children[0], i, to);
  }
  return st == DFMT_OK ? put_s(to, "]") : st;
}

/* Absent members are omitted, as in JSON lines. */
static dfmt_status put_struct(const struct ArrowSchema *s, const struct ArrowArray *a, int64_t row, dfmt_sink *to) {
  dfmt_status st = DFMT_OK;
  const char *before = "{";
  for (int64_t i = 0; i < s->n_children && st == DFMT_OK; i++) {
    if (!dfmti_sql_is_there(a->children[i], a->offset + row)) continue;
    const char *name = s->children[i]->name;
    st = put_s(to, before);
    before = ",";
    if (st == DFMT_OK) st = dfmt_json_string(name, strlen(name), to);
    if (st == DFMT_OK) st = put_s(to, ":");
    if (st == DFMT_OK) st = dfmti_sql_json(s->children[i], a->children[i], a->offset + row, to);
  }
  if (st == DFMT_OK && *before == '{') st = put_s(to, before);
  return st == DFMT_OK ? put_s(to, "}") : st;
}

static bool is_number(const struct ArrowSchema *s) { return strchr("IiLlt", s->format[0]) && !s->dictionary; }

/* As SQLite writes it; what has no number in JSON is a number that is too large for one. */
static dfmt_status put_real(double v, dfmt_sink *to) {
  char text[32];
  if (isinf(v)) return put_s(to, v < 0 ? "-9e999" : "9e999");
  sqlite3_snprintf(sizeof text, text, "%!.17g", v);
  return put_s(to, text);
}

static dfmt_status put_scalar(const struct ArrowSchema *s, const struct ArrowArray *a, int64_t row, dfmt_sink *to) {
  struct dfmti_sql_value v;
  char extension[16], text[24];
  bool address = s->metadata && dfmti_sql_is_address(s);
  dfmti_sql_scalar_at(s, a, row, address, &v);
  if (v.type == SQLITE_NULL) return put_s(to, "null"); /* not a number */
  if (v.type == SQLITE_FLOAT) return put_real(v.real, to);
  if (v.type == SQLITE_INTEGER) {
    if (s->format[0] == 'b') return put_s(to, v.number ? "true" : "false");
    return put(to, text, (size_t)snprintf(text, sizeof text, "%" PRId64, (int64_t)v.number));
  }
  if ((is_number(s) && !address) || dfmti_sql_metadata(s, "ARROW:extension:name", extension, sizeof extension))
    return put(to, v.ptr, v.len); /* a large number; JSON as it is */
  return dfmt_json_string(v.ptr, v.len, to);
}

dfmt_status dfmti_sql_json(const struct ArrowSchema *s, const struct ArrowArray *a, int64_t row, dfmt_sink *to) {
  if (!dfmti_sql_is_there(a, row)) return put_s(to, "null");
  if (s->format[0] != '+') return put_scalar(s, a, row, to);
  return s->format[1] == 'l' ? put_list(s, a, row, to) : put_struct(s, a, row, to);
}
