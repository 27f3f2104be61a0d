/* SPDX-License-Identifier: MIT */
/*
 * Records of one type as arrays, for every format that names such types (dfmti_read_ops.columns). Which member goes
 * where is told by the descriptions of the two types alone. A body of columns has
 *
 *   n_rows, arrays counted by it    a value of each record: of its member of the same name
 *   an array whose record's is one  elements of all records, one record's behind those of the one before; at most one
 *   an array of another name        where in that each record's elements begin, and where the last one's end
 */
#ifndef DFMTI_COLUMNS_H
#define DFMTI_COLUMNS_H

#include "base/mem.h"
#include "format_ops.h"

enum { DFMTI_MAX_COLUMNS = 16, DFMTI_COLUMNS_BODY = 384 }; /* bytes, with the tail of zeros that every body has */

/* One array in the making. */
struct dfmti_column {
  uint32_t to, n_to;     /* offsets in the body of columns: of the array's address and of its count */
  uint32_t from, n_from; /* in the record's body: of the member; of an array's count */
  uint32_t width;        /* bytes of an element; 0: there is no such array */
  struct dfmti_buf values;
  bool seen; /* the caller has had `values` where it is now */
};

struct dfmti_rows {
  const struct dfmti_columns *what; /* NULL: none were asked for yet */
  const dfmt_type *type;            /* of the body */
  struct dfmti_column columns[DFMTI_MAX_COLUMNS], elements, first;
  struct dfmti_buf outgrown; /* of struct dfmti_buf: arrays that the caller has had */
  size_t n_columns;
  size_t n, cap;               /* rows */
  bool given;                  /* the caller has them: to be emptied by the next call */
  const dfmt_head *row;        /* a record that there was no memory for yet; NULL: none */
  uint64_t row_start, row_end; /* its offsets */
  uint64_t start, end;         /* offsets of the first row's record, and behind the last one's */
  _Alignas(uint64_t) uint8_t body[DFMTI_COLUMNS_BODY];
};

/* The columns that a format has of a type; NULL: none. */
const struct dfmti_columns *dfmti_columns_of(const struct dfmti_format *f, uint32_t record);

/* The type of a body is one of the format's columns. */
bool dfmti_is_columns(const struct dfmti_format *f, uint32_t type);

/* There are rows that the caller has not had. */
static inline bool dfmti_rows_ready(const struct dfmti_rows *x) { return x->n && !x->given; }

/*
 * Fills the reader's event with rows: at least one, at most max_rows. Another status than OK is that of the format's
 * next(), or E_NOMEM, E_LIMIT for want of memory; rows gathered before it wait.
 */
dfmt_status dfmti_rows_gather(dfmt_reader *r, const struct dfmti_columns *what, uint32_t max_rows);

/* Fills the reader's event with the rows that are ready. */
void dfmti_rows_deliver(dfmt_reader *r);

/* Forgets all rows, and keeps the memory. */
void dfmti_rows_clear(struct dfmti_rows *x);
void dfmti_rows_free(struct dfmti_mem *m, struct dfmti_rows *x);

#endif
