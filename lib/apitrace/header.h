/* SPDX-License-Identifier: MIT */
/* Salvage: what can only be the header of a stream, and the enter of a function that is defined there. */
#ifndef DFMTI_APITRACE_HEADER_H
#define DFMTI_APITRACE_HEADER_H

#include "base/rare.h"
#include "definitions.h"

enum {
  DFMTI_START_KEPT = 4096,       /* bytes that are looked at, at most */
  DFMTI_HEADER_VERSION_LEAST = 2 /* what begins with less reads as an event */
};

/* What follows the bytes at p if these can be a header, NULL if not. sure: as below. */
DFMTI_RARE const uint8_t *dfmti_apitrace_pass_header(const uint8_t *p, const uint8_t *end, bool sure);

/* sure: something else tells that a stream may begin here, so that it need not have properties. */
DFMTI_RARE bool dfmti_apitrace_is_header(const uint8_t *p, const uint8_t *end, bool sure);

#endif
