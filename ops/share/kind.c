/* SPDX-License-Identifier: MIT */
#include "share.h"

#include <string.h>

#include "op/reading.h"

enum { LOOK = 4096 }; /* bytes of an input that tell what it is */

static const struct dfmto_share_entry_kind *const entry_kinds[] = {
    [DFMTO_ZIP] = &dfmto_share_zip_entries, [DFMTO_APPORT] = &dfmto_share_apport_fields};

static dfmt_status begin(dfmt_op *op) {
  struct dfmto_share *s = dfmto_share_of(op);
  s->op = op;
  s->entry_kinds = entry_kinds;
  s->values.mem = &op->mem;
  s->values.hash_digits = (unsigned)dfmto_option(op, DFMT_OPS_SHARE_HASH_BITS) / 4;
  s->filter.x = &s->scan;
  s->proving.key = dfmti_mem_key(&op->mem);
  s->piece = dfmti_alloc(&op->mem, DFMTO_SHARE_PIECE);
  if (!s->piece || !dfmto_share_scan_begin(&s->scan, &s->values)) return dfmto_no_memory(op);
  s->scan.private_stay = dfmto_option(op, DFMT_OPS_SHARE_PROFILE) != DFMT_SHARE_PROFILE_PUBLIC;
  dfmt_status st = dfmt_config_set(op->config, DFMT_CFG_BUGREPORT_TEXT, 0);
  return st == DFMT_OK ? dfmto_share_take_options(s) : st;
}

/* ---- opening ---- */

static dfmt_status not_searched(struct dfmto_share *s, const char *what) {
  return dfmti_fail(&s->op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_SHARE_NOT_SEARCHED, "%s cannot be searched", what);
}

/* The input as bytes that can be read from their start again. */
static dfmt_status find_source(struct dfmto_share *s, dfmt_source **out) {
  dfmt_op *op = s->op;
  if (op->n_inputs > 1 && !dfmt_source_seekable(op->inputs[op->input]))
    return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_SEEK, "an input that cannot seek must be the only one");
  op->spool.checked = true; /* any text will do */
  return dfmto_seekable(op, out);
}

/* It is a crash report: what a reader of them would read. */
static dfmt_status is_apport(struct dfmto_share *s, size_t n) {
  dfmt_probe probe;
  uint32_t found = 0;
  dfmt_status st = dfmt_identify(s->op->config, s->piece, n, NULL, &probe, 1, &found);
  if (st != DFMT_OK) return dfmti_fail(&s->op->err, st, DFMT_ERR_NOMEM, "no memory to find out the format");
  if (found && probe.format == DFMT_APPORT) s->parts = DFMTO_APPORT;
  return DFMT_OK;
}

/* Its start, of which s->piece has s->len bytes after AGAIN. */
static dfmt_status look_at_input(struct dfmto_share *s) {
  uint64_t got = 0;
  dfmt_status st = DFMT_OK;
  while (st == DFMT_OK && s->len < LOOK) {
    st = dfmt_source_read(s->outset, s->piece + s->len, LOOK - s->len, &got);
    s->len += (size_t)got;
  }
  if (st < 0) return dfmto_fail_as(s->op, dfmt_source_error(s->outset));
  if (st != DFMT_OK && st != DFMT_END) return st;
  const size_t have = s->len;
  memset(s->piece + have, 0, LOOK - have);
  s->packed = s->piece[0] == 0x1f && s->piece[1] == 0x8b;
  s->parts = dfmto_share_begins_zip(s->piece) ? DFMTO_ZIP : DFMTO_ONE_TEXT;
  if (memcmp(s->piece, "\x28\xb5\x2f\xfd", 4) == 0) return not_searched(s, dfmto_share_why_zstd.text);
  return s->packed || s->parts ? DFMT_OK : is_apport(s, have);
}

static void free_outset(struct dfmto_share *s) {
  dfmt_source_free(s->outset);
  s->outset = NULL;
  s->len = 0;
}

