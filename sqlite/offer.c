/* SPDX-License-Identifier: MIT */
/* Which tables there are: those of events, and derived ones, which libdiagfmt-ops has. */
#include "table.h"

#ifdef HAVE_OPS

#include <diagfmt/ops/tables.h>

const dfmt_type *dfmti_sql_table_at(uint32_t index) { return dfmt_ops_table_at(index); }

dfmt_status dfmti_sql_offer(dfmt_scan *x) { return dfmt_scan_offer(x, dfmt_ops_tables()); }

bool dfmti_sql_has_table(uint32_t format, const dfmt_type *type) {
  if (type->number >> 16 == format) return true;
  for (const dfmt_table_maker *const *m = dfmt_ops_tables(); *m; m++)
    if (format && (*m)->row == type->number && (*m)->format == format) return true;
  return false;
}

#else

const dfmt_type *dfmti_sql_table_at(uint32_t index) { return dfmt_table_at(index); }

dfmt_status dfmti_sql_offer(dfmt_scan *x) {
  (void)x;
  return DFMT_OK;
}

bool dfmti_sql_has_table(uint32_t format, const dfmt_type *type) { return type->number >> 16 == format; }

#endif
