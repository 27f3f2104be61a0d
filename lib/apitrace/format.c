/* SPDX-License-Identifier: MIT */
#include "apitrace.h"

static const char *const suffixes[] = {".trace", NULL};

static const struct dfmti_delivery deliveries[] = {
    {DFMT_APITRACE_CALL, DFMT_CFG_APITRACE_FORM, DFMT_APITRACE_FORM_CALLS},
    {DFMT_APITRACE_ENTER, DFMT_CFG_APITRACE_FORM, DFMT_APITRACE_FORM_EVENTS},
    {DFMT_APITRACE_LEAVE, DFMT_CFG_APITRACE_FORM, DFMT_APITRACE_FORM_EVENTS},
    {DFMT_APITRACE_STREAM, DFMT_CFG_APITRACE_FORM, DFMT_APITRACE_FORM_STREAM},
    {0, 0, 0}};

const struct dfmti_format dfmti_format_apitrace = {
    .id = DFMT_APITRACE,
    .name = "apitrace",
    .suffixes = suffixes,
    .types = dfmti_apitrace_types,
    .options = dfmti_apitrace_options,
    .tree = &dfmti_apitrace_tree,
    .deliveries = deliveries,
};
