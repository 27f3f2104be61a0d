/* SPDX-License-Identifier: MIT */
/*
 * Samples as columns, out of a feed that is filled piece by piece, against the same samples one by one. What ends the
 * one ends the other.
 */
#include "fuzz.h"

/* The settings byte. */
enum { RECOVER = 1, ROWS = 6 /* 1, 2, 5 or all */, PIECE = 0xf0 /* 16 * n + 1 bytes at a time */ };

const uint16_t fuzz_settings[] = {RECOVER, RECOVER | 2, 4 | 0x30, 6 | 0xf0, 0};
const size_t fuzz_settings_size = 1;

static void add_frames(struct digest *d, const dfmt_simpleperf_frame *f, uint64_t n) {
  digest_bytes(d, f, n * sizeof *f);
}

static dfmt_reader *open_reader(const dfmt_config *c, dfmt_source *s) {
  dfmt_reader *r;
  MUST(dfmt_reader_new(c, &r) == DFMT_OK);
  MUST(dfmt_reader_open(r, DFMT_SIMPLEPERF, s) == DFMT_OK);
  dfmt_source_free(s);
  return r;
}

struct sums {
  struct digest frames, rows;
  uint32_t number; /* of the error that ended it */
};

static void add_row(struct sums *s, uint64_t time, uint64_t count, int32_t tid, uint32_t type, uint32_t present,
                    uint64_t n) {
  const uint64_t row[] = {time, count, (uint32_t)tid, type, present, n};
  digest_bytes(&s->rows, row, sizeof row);
}

static void one_by_one(struct sums *s, const dfmt_config *c, const uint8_t *p, size_t n) {
  dfmt_source *source;
  const dfmt_event *ev;
  MUST(dfmt_source_memory(c, p, n, &source) == DFMT_OK);
  dfmt_reader *r = open_reader(c, source);
  while (dfmt_reader_next(r, &ev) == DFMT_OK) {
    const dfmt_simpleperf_sample *x = dfmt_event_simpleperf_sample(ev);
    if (!x) continue;
    add_row(s, x->time_ns, x->event_count, x->thread_id, x->event_type_id, x->present & ~(512u | 1024u | 2048u | 4096u),
            x->n_frames);
    add_frames(&s->frames, x->frames, x->n_frames);
  }
  s->number = dfmt_reader_error(r)->number;
  dfmt_reader_free(r);
}

static void by_columns(struct sums *s, const dfmt_config *c, const uint8_t *p, size_t n, unsigned settings) {
  static const uint32_t rows[] = {1, 2, 5, UINT32_MAX};
  uint32_t most = rows[(settings & ROWS) >> 1];
  dfmt_source *feed;
  const dfmt_event *ev;
  uint64_t taken;
  dfmt_status st;
  size_t at = 0;
  MUST(dfmt_source_feed(c, &feed) == DFMT_OK);
  dfmt_reader *r = open_reader(c, feed);
  while ((st = dfmt_reader_columns(r, DFMT_SIMPLEPERF_SAMPLE, most, &ev)) == DFMT_OK || st == DFMT_AGAIN) {
    const dfmt_simpleperf_columns *x = st == DFMT_OK ? dfmt_event_simpleperf_columns(ev) : NULL;
    if (x) {
      MUST(x->n_rows > 0 && x->n_rows <= most && x->n_first_frame == x->n_rows + 1);
      MUST(x->first_frame[0] == 0 && x->first_frame[x->n_rows] == x->n_frames);
      for (uint64_t i = 0; i < x->n_rows; i++)
        add_row(s, x->time_ns[i], x->event_count[i], x->thread_id[i], x->event_type_id[i],
                x->present[i] & ~(512u | 1024u | 2048u | 4096u), x->first_frame[i + 1] - x->first_frame[i]);
      add_frames(&s->frames, x->frames, x->n_frames);
    } else if (st == DFMT_AGAIN && at < n) {
      size_t piece = (settings & PIECE) + 1u;
      if (piece > n - at) piece = n - at;
      MUST(dfmt_feed_write(feed, p + at, piece, &taken) == DFMT_OK);
      at += piece;
    } else if (st == DFMT_AGAIN) {
      MUST(dfmt_feed_close(feed) == DFMT_OK);
    }
  }
  s->number = dfmt_reader_error(r)->number;
  dfmt_reader_free(r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0) return 0;
  struct memory m = {0};
  struct sums a = {.number = 0}, b = {.number = 0};
  dfmt_config *c = fuzz_config(&m);
  fuzz_set(c, DFMT_CFG_RECOVER, data[0] & RECOVER);
  fuzz_set(c, DFMT_CFG_UNWRAP, 0);
  one_by_one(&a, c, data + 1, size - 1);
  by_columns(&b, c, data + 1, size - 1, data[0]);
  MUST(a.number == b.number);
  MUST(a.rows.value == b.rows.value);
  MUST(a.frames.value == b.frames.value);
  dfmt_config_free(c);
  MUST(m.live == 0);
  return 0;
}
