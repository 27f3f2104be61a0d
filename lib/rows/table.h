/* SPDX-License-Identifier: MIT */
/* What a table in the making has of its columns, and lines no wider than a terminal. */
#ifndef DFMTI_ROWS_TABLE_H
#define DFMTI_ROWS_TABLE_H

#include <string.h>

#include "fit.h"
#include "rows.h"

/* A cell, or the lines below a row, in the text that waits. */
struct dfmti_row_cell {
  size_t start, len, columns; /* columns: of a terminal */
};

static inline bool dfmti_table_shows(uint32_t role) {
  return role != DFMT_COLUMN_GROUP && role != DFMT_COLUMN_DEPTH && role != DFMT_COLUMN_DETAIL &&
         role != DFMT_COLUMN_HIDDEN;
}

/* The name of a column as words; its length. */
size_t dfmti_table_name(const dfmt_rows *x, uint32_t column, char *out, size_t cap);

/* How wide the terminal is; SIZE_MAX: any. */
size_t dfmti_table_room(const dfmt_print *how);

/* Chooses columns for the rows that wait, unless those chosen before still fit. false: no memory. */
bool dfmti_table_fit(dfmt_rows *x, const dfmt_print *how);

/* The width of a column; false: it is left out. */
bool dfmti_table_width(const dfmt_rows *x, uint32_t column, size_t *width);

/* Appends to the output; false: no memory. */
static inline bool dfmti_table_emit(dfmt_rows *x, const void *ptr, size_t len) {
  return dfmti_buf_append(&x->mem, &x->out, ptr, len);
}
bool dfmti_table_blanks(dfmt_rows *x, size_t n);

/* Append to the output; false: no memory. Text that takes more than `room` columns loses its middle. */
bool dfmti_table_put(dfmt_rows *x, const void *ptr, size_t len, size_t columns, size_t room);

/* The same of lines, each of which ends in a line feed. */
bool dfmti_table_put_lines(dfmt_rows *x, const void *ptr, size_t len, size_t room);

/* A line that continues on further lines, indented by `indent` blanks, if it takes more than `room` columns. */
bool dfmti_table_put_wrapped(dfmt_rows *x, const void *ptr, size_t len, size_t indent, size_t room);

/* A line with the names of the columns that were left out; nothing if none were. */
bool dfmti_table_put_left_out(dfmt_rows *x, const dfmt_print *how);

#endif
