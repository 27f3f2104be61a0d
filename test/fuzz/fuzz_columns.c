/* SPDX-License-Identifier: MIT */
/*
 * Records as columns, out of a feed that is filled piece by piece, against the same records one by one: FUZZ_FORMAT's,
 * of every type that has columns. What ends the one ends the other.
 */
#include <string.h>

#include "fuzz.h"
#include "rows.h"

/* The settings byte. */
enum { RECOVER = 1, ROWS = 6 /* 1, 2, 5 or all */, PIECE = 0xf0 /* 16 * n + 1 bytes at a time */ };

const uint16_t fuzz_settings[] = {RECOVER, RECOVER | 2, 4 | 0x30, 6 | 0xf0, 0};
const size_t fuzz_settings_size = 1;

static dfmt_reader *open_reader(const dfmt_config *c, dfmt_source *s) {
  dfmt_reader *r;
  MUST(dfmt_reader_new(c, &r) == DFMT_OK);
  MUST(dfmt_reader_open(r, FUZZ_FORMAT, s) == DFMT_OK);
  dfmt_source_free(s);
  return r;
}

/* Returns the number of the error that ended it. */
static uint32_t one_by_one(struct rows *x, const struct rows_type *t, const dfmt_config *c, const uint8_t *p,
                           size_t n) {
  dfmt_source *source;
  const dfmt_event *ev;
  MUST(dfmt_source_memory(c, p, n, &source) == DFMT_OK);
  dfmt_reader *r = open_reader(c, source);
  while (dfmt_reader_next(r, &ev) == DFMT_OK)
    if (ev->type == t->record) rows_add_record(x, t, ev->body);
  uint32_t number = dfmt_reader_error(r)->number;
  dfmt_reader_free(r);
  return number;
}

static uint32_t by_columns(struct rows *x, const struct rows_type *t, const dfmt_config *c, const uint8_t *p, size_t n,
                           unsigned settings) {
  static const uint32_t rows[] = {1, 2, 5, UINT32_MAX};
  uint32_t most = rows[(settings & ROWS) >> 1];
  dfmt_source *feed;
  const dfmt_event *ev;
  uint64_t taken;
  dfmt_status st;
  size_t at = 0;
  MUST(dfmt_source_feed(c, &feed) == DFMT_OK);
  dfmt_reader *r = open_reader(c, feed);
  while ((st = dfmt_reader_columns(r, t->record, most, &ev)) == DFMT_OK || st == DFMT_AGAIN) {
    if (st == DFMT_OK && ev->type == t->columns) {
      MUST(rows_count(ev->body) <= most);
      MUST(rows_add_columns(x, t, ev->body));
    } else if (st == DFMT_OK) {
      MUST(ev->type == DFMT_DIAGNOSTIC);
    } else if (at < n) {
      size_t piece = (settings & PIECE) + 1u;
      if (piece > n - at) piece = n - at;
      MUST(dfmt_feed_write(feed, p + at, piece, &taken) == DFMT_OK);
      at += piece;
    } else {
      MUST(dfmt_feed_close(feed) == DFMT_OK);
    }
  }
  uint32_t number = dfmt_reader_error(r)->number;
  dfmt_reader_free(r);
  return number;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0) return 0;
  struct memory m = {0};
  dfmt_config *c = fuzz_config(&m);
  fuzz_set(c, DFMT_CFG_RECOVER, data[0] & RECOVER);
  fuzz_set(c, DFMT_CFG_UNWRAP, 0);
  const struct rows_type *t;
  for (size_t i = 0; (t = rows_type_at(i)) != NULL; i++) {
    if (t->record >> 16 != FUZZ_FORMAT) continue;
    struct rows a = {0}, b = {0};
    uint32_t number = one_by_one(&a, t, c, data + 1, size - 1);
    MUST(by_columns(&b, t, c, data + 1, size - 1, data[0]) == number);
    MUST(memcmp(&a, &b, sizeof a) == 0);
  }
  dfmt_config_free(c);
  MUST(m.live == 0);
  return 0;
}
