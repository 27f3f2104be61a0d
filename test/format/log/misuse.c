/* SPDX-License-Identifier: MIT */
/* The functions of logs, called with nothing. */
#include "misuse.h"

void misuse_log(struct called *x) {
  NOTHING(dfmt_event_log_line(NULL));
  NOTHING(dfmt_event_log_summary(NULL));
}
