/* SPDX-License-Identifier: MIT */
/* Failures of a text: its sink, its caller, memory. */
#include "text.h"

dfmt_status dfmto_text_output_status(dfmt_op *op, dfmt_status st) {
  struct dfmto_text *x = op->state;
  if (st >= 0) return st;
  x->output_failed = st == DFMT_E_IO;
  return dfmto_fail_as(op, dfmt_sink_error(x->to));
}

dfmt_status dfmto_text_failed(dfmt_op *op, size_t len) {
  struct dfmto_text *x = op->state;
  if (x->blob_status != DFMT_OK) {
    x->blob_status = DFMT_OK;
    x->out.text.len = len;
    return dfmti_fail(&op->err, DFMT_E_CANCELLED, DFMT_ERR_STOPPED, "cancelled by the caller");
  }
  if (x->values.stopped) {
    x->values.stopped = x->out.failed = false;
    x->out.text.len = len;
    return dfmti_fail_stopped(&op->err);
  }
  return dfmto_text_take_back(&x->out, len) ? dfmto_no_memory(op) : DFMT_OK;
}
