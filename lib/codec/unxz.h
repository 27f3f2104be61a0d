/* SPDX-License-Identifier: MIT */
/* xz by liblzma. In a build without it everything below exists and says E_UNSUPPORTED. */
#ifndef DFMTI_UNXZ_H
#define DFMTI_UNXZ_H

#include "base/fault.h"

struct dfmti_unxz;

/* NULL: no memory. liblzma's own memory does not come from m, but is no more than m has left. m must outlive it. */
struct dfmti_unxz *dfmti_unxz_new(struct dfmti_mem *m);
void dfmti_unxz_free(struct dfmti_mem *m, struct dfmti_unxz *z); /* NULL is fine */

/* The contract of dfmti_inflate_step(), for all streams one after another, and zeros between them. END only with
 * `last`. */
dfmt_status dfmti_unxz_step(struct dfmti_unxz *z, struct dfmti_io *io, bool last, struct dfmti_fault *f);

#endif
