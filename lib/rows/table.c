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

#include "amount.h"
#include "base/rare.h"
#include "base/safe_text.h"
#include "base/str.h"
#include "model/json_struct.h"
#include "table.h"

enum { WAIT_ROWS = 256, WAIT_BYTES = 1 << 20, MOST_DEPTH = 64 };

static bool put(dfmt_rows *x, struct dfmti_buf *to, const char *text) {
  return dfmti_buf_append(&x->mem, to, text, strlen(text));
}

static bool put_safe(dfmt_rows *x, struct dfmti_buf *to, dfmt_str s, size_t *columns) {
  return dfmti_safe_text(&x->mem, to, s.ptr, (size_t)s.len, columns);
}

static dfmt_status no_memory(dfmt_rows *x) { return dfmti_fail_mem(&x->err, &x->mem); }

/* ---- a cell ---- */

/* A part of 1 as a percentage with one decimal; false: it is no number that has one. */
static bool make_percent(const uint8_t *at, char *text, size_t cap) {
  double v;
  memcpy(&v, at, sizeof v);
  if (!(v > -1e12 && v < 1e12)) return false;
  long long tenths = (long long)(v * 1000 + (v < 0 ? -0.5 : 0.5));
  unsigned long long n = (unsigned long long)(tenths < 0 ? -tenths : tenths);
  snprintf(text, cap, "%s%llu.%llu %%", tenths < 0 ? "-" : "", n / 10, n % 10);
  return true;
}

/* Numbers that need not be exact here: weights whole, others with four decimals. */
static bool make_short(const uint8_t *at, uint32_t role, char *text, size_t cap) {
  double v;
  memcpy(&v, at, sizeof v);
  if (!(v > -1e14 && v < 1e14)) return false;
  const bool whole = role == DFMT_COLUMN_WEIGHT || role == DFMT_COLUMN_DELTA;
  double scale = whole ? 1 : 10000, rounded = v * scale + (v < 0 ? -0.5 : 0.5);
  unsigned long long n = (unsigned long long)(rounded < 0 ? -rounded : rounded);
  const char *sign = rounded <= -1 ? "-" : "";
  if (whole)
    snprintf(text, cap, "%s%llu", sign, n);
  else
    snprintf(text, cap, "%s%llu.%04llu", sign, n / 10000, n % 10000);
  return true;
}

/* The unit of weights, as a member "unit" of the facts has it. */
static DFMTI_RARE uint32_t unit_of_facts(const dfmt_rows *x) {
  const dfmt_head *facts = x->set.facts;
  const dfmt_type *t = facts ? dfmti_type_of(&x->types, facts->type) : NULL;
  for (uint64_t i = 0; t && i < t->n_fields; i++) {
    const dfmt_field *f = &t->fields[i];
    if (f->kind != DFMT_KIND_STR || strcmp(f->name, "unit") != 0) continue;
    if (!dfmti_is_there(t, f, facts, dfmti_struct_size(t, facts))) break;
    const dfmt_str unit = dfmti_load_str((const uint8_t *)facts + f->offset);
    return dfmti_is(unit, "ns") ? DFMT_UNIT_DURATION_NS : dfmti_is(unit, "bytes") ? DFMT_UNIT_BYTES : DFMT_UNIT_NONE;
  }
  return DFMT_UNIT_NONE;
}

/* A number as what it counts: bytes, time or events, as its unit, its role, or the facts of the set tell. */
static DFMTI_RARE bool make_amount(const dfmt_rows *x, const dfmt_field *f, const uint8_t *at, uint32_t role,
                                   char *out) {
  const uint32_t unit = f->unit || role == DFMT_COLUMN_COUNT ? f->unit : unit_of_facts(x);
  switch (f->kind) {
    case DFMT_KIND_U32: return f->elem_type == 0 && dfmti_amount(unit, role, dfmti_load_u32(at), out);
    case DFMT_KIND_U64: return f->elem_type == 0 && dfmti_amount(unit, role, (double)dfmti_load_u64(at), out);
    case DFMT_KIND_I64: return dfmti_amount(unit, role, (double)(int64_t)dfmti_load_u64(at), out);
    case DFMT_KIND_F64: {
      double v;
      memcpy(&v, at, sizeof v);
      return dfmti_amount(unit, role, v, out);
    }
    default: return false;
  }
}

