/* SPDX-License-Identifier: MIT */
/*
 * Going on behind damage. A record is told by three things that must agree: its size, one of the six first bytes, and
 * the length of that member. So a malformed record whose size is right is passed over as a whole, and otherwise the
 * bytes are searched for the next place where the three agree.
 *
 * Bytes can be made so that at each place something like a record begins that turns out malformed only far behind. So
 * the search goes on at the next byte only while the bytes decoded in vain are few against those that were read.
 */
#include <inttypes.h>

#include "read.h"

static struct dfmti_simpleperf_reader *state(dfmt_reader *r) { return r->state; }

static uint64_t here(dfmt_reader *r) { return dfmti_window_offset(&r->win); }

uint32_t dfmti_simpleperf_kind_at(const uint8_t *p, size_t n, uint32_t size) {
  uint32_t kind = n ? p[0] >> 3 : 0;
  if (!kind || kind > DFMTI_SIMPLEPERF_KINDS || (p[0] & 7) != DFMTI_WIRE_BYTES) return 0;
  uint32_t len = 0;
  for (size_t i = 1; i < n && i < 6; i++) {
    len |= (uint32_t)(p[i] & 0x7f) << (7 * (i - 1));
    if (p[i] < 0x80) return (uint64_t)len + i + 1 == size ? kind : 0;
  }
  return 0;
}

static bool like_a_record(const uint8_t *p, size_t n) {
  return n >= 6 && dfmti_simpleperf_kind_at(p + 4, dfmti_min(n, DFMTI_SIMPLEPERF_TELLING) - 4, dfmti_load_le32(p)) != 0;
}

dfmt_status dfmti_simpleperf_damaged(dfmt_reader *r, dfmt_status st, uint32_t number, uint64_t at, const char *what) {
  struct dfmti_simpleperf_reader *s = state(r);
  if (!r->recover) return dfmti_fail_at(&r->err, st, number, at, 0, "%s", what);
  dfmti_reader_note(r, DFMT_SEVERITY_ERROR, number, st, at, 0, 0, "%s", what);
  r->recovered = true;
  s->damage = here(r);
  if (s->phase == PHASE_RECORD && dfmti_window_len(&r->win)) dfmti_window_consume(&r->win, 1);
  s->phase = PHASE_RESYNC;
  return DFMT_OK;
}

static void note_skipped(dfmt_reader *r) {
  struct dfmti_simpleperf_reader *s = state(r);
  uint64_t skipped = here(r) - s->damage;
  if (skipped)
    dfmti_reader_note(r, DFMT_SEVERITY_ERROR, DFMT_ERR_SIMPLEPERF_SKIPPED, DFMT_E_FORMAT, s->damage, 0, skipped,
                      "%" PRIu64 " bytes that are no record were passed over", skipped);
}

/* JUDGE: the window stands behind the first byte of a whole, malformed record. Is its size right? */
dfmt_status dfmti_simpleperf_judge(dfmt_reader *r) {
  struct dfmti_simpleperf_reader *s = state(r);
  size_t rest = (size_t)s->skip_left; /* it was in the window */
  dfmt_status st = dfmti_reader_fill(r, rest + DFMTI_SIMPLEPERF_TELLING);
  if (st != DFMT_OK && st != DFMT_END) return st;
  const uint8_t *p = dfmti_window_ptr(&r->win) + rest;
  size_t n = dfmti_min(dfmti_window_len(&r->win) - rest, DFMTI_SIMPLEPERF_TELLING);
  if (n == 0 || (n >= 4 && dfmti_load_le32(p) == 0) || like_a_record(p, n)) {
    dfmti_window_consume(&r->win, rest);
    note_skipped(r);
    s->phase = PHASE_RECORD;
    return DFMT_OK;
  }
  s->effort += s->judged;
  if (s->effort > (1u << 20) + 16 * here(r)) dfmti_window_consume(&r->win, dfmti_min(s->judged, rest + 1) - 1);
  s->phase = PHASE_RESYNC;
  return DFMT_OK;
}

dfmt_status dfmti_simpleperf_resync(dfmt_reader *r) {
  struct dfmti_simpleperf_reader *s = state(r);
  for (;;) {
    dfmt_status st = dfmti_reader_fill(r, DFMTI_SIMPLEPERF_TELLING);
    if (st != DFMT_OK && st != DFMT_END) return st;
    const uint8_t *p = dfmti_window_ptr(&r->win);
    size_t n = dfmti_window_len(&r->win), last = st == DFMT_END ? n : n - DFMTI_SIMPLEPERF_TELLING + 1, i = 0;
    while (i < last && !like_a_record(p + i, n - i)) i++;
    dfmti_window_consume(&r->win, i);
    if (i == last && st == DFMT_OK) continue;
    note_skipped(r);
    s->phase = i < last ? PHASE_RECORD : PHASE_DONE;
    return DFMT_OK;
  }
}

const char *dfmti_simpleperf_what_is(const uint8_t *p, size_t n) {
  static const struct {
    uint8_t len;
    const char *start, *what;
  } known[] = {
      {2, "\x1f\x8b", "gzip data, which have not been unpacked"},
      {4, "\x28\xb5\x2f\xfd", "Zstandard data, which have not been unpacked"},
      {10, "HIPERF_PB_", "a report of OpenHarmony's hiperf, a different format"},
      {8, "PERFILE2", "perf.data, to be converted by simpleperf report-sample"},
      {8, "2ELIFREP", "perf.data, to be converted by simpleperf report-sample"},
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (n >= known[i].len && memcmp(p, known[i].start, known[i].len) == 0) return known[i].what;
  if (like_a_record(p, n)) return "a report of before April 2018, which has no header";
  return NULL;
}