/* What is written of the input is compressed as was asked for. Only changed entries and values are. */
static dfmt_status check_packing(struct dfmto_share *s) {
  const bool parts = s->parts != DFMTO_ONE_TEXT;
  if (!dfmto_share_sink(s)) return DFMT_OK;
  dfmt_status st = dfmto_check_level(s->op, parts || s->packed);
  return st == DFMT_OK ? dfmto_check_threads(s->op, parts) : st;
}

static dfmt_status open_text(struct dfmto_share *s, dfmt_source *from) {
  dfmt_source *all = NULL;
  dfmt_status st = DFMT_OK;
  if (!s->outset) {
    s->len = 0;
    st = dfmt_source_slice(s->op->config, from, 0, LOOK, &s->outset);
  }
  if (st == DFMT_OK) st = look_at_input(s);
  if (st == DFMT_OK) st = check_packing(s);
  if (st == DFMT_AGAIN || st == DFMT_E_NOMEM) return st;
  free_outset(s);
  if (st != DFMT_OK) return st;
  st = dfmt_source_slice(s->op->config, from, 0, UINT64_MAX, &all);
  if (st == DFMT_OK) st = dfmt_source_unwrap(s->op->config, all, &s->text);
  dfmt_source_free(all);
  return st == DFMT_OK ? st : dfmti_fail(&s->op->err, st, DFMT_ERR_NOMEM, "no memory for a source");
}

/* ---- what need not be looked at again ---- */

/* What the text that is checked was when it was written; NULL: it has to be looked at. */
static const struct dfmto_share_proof *proof_of(const struct dfmto_share *s) {
  const struct dfmto_share *of = s->of;
  if (!of || of->op->n_inputs != 1 || of->values.n_changes != of->settled) return NULL;
  const struct dfmto_share_proof *p = dfmto_share_proof_at(&of->proofs, s->parts ? s->entry : 0);
  return p && p->is ? p : NULL;
}

/* Is it read back as it was looked at? */
static bool holds(const struct dfmto_share *s, const struct dfmto_share_proof *was) {
  const struct dfmto_share_proof now = dfmto_share_proof_end(&s->proving);
  return dfmti_digest_same(now.hash, was->hash) && now.len == was->len;
}

static dfmt_status open_input(struct dfmto_share *s) {
  static const dfmt_str outside = {"text", 4};
  dfmt_source *from;
  dfmt_status st = find_source(s, &from);
  if (st == DFMT_OK && !s->text) st = open_text(s, from);
  if (st != DFMT_OK) return st;
  s->n_read = 0;
  if (s->parts) return dfmto_share_entries_open(s, from);
  if (s->pass == DFMTO_SHARE_LOOK && !s->checking) { /* it is written as a whole */
    s->phase = DFMTO_SHARE_END;
    return DFMT_OK;
  }
  return dfmto_share_begin_text(s, outside);
}

/* ---- reading ---- */

/* What the first piece of a text says: NULL, or why it cannot be searched. */
static dfmt_status judge(struct dfmto_share *s, const struct dfmto_share_why **why) {
  dfmt_probe probe;
  uint32_t n = 0;
  *why = NULL;
  if (!s->packed && dfmto_share_wide_begin(&s->wide, s->piece, s->len)) return DFMT_OK;
  if (memchr(s->piece, 0, s->len)) *why = dfmto_share_why_of(s->piece, s->len);
  if (s->len > 1 && memcmp(s->piece, "PK", 2) == 0) *why = &dfmto_share_why_zip;
  if (*why || s->parts) return DFMT_OK;
  dfmt_status st = dfmt_identify(s->op->config, s->piece, s->len, NULL, &probe, 1, &n);
  if (st != DFMT_OK) return dfmti_fail(&s->op->err, st, DFMT_ERR_NOMEM, "no memory to find out the format");
  const bool text = n && (probe.format == DFMT_BUGREPORT || probe.format == DFMT_MALLOCDBG);
  if (n && !text) *why = &dfmto_share_why_profile;
  return DFMT_OK;
}

