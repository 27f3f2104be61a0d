/* SPDX-License-Identifier: MIT */
/*
 * The reader of traces.
 *
 *   HEADER -> EVENT <--> BLOB (a blob goes ahead of its event)
 *               '--no more data--> PENDING (calls that never left) -> DONE
 *               '--damage, salvage--> PENDING -> RESTART -+-found: HEADER
 *               |                                         '-> DONE
 *               '--damaged chunk, salvage--> GAP -+-found: EVENT, or HEADER
 *                                                 '-> PENDING
 *   STREAM -> BEHIND -> DONE            in form STREAM
 *
 * A step either fills the event and says OK, or says DFMTI_GO_ON: the phase has changed; or it returns what the reader
 * is to return.
 */
#include <inttypes.h>
#include <string.h>

#include "deliver.h"
#include "events.h"
#include "read_fault.h"
#include "salvage.h"
#include "seek.h"
#include "small.h"
#include "stream_start.h"

static struct dfmti_apitrace_reader *state(dfmt_reader *r) { return r->state; }

/* ---- bytes ---- */

/* Bytes of a payload: at least one. */
static dfmt_status fill_one(dfmt_reader *r, struct dfmti_apitrace_reader *s) {
  if (dfmti_window_len(s->in.win)) return DFMT_OK;
  s->in.win->held = dfmti_apitrace_held(r, s);
  dfmt_status st = dfmti_apitrace_secure(r, s);
  return st == DFMT_OK ? dfmti_apitrace_container_fill(r, &s->in, 1) : st;
}

static bool may_come_yet(dfmt_status st) { return st == DFMT_AGAIN || st == DFMT_E_NOMEM || st == DFMT_E_LIMIT; }

/* ---- damage ---- */

/* The offset that an error reports. Those of codecs are offsets in the file. */
static uint64_t place(const struct dfmti_apitrace_reader *s, const dfmt_error *e) {
  return e->origin == DFMT_ORIGIN_DATA ? dfmti_apitrace_told(s, e->offset) : e->offset;
}

/* In salvage an error becomes a diagnostic; after an event that is malformed those that are not are looked for. */
static dfmt_status damaged(dfmt_reader *r, struct dfmti_apitrace_reader *s, dfmt_status st) {
  const dfmt_error *e = &r->in.err.e;
  bool damage = st == DFMT_E_FORMAT || st == DFMT_E_TRUNCATED || st == DFMT_E_UNSUPPORTED; /* of a version to come */
  if (!damage || !r->in.recover) return st;
  dfmti_stream_note(&r->in, DFMT_SEVERITY_ERROR, e->number, st, place(s, e), 0, 0, "%s", e->message);
  s->fault_offset = dfmti_window_offset(s->in.win);
  s->search = e->origin == DFMT_ORIGIN_DATA;
  /* a header that is damaged itself does not begin the stream again */
  if (s->version == UINT32_MAX && dfmti_window_len(s->in.win)) dfmti_window_consume(s->in.win, 1);
  dfmti_errors_clear(&r->in.err);
  if (s->search && dfmti_apitrace_search(r, s) == DFMTI_GO_ON) return DFMTI_GO_ON;
  s->ended = DFMT_END;
  s->phase = PHASE_PENDING;
  return DFMTI_GO_ON;
}

/* ---- the end of the data ---- */

static bool inside_event(const struct dfmti_apitrace_reader *s) {
  return s->call || s->pass || dfmti_window_len(s->in.win);
}

/* zlib's file reader ignores what follows the last gzip member, and so does the reference (spec 2.6). */
static bool is_harmless(const struct dfmti_apitrace_reader *s) {
  return s->ended == DFMT_E_FORMAT && s->end_error.e.number == DFMT_ERR_CODEC_TRAILING;
}

/* Whether the calls that never left are told: they are, if the data just end. */
static bool just_ended(dfmt_status st) { return st == DFMT_E_TRUNCATED || st == DFMT_E_CHECKSUM; }

