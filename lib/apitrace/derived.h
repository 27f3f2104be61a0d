/* SPDX-License-Identifier: MIT */
/* The derived tables of traces. */
#ifndef DFMTI_APITRACE_DERIVED_H
#define DFMTI_APITRACE_DERIVED_H

#include "apitrace.h"
#include "scan/derived.h"

extern const struct dfmti_derived dfmti_apitrace_call_arg;

#endif
