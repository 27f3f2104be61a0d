/* SPDX-License-Identifier: MIT */
/* The derived tables of reports. */
#ifndef DFMTI_APPORT_DERIVED_H
#define DFMTI_APPORT_DERIVED_H

#include <diagfmt/ops/apport_tables.h>

#include "derived/derived.h"

extern const dfmt_type *const dfmti_apport_tables_types[];

extern const dfmt_table_maker dfmti_apport_report_table, dfmti_apport_signature_table, dfmti_apport_frame_table,
    dfmti_apport_finding_table, dfmti_apport_segv_table;

#endif
