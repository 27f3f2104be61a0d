/* SPDX-License-Identifier: MIT */
/* This format has no values. */
#include "value.h"

static dfmt_status take(struct dfmto_value *x) {
  return dfmto_value_refuse(x,
                            "records of malloc_debug have no values; 'dump' shows them, 'convert --keys' picks some");
}

const struct dfmto_value_format dfmto_value_mallocdbg = {.format = DFMT_MALLOCDBG, .take = take};
