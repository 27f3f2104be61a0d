/* SPDX-License-Identifier: MIT */
/* The derived tables of traces. */
#ifndef DFMTI_APITRACE_DERIVED_H
#define DFMTI_APITRACE_DERIVED_H

#include "apitrace.h"
#include "scan/derived.h"

extern const dfmt_table_maker dfmti_apitrace_call_arg;

/* All of them, NULL-ended: frame_summary.c. */
extern const dfmt_table_maker *const dfmti_apitrace_derived[];

#endif