static dfmt_status not_looked_into(struct dfmto_share *s, const struct dfmto_share_why *why) {
  return s->parts ? dfmto_share_entries_leave_out(s, why) : not_searched(s, why->text);
}

static dfmt_status look_at_first(struct dfmto_share *s) {
  const struct dfmto_share_why *why = NULL;
  const bool message = s->named_message && dfmto_share_may_be_fields(s->piece, s->len);
  dfmt_status st = message ? DFMT_OK : judge(s, &why);
  if (st != DFMT_OK) return st;
  if (message) dfmto_share_message_begin(&s->message, dfmto_share_str(&s->carrier));
  s->looked = true;
  s->phase = DFMTO_SHARE_FEED;
  return why ? not_looked_into(s, why) : DFMT_OK;
}

static dfmt_status read_piece(struct dfmto_share *s) {
  uint64_t got = 0;
  dfmt_status st = dfmto_progress(s->op, s->n_read, 0);
  while (st == DFMT_OK && s->len < DFMTO_SHARE_PIECE && !s->over) {
    st = dfmt_source_read(s->text, s->piece + s->len, DFMTO_SHARE_PIECE - s->len, &got);
    if (st == DFMT_END) s->over = true;
    if (st == DFMT_E_UNSUPPORTED && s->parts && !s->looked)
      return dfmto_share_entries_leave_out(s, &dfmto_share_why_undecodable);
    if (st < 0) return dfmto_fail_as(s->op, dfmt_source_error(s->text));
    s->len += (size_t)got;
    s->n_read += got;
    if (s->over) st = DFMT_OK;
  }
  if (st != DFMT_OK) return st;
  s->phase = DFMTO_SHARE_FEED;
  return s->looked || !s->len ? DFMT_OK : look_at_first(s);
}

/* The piece in UTF-8. false: no memory. */
static bool narrow(struct dfmto_share *s, const uint8_t **p, size_t *n) {
  *p = s->piece;
  *n = s->len;
  if (s->wide.kind == DFMTO_NARROW) return true;
  if (!s->wide.done && !dfmto_share_wide_take(&s->op->mem, &s->wide, s->piece, s->len, s->over)) return false;
  s->wide.done = true;
  *p = s->wide.text.ptr;
  *n = s->wide.text.len;
  return true;
}

/* What comes after a piece. */
static enum dfmto_share_phase after_piece(const struct dfmto_share *s) {
  const enum dfmto_share_phase end = s->parts ? DFMTO_SHARE_ENTRY_END : DFMTO_SHARE_END;
  if (s->pass == DFMTO_SHARE_WRITE) return DFMTO_SHARE_PACK;
  return s->over || (s->pass == DFMTO_SHARE_LOOK && s->filter.n_spans) ? end : DFMTO_SHARE_READ;
}

static dfmt_status check_table(struct dfmto_share *s) {
  const uint64_t size = dfmto_share_values_size(s->scan.values);
  if (size <= dfmto_option(s->op, DFMT_CFG_MAX_TABLE)) return DFMT_OK;
  return dfmti_fail_limit(&s->op->err, DFMT_CFG_MAX_TABLE, DFMT_ERR_MAX_TABLE, s->n_read, size);
}

static dfmt_status end_piece(struct dfmto_share *s) {
  if (s->filter.hides) return not_looked_into(s, &dfmto_share_why_base64);
  if (s->checking && s->filter.n_spans) return dfmto_share_left(s, s->filter.n_lines);
  if (s->pass != DFMTO_SHARE_LEARN && !s->checking)
    dfmto_share_proof_feed(&s->proving, s->filter.out.ptr, s->filter.out.len);
  s->phase = after_piece(s);
  s->len = s->used = 0;
  s->wide.done = false;
  if (s->pass == DFMTO_SHARE_LOOK) s->filter.out.len = 0;
  return DFMT_OK;
}

