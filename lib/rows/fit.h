/* SPDX-License-Identifier: MIT */
/* Which columns of a table a terminal has room for, and how wide each is. */
#ifndef DFMTI_ROWS_FIT_H
#define DFMTI_ROWS_FIT_H

#include "rows.h"

enum { DFMTI_FIT_GAP = 2 }; /* blanks between columns */

/* A column that could be shown. */
struct dfmti_fit_column {
  size_t width;  /* of its widest cell, or of its name */
  size_t least;  /* that it can be cut to; numbers are never cut */
  unsigned rank; /* the lowest is left out first */
  bool left_out;
};

/*
 * Leaves columns out, from the lowest rank and from the right, until the others can be had in `room` columns of a
 * terminal; then makes `width` of those what there is room for. The last one stays, however wide.
 */
void dfmti_fit(struct dfmti_fit_column *columns, size_t n, size_t room);

/* The rank of a role. same: all rows have the same there. */
unsigned dfmti_fit_rank(uint32_t role, bool same);

#endif
