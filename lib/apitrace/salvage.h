/* SPDX-License-Identifier: MIT */
/*
 * Salvage: reading on after damage of the event stream.
 *
 *   events --malformed event, or a damaged chunk--> GAP -+-calls in a row: events again, numbered by their leaves
 *                                                        '-a header: PENDING -> RESTART -> HEADER, numbered from 0
 *
 * A malformed event may have swallowed those after it: by a length that was changed, say. So it is gone back to where
 * it began, as far as that is held.
 */
#ifndef DFMTI_APITRACE_SALVAGE_H
#define DFMTI_APITRACE_SALVAGE_H

#include "base/rare.h"
#include "begun.h"
#include "gap.h"

/* The current event is malformed, or needs what was lost: what is intact is looked for from its start on. GO_ON. */
DFMTI_RARE dfmt_status dfmti_apitrace_search(dfmt_reader *r, struct dfmti_apitrace_reader *s);

/*
 * The data end inside the current event. Whether calls stand among what it took for its own; then reading goes on
 * behind the first of them.
 */
DFMTI_RARE bool dfmti_apitrace_swallowed(dfmt_reader *r, struct dfmti_apitrace_reader *s);

/*
 * The current event has more than a limit allows. Looks for calls among the first DFMTI_GAP_SPAN bytes of what it takes
 * for its own: then it is damage that asks for so much, which is told. GO_ON; or the limit's error as it was; AGAIN,
 * E_NOMEM, E_IO ...
 */
DFMTI_RARE dfmt_status dfmti_apitrace_limit(dfmt_reader *r, struct dfmti_apitrace_reader *s);

/*
 * A blob is about to go ahead of the current event. That for calls in it, by which it is none of this length, before
 * anybody is told of it. OK: it may go; GO_ON: reading goes on behind the first of them; AGAIN, E_NOMEM, E_IO ...
 */
DFMTI_RARE dfmt_status dfmti_apitrace_blob_ahead(dfmt_reader *r, struct dfmti_apitrace_reader *s);

/* The data have ended. Whether that was a damaged chunk after which events can be looked for, which comes next then. */
DFMTI_RARE bool dfmti_apitrace_jump(dfmt_reader *r, struct dfmti_apitrace_reader *s, uint64_t from);

/* The data have ended, all is told of them, and another file follows, whose header comes next. */
DFMTI_RARE bool dfmti_apitrace_another(dfmt_reader *r, struct dfmti_apitrace_reader *s);

/* Calls that were left out as their definitions were lost. */
DFMTI_RARE void dfmti_apitrace_tell_lost_calls(dfmt_reader *r, struct dfmti_apitrace_reader *s);

/* ENDED: the data have ended. */
DFMTI_RARE dfmt_status dfmti_apitrace_step_gap(dfmt_reader *r, struct dfmti_apitrace_reader *s);
DFMTI_RARE dfmt_status dfmti_apitrace_step_restart(dfmt_reader *r, struct dfmti_apitrace_reader *s);

#endif
