/* SPDX-License-Identifier: MIT */
/* Names by the format's own reader, which derived tables have a part in that need names: an object of its own. */
#include "simpleperf.h"

dfmt_status dfmt_simpleperf_names_load(dfmt_simpleperf_names *n, dfmt_source *s) {
  return dfmti_simpleperf_names_read(n, &dfmti_simpleperf_read, s);
}
