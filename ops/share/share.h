/* SPDX-License-Identifier: MIT */
/*
 * Share from the inside: every input is read twice, first by a filter that learns and then by one that replaces.
 *
 *   OPEN -> READ <-> (pieces: FEED, PACK, CLOSE, SEND) -> END -> OPEN (the next input, or the next pass) ... -> OVER
 */
#ifndef DFMTO_SHARE_H
#define DFMTO_SHARE_H

#include <diagfmt/diagfmt.h>
#include <diagfmt/ops/share.h>

#include "filter.h"
#include "gzip.h"
#include "op/op.h"
#include "types.h"

enum dfmto_share_phase {
  DFMTO_SHARE_OPEN,
  DFMTO_SHARE_READ,
  DFMTO_SHARE_FEED,
  DFMTO_SHARE_PACK,
  DFMTO_SHARE_CLOSE,
  DFMTO_SHARE_SEND,
  DFMTO_SHARE_END,
  DFMTO_SHARE_OVER
};

enum { DFMTO_SHARE_PIECE = 65536 };

struct dfmto_share {
  dfmt_op *op;
  dfmt_sink **sinks;
  size_t n_sinks, cap_sinks;
  bool has_key;
  struct dfmto_values values;
  struct dfmto_scan scan;
  struct dfmto_account account;
  struct dfmto_filter filter;
  enum dfmto_share_phase phase;
  bool writing; /* the second pass */
  /* the input in hand */
  dfmt_source *text; /* without compression */
  bool packed;       /* it is gzip, and so is its output */
  bool over;         /* nothing more comes of it */
  bool looked;       /* its first piece was judged */
  struct dfmto_gzip gzip;
  uint8_t *piece;
  size_t len, used; /* of the piece */
  size_t sent;      /* of what is ready */
  uint64_t n_read, bytes_in, bytes_out, n_lines, n_places;
};

static inline struct dfmto_share *dfmto_share_of(dfmt_op *op) { return op->state; }

dfmt_status dfmto_share_rows(dfmt_op *op, dfmt_rows **out);

#endif
