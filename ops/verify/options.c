/* SPDX-License-Identifier: MIT */
#include "op/options.h"
#include "types.h"

#define OPTION(KEY, NAME, ...) DFMTO_OPTION(DFMT_OP_VERIFY, VERIFY_##KEY, "verify." NAME, __VA_ARGS__)

const dfmt_option dfmto_verify_options[] = {
    OPTION(STRICT, "strict", BOOL, NONE, 0, 0, 1, 0, "Count notes, and report what no writer of the format does."),
    OPTION(LEAST, "least", ENUM, NONE, DFMT_TYPE_SEVERITY, DFMT_SEVERITY_NOTE, DFMT_SEVERITY_ERROR, DFMT_SEVERITY_NOTE,
           "Omit rows below this severity."),
    OPTION(RECOVER, "recover", BOOL, NONE, 0, 0, 1, 1, "Continue after damage, at the next intact record."),
    {.key = 0},
};
