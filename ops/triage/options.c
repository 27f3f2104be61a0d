/* SPDX-License-Identifier: MIT */
#include "op/options.h"
#include "types.h"

const dfmt_option dfmto_triage_options[] = {
    DFMTO_OPTION(DFMT_OP_TRIAGE, TRIAGE_KNOWN, "triage.known", STR, NONE, 0, 0, 0, 0,
                 "Known signatures, one a line, or bug patterns."),
    DFMTO_OPTION(DFMT_OP_TRIAGE, TRIAGE_EACH, "triage.each", BOOL, NONE, 0, 0, 1, 0,
                 "A list of findings for each input."),
    DFMTO_OPTION(DFMT_OP_TRIAGE, TRIAGE_RULES, "triage.rules", STR, NONE, 0, 0, 0, 0,
                 "Lines LIST PATTERN, names that signatures leave out, or -LIST PATTERN, names that they do not."),
    {.key = 0},
};
