/* SPDX-License-Identifier: MIT */
/* Inputs that are of no format of libdiagfmt's: profiles of pprof. */
#ifndef DFMTO_PROFILE_RECOGNISE_H
#define DFMTO_PROFILE_RECOGNISE_H

#include "op/op.h"

/* How an input begins. Zeroed is not known. */
struct dfmto_profile_head {
  dfmt_source *source;
  uint8_t bytes[512];
  size_t n;
  bool known, is_pprof;
};

/* Looks at the start of a source. OK, and it is known; AGAIN, E_NOMEM, E_LIMIT, after which the same call goes on; E_*.
 */
dfmt_status dfmto_profile_look(dfmt_op *op, struct dfmto_profile_head *x, dfmt_source *from);
void dfmto_profile_head_free(struct dfmto_profile_head *x);

/* As dfmto_kind.begins. */
dfmt_status dfmto_profile_begins(dfmt_op *op, const uint8_t *ptr, size_t n, bool *is);

#endif
