/* SPDX-License-Identifier: MIT */
/*
 * CSV is that of RFC 4180 but for its line ends: null is nothing, and an empty text "". JSON lines have numbers, null,
 * and text as JSON lines of `dump`. A table holds its first rows to find out how wide columns are; later ones that are
 * wider stand out.
 */
#include "sql_output.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/text.h"
#include "tool.h"

enum { HELD_ROWS = 1000, HELD_BYTES = 1 << 20, WIDEST = 60 };

struct cell {
  size_t end;   /* of its text */
  size_t width; /* columns on the screen */
  bool right;   /* a number */
};

struct sql_output {
  dfmt_sink *to;
  int form;
  bool color;
  sqlite3_stmt *statement;
  int n;           /* columns */
  bool through;    /* the widths are settled */
  size_t *widths;  /* of a table */
  dfmt_sink *text; /* of cells that are held */
  struct cell *cells;
  size_t n_cells, cap_cells;
  char real[40]; /* a number as text */
};

/* Digits that read back as the same number, and as one that is no integer. */
static const char *real_text(char out[40], double v) {
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(out, 32, "%.*g", digits, v);
    if (strtod(out, NULL) == v) break;
  }
  return strpbrk(out, ".ein") ? out : strcat(out, ".0");
}

static dfmt_str value_of(struct sql_output *o, int i) {
  int type = sqlite3_column_type(o->statement, i);
  if (type == SQLITE_FLOAT) {
    const char *text = real_text(o->real, sqlite3_column_double(o->statement, i));
    return (dfmt_str){text, strlen(text)};
  }
  const void *ptr =
      type == SQLITE_BLOB ? sqlite3_column_blob(o->statement, i) : (const void *)sqlite3_column_text(o->statement, i);
  dfmt_str s = {ptr, (uint64_t)sqlite3_column_bytes(o->statement, i)};
  if (!ptr && type != SQLITE_NULL && (s.len || sqlite3_errcode(sqlite3_db_handle(o->statement)) == SQLITE_NOMEM))
    tool_no_memory();
  return s;
}

static dfmt_str name_of(const struct sql_output *o, int i) {
  const char *name = sqlite3_column_name(o->statement, i);
  if (!name) tool_no_memory();
  return (dfmt_str){name, strlen(name)};
}

static void put_hex(dfmt_sink *to, dfmt_str bytes) {
  for (uint64_t i = 0; i < bytes.len; i++) put_f(to, "%02x", (unsigned char)bytes.ptr[i]);
}

/* ---- CSV ---- */

static bool needs_quotes(dfmt_str s) {
  for (uint64_t i = 0; i < s.len; i++)
    if (memchr(",\"\r\n", s.ptr[i], 4)) return true;
  return s.len == 0;
}

/* As it is; a terminal gets nothing that it would obey. */
static void put_plain(dfmt_sink *to, dfmt_str s) {
  if (isatty(STDOUT_FILENO))
    put_safe(to, s.ptr, s.len);
  else
    put(to, s.ptr, s.len);
}

static void put_csv_text(dfmt_sink *to, dfmt_str s) {
  if (!needs_quotes(s)) {
    put_plain(to, s);
    return;
  }
  put_s(to, "\"");
  while (s.len) {
    const char *quote = memchr(s.ptr, '"', (size_t)s.len);
    uint64_t n = quote ? (uint64_t)(quote - s.ptr) + 1 : s.len;
    put_plain(to, (dfmt_str){s.ptr, n});
    put_s(to, quote ? "\"" : "");
    s = (dfmt_str){s.ptr + n, s.len - n};
  }
  put_s(to, "\"");
}

static void put_csv_row(struct sql_output *o) {
  for (int i = 0; i < o->n; i++) {
    put_s(o->to, i ? "," : "");
    switch (sqlite3_column_type(o->statement, i)) {
      case SQLITE_NULL: break;
      case SQLITE_BLOB: put_hex(o->to, value_of(o, i)); break;
      default: put_csv_text(o->to, value_of(o, i));
    }
  }
  put_end(o->to);
}

static void put_csv_head(struct sql_output *o) {
  for (int i = 0; i < o->n; i++) {
    put_s(o->to, i ? "," : "");
    put_csv_text(o->to, name_of(o, i));
  }
  put_end(o->to);
}

/* ---- JSON ---- */

static void put_json_value(struct sql_output *o, int i) {
  int type = sqlite3_column_type(o->statement, i);
  dfmt_str s = value_of(o, i);
  bool number = type == SQLITE_INTEGER || (type == SQLITE_FLOAT && isfinite(sqlite3_column_double(o->statement, i)));
  if (number)
    put(o->to, s.ptr, s.len);
  else if (type == SQLITE_TEXT || type == SQLITE_BLOB)
    put_json_string(o->to, s.len ? s.ptr : "", s.len);
  else
    put_s(o->to, "null"); /* infinite, too */
}

