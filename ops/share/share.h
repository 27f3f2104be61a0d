/* SPDX-License-Identifier: MIT */
/*
 * Share from the inside: every input is read twice, first by a filter that learns and then by one that replaces; a zip
 * once more between them, to find out which of its entries change, as others are passed on as they are.
 *
 *   OPEN -> [ENTRY ->] READ <-> (pieces: FEED, PACK, CLOSE, SEND) -> [ENTRY ->] END -> OPEN (the next) ... -> OVER
 */
#ifndef DFMTO_SHARE_H
#define DFMTO_SHARE_H

#include <diagfmt/diagfmt.h>
#include <diagfmt/ops/share.h>

#include "filter.h"
#include "gzip.h"
#include "op/op.h"
#include "types.h"
#include "wide.h"

enum dfmto_share_phase {
  DFMTO_SHARE_OPEN,
  DFMTO_SHARE_ENTRY,
  DFMTO_SHARE_ENTRY_COPY,
  DFMTO_SHARE_ENTRY_END,
  DFMTO_SHARE_READ,
  DFMTO_SHARE_FEED,
  DFMTO_SHARE_PACK,
  DFMTO_SHARE_CLOSE,
  DFMTO_SHARE_SEND,
  DFMTO_SHARE_END,
  DFMTO_SHARE_FINISH,
  DFMTO_SHARE_OVER
};

enum { DFMTO_SHARE_PIECE = 65536 };

enum dfmto_share_pass { DFMTO_SHARE_LEARN, DFMTO_SHARE_LOOK, DFMTO_SHARE_WRITE };

/* What is known of an entry of a zip. */
enum dfmto_share_entry { DFMTO_ENTRY_SAME, DFMTO_ENTRY_CHANGED, DFMTO_ENTRY_LEFT_OUT };

struct dfmto_entry_state {
  enum dfmto_share_entry what;
  const char *why; /* it is left out */
};

struct dfmto_left_out {
  uint64_t input;
  uint32_t name;
  const char *why;
};

/* An entry's first bytes, which were looked at before the rest is read. */
struct dfmto_share_start {
  dfmt_reader *reader;
  uint8_t bytes[4];
  size_t have, at;
};

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
  enum dfmto_share_pass pass;
  /* the input in hand */
  dfmt_source *text; /* without compression */
  bool packed;       /* it is gzip, and so is its output */
  bool over;         /* nothing more comes of it */
  bool looked;       /* its first piece was judged */
  struct dfmto_gzip gzip;
  uint8_t *piece;
  size_t len, used; /* of the piece */
  size_t sent;      /* of what is ready */
  /* of a zip */
  bool zip;
  const dfmt_event *ev;
  bool head_done;                 /* the name and the comment of the entry in hand are made */
  struct dfmto_share_start start; /* of the entry in hand */
  struct dfmti_buf states;        /* of struct dfmto_entry_state, for each entry */
  struct dfmti_buf name, comment, carrier;
  dfmt_writer *writer;
  bool in_entry; /* the writer is */
  struct dfmto_wide wide;
  struct dfmti_buf left_out; /* of struct dfmto_left_out: of all inputs */
  struct dfmto_texts names;  /* of these, as they would have been written */
  uint64_t n_read, bytes_in, bytes_out, n_lines, n_places;
};

static inline struct dfmto_share *dfmto_share_of(dfmt_op *op) { return op->state; }

/* Goes on with a zip: phases ENTRY, ENTRY_COPY, ENTRY_END, FINISH. */
dfmt_status dfmto_zip_open(struct dfmto_share *s, dfmt_source *from);
dfmt_status dfmto_zip_entry(struct dfmto_share *s);
dfmt_status dfmto_zip_copy(struct dfmto_share *s);
dfmt_status dfmto_zip_end_entry(struct dfmto_share *s);
dfmt_status dfmto_zip_finish(struct dfmto_share *s);
/* Sends bytes to the entry in hand, which is begun with the first of them; *taken: how many were taken. */
dfmt_status dfmto_zip_write(struct dfmto_share *s, const uint8_t *p, size_t n, uint64_t *taken);
/* The entry in hand will not be in the output. */
dfmt_status dfmto_zip_leave_out(struct dfmto_share *s, const char *why);
void dfmto_zip_close(struct dfmto_share *s);

/* The text in hand is over. */
void dfmto_share_end_text(struct dfmto_share *s);

/* The filter begins a text; carrier: where it stands. */
dfmt_status dfmto_share_begin_text(struct dfmto_share *s, dfmt_str carrier);
dfmt_sink *dfmto_share_sink(const struct dfmto_share *s);

dfmt_status dfmto_share_rows(dfmt_op *op, dfmt_rows **out);

#endif
