/* SPDX-License-Identifier: MIT */
/* Rows from the inside. */
#ifndef DFMTI_ROWS_H
#define DFMTI_ROWS_H

#include <diagfmt/rows.h>

#include "io/sink.h"
#include "model/format.h"
#include "scan/scan.h"

/* A table in the making: rows wait until the widths of a good many are known. */
struct dfmti_row_table {
  struct dfmti_buf text;   /* of the cells that wait */
  struct dfmti_buf cells;  /* of struct dfmti_row_cell */
  struct dfmti_buf widths; /* of size_t: characters, by column */
  struct dfmti_buf group;  /* the values of the group that rows are in, as its heading has them */
  size_t rows;             /* that wait */
  uint64_t shown, hidden;  /* rows of the group */
  bool begun, in_group, headed;
};

struct dfmt_rows {
  struct dfmti_mem mem;
  struct dfmti_errors err;
  dfmt_rows_ops ops;
  void *user;
  dfmt_row_set set;
  struct dfmti_format types; /* those of the set, to look up from */
  dfmt_sink *scratch;        /* a memory sink for values in JSON; made when it is needed */
  struct dfmti_buf value;    /* a cell in the making */
  struct dfmti_row_table table;
  bool printing;          /* a line of names was printed, if there is to be one */
  const dfmt_head *ahead; /* a row that was read, and is still to be printed; NULL: none */
  struct {
    struct dfmti_scan_rows rows;
    struct dfmti_cells_maker maker;
    bool planned;
    char text[400]; /* the error as a sentence */
  } arrow;
};

static inline const dfmt_field *dfmti_row_field(const dfmt_rows *x, size_t column) {
  return &x->set.type->fields[x->set.columns[column].member];
}

/* ---- cell.c ---- */

/*
 * The text of a member into x->value, emptied before: text as it is, enumerations as words, flags joined by '|', what
 * is none of a number, text or word as JSON. *there: it is not absent. OK, E_NOMEM, E_LIMIT.
 */
dfmt_status dfmti_row_cell(dfmt_rows *x, const dfmt_type *t, const dfmt_field *f, const void *body, bool *there);

/* Right-aligned in tables. */
bool dfmti_row_is_number(const dfmt_field *f);

/* The row to be printed: dfmt_rows_next(), which after E_NOMEM of printing gives the same row again. */
dfmt_status dfmti_rows_peek(dfmt_rows *x, const dfmt_head **row);

/* ---- table.c, lines.c: AGAIN and E_* as dfmt_rows_print() ---- */

dfmt_status dfmti_rows_table(dfmt_rows *x, const dfmt_print *how, dfmt_sink *to);
dfmt_status dfmti_rows_csv(dfmt_rows *x, const dfmt_print *how, dfmt_sink *to);
dfmt_status dfmti_rows_json(dfmt_rows *x, dfmt_sink *to);
void dfmti_row_table_free(struct dfmti_mem *m, struct dfmti_row_table *t);

/* The error of a sink that rows are printed to, as this one's; returns st. */
dfmt_status dfmti_rows_sink_failed(dfmt_rows *x, const dfmt_sink *to, dfmt_status st);

#endif
