/* SPDX-License-Identifier: MIT */
/* Salvage: where Snappy chunks begin again after one that is damaged. */
#ifndef DFMTI_APITRACE_NEXT_CHUNK_H
#define DFMTI_APITRACE_NEXT_CHUNK_H

#include "base/rare.h"
#include "container.h"

/*
 * The damaged chunk is what the common window begins with. If another one follows where its length says, that is the
 * next; else it is looked for byte by byte. A chunk is what has a length, a size and only tags that can be; a short one
 * must be followed by another, or nothing. OK: the common window begins with it, *lost is the most that was lost of the
 * event stream, and *exact whether it is just that; END: there is none; AGAIN, E_NOMEM, E_LIMIT: call it again; E_IO...
 */
DFMTI_RARE dfmt_status dfmti_apitrace_next_chunk(dfmt_reader *r, struct dfmti_chunk_search *x, uint64_t *lost,
                                                 bool *exact);

#endif
