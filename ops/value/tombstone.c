/* SPDX-License-Identifier: MIT */
/* Values that are tombstones in protobuf, as text. A value is gathered only as long as it may be one. */
#include "android/tombstone_text.h"

#include "android/tombstone_proto.h"
#include "op/reading.h"
#include "value.h"

enum { SURE = 4096 }; /* bytes by which a tombstone is known */

static bool may_be_one(const struct dfmto_value *x) {
  const dfmt_str start = {(const char *)x->whole.ptr, x->whole.len};
  return x->whole.len < SURE || dfmti_tombstone_proto_begins(start).len > 0;
}

/* size: of the message, so far, or of its text. */
static dfmt_status check_limit(struct dfmto_value *x, uint64_t size) {
  if (size <= dfmto_option(x->op, DFMT_CFG_MAX_RECORD)) return DFMT_OK;
  return dfmti_fail_limit(&x->op->err, DFMT_CFG_MAX_RECORD, DFMT_ERR_MAX_RECORD, 0, 2 * size);
}

/* Adds the piece, which is kept while there is no memory for it. */
static dfmt_status add(struct dfmto_value *x) {
  if (!dfmti_buf_append(&x->op->mem, &x->whole, x->held.ptr, (size_t)x->held.len)) return dfmto_no_memory(x->op);
  x->held.len = 0;
  return DFMT_OK;
}

/* Gathers all of a value, or the start of one that is no tombstone. Damage ends it, and is met again behind it. */
static dfmt_status gather(struct dfmto_value *x, dfmt_status (*next_piece)(struct dfmto_value *x)) {
  dfmt_status st = x->held.len ? add(x) : DFMT_OK;
  while (st == DFMT_OK && may_be_one(x)) {
    st = check_limit(x, x->whole.len);
    if (st == DFMT_OK) st = next_piece(x);
    if (st != DFMT_OK) break;
    x->held = x->piece;
    x->piece.len = 0;
    st = add(x);
  }
  return st == DFMT_END || dfmto_is_damage(st) ? DFMT_OK : st;
}

/* Sets the piece to the text, or to what was gathered. */
static dfmt_status make_text(struct dfmto_value *x) {
  const dfmt_str whole = {(const char *)x->whole.ptr, x->whole.len}, message = dfmti_tombstone_proto_begins(whole);
  struct dfmti_buf *text = &x->out.text;
  text->len = 0;
  if (message.len && !dfmti_tombstone_write(&x->op->mem, text, message, dfmto_option(x->op, DFMT_CFG_MAX_RECORD)))
    return dfmto_no_memory(x->op);
  dfmt_status st = check_limit(x, text->len);
  if (st == DFMT_OK) x->piece = message.len ? (dfmt_str){(const char *)text->ptr, text->len} : whole;
  return st;
}

dfmt_status dfmto_value_next_text(struct dfmto_value *x, dfmt_status (*next_piece)(struct dfmto_value *x)) {
  dfmt_status st = x->gathered ? DFMT_OK : gather(x, next_piece);
  if (st == DFMT_OK && !x->gathered) st = make_text(x);
  if (st != DFMT_OK) return st;
  const bool made = !x->gathered && x->piece.len;
  x->gathered = true;
  return made ? DFMT_OK : next_piece(x);
}
