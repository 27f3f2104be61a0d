/* SPDX-License-Identifier: MIT */
/* A reader that begins in the middle, by an index. */
#ifndef DFMTI_APITRACE_SEEK_H
#define DFMTI_APITRACE_SEEK_H

#include "reader_state.h"

/* Sets up a reader just opened whose r->resume is set. OK, E_NOMEM, E_LIMIT. */
dfmt_status dfmti_apitrace_seek_open(dfmt_reader *r, struct dfmti_apitrace_reader *s);

/* The steps of PHASE_SEEK: the header, then the enters that are pending at the mark, then the mark. */
dfmt_status dfmti_apitrace_step_seek(dfmt_reader *r, struct dfmti_apitrace_reader *s);

/* Whether a call that is complete comes before the one asked for. Counts frames. */
bool dfmti_apitrace_is_before(struct dfmti_apitrace_reader *s, const struct dfmti_call *c);

#endif
