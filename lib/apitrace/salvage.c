/* SPDX-License-Identifier: MIT */
#include "salvage.h"

#include <inttypes.h>
#include "stream_start.h"

enum {
  BACK_PER_BYTE = 8, /* bytes gone back in all, for each of the stream, and that once more for each event */
  BACK_AT_ONCE = 64 << 20,
  CUT_LEAST = 64 /* bytes of a cut event that are worth looking at */
};

/* ---- a stream that begins again ---- */

/* The first place in the window where a stream begins, NULL: none. No byte is looked at again and again. */
static const uint8_t *find_start(struct dfmti_apitrace_reader *s) {
  const uint8_t *end, *p = dfmti_apitrace_look(s, &end);
  uint64_t offset = dfmti_apitrace_offset(s, p), last = dfmti_apitrace_offset(s, end);
  if (offset == s->gap.from && dfmti_apitrace_find_start(s, p, end, p + 1)) return p;
  if (s->gap.no_start > last) return NULL;
  const uint8_t *from = s->gap.no_start > offset ? end - (last - s->gap.no_start) : p;
  const uint8_t *at = dfmti_apitrace_find_start(s, from, end, end);
  uint64_t unsure = at ? (uint64_t)(end - at) : dfmti_min((size_t)(end - from), dfmti_apitrace_start_needs(s));
  s->gap.no_start = last - unsure;
  return at;
}

static dfmt_status restart(dfmt_reader *r, struct dfmti_apitrace_reader *s, uint64_t lost, const char *what) {
  dfmti_stream_note(&r->in, DFMT_SEVERITY_WARNING, DFMT_ERR_APITRACE_RESTART, DFMT_E_FORMAT,
                    dfmti_apitrace_told(s, dfmti_window_offset(s->in.win)), 0, lost, "%s", what);
  dfmti_apitrace_definitions_restart(&r->in.mem, &s->tables);
  s->next_number = s->gap.known = 0;
  s->ended = DFMT_OK;
  s->search = s->gap.on = s->suspect.on = false;
  s->phase = PHASE_HEADER;
  r->in.recovered = true;
  return DFMTI_GO_ON;
}

bool dfmti_apitrace_another(dfmt_reader *r, struct dfmti_apitrace_reader *s) {
  bool in_turn = s->in.turns.on;
  if (s->ended != DFMT_END || s->shared || s->gap.never || !dfmti_apitrace_container_another(r, &s->in)) return false;
  restart(r, s, 0,
          in_turn ? "another process wrote here in turn: its calls, numbered from 0, come together"
                  : "another trace was appended here: its calls are numbered from 0");
  return true;
}

dfmt_status dfmti_apitrace_step_restart(dfmt_reader *r, struct dfmti_apitrace_reader *s) {
  if (dfmti_stream_has_many_notes(&r->in)) return DFMTI_NOTES;
  const uint8_t *at = find_start(s);
  if (at) {
    dfmti_window_consume(s->in.win, (size_t)(at - dfmti_window_ptr(s->in.win)));
    return restart(r, s, dfmti_window_offset(s->in.win) - s->fault_offset,
                   "the stream begins again, as when a forked child wrote to the same file");
  }
  size_t len = dfmti_window_len(s->in.win), keep = dfmti_apitrace_start_needs(s);
  if (len > keep) dfmti_window_consume(s->in.win, len - keep);
  s->want = dfmti_window_len(s->in.win) + keep;
  dfmt_status st = dfmti_apitrace_more(r, s);
  if (st == DFMT_OK) return DFMTI_GO_ON;
  if (st != DFMT_END) return st;
  uint64_t rest = dfmti_window_offset(s->in.win) + dfmti_window_len(s->in.win) - s->fault_offset;
  if (rest)
    dfmti_stream_note(&r->in, DFMT_SEVERITY_WARNING, DFMT_ERR_APITRACE_RESTART, DFMT_OK,
                      dfmti_apitrace_told(s, s->fault_offset), 0, rest, "nothing readable follows the damage");
  s->ended = DFMT_END;
  if (!dfmti_apitrace_another(r, s)) s->phase = PHASE_DONE;
  return DFMTI_GO_ON;
}

