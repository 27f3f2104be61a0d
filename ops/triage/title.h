/* SPDX-License-Identifier: MIT */
/* What a finding is called, for people, and the parts of its signature that have members. */
#ifndef DFMTO_TRIAGE_TITLE_H
#define DFMTO_TRIAGE_TITLE_H

#include <diagfmt/ops/triage.h>

#include "base/mem.h"

/*
 * Sets the frame, the exception and the title, as far as the row has none: the title in a buffer, the others borrowed
 * from its signature. false: no memory.
 */
bool dfmto_triage_title(struct dfmti_mem *m, struct dfmti_buf *text, dfmt_triage_finding *row);

#endif
