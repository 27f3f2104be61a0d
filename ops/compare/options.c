/* SPDX-License-Identifier: MIT */
#include "op/options.h"
#include "types.h"

const dfmt_option dfmto_compare_options[] = {
    DFMTO_OPTION(DFMT_OP_COMPARE, COMPARE_N_BEFORE, "compare.n_before", U64, NONE, 0, 1, UINT32_MAX, 1,
                 "Number of inputs, the first ones, that are runs before."),
    {.key = 0},
};
