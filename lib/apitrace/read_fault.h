/* SPDX-License-Identifier: MIT */
/* Why an event cannot be read on. */
#ifndef DFMTI_APITRACE_READ_FAULT_H
#define DFMTI_APITRACE_READ_FAULT_H

#include "reader_state.h"

/* SHORT, and how many bytes are needed from the token's start; or E_LIMIT if that is above MAX_RECORD. */
dfmt_status dfmti_apitrace_short(dfmt_reader *r, struct dfmti_apitrace_reader *s, const uint8_t *token, uint64_t need);

/*
 * That for a token that is read again from its start and lacks `more` bytes as far as is known. It waits for an eighth
 * of what is there at least, or feeding bytes singly would take quadratic time.
 */
dfmt_status dfmti_apitrace_short_by(dfmt_reader *r, struct dfmti_apitrace_reader *s, const uint8_t *token,
                                    uint64_t more);

/* E_FORMAT with a message that names the byte found. */
dfmt_status dfmti_apitrace_unknown(dfmt_reader *r, const struct dfmti_apitrace_reader *s, uint32_t number,
                                   const char *what, const uint8_t *at);
dfmt_status dfmti_apitrace_bad_uint(dfmt_reader *r, const struct dfmti_apitrace_reader *s, const uint8_t *at);

#endif
