/* SPDX-License-Identifier: MIT */
/* Room for what is put out, and the refusal of what cannot be. */
#include "write.h"

uint8_t *dfmti_apitrace_emit_grow(dfmt_writer *w, uint64_t n) {
  struct dfmti_buf *b = &((struct dfmti_apitrace_writer *)w->state)->out.events;
  if (n <= SIZE_MAX && dfmti_buf_reserve(&w->out.mem, b, (size_t)n)) return b->ptr + b->len;
  dfmti_fail_mem(&w->out.err, &w->out.mem);
  return NULL;
}

dfmt_status dfmti_apitrace_refuse(dfmt_writer *w, uint32_t number, const char *what) {
  return dfmti_fail(&w->out.err, DFMT_E_ARG, number, "%s", what);
}
