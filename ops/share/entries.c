/* SPDX-License-Identifier: MIT */
/* Inputs with several texts, a zip or a crash report: entry by entry in order, each a text or omitted. */
#include <string.h>

#include "op/reading.h"
#include "share.h"

static const struct dfmto_share_entry_kind *kind_of(const struct dfmto_share *s) {
  return s->entries.kinds[s->input.parts];
}

static dfmt_status next_entry(struct dfmto_share *s) {
  s->entry.ev = NULL;
  s->phase = DFMTO_SHARE_ENTRY;
  return DFMT_OK;
}

static struct dfmto_share_entry_state *state_of(const struct dfmto_share *s) {
  return (struct dfmto_share_entry_state *)(void *)s->entries.states.ptr + s->entry.number;
}

void dfmto_share_entries_change(struct dfmto_share *s) { state_of(s)->what = DFMTO_ENTRY_CHANGED; }

bool dfmto_share_words(struct dfmto_share *s, const char *carrier, dfmt_str text, bool name, struct dfmti_buf *out) {
  size_t used;
  out->len = 0;
  dfmto_share_set_filter(s, (dfmt_str){carrier, strlen(carrier)});
  s->learned.scan.as_name = name;
  bool good = (!s->filter.second || dfmto_share_doubts_begin(&s->doubts, &s->learned.scan)) &&
              dfmto_share_filter_begin(&s->filter, (dfmt_str){carrier, strlen(carrier)}) &&
              (!text.len || dfmto_share_filter_feed(&s->filter, (const uint8_t *)text.ptr, (size_t)text.len, &used)) &&
              dfmto_share_filter_end(&s->filter);
  s->learned.scan.as_name = false;
  if (good && s->filter.out.len) good = dfmti_buf_append(&s->op->mem, out, s->filter.out.ptr, s->filter.out.len);
  s->filter.out.len = 0;
  if (good && s->pass == DFMTO_SHARE_WRITE) /* it is written in this pass only */
    good = dfmto_share_doubts_take(&s->op->mem, &s->doubts, s->op->input, (dfmt_str){carrier, strlen(carrier)});
  if (good && s->pass == DFMTO_SHARE_WRITE) s->sums.n_places += s->filter.n_spans;
  s->learned.found_in_name |= s->filter.n_spans > 0;
  return good;
}

/* ---- writing ---- */

dfmt_status dfmto_share_writer_failed(struct dfmto_share *s) {
  return dfmto_fail_as(s->op, dfmt_writer_error(s->entries.writer));
}

/* changed: its size is not known yet. */
static dfmt_status begin_entry(struct dfmto_share *s, bool changed) {
  if (s->entries.in_writer) return DFMT_OK;
  dfmt_status st = kind_of(s)->begin(s, changed);
  s->entries.in_writer = st == DFMT_OK;
  return st < 0 ? dfmto_share_writer_failed(s) : st;
}

dfmt_status dfmto_share_entries_write(struct dfmto_share *s, const uint8_t *p, size_t n, uint64_t *taken) {
  dfmt_status st = begin_entry(s, true);
  if (st != DFMT_OK || !n) return st;
  st = dfmt_writer_payload(s->entries.writer, p, n, taken);
  return st < 0 ? dfmto_share_writer_failed(s) : st;
}

dfmt_status dfmto_share_entries_copy(struct dfmto_share *s) {
  dfmt_status st = kind_of(s)->copy(s);
  if (st == DFMT_OK || st == DFMT_END) s->phase = DFMTO_SHARE_ENTRY_END;
  return st == DFMT_END ? DFMT_OK : st;
}

/* In stored form. */
dfmt_status dfmto_share_copy_stored(struct dfmto_share *s) {
  dfmt_status st = DFMT_OK;
  if (!s->entries.in_writer) st = dfmt_payload_mode(s->op->reader, DFMT_PAYLOAD_STORED);
  if (st < 0) return dfmto_fail_as(s->op, dfmt_reader_error(s->op->reader));
  st = begin_entry(s, false);
  if (st != DFMT_OK) return st;
  st = dfmt_writer_payload_from(s->entries.writer, s->op->reader);
  return st < 0 ? dfmto_share_writer_failed(s) : st;
}

/* ---- opening ---- */

