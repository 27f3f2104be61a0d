/* SPDX-License-Identifier: MIT */
/*
 * Rows as a table for people. Cells wait until a screen or more of rows is there, and are then put out in columns as
 * wide as the widest of them; widths never shrink within a group.
 *
 *   heading
 *
 *   thread 12, event cpu-cycles        group: a line for its values, below which its rows stand
 *     weight   share  function         names of columns, numbers to the right
 *      12345  99.9 %  main
 *        #00 libc.so                   detail: a line an element
 *   and 3 more rows                    what max_rows left out
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/safe_text.h"
#include "rows.h"

enum { WAIT_ROWS = 256, WAIT_BYTES = 1 << 20, MOST_DEPTH = 64 };

/* A cell, or the lines below a row, in the text that waits. */
struct dfmti_row_cell {
  size_t start, len, columns; /* columns: characters */
};

static bool is_shown(uint32_t role) {
  return role != DFMT_COLUMN_GROUP && role != DFMT_COLUMN_DEPTH && role != DFMT_COLUMN_DETAIL &&
         role != DFMT_COLUMN_HIDDEN;
}

static bool put(dfmt_rows *x, struct dfmti_buf *to, const char *text) {
  return dfmti_buf_append(&x->mem, to, text, strlen(text));
}

static dfmt_status no_memory(dfmt_rows *x) { return dfmti_fail_mem(&x->err, &x->mem); }

static dfmt_status emit(dfmt_rows *x, dfmt_sink *to, const void *ptr, size_t len) {
  return dfmti_rows_sink_failed(x, to, dfmti_sink_put(to, ptr, len));
}

/* ---- a cell ---- */

static double share_of(const dfmt_field *f, const dfmt_head *row) {
  double v;
  memcpy(&v, (const uint8_t *)row + f->offset, sizeof v);
  return v;
}

static bool has_sign(uint32_t role, const dfmt_rows *x) {
  return role == DFMT_COLUMN_DELTA && x->value.len && x->value.ptr[0] != '-' && x->value.ptr[0] != '0';
}

/* Appends a column's value to the text that waits; *columns: characters. */
static dfmt_status put_value(dfmt_rows *x, uint32_t column, const dfmt_head *row, size_t *columns) {
  const dfmt_field *f = dfmti_row_field(x, column);
  const uint32_t role = x->set.columns[column].role;
  struct dfmti_buf *text = &x->table.text;
  bool there;
  dfmt_status st = dfmti_row_cell(x, x->set.type, f, row, &there);
  *columns = 0;
  if (st != DFMT_OK || !there) return st;
  if (role == DFMT_COLUMN_SHARE && f->kind == DFMT_KIND_F64) {
    char percent[32];
    int n = snprintf(percent, sizeof percent, "%.1f %%", share_of(f, row) * 100);
    *columns = (size_t)n;
    return dfmti_buf_append(&x->mem, text, percent, (size_t)n) ? DFMT_OK : no_memory(x);
  }
  bool sign = has_sign(role, x), good = !sign || put(x, text, "+");
  good = good && dfmti_safe_text(&x->mem, text, x->value.ptr, x->value.len, columns);
  *columns += sign;
  return good ? DFMT_OK : no_memory(x);
}

static bool add_cell(dfmt_rows *x, size_t start, size_t columns) {
  const struct dfmti_row_cell c = {start, x->table.text.len - start, columns};
  return dfmti_buf_append(&x->mem, &x->table.cells, &c, sizeof c);
}

static uint32_t depth_of(const dfmt_rows *x, uint32_t column, const dfmt_head *row) {
  if (column == 0 || x->set.columns[column - 1].role != DFMT_COLUMN_DEPTH) return 0;
  const dfmt_field *f = dfmti_row_field(x, column - 1);
  uint32_t depth = f->kind == DFMT_KIND_U32 ? dfmti_load_u32((const uint8_t *)row + f->offset) : 0;
  return depth < MOST_DEPTH ? depth : MOST_DEPTH;
}

