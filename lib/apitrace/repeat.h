/* SPDX-License-Identifier: MIT */
/*
 * Salvage: chunks that repeat what others begin with, as forked children leave them (spec 14.4). A child inherits what
 * its parent has not yet written, and writes it out when it ends:
 *
 *   parent's  P = abcdefgh     child's  C = abcd     before P, or some time after it
 *
 * Such a chunk is smaller than the tracer's buffer. Whichever comes second gives only what it has in addition.
 */
#ifndef DFMTI_APITRACE_REPEAT_H
#define DFMTI_APITRACE_REPEAT_H

#include "base/mem.h"
#include "base/rare.h"

enum { DFMTI_REPEAT_KEPT = 5 }; /* the first chunk, which most children repeat, and the last ones */

struct dfmti_repeat {
  struct dfmti_buf kept[DFMTI_REPEAT_KEPT]; /* of chunks up to the size of the tracer's buffer */
  size_t n, last, turn;                     /* kept; the place of the last one; of those after the first, the oldest */
};

DFMTI_RARE void dfmti_apitrace_repeat_open(struct dfmti_repeat *x);

/*
 * *again: the bytes at the start of the next chunk that are to be left out: all of them, those of the chunk before it,
 * or 0. false: no memory, and nothing has changed.
 */
DFMTI_RARE bool dfmti_apitrace_repeat_take(struct dfmti_mem *m, struct dfmti_repeat *x, const uint8_t *p, size_t len,
                                           size_t *again);

DFMTI_RARE void dfmti_apitrace_repeat_free(struct dfmti_mem *m, struct dfmti_repeat *x);

#endif
