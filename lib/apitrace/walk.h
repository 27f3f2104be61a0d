/* SPDX-License-Identifier: MIT */
/*
 * Salvage: one process's stream, walked chunk by chunk, to tell which chunks are its own. A chunk is its own if events
 * go on in it as they were cut before, every definition is where it must be, and every call that is left was entered
 * and not left before:
 *
 *   ...enter 57 {arg 0, 1|  |arg 2} leave 57, enter 58, ...     fits
 *                      '--cut--'
 *
 * A chunk is tried first; then it is taken, or all is as before.
 */
#ifndef DFMTI_APITRACE_WALK_H
#define DFMTI_APITRACE_WALK_H

#include "base/rare.h"
#include "probe.h"

struct dfmti_walk_state {
  struct dfmti_probe_place at;
  uint64_t next_number;     /* of calls */
  struct dfmti_buf pending; /* of uint64_t, ascending: calls that were entered and not left */
  struct dfmti_buf cut;     /* bytes at the end that more are needed for */
};

struct dfmti_walk {
  struct dfmti_learner learner;
  uint32_t version;
  struct dfmti_walk_state now, tried;
};

/* What streams share while chunks are tried. */
struct dfmti_walk_desk {
  struct dfmti_buf room;
  uint64_t work; /* steps, and bytes that were copied */
};

/* A stream whose first event comes next. */
DFMTI_RARE void dfmti_apitrace_walk_begin(struct dfmti_walk *w, struct dfmti_mem *m, uint32_t version);

/*
 * Tries a chunk, which DFMTI_WINDOW_PAD zeros must follow. OK: it fits, with so many events that end in it; E_FORMAT:
 * it does not; E_NOMEM. To be followed by one of the other two.
 */
DFMTI_RARE dfmt_status dfmti_apitrace_walk_try(struct dfmti_walk *w, struct dfmti_walk_desk *desk, const uint8_t *p,
                                               size_t n, uint64_t *events);
DFMTI_RARE void dfmti_apitrace_walk_take(struct dfmti_walk *w); /* one that fits */
DFMTI_RARE void dfmti_apitrace_walk_leave(struct dfmti_walk *w);

/* Between two chunks: what a copy has at its start. false: no memory; it is to be freed all the same. */
DFMTI_RARE bool dfmti_apitrace_walk_copy(struct dfmti_walk *w, const struct dfmti_walk *from);
/* Bytes that this copies, and that the comparison below reads. */
DFMTI_RARE size_t dfmti_apitrace_walk_size(const struct dfmti_walk *w);
/* Whether both are at the same place, as far as that shows without comparing all that was learned. */
DFMTI_RARE bool dfmti_apitrace_walk_is_same(const struct dfmti_walk *a, const struct dfmti_walk *b);

DFMTI_RARE void dfmti_apitrace_walk_free(struct dfmti_walk *w);

#endif
