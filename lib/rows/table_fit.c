/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "base/rare.h"
#include "base/safe_text.h"
#include "table.h"

enum { NARROWEST = 40 }; /* columns of a terminal, for numbers and what stands before a line's value */

static const char cut[] = "\xe2\x80\xa6";

size_t dfmti_table_room(const dfmt_print *how) {
  if (!how->width) return SIZE_MAX;
  return how->width < NARROWEST ? NARROWEST : how->width < SIZE_MAX ? (size_t)how->width : SIZE_MAX;
}

/* ---- columns ---- */

size_t dfmti_table_name(const dfmt_rows *x, uint32_t column, char *out, size_t cap) {
  snprintf(out, cap, "%s", dfmti_row_field(x, column)->name);
  size_t n = strlen(out);
  for (size_t i = 0; i < n; i++)
    if (out[i] == '_') out[i] = ' ';
  return n;
}

static struct dfmti_fit_column *fitted(const dfmt_rows *x) {
  return (struct dfmti_fit_column *)(void *)x->table.fitted.ptr;
}

static size_t natural(const dfmt_rows *x, uint32_t column) {
  return ((const size_t *)(const void *)x->table.widths.ptr)[column];
}

static bool is_number(const dfmt_rows *x, uint32_t column) { return dfmti_row_is_number(dfmti_row_field(x, column)); }

/* Whether all rows that wait have the same there: `at` is the cell of the first, `step` what is to the next. */
static bool is_same(const dfmt_rows *x, size_t at, size_t step) {
  const struct dfmti_row_cell *c = (const struct dfmti_row_cell *)(const void *)x->table.cells.ptr + at;
  const uint8_t *text = x->table.text.ptr;
  for (size_t i = 1; i < x->table.rows; i++) {
    const struct dfmti_row_cell *other = c + i * step;
    if (other->len != c->len || (c->len && memcmp(text + other->start, text + c->start, c->len) != 0)) return false;
  }
  return x->table.rows > 1;
}

/* What a column may be cut to. */
static size_t least(const dfmt_rows *x, uint32_t column) {
  const uint32_t role = x->set.columns[column].role;
  const size_t width = natural(x, column), name = strlen(dfmti_row_field(x, column)->name);
  size_t n = role == DFMT_COLUMN_MESSAGE ? 24 : role == DFMT_COLUMN_KEY ? 16 : 12;
  if (n < name) n = name;
  return is_number(x, column) || n > width ? width : n;
}

/* Columns have grown since: by a number, which must not be cut, or by text that would have too little. */
static bool is_outgrown(const dfmt_rows *x) {
  for (uint32_t i = 0; i < x->set.n_columns; i++)
    if (!fitted(x)[i].left_out && fitted(x)[i].width < least(x, i)) return true;
  return false;
}

/* Later rows may have longer text in the last column: it has what is left. */
static void give_rest(dfmt_rows *x, size_t room) {
  struct dfmti_fit_column *last = NULL;
  size_t used = 0;
  for (uint32_t i = 0; i < x->set.n_columns; i++) {
    if (fitted(x)[i].left_out) continue;
    used += fitted(x)[i].width + (used ? DFMTI_FIT_GAP : 0);
    last = is_number(x, i) ? NULL : fitted(x) + i;
  }
  if (last && used < room) last->width += room - used;
}

static size_t cells_of_a_row(const dfmt_rows *x) {
  size_t n = 0;
  for (uint32_t i = 0; i < x->set.n_columns; i++) {
    const uint32_t role = x->set.columns[i].role;
    n += dfmti_table_shows(role) || role == DFMT_COLUMN_DETAIL;
  }
  return n;
}

/* Groups may differ in what has room: all are named at the end. */
static bool note_left_out(dfmt_rows *x) {
  struct dfmti_buf *to = &x->table.left_out;
  if (!dfmti_buf_reserve(&x->mem, to, x->set.n_columns)) return false;
  if (to->len == 0) memset(to->ptr, 0, x->set.n_columns);
  to->len = x->set.n_columns;
  for (uint32_t i = 0; i < x->set.n_columns; i++)
    to->ptr[i] |= dfmti_table_shows(x->set.columns[i].role) && fitted(x)[i].left_out;
  return true;
}

