/* SPDX-License-Identifier: MIT */
/* Which tables there are: those of events, and derived ones, which libdiagfmt-ops has. */
#include "table.h"

#ifdef HAVE_OPS

#include <diagfmt/ops/tables.h>

const dfmt_type *dfmti_sql_table_at(uint32_t index) { return dfmt_ops_table_at(index); }

dfmt_status dfmti_sql_offer(dfmt_scan *x) { return dfmt_scan_offer(x, dfmt_ops_tables()); }

#else

const dfmt_type *dfmti_sql_table_at(uint32_t index) { return dfmt_table_at(index); }

dfmt_status dfmti_sql_offer(dfmt_scan *x) {
  (void)x;
  return DFMT_OK;
}

#endif
