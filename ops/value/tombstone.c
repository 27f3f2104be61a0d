/* SPDX-License-Identifier: MIT */
/* Values that are tombstones in protobuf, as text. A value is gathered only as long as it may be one. */
#include "android/tombstone_proto.h"
#include "android/tombstone_text.h"
#include "value.h"

enum { SURE = 4096 }; /* bytes by which a tombstone is known */

static bool may_be_one(const struct dfmto_value *x) {
  const dfmt_str start = {(const char *)x->whole.ptr, x->whole.len};
  return x->whole.len < SURE || dfmti_tombstone_proto_begins(start).len > 0;
}

/* Adds the piece, which is kept while there is no room for it. */
static dfmt_status add(struct dfmto_value *x) {
  const uint64_t most = dfmto_option(x->op, DFMT_CFG_MAX_RECORD), n = x->whole.len + x->held.len;
  if (n > most) return dfmti_fail_limit(&x->op->err, DFMT_CFG_MAX_RECORD, DFMT_ERR_MAX_RECORD, 0, n);
  if (!dfmti_buf_append(&x->op->mem, &x->whole, x->held.ptr, (size_t)x->held.len)) return dfmto_no_memory(x->op);
  x->held.len = 0;
  return DFMT_OK;
}

/* All of it, or its start if it is none. */
static dfmt_status gather(struct dfmto_value *x, dfmt_status (*next_piece)(struct dfmto_value *x)) {
  dfmt_status st = x->held.len ? add(x) : DFMT_OK;
  while (st == DFMT_OK && may_be_one(x) && (st = next_piece(x)) == DFMT_OK) {
    x->held = x->piece;
    x->piece.len = 0;
    st = add(x);
  }
  return st == DFMT_END ? DFMT_OK : st;
}

dfmt_status dfmto_value_next_text(struct dfmto_value *x, dfmt_status (*next_piece)(struct dfmto_value *x)) {
  if (x->gathered) return next_piece(x);
  dfmt_status st = gather(x, next_piece);
  if (st != DFMT_OK) return st;
  const dfmt_str whole = {(const char *)x->whole.ptr, x->whole.len}, message = dfmti_tombstone_proto_begins(whole);
  x->out.text.len = 0;
  if (message.len && !dfmti_tombstone_write(&x->op->mem, &x->out.text, message)) return dfmto_no_memory(x->op);
  x->gathered = true;
  x->piece = message.len ? (dfmt_str){(const char *)x->out.text.ptr, x->out.text.len} : whole;
  return x->piece.len ? DFMT_OK : next_piece(x);
}
