/* SPDX-License-Identifier: MIT */
/* The line in the making. */
#include "write.h"

#include "base/rare.h"
#include "base/text.h"

DFMTI_RARE void dfmti_log_put(dfmt_writer *w, const char *ptr, size_t n) {
  struct dfmti_buf *b = &dfmti_log_writer(w)->held;
  if (b->len != SIZE_MAX && n > 0 && !dfmti_buf_append(&w->out.mem, b, ptr, n)) b->len = SIZE_MAX;
}

static void put_blanks(dfmt_writer *w, size_t n) {
  static const char blanks[20] = "                    ";
  dfmti_log_put(w, blanks, dfmti_min(n, sizeof blanks));
}

/* A text in a column of `width`, to its right or left. */
DFMTI_RARE void dfmti_log_put_text(dfmt_writer *w, dfmt_str s, size_t width, bool right) {
  const size_t pad = s.len < width ? width - (size_t)s.len : 0;
  if (right) put_blanks(w, pad);
  dfmti_log_put(w, s.ptr, (size_t)s.len);
  if (!right) put_blanks(w, pad);
}

DFMTI_RARE void dfmti_log_put_number(dfmt_writer *w, uint64_t v, size_t width) {
  char text[DFMTI_U64_TEXT];
  const size_t n = dfmti_u64_text(v, text);
  dfmti_log_put_text(w, (dfmt_str){text + sizeof text - n, n}, width, true);
}

dfmt_status dfmti_log_put_out(dfmt_writer *w) {
  struct dfmti_log_writer *x = dfmti_log_writer(w);
  const size_t n = x->held.len;
  x->held.len = 0;
  if (n == SIZE_MAX) return dfmti_fail_mem(&w->out.err, &w->out.mem);
  dfmt_status st = dfmti_out_put(&w->out, x->held.ptr, n);
  if (st == DFMT_OK && n > 0) x->out.last = '\n';
  return st;
}
