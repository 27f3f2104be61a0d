/* SPDX-License-Identifier: MIT */
#include "extract.h"

extern const struct dfmto_extract_format dfmto_extract_mallocdbg;
const struct dfmto_extract_format dfmto_extract_mallocdbg = {
    .format = DFMT_MALLOCDBG,
    .refused = "records of malloc_debug have no values; 'dump' shows them, 'convert --keys' picks some"};
