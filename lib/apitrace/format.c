/* SPDX-License-Identifier: MIT */
#include "apitrace.h"

static const char *const suffixes[] = {".trace", NULL};

const struct dfmti_format dfmti_format_apitrace = {
    .id = DFMT_APITRACE,
    .name = "apitrace",
    .suffixes = suffixes,
    .types = dfmti_apitrace_types,
    .options = dfmti_apitrace_options,
    .tree = &dfmti_apitrace_tree,
};
