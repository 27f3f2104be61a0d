/* SPDX-License-Identifier: MIT */
/* A look at the start of what may be a log (spec 6.2). */
#ifndef DFMTI_LOG_LOOK_H
#define DFMTI_LOG_LOOK_H

#include "log.h"
#include "record.h"

struct dfmti_log_look {
  int32_t score; /* 0 to 100 */
  uint32_t kind; /* layout of most lines: DFMT_LOG_VARIANT_* */
  enum dfmti_log_form form;
};

/*
 * Looks at p[0 … n), of which the last line counts if it has a line feed, or is the only one. *lines has learnt from
 * these bytes then, and is at the start of the log.
 */
void dfmti_log_look(const uint8_t *p, size_t n, struct dfmti_lines *lines, struct dfmti_log_look *look);

#endif
