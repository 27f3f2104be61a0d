/* SPDX-License-Identifier: MIT */
/*
 * CSV is that of RFC 4180 but for its line ends: null is nothing, and an empty text "". JSON lines have numbers, null,
 * and text as JSON lines of `dump`. A table holds its first rows to find out how wide columns are; later ones that are
 * wider stand out.
 */
#include "print.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <diagfmt/describe.h>

#include "base/safe_text.h"

enum { HELD_ROWS = 1000, HELD_BYTES = 1 << 20, WIDEST = 60 };

struct cell {
  size_t end;   /* of its text */
  size_t width; /* columns on the screen */
  bool right;   /* a number */
};

struct print {
  dfmt_sink *to;
  dfmt_status st; /* of the sink; E_NOMEM also for memory of our own */
  struct dfmti_sql_look look;
  sqlite3_stmt *statement;
  int n;        /* columns */
  bool through; /* the widths are settled */
  struct dfmti_mem mem;
  struct dfmti_buf text; /* of cells that are held */
  size_t *widths;        /* of a table */
  struct cell *cells;
  size_t n_cells, cap_cells;
  char real[40]; /* a number as text */
};

static void *reallocate(void *user, void *ptr, uint64_t old_size, uint64_t new_size) {
  (void)user;
  (void)old_size;
  if (new_size) return sqlite3_realloc64(ptr, new_size);
  sqlite3_free(ptr);
  return NULL;
}

/* ---- what goes to the sink; nothing more once something failed ---- */

static void no_memory(struct print *p) {
  if (p->st == DFMT_OK) p->st = DFMT_E_NOMEM;
}

static void say(struct print *p, const void *ptr, uint64_t len) {
  uint64_t taken;
  if (len && p->st == DFMT_OK) p->st = dfmt_sink_write(p->to, ptr, len, &taken);
}

static void say_s(struct print *p, const char *text) { say(p, text, strlen(text)); }

static void say_json(struct print *p, dfmt_str s) {
  if (p->st == DFMT_OK) p->st = dfmt_json_string(s.len ? s.ptr : "", s.len, p->to);
}

static void say_spaces(struct print *p, size_t n) {
  static const char spaces[] = "                                ";
  for (size_t part; n; n -= part) {
    part = dfmti_min(n, sizeof spaces - 1);
    say(p, spaces, part);
  }
}

/* Each line is handed on by itself. */
static void end_line(struct print *p) {
  say_s(p, "\n");
  if (p->st == DFMT_OK) p->st = dfmt_sink_flush(p->to);
}

/* ---- values ---- */

/* Digits that read back as the same number, and as one that is no integer. */
static const char *real_text(char out[40], double v) {
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(out, 32, "%.*g", digits, v);
    if (strtod(out, NULL) == v) break;
  }
  return strpbrk(out, ".ein") ? out : strcat(out, ".0");
}

static dfmt_str value_of(struct print *o, int i) {
  int type = sqlite3_column_type(o->statement, i);
  if (type == SQLITE_FLOAT) {
    const char *text = real_text(o->real, sqlite3_column_double(o->statement, i));
    return (dfmt_str){text, strlen(text)};
  }
  const void *ptr =
      type == SQLITE_BLOB ? sqlite3_column_blob(o->statement, i) : (const void *)sqlite3_column_text(o->statement, i);
  dfmt_str s = {ptr, (uint64_t)sqlite3_column_bytes(o->statement, i)};
  if (!ptr && type != SQLITE_NULL && (s.len || sqlite3_errcode(sqlite3_db_handle(o->statement)) == SQLITE_NOMEM))
    no_memory(o);
  return s;
}

static dfmt_str name_of(struct print *o, int i) {
  const char *name = sqlite3_column_name(o->statement, i);
  if (!name) no_memory(o);
  return (dfmt_str){name ? name : "", name ? strlen(name) : 0};
}

