/* SPDX-License-Identifier: MIT */
/*
 * Rows of tests: sets of made ones, of every role, that come in one go, with AGAIN in between, or up to an error. Those
 * of a set begin again if they are asked for after END, which nobody may do.
 */
#ifndef TEST_MADE_H
#define TEST_MADE_H

#include <diagfmt/rows.h>

#include "../kinds.h"

enum { T_ROW = 0x7ff0002 };

typedef struct t_row {
  dfmt_head head;
  uint32_t present;
  uint32_t depth;
  dfmt_str process;
  int32_t thread_id;
  uint32_t pad;
  uint64_t weight;
  double share;
  int64_t change;
  double rate;
  dfmt_str function_name;
  uint64_t n_chain;
  const dfmt_str *chain;
} t_row;

enum { T_ROW_HAS_PROCESS = 1, T_ROW_HAS_WEIGHT = 2, T_ROW_HAS_NAME = 4, T_ROW_HAS_ALL = 7 };

extern const dfmt_type made_type; /* of t_row */

/* A set: of t_row, or of any other type. */
struct made_set {
  const dfmt_type *type;
  const dfmt_column *columns;
  uint32_t n_columns;
  const char *heading;
  const void *rows;
  size_t step, n; /* bytes from one to the next; rows */
};

extern const dfmt_column made_columns[]; /* of t_row, in another order than its members */
extern const uint32_t made_n_columns;

/* Whoever hands them out. Zeroed but for sets and n: from the first to the last, once. */
struct made {
  const struct made_set *sets;
  size_t n, set, row;     /* the set in hand, plus 1; the row that is next */
  bool again, said_again; /* AGAIN before every row, set and end */
  bool rewinds;           /* dfmt_rows_rewind() works */
  size_t fail_at;         /* the row of the first set in whose place E_FORMAT stands, plus 1; 0: none */
  dfmt_error error;       /* of that */
  uint32_t closed;        /* how often it was closed */
};

/* Rows of it; what is printed, and Arrow, are made with the configuration. */
dfmt_status made_rows(struct made *m, const dfmt_config *c, dfmt_rows **out);

#endif
