/* SPDX-License-Identifier: MIT */
/* How logs are recognised. */
#include "base/rare.h"
#include "look.h"

/* No few bytes are certain: a line is one of a log by its neighbours. */
DFMTI_RARE int32_t dfmti_log_begins(const uint8_t *p, size_t n, dfmt_probe *out) {
  (void)p;
  (void)n;
  (void)out;
  return 0;
}

DFMTI_RARE int32_t dfmti_log_probe(const struct dfmti_prefix *in, dfmt_probe *out) {
  struct dfmti_lines lines;
  struct dfmti_log_look look;
  dfmti_log_look(in->ptr, in->len, &lines, &look);
  out->variant = look.kind;
  return look.score;
}
