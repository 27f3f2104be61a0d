/* SPDX-License-Identifier: MIT */
/*
 * Whether bytes make sense as events, for salvage: a walk that interns nothing. Where a reader trusts its input, this
 * distrusts it: names must be printable, arguments be among those declared, ids be small. What ids mean is known by a
 * reader's tables, or learned on the way: then every definition must be there.
 */
#ifndef DFMTI_APITRACE_PROBE_H
#define DFMTI_APITRACE_PROBE_H

#include "base/rare.h"
#include "definitions.h"
#include "learner.h"

/* Where a walk stands in an event that more bytes are needed for. Zeroed: between two events. */
struct dfmti_probe_place {
  bool inside, leave;
  uint64_t number;        /* of a leave: the call's */
  uint64_t args;          /* that its function has, or may have */
  uint64_t bytes, values; /* left: of a string or blob; of an argument or return value */
  uint64_t frames;        /* left, of a backtrace */
};

struct dfmti_probe {
  struct dfmti_cursor c;
  const struct dfmti_definitions *d; /* NULL: there is `learner` */
  struct dfmti_learner *learner;
  uint32_t version;
  uint64_t steps; /* grows with the work that was done */
  bool defined;   /* the function of the last enter was defined there */
  struct dfmti_probe_place at;
};

/*
 * The definition of a kind, from after its id. OK: x->c is after it; SHORT (x->c.need); E_FORMAT: there is none, it was
 * somewhere else.
 */
DFMTI_RARE dfmt_status dfmti_apitrace_probe_definition(struct dfmti_probe *x, uint32_t kind, uint64_t *members);

/*
 * Whether what follows an unknown id cannot be a definition, even an odd one, so that it was surely elsewhere. There is
 * a byte to look at, or the data end.
 */
DFMTI_RARE bool dfmti_apitrace_probe_is_lost(const struct dfmti_probe *x, uint32_t kind);

/*
 * An event, or the rest of one. OK: x->c is after it, and of a leave *number is the call's; SHORT: called again it goes
 * on, with x->c over the bytes from x->c.p on and more; E_FORMAT; E_NOMEM: nothing could be learned.
 */
DFMTI_RARE dfmt_status dfmti_apitrace_probe_event(struct dfmti_probe *x, bool *leave, uint64_t *number);

#endif
