/* SPDX-License-Identifier: MIT */
/* Values in tables, by the columns of their headings, in blocks, by their headings, and in lines of fixed fields. */
#ifndef DFMTO_SHARE_COLUMNS_H
#define DFMTO_SHARE_COLUMNS_H

#include "where.h"

enum dfmto_share_columns_kind {
  DFMTO_NO_COLUMNS,
  DFMTO_CONNECTIONS,   /* of NetworkManager: NAME UUID TYPE */
  DFMTO_DEVICES,       /* the same: DEVICE TYPE STATE ... CONNECTION */
  DFMTO_PROCESSES,     /* ps: USER PID */
  DFMTO_ACCESS_POINTS, /* netplan: keys one level below "access-points:" */
  DFMTO_NETWORKS       /* "List of SSIDs": quoted, indented */
};

/* What the lines before the current one say of it. Zeroed: nothing. */
struct dfmto_share_columns {
  enum dfmto_share_columns_kind kind;
  size_t depth; /* blanks before the heading of a block */
};

/* A value of a line. */
struct dfmto_share_given {
  enum dfmto_share_class cls;
  struct dfmto_share_found at;
  bool everywhere; /* it is also searched for elsewhere */
};

enum { DFMTO_MOST_GIVEN = 4 };

/* The values of the next line, at most DFMTO_MOST_GIVEN. Returns their number. */
size_t dfmto_share_columns_next(struct dfmto_share_columns *c, const struct dfmto_share_where *w,
                                struct dfmto_share_bytes line, struct dfmto_share_given *out);

#endif
