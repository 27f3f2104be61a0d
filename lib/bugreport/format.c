/* SPDX-License-Identifier: MIT */
#include "bugreport.h"

static const char *const suffixes[] = {".zip", ".txt", ".txt.gz", NULL};

static const struct dfmti_delivery deliveries[] = {{DFMT_BUGREPORT_LOG, DFMT_CFG_BUGREPORT_LOG, 1},
                                                   {DFMT_BUGREPORT_SYSTEM_PROPERTY, DFMT_CFG_BUGREPORT_LOG, 1},
                                                   /* tables that have rows from a log alone */
                                                   {DFMT_TYPE_BUGREPORT_LOG_CRASH, DFMT_CFG_BUGREPORT_LONE, 1},
                                                   {DFMT_TYPE_BUGREPORT_LOG_EVENT, DFMT_CFG_BUGREPORT_LONE, 1},
                                                   {DFMT_TYPE_BUGREPORT_KERNEL_CRASH, DFMT_CFG_BUGREPORT_LONE, 1},
                                                   {DFMT_TYPE_BUGREPORT_TOMBSTONE_CRASH, DFMT_CFG_BUGREPORT_LONE, 1},
                                                   {DFMT_TYPE_BUGREPORT_TOMBSTONE_THREAD, DFMT_CFG_BUGREPORT_LONE, 1},
                                                   {DFMT_TYPE_BUGREPORT_TOMBSTONE_FRAME, DFMT_CFG_BUGREPORT_LONE, 1},
                                                   {DFMT_TYPE_BUGREPORT_TRIAGE_FINDING, DFMT_CFG_BUGREPORT_LONE, 1},
                                                   {0, 0, 0}};

const struct dfmti_format dfmti_format_bugreport = {
    .id = DFMT_BUGREPORT,
    .name = "bugreport",
    .suffixes = suffixes,
    .types = dfmti_bugreport_types,
    .options = dfmti_bugreport_options,
    .deliveries = deliveries,
};
