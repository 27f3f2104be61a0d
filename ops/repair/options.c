/* SPDX-License-Identifier: MIT */
#include "op/options.h"
#include "repair.h"

#define OPTION(KEY, NAME, ...) DFMTO_OPTION(DFMT_OP_REPAIR, REPAIR_##KEY, "repair." NAME, __VA_ARGS__)

const dfmt_option dfmto_repair_options[] = {
    OPTION(RECOVER, "recover", BOOL, NONE, 0, 0, 1, 1, "Continue after damage, at the next intact record."),
    {.key = 0},
};
