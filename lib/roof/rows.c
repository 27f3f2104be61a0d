/* SPDX-License-Identifier: MIT */
/* Rows of a program, which may have members of every format. */
#include "rows/rows.h"

#include "formats.h"

dfmt_status dfmt_rows_new(const dfmt_config *c, const dfmt_rows_ops *ops, void *user, dfmt_rows **out) {
  return dfmti_rows_new(c, ops, user, dfmti_format_find, out);
}
