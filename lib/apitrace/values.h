/* SPDX-License-Identifier: MIT */
/* Values of a call, and the definitions that stand among them. */
#ifndef DFMTI_APITRACE_VALUES_H
#define DFMTI_APITRACE_VALUES_H

#include "reader_state.h"

/*
 * Reads on with the values that are open, or one more value, to its end: into s->call, or past them if !s->keep. *p is
 * the place, and where it stopped afterwards: always between two values. OK; SHORT (s->want, from *p); BLOB: its head
 * is read, its node is there, its bytes come next; E_FORMAT, E_LIMIT, E_NOMEM with the reader's error.
 */
dfmt_status dfmti_apitrace_values(dfmt_reader *r, struct dfmti_apitrace_reader *s, const uint8_t **p,
                                  const uint8_t *end);

/* The definition that stands at *p, interned. Afterwards *p is after it. As dfmti_apitrace_intern(). */
dfmt_status dfmti_apitrace_read_definition(dfmt_reader *r, struct dfmti_apitrace_reader *s, uint32_t kind, uint64_t id,
                                           const uint8_t *id_at, const uint8_t **p, const uint8_t *end,
                                           const uint8_t *token, const struct dfmti_definition **out);

/* The definition of an id that *p is after: known, or read from there. */
static inline dfmt_status dfmti_apitrace_define(dfmt_reader *r, struct dfmti_apitrace_reader *s, uint32_t kind,
                                                uint64_t id, const uint8_t *id_at, const uint8_t **p,
                                                const uint8_t *end, const uint8_t *token,
                                                const struct dfmti_definition **out) {
  *out = dfmti_definition_known(&s->tables, kind, id, dfmti_apitrace_offset(s, id_at));
  return *out ? DFMT_OK : dfmti_apitrace_read_definition(r, s, kind, id, id_at, p, end, token, out);
}

#endif
