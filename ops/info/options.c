/* SPDX-License-Identifier: MIT */
#include "op/options.h"
#include "types.h"

const dfmt_option dfmto_info_options[] = {
    DFMTO_OPTION(DFMT_OP_INFO, INFO_SETS, "info.sets", STR, NONE, 0, 0, 0, 0,
                 "Names of sets of rows. Default: all except frames."),
    {.key = 0},
};