static dfmt_status put_cell(dfmt_rows *x, uint32_t column, const dfmt_head *row) {
  size_t start = x->table.text.len, columns = 0;
  uint32_t depth = depth_of(x, column, row);
  for (uint32_t i = 0; i < depth; i++)
    if (!put(x, &x->table.text, "  ")) return no_memory(x);
  dfmt_status st = put_value(x, column, row, &columns);
  if (st != DFMT_OK) return st;
  columns += 2 * depth;
  size_t *widths = (size_t *)(void *)x->table.widths.ptr;
  if (widths[column] < columns) widths[column] = columns;
  return add_cell(x, start, columns) ? DFMT_OK : no_memory(x);
}

/* ---- details: an element a line ---- */

/* An element's members, or the element itself, after one another. */
static dfmt_status put_element(dfmt_rows *x, const struct dfmti_array *a, const dfmt_field *f, uint64_t i) {
  struct dfmti_buf *text = &x->table.text;
  const uint8_t *at = a->ptr + i * a->step;
  dfmt_field one = {.name = f->name, .kind = f->elem_type, .unit = f->unit};
  const dfmt_type alone = {.body_size = (uint32_t)a->step, .n_fields = 1, .fields = &one};
  const dfmt_type *t = a->struct_type ? a->struct_type : &alone;
  const void *body = f->kind == DFMT_KIND_REF_ARRAY ? dfmti_load_ptr(at) : at;
  bool first = true;
  for (uint64_t k = 0; body && k < t->n_fields; k++) {
    bool there;
    size_t columns;
    dfmt_status st = dfmti_row_cell(x, t, &t->fields[k], body, &there);
    if (st != DFMT_OK) return st;
    if (!there || x->value.len == 0) continue;
    if ((!first && !put(x, text, "  ")) || !dfmti_safe_text(&x->mem, text, x->value.ptr, x->value.len, &columns))
      return no_memory(x);
    first = false;
  }
  return DFMT_OK;
}

static dfmt_status put_details(dfmt_rows *x, uint32_t column, const dfmt_head *row, uint64_t most) {
  const dfmt_field *f = dfmti_row_field(x, column);
  size_t size = dfmti_struct_size(x->set.type, row), start = x->table.text.len;
  bool array = f->kind == DFMT_KIND_ARRAY || f->kind == DFMT_KIND_REF_ARRAY;
  struct dfmti_array a = {0};
  if (array && dfmti_is_there(x->set.type, f, row, size)) a = dfmti_array_of(&x->types, f, row, size);
  for (uint64_t i = 0; i < a.n && (!most || i < most); i++) {
    char number[32];
    snprintf(number, sizeof number, "      #%02" PRIu64 " ", i);
    if (!put(x, &x->table.text, number)) return no_memory(x);
    dfmt_status st = put_element(x, &a, f, i);
    if (st != DFMT_OK) return st;
    if (!put(x, &x->table.text, "\n")) return no_memory(x);
  }
  if (most && a.n > most) {
    char more[48];
    snprintf(more, sizeof more, "      and %" PRIu64 " more\n", a.n - most);
    if (!put(x, &x->table.text, more)) return no_memory(x);
  }
  return add_cell(x, start, 0) ? DFMT_OK : no_memory(x);
}

/* ---- what waits is put out ---- */

static dfmt_status pad(dfmt_rows *x, dfmt_sink *to, size_t n) {
  static const char blanks[] = "                                ";
  dfmt_status st = DFMT_OK;
  for (size_t part; n && st == DFMT_OK; n -= part) {
    part = n < sizeof blanks - 1 ? n : sizeof blanks - 1;
    st = emit(x, to, blanks, part);
  }
  return st;
}

static bool is_last(const dfmt_rows *x, uint32_t column) {
  while (++column < x->set.n_columns)
    if (is_shown(x->set.columns[column].role)) return false;
  return true;
}