static void put_json_row(struct sql_output *o) {
  for (int i = 0; i < o->n; i++) {
    dfmt_str name = name_of(o, i);
    put_s(o->to, i ? "," : "{");
    put_json_string(o->to, name.ptr, name.len);
    put_s(o->to, ":");
    put_json_value(o, i);
  }
  put_s(o->to, "}");
  put_end(o->to);
}

/* ---- a table ---- */

static void hold(struct sql_output *o, size_t width, bool right) {
  if (o->n_cells == o->cap_cells) {
    o->cap_cells = o->cap_cells ? 2 * o->cap_cells : 256;
    o->cells = tool_realloc(o->cells, o->cap_cells * sizeof *o->cells);
  }
  size_t column = o->n_cells % (size_t)o->n;
  o->cells[o->n_cells++] = (struct cell){(size_t)text_held(o->text).len, width, right};
  if (width > WIDEST) width = WIDEST;
  if (!o->through && width > o->widths[column]) o->widths[column] = width;
}

/* Columns that the text of a value took; null is nothing. */
static size_t put_shown(struct sql_output *o, int i) {
  dfmt_str s = value_of(o, i);
  if (sqlite3_column_type(o->statement, i) != SQLITE_BLOB) return put_safe(o->text, s.ptr, s.len);
  put_hex(o->text, s);
  return (size_t)s.len * 2;
}

/* Spaces only before what is there. */
static void put_held_row(struct sql_output *o, const char *text, size_t first) {
  size_t at = first ? o->cells[first - 1].end : 0, pad = 0;
  for (size_t i = 0; i < (size_t)o->n; i++) {
    const struct cell *c = &o->cells[first + i];
    size_t room = c->width < o->widths[i] ? o->widths[i] - c->width : 0;
    if (c->end > at) {
      put_pad(o->to, 0, pad + (c->right ? room : 0));
      put(o->to, text + at, c->end - at);
      pad = 2 + (c->right ? 0 : room);
    } else {
      pad += 2 + room;
    }
    at = c->end;
  }
  put_end(o->to);
}

static void put_held(struct sql_output *o) {
  dfmt_str text = text_held(o->text);
  for (size_t i = 0; i < o->n_cells; i += (size_t)o->n) {
    bool head = o->color && i == 0 && !o->through;
    put_s(o->to, head ? "\x1b[1m" : "");
    put_held_row(o, text.ptr, i);
    put_s(o->to, head ? "\x1b[0m" : "");
  }
  put_settle(o->text, dfmt_sink_reset(o->text));
  o->n_cells = 0;
  o->through = true;
}

static void hold_head(struct sql_output *o) {
  for (int i = 0; i < o->n; i++) {
    dfmt_str name = name_of(o, i);
    hold(o, put_safe(o->text, name.ptr, name.len), false);
  }
}

static void hold_row(struct sql_output *o) {
  for (int i = 0; i < o->n; i++) {
    int type = sqlite3_column_type(o->statement, i);
    size_t width = put_shown(o, i);
    hold(o, width, type == SQLITE_INTEGER || type == SQLITE_FLOAT);
  }
  size_t rows = o->n_cells / (size_t)o->n;
  if (o->through || rows > HELD_ROWS || text_held(o->text).len > HELD_BYTES) put_held(o);
}

/* ---- all ---- */

struct sql_output *sql_output_begin(dfmt_sink *to, int form, bool color, sqlite3_stmt *statement) {
  struct sql_output *o = tool_zalloc(sizeof *o);
  *o = (struct sql_output){.to = to, .form = form, .color = color, .statement = statement};
  o->n = sqlite3_column_count(statement);
  o->widths = tool_zalloc((size_t)o->n * sizeof *o->widths);
  o->text = text_begin();
  if (form == SQL_CSV && o->n) put_csv_head(o);
  if (form == SQL_TABLE && o->n) hold_head(o);
  return o;
}

void sql_output_row(struct sql_output *o) {
  if (o->form == SQL_CSV)
    put_csv_row(o);
  else if (o->form == SQL_JSON)
    put_json_row(o);
  else
    hold_row(o);
}

void sql_output_end(struct sql_output *o) {
  if (o->n_cells) put_held(o);
  dfmt_sink_free(o->text);
  tool_realloc(o->cells, 0);
  tool_realloc(o->widths, 0);
  tool_realloc(o, 0);
}
