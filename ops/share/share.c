/* SPDX-License-Identifier: MIT */
/* The current text: how it begins and ends, and functions that all parts of the operation use. */
#include "share.h"

#include "op/reading.h"

dfmt_sink *dfmto_share_sink(const struct dfmto_share *s) {
  return dfmto_output(s->op, DFMTO_SHARE_OUTPUT, s->op->input);
}

void dfmto_share_set_filter(struct dfmto_share *s, dfmt_str place) {
  const bool writing = s->pass == DFMTO_SHARE_WRITE;
  s->filter.learning = s->pass == DFMTO_SHARE_LEARN;
  s->filter.account = writing ? &s->account : NULL;
  s->filter.review = writing && dfmto_output(s->op, DFMTO_SHARE_REVIEW, 0) ? &s->outputs.review : NULL;
  s->filter.second = s->pass < DFMTO_SHARE_LOOK || s->recheck.checking ? NULL : &s->doubts.second;
  s->outputs.review.place = place;
  s->learned.scan.where.field = s->input.parts == DFMTO_APPORT;
}

dfmt_status dfmto_share_begin_text(struct dfmto_share *s, dfmt_str carrier) {
  const bool writing = s->pass == DFMTO_SHARE_WRITE;
  dfmto_share_set_filter(s, s->input.parts ? carrier : (dfmt_str){NULL, 0});
  bool good = dfmto_share_filter_begin(&s->filter, carrier);
  if (good && writing && s->input.packed && dfmto_share_sink(s) && !s->input.gzip.mem)
    good = dfmto_share_gzip_open(&s->op->mem, &s->input.gzip, dfmto_zlib_level(s->op, Z_DEFAULT_COMPRESSION));
  good = good && (!s->filter.second || dfmto_share_doubts_begin(&s->doubts, &s->learned.scan));
  if (!good) return dfmto_no_memory(s->op);
  s->learned.hits_before = s->learned.scan.n_hits;
  s->input.over = s->input.looked = false;
  s->input.len = s->input.used = s->input.sent = 0;
  s->input.wide.kind = DFMTO_NARROW;
  s->entry.message.state = DFMTO_MESSAGE_NONE;
  dfmto_share_proof_begin(&s->recheck.proving,
                          s->recheck.of ? s->recheck.of->recheck.proving.key : s->recheck.proving.key);
  s->phase = DFMTO_SHARE_READ;
  return DFMT_OK;
}

static void sum_up(struct dfmto_share *s) {
  if (s->pass != DFMTO_SHARE_WRITE) return;
  s->sums.n_lines += s->filter.n_lines;
  s->sums.n_places += s->filter.n_spans;
}

void dfmto_share_end_text(struct dfmto_share *s) {
  sum_up(s);
  dfmt_source_free(s->input.source);
  s->input.source = NULL;
  dfmto_share_gzip_free(&s->input.gzip);
}

dfmt_str dfmto_share_str(const struct dfmti_buf *b) { return (dfmt_str){b->ptr ? (const char *)b->ptr : "", b->len}; }
