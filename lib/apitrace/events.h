/* SPDX-License-Identifier: MIT */
/* Enter and leave events. */
#ifndef DFMTI_APITRACE_EVENTS_H
#define DFMTI_APITRACE_EVENTS_H

#include "reader_state.h"

/*
 * Reads on with the event at the window's position, which is consumed as far as it was read, and in form CALLS over
 * whole enters. OK: complete in s->call; BLOB; SHORT (s->want); or the reader's error.
 */
dfmt_status dfmti_apitrace_event(dfmt_reader *r, struct dfmti_apitrace_reader *s);

#endif