/* A message is held until it is whole. */
static dfmt_status feed_message(struct dfmto_share *s) {
  struct dfmto_share_message *x = &s->message;
  dfmt_status st = DFMT_OK;
  if (s->used < s->len && x->in.len + s->len > dfmto_option(s->op, DFMT_CFG_MAX_RECORD))
    return not_looked_into(s, &dfmto_share_why_large_message);
  if (s->used < s->len && !dfmto_share_message_gather(x, &s->filter, s->piece, s->len)) return dfmto_no_memory(s->op);
  s->used = s->len;
  if (!s->over) return end_piece(s);
  while (st == DFMT_OK && x->state != DFMTO_MESSAGE_DONE && x->state != DFMTO_MESSAGE_BROKEN) {
    if (!dfmto_share_message_step(x, &s->filter)) return dfmto_no_memory(s->op);
    st = check_table(s);
    if (st == DFMT_OK) st = dfmto_progress(s->op, s->n_read, 0);
  }
  if (st != DFMT_OK) return st;
  return x->state == DFMTO_MESSAGE_DONE ? end_piece(s) : not_looked_into(s, &dfmto_share_why_no_message);
}

static dfmt_status feed(struct dfmto_share *s) {
  size_t used = 0, n;
  const uint8_t *p;
  if (s->message.state != DFMTO_MESSAGE_NONE) return feed_message(s);
  if (!narrow(s, &p, &n)) return dfmto_no_memory(s->op);
  const struct dfmto_share_proof *was = proof_of(s);
  if (was) {
    dfmto_share_proof_feed(&s->proving, p, n);
    return s->over && !holds(s, was) ? dfmto_share_left(s, 0) : end_piece(s);
  }
  bool good = dfmto_share_filter_feed(&s->filter, p + s->used, n - s->used, &used);
  s->used += used;
  good = good && (!s->over || dfmto_share_filter_end(&s->filter));
  if (!good) return dfmto_no_memory(s->op);
  dfmt_status st = s->filter.hides ? DFMT_OK : check_table(s);
  return st == DFMT_OK ? end_piece(s) : st;
}

/* ---- writing ---- */

static dfmt_status pack(struct dfmto_share *s) {
  const struct dfmti_buf *out = &s->filter.out;
  if (s->filter.left) return dfmto_share_left(s, s->filter.left);
  if (s->wide.kind != DFMTO_NARROW && !dfmto_share_wide_put(&s->op->mem, &s->wide, out->ptr, out->len, s->over))
    return dfmto_no_memory(s->op);
  if (s->gzip.mem && !dfmto_share_gzip_put(&s->gzip, out->ptr, out->len)) return dfmto_no_memory(s->op);
  s->phase = s->gzip.mem && s->over ? DFMTO_SHARE_CLOSE : DFMTO_SHARE_SEND;
  return DFMT_OK;
}

static dfmt_status close_gzip(struct dfmto_share *s) {
  if (!dfmto_share_gzip_close(&s->gzip)) return dfmto_no_memory(s->op);
  s->phase = DFMTO_SHARE_SEND;
  return DFMT_OK;
}

static struct dfmti_buf *ready(struct dfmto_share *s) {
  return s->wide.kind != DFMTO_NARROW ? &s->wide.out : s->gzip.mem ? &s->gzip.out : &s->filter.out;
}

static dfmt_status send_flat(struct dfmto_share *s, const struct dfmti_buf *out) {
  dfmt_sink *to = dfmto_share_sink(s);
  uint64_t taken = 0;
  dfmt_status st = DFMT_OK;
  if (to && out->len > s->sent) st = dfmt_sink_write(to, out->ptr + s->sent, out->len - s->sent, &taken);
  s->sent += (size_t)taken;
  if (st == DFMT_OK && to && s->over) st = dfmt_sink_flush(to);
  return st < 0 ? dfmto_fail_as(s->op, dfmt_sink_error(to)) : st;
}

