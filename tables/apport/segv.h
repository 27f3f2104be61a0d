/* SPDX-License-Identifier: MIT */
/* Why a program got SIGSEGV, as Apport's hook parse_segv tells it: docs/triage.md. */
#ifndef DFMTI_APPORT_SEGV_H
#define DFMTI_APPORT_SEGV_H

#include "signature.h"

/* Texts of a row. Zeroed: none. */
struct dfmti_apport_segv {
  struct dfmti_buf analysis, reason, instruction;
};

/* Makes the row of a report; its texts are in x and in what x was made of. false: the hook leaves such a report alone,
 * or no memory (m->failed). m->out is not used. */
bool dfmti_apport_segv_make(struct dfmti_apport_segv *x, struct dfmti_apport_making *m, dfmt_apport_segv *row);

void dfmti_apport_segv_free(struct dfmti_mem *m, struct dfmti_apport_segv *x);

#endif
