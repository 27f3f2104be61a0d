/* SPDX-License-Identifier: MIT */
#include "share.h"

#include <string.h>

#include <diagfmt/bugreport.h>

#include "op/reading.h"

enum { LOOK = 4096 }; /* bytes of an input that identify it */

static const struct dfmto_share_entry_kind *const entry_kinds[] = {
    [DFMTO_ZIP] = &dfmto_share_zip_entries, [DFMTO_APPORT] = &dfmto_share_apport_fields};

static dfmt_status begin(dfmt_op *op) {
  struct dfmto_share *s = dfmto_share_of(op);
  s->op = op;
  s->entries.kinds = entry_kinds;
  s->learned.values.mem = &op->mem;
  s->learned.values.hash_digits = (unsigned)dfmto_option(op, DFMT_OPS_SHARE_HASH_BITS) / 4;
  s->filter.x = &s->learned.scan;
  s->recheck.proving.key = dfmti_mem_key(&op->mem);
  s->input.piece = dfmti_alloc(&op->mem, DFMTO_SHARE_PIECE);
  if (!s->input.piece || !dfmto_share_scan_begin(&s->learned.scan, &s->learned.values)) return dfmto_no_memory(op);
  s->learned.scan.private_stay = dfmto_option(op, DFMT_OPS_SHARE_PROFILE) != DFMT_SHARE_PROFILE_PUBLIC;
  dfmt_status st = dfmt_config_set(op->config, DFMT_CFG_BUGREPORT_TEXT, 0);
  if (st == DFMT_OK) st = dfmto_share_take_options(s);
  s->doubts.second.classes = s->learned.scan.classes;
  s->doubts.second.private_stay = s->learned.scan.private_stay;
  return st;
}

/* ---- opening ---- */

static dfmt_status not_searched(struct dfmto_share *s, const char *what) {
  return dfmti_fail(&s->op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_SHARE_NOT_SEARCHED, "%s cannot be searched", what);
}

/* The input as a source that can be read twice. */
static dfmt_status find_source(struct dfmto_share *s, dfmt_source **out) {
  dfmt_op *op = s->op;
  if (op->n_inputs > 1 && !dfmt_source_seekable(op->inputs[op->input]))
    return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_SEEK, "an input that cannot seek must be the only one");
  op->spool.checked = true; /* any text is accepted */
  return dfmto_seekable(op, out);
}

/* One that stands in another text is searched as a part of that. */
static bool is_report(const dfmt_probe *p, uint32_t n) {
  return n && p->format == DFMT_APPORT && p->wrapper != DFMT_WRAPPER_TEXT;
}

/* Whether it is a crash report, as readers identify it. */
static dfmt_status is_apport(struct dfmto_share *s, size_t n) {
  dfmt_probe probe;
  uint32_t found = 0;
  dfmt_status st = dfmt_identify(s->op->config, s->input.piece, n, NULL, &probe, 1, &found);
  if (st != DFMT_OK) return dfmti_fail(&s->op->err, st, DFMT_ERR_NOMEM, "no memory to find out the format");
  if (is_report(&probe, found)) s->input.parts = DFMTO_APPORT;
  return DFMT_OK;
}

/* Reads its start; after AGAIN s->input.piece has s->input.len bytes of it. */
static dfmt_status look_at_input(struct dfmto_share *s) {
  uint64_t got = 0;
  dfmt_status st = DFMT_OK;
  while (st == DFMT_OK && s->input.len < LOOK) {
    st = dfmt_source_read(s->input.outset, s->input.piece + s->input.len, LOOK - s->input.len, &got);
    s->input.len += (size_t)got;
  }
  if (st < 0) return dfmto_fail_as(s->op, dfmt_source_error(s->input.outset));
  if (st != DFMT_OK && st != DFMT_END) return st;
  const size_t have = s->input.len;
  memset(s->input.piece + have, 0, LOOK - have);
  s->input.packed = s->input.piece[0] == 0x1f && s->input.piece[1] == 0x8b;
  s->input.parts = dfmto_share_begins_zip(s->input.piece) ? DFMTO_ZIP : DFMTO_ONE_TEXT;
  if (memcmp(s->input.piece, "\x28\xb5\x2f\xfd", 4) == 0) return not_searched(s, dfmto_share_why_zstd.text);
  return s->input.packed || s->input.parts ? DFMT_OK : is_apport(s, have);
}

