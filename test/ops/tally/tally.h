/* SPDX-License-Identifier: MIT */
/* Tally: how many records of each type an input has. */
#ifndef DIAGFMT_OPS_TALLY_H
#define DIAGFMT_OPS_TALLY_H

#include <diagfmt/ops/ops.h>

enum { DFMT_OP_TALLY = 60, DFMT_TALLY_ROW = DFMT_OPS << 16 | 0x3c01 };

/* The records of one type. Since 0.1. */
typedef struct dfmt_tally_row {
  dfmt_head head;
  dfmt_str record; /* the name of the type */
  uint64_t n_records;
} dfmt_tally_row;

#endif