/* Appends text as a terminal shows it; how many columns it takes. */
static size_t hold_safe(struct print *o, dfmt_str s) {
  size_t columns = 0;
  if (!dfmti_safe_text(&o->mem, &o->text, s.ptr, (size_t)s.len, &columns)) no_memory(o);
  return columns;
}

static size_t hold_hex(struct print *o, dfmt_str bytes) {
  static const char digits[] = "0123456789abcdef";
  for (uint64_t i = 0; i < bytes.len; i++) {
    const unsigned byte = (unsigned char)bytes.ptr[i];
    if (!dfmti_buf_append(&o->mem, &o->text, (const char[]){digits[byte >> 4], digits[byte & 15]}, 2)) no_memory(o);
  }
  return (size_t)bytes.len * 2;
}

static void say_held(struct print *o) {
  say(o, o->text.ptr, o->text.len);
  o->text.len = 0;
}

/* ---- CSV ---- */

static bool needs_quotes(dfmt_str s) {
  for (uint64_t i = 0; i < s.len; i++)
    if (memchr(",\"\r\n", s.ptr[i], 4)) return true;
  return s.len == 0;
}

/* As it is; a terminal gets nothing that it would obey. */
static void say_plain(struct print *o, dfmt_str s) {
  if (!o->look.safe) {
    say(o, s.ptr, s.len);
    return;
  }
  (void)hold_safe(o, s);
  say_held(o);
}

static void put_csv_text(struct print *o, dfmt_str s) {
  if (!needs_quotes(s)) {
    say_plain(o, s);
    return;
  }
  say_s(o, "\"");
  while (s.len) {
    const char *quote = memchr(s.ptr, '"', (size_t)s.len);
    uint64_t n = quote ? (uint64_t)(quote - s.ptr) + 1 : s.len;
    say_plain(o, (dfmt_str){s.ptr, n});
    say_s(o, quote ? "\"" : "");
    s = (dfmt_str){s.ptr + n, s.len - n};
  }
  say_s(o, "\"");
}

static void put_csv_row(struct print *o) {
  for (int i = 0; i < o->n; i++) {
    say_s(o, i ? "," : "");
    switch (sqlite3_column_type(o->statement, i)) {
      case SQLITE_NULL: break;
      case SQLITE_BLOB:
        (void)hold_hex(o, value_of(o, i));
        say_held(o);
        break;
      default: put_csv_text(o, value_of(o, i));
    }
  }
  end_line(o);
}

static void put_csv_head(struct print *o) {
  for (int i = 0; i < o->n; i++) {
    say_s(o, i ? "," : "");
    put_csv_text(o, name_of(o, i));
  }
  end_line(o);
}

/* ---- JSON ---- */

static void put_json_value(struct print *o, int i) {
  int type = sqlite3_column_type(o->statement, i);
  dfmt_str s = value_of(o, i);
  bool number = type == SQLITE_INTEGER || (type == SQLITE_FLOAT && isfinite(sqlite3_column_double(o->statement, i)));
  if (number)
    say(o, s.ptr, s.len);
  else if (type == SQLITE_TEXT || type == SQLITE_BLOB)
    say_json(o, s);
  else
    say_s(o, "null"); /* infinite, too */
}

static void put_json_row(struct print *o) {
  for (int i = 0; i < o->n; i++) {
    dfmt_str name = name_of(o, i);
    say_s(o, i ? "," : "{");
    say_json(o, name);
    say_s(o, ":");
    put_json_value(o, i);
  }
  say_s(o, "}");
  end_line(o);
}

/* ---- a table ---- */

static void hold(struct print *o, size_t width, bool right) {
  if (o->n_cells == o->cap_cells) {
    void *cells = dfmti_grow(&o->mem, o->cells, &o->cap_cells, 256, sizeof *o->cells);
    if (cells) o->cells = cells;
    if (!cells) no_memory(o);
  }
  if (o->st != DFMT_OK) return;
  size_t column = o->n_cells % (size_t)o->n;
  o->cells[o->n_cells++] = (struct cell){o->text.len, width, right};
  if (width > WIDEST) width = WIDEST;
  if (!o->through && width > o->widths[column]) o->widths[column] = width;
}