static void free_outset(struct dfmto_share *s) {
  dfmt_source_free(s->input.outset);
  s->input.outset = NULL;
  s->input.len = 0;
}

/* Compression options must have an effect. Only changed entries and values are compressed. */
static dfmt_status check_packing(struct dfmto_share *s) {
  const bool parts = s->input.parts != DFMTO_ONE_TEXT;
  if (!dfmto_share_sink(s)) return DFMT_OK;
  dfmt_status st = dfmto_check_level(s->op, parts || s->input.packed);
  return st == DFMT_OK ? dfmto_check_threads(s->op, parts) : st;
}

static dfmt_status no_source(struct dfmto_share *s, dfmt_status st) {
  return st == DFMT_OK ? st : dfmti_fail(&s->op->err, st, DFMT_ERR_NOMEM, "no memory for a source");
}

static dfmt_status open_text(struct dfmto_share *s, dfmt_source *from) {
  dfmt_source *all = NULL;
  dfmt_status st = DFMT_OK;
  if (!s->input.outset) {
    s->input.len = 0;
    st = no_source(s, dfmt_source_slice(s->op->config, from, 0, LOOK, &s->input.outset));
  }
  if (st == DFMT_OK) st = look_at_input(s);
  if (st == DFMT_OK) st = check_packing(s);
  if (st == DFMT_AGAIN || st == DFMT_E_NOMEM) return st;
  free_outset(s);
  if (st != DFMT_OK) return st;
  st = dfmt_source_slice(s->op->config, from, 0, UINT64_MAX, &all);
  if (st == DFMT_OK) st = dfmt_source_unwrap(s->op->config, all, &s->input.source);
  dfmt_source_free(all);
  return no_source(s, st);
}

static dfmt_status open_input(struct dfmto_share *s) {
  static const dfmt_str outside = {"text", 4};
  dfmt_source *from;
  dfmt_status st = find_source(s, &from);
  if (st == DFMT_OK && !s->input.source) st = open_text(s, from);
  if (st != DFMT_OK) return st;
  s->input.n_read = 0;
  if (s->input.parts) return dfmto_share_entries_open(s, from);
  if (s->pass == DFMTO_SHARE_LOOK && !s->recheck.checking) { /* it is written as a whole */
    s->phase = DFMTO_SHARE_END;
    return DFMT_OK;
  }
  return dfmto_share_begin_text(s, outside);
}

/* ---- reading ---- */

/* By the format that a whole input has. */
static dfmt_status judge_format(struct dfmto_share *s, const struct dfmto_share_why **why) {
  dfmt_probe probe;
  uint32_t n = 0;
  dfmt_status st = dfmt_identify(s->op->config, s->input.piece, s->input.len, NULL, &probe, 1, &n);
  if (st != DFMT_OK) return dfmti_fail(&s->op->err, st, DFMT_ERR_NOMEM, "no memory to find out the format");
  if (is_report(&probe, n)) *why = &dfmto_share_why_report;
  if (n && (probe.format == DFMT_SIMPLEPERF || probe.format == DFMT_APITRACE)) *why = &dfmto_share_why_profile;
  return DFMT_OK;
}