static dfmt_status send_entry(struct dfmto_share *s, const struct dfmti_buf *out) {
  uint64_t taken = 0;
  if (!dfmto_share_sink(s)) return DFMT_OK;
  dfmt_status st = dfmto_share_entries_write(s, out->len ? out->ptr + s->sent : NULL, out->len - s->sent, &taken);
  s->sent += (size_t)taken;
  return st;
}

static dfmt_status send_review(struct dfmto_share *s) {
  struct dfmti_buf *out = &s->review.text;
  uint64_t taken = 0;
  if (!out->len) return DFMT_OK;
  dfmt_status st = dfmt_sink_write(s->review_to, out->ptr + s->review_sent, out->len - s->review_sent, &taken);
  s->review_sent += (size_t)taken;
  if (st < 0) return dfmto_fail_as(s->op, dfmt_sink_error(s->review_to));
  if (st == DFMT_OK) out->len = s->review_sent = 0;
  return st;
}

static dfmt_status send(struct dfmto_share *s) {
  struct dfmti_buf *out = ready(s);
  dfmt_status st = send_review(s);
  if (st == DFMT_OK) st = s->parts ? send_entry(s, out) : send_flat(s, out);
  if (st != DFMT_OK) return st;
  s->bytes_out += s->filter.out.len;
  s->filter.out.len = s->gzip.out.len = s->wide.out.len = 0;
  s->sent = 0;
  s->phase = !s->over ? DFMTO_SHARE_READ : s->parts ? DFMTO_SHARE_ENTRY_END : DFMTO_SHARE_END;
  return DFMT_OK;
}

/* ---- the end of an input, of a pass, of all ---- */

static dfmt_status end(struct dfmto_share *s) {
  const bool last = s->op->input + 1 == s->op->n_inputs;
  dfmt_status st = send_review(s);
  if (st != DFMT_OK) return st;
  if (s->pass == DFMTO_SHARE_LEARN && last && !dfmto_share_values_settle(&s->values)) return dfmto_no_memory(s->op);
  if (s->pass == DFMTO_SHARE_LEARN) s->settled = s->values.n_changes;
  if (s->pass == DFMTO_SHARE_WRITE && s->text && !dfmto_share_add_proof(s, dfmto_share_proof(s)))
    return dfmto_no_memory(s->op);
  if (s->text) dfmto_share_end_text(s);
  if (s->pass == DFMTO_SHARE_WRITE) s->bytes_in += s->n_read;
  s->phase = DFMTO_SHARE_OPEN;
  if (s->checking) {
    s->phase = DFMTO_SHARE_OVER;
  } else if (s->pass == DFMTO_SHARE_LOOK) {
    s->pass = DFMTO_SHARE_WRITE;
  } else if (!last) {
    s->op->input++;
    s->pass = s->pass == DFMTO_SHARE_WRITE ? DFMTO_SHARE_LOOK : DFMTO_SHARE_LEARN;
  } else if (s->pass == DFMTO_SHARE_WRITE) {
    s->phase = DFMTO_SHARE_OVER;
  } else {
    s->pass = DFMTO_SHARE_LOOK;
    s->op->input = 0;
  }
  return DFMT_OK;
}