/* ---- where the current event began ---- */

/* Not again and again through the same bytes, so that time stays linear. */
static bool may_go_back(const struct dfmti_apitrace_reader *s, uint64_t n) {
  return n <= s->in.win->pos &&
         s->gap.back <= (dfmti_window_offset(s->in.win) - s->in.began) * BACK_PER_BYTE + BACK_AT_ONCE;
}

/* Bytes back to where the current event began; a blob that went ahead of it has been told. */
static uint64_t way_back(const struct dfmti_apitrace_reader *s) {
  uint64_t at = dfmti_window_offset(s->in.win), from = s->event_offset > s->ahead_end ? s->event_offset : s->ahead_end;
  return at > from ? at - from : 0;
}

/* The window stands where the current event began, as far as that is there; what was read of it is forgotten. */
static void go_back(dfmt_reader *r, struct dfmti_apitrace_reader *s) {
  uint64_t n = way_back(s);
  dfmti_apitrace_drop_begun(r, s);
  if (!may_go_back(s, n)) return;
  dfmti_apitrace_definitions_take_back(&s->tables, &r->in.mem, s->event_offset);
  s->gap.back += n;
  dfmti_window_back(s->in.win, (size_t)n);
}

dfmt_status dfmti_apitrace_search(dfmt_reader *r, struct dfmti_apitrace_reader *s) {
  if (!dfmti_apitrace_may_search(r, s)) return DFMT_OK;
  go_back(r, s);
  dfmti_apitrace_gap_begin(s, s->event_offset);
  s->gap.event = true;
  s->phase = PHASE_GAP;
  return DFMTI_GO_ON;
}

/* ---- after a lost part ---- */

static dfmt_status go_on_from(dfmt_reader *r, struct dfmti_apitrace_reader *s, const struct dfmti_gap_place *place) {
  uint64_t offset = dfmti_apitrace_offset(s, place->at);
  dfmti_window_consume(s->in.win, (size_t)(place->at - dfmti_window_ptr(s->in.win)));
  dfmti_stream_note(&r->in, DFMT_SEVERITY_WARNING, DFMT_ERR_APITRACE_GAP, DFMT_E_FORMAT,
                    dfmti_apitrace_told(s, s->gap.from), 0, offset - s->gap.from,
                    "%" PRIu64 " calls were lost; call %" PRIu64 " is entered next", place->number - s->next_number,
                    place->number);
  s->next_number = s->gap.known = place->number;
  s->phase = PHASE_EVENT;
  s->gap.on = true;
  s->short_way = dfmti_apitrace_has_short_way(s);
  r->in.recovered = true;
  return DFMTI_GO_ON;
}

/* Another process's calls begin: those of this one that are pending come first. */
static dfmt_status end_before(dfmt_reader *r, struct dfmti_apitrace_reader *s, const uint8_t *at) {
  dfmti_window_consume(s->in.win, (size_t)(at - dfmti_window_ptr(s->in.win)));
  dfmti_apitrace_tell_lost_calls(r, s);
  s->fault_offset = s->gap.from;
  s->search = true;
  s->phase = PHASE_PENDING;
  return DFMTI_GO_ON;
}

void dfmti_apitrace_tell_lost_calls(dfmt_reader *r, struct dfmti_apitrace_reader *s) {
  if (s->gap.calls)
    dfmti_stream_note(&r->in, DFMT_SEVERITY_WARNING, DFMT_ERR_APITRACE_LOST, DFMT_E_FORMAT,
                      dfmti_apitrace_told(s, s->gap.from), 0, 0,
                      "%" PRIu64 " calls were left out, as definitions that they use were lost", s->gap.calls);
  s->gap.calls = 0;
}