dfmt_status dfmto_share_entries_read(struct dfmto_share *s, dfmt_source *from, dfmt_sink *to) {
  const uint32_t given = s->op->format;
  s->op->format = kind_of(s)->format; /* any zip is accepted */
  dfmt_status st = dfmto_reopen(s->op, from);
  s->op->format = given;
  if (st != DFMT_OK || !to) return st == DFMT_OK ? next_entry(s) : st;
  if (!s->entries.writer) st = dfmt_writer_new(s->op->config, &s->entries.writer);
  if (st != DFMT_OK) return dfmti_fail(&s->op->err, st, DFMT_ERR_NOMEM, "no memory for a writer");
  st = dfmt_writer_open(s->entries.writer, kind_of(s)->format, kind_of(s)->variant, to);
  return st == DFMT_OK ? next_entry(s) : dfmto_share_writer_failed(s);
}

/* The first pass counts entries over all inputs; later passes count those of this input again. */
static bool begin_count(struct dfmto_share *s) {
  const size_t n = s->entries.states.len / sizeof(struct dfmto_share_entry_state), at = s->op->input * sizeof n;
  while (s->entries.first.len <= at)
    if (!dfmti_buf_append(&s->op->mem, &s->entries.first, &n, sizeof n)) return false;
  memcpy(&s->entries.n, s->entries.first.ptr + at, sizeof n);
  return true;
}

dfmt_status dfmto_share_entries_open(struct dfmto_share *s, dfmt_source *from) {
  dfmt_source_free(s->input.source);
  s->input.source = NULL;
  s->input.packed = false;
  if (!begin_count(s)) return dfmto_no_memory(s->op);
  return dfmto_share_entries_read(s, from, s->pass == DFMTO_SHARE_WRITE ? dfmto_share_sink(s) : NULL);
}

dfmt_status dfmto_share_read_start(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct dfmto_share_start *x = user;
  if (x->at == x->have) return dfmt_payload_read(x->reader, buf, cap, got);
  *got = dfmti_min((size_t)cap, x->have - x->at);
  memcpy(buf, x->bytes + x->at, (size_t)*got);
  x->at += (size_t)*got;
  return DFMT_OK;
}

static dfmt_status look_at_start(struct dfmto_share *s) {
  struct dfmto_share_start *x = &s->entry.start;
  uint64_t got;
  dfmt_status st = DFMT_OK;
  while (x->have < sizeof x->bytes && st == DFMT_OK) {
    st = dfmt_payload_read(s->op->reader, x->bytes + x->have, sizeof x->bytes - x->have, &got);
    if (st == DFMT_OK) x->have += (size_t)got;
  }
  s->input.packed = x->have >= 2 && x->bytes[0] == 0x1f && x->bytes[1] == 0x8b;
  return st == DFMT_END ? DFMT_OK : st;
}

dfmt_status dfmto_share_payload_source(struct dfmto_share *s, dfmt_source **out) {
  static const dfmt_source_ops ops = {.size = sizeof ops, .read = dfmto_share_read_start};
  dfmt_status st = look_at_start(s);
  if (st == DFMT_E_UNSUPPORTED) return dfmto_share_entries_leave_out(s, &dfmto_share_why_undecodable);
  if (st < 0) return dfmto_fail_as(s->op, dfmt_reader_error(s->op->reader));
  if (st != DFMT_OK) return st;
  if (s->entry.start.have == 4 && memcmp(s->entry.start.bytes, "\x28\xb5\x2f\xfd", 4) == 0)
    return dfmto_share_entries_leave_out(s, &dfmto_share_why_zstd);
  if (s->entry.start.have == 4 && dfmto_share_begins_zip(s->entry.start.bytes) && !s->nest.active) {
    s->phase = DFMTO_SHARE_NEST;
    return DFMT_OK;
  }
  st = dfmt_source_new(s->op->config, &ops, &s->entry.start, out);
  return st == DFMT_OK ? st : dfmti_fail(&s->op->err, st, DFMT_ERR_NOMEM, "no memory for a source");
}

/* Its first bytes show no wrapper, so that its bytes need not be copied once more. */
static bool is_bare(const struct dfmto_share *s) {
  return !s->input.packed && !(s->entry.start.have == 4 && memcmp(s->entry.start.bytes + 1, "\x2a\x4d\x18", 3) == 0);
}