/* A change that is neither negative nor nothing. */
static bool is_increase(dfmt_str s) {
  static const char zero[] = "-n0.";
  if (s.len == 0 || s.ptr[0] == '-' || s.ptr[0] == 'n') return false;
  for (uint64_t i = 0; i < s.len; i++)
    if (!strchr(zero, s.ptr[i])) return true;
  return false;
}

/* Appends a column's value to the text that waits; *columns: of a terminal. */
static dfmt_status put_value(dfmt_rows *x, const dfmt_print *how, uint32_t column, const struct dfmti_row_body *b,
                             size_t *columns) {
  const dfmt_field *f = dfmti_row_field(x, column);
  const uint32_t role = x->set.columns[column].role;
  struct dfmti_buf *text = &x->table.text;
  char made[DFMTI_AMOUNT];
  dfmt_str s;
  dfmt_status st = dfmti_row_cell(x, b, f, &s);
  if (st != DFMT_OK || !s.ptr) return st;
  const uint8_t *at = (const uint8_t *)b->at + f->offset;
  if (role == DFMT_COLUMN_SHARE && f->kind == DFMT_KIND_F64 && make_percent(at, made, sizeof made))
    s = (dfmt_str){made, strlen(made)};
  else if (how->flags & DFMT_PRINT_AMOUNTS && make_amount(x, f, at, role, made))
    s = (dfmt_str){made, strlen(made)};
  else if (f->kind == DFMT_KIND_F64 && make_short(at, role, made, sizeof made))
    s = (dfmt_str){made, strlen(made)};
  bool sign = role == DFMT_COLUMN_DELTA && is_increase(s), good = !sign || put(x, text, "+");
  good = good && put_safe(x, text, s, columns);
  *columns += sign;
  return good ? DFMT_OK : no_memory(x);
}

static bool add_cell(dfmt_rows *x, size_t start, size_t columns) {
  const struct dfmti_row_cell c = {start, x->table.text.len - start, columns};
  return dfmti_buf_append(&x->mem, &x->table.cells, &c, sizeof c);
}

static uint32_t depth_of(const dfmt_rows *x, uint32_t column, const struct dfmti_row_body *b) {
  if (column == 0 || x->set.columns[column - 1].role != DFMT_COLUMN_DEPTH) return 0;
  const dfmt_field *f = dfmti_row_field(x, column - 1);
  bool there = f->kind == DFMT_KIND_U32 && dfmti_is_there(b->type, f, b->at, b->size);
  uint32_t depth = there ? dfmti_load_u32((const uint8_t *)b->at + f->offset) : 0;
  return depth < MOST_DEPTH ? depth : MOST_DEPTH;
}

static dfmt_status put_cell(dfmt_rows *x, const dfmt_print *how, uint32_t column, const struct dfmti_row_body *b) {
  size_t start = x->table.text.len, columns = 0;
  uint32_t depth = depth_of(x, column, b);
  for (uint32_t i = 0; i < depth; i++)
    if (!put(x, &x->table.text, "  ")) return no_memory(x);
  dfmt_status st = put_value(x, how, column, b, &columns);
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
  const dfmt_field one = {.name = f->name, .kind = f->elem_type, .unit = f->unit};
  const dfmt_type alone = {.body_size = (uint32_t)a->step, .n_fields = 1, .fields = &one};
  const dfmt_type *t = a->struct_type ? a->struct_type : &alone;
  const void *body = f->kind == DFMT_KIND_REF_ARRAY ? dfmti_load_ptr(at) : at;
  if (!body) return DFMT_OK;
  const struct dfmti_row_body b = dfmti_row_body(t, body);
  const char *before = "";
  for (uint64_t k = 0; k < t->n_fields; k++) {
    size_t columns;
    dfmt_str s;
    if (!dfmti_json_has(&t->fields[k])) continue;
    dfmt_status st = dfmti_row_cell(x, &b, &t->fields[k], &s);
    if (st != DFMT_OK) return st;
    if (!s.ptr || s.len == 0) continue;
    if (!put(x, text, before) || !put_safe(x, text, s, &columns)) return no_memory(x);
    before = "  ";
  }
  return DFMT_OK;
}