static dfmt_status run(dfmt_op *op) {
  static dfmt_status (*const phases[])(struct dfmto_share *s) = {[DFMTO_SHARE_OPEN] = open_input,
                                                                 [DFMTO_SHARE_READ] = read_piece,
                                                                 [DFMTO_SHARE_FEED] = feed,
                                                                 [DFMTO_SHARE_PACK] = pack,
                                                                 [DFMTO_SHARE_CLOSE] = close_gzip,
                                                                 [DFMTO_SHARE_SEND] = send,
                                                                 [DFMTO_SHARE_END] = end,
                                                                 [DFMTO_SHARE_ENTRY] = dfmto_share_entries_next,
                                                                 [DFMTO_SHARE_ENTRY_COPY] = dfmto_share_entries_copy,
                                                                 [DFMTO_SHARE_ENTRY_END] = dfmto_share_entries_end,
                                                                 [DFMTO_SHARE_NEST] = dfmto_share_nest_begin,
                                                                 [DFMTO_SHARE_NEST_END] = dfmto_share_nest_end,
                                                                 [DFMTO_SHARE_NEST_SEND] = dfmto_share_nest_send,
                                                                 [DFMTO_SHARE_FINISH] = dfmto_share_entries_finish};
  struct dfmto_share *s = dfmto_share_of(op);
  dfmt_status st = DFMT_OK;
  if (op->decision != DFMTO_UNDECIDED)
    return dfmti_fail_state(&op->err, "an input that was not searched is not written");
  while (st == DFMT_OK && s->phase != DFMTO_SHARE_OVER) st = phases[s->phase](s);
  return st;
}

static void close_op(dfmt_op *op) {
  struct dfmto_share *s = dfmto_share_of(op);
  if (!s->op) return;
  for (size_t i = 0; i < s->n_sinks; i++) dfmt_sink_free(s->sinks[i]);
  dfmti_free(&op->mem, s->sinks, s->cap_sinks * sizeof(dfmt_sink *));
  dfmt_sink_free(s->review_to);
  dfmti_buf_free(&op->mem, &s->review.text);
  dfmt_source_free(s->text);
  dfmt_source_free(s->outset);
  dfmto_share_check_end(s);
  dfmto_share_entries_close(s);
  dfmto_share_nest_free(s);
  dfmto_share_gzip_free(&s->gzip);
  dfmto_share_filter_free(&s->filter);
  dfmto_share_message_free(&op->mem, &s->message);
  dfmto_share_account_free(&op->mem, &s->account);
  dfmto_share_scan_free(&s->scan);
  dfmto_share_values_free(&s->values);
  if (s->piece) dfmti_free(&op->mem, s->piece, DFMTO_SHARE_PIECE);
  memset(&s->values.key, 0, sizeof s->values.key);
}

static const struct dfmto_kind kind = {.number = DFMT_OP_SHARE,
                                       .name = "share",
                                       .state_size = sizeof(struct dfmto_share),
                                       .min_inputs = 1,
                                       .max_inputs = UINT64_MAX,
                                       .packs = true,
                                       .options = dfmto_share_options,
                                       .begin = begin,
                                       .run = run,
                                       .rows = dfmto_share_rows,
                                       .close = close_op};

dfmt_status dfmt_share_new(const dfmt_config *c, dfmt_op **out) { return dfmto_new(c, &kind, out); }

/* What is given before it runs. */
static dfmt_status enter_new(dfmt_op *op) {
  dfmt_status st = dfmto_share_enter(op);
  if (st == DFMT_OK && op->stage != DFMTO_NEW)
    st = dfmti_fail_state(&op->err, "outputs are given before the operation runs");
  return st;
}

dfmt_status dfmt_share_review(dfmt_op *op, dfmt_sink *to) {
  dfmt_status st = enter_new(op);
  if (st != DFMT_OK) return st;
  struct dfmto_share *s = dfmto_share_of(op);
  dfmt_sink_free(s->review_to);
  s->review_to = to ? dfmt_sink_ref(to) : NULL;
  return DFMT_OK;
}

dfmt_status dfmt_share_to(dfmt_op *op, dfmt_sink *to) {
  dfmt_status st = enter_new(op);
  if (st != DFMT_OK) return st;
  struct dfmto_share *s = dfmto_share_of(op);
  if (s->n_sinks == s->cap_sinks) {
    dfmt_sink **more = dfmti_grow(&op->mem, s->sinks, &s->cap_sinks, 4, sizeof *more);
    if (!more) return dfmto_no_memory(op);
    s->sinks = more;
  }
  s->sinks[s->n_sinks++] = to ? dfmt_sink_ref(to) : NULL;
  return DFMT_OK;
}
