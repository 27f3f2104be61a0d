/* SPDX-License-Identifier: MIT */
/* Functions whose calls tell of faults, by their names: docs/triage.md. */
#ifndef DFMTI_APITRACE_TELLING_H
#define DFMTI_APITRACE_TELLING_H

#include <diagfmt/common.h>
#include <stdbool.h>
#include <stdint.h>

#include "rules/rules.h"

/* What a call may tell. */
enum dfmti_apitrace_telling {
  DFMTI_TELLS_NOTHING,
  DFMTI_TELLS_GL_ERROR,    /* returns an error of an earlier call */
  DFMTI_TELLS_STATUS,      /* of a shader or program: in its third argument, by the second */
  DFMTI_TELLS_LOG,         /* of such: in its fourth argument */
  DFMTI_TELLS_FRAMEBUFFER, /* returns whether one is complete */
  DFMTI_TELLS_RESULT,      /* returns an HRESULT */
  DFMTI_TELLS_MESSAGES,    /* returns how many messages its arguments have */
  DFMTI_TELLS_MESSAGE      /* is one */
};

/* DFMTI_TELLS_*. Work is bounded: names that are too long tell nothing. lists NULL: those that are compiled in. */
uint32_t dfmti_apitrace_telling(const struct dfmti_rules *lists, dfmt_str function);

/* Whether a function shows what was drawn: a program often ends while it waits in it. */
bool dfmti_apitrace_swaps(const struct dfmti_rules *lists, dfmt_str function);

#endif
