/* SPDX-License-Identifier: MIT */
/*
 * Whether bytes make sense as events, for salvage: a walk that keeps nothing and interns nothing. Where a reader
 * trusts its input, this distrusts it: names must be printable, arguments be among those declared, ids be small.
 */
#ifndef DFMTI_APITRACE_PROBE_H
#define DFMTI_APITRACE_PROBE_H

#include "definitions.h"

struct dfmti_probe {
  struct dfmti_cursor c;
  const struct dfmti_definitions *d;
  uint32_t version;
  uint64_t steps; /* grows with the work that was done */
  bool defined;   /* the function of the last enter was defined there */
};

/*
 * The definition of a kind, from after its id. OK: x->c is after it; SHORT (x->c.need); E_FORMAT: there is none, it was
 * somewhere else.
 */
dfmt_status dfmti_apitrace_probe_definition(struct dfmti_probe *x, uint32_t kind, uint64_t *members);

/*
 * Whether what follows an unknown id cannot be a definition, even an odd one, so that it was surely elsewhere. There is
 * a byte to look at, or the data end.
 */
bool dfmti_apitrace_probe_is_lost(const struct dfmti_probe *x, uint32_t kind);

/* An event. OK: x->c is after it, and of a leave *number is the call's; SHORT; E_FORMAT. */
dfmt_status dfmti_apitrace_probe_event(struct dfmti_probe *x, bool *leave, uint64_t *number);

#endif
