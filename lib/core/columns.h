/* SPDX-License-Identifier: MIT */
/*
 * Records of one type as arrays, for every format that names such types (dfmt_read_format.columns). Which member goes
 * where is told by the descriptions of the two types alone. A body of columns has
 *
 *   n_rows, arrays counted by it    a value of each record: of its member of the same name
 *   an array whose record's is one  elements of all records, one record's after those of the one before; at most one
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

struct dfmti_rows;

/*
 * How a reader works with them. It has them from its first dfmt_reader_columns() on, so that a program without that
 * call does not contain this.
 */
struct dfmti_rows_ops {
  dfmt_status (*begin)(dfmt_reader *r); /* the format is known now: OK, or E_UNSUPPORTED if it has no such columns */
  dfmt_status (*fill)(dfmt_reader *r);  /* the next event, in place of the format's next() */
  bool (*deliver)(dfmt_reader *r);      /* the rows that wait, as the event; false: there are none */
  void (*clear)(struct dfmti_rows *x);  /* forgets all rows, and keeps the memory */
  void (*free)(struct dfmti_mem *m, struct dfmti_rows *x);
};

struct dfmti_rows {
  const struct dfmti_rows_ops *ops;
  uint32_t asked, max_rows; /* of this call: type of the records, 0: any event */

  const struct dfmti_columns *what; /* NULL: none were asked for yet */
  const dfmt_type *type;            /* of the body */
  struct dfmti_column columns[DFMTI_MAX_COLUMNS], elements, first;
  struct dfmti_buf outgrown; /* of struct dfmti_buf: arrays that the caller has had */
  size_t n_columns;
  size_t n, cap;               /* rows */
  bool given;                  /* the caller has them: to be emptied by the next call */
  const dfmt_head *row;        /* a record that there was no memory for yet; NULL: none */
  uint64_t row_start, row_end; /* its offsets */
  uint64_t start, end;         /* offsets of the first row's record, and after the last one's */
  _Alignas(uint64_t) uint8_t body[DFMTI_COLUMNS_BODY];
};

/* The type of a body is one of the format's columns. */
static inline bool dfmti_is_columns(const struct dfmti_format *f, uint32_t type) {
  for (const struct dfmti_columns *c = f->columns; c && c->record; c++)
    if (c->columns == type) return true;
  return false;
}

#endif