static struct dfmti_array array_of(const dfmt_rows *x, const dfmt_field *f, const struct dfmti_row_body *b) {
  bool array = f->kind == DFMT_KIND_ARRAY || f->kind == DFMT_KIND_REF_ARRAY;
  if (!array || !dfmti_is_there(b->type, f, b->at, b->size)) return (struct dfmti_array){0};
  return dfmti_array_of(&x->types, f, b->at, b->size);
}

static dfmt_status put_details(dfmt_rows *x, uint32_t column, const struct dfmti_row_body *b, uint64_t most) {
  struct dfmti_buf *text = &x->table.text;
  const dfmt_field *f = dfmti_row_field(x, column);
  const struct dfmti_array a = array_of(x, f, b);
  size_t start = text->len;
  char line[48];
  for (uint64_t i = 0; i < a.n && (!most || i < most); i++) {
    snprintf(line, sizeof line, "      #%02" PRIu64 " ", i);
    if (!put(x, text, line)) return no_memory(x);
    dfmt_status st = put_element(x, &a, f, i);
    if (st != DFMT_OK) return st;
    if (!put(x, text, "\n")) return no_memory(x);
  }
  snprintf(line, sizeof line, "      and %" PRIu64 " more\n", a.n - most);
  if (most && a.n > most && !put(x, text, line)) return no_memory(x);
  return add_cell(x, start, 0) ? DFMT_OK : no_memory(x);
}

/* ---- what waits becomes lines ---- */

static bool is_last(const dfmt_rows *x, uint32_t column) {
  size_t width;
  while (++column < x->set.n_columns)
    if (dfmti_table_width(x, column, &width)) return false;
  return true;
}

static bool end_line(dfmt_rows *x) {
  while (x->out.len && x->out.ptr[x->out.len - 1] == ' ') x->out.len--;
  return dfmti_table_emit(x, "\n", 1);
}

/* A cell of a line: numbers to the right. */
static bool emit_cell(dfmt_rows *x, uint32_t column, const char *p, size_t len, size_t columns) {
  size_t width;
  if (!dfmti_table_width(x, column, &width)) return true;
  size_t blanks = width > columns ? width - columns : 0;
  bool right = dfmti_row_is_number(dfmti_row_field(x, column));
  if (!dfmti_table_blanks(x, right ? blanks : 0) || !dfmti_table_put(x, p, len, columns, width)) return false;
  return is_last(x, column) ? end_line(x) : dfmti_table_blanks(x, (right ? 0 : blanks) + DFMTI_FIT_GAP);
}

static bool emit_bold(dfmt_rows *x, const dfmt_print *how, bool on) {
  return !(how->flags & DFMT_PRINT_BOLD) || dfmti_table_emit(x, on ? "\x1b[1m" : "\x1b[0m", 4);
}

static DFMTI_RARE bool emit_names(dfmt_rows *x, const dfmt_print *how) {
  char name[64];
  bool good = emit_bold(x, how, true);
  for (uint32_t i = 0; i < x->set.n_columns && good; i++) {
    if (!dfmti_table_shows(x->set.columns[i].role)) continue;
    size_t n = dfmti_table_name(x, i, name, sizeof name);
    good = emit_cell(x, i, name, n, n);
  }
  return good && emit_bold(x, how, false);
}

