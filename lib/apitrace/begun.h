/* SPDX-License-Identifier: MIT */
/* The current event: more bytes for it, and what becomes of one that is not read to its end. */
#ifndef DFMTI_APITRACE_BEGUN_H
#define DFMTI_APITRACE_BEGUN_H

#include "reader_state.h"

/* In salvage: bytes before the window's position that are to be held while it is filled. */
size_t dfmti_apitrace_held(const dfmt_reader *r, const struct dfmti_apitrace_reader *s);

/*
 * More data for what was found short. OK: read on; END: there are no more, s->ended and s->end_error say why; or what
 * is to be returned.
 */
dfmt_status dfmti_apitrace_more(dfmt_reader *r, struct dfmti_apitrace_reader *s);

/* A leave that was begun is taken back; an enter that was begun is no call (spec 5.5). */
void dfmti_apitrace_drop_begun(dfmt_reader *r, struct dfmti_apitrace_reader *s);

#endif
