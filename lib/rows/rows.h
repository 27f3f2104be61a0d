/* SPDX-License-Identifier: MIT */
/*
 * Rows from the inside. What is printed is composed in `out`, of whole lines, and from there handed to the sink: what
 * fails for memory is taken back and made again by the next call, so that no line is lost and none comes twice.
 */
#ifndef DFMTI_ROWS_H
#define DFMTI_ROWS_H

#include <diagfmt/rows.h>

#include "base/text.h"
#include "io/sink.h"
#include "model/json_struct.h"
#include "scan/scan.h"

/* A table in the making: rows wait until the widths of a good many are known. */
struct dfmti_row_table {
  struct dfmti_buf text;        /* of the cells that wait */
  struct dfmti_buf cells;       /* of struct dfmti_row_cell */
  struct dfmti_buf widths;      /* of size_t: columns of a terminal, by column */
  struct dfmti_buf fitted;      /* of struct dfmti_fit_column, by column; empty: each is as wide as it is */
  struct dfmti_buf left_out;    /* of bool, by column: whether any group had no room for it */
  struct dfmti_buf group, next; /* the values of the group that rows are in, as its heading has them; of the next row */
  size_t rows;                  /* that wait */
  uint64_t shown, hidden;       /* rows of the group */
  bool begun, in_group, headed;
};

struct dfmt_rows {
  struct dfmti_mem mem;
  struct dfmti_errors err;
  dfmt_rows_ops ops;
  void *user;
  dfmt_row_set set;
  struct dfmti_format types; /* those of the set, to look up from */
  dfmti_format_finder *others;
  const dfmt_head *ahead;    /* a row that was read, and is still to be printed; NULL: none */
  bool ended;                /* the set: its owner is not asked again */
  struct dfmti_block *plans; /* of these types, for JSON */
  struct dfmti_buf value;    /* a cell in the making */
  struct dfmti_buf safe;     /* a cell as a terminal may have it */
  char digits[DFMTI_U64_TEXT + 1];
  struct dfmti_buf out; /* lines on their way to the sink */
  size_t put;           /* bytes of them that it has */
  bool named;           /* CSV: the line of names is made */
  struct dfmti_row_table table;
  struct {
    struct dfmti_scan_rows rows;
    struct dfmti_cells_maker maker;
    char text[1200]; /* the error as a sentence */
  } arrow;
};

static inline const dfmt_field *dfmti_row_field(const dfmt_rows *x, size_t column) {
  return &x->set.type->fields[x->set.columns[column].member];
}

/* dfmt_rows_new(). others: where trees, and types that a set does not give, are looked up; NULL: nowhere. */
dfmt_status dfmti_rows_new(const dfmt_config *c, const dfmt_rows_ops *ops, void *user, dfmti_format_finder *others,
                           dfmt_rows **out);

/* The row to be printed, which is the same until x->ahead is taken away. OK, AGAIN, E_*; END, until the next set. */
dfmt_status dfmti_rows_peek(dfmt_rows *x, const dfmt_head **row);

/* ---- cell.c ---- */

/* A struct whose members are shown: its type, where it is, and how many bytes of it there are. */
struct dfmti_row_body {
  const dfmt_type *type;
  const void *at;
  size_t size;
};

static inline struct dfmti_row_body dfmti_row_body(const dfmt_type *type, const void *at) {
  return (struct dfmti_row_body){type, at, dfmti_struct_size(type, at)};
}

/*
 * The text of a member: text as it is, enumerations as words, flags joined by '|', what is none of a number, text or
 * word as JSON. ptr NULL: it is absent. Valid until the next cell. OK, E_NOMEM, E_LIMIT.
 */
dfmt_status dfmti_row_cell(dfmt_rows *x, const struct dfmti_row_body *b, const dfmt_field *f, dfmt_str *text);

/* Right-aligned in tables. */
bool dfmti_row_is_number(const dfmt_field *f);

/* ---- table.c, lines.c: compose more of the rows in x->out. OK: there may be more; END; AGAIN; E_* ---- */

typedef dfmt_status dfmti_rows_form(dfmt_rows *x, const dfmt_print *how);

dfmti_rows_form dfmti_rows_table, dfmti_rows_csv, dfmti_rows_json;

#endif