static dfmt_status end_of_data(dfmt_reader *r, struct dfmti_apitrace_reader *s) {
  uint64_t at = s->event_offset;
  bool inside = inside_event(s);
  if (!s->call) at = dfmti_window_offset(s->in.win);
  if (is_harmless(s)) {
    dfmti_stream_note(&r->in, DFMT_SEVERITY_NOTE, DFMT_ERR_CODEC_TRAILING, DFMT_OK, dfmti_window_offset(s->in.win), 0,
                      0, "%s", s->end_error.e.message);
    s->ended = DFMT_END;
  }
  if (s->ended == DFMT_END && inside) {
    s->ended = dfmti_fail_at(&s->end_error, DFMT_E_TRUNCATED, DFMT_ERR_APITRACE_TRUNCATED, at, 0,
                             "the stream ends inside %s", s->version == UINT32_MAX ? "its header" : "an event");
  }
  if (s->ended < 0 && r->in.recover) {
    const dfmt_error *e = &s->end_error.e;
    dfmti_stream_note(&r->in, just_ended(s->ended) ? DFMT_SEVERITY_WARNING : DFMT_SEVERITY_ERROR, e->number, s->ended,
                      place(s, e), 0, 0, "%s", e->message);
  }
  if (inside && dfmti_apitrace_swallowed(r, s)) return DFMTI_GO_ON;
  dfmti_apitrace_drop_begun(r, s);
  s->search = false;
  if (dfmti_apitrace_jump(r, s, at)) {
    s->ended = DFMT_END;
    return DFMTI_GO_ON;
  }
  if (s->ended < 0 && r->in.recover) s->ended = DFMT_END;
  dfmti_apitrace_tell_lost_calls(r, s);
  s->phase = s->ended == DFMT_END || just_ended(s->ended) ? PHASE_PENDING : PHASE_DONE;
  return DFMTI_GO_ON;
}

static dfmt_status step_gap(dfmt_reader *r, struct dfmti_apitrace_reader *s) {
  dfmt_status st = dfmti_apitrace_step_gap(r, s);
  return st == DFMTI_ENDED ? end_of_data(r, s) : st;
}

/* ---- steps ---- */

static void give_back(dfmt_reader *r, struct dfmti_apitrace_reader *s) {
  if (!s->handed) return;
  if (s->handed_stays || s->handed == &s->stray)
    dfmti_call_clear(&r->in.mem, s->handed);
  else
    dfmti_pending_recycle(&r->in.mem, &s->pending, s->handed);
  s->handed = NULL;
}

static dfmt_status read_properties(dfmt_reader *r, struct dfmti_apitrace_reader *s, struct dfmti_cursor *c) {
  dfmt_pair pair;
  for (s->properties.len = 0;;) {
    dfmt_status st = dfmti_apitrace_cursor_str(c, &pair.key);
    if (st == DFMT_OK && (pair.key.len == 0 || pair.key.ptr[0] == 0)) return DFMT_OK;
    if (st == DFMT_OK) st = dfmti_apitrace_cursor_str(c, &pair.value);
    if (st != DFMT_OK) return st;
    if (!dfmti_buf_append(&r->in.mem, &s->properties, &pair, sizeof pair))
      return dfmti_fail_mem(&r->in.err, &r->in.mem);
  }
}

static dfmt_status read_header(dfmt_reader *r, struct dfmti_apitrace_reader *s, struct dfmti_cursor *c,
                               dfmt_apitrace_header *h) {
  uint64_t version, semantic;
  uint64_t offset = dfmti_apitrace_offset(s, c->p);
  dfmt_status st = dfmti_apitrace_cursor_uint(c, &version);
  if (st != DFMT_OK) return st;
  if (version > 6)
    return dfmti_fail_at(&r->in.err, DFMT_E_UNSUPPORTED, DFMT_ERR_APITRACE_VERSION, offset, 0,
                         "unsupported trace format version %llu", (unsigned long long)version);
  h->version = h->semantic_version = (uint32_t)version;
  h->container = s->in.kind;
  if (version < 6) return DFMT_OK;
  st = dfmti_apitrace_cursor_uint(c, &semantic);
  if (st != DFMT_OK) return st;
  if (semantic > version)
    return dfmti_fail_at(&r->in.err, DFMT_E_FORMAT, DFMT_ERR_APITRACE_SEMANTIC_VERSION, offset + 1, 0,
                         "semantic version %llu exceeds the format version, %llu", (unsigned long long)semantic,
                         (unsigned long long)version);
  st = read_properties(r, s, c);
  h->semantic_version = (uint32_t)semantic;
  h->present = DFMT_APITRACE_HEADER_HAS_SEMANTIC_VERSION | DFMT_APITRACE_HEADER_HAS_PROPERTIES;
  h->properties = (const dfmt_pair *)(const void *)s->properties.ptr;
  h->n_properties = s->properties.len / sizeof(dfmt_pair);
  return st;
}

