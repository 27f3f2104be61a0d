/* SPDX-License-Identifier: MIT */
/* An input as bytes in memory, which grow as they are read; decompressed if it is gzip. */
#ifndef DFMTO_PROFILE_BYTES_H
#define DFMTO_PROFILE_BYTES_H

#include <zlib.h>

#include "op/op.h"

enum { DFMTO_PROFILE_PIECE = 16384 };

/* Zeroed: not begun. */
struct dfmto_profile_bytes {
  struct dfmti_buf data;
  dfmt_source *source;
  uint8_t piece[DFMTO_PROFILE_PIECE]; /* of the source; bytes `at` to `n` are unused */
  size_t at, n;
  uint64_t n_read;
  z_stream z;
  bool known, gzip, whole; /* known: it is known whether it is gzip; whole: its last member is complete */
};

/* Reads all of a source. OK; AGAIN, E_NOMEM and E_LIMIT: the next call continues; statuses of reading; E_FORMAT. */
dfmt_status dfmto_profile_bytes_read(dfmt_op *op, struct dfmto_profile_bytes *x, dfmt_source *from);

/* Decompresses the n first bytes of an input, if they are gzip, to at most *len bytes. E_NOMEM, E_LIMIT. */
dfmt_status dfmto_profile_bytes_peek(dfmt_op *op, const uint8_t *ptr, size_t n, uint8_t *out, size_t *len);

void dfmto_profile_bytes_free(dfmt_op *op, struct dfmto_profile_bytes *x);

#endif