/* Judges the first piece of a text: NULL, or why it cannot be searched. */
static dfmt_status judge(struct dfmto_share *s, const struct dfmto_share_why **why) {
  const uint8_t *p = s->input.piece;
  const size_t n = s->input.len;
  *why = NULL;
  if (!s->input.packed && dfmto_share_wide_begin(&s->input.wide, p, n)) return DFMT_OK;
  if (memchr(p, 0, n)) *why = dfmto_share_why_of(p, n);
  if (n > 1 && memcmp(p, "PK", 2) == 0) *why = &dfmto_share_why_zip;
  if (!*why && dfmto_share_begins_records(p, n)) *why = &dfmto_share_why_records;
  return s->input.parts || (*why && *why != &dfmto_share_why_binary) ? DFMT_OK : judge_format(s, why);
}

static dfmt_status not_looked_into(struct dfmto_share *s, const struct dfmto_share_why *why) {
  return s->input.parts ? dfmto_share_entries_leave_out(s, why) : not_searched(s, why->text);
}

static dfmt_status look_at_first(struct dfmto_share *s) {
  const struct dfmto_share_why *why = NULL;
  const bool message = s->entry.named_message && dfmto_share_may_be_fields(s->input.piece, s->input.len);
  dfmt_status st = message ? DFMT_OK : judge(s, &why);
  if (st != DFMT_OK) return st;
  if (message) dfmto_share_message_begin(&s->entry.message, dfmto_share_str(&s->entry.carrier));
  s->input.looked = true;
  s->phase = DFMTO_SHARE_FEED;
  return why ? not_looked_into(s, why) : DFMT_OK;
}

static dfmt_status read_piece(struct dfmto_share *s) {
  uint64_t got = 0;
  dfmt_status st = dfmto_progress(s->op, s->input.n_read, 0);
  while (st == DFMT_OK && s->input.len < DFMTO_SHARE_PIECE && !s->input.over) {
    st = dfmt_source_read(s->input.source, s->input.piece + s->input.len, DFMTO_SHARE_PIECE - s->input.len, &got);
    if (st == DFMT_END) s->input.over = true;
    if (st == DFMT_E_UNSUPPORTED && s->input.parts && !s->input.looked)
      return dfmto_share_entries_leave_out(s, &dfmto_share_why_undecodable);
    if (st < 0) return dfmto_fail_as(s->op, dfmt_source_error(s->input.source));
    s->input.len += (size_t)got;
    s->input.n_read += got;
    if (s->input.over) st = DFMT_OK;
  }
  if (st != DFMT_OK) return st;
  s->phase = DFMTO_SHARE_FEED;
  return s->input.looked || !s->input.len ? DFMT_OK : look_at_first(s);
}

/* The piece in UTF-8. false: no memory. */
static bool narrow(struct dfmto_share *s, const uint8_t **p, size_t *n) {
  *p = s->input.piece;
  *n = s->input.len;
  if (s->input.wide.kind == DFMTO_NARROW) return true;
  if (!s->input.wide.done &&
      !dfmto_share_wide_take(&s->op->mem, &s->input.wide, s->input.piece, s->input.len, s->input.over))
    return false;
  s->input.wide.done = true;
  *p = s->input.wide.text.ptr;
  *n = s->input.wide.text.len;
  return true;
}

/* The phase after a piece. */
static enum dfmto_share_phase after_piece(const struct dfmto_share *s) {
  const enum dfmto_share_phase end = s->input.parts ? DFMTO_SHARE_ENTRY_END : DFMTO_SHARE_END;
  if (s->pass == DFMTO_SHARE_WRITE) return DFMTO_SHARE_PACK;
  return s->input.over || (s->pass == DFMTO_SHARE_LOOK && s->filter.n_spans) ? end : DFMTO_SHARE_READ;
}

static dfmt_status check_table(struct dfmto_share *s) {
  const uint64_t size = dfmto_share_values_size(s->learned.scan.values);
  if (size == s->learned.settled_size) return DFMT_OK;
  s->learned.settled_size = size <= dfmto_option(s->op, DFMT_CFG_MAX_TABLE) ? size : 0;
  if (s->learned.settled_size) return DFMT_OK;
  return dfmti_fail_limit(&s->op->err, DFMT_CFG_MAX_TABLE, DFMT_ERR_MAX_TABLE, s->input.n_read, size);
}

