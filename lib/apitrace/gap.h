/* SPDX-License-Identifier: MIT */
/*
 * Salvage: where events begin again after a part of the event stream that was lost with a damaged chunk.
 *
 *   events --damage--> [lost] ...rest of an event that began there... | call, call, call --> events again
 *                        any of these bytes may begin an event        '- looked for
 *
 * Three calls one after the other, each left at once and with numbers that ascend by one, tell where events begin, and
 * by their leaves which calls they are: enters have no numbers. The first of the three is given up, as its enter may
 * be the end of another event, unless its function is defined there.
 *
 * Definitions may have been lost. An unknown id is followed by one if what follows reads as one. If not, enums,
 * bitmasks and stack frames come without their names, and a call whose function has none is left out. Where that could
 * be either, and of structs, as nobody knows how many values they have, events are looked for anew.
 */
#ifndef DFMTI_APITRACE_GAP_H
#define DFMTI_APITRACE_GAP_H

#include "base/rare.h"
#include "reader_state.h"

enum { DFMTI_GAP_SPAN = 1 << 18 }; /* bytes in which the three calls must be */

struct dfmti_gap_place {
  const uint8_t *at;
  uint64_t number; /* of the call that is entered next */
};

/* What may have been lost begins here, in the event stream. */
DFMTI_RARE void dfmti_apitrace_gap_begin(struct dfmti_apitrace_reader *s, uint64_t offset);

/*
 * Looks for a place from *p on and before `stop`; *p comes to stand after all that was looked at. The calls must be in
 * front of `end`. ends: there the data end, so that two calls tell. false: none.
 */
DFMTI_RARE bool dfmti_apitrace_gap_find(struct dfmti_apitrace_reader *s, const uint8_t **p, const uint8_t *stop,
                                        const uint8_t *end, bool ends, struct dfmti_gap_place *place);

/*
 * The definition of an unknown id, p being after the id. GO_ON: it comes here and is to be read; OK: it was lost: *out
 * stands for it and the current call is marked, or it is NULL and an empty one can do so; LOST: it was, and the event
 * cannot be read on; SHORT, E_LIMIT.
 */
DFMTI_RARE dfmt_status dfmti_apitrace_gap_definition(dfmt_reader *r, struct dfmti_apitrace_reader *s, uint32_t kind,
                                                     const uint8_t *p, const uint8_t *end, const uint8_t *token,
                                                     const struct dfmti_definition **out);

#endif