/* The next cells of those that wait: a row's own, then its details. */
static bool emit_row(dfmt_rows *x, const dfmt_print *how, const struct dfmti_row_cell **cell) {
  const char *text = x->table.text.ptr ? (const char *)x->table.text.ptr : ""; /* of empty cells alone */
  bool good = true;
  for (uint32_t i = 0; i < x->set.n_columns && good; i++) {
    if (!dfmti_table_shows(x->set.columns[i].role)) continue;
    good = emit_cell(x, i, text + (*cell)->start, (*cell)->len, (*cell)->columns);
    ++*cell;
  }
  for (uint32_t i = 0; i < x->set.n_columns && good; i++) {
    if (x->set.columns[i].role != DFMT_COLUMN_DETAIL) continue;
    good = dfmti_table_put_lines(x, text + (*cell)->start, (*cell)->len, dfmti_table_room(how));
    ++*cell;
  }
  return good;
}

/* What is composed stays, or is taken back. */
static dfmt_status settle(dfmt_rows *x, size_t before, bool good) {
  if (good) return DFMT_OK;
  x->out.len = before;
  return no_memory(x);
}

/* All rows that wait, below the names of their columns if these are not there yet. */
static dfmt_status flush(dfmt_rows *x, const dfmt_print *how) {
  struct dfmti_row_table *t = &x->table;
  const struct dfmti_row_cell *cell = (const void *)t->cells.ptr;
  size_t before = x->out.len;
  bool good = dfmti_table_fit(x, how);
  good = good && (!t->rows || t->headed || how->flags & DFMT_PRINT_BARE || emit_names(x, how));
  for (size_t i = 0; i < t->rows && good; i++) good = emit_row(x, how, &cell);
  dfmt_status st = settle(x, before, good);
  if (st != DFMT_OK) return st;
  t->headed = t->headed || t->rows;
  t->rows = t->cells.len = t->text.len = 0;
  return DFMT_OK;
}

/* ---- groups ---- */

/* "thread id 12, event cpu-cycles" */
static dfmt_status make_group(dfmt_rows *x, const struct dfmti_row_body *b, struct dfmti_buf *out) {
  out->len = 0;
  for (uint32_t i = 0; i < x->set.n_columns; i++) {
    if (x->set.columns[i].role != DFMT_COLUMN_GROUP) continue;
    char name[64];
    size_t columns;
    dfmt_str s;
    dfmt_status st = dfmti_row_cell(x, b, dfmti_row_field(x, i), &s);
    if (st != DFMT_OK) return st;
    if (!s.ptr) continue;
    (void)dfmti_table_name(x, i, name, sizeof name);
    if ((out->len && !put(x, out, ", ")) || !put(x, out, name) || !put(x, out, " ") || !put_safe(x, out, s, &columns))
      return no_memory(x);
  }
  return DFMT_OK;
}

/* The end of a group: what waits, and how many rows are not shown. */
static DFMTI_RARE dfmt_status end_group(dfmt_rows *x, const dfmt_print *how) {
  struct dfmti_row_table *t = &x->table;
  char more[64];
  dfmt_status st = flush(x, how);
  if (st != DFMT_OK) return st;
  int n = snprintf(more, sizeof more, "and %" PRIu64 " more row%s\n", t->hidden, t->hidden == 1 ? "" : "s");
  if (t->hidden && !dfmti_table_emit(x, more, (size_t)n)) return no_memory(x);
  t->fitted.len = 0;
  t->hidden = t->shown = 0;
  t->headed = false;
  return DFMT_OK;
}

/* Says once what had no room. */
static DFMTI_RARE dfmt_status end_set(dfmt_rows *x, const dfmt_print *how) {
  dfmt_status st = end_group(x, how);
  const size_t before = x->out.len;
  if (st != DFMT_OK || how->flags & DFMT_PRINT_BARE) return st;
  st = settle(x, before, dfmti_table_put_left_out(x, how));
  if (st == DFMT_OK) x->table.left_out.len = 0;
  return st;
}

