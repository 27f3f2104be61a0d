/* SPDX-License-Identifier: MIT */
/*
 * The short way. Nearly all of a trace is small: values that are there as a whole, ids that are known, leaves right
 * after their enters. That is read here, with nothing kept for later. What is not so is left to events.c and values.c,
 * which know all cases: the short way stops before it, between two details, and the state is as they would have left
 * it.
 */
#ifndef DFMTI_APITRACE_SMALL_H
#define DFMTI_APITRACE_SMALL_H

#include "reader_state.h"

/* Arguments and return values of s->call, as far as they are small: where the first thing stands that is not. */
const uint8_t *dfmti_apitrace_small_details(struct dfmti_apitrace_reader *s, const uint8_t *p, const uint8_t *end);

/*
 * Reads calls whose leaves come right after their enters, up to one that is wanted; only if s->short_way and between
 * two events. true: it is delivered. false: the long way leads on from here.
 */
bool dfmti_apitrace_small_call(dfmt_reader *r, struct dfmti_apitrace_reader *s);

#endif
