/* SPDX-License-Identifier: MIT */
/* The entries of an input, listed in a first pass and then read one by one, in any order. */
#ifndef DFMTO_PLAN_H
#define DFMTO_PLAN_H

#include "convert.h"

/* The input as bytes that can be read at any offset: if wrapped as a whole, its unwrapped content is spooled. */
struct dfmto_convert_bytes {
  dfmt_source *source;      /* the operation's; NULL: not known yet */
  dfmt_source *before;      /* the wrapped input, if it was wrapped */
  struct dfmto_spool spool; /* the unwrapped content */
  bool plain;               /* the reader does not unwrap any more */
};

/* OK: b->source is set, and the operation's reader does not unwrap. The next call continues. */
dfmt_status dfmto_convert_bytes_find(dfmt_op *op, struct dfmto_convert_bytes *b);
void dfmto_convert_bytes_free(dfmt_op *op, struct dfmto_convert_bytes *b);

/* Opens a range of it with the operation's reader. */
dfmt_status dfmto_convert_bytes_open(dfmt_op *op, const struct dfmto_convert_bytes *b, uint32_t format, uint64_t offset,
                                     uint64_t length);

#endif