DFMTI_RARE bool dfmti_table_fit(dfmt_rows *x, const dfmt_print *how) {
  struct dfmti_row_table *t = &x->table;
  if (!how->width || !t->rows || (t->headed && !is_outgrown(x))) return true;
  const size_t step = cells_of_a_row(x);
  t->headed = false;
  t->fitted.len = 0;
  for (uint32_t i = 0, at = 0; i < x->set.n_columns; i++) {
    const uint32_t role = x->set.columns[i].role;
    const bool shown = dfmti_table_shows(role);
    const struct dfmti_fit_column c = {.left_out = !shown,
                                       .width = natural(x, i),
                                       .least = least(x, i),
                                       .rank = shown ? dfmti_fit_rank(role, is_same(x, at, step)) : 0};
    if (!dfmti_buf_append(&x->mem, &t->fitted, &c, sizeof c)) return false;
    at += shown;
  }
  dfmti_fit(fitted(x), x->set.n_columns, dfmti_table_room(how));
  give_rest(x, dfmti_table_room(how));
  return note_left_out(x);
}

bool dfmti_table_width(const dfmt_rows *x, uint32_t column, size_t *width) {
  const bool fits = x->table.fitted.len > 0;
  *width = fits ? fitted(x)[column].width : natural(x, column);
  return dfmti_table_shows(x->set.columns[column].role) && !(fits && fitted(x)[column].left_out);
}

/* ---- lines ---- */

bool dfmti_table_blanks(dfmt_rows *x, size_t n) {
  if (!dfmti_buf_reserve(&x->mem, &x->out, n)) return false;
  if (n) memset(x->out.ptr + x->out.len, ' ', n);
  x->out.len += n;
  return true;
}

bool dfmti_table_put(dfmt_rows *x, const void *ptr, size_t len, size_t columns, size_t room) {
  const uint8_t *p = ptr;
  if (columns <= room) return dfmti_table_emit(x, p, len);
  size_t taken, passed;
  const size_t start = dfmti_safe_start(p, len, room / 2, &taken), tail = columns - (room - 1 - taken);
  size_t end = dfmti_safe_start(p, len, tail, &passed);
  if (passed < tail) end = dfmti_safe_start(p, len, tail + 1, &passed); /* a wide character stands across */
  return dfmti_table_emit(x, p, start) && dfmti_table_emit(x, cut, sizeof cut - 1) &&
         dfmti_table_emit(x, p + end, len - end);
}

bool dfmti_table_put_lines(dfmt_rows *x, const void *ptr, size_t len, size_t room) {
  const uint8_t *p = ptr, *end = p + len, *lf;
  for (; p < end && (lf = memchr(p, '\n', (size_t)(end - p))) != NULL; p = lf + 1) {
    size_t columns;
    (void)dfmti_safe_start(p, (size_t)(lf - p), SIZE_MAX, &columns);
    if (!dfmti_table_put(x, p, (size_t)(lf - p), columns, room) || !dfmti_table_emit(x, "\n", 1)) return false;
  }
  return true;
}

DFMTI_RARE bool dfmti_table_put_wrapped(dfmt_rows *x, const void *ptr, size_t len, size_t indent, size_t room) {
  const uint8_t *p = ptr;
  if (indent > room / 2) indent = room / 2;
  for (size_t before = 0, columns; len > 0; before = indent) {
    size_t n = dfmti_safe_start(p, len, room - before, &columns);
    if (!n) n = len; /* nothing has room */
    if (!dfmti_table_blanks(x, before) || !dfmti_table_emit(x, p, n) || !dfmti_table_emit(x, "\n", 1)) return false;
    p += n;
    len -= n;
  }
  return true;
}

/* A part of the line, of ASCII; it begins the next one where it has no room. */
static bool put_part(dfmt_rows *x, const char *mark, const char *label, const char *text, size_t *at, size_t room) {
  const size_t n = strlen(text), before = strlen(label);
  const bool wraps =
      *at > 0 && *at + strlen(mark) + 1 + before + n + 1 > room; /* 1: a blank; 1: a mark that may follow */
  const char *between = wraps ? "\n  " : *at ? " " : "";
  *at = (wraps ? 2 : *at + strlen(mark) + strlen(between)) + before;
  const size_t left = room - *at - 1;
  *at += n < left ? n : left;
  return dfmti_table_emit(x, mark, strlen(mark)) && dfmti_table_emit(x, between, strlen(between)) &&
         dfmti_table_emit(x, label, before) && dfmti_table_put(x, text, n, n, left);
}

DFMTI_RARE bool dfmti_table_put_left_out(dfmt_rows *x, const dfmt_print *how) {
  const size_t room = dfmti_table_room(how);
  size_t at = 0;
  char name[64];
  bool good = true;
  for (uint32_t i = 0; i < x->table.left_out.len && good; i++) {
    if (!x->table.left_out.ptr[i]) continue;
    (void)dfmti_table_name(x, i, name, sizeof name);
    good = put_part(x, at ? "," : "", at ? "" : "also: ", name, &at, room);
  }
  if (at && how->wider) good = good && put_part(x, ";", "all: ", how->wider, &at, room);
  return good && (!at || dfmti_table_emit(x, "\n", 1));
}
