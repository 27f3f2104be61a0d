/* SPDX-License-Identifier: MIT */
/* The payload of a reader's current event. */
#ifndef DFMTI_PAYLOAD_H
#define DFMTI_PAYLOAD_H

#include "reader_impl.h"

/* Passes over what is left of the payload, for next(). AGAIN, E_*. */
dfmt_status dfmti_payload_pass(dfmt_reader *r);

/* Forgets the current payload; payload sources over it go stale. */
void dfmti_payload_leave(dfmt_reader *r);

#endif