static void header_done(dfmt_reader *r, struct dfmti_apitrace_reader *s, const uint8_t *start, const uint8_t *end) {
  s->version = s->body.header.version;
  s->tables.old_enums = s->version < 3;
  s->short_way = dfmti_apitrace_has_short_way(s);
  s->phase = PHASE_EVENT;
  r->variant = s->version + DFMT_APITRACE_VARIANT_V0;
  r->out.ev.type = DFMT_APITRACE_HEADER;
  r->out.ev.body = &s->body.header.head;
  r->out.ev.offset = dfmti_apitrace_told(s, dfmti_apitrace_offset(s, start));
  r->out.ev.length = (uint64_t)(end - start);
  dfmti_window_consume(s->in.win, (size_t)(end - start));
}

static dfmt_status step_header(dfmt_reader *r, struct dfmti_apitrace_reader *s) {
  const uint8_t *end, *start = dfmti_apitrace_look(s, &end);
  struct dfmti_cursor c = {.p = start, .end = end};
  s->version = UINT32_MAX;
  s->body.header = (dfmt_apitrace_header){.head = {sizeof s->body.header, DFMT_APITRACE_HEADER}};
  dfmt_status st = read_header(r, s, &c, &s->body.header);
  if (st == DFMT_E_FORMAT && r->in.err.e.status == DFMT_OK) st = dfmti_apitrace_bad_uint(r, s, c.p);
  if (st == DFMTI_SHORT) {
    st = dfmti_apitrace_short_by(r, s, start, c.need);
    if (st == DFMTI_SHORT) st = dfmti_apitrace_more(r, s);
    if (st == DFMT_OK) return DFMTI_GO_ON;
    return st == DFMT_END ? end_of_data(r, s) : damaged(r, s, st);
  }
  if (st != DFMT_OK) return damaged(r, s, st);
  s->start.len = 0;
  if (!dfmti_buf_append(&r->in.mem, &s->start, start, dfmti_min((size_t)(c.p - start), DFMTI_START_KEPT)))
    return dfmti_fail_mem(&r->in.err, &r->in.mem);
  header_done(r, s, start, c.p);
  return DFMT_OK;
}

/* What becomes of an event that is complete. false: it is of no interest. */
static bool take_event(dfmt_reader *r, struct dfmti_apitrace_reader *s) {
  struct dfmti_call *c = s->call;
  if (!c) return false; /* an event always has its call; this is for gcc's analyzer */
  if (s->leaving && c != &s->stray) dfmti_pending_unlink(&s->pending, c);
  bool wanted = !(s->seek.skipping && dfmti_apitrace_is_before(s, c)) && c->wanted;
  if (wanted) return true;
  s->gap.calls += c->lost && s->leaving;
  if (c == &s->stray || !s->leaving)
    dfmti_call_clear(&r->in.mem, c);
  else
    dfmti_pending_recycle(&r->in.mem, &s->pending, c);
  s->call = NULL;
  return false;
}