/* Columns that the text of a value takes; null is nothing. */
static size_t hold_value(struct print *o, int i) {
  dfmt_str s = value_of(o, i);
  return (sqlite3_column_type(o->statement, i) == SQLITE_BLOB ? hold_hex : hold_safe)(o, s);
}

/* Spaces only before what is there. */
static void put_held_row(struct print *o, const char *text, size_t first) {
  size_t at = first ? o->cells[first - 1].end : 0, pad = 0;
  for (size_t i = 0; i < (size_t)o->n; i++) {
    const struct cell *c = &o->cells[first + i];
    size_t room = c->width < o->widths[i] ? o->widths[i] - c->width : 0;
    if (c->end > at) {
      say_spaces(o, pad + (c->right ? room : 0));
      say(o, text + at, c->end - at);
      pad = 2 + (c->right ? 0 : room);
    } else {
      pad += 2 + room;
    }
    at = c->end;
  }
  end_line(o);
}

static void put_held(struct print *o) {
  for (size_t i = 0; i + (size_t)o->n <= o->n_cells; i += (size_t)o->n) {
    bool head = o->look.bold && i == 0 && !o->through;
    say_s(o, head ? "\x1b[1m" : "");
    put_held_row(o, (const char *)o->text.ptr, i);
    say_s(o, head ? "\x1b[0m" : "");
  }
  o->text.len = 0;
  o->n_cells = 0;
  o->through = true;
}

static void hold_head(struct print *o) {
  for (int i = 0; i < o->n; i++) {
    const size_t width = hold_safe(o, name_of(o, i));
    hold(o, width, false);
  }
}

static void hold_row(struct print *o) {
  for (int i = 0; i < o->n; i++) {
    int type = sqlite3_column_type(o->statement, i);
    size_t width = hold_value(o, i);
    hold(o, width, type == SQLITE_INTEGER || type == SQLITE_FLOAT);
  }
  size_t rows = o->n_cells / (size_t)o->n;
  if (o->through || rows > HELD_ROWS || o->text.len > HELD_BYTES) put_held(o);
}

/* ---- all ---- */

static void put_head(struct print *o) {
  if (o->look.form == DFMTI_SQL_CSV) put_csv_head(o);
  if (o->look.form == DFMTI_SQL_TABLE) hold_head(o);
}

static void put_row(struct print *o) {
  static void (*const forms[])(struct print *) = {
      [DFMTI_SQL_TABLE] = hold_row, [DFMTI_SQL_CSV] = put_csv_row, [DFMTI_SQL_JSON] = put_json_row};
  forms[o->look.form](o);
}

int dfmti_sql_print(sqlite3_stmt *statement, const struct dfmti_sql_look *look, dfmt_sink *to, dfmt_status *st) {
  struct print o = {.to = to, .look = *look, .statement = statement};
  o.mem = (struct dfmti_mem){.fn = reallocate, .limit = UINT64_MAX};
  o.n = sqlite3_column_count(statement);
  const size_t size = (o.n ? (size_t)o.n : 1) * sizeof *o.widths;
  o.widths = dfmti_zalloc(&o.mem, size);
  if (!o.widths) no_memory(&o);
  if (o.n && o.widths) put_head(&o);
  int rc = SQLITE_ROW;
  while (o.st == DFMT_OK && (rc = sqlite3_step(statement)) == SQLITE_ROW) put_row(&o);
  if (o.n_cells && rc != SQLITE_NOMEM) put_held(&o);
  if (o.st == DFMT_OK) o.st = dfmt_sink_flush(to);
  dfmti_buf_free(&o.mem, &o.text);
  dfmti_free(&o.mem, o.cells, o.cap_cells * sizeof *o.cells);
  dfmti_free(&o.mem, o.widths, size);
  *st = o.st;
  return rc;
}
