/* SPDX-License-Identifier: MIT */
/* The derived tables of traces. */
#ifndef DFMTI_APITRACE_DERIVED_H
#define DFMTI_APITRACE_DERIVED_H

#include <diagfmt/ops/apitrace_tables.h>

#include "derived/derived.h"

extern const dfmt_type *const dfmti_apitrace_tables_types[];

extern const dfmt_table_maker dfmti_apitrace_call_arg, dfmti_apitrace_frame_summary, dfmti_apitrace_triage_finding;

#endif