static inline dfmt_status deliver(dfmt_reader *r, struct dfmti_apitrace_reader *s) {
  struct dfmti_call *c = s->call;
  uint32_t type = s->form == DFMT_APITRACE_FORM_CALLS ? DFMT_APITRACE_CALL
                  : s->leaving                        ? DFMT_APITRACE_LEAVE
                                                      : DFMT_APITRACE_ENTER;
  dfmti_apitrace_deliver(r, s, c, type);
  s->handed = c;
  s->handed_stays = type == DFMT_APITRACE_ENTER;
  s->call = NULL;
  return DFMT_OK;
}

static inline dfmt_status step_event(dfmt_reader *r, struct dfmti_apitrace_reader *s) {
  for (;;) {
    if (s->short_way && !s->call && dfmti_apitrace_small_call(r, s)) return DFMT_OK;
    s->want = 1;
    dfmt_status st = s->blob_left ? (dfmt_status)DFMTI_SHORT : dfmti_apitrace_event(r, s);
    if (st == DFMT_OK) {
      if (take_event(r, s)) return deliver(r, s);
      if (dfmti_stream_has_many_notes(&r->in)) return DFMTI_NOTES;
      continue;
    }
    if (st == DFMTI_BLOB) {
      s->phase = PHASE_BLOB;
      return DFMTI_GO_ON;
    }
    if (st == DFMTI_LOST) return dfmti_apitrace_search(r, s);
    if (st == DFMT_E_LIMIT && r->in.recover) return dfmti_apitrace_limit(r, s);
    if (st != DFMTI_SHORT) return damaged(r, s, st);
    st = dfmti_apitrace_more(r, s);
    if (st == DFMT_END) return end_of_data(r, s);
    if (st != DFMT_OK) return damaged(r, s, st);
  }
}

static dfmt_status step_blob(dfmt_reader *r, struct dfmti_apitrace_reader *s) {
  dfmt_status st = r->in.recover ? dfmti_apitrace_blob_ahead(r, s) : DFMT_OK;
  if (st != DFMT_OK) return st;
  s->body.blob = (dfmt_apitrace_blob){.head = {sizeof s->body.blob, DFMT_APITRACE_BLOB},
                                      .number = s->call->number,
                                      .ordinal = s->next_blob++,
                                      .size = s->blob_left};
  uint64_t at = dfmti_window_offset(s->in.win);
  s->ahead_end = s->blob_left > UINT64_MAX - at ? UINT64_MAX : at + s->blob_left;
  r->out.ev.type = DFMT_APITRACE_BLOB;
  r->out.ev.body = &s->body.blob.head;
  r->out.ev.offset = dfmti_apitrace_told(s, at);
  r->out.ev.length = s->blob_left;
  r->out.ev.flags = DFMT_EVENT_FLAG_PAYLOAD;
  r->payload.pending = true;
  s->phase = PHASE_EVENT;
  return DFMT_OK;
}

static dfmt_status step_pending(dfmt_reader *r, struct dfmti_apitrace_reader *s) {
  if (s->call) dfmti_apitrace_drop_begun(r, s);
  if (!dfmti_apitrace_pending_settle(&r->in.mem, &s->pending)) return dfmti_fail_mem(&r->in.err, &r->in.mem);
  struct dfmti_call *c = s->pending.oldest;
  s->leaving = false;
  if (!c || s->form != DFMT_APITRACE_FORM_CALLS) {
    dfmti_apitrace_pending_clear(&r->in.mem, &s->pending);
    if (s->search)
      s->phase = PHASE_RESTART;
    else if (!dfmti_apitrace_another(r, s))
      s->phase = PHASE_DONE;
    return DFMTI_GO_ON;
  }
  bool wanted = !(s->seek.skipping && dfmti_apitrace_is_before(s, c)) && c->wanted;
  if (wanted) {
    dfmti_apitrace_deliver(r, s, c, DFMT_APITRACE_CALL);
    s->body.call.flags |= DFMT_APITRACE_FLAG_INCOMPLETE | (c->cut ? (uint32_t)DFMT_APITRACE_FLAG_LEAVE_CUT : 0);
  }
  dfmti_pending_unlink(&s->pending, c);
  s->handed = c;
  s->handed_stays = false;
  if (wanted) return DFMT_OK;
  give_back(r, s);
  return DFMTI_GO_ON;
}