/* A cell of a line: numbers to the right, and the last one without blanks after it. */
static dfmt_status emit_cell(dfmt_rows *x, dfmt_sink *to, uint32_t column, const char *p, size_t len, size_t columns) {
  size_t width = ((const size_t *)(const void *)x->table.widths.ptr)[column];
  size_t blanks = width > columns ? width - columns : 0;
  bool right = dfmti_row_is_number(dfmti_row_field(x, column)), last = is_last(x, column);
  dfmt_status st = right ? pad(x, to, blanks) : DFMT_OK;
  if (st == DFMT_OK) st = emit(x, to, p, len);
  if (st == DFMT_OK && !right && !last) st = pad(x, to, blanks);
  if (st == DFMT_OK) st = emit(x, to, last ? "\n" : "  ", last ? 1 : 2);
  return st;
}

/* A member's name as words. */
static void make_name(const dfmt_rows *x, uint32_t column, char *out, size_t cap) {
  snprintf(out, cap, "%s", dfmti_row_field(x, column)->name);
  for (; *out; out++)
    if (*out == '_') *out = ' ';
}

static dfmt_status emit_bold(dfmt_rows *x, const dfmt_print *how, dfmt_sink *to, bool on) {
  if (!(how->flags & DFMT_PRINT_BOLD)) return DFMT_OK;
  return on ? emit(x, to, "\x1b[1m", 4) : emit(x, to, "\x1b[0m", 4);
}

static dfmt_status emit_names(dfmt_rows *x, const dfmt_print *how, dfmt_sink *to) {
  char name[64];
  dfmt_status st = emit_bold(x, how, to, true);
  for (uint32_t i = 0; i < x->set.n_columns && st == DFMT_OK; i++) {
    if (!is_shown(x->set.columns[i].role)) continue;
    make_name(x, i, name, sizeof name);
    st = emit_cell(x, to, i, name, strlen(name), strlen(name));
  }
  return st == DFMT_OK ? emit_bold(x, how, to, false) : st;
}

static dfmt_status emit_row(dfmt_rows *x, dfmt_sink *to, const struct dfmti_row_cell **cell) {
  const char *text = (const char *)x->table.text.ptr;
  dfmt_status st = DFMT_OK;
  for (uint32_t i = 0; i < x->set.n_columns && st == DFMT_OK; i++) {
    if (!is_shown(x->set.columns[i].role)) continue;
    st = emit_cell(x, to, i, text + (*cell)->start, (*cell)->len, (*cell)->columns);
    ++*cell;
  }
  for (uint32_t i = 0; i < x->set.n_columns && st == DFMT_OK; i++) {
    if (x->set.columns[i].role != DFMT_COLUMN_DETAIL) continue;
    st = emit(x, to, text + (*cell)->start, (*cell)->len);
    ++*cell;
  }
  return st;
}

/* All rows that wait, below the names of their columns if these are not there yet. */
static dfmt_status flush(dfmt_rows *x, const dfmt_print *how, dfmt_sink *to) {
  struct dfmti_row_table *t = &x->table;
  const struct dfmti_row_cell *cell = (const void *)t->cells.ptr;
  dfmt_status st = DFMT_OK;
  if (t->rows && !t->headed && !(how->flags & DFMT_PRINT_BARE)) st = emit_names(x, how, to);
  t->headed = t->headed || t->rows;
  for (size_t i = 0; i < t->rows && st == DFMT_OK; i++) st = emit_row(x, to, &cell);
  t->rows = t->cells.len = t->text.len = 0;
  return st;
}

/* ---- groups ---- */

/* "thread id 12, event cpu-cycles" */
static dfmt_status make_group(dfmt_rows *x, const dfmt_head *row, struct dfmti_buf *out) {
  for (uint32_t i = 0; i < x->set.n_columns; i++) {
    if (x->set.columns[i].role != DFMT_COLUMN_GROUP) continue;
    char name[64];
    bool there;
    size_t columns;
    dfmt_status st = dfmti_row_cell(x, x->set.type, dfmti_row_field(x, i), row, &there);
    if (st != DFMT_OK) return st;
    if (!there) continue;
    make_name(x, i, name, sizeof name);
    if ((out->len && !put(x, out, ", ")) || !put(x, out, name) || !put(x, out, " ") ||
        !dfmti_safe_text(&x->mem, out, x->value.ptr, x->value.len, &columns))
      return no_memory(x);
  }
  return DFMT_OK;
}

