/* SPDX-License-Identifier: MIT */
#include "mallocdbg.h"

static const char *const suffixes[] = {".heap", ".heap.txt", ".allocs", ".logcat", NULL};

static const struct dfmti_columns columns[] = {
    {DFMT_MALLOCDBG_OP, DFMT_MALLOCDBG_OP_COLUMNS}, {DFMT_MALLOCDBG_ALLOC, DFMT_MALLOCDBG_ALLOC_COLUMNS}, {0, 0}};

const struct dfmti_format dfmti_format_mallocdbg = {
    .id = DFMT_MALLOCDBG,
    .name = "mallocdbg",
    .suffixes = suffixes,
    .types = dfmti_mallocdbg_types,
    .options = dfmti_mallocdbg_options,
    .columns = columns,
};