static dfmt_status step_done(dfmt_reader *r, struct dfmti_apitrace_reader *s) {
  dfmti_errors_clear(&r->in.err);
  if (s->ended < 0) dfmti_errors_copy(&r->in.err, &s->end_error);
  return s->ended;
}

static dfmt_status step_stream(dfmt_reader *r, struct dfmti_apitrace_reader *s) {
  s->body.stream =
      (dfmt_apitrace_stream){.head = {sizeof s->body.stream, DFMT_APITRACE_STREAM}, .container = s->in.kind};
  r->out.ev.type = DFMT_APITRACE_STREAM;
  r->out.ev.body = &s->body.stream.head;
  r->out.ev.flags = DFMT_EVENT_FLAG_PAYLOAD;
  r->payload.pending = true;
  s->phase = PHASE_BEHIND;
  return DFMT_OK;
}

/* After the payload: how it ended is how the file ends. */
static dfmt_status step_behind(dfmt_reader *r, struct dfmti_apitrace_reader *s) {
  s->want = 1;
  dfmt_status st = dfmti_apitrace_more(r, s);
  if (st != DFMT_END) return st == DFMT_OK ? dfmti_fail_state(&r->in.err, "the stream was not read to its end") : st;
  return end_of_data(r, s);
}

static dfmt_status (*const steps[])(dfmt_reader *r, struct dfmti_apitrace_reader *s) = {
    [PHASE_HEADER] = step_header,   [PHASE_SEEK] = dfmti_apitrace_step_seek,
    [PHASE_EVENT] = step_event,     [PHASE_BLOB] = step_blob,
    [PHASE_PENDING] = step_pending, [PHASE_RESTART] = dfmti_apitrace_step_restart,
    [PHASE_GAP] = step_gap,         [PHASE_STREAM] = step_stream,
    [PHASE_BEHIND] = step_behind,   [PHASE_DONE] = step_done,
};

static dfmt_status next(dfmt_reader *r) {
  struct dfmti_apitrace_reader *s = state(r);
  dfmt_status st;
  give_back(r, s);
  do st = s->phase == PHASE_EVENT ? step_event(r, s) : steps[s->phase](r, s);
  while (st == DFMTI_GO_ON);
  return st;
}

/* ---- payloads ---- */

static dfmt_status payload_ended(dfmt_reader *r, struct dfmti_apitrace_reader *s) {
  r->payload.pending = false;
  if (s->phase == PHASE_BEHIND) {
    s->body.stream.size = dfmti_window_offset(s->in.win);
    s->body.stream.present |= DFMT_APITRACE_STREAM_HAS_SIZE;
    r->out.ev.length = s->body.stream.size;
  }
  return DFMT_END;
}

/* No more data: the whole stream's payload ends as the container does, a blob's must not end here. */
static dfmt_status payload_cut(dfmt_reader *r, struct dfmti_apitrace_reader *s, dfmt_status st) {
  bool whole = s->phase == PHASE_BEHIND;
  payload_ended(r, s);
  if (whole && (st == DFMT_END || r->in.recover || r->in.err.e.number == DFMT_ERR_CODEC_TRAILING)) return DFMT_END;
  if (st != DFMT_END) return st;
  return dfmti_fail_at(&r->in.err, DFMT_E_TRUNCATED, DFMT_ERR_APITRACE_TRUNCATED, dfmti_window_offset(s->in.win), 0,
                       "the stream ends inside a blob");
}

static dfmt_status chunk(dfmt_reader *r, const uint8_t **ptr, size_t *len) {
  struct dfmti_apitrace_reader *s = state(r);
  bool whole = s->phase == PHASE_BEHIND;
  dfmti_window_consume(s->in.win, s->lent);
  s->lent = 0;
  if (!whole && s->blob_left == 0) return payload_ended(r, s);
  dfmt_status st = fill_one(r, s);
  if (may_come_yet(st) || st == DFMT_E_IO) return st;
  if (st != DFMT_OK) return payload_cut(r, s, st);
  *ptr = dfmti_window_ptr(s->in.win);
  *len = dfmti_window_len(s->in.win);
  if (!whole) *len = dfmti_min(*len, dfmti_clamp(s->blob_left));
  if (!whole) s->blob_left -= *len;
  s->lent = *len;
  r->payload.stored = r->in.source->taken;
  return DFMT_OK;
}

