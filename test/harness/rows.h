/* SPDX-License-Identifier: MIT */
/* Records as they come one by one, and as columns: the same sums, array by array, if both give the same. */
#ifndef HARNESS_ROWS_H
#define HARNESS_ROWS_H

#include <stdbool.h>
#include <stddef.h>

#include <diagfmt/diagfmt.h>

/* A type that comes as columns. */
struct rows_type {
  uint32_t record, columns;
};

/* Those of all formats, by what their harness.c says; NULL after the last. */
const struct rows_type *rows_type_at(size_t i);

enum { ROWS_ARRAYS = 16 };
struct rows {
  uint64_t n;
  uint64_t sums[ROWS_ARRAYS]; /* of the values in each array, by its place in the description of the columns */
};

/* Adds a record of the type. */
void rows_add_record(struct rows *x, const struct rows_type *t, const dfmt_head *body);

/* Adds the rows of columns. False: a count, or where a record's elements begin, is nonsense. */
bool rows_add_columns(struct rows *x, const struct rows_type *t, const dfmt_head *body);

/* Adds what an event has of either; true if it has, and makes sense. */
bool rows_add(struct rows *x, const struct rows_type *t, const dfmt_event *ev);

/* The number of rows in a body of columns. */
uint64_t rows_count(const dfmt_head *columns);

#endif
