/* SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "tombstone_text.h"

void dfmti_tombstone_put(struct dfmti_tombstone_writing *w, dfmt_str s) {
  if (s.len && !w->failed && w->to->len <= w->most) w->failed = !dfmti_buf_append(w->mem, w->to, s.ptr, (size_t)s.len);
}

void dfmti_tombstone_put_word(struct dfmti_tombstone_writing *w, const char *word) {
  dfmti_tombstone_put(w, (dfmt_str){word, strlen(word)});
}

void dfmti_tombstone_put_f(struct dfmti_tombstone_writing *w, const char *format, ...) {
  char text[128];
  va_list ap;
  va_start(ap, format);
  const int n = vsnprintf(text, sizeof text, format, ap);
  va_end(ap);
  if (n > 0) dfmti_tombstone_put(w, (dfmt_str){text, dfmti_min((size_t)n, sizeof text - 1)});
}
