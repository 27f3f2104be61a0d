/* SPDX-License-Identifier: MIT */
/* Instead of pprof.c, where there is no nanopb. */
#include "writers.h"

dfmt_status dfmto_profile_write_pprof(dfmt_op *op, dfmt_sink *to) {
  (void)to;
  return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_CODEC_MISSING, "pprof: nanopb is not built in");
}
