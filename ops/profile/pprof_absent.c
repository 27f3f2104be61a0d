/* SPDX-License-Identifier: MIT */
/* Replaces writing and reading of pprof in builds without nanopb. */
#include "writers.h"

static dfmt_status refuse(dfmt_op *op) {
  return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_CODEC_MISSING, "pprof: nanopb is not built in");
}

dfmt_status dfmto_profile_write_pprof(dfmt_op *op, dfmt_sink *to) {
  (void)to;
  return refuse(op);
}

static void close(dfmt_op *op) { (void)op; }

const struct dfmto_profile_format dfmto_profile_pprof = {.name = "pprof",
                                                         .input_size = 1,
                                                         .groups = UINT32_MAX,
                                                         .count_unit = "samples",
                                                         .names = refuse,
                                                         .stacks = refuse,
                                                         .close = close};
