/* SPDX-License-Identifier: MIT */
#include "op/options.h"
#include "types.h"

#define OPTION(KEY, NAME, ...) DFMTO_OPTION(DFMT_OP_DIFF, DIFF_##KEY, "diff." NAME, __VA_ARGS__)

const dfmt_option dfmto_diff_options[] = {
    OPTION(MAX, "max", U64, NONE, 0, 0, UINT64_MAX, 0,
           "Most differences; 0: the first, or all of files that are compared as a whole."),
    OPTION(IGNORE, "ignore", STR, NONE, 0, 0, 0, 0,
           "Ignores records with these keys (shell patterns): functions, entries, kinds."),
    OPTION(IGNORE_POINTERS, "ignore_pointers", BOOL, NONE, 0, 0, 1, 0,
           "Treat handles and block addresses as different only if one is null."),
    {.key = 0},
};
