/* SPDX-License-Identifier: MIT */
/* The payload of a reader's current event. */
#ifndef DFMTI_PAYLOAD_H
#define DFMTI_PAYLOAD_H

#include "reader_impl.h"

/* Passes over what is left of the payload, for next(). AGAIN, E_*. */
dfmt_status dfmti_payload_pass(dfmt_reader *r);

/*
 * The next bytes of the payload, which stay the reader's: after OK, say by dfmti_payload_taken() how many of them were
 * used; until then calls on the reader are refused. Other statuses are those of dfmt_payload_chunk().
 */
dfmt_status dfmti_payload_peek(dfmt_reader *r, const uint8_t **ptr, size_t *len);
void dfmti_payload_taken(dfmt_reader *r, size_t n);

/* Forgets the current payload, of which a call asked for something; payload sources over it go stale. */
void dfmti_payload_forget(dfmt_reader *r);

/* Forgets the current payload. Most events come and go without a call about theirs. */
static inline void dfmti_payload_leave(dfmt_reader *r) {
  struct dfmti_payload *p = &r->payload;
  if (r->link || r->json.stage || p->pending || p->started || p->mode) dfmti_payload_forget(r);
  p->inlined = false;
  p->value = (dfmt_str){NULL, 0};
  p->raw = (dfmt_str){NULL, 0};
}

#endif
