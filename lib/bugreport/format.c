/* SPDX-License-Identifier: MIT */
#include "bugreport.h"

static const char *const suffixes[] = {".zip", ".txt", ".txt.gz", NULL};

const struct dfmti_format dfmti_format_bugreport = {
    .id = DFMT_BUGREPORT,
    .name = "bugreport",
    .suffixes = suffixes,
    .types = dfmti_bugreport_types,
    .options = dfmti_bugreport_options,
};
