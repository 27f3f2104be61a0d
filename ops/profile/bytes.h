/* SPDX-License-Identifier: MIT */
/* An input as bytes in memory, which grow as they are read; out of gzip, if it is that. */
#ifndef DFMTO_PROFILE_BYTES_H
#define DFMTO_PROFILE_BYTES_H

#include <zlib.h>

#include "op/op.h"

enum { DFMTO_PROFILE_PIECE = 16384 };

/* Zeroed is not begun. */
struct dfmto_profile_bytes {
  struct dfmti_buf data;
  dfmt_source *source;
  uint8_t piece[DFMTO_PROFILE_PIECE]; /* of the source; from `at` to `n` it waits */
  size_t at, n;
  uint64_t n_read;
  z_stream z;
  bool known, gzip, whole; /* known: whether it is gzip; whole: the last member of that is */
};

/* All of a source. OK; AGAIN, E_NOMEM and E_LIMIT, after which the same call goes on; what reading says; E_FORMAT. */
dfmt_status dfmto_profile_bytes_read(dfmt_op *op, struct dfmto_profile_bytes *x, dfmt_source *from);

/* What the first bytes of an input, n, begin as out of gzip, up to *len. E_NOMEM, E_LIMIT. */
dfmt_status dfmto_profile_bytes_peek(dfmt_op *op, const uint8_t *ptr, size_t n, uint8_t *out, size_t *len);

void dfmto_profile_bytes_free(dfmt_op *op, struct dfmto_profile_bytes *x);

#endif
