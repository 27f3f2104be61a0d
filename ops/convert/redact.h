/* SPDX-License-Identifier: MIT */
/*
 * Redacts names in a text that convert writes: the text is spooled and goes through share (share.h), which finds names
 * in all spellings and layers, to the caller's sink. Profiles, which share does not read, are redacted while they are
 * made.
 */
#ifndef DFMTO_REDACT_H
#define DFMTO_REDACT_H

#include "op/op.h"

struct dfmto_convert;

struct dfmto_convert_redact {
  struct dfmto_spool kept;
  dfmt_sink *to;  /* the caller's; NULL: nothing is spooled */
  dfmt_op *share; /* NULL: not made yet */
};

/* Spools what is written from now on. OK; E_NOMEM, E_IO: the call can be repeated. */
dfmt_status dfmto_convert_redact_begin(struct dfmto_convert *c);

static inline bool dfmto_convert_redact_is_begun(const struct dfmto_convert_redact *r) { return r->to != NULL; }

/* After the last write: writes the text without names, and notes what else was removed. The next call continues. */
dfmt_status dfmto_convert_redact_run(struct dfmto_convert *c);

dfmt_status dfmto_convert_redact_limit(struct dfmto_convert_redact *r, uint32_t key, uint64_t value);

void dfmto_convert_redact_free(struct dfmto_convert_redact *r);

#endif
