/* SPDX-License-Identifier: MIT */
#include "out.h"

dfmt_status dfmti_out_sink_failed(struct dfmti_out *to, dfmt_status st) {
  if (st >= 0) return st;
  dfmti_errors_copy(&to->err, &to->sink->err);
  to->err.e.origin = DFMT_ORIGIN_SINK;
  if (to->sink->failed) to->failed = st;
  return st;
}

dfmt_status dfmti_out_put(struct dfmti_out *to, const void *ptr, size_t len) {
  return dfmti_out_sink_failed(to, dfmti_sink_put(to->sink, ptr, len));
}

uint8_t *dfmti_out_room(struct dfmti_out *to, size_t want) {
  uint8_t *p = dfmti_sink_room(to->sink, want);
  if (!p) dfmti_out_sink_failed(to, to->sink->err.e.status);
  return p;
}

dfmt_status dfmti_out_claim(struct dfmti_out *to, size_t len) {
  return dfmti_out_sink_failed(to, dfmti_sink_claim(to->sink, len));
}

dfmt_status dfmti_out_patch(struct dfmti_out *to, uint64_t offset, const void *ptr, size_t len) {
  return dfmti_out_sink_failed(to, dfmti_sink_patch(to->sink, to->start + offset, ptr, len));
}
