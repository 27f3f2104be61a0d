/* SPDX-License-Identifier: MIT */
/* What calls returned and wrote to their arguments, as far as it tells of faults. Texts are borrowed. */
#ifndef DFMTI_APITRACE_SAID_H
#define DFMTI_APITRACE_SAID_H

#include <diagfmt/apitrace.h>
#include <stdbool.h>

enum { DFMTI_APITRACE_HEX = 18 }; /* "0x", and digits of 64 bits */

/* A status of a shader or program, as it is asked for. */
struct dfmti_apitrace_status {
  uint64_t number;
  const char *call, *name; /* the call that failed; the status */
};

/* A line of a log that tells of an error. */
struct dfmti_apitrace_line {
  dfmt_str whole, text; /* text: from the word "error" on. Both empty: there is none */
};

/*
 * Whether a call returned a failure, by what it tells (telling.h). Sets *error to the name that its enum has, else to
 * hexadecimal digits in hex[DFMTI_APITRACE_HEX].
 */
bool dfmti_apitrace_said_failure(const dfmt_apitrace_call *c, uint32_t tells, char *hex, dfmt_str *error);

/* The status that a call asked for, if it failed; NULL: it did not. */
const struct dfmti_apitrace_status *dfmti_apitrace_said_status(const dfmt_apitrace_call *c);

/* The shader or program that a call is about. */
uint64_t dfmti_apitrace_said_object(const dfmt_apitrace_call *c);

/* The log that a call got. false: it got none. */
bool dfmti_apitrace_said_log(const dfmt_apitrace_call *c, struct dfmti_apitrace_line *line);

/* Whether one of a call's messages is of an error. Its first line is known of the first message alone. */
bool dfmti_apitrace_said_message(const dfmt_apitrace_call *c, uint32_t tells, dfmt_str *line);

#endif