/* A damaged chunk was told, and events can be looked for after it. */
static bool may_jump(const dfmt_reader *r, const struct dfmti_apitrace_reader *s) {
  return s->ended < 0 && s->in.search.on && dfmti_apitrace_may_search(r, s);
}

bool dfmti_apitrace_jump(dfmt_reader *r, struct dfmti_apitrace_reader *s, uint64_t from) {
  if (!may_jump(r, s)) return false;
  if (s->phase == PHASE_EVENT) dfmti_apitrace_gap_begin(s, from);
  s->gap.jump = true;
  s->phase = PHASE_GAP;
  return true;
}

/* Twice the bytes that it takes to tell, if there are as many: what is left of them is looked at once more. */
static dfmt_status fill_gap(dfmt_reader *r, struct dfmti_apitrace_reader *s) {
  while (!s->gap.ended && dfmti_window_len(s->in.win) < 2 * DFMTI_GAP_SPAN) {
    s->want = 2 * DFMTI_GAP_SPAN;
    dfmt_status st = dfmti_apitrace_more(r, s);
    s->gap.ended = st == DFMT_END;
    if (st != DFMT_OK && st != DFMT_END) return st;
  }
  return DFMT_OK;
}

/* Looks among what the current event took for its own, up to `most` bytes of it. It stays in hand if there is nothing.
 */
static bool find_inside(dfmt_reader *r, struct dfmti_apitrace_reader *s, size_t most, struct dfmti_gap_place *place) {
  uint64_t n = way_back(s);
  if (!may_go_back(s, n)) return false;
  s->gap.back += n;
  dfmti_window_back(s->in.win, (size_t)n);
  const struct dfmti_gap before = s->gap;
  dfmti_apitrace_gap_begin(s, s->event_offset);
  const uint8_t *end, *start = dfmti_apitrace_look(s, &end), *p = start, *again = find_start(s);
  if (again) end = again;
  end = start + dfmti_min((size_t)(end - start), most);
  bool found = dfmti_apitrace_gap_find(s, &p, end, end, false, place);
  s->gap.on = before.on;
  if (found) {
    dfmti_apitrace_drop_begun(r, s);
    dfmti_apitrace_definitions_take_back(&s->tables, &r->in.mem, s->event_offset);
    return true;
  }
  s->gap.from = before.from;
  s->gap.unseen = before.unseen;
  dfmti_window_consume(s->in.win, (size_t)n);
  return false;
}

bool dfmti_apitrace_swallowed(dfmt_reader *r, struct dfmti_apitrace_reader *s) {
  struct dfmti_gap_place place;
  if (!dfmti_apitrace_may_search(r, s) || s->phase != PHASE_EVENT) return false;
  if (dfmti_window_offset(s->in.win) + dfmti_window_len(s->in.win) - s->event_offset < CUT_LEAST) return false;
  if (!find_inside(r, s, SIZE_MAX, &place)) return false;
  go_on_from(r, s, &place);
  return true;
}

dfmt_status dfmti_apitrace_limit(dfmt_reader *r, struct dfmti_apitrace_reader *s) {
  struct dfmti_gap_place place;
  struct dfmti_errors limit = {0};
  uint64_t claimed = s->claimed_end - s->event_offset;
  bool claims = s->claimed_end > s->event_offset && r->in.err.e.number == DFMT_ERR_MAX_RECORD;
  s->claimed_end = 0;
  if (!claims || !dfmti_apitrace_may_search(r, s)) return DFMT_E_LIMIT;
  dfmti_errors_copy(&limit, &r->in.err);
  s->gap.ended = false;
  dfmt_status st = fill_gap(r, s);
  s->gap.ended = false;
  if (st != DFMT_OK) return st;
  if (!find_inside(r, s, dfmti_min(dfmti_clamp(claimed), DFMTI_GAP_SPAN), &place)) {
    dfmti_errors_copy(&r->in.err, &limit);
    return DFMT_E_LIMIT;
  }
  dfmti_errors_clear(&r->in.err);
  dfmti_stream_note(&r->in, DFMT_SEVERITY_ERROR, limit.e.number, DFMT_E_FORMAT, dfmti_apitrace_told(s, limit.e.offset),
                    0, 0, "%s", limit.e.message);
  return go_on_from(r, s, &place);
}

