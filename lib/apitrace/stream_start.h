/* SPDX-License-Identifier: MIT */
/*
 * Salvage: where a stream begins in the middle of a file, as another process wrote it or another file was appended: by
 * the first bytes of this one, should they come again, or by what can only be a header and the enter of a function that
 * is defined there.
 */
#ifndef DFMTI_APITRACE_STREAM_START_H
#define DFMTI_APITRACE_STREAM_START_H

#include "base/rare.h"
#include "header.h"
#include "reader_state.h"

/* The first place from p on and before `stop` where a stream begins, as far as the bytes before `end` tell, or NULL. */
DFMTI_RARE const uint8_t *dfmti_apitrace_find_start(const struct dfmti_apitrace_reader *s, const uint8_t *p,
                                                    const uint8_t *end, const uint8_t *stop);

/* The bytes at the end of the window that must be looked at again when there are more. */
DFMTI_RARE size_t dfmti_apitrace_start_needs(const struct dfmti_apitrace_reader *s);

#endif
