/* SPDX-License-Identifier: MIT */
/* Detection of inputs that are not a format of libdiagfmt: pprof profiles. */
#ifndef DFMTO_PROFILE_RECOGNISE_H
#define DFMTO_PROFILE_RECOGNISE_H

#include "op/op.h"

/* The first bytes of an input. Zeroed: unknown. */
struct dfmto_profile_head {
  dfmt_source *source;
  uint8_t bytes[512];
  size_t n;
  bool known, is_pprof;
};

/* Reads the start of a source. OK: known; AGAIN, E_NOMEM, E_LIMIT: the next call continues; E_*. */
dfmt_status dfmto_profile_look(dfmt_op *op, struct dfmto_profile_head *x, dfmt_source *from);
void dfmto_profile_head_free(struct dfmto_profile_head *x);

/* As dfmto_kind.begins. */
dfmt_status dfmto_profile_begins(dfmt_op *op, const uint8_t *ptr, size_t n, bool *is);

#endif
