/* SPDX-License-Identifier: MIT */
/*
 * Names out of a text that convert writes: it is kept, and goes through share (share.h) to the caller's sink, which
 * finds names in all spellings and layers. Profiles, which share does not read, lose names as they are made.
 */
#ifndef DFMTO_REDACT_H
#define DFMTO_REDACT_H

#include "op/op.h"

struct dfmto_convert;

struct dfmto_convert_redact {
  struct dfmto_spool kept;
  dfmt_sink *to;  /* the caller's; NULL: nothing is kept */
  dfmt_op *share; /* NULL: not made yet */
};

/* What is written from now on is kept. OK; E_NOMEM, E_IO: the same call can be tried again. */
dfmt_status dfmto_convert_redact_begin(struct dfmto_convert *c);

static inline bool dfmto_convert_redact_is_begun(const struct dfmto_convert_redact *r) { return r->to != NULL; }

/* After the last of it: writes it without names, and notes what else is not in it. The same call goes on. */
dfmt_status dfmto_convert_redact_run(struct dfmto_convert *c);

dfmt_status dfmto_convert_redact_limit(struct dfmto_convert_redact *r, uint32_t key, uint64_t value);

void dfmto_convert_redact_free(struct dfmto_convert_redact *r);

#endif
