/* SPDX-License-Identifier: MIT */
/* Where text goes, and the refusal of a body that comes out of order. */
#include "write_out.h"

#include "writer_state.h"

dfmt_status dfmti_bugreport_order(dfmt_writer *w, const char *what) {
  return dfmti_fail(&w->out.err, DFMT_E_ARG, DFMT_ERR_BUGREPORT_ORDER, "%s", what);
}

dfmt_status dfmti_bugreport_emit(dfmt_writer *w, const uint8_t *p, size_t n) {
  struct dfmti_bugreport_writer *s = dfmti_bugreport_writer(w);
  dfmt_status st = DFMT_OK;
  while (n > 0 && st == DFMT_OK) {
    size_t some = dfmti_min(n, dfmti_zip_out_most(&s->zip));
    if (s->out.container == CONTAINER_TEXT) {
      st = dfmti_out_put(&w->out, p, some);
    } else {
      st = dfmti_zip_out_put(&w->out, &s->zip, p, some);
      if (st == DFMT_OK) w->kept = true; /* inside of the compressor */
    }
    if (st == DFMT_OK) s->out.last = p[some - 1];
    p += some;
    n -= some;
  }
  return st;
}
