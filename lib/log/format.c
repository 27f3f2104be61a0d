/* SPDX-License-Identifier: MIT */
#include "log.h"

static const char *const suffixes[] = {".log", ".logcat", ".dmesg", NULL};

const struct dfmti_format dfmti_format_log = {
    .id = DFMT_LOG,
    .name = "log",
    .suffixes = suffixes,
    .types = dfmti_log_types,
    .options = dfmti_log_options,
};