/* Widths of the names of columns. */
static dfmt_status begin_widths(dfmt_rows *x, const dfmt_print *how) {
  struct dfmti_row_table *t = &x->table;
  t->widths.len = 0;
  for (uint32_t i = 0; i < x->set.n_columns; i++) {
    const size_t width = how->flags & DFMT_PRINT_BARE ? 0 : strlen(dfmti_row_field(x, i)->name);
    if (!dfmti_buf_append(&x->mem, &t->widths, &width, sizeof width)) return no_memory(x);
  }
  return DFMT_OK;
}

/* A bold line of safe text. */
static DFMTI_RARE bool emit_heading(dfmt_rows *x, const dfmt_print *how, const struct dfmti_buf *text) {
  size_t columns;
  (void)dfmti_safe_start(text->ptr, text->len, SIZE_MAX, &columns);
  return emit_bold(x, how, true) && dfmti_table_put(x, text->ptr, text->len, columns, dfmti_table_room(how)) &&
         dfmti_table_emit(x, "\n", 1) && emit_bold(x, how, false);
}

/* The group of t->next begins. */
static DFMTI_RARE dfmt_status begin_group(dfmt_rows *x, const dfmt_print *how) {
  struct dfmti_row_table *t = &x->table;
  dfmt_status st = t->in_group ? end_group(x, how) : DFMT_OK;
  if (st == DFMT_OK) st = begin_widths(x, how);
  if (st != DFMT_OK) return st;
  if (t->next.len && !(how->flags & DFMT_PRINT_BARE)) {
    size_t before = x->out.len;
    bool apart = t->in_group || x->set.heading.len;
    st = settle(x, before, dfmti_table_emit(x, "\n", apart) && emit_heading(x, how, &t->next));
  }
  if (st != DFMT_OK) return st;
  struct dfmti_buf swap = t->group;
  t->group = t->next;
  t->next = swap;
  t->in_group = true;
  return DFMT_OK;
}

static dfmt_status enter_group(dfmt_rows *x, const dfmt_print *how, const struct dfmti_row_body *b) {
  struct dfmti_row_table *t = &x->table;
  dfmt_status st = make_group(x, b, &t->next);
  if (st != DFMT_OK) return st;
  size_t n = t->next.len;
  bool same = t->in_group && n == t->group.len && (!n || memcmp(t->next.ptr, t->group.ptr, n) == 0);
  return same ? DFMT_OK : begin_group(x, how);
}

/* ---- all ---- */

/* Adds a row to those that wait, or takes back what there is of it. */
static dfmt_status queue(dfmt_rows *x, const dfmt_print *how, const struct dfmti_row_body *b) {
  struct dfmti_row_table *t = &x->table;
  size_t text = t->text.len, cells = t->cells.len;
  dfmt_status st = DFMT_OK;
  for (uint32_t i = 0; i < x->set.n_columns && st == DFMT_OK; i++)
    if (dfmti_table_shows(x->set.columns[i].role)) st = put_cell(x, how, i, b);
  for (uint32_t i = 0; i < x->set.n_columns && st == DFMT_OK; i++)
    if (x->set.columns[i].role == DFMT_COLUMN_DETAIL) st = put_details(x, i, b, how->max_details);
  if (st == DFMT_OK) {
    t->rows++;
    t->shown++;
    return st;
  }
  t->text.len = text;
  t->cells.len = cells;
  return st;
}

static dfmt_status add_row(dfmt_rows *x, const dfmt_print *how, const dfmt_head *row) {
  struct dfmti_row_table *t = &x->table;
  const struct dfmti_row_body b = dfmti_row_body(x->set.type, row);
  dfmt_status st = enter_group(x, how, &b);
  if (st != DFMT_OK) return st;
  if (!how->max_rows || t->shown < how->max_rows) return queue(x, how, &b);
  t->hidden++;
  return DFMT_OK;
}

