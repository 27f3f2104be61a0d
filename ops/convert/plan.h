/* SPDX-License-Identifier: MIT */
/* The entries of an input, listed in a first pass and then read one by one, in any order. */
#ifndef DFMTO_PLAN_H
#define DFMTO_PLAN_H

#include "convert.h"

/* The input as bytes that can be read anywhere: it is kept unwrapped if it is wrapped as a whole. */
struct dfmto_convert_bytes {
  dfmt_source *source;      /* the operation's; NULL: not known yet */
  dfmt_source *before;      /* the input as it came, if it was wrapped */
  struct dfmto_spool spool; /* of that */
  bool plain;               /* the reader unwraps nothing any more */
};

/* OK: b->source is there, and the operation's reader is one that unwraps nothing. The same call goes on. */
dfmt_status dfmto_convert_bytes_find(dfmt_op *op, struct dfmto_convert_bytes *b);
void dfmto_convert_bytes_free(dfmt_op *op, struct dfmto_convert_bytes *b);

/* Opens a part of it with the operation's reader. */
dfmt_status dfmto_convert_bytes_open(dfmt_op *op, const struct dfmto_convert_bytes *b, uint32_t format, uint64_t offset,
                                     uint64_t length);

#endif
