/* SPDX-License-Identifier: MIT */
#include "apport.h"

static const char *const suffixes[] = {".crash", ".crash.gz", ".crash.zst", ".apport", NULL};

const struct dfmti_format dfmti_format_apport = {
    .id = DFMT_APPORT,
    .name = "apport",
    .suffixes = suffixes,
    .types = dfmti_apport_types,
    .options = dfmti_apport_options,
};
