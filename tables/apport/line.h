/* SPDX-License-Identifier: MIT */
/* Lines of a value, which may end in CR LF. */
#ifndef DFMTI_APPORT_LINE_H
#define DFMTI_APPORT_LINE_H

#include "base/cut.h"

/* Takes a line off, without its end; false: no more. */
static inline bool dfmti_apport_line(dfmt_str *rest, dfmt_str *line) {
  if (rest->len == 0) return false;
  const char *end = memchr(rest->ptr, '\n', (size_t)rest->len);
  *line = (dfmt_str){rest->ptr, end ? (uint64_t)(end - rest->ptr) : rest->len};
  *rest = dfmti_cut_after(*rest, line->len + 1);
  (void)dfmti_cut_take_end(line, "\r");
  return true;
}

#endif
