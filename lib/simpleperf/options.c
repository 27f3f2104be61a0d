/* SPDX-License-Identifier: MIT */
#include "simpleperf.h"

const dfmt_option dfmti_simpleperf_options[] = {
    {.head = {sizeof(dfmt_option), DFMT_TYPE_OPTION},
     .name = "simpleperf.records",
     .help = "Deliver only these kinds of record; 0 for all.",
     .key = DFMT_CFG_SIMPLEPERF_RECORDS,
     .kind = DFMT_KIND_FLAGS,
     .words = DFMT_TYPE_SIMPLEPERF_RECORDS,
     .format = DFMT_SIMPLEPERF,
     .roles = DFMT_ROLE_READER,
     .lo = 0,
     .hi = 127,
     .def = 0},
    {.key = 0},
};