static dfmt_status end_piece(struct dfmto_share *s) {
  if (s->filter.hides) return not_looked_into(s, &dfmto_share_why_base64);
  if (s->recheck.checking && s->filter.n_spans) return dfmto_share_left(s, s->filter.n_lines);
  if (s->pass >= DFMTO_SHARE_LOOK && !s->recheck.checking)
    dfmto_share_proof_feed(&s->recheck.proving, s->filter.out.ptr, s->filter.out.len);
  if (s->filter.second && s->entry.message.state != DFMTO_MESSAGE_NONE)
    dfmto_share_second_line(s->filter.second, s->filter.out.ptr, s->filter.out.len, 0);
  s->phase = after_piece(s);
  s->input.len = s->input.used = 0;
  s->input.wide.done = false;
  if (s->pass == DFMTO_SHARE_LOOK) s->filter.out.len = 0;
  return DFMT_OK;
}

/* A message is gathered until it is complete. */
static dfmt_status feed_message(struct dfmto_share *s) {
  struct dfmto_share_message *x = &s->entry.message;
  dfmt_status st = DFMT_OK;
  if (s->input.used < s->input.len && x->in.len + s->input.len > dfmto_option(s->op, DFMT_CFG_MAX_RECORD))
    return not_looked_into(s, &dfmto_share_why_large_message);
  if (s->input.used < s->input.len && !dfmto_share_message_gather(x, &s->filter, s->input.piece, s->input.len))
    return dfmto_no_memory(s->op);
  s->input.used = s->input.len;
  if (!s->input.over) return end_piece(s);
  while (st == DFMT_OK && x->state != DFMTO_MESSAGE_DONE && x->state != DFMTO_MESSAGE_BROKEN) {
    if (!dfmto_share_message_step(x, &s->filter)) return dfmto_no_memory(s->op);
    st = check_table(s);
    if (st == DFMT_OK) st = dfmto_progress(s->op, s->input.n_read, 0);
  }
  if (st != DFMT_OK) return st;
  return x->state == DFMTO_MESSAGE_DONE ? end_piece(s) : not_looked_into(s, &dfmto_share_why_no_message);
}

static dfmt_status feed(struct dfmto_share *s) {
  size_t used = 0, n;
  const uint8_t *p;
  if (s->entry.message.state != DFMTO_MESSAGE_NONE && s->pass != DFMTO_SHARE_COUNT) return feed_message(s);
  if (!narrow(s, &p, &n)) return dfmto_no_memory(s->op);
  if (s->pass == DFMTO_SHARE_COUNT) {
    dfmto_share_frequent_count(&s->learned.scan, p, n);
    return end_piece(s);
  }
  const struct dfmto_share_proof *was = dfmto_share_check_proof(s);
  if (was) {
    dfmto_share_proof_feed(&s->recheck.proving, p, n);
    return s->input.over && !dfmto_share_check_holds(s, was) ? dfmto_share_left(s, 0) : end_piece(s);
  }
  bool good = dfmto_share_filter_feed(&s->filter, p + s->input.used, n - s->input.used, &used);
  s->input.used += used;
  good = good && (!s->input.over || dfmto_share_filter_end(&s->filter));
  if (!good) return dfmto_no_memory(s->op);
  dfmt_status st = s->filter.hides ? DFMT_OK : check_table(s);
  return st == DFMT_OK ? end_piece(s) : st;
}

/* ---- writing ---- */

static dfmt_status pack(struct dfmto_share *s) {
  const struct dfmti_buf *out = &s->filter.out;
  if (s->filter.left) return dfmto_share_left(s, s->filter.left);
  if (s->input.wide.kind != DFMTO_NARROW &&
      !dfmto_share_wide_put(&s->op->mem, &s->input.wide, out->ptr, out->len, s->input.over))
    return dfmto_no_memory(s->op);
  if (s->input.gzip.mem && !dfmto_share_gzip_put(&s->input.gzip, out->ptr, out->len)) return dfmto_no_memory(s->op);
  s->phase = s->input.gzip.mem && s->input.over ? DFMTO_SHARE_CLOSE : DFMTO_SHARE_SEND;
  return DFMT_OK;
}

