/* SPDX-License-Identifier: MIT */
#include "op/options.h"
#include "types.h"

#define OPTION(KEY, NAME, ...) DFMTO_OPTION(DFMT_OP_EXTRACT, EXTRACT_##KEY, "extract." NAME, __VA_ARGS__)

const dfmt_option dfmto_extract_options[] = {
    OPTION(SECTIONS, "sections", BOOL, NONE, 0, 0, 1, 0, "Extract sections and services of a bug report's text, too."),
    OPTION(DIRECTORY, "directory", U64, NONE, 0, 0, UINT32_MAX, UINT32_MAX,
           "File descriptor of the directory. Required."),
    {.key = 0},
};
