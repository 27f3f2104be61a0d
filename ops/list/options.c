/* SPDX-License-Identifier: MIT */
#include "op/options.h"
#include "types.h"

#define OPTION(KEY, NAME, ...) DFMTO_OPTION(DFMT_OP_LIST, LIST_##KEY, "list." NAME, __VA_ARGS__)

const dfmt_option dfmto_list_options[] = {
    OPTION(PARTS, "parts", BOOL, NONE, 0, 0, 1, 0, "List sections and services of a bug report, too."),
    OPTION(SIZES, "sizes", BOOL, NONE, 0, 0, 1, 0, "Decode values, to find their sizes, kinds and damage."),
    {.key = 0},
};