static dfmt_status close_gzip(struct dfmto_share *s) {
  if (!dfmto_share_gzip_close(&s->input.gzip)) return dfmto_no_memory(s->op);
  s->phase = DFMTO_SHARE_SEND;
  return DFMT_OK;
}

static struct dfmti_buf *ready(struct dfmto_share *s) {
  return s->input.wide.kind != DFMTO_NARROW ? &s->input.wide.out
         : s->input.gzip.mem                ? &s->input.gzip.out
                                            : &s->filter.out;
}

static dfmt_status send_flat(struct dfmto_share *s, const struct dfmti_buf *out) {
  dfmt_sink *to = dfmto_share_sink(s);
  uint64_t taken = 0;
  dfmt_status st = DFMT_OK;
  if (to && out->len > s->input.sent)
    st = dfmt_sink_write(to, out->ptr + s->input.sent, out->len - s->input.sent, &taken);
  s->input.sent += (size_t)taken;
  if (st == DFMT_OK && to && s->input.over) st = dfmt_sink_flush(to);
  return st < 0 ? dfmto_fail_as(s->op, dfmt_sink_error(to)) : st;
}

static dfmt_status send_entry(struct dfmto_share *s, const struct dfmti_buf *out) {
  uint64_t taken = 0;
  if (!dfmto_share_sink(s)) return DFMT_OK;
  dfmt_status st =
      dfmto_share_entries_write(s, out->len ? out->ptr + s->input.sent : NULL, out->len - s->input.sent, &taken);
  s->input.sent += (size_t)taken;
  return st;
}

static dfmt_status send_review(struct dfmto_share *s) {
  struct dfmti_buf *out = &s->outputs.review.text;
  uint64_t taken = 0;
  if (!out->len) return DFMT_OK;
  dfmt_sink *to = dfmto_output(s->op, DFMTO_SHARE_REVIEW, 0);
  dfmt_status st = dfmt_sink_write(to, out->ptr + s->outputs.review_sent, out->len - s->outputs.review_sent, &taken);
  s->outputs.review_sent += (size_t)taken;
  if (st < 0) return dfmto_fail_as(s->op, dfmt_sink_error(to));
  if (st == DFMT_OK) out->len = s->outputs.review_sent = 0;
  return st;
}

static dfmt_status send(struct dfmto_share *s) {
  struct dfmti_buf *out = ready(s);
  dfmt_status st = send_review(s);
  if (st == DFMT_OK) st = s->input.parts ? send_entry(s, out) : send_flat(s, out);
  if (st != DFMT_OK) return st;
  s->sums.bytes_out += s->filter.out.len;
  s->filter.out.len = s->input.gzip.out.len = s->input.wide.out.len = 0;
  s->input.sent = 0;
  s->phase = !s->input.over ? DFMTO_SHARE_READ : s->input.parts ? DFMTO_SHARE_ENTRY_END : DFMTO_SHARE_END;
  return DFMT_OK;
}

/* ---- the end of an input, of a pass, of all ---- */

/* All that can be known is known. false: no memory. */
static bool settle(struct dfmto_share *s) {
  if (!dfmto_share_values_settle(&s->learned.values)) return false;
  dfmto_share_scan_settle(&s->learned.scan);
  s->learned.settled = s->learned.values.n_changes;
  return true;
}

