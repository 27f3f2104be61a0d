/* SPDX-License-Identifier: MIT */
/* The derived tables of reports. */
#ifndef DFMTI_APPORT_DERIVED_H
#define DFMTI_APPORT_DERIVED_H

#include "apport.h"
#include "scan/derived.h"

extern const dfmt_table_maker dfmti_apport_signature_table, dfmti_apport_finding_table, dfmti_apport_frame_table;

/* All of them, NULL-ended: report.c. */
extern const dfmt_table_maker *const dfmti_apport_derived[];

#endif
