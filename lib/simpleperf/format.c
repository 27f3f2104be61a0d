/* SPDX-License-Identifier: MIT */
#include "simpleperf.h"

static const char *const suffixes[] = {".simpleperf", ".trace", ".trace.gz", ".proto_data", NULL};

static const struct dfmti_columns columns[] = {{DFMT_SIMPLEPERF_SAMPLE, DFMT_SIMPLEPERF_COLUMNS}, {0, 0}};

const struct dfmti_format dfmti_format_simpleperf = {
    .id = DFMT_SIMPLEPERF,
    .name = "simpleperf",
    .suffixes = suffixes,
    .types = dfmti_simpleperf_types,
    .options = dfmti_simpleperf_options,
    .columns = columns,
};