/* Goes to the next input, or to the next pass over this one or all. */
static void go_on(struct dfmto_share *s) {
  const bool last = s->op->input + 1 == s->op->n_inputs;
  const enum dfmto_share_pass pass = s->pass;
  s->phase = s->recheck.checking || (last && pass == DFMTO_SHARE_WRITE) ? DFMTO_SHARE_OVER : DFMTO_SHARE_OPEN;
  if (s->phase == DFMTO_SHARE_OVER) return;
  if (pass == DFMTO_SHARE_LOOK) {
    s->pass = DFMTO_SHARE_WRITE;
  } else if (!last) {
    s->op->input++;
    s->pass = pass == DFMTO_SHARE_WRITE ? DFMTO_SHARE_LOOK : pass;
  } else {
    const bool counts = pass == DFMTO_SHARE_LEARN && dfmto_share_frequent_begin(&s->learned.scan);
    if (pass == DFMTO_SHARE_COUNT) dfmto_share_frequent_end(&s->learned.scan);
    s->pass = counts ? DFMTO_SHARE_COUNT : DFMTO_SHARE_LOOK;
    s->op->input = 0;
  }
}

static dfmt_status end(struct dfmto_share *s) {
  const bool last = s->op->input + 1 == s->op->n_inputs, writing = s->pass == DFMTO_SHARE_WRITE;
  dfmt_status st = send_review(s);
  if (st != DFMT_OK) return st;
  if (s->pass == DFMTO_SHARE_LEARN && last && !settle(s)) return dfmto_no_memory(s->op);
  if (writing && s->input.source &&
      !dfmto_share_doubts_take(&s->op->mem, &s->doubts, s->op->input, (dfmt_str){NULL, 0}))
    return dfmto_no_memory(s->op);
  if (writing && s->input.source && !dfmto_share_add_proof(s, dfmto_share_proof(s))) return dfmto_no_memory(s->op);
  if (s->input.source) dfmto_share_end_text(s);
  if (writing) s->sums.bytes_in += s->input.n_read;
  go_on(s);
  return DFMT_OK;
}

/* ---- the kind ---- */

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
  if (!s->learned.labelled) st = dfmto_share_take_labels(s);
  while (st == DFMT_OK && s->phase != DFMTO_SHARE_OVER) st = phases[s->phase](s);
  return st;
}

static void close_op(dfmt_op *op) {
  struct dfmto_share *s = dfmto_share_of(op);
  if (!s->op) return;
  dfmti_buf_free(&op->mem, &s->outputs.review.text);
  dfmt_source_free(s->input.source);
  dfmt_source_free(s->input.outset);
  dfmto_share_check_end(s);
  dfmto_share_entries_close(s);
  dfmto_share_nest_free(s);
  dfmto_share_gzip_free(&s->input.gzip);
  dfmto_share_filter_free(&s->filter);
  dfmto_share_message_free(&op->mem, &s->entry.message);
  dfmto_share_account_free(&op->mem, &s->account);
  dfmto_share_doubts_free(&op->mem, &s->doubts);
  dfmto_share_scan_free(&s->learned.scan);
  dfmto_share_values_free(&s->learned.values);
  if (s->input.piece) dfmti_free(&op->mem, s->input.piece, DFMTO_SHARE_PIECE);
  memset(&s->learned.values.key, 0, sizeof s->learned.values.key);
}

static const dfmt_op_part outputs[] = {
    [DFMTO_SHARE_OUTPUT] = DFMTO_OUTPUT("output", DFMT_OP_PER_INPUT, NULL, "The input without personal data."),
    [DFMTO_SHARE_REVIEW] = DFMTO_OUTPUT("review", 0, "text/plain",
                                        "Replaced places with their context, for review. Contains personal data."),
    {.name = NULL}};

const struct dfmto_kind dfmto_share_kind = {
    .is = {DFMTO_KIND(SHARE, "share", "Replace personal data in files, so that they can be shared."),
           .flags = DFMT_OP_CHECKS, .min_inputs = 1, .max_inputs = UINT64_MAX, .shared = DFMTO_SHARED_BY_ALL},
    .state_size = sizeof(struct dfmto_share),
    .packs = true,
    .options = dfmto_share_options,
    .types = dfmto_share_types,
    .answers = dfmto_share_answers,
    .outputs = outputs,
    .begin = begin,
    .run = run,
    .check = dfmto_share_check,
    .close = close_op};