static DFMTI_RARE dfmt_status begin(dfmt_rows *x, const dfmt_print *how) {
  struct dfmti_buf *text = &x->table.text;
  size_t before = x->out.len, columns;
  dfmt_status st = DFMT_OK;
  if (x->set.heading.len && !(how->flags & DFMT_PRINT_BARE))
    st = settle(x, before, put_safe(x, text, x->set.heading, &columns) && emit_heading(x, how, text));
  text->len = 0;
  x->table.begun = st == DFMT_OK;
  return st;
}

/* ---- a line a column ---- */

static size_t widest_name(const dfmt_rows *x) {
  size_t widest = 0;
  for (uint32_t i = 0; i < x->set.n_columns; i++) {
    size_t n = strlen(dfmti_row_field(x, i)->name);
    if (dfmti_table_shows(x->set.columns[i].role) && n > widest) widest = n;
  }
  return widest;
}

/* "name:   value", or nothing where there is no value. */
static dfmt_status add_line(dfmt_rows *x, const dfmt_print *how, uint32_t column, const struct dfmti_row_body *b,
                            size_t widest) {
  struct dfmti_buf *text = &x->table.text;
  char name[64], line[80];
  size_t columns = 0, n = dfmti_table_name(x, column, name, sizeof name - 1);
  name[n++] = ':';
  text->len = 0;
  const int indent = snprintf(line, sizeof line, "%-*.*s  ", (int)widest + 1, (int)n, name);
  if (!put(x, text, line)) return no_memory(x);
  dfmt_status st = put_value(x, how, column, b, &columns);
  if (st != DFMT_OK || columns == 0) return st;
  const bool good = dfmti_table_put_wrapped(x, text->ptr, text->len, (size_t)indent, dfmti_table_room(how));
  return good ? DFMT_OK : no_memory(x);
}

/* A row, whole or not at all. */
static DFMTI_RARE dfmt_status put_lines(dfmt_rows *x, const dfmt_print *how) {
  struct dfmti_row_table *t = &x->table;
  const dfmt_head *row;
  const size_t before = x->out.len, widest = widest_name(x);
  dfmt_status st = dfmti_rows_peek(x, &row);
  if (st != DFMT_OK) return st;
  const struct dfmti_row_body b = dfmti_row_body(x->set.type, row);
  if (t->shown && !dfmti_table_emit(x, "\n", 1)) return no_memory(x);
  for (uint32_t i = 0; i < x->set.n_columns && st == DFMT_OK; i++)
    if (dfmti_table_shows(x->set.columns[i].role)) st = add_line(x, how, i, &b, widest);
  t->text.len = 0;
  if (st != DFMT_OK) {
    x->out.len = before;
    return st;
  }
  x->ahead = NULL;
  t->shown++;
  return DFMT_OK;
}

dfmt_status dfmti_rows_table(dfmt_rows *x, const dfmt_print *how) {
  const struct dfmti_row_table *t = &x->table;
  const dfmt_head *row;
  dfmt_status st = t->begun ? DFMT_OK : begin(x, how);
  if (st == DFMT_OK && how->flags & DFMT_PRINT_LINES) return put_lines(x, how);
  while (st == DFMT_OK && t->rows < WAIT_ROWS && t->text.len < WAIT_BYTES) {
    st = dfmti_rows_peek(x, &row);
    if (st == DFMT_OK) st = add_row(x, how, row);
    if (st == DFMT_OK) x->ahead = NULL;
  }
  if (st == DFMT_OK) return flush(x, how);
  if (st == DFMT_AGAIN || st == DFMT_E_NOMEM || st == DFMT_E_LIMIT) return st; /* the same call goes on */
  dfmt_status ended = end_set(x, how);                                         /* rows before an error are not lost */
  return ended == DFMT_OK ? st : ended;
}
