/* SPDX-License-Identifier: MIT */
/* A line in the making, and the refusal of what no line can hold. */
#include "write.h"

#include <string.h>

dfmt_status dfmti_mallocdbg_refuse(dfmt_writer *w, const char *what) {
  return dfmti_fail(&w->out.err, DFMT_E_ARG, DFMT_ERR_MALLOCDBG_VALUE, "%s", what);
}

void dfmti_mallocdbg_line_put(dfmt_writer *w, const void *ptr, size_t n) {
  struct dfmti_buf *b = &dfmti_mallocdbg_writer(w)->held;
  if (b->len == SIZE_MAX || n == 0) return;
  if (!dfmti_buf_reserve(&w->out.mem, b, n)) {
    b->len = SIZE_MAX; /* told by line_out() */
    return;
  }
  memcpy(b->ptr + b->len, ptr, n);
  b->len += n;
}

void dfmti_mallocdbg_line_text(dfmt_writer *w, const char *text) { dfmti_mallocdbg_line_put(w, text, strlen(text)); }

void dfmti_mallocdbg_line_str(dfmt_writer *w, const dfmt_str *s) {
  if (s->ptr) dfmti_mallocdbg_line_put(w, s->ptr, (size_t)s->len);
}

void dfmti_mallocdbg_line_decimal(dfmt_writer *w, uint64_t v, unsigned width) {
  uint8_t digits[64];
  dfmti_mallocdbg_line_put(w, digits, (size_t)(dfmti_mallocdbg_put_decimal(digits, v, width, ' ') - digits));
}

void dfmti_mallocdbg_line_hex(dfmt_writer *w, uint64_t v, unsigned width) {
  uint8_t digits[32];
  dfmti_mallocdbg_line_put(w, digits, (size_t)(dfmti_mallocdbg_put_hex(digits, v, width) - digits));
}

dfmt_status dfmti_mallocdbg_line_out(dfmt_writer *w) {
  struct dfmti_buf *b = &dfmti_mallocdbg_writer(w)->held;
  if (b->len == SIZE_MAX) {
    b->len = 0;
    return dfmti_fail_mem(&w->out.err, &w->out.mem);
  }
  dfmt_status st = dfmti_out_put(&w->out, b->ptr, b->len);
  if (st == DFMT_OK && b->len) dfmti_mallocdbg_writer(w)->out.last = b->ptr[b->len - 1];
  b->len = 0;
  return st;
}
