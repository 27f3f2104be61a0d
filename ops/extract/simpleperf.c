/* SPDX-License-Identifier: MIT */
#include "extract.h"

extern const struct dfmto_extract_format dfmto_extract_simpleperf;
const struct dfmto_extract_format dfmto_extract_simpleperf = {
    .format = DFMT_SIMPLEPERF,
    .refused =
        "simpleperf has no values to be files; 'diagfmt cat' writes the symbols of one file of code, 'diagfmt "
        "dump --native=perf-script' the samples"};
