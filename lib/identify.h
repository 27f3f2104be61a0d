/* SPDX-License-Identifier: MIT */
#ifndef DFMTI_IDENTIFY_H
#define DFMTI_IDENTIFY_H

#include "format.h"
#include "mem.h"

enum { DFMTI_IDENTIFY_BYTES = 4096 }; /* from the start of an input: enough for every probe */

/*
 * The best guess about an input's start; format 0: all formats, else only that one, for its best view of a wrapper.
 * END: no guess; E_NOMEM.
 */
dfmt_status dfmti_identify(struct dfmti_mem *m, uint32_t format, const void *start, size_t len, bool whole, bool unwrap,
                    dfmt_probe *best);

#endif