dfmt_status dfmti_apitrace_blob_ahead(dfmt_reader *r, struct dfmti_apitrace_reader *s) {
  struct dfmti_gap_place place;
  if (!dfmti_apitrace_may_search(r, s)) return DFMT_OK;
  uint64_t at = dfmti_window_offset(s->in.win), size = s->blob_left;
  s->gap.ended = false;
  dfmt_status st = fill_gap(r, s);
  s->gap.ended = false;
  if (st != DFMT_OK) return st;
  if (!find_inside(r, s, dfmti_clamp(way_back(s)) + dfmti_min(dfmti_clamp(size), DFMTI_GAP_SPAN), &place))
    return DFMT_OK;
  dfmti_stream_note(&r->in, DFMT_SEVERITY_ERROR, DFMT_ERR_APITRACE_VALUE, DFMT_E_FORMAT, dfmti_apitrace_told(s, at), 0,
                    0, "a blob of %" PRIu64 " bytes, in which calls stand", size);
  return go_on_from(r, s, &place);
}

static void tell_nothing(dfmt_reader *r, const struct dfmti_apitrace_reader *s) {
  dfmti_stream_note(&r->in, DFMT_SEVERITY_WARNING, DFMT_ERR_APITRACE_GAP, DFMT_OK, dfmti_apitrace_told(s, s->gap.from),
                    0, dfmti_window_offset(s->in.win) - s->gap.from, "nothing readable follows the damage");
}

/* No more bytes: that is the end, or another damaged chunk. */
static dfmt_status end_gap(dfmt_reader *r, struct dfmti_apitrace_reader *s) {
  dfmti_window_consume(s->in.win, dfmti_window_len(s->in.win));
  s->gap.ended = false;
  if (!may_jump(r, s)) tell_nothing(r, s);
  return DFMTI_ENDED;
}

dfmt_status dfmti_apitrace_step_gap(dfmt_reader *r, struct dfmti_apitrace_reader *s) {
  uint64_t unseen = 0;
  if (dfmti_stream_has_many_notes(&r->in)) return DFMTI_NOTES;
  dfmt_status st = s->gap.jump ? dfmti_apitrace_container_go_on(r, &s->in, &unseen) : DFMT_OK;
  if (st == DFMT_END) {
    s->gap.jump = false;
    s->phase = PHASE_PENDING;
    if (s->gap.event) tell_nothing(r, s);
    dfmti_apitrace_tell_lost_calls(r, s);
    return DFMTI_GO_ON;
  }
  s->gap.unseen += st == DFMT_OK ? unseen : 0;
  if (st == DFMT_OK) s->gap.jump = false;
  if (st == DFMT_OK) st = fill_gap(r, s);
  if (st != DFMT_OK) return st;
  struct dfmti_gap_place place;
  const uint8_t *end, *start = dfmti_apitrace_look(s, &end), *p = start, *again = find_start(s);
  bool all = again || s->gap.ended;
  if (again) end = again;
  const uint8_t *stop = all ? end : end - dfmti_min((size_t)(end - p), DFMTI_GAP_SPAN);
  if (dfmti_apitrace_gap_find(s, &p, stop, end, all, &place)) return go_on_from(r, s, &place);
  if (again) return end_before(r, s, again);
  dfmti_window_consume(s->in.win, (size_t)(p - start));
  return s->gap.ended ? end_gap(r, s) : DFMTI_GO_ON;
}
