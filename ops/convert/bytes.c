/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "op/reading.h"
#include "plan.h"

/* Replaces the input by the text in it, which is spooled as any input that is not seekable. */
static dfmt_status unwrap(dfmt_op *op, struct dfmto_convert_bytes *b, dfmt_source *from) {
  dfmt_source *slice = NULL, *inside = NULL, *text = NULL;
  dfmt_status st = dfmt_source_slice(op->config, from, 0, UINT64_MAX, &slice);
  if (st == DFMT_OK) st = dfmt_source_unwrap(op->config, slice, &inside);
  if (st == DFMT_OK) st = dfmt_source_text(op->config, inside, &text);
  dfmt_source_free(inside);
  dfmt_source_free(slice);
  if (st != DFMT_OK) return dfmti_fail(&op->err, st, DFMT_ERR_NOMEM, "no memory for a source");
  b->before = op->inputs[op->input];
  b->spool = op->spool;
  op->inputs[op->input] = text;
  op->spool = (struct dfmto_spool){.sink = NULL};
  return DFMT_OK;
}

/* A byte order mark is no wrapper, but no part of the text either. A source that fails is told of later. */
static dfmt_status look_for_mark(dfmt_op *op, dfmt_source *from, bool *found) {
  static const uint8_t mark[3] = {0xef, 0xbb, 0xbf};
  uint8_t start[sizeof mark];
  uint64_t n = 0, got = 0;
  dfmt_source *slice = NULL;
  dfmt_status st = dfmt_source_slice(op->config, from, 0, sizeof mark, &slice);
  if (st != DFMT_OK) return dfmti_fail(&op->err, st, DFMT_ERR_NOMEM, "no memory for a source");
  while (n < sizeof mark && st == DFMT_OK) {
    st = dfmt_source_read(slice, start + n, sizeof mark - n, &got);
    n += got;
  }
  dfmt_source_free(slice);
  *found = n == sizeof mark && memcmp(start, mark, sizeof mark) == 0;
  return st == DFMT_AGAIN ? st : DFMT_OK;
}

/* Makes a reader that does not unwrap. */
static dfmt_status plain_reader(dfmt_op *op, struct dfmto_convert_bytes *b) {
  dfmt_config *c;
  dfmt_reader *r = NULL;
  dfmt_status st = dfmt_config_copy(op->config, &c);
  if (st == DFMT_OK) st = dfmt_config_set(c, DFMT_CFG_UNWRAP, 0);
  if (st == DFMT_OK) st = dfmt_reader_new(c, &r);
  dfmt_config_free(c);
  if (st != DFMT_OK) return dfmti_fail(&op->err, st, DFMT_ERR_NOMEM, "no memory for a reader");
  dfmt_reader_free(op->reader);
  op->reader = r;
  b->plain = true;
  return DFMT_OK;
}

dfmt_status dfmto_convert_bytes_find(dfmt_op *op, struct dfmto_convert_bytes *b) {
  dfmt_source *s;
  uint64_t wrapper = DFMT_WRAPPER_NONE;
  if (b->source) return DFMT_OK;
  dfmt_status st = dfmto_seekable(op, &s);
  if (st != DFMT_OK) return st;
  if (!b->plain) (void)dfmt_reader_stat(op->reader, DFMT_STAT_WRAPPER, &wrapper);
  bool inside = wrapper != DFMT_WRAPPER_NONE;
  if (!inside && !b->before) st = look_for_mark(op, s, &inside);
  if (st == DFMT_OK && inside && !b->before) {
    st = unwrap(op, b, s);
    if (st == DFMT_OK) st = dfmto_seekable(op, &s);
  }
  if (st == DFMT_OK && !b->plain) st = plain_reader(op, b);
  if (st == DFMT_OK) b->source = s;
  return st;
}

dfmt_status dfmto_convert_bytes_open(dfmt_op *op, const struct dfmto_convert_bytes *b, uint32_t format, uint64_t offset,
                                     uint64_t length) {
  dfmt_source *part;
  dfmt_status st = dfmt_source_slice(op->config, b->source, offset, length, &part);
  if (st != DFMT_OK) return dfmti_fail(&op->err, st, DFMT_ERR_NOMEM, "no memory for a source");
  uint32_t asked = op->format;
  op->format = format;
  st = dfmto_open(op, part);
  op->format = asked;
  dfmt_source_free(part);
  return st;
}

void dfmto_convert_bytes_free(dfmt_op *op, struct dfmto_convert_bytes *b) {
  if (!b->before) return;
  struct dfmto_spool own = op->spool;
  op->spool = b->spool;
  dfmto_spool_free(&op->spool);
  op->spool = own;
  dfmt_source_free(b->before);
}