static dfmt_status open_entry(struct dfmto_share *s) {
  dfmt_source *all = NULL;
  const struct dfmto_share_why *why = kind_of(s)->why_not(s);
  if (why) return dfmto_share_entries_leave_out(s, why);
  dfmt_status st = kind_of(s)->source(s, &all);
  if (st != DFMT_OK || !all) return st;
  if (is_bare(s)) {
    s->input.source = all;
    return DFMT_OK;
  }
  st = dfmt_source_unwrap(s->op->config, all, &s->input.source);
  dfmt_source_free(all);
  return st == DFMT_OK ? st : dfmti_fail(&s->op->err, st, DFMT_ERR_NOMEM, "no memory for a source");
}

/* ---- entry by entry ---- */

static dfmt_status end_entry(struct dfmto_share *s) {
  s->learned.scan.label.n = 0;
  s->learned.scan.as_name = s->learned.scan.version_key = s->entry.head_done = s->entry.named_message = false;
  return next_entry(s);
}

static bool note_left_out(struct dfmto_share *s) {
  struct dfmto_share_left_out x = {
      .input = s->op->input, .kept = state_of(s)->what == DFMTO_ENTRY_KEPT, .why = state_of(s)->why};
  if (!dfmto_text(&s->op->mem, &s->entries.names, (const char *)s->entry.carrier.ptr, s->entry.carrier.len, &x.name))
    return false;
  return dfmti_buf_append(&s->op->mem, &s->entries.left_out, &x, sizeof x);
}

dfmt_status dfmto_share_entries_leave_out(struct dfmto_share *s, const struct dfmto_share_why *why) {
  const bool kept = why->kind != DFMTO_LEAVE_ALWAYS && s->entries.keep >> why->kind & 1;
  *state_of(s) = (struct dfmto_share_entry_state){.what = kept ? DFMTO_ENTRY_KEPT : DFMTO_ENTRY_LEFT_OUT, .why = why};
  if (s->pass == DFMTO_SHARE_WRITE && !note_left_out(s)) return dfmto_no_memory(s->op);
  if (s->input.source) dfmto_share_end_text(s);
  s->input.len = s->input.used = 0;
  return end_entry(s);
}

static dfmt_status begin_text(struct dfmto_share *s) {
  dfmt_status st = s->input.source ? DFMT_OK : open_entry(s);
  return st == DFMT_OK && s->input.source ? dfmto_share_begin_text(s, dfmto_share_str(&s->entry.carrier)) : st;
}

/* Decides what to do with an entry in this pass. */
static dfmt_status take_entry(struct dfmto_share *s) {
  if (s->pass == DFMTO_SHARE_WRITE && state_of(s)->what == DFMTO_ENTRY_KEPT && !kind_of(s)->is_named_alike(s))
    state_of(s)->what = DFMTO_ENTRY_LEFT_OUT;
  const enum dfmto_share_entry what = state_of(s)->what;
  const bool unsearched = what == DFMTO_ENTRY_LEFT_OUT || what == DFMTO_ENTRY_KEPT;
  if (s->pass == DFMTO_SHARE_WRITE && unsearched && !note_left_out(s)) return dfmto_no_memory(s->op);
  if (what == DFMTO_ENTRY_LEFT_OUT || (unsearched && s->pass != DFMTO_SHARE_WRITE)) return end_entry(s);
  if (what == DFMTO_ENTRY_CHANGED && s->pass == DFMTO_SHARE_LOOK) return end_entry(s);
  if (s->pass == DFMTO_SHARE_WRITE && !s->input.source && !dfmto_share_add_proof(s, state_of(s)->proof))
    return dfmto_no_memory(s->op);
  if (s->pass != DFMTO_SHARE_WRITE || what == DFMTO_ENTRY_CHANGED) return begin_text(s);
  if (!s->entries.writer) return end_entry(s);
  s->phase = DFMTO_SHARE_ENTRY_COPY;
  return DFMT_OK;
}

/* "a.zip!b.txt" */
static bool make_carrier(struct dfmto_share *s) {
  struct dfmti_mem *m = &s->op->mem;
  const dfmt_str outer = dfmto_share_str(&s->nest.name), name = dfmto_share_str(&s->entry.name);
  s->entry.carrier.len = 0;
  return (!s->nest.active || (dfmti_buf_append(m, &s->entry.carrier, outer.ptr, (size_t)outer.len) &&
                              dfmti_buf_append(m, &s->entry.carrier, "!", 1))) &&
         dfmti_buf_append(m, &s->entry.carrier, name.ptr, (size_t)name.len);
}

