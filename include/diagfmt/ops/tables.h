/* SPDX-License-Identifier: MIT */
/*
 * Derived tables (scan.h): rows that are made of several events, such as bugreport.tombstone_crash,
 * simpleperf.stack_frame and apport.triage_finding. A scan has them once they are offered to it:
 *
 *   if (dfmt_scan_new(NULL, source, &x) == DFMT_OK && dfmt_scan_offer(x, dfmt_ops_tables()) == DFMT_OK &&
 *       dfmt_scan_table(x, "mallocdbg.live_block", NULL, &table) == DFMT_OK)
 *
 * Those that make signatures leave out names by DFMT_OPS_TRIAGE_RULES (triage.h) of the scan's configuration: a line
 * that is malformed there is E_ARG of the first dfmt_scan_next().
 *
 * The headers of their rows are named after the formats: apport_tables.h, bugreport_tables.h and so on.
 */
#ifndef DIAGFMT_OPS_TABLES_H
#define DIAGFMT_OPS_TABLES_H

#include <diagfmt/describe.h>
#include <diagfmt/scan.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Returns all of them, of the formats that are built in; NULL-ended, static. Since 0.1. */
DFMT_API const dfmt_table_maker *const *dfmt_ops_tables(void);

/*
 * Returns the type of the table at an index of the list of all, from 0, those of dfmt_table_at() and these; NULL at its
 * end. Static. Since 0.1.
 */
DFMT_API const dfmt_type *dfmt_ops_table_at(uint32_t index);

#ifdef __cplusplus
}
#endif

#endif
