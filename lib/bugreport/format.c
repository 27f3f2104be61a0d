/* SPDX-License-Identifier: MIT */
#include "bugreport.h"

static const char *const suffixes[] = {".zip", ".txt", ".txt.gz", NULL};

static const struct dfmti_delivery deliveries[] = {{DFMT_BUGREPORT_LOG, DFMT_CFG_BUGREPORT_LOG, 1},
                                                   {DFMT_BUGREPORT_SYSTEM_PROPERTY, DFMT_CFG_BUGREPORT_LOG, 1},
                                                   {0, 0, 0}};

const struct dfmti_format dfmti_format_bugreport = {
    .id = DFMT_BUGREPORT,
    .name = "bugreport",
    .suffixes = suffixes,
    .types = dfmti_bugreport_types,
    .options = dfmti_bugreport_options,
    .deliveries = deliveries,
};