static dfmt_status begin_new(struct dfmto_share *s) {
  const struct dfmto_share_entry_state state = {.what = DFMTO_ENTRY_SAME};
  const size_t want = (s->entries.n + 1) * sizeof state;
  if (s->entries.states.len < want && !dfmti_buf_append(&s->op->mem, &s->entries.states, &state, sizeof state))
    return dfmto_no_memory(s->op);
  s->entry.start = (struct dfmto_share_start){.reader = s->op->reader};
  s->entry.number = s->entries.n;
  if (!kind_of(s)->head(s) || !make_carrier(s)) return dfmto_no_memory(s->op);
  s->entries.n++;
  return DFMT_OK;
}

/* The phase after the last entry. */
static enum dfmto_share_phase after_last(const struct dfmto_share *s) {
  return s->nest.active ? DFMTO_SHARE_NEST_END : DFMTO_SHARE_END;
}

dfmt_status dfmto_share_entries_next(struct dfmto_share *s) {
  dfmt_status st = DFMT_OK;
  const bool is_new = !s->entry.ev;
  if (is_new) st = dfmto_next(s->op, &s->entry.ev);
  if (st == DFMT_END) s->phase = s->pass == DFMTO_SHARE_WRITE && s->entries.writer ? DFMTO_SHARE_FINISH : after_last(s);
  if (st != DFMT_OK) {
    s->entry.ev = NULL;
    return st == DFMT_END ? DFMT_OK : st;
  }
  const bool header = kind_of(s)->is_header(s->entry.ev);
  if (!header && !kind_of(s)->is_entry(s->entry.ev)) return next_entry(s);
  if (header) st = kind_of(s)->header(s);
  if (!header && !s->entry.head_done) st = begin_new(s);
  if (st == DFMT_OK && s->recheck.checking && s->learned.found_in_name) return dfmto_share_left(s, 0);
  if (header) return st == DFMT_OK ? next_entry(s) : st;
  s->entry.head_done = st == DFMT_OK;
  return st == DFMT_OK ? take_entry(s) : st;
}

dfmt_status dfmto_share_entries_end(struct dfmto_share *s) {
  dfmt_status st = s->entries.in_writer ? dfmt_writer_end(s->entries.writer) : DFMT_OK;
  if (st < 0) return dfmto_share_writer_failed(s);
  if (st != DFMT_OK) return st;
  s->entries.in_writer = false;
  const bool taught =
      s->pass == DFMTO_SHARE_LEARN && s->input.source && s->learned.scan.n_hits > s->learned.hits_before;
  if (taught || (s->pass == DFMTO_SHARE_LOOK && s->filter.n_spans)) state_of(s)->what = DFMTO_ENTRY_CHANGED;
  if (s->pass == DFMTO_SHARE_LOOK && s->input.source && !s->filter.n_spans) state_of(s)->proof = dfmto_share_proof(s);
  const size_t n = s->recheck.proofs.len / sizeof(struct dfmto_share_proof); /* one for each text that began */
  struct dfmto_share_proof *last = n ? dfmto_share_proof_at(&s->recheck.proofs, n - 1) : NULL;
  if (last && s->pass == DFMTO_SHARE_WRITE && s->input.source) *last = dfmto_share_proof(s);
  const bool is_final = s->pass == DFMTO_SHARE_WRITE || state_of(s)->what == DFMTO_ENTRY_SAME;
  if (s->input.source && s->filter.second && is_final &&
      !dfmto_share_doubts_take(&s->op->mem, &s->doubts, s->op->input, dfmto_share_str(&s->entry.carrier)))
    return dfmto_no_memory(s->op);
  if (s->input.source) dfmto_share_end_text(s);
  return end_entry(s);
}

dfmt_status dfmto_share_entries_finish(struct dfmto_share *s) {
  dfmt_status st = dfmt_writer_finish(s->entries.writer);
  if (st < 0) return dfmto_share_writer_failed(s);
  if (st != DFMT_OK) return st;
  dfmt_writer_free(s->entries.writer);
  s->entries.writer = NULL;
  s->phase = after_last(s);
  return DFMT_OK;
}

void dfmto_share_entries_close(struct dfmto_share *s) {
  struct dfmti_mem *m = &s->op->mem;
  dfmt_writer_free(s->entries.writer);
  dfmto_share_wide_free(m, &s->input.wide);
  dfmto_texts_free(m, &s->entries.names);
  struct dfmti_buf *const all[] = {&s->entries.states, &s->recheck.proofs,   &s->entry.name,   &s->entry.comment,
                                   &s->entry.carrier,  &s->entries.left_out, &s->entries.first};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) dfmti_buf_free(m, all[i]);
}
