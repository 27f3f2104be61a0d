/* SPDX-License-Identifier: MIT */
/*
 * How reading continues after damage. A record is known by dfmti_simpleperf_kind_at(), for which three things must
 * agree: its size, one of the six first bytes, and the length of that member. So a malformed record whose size is right
 * is passed over as a whole, and otherwise the bytes are searched for the next place where the three agree, or for the
 * end of the file.
 *
 * Bytes can be made so that at each place something like a record begins that turns out malformed only much later. So
 * the search goes on at the next byte only while the bytes decoded in vain are few against those that were read.
 */
#include <inttypes.h>

#include "read.h"

static struct dfmti_simpleperf_reader *state(dfmt_reader *r) { return r->state; }

static uint64_t here(dfmt_reader *r) { return dfmti_window_offset(&r->in.win); }

static bool like_a_record(const uint8_t *p, size_t n) {
  return n >= 6 && dfmti_simpleperf_kind_at(p + 4, dfmti_min(n, DFMTI_SIMPLEPERF_TELLING) - 4, dfmti_load_le32(p)) != 0;
}

/* A size of zero with nothing of the file after it. n: PLACE or more, or all that is left of the input. */
static bool like_the_end(const uint8_t *p, size_t n) {
  if (n < 4 || dfmti_load_le32(p) != 0) return false;
  bool header = n >= DFMTI_SIMPLEPERF_PLACE && memcmp(p + 4, DFMTI_SIMPLEPERF_MAGIC, DFMTI_SIMPLEPERF_MAGIC_LEN) == 0;
  return n == 4 || header;
}

/* Whether reading can go on at p. n as above. */
static bool is_place(const uint8_t *p, size_t n) { return like_a_record(p, n) || like_the_end(p, n); }

static void begin_search(dfmt_reader *r, bool zero) {
  struct dfmti_simpleperf_reader *s = state(r);
  r->in.recovered = true;
  s->damage = here(r);
  s->zero = zero;
  if (s->phase == PHASE_RECORD && dfmti_window_len(&r->in.win)) dfmti_window_consume(&r->in.win, 1);
  s->phase = PHASE_RESYNC;
}

dfmt_status dfmti_simpleperf_damaged(dfmt_reader *r, dfmt_status st, uint32_t number, uint64_t at, const char *what) {
  st = dfmti_stream_fault(&r->in, DFMT_SEVERITY_ERROR, number, st, at, 0, 0, "%s", what);
  if (st == DFMT_OK) begin_search(r, false);
  return st;
}

void dfmti_simpleperf_end(dfmt_reader *r) {
  struct dfmti_simpleperf_reader *s = state(r);
  dfmti_window_consume(&r->in.win, 4);
  s->end = here(r);
  s->phase = PHASE_TRAILING;
}

dfmt_status dfmti_simpleperf_zero_size(dfmt_reader *r) {
  dfmt_status st = dfmti_stream_fill(&r->in, DFMTI_SIMPLEPERF_PLACE);
  if (st != DFMT_OK && st != DFMT_END) return st;
  if (!like_the_end(dfmti_window_ptr(&r->in.win), dfmti_window_len(&r->in.win))) {
    begin_search(r, true);
    return DFMT_OK;
  }
  dfmti_simpleperf_end(r);
  return DFMT_OK;
}

static void note_skipped(dfmt_reader *r) {
  struct dfmti_simpleperf_reader *s = state(r);
  uint64_t skipped = here(r) - s->damage;
  if (skipped)
    dfmti_stream_note(&r->in, DFMT_SEVERITY_ERROR, DFMT_ERR_SIMPLEPERF_SKIPPED, DFMT_E_FORMAT, s->damage, 0, skipped,
                      "%" PRIu64 " bytes that are no record were passed over", skipped);
}

/* JUDGE: the window stands after the first byte of a whole, malformed record. Is its size right? */
dfmt_status dfmti_simpleperf_judge(dfmt_reader *r) {
  struct dfmti_simpleperf_reader *s = state(r);
  size_t rest = (size_t)s->skip_left; /* it was in the window */
  dfmt_status st = dfmti_stream_fill(&r->in, rest + DFMTI_SIMPLEPERF_PLACE);
  if (st != DFMT_OK && st != DFMT_END) return st;
  size_t n = dfmti_window_len(&r->in.win) - rest;
  if (n == 0 || is_place(dfmti_window_ptr(&r->in.win) + rest, n)) {
    dfmti_window_consume(&r->in.win, rest);
    note_skipped(r);
    s->phase = PHASE_RECORD;
    return DFMT_OK;
  }
  s->effort += s->judged;
  if (s->effort > (1u << 20) + 16 * here(r)) dfmti_window_consume(&r->in.win, dfmti_min(s->judged, rest + 1) - 1);
  s->phase = PHASE_RESYNC;
  return DFMT_OK;
}

/* The window stands where reading can go on, or at the end of the input. */
static void end_search(dfmt_reader *r, bool at_record, bool at_end) {
  struct dfmti_simpleperf_reader *s = state(r);
  if (s->zero && !at_record) { /* the zero was the end after all */
    s->end = s->damage + 4;
    s->phase = PHASE_TRAILING;
    return;
  }
  note_skipped(r);
  s->phase = at_end ? PHASE_DONE : PHASE_RECORD;
}

dfmt_status dfmti_simpleperf_resync(dfmt_reader *r) {
  for (;;) {
    dfmt_status st = dfmti_stream_fill(&r->in, DFMTI_SIMPLEPERF_PLACE);
    if (st != DFMT_OK && st != DFMT_END) return st;
    const uint8_t *p = dfmti_window_ptr(&r->in.win);
    size_t n = dfmti_window_len(&r->in.win), last = st == DFMT_END ? n : n - DFMTI_SIMPLEPERF_PLACE + 1, i = 0;
    while (i < last && !is_place(p + i, n - i)) i++;
    bool at_record = i < last && like_a_record(p + i, n - i);
    dfmti_window_consume(&r->in.win, i);
    if (i == last && st == DFMT_OK) continue;
    end_search(r, at_record, i == last);
    return DFMT_OK;
  }
}

const char *dfmti_simpleperf_what_is(const uint8_t *p, size_t n) {
  static const struct {
    uint8_t len;
    const char *start, *what;
  } known[] = {
      {2, "\x1f\x8b", "gzip data that were not unpacked"},
      {4, "\x28\xb5\x2f\xfd", "Zstandard data that were not unpacked"},
      {10, "HIPERF_PB_", "a report of OpenHarmony's hiperf, a different format"},
      {8, "PERFILE2", "perf.data; convert it with simpleperf report-sample"},
      {8, "2ELIFREP", "perf.data; convert it with simpleperf report-sample"},
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (n >= known[i].len && memcmp(p, known[i].start, known[i].len) == 0) return known[i].what;
  if (like_a_record(p, n)) return "a report from before April 2018, without a header";
  return NULL;
}
