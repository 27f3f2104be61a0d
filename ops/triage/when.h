/* SPDX-License-Identifier: MIT */
/* Times as files print them, in a form that can be compared. */
#ifndef DFMTO_TRIAGE_WHEN_H
#define DFMTO_TRIAGE_WHEN_H

#include <diagfmt/common.h>

#include "derived/time_text.h"

/* Zeroed: unknown. Seconds since a start are unknown, too: they do not compare. */
struct dfmto_triage_when {
  uint32_t year;                  /* 0: it has none */
  char text[DFMTI_TIME_TEXT + 1]; /* "03-17 09:00:00.962" */
};

/* Reads one: "03-17 09:00:00.962", "Sun Mar 17 09:00:00 2024", "2024-03-17 09:00:00.962+0100". */
void dfmto_triage_when_read(struct dfmto_triage_when *when, dfmt_str printed);

/* Negative: a is before b. What is unknown is before all. */
int dfmto_triage_when_compare(const struct dfmto_triage_when *a, const struct dfmto_triage_when *b);

#endif
