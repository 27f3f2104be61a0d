/* SPDX-License-Identifier: MIT */
/* Salvage: calls that read as such and may be none. */
#ifndef DFMTI_APITRACE_SUSPECT_H
#define DFMTI_APITRACE_SUSPECT_H

#include "base/rare.h"
#include "reader_state.h"

/* The call that was entered last, if nothing stands between that and an offset; else NULL. */
DFMTI_RARE struct dfmti_call *dfmti_apitrace_entered_before(const struct dfmti_apitrace_reader *s, uint64_t offset);

/* Calls from that place on may be none. NULL: they are sound. */
DFMTI_RARE void dfmti_apitrace_suspect(struct dfmti_apitrace_reader *s, const struct dfmti_suspect *at);

/* They were none: the search is to begin there, in form CALLS, in which nobody was told of them. */
DFMTI_RARE void dfmti_apitrace_take_back(dfmt_reader *r, struct dfmti_apitrace_reader *s);

#endif