/* The end of a group: what waits, and how many rows are not shown. */
static dfmt_status end_group(dfmt_rows *x, const dfmt_print *how, dfmt_sink *to) {
  struct dfmti_row_table *t = &x->table;
  char more[64];
  dfmt_status st = flush(x, how, to);
  if (t->hidden && st == DFMT_OK) {
    int n = snprintf(more, sizeof more, "and %" PRIu64 " more row%s\n", t->hidden, t->hidden == 1 ? "" : "s");
    st = emit(x, to, more, (size_t)n);
  }
  t->hidden = t->shown = 0;
  t->headed = false;
  return st;
}

/* Widths of the names of columns. */
static dfmt_status begin_widths(dfmt_rows *x) {
  struct dfmti_row_table *t = &x->table;
  t->widths.len = 0;
  for (uint32_t i = 0; i < x->set.n_columns; i++) {
    const size_t width = strlen(dfmti_row_field(x, i)->name);
    if (!dfmti_buf_append(&x->mem, &t->widths, &width, sizeof width)) return no_memory(x);
  }
  return DFMT_OK;
}

static dfmt_status begin_group(dfmt_rows *x, const dfmt_print *how, dfmt_sink *to, struct dfmti_buf *group) {
  struct dfmti_row_table *t = &x->table;
  bool first = !t->in_group;
  dfmt_status st = first ? DFMT_OK : end_group(x, how, to);
  if (st == DFMT_OK) st = begin_widths(x);
  if (st != DFMT_OK) return st;
  struct dfmti_buf swap = t->group;
  t->group = *group;
  *group = swap;
  t->in_group = true;
  if (t->group.len == 0 || how->flags & DFMT_PRINT_BARE) return DFMT_OK;
  if (!first || x->set.heading.len) st = emit(x, to, "\n", 1);
  if (st == DFMT_OK) st = emit_bold(x, how, to, true);
  if (st == DFMT_OK) st = emit(x, to, t->group.ptr, t->group.len);
  if (st == DFMT_OK) st = emit(x, to, "\n", 1);
  return st == DFMT_OK ? emit_bold(x, how, to, false) : st;
}

static dfmt_status enter_group(dfmt_rows *x, const dfmt_print *how, dfmt_sink *to, const dfmt_head *row) {
  struct dfmti_buf group = {0};
  struct dfmti_row_table *t = &x->table;
  dfmt_status st = make_group(x, row, &group);
  bool same = t->in_group && group.len == t->group.len && (!group.len || !memcmp(group.ptr, t->group.ptr, group.len));
  if (st == DFMT_OK && !same) st = begin_group(x, how, to, &group);
  dfmti_buf_free(&x->mem, &group);
  return st;
}

/* ---- all ---- */

/* Adds a row to those that wait, or takes back what there is of it. */
static dfmt_status queue(dfmt_rows *x, const dfmt_print *how, const dfmt_head *row) {
  struct dfmti_row_table *t = &x->table;
  size_t text = t->text.len, cells = t->cells.len;
  dfmt_status st = DFMT_OK;
  for (uint32_t i = 0; i < x->set.n_columns && st == DFMT_OK; i++)
    if (is_shown(x->set.columns[i].role)) st = put_cell(x, i, row);
  for (uint32_t i = 0; i < x->set.n_columns && st == DFMT_OK; i++)
    if (x->set.columns[i].role == DFMT_COLUMN_DETAIL) st = put_details(x, i, row, how->max_details);
  if (st == DFMT_OK) {
    t->rows++;
    t->shown++;
    return st;
  }
  t->text.len = text;
  t->cells.len = cells;
  return st;
}

static dfmt_status add_row(dfmt_rows *x, const dfmt_print *how, dfmt_sink *to, const dfmt_head *row) {
  struct dfmti_row_table *t = &x->table;
  dfmt_status st = enter_group(x, how, to, row);
  if (st != DFMT_OK) return st;
  if (how->max_rows && t->shown >= how->max_rows) {
    t->hidden++;
    return DFMT_OK;
  }
  st = queue(x, how, row);
  bool enough = t->rows >= WAIT_ROWS || t->text.len >= WAIT_BYTES;
  if (st != DFMT_OK || !enough) return st;
  x->ahead = NULL; /* it has been taken, whatever becomes of the sink */
  return flush(x, how, to);
}