/* ---- life cycle ---- */

static void forget(dfmt_reader *r, struct dfmti_apitrace_reader *s) {
  give_back(r, s);
  s->call = NULL;
  dfmti_apitrace_pending_clear(&r->in.mem, &s->pending);
  dfmti_apitrace_definitions_free(&r->in.mem, &s->tables);
}

/* In salvage there is just nothing to be had of it. */
static dfmt_status no_trace(dfmt_reader *r, struct dfmti_apitrace_reader *s, dfmt_status st) {
  st = damaged(r, s, st);
  if (st != DFMTI_GO_ON) return st;
  s->phase = PHASE_DONE;
  dfmti_errors_clear(&r->in.err);
  return DFMT_OK;
}

static dfmt_status open(dfmt_reader *r) {
  struct dfmti_apitrace_reader *s = state(r);
  dfmt_str any;
  forget(r, s);
  s->form = (uint32_t)dfmti_config_own(&r->config, dfmti_apitrace_options, DFMT_CFG_APITRACE_FORM);
  s->values = dfmti_config_own(&r->config, dfmti_apitrace_options, DFMT_CFG_APITRACE_VALUES);
  s->any_functions = dfmti_config_name(&r->config, DFMT_CFG_APITRACE_FUNCTIONS, 0, &any);
  s->phase = s->form == DFMT_APITRACE_FORM_STREAM ? PHASE_STREAM : PHASE_HEADER;
  s->version = 0;
  s->next_number = s->next_blob = s->frames_left = s->pass = s->blob_left = 0;
  s->leaving = s->search = s->short_way = s->thread_told = false;
  s->depth = s->lent = s->start.len = 0;
  s->ended = DFMT_OK;
  memset(&s->seek, 0, sizeof s->seek);
  memset(&s->gap, 0, sizeof s->gap);
  s->suspect.on = false;
  s->claimed_end = s->ahead_end = 0;
  s->shared = r->resume.index;
  s->in.alone = s->shared || s->form == DFMT_APITRACE_FORM_STREAM;
  if (s->shared) return dfmti_apitrace_seek_open(r, s);
  struct dfmti_container_start at = {
      .kind = (uint32_t)dfmti_config_own(&r->config, dfmti_apitrace_options, DFMT_CFG_APITRACE_CONTAINER)};
  dfmt_status st = dfmti_apitrace_container_open(r, &s->in, &at);
  return st == DFMT_E_FORMAT || st == DFMT_E_TRUNCATED ? no_trace(r, s, st) : st;
}

static void close(dfmt_reader *r) {
  struct dfmti_apitrace_reader *s = state(r);
  forget(r, s);
  dfmti_apitrace_pending_free(&r->in.mem, &s->pending);
  dfmti_apitrace_call_free_contents(&r->in.mem, &s->stray);
  dfmti_apitrace_container_close(r, &s->in);
  dfmti_buf_free(&r->in.mem, &s->properties);
  dfmti_buf_free(&r->in.mem, &s->start);
  dfmti_free(&r->in.mem, s->open, s->cap_open * sizeof *s->open);
}

const dfmt_read_format dfmti_apitrace_read = {
    .format = &dfmti_format_apitrace,
    .begins = dfmti_apitrace_begins,
    .probe = dfmti_apitrace_probe,
    .state_size = sizeof(struct dfmti_apitrace_reader),
    .open = open,
    .next = next,
    .chunk = chunk,
    .close = close,
    .modes = 1u << DFMT_PAYLOAD_DECODED | 1u << DFMT_PAYLOAD_STORED | 1u << DFMT_PAYLOAD_RAW,
};

const dfmt_read_format *dfmt_apitrace_read_format(void) { return &dfmti_apitrace_read; }
