/* SPDX-License-Identifier: MIT */
/* Rows as lines for programs: CSV and JSON. A row is whole or not there: it is made before any of it is put out. */
#include <string.h>

#include "base/safe_text.h"
#include "model/json_struct.h"
#include "rows.h"

/* ---- CSV ---- */

/* Empty text is quoted, as nothing stands for what is absent. */
static bool needs_quotes(const uint8_t *p, size_t len) {
  for (size_t i = 0; i < len; i++)
    if (p[i] == ',' || p[i] == '"' || p[i] == '\r' || p[i] == '\n') return true;
  return len == 0;
}

/* A text after what the line has so far. */
static bool put_text(dfmt_rows *x, struct dfmti_buf *line, const uint8_t *p, size_t len) {
  struct dfmti_mem *m = &x->mem;
  if (!needs_quotes(p, len)) return dfmti_buf_append(m, line, p, len);
  bool good = dfmti_buf_append(m, line, "\"", 1);
  while (len && good) {
    const uint8_t *quote = memchr(p, '"', len);
    size_t n = quote ? (size_t)(quote - p) + 1 : len;
    good = dfmti_buf_append(m, line, p, n) && (!quote || dfmti_buf_append(m, line, "\"", 1));
    p += n;
    len -= n;
  }
  return good && dfmti_buf_append(m, line, "\"", 1);
}

/* What is in x->value, as it is to be shown. */
static bool put_value(dfmt_rows *x, const dfmt_print *how, struct dfmti_buf *line) {
  if (!(how->flags & DFMT_PRINT_SAFE)) return put_text(x, line, x->value.ptr, x->value.len);
  struct dfmti_buf safe = {0};
  size_t columns;
  bool good =
      dfmti_safe_text(&x->mem, &safe, x->value.ptr, x->value.len, &columns) && put_text(x, line, safe.ptr, safe.len);
  dfmti_buf_free(&x->mem, &safe);
  return good;
}

static dfmt_status csv_row(dfmt_rows *x, const dfmt_print *how, const dfmt_head *row, struct dfmti_buf *line) {
  for (uint32_t i = 0; i < x->set.n_columns; i++) {
    bool there, good = i == 0 || dfmti_buf_append(&x->mem, line, ",", 1);
    dfmt_status st = good ? dfmti_row_cell(x, x->set.type, dfmti_row_field(x, i), row, &there) : DFMT_OK;
    if (st != DFMT_OK) return st;
    if (good && there) good = put_value(x, how, line);
    if (!good) return dfmti_fail_mem(&x->err, &x->mem);
  }
  return dfmti_buf_append(&x->mem, line, "\n", 1) ? DFMT_OK : dfmti_fail_mem(&x->err, &x->mem);
}

static dfmt_status csv_names(dfmt_rows *x, struct dfmti_buf *line) {
  bool good = true;
  for (uint32_t i = 0; i < x->set.n_columns && good; i++) {
    const char *name = dfmti_row_field(x, i)->name;
    good = (i == 0 || dfmti_buf_append(&x->mem, line, ",", 1)) && dfmti_buf_append(&x->mem, line, name, strlen(name));
  }
  good = good && dfmti_buf_append(&x->mem, line, "\n", 1);
  return good ? DFMT_OK : dfmti_fail_mem(&x->err, &x->mem);
}

/* ---- JSON ---- */

static dfmt_status json_row(dfmt_rows *x, const dfmt_head *row, dfmt_sink *to) {
  struct dfmti_json j;
  dfmti_json_begin(&j, to, 0);
  char before = '{';
  for (uint32_t i = 0; i < x->set.n_columns; i++) {
    const dfmt_field *f = dfmti_row_field(x, i);
    if (!dfmti_is_there(x->set.type, f, row, dfmti_struct_size(x->set.type, row))) continue;
    dfmti_json_raw(&j, &before, 1);
    dfmti_json_name(&j, f->name);
    dfmti_json_raw(&j, ":", 1);
    (void)dfmti_json_value(&j, &x->types, x->set.type, f, row);
    before = ',';
  }
  dfmti_json_word(&j, before == '{' ? "{}\n" : "}\n");
  return dfmti_json_leave(&j);
}

/* ---- all rows ---- */

dfmt_status dfmti_rows_csv(dfmt_rows *x, const dfmt_print *how, dfmt_sink *to) {
  struct dfmti_buf line = {0};
  const dfmt_head *row;
  dfmt_status st = DFMT_OK;
  bool names = !x->printing && !(how->flags & DFMT_PRINT_BARE);
  while (st == DFMT_OK) {
    line.len = 0;
    st = names ? csv_names(x, &line) : dfmti_rows_peek(x, &row);
    if (st == DFMT_OK && !names) st = csv_row(x, how, row, &line);
    if (st != DFMT_OK) break;
    st = dfmti_rows_sink_failed(x, to, dfmti_sink_put(to, line.ptr, line.len));
    if (st != DFMT_OK) break;
    if (!names) x->ahead = NULL;
    names = false;
    x->printing = true;
  }
  dfmti_buf_free(&x->mem, &line);
  return st == DFMT_END ? DFMT_OK : st;
}

dfmt_status dfmti_rows_json(dfmt_rows *x, dfmt_sink *to) {
  const dfmt_head *row;
  for (;;) {
    dfmt_status st = dfmti_rows_peek(x, &row);
    if (st != DFMT_OK) return st == DFMT_END ? DFMT_OK : st;
    st = dfmti_json_reserve(to); /* so that a row fails for memory before its first byte, if at all */
    if (st == DFMT_OK) st = json_row(x, row, to);
    if (st != DFMT_OK) return dfmti_rows_sink_failed(x, to, st);
    x->ahead = NULL;
  }
}