static dfmt_status begin(dfmt_rows *x, const dfmt_print *how, dfmt_sink *to) {
  x->table.begun = true;
  if (x->set.heading.len == 0 || how->flags & DFMT_PRINT_BARE) return DFMT_OK;
  struct dfmti_buf safe = {0};
  size_t columns;
  bool good =
      dfmti_safe_text(&x->mem, &safe, x->set.heading.ptr, (size_t)x->set.heading.len, &columns) && put(x, &safe, "\n");
  dfmt_status st = good ? emit_bold(x, how, to, true) : no_memory(x);
  if (st == DFMT_OK) st = emit(x, to, safe.ptr, safe.len);
  if (st == DFMT_OK) st = emit_bold(x, how, to, false);
  dfmti_buf_free(&x->mem, &safe);
  return st;
}

/* ---- a line a column ---- */

static size_t widest_name(const dfmt_rows *x) {
  size_t widest = 0;
  for (uint32_t i = 0; i < x->set.n_columns; i++) {
    size_t n = strlen(dfmti_row_field(x, i)->name);
    if (is_shown(x->set.columns[i].role) && n > widest) widest = n;
  }
  return widest;
}

static dfmt_status queue_lines(dfmt_rows *x, const dfmt_head *row) {
  struct dfmti_buf *text = &x->table.text;
  const size_t widest = widest_name(x);
  text->len = 0;
  for (uint32_t i = 0; i < x->set.n_columns; i++) {
    char name[64], line[80];
    const size_t before = text->len;
    size_t columns;
    if (!is_shown(x->set.columns[i].role)) continue;
    make_name(x, i, name, sizeof name - 1);
    strcat(name, ":");
    snprintf(line, sizeof line, "%-*s  ", (int)widest + 1, name);
    if (!put(x, text, line)) return no_memory(x);
    dfmt_status st = put_value(x, i, row, &columns);
    if (st != DFMT_OK) return st;
    if (columns == 0)
      text->len = before;
    else if (!put(x, text, "\n"))
      return no_memory(x);
  }
  return DFMT_OK;
}

static dfmt_status print_lines(dfmt_rows *x, dfmt_sink *to) {
  const dfmt_head *row;
  dfmt_status st;
  while ((st = dfmti_rows_peek(x, &row)) == DFMT_OK) {
    st = queue_lines(x, row);
    if (st == DFMT_OK && x->table.shown) st = emit(x, to, "\n", 1);
    if (st == DFMT_OK) st = emit(x, to, x->table.text.ptr, x->table.text.len);
    if (st != DFMT_OK) return st;
    x->ahead = NULL;
    x->table.shown++;
  }
  return st == DFMT_END ? DFMT_OK : st;
}

dfmt_status dfmti_rows_table(dfmt_rows *x, const dfmt_print *how, dfmt_sink *to) {
  const dfmt_head *row;
  dfmt_status st = x->table.begun ? DFMT_OK : begin(x, how, to);
  if (st == DFMT_OK && how->flags & DFMT_PRINT_LINES) return print_lines(x, to);
  while (st == DFMT_OK) {
    st = dfmti_rows_peek(x, &row);
    if (st == DFMT_OK) st = add_row(x, how, to, row);
    if (st == DFMT_OK) x->ahead = NULL;
  }
  if (st == DFMT_AGAIN || st == DFMT_E_NOMEM || st == DFMT_E_LIMIT) return st; /* the same call goes on */
  dfmt_status end = end_group(x, how, to);                                     /* rows before an error are not lost */
  return st == DFMT_END ? end : st;
}

void dfmti_row_table_free(struct dfmti_mem *m, struct dfmti_row_table *t) {
  dfmti_buf_free(m, &t->text);
  dfmti_buf_free(m, &t->cells);
  dfmti_buf_free(m, &t->widths);
  dfmti_buf_free(m, &t->group);
  *t = (struct dfmti_row_table){0};
}
