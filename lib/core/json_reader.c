/* SPDX-License-Identifier: MIT */
/*
 * A reader's current event as a line, payload included. The steps of a line:
 *
 *   START -+-> WHOLE ---------------------------------------------------------> DRAIN
 *          +-> MEMBERS -+----------------------------------------------+-> TAIL -^
 *                       +-> DIGEST ------------------------------------+
 *                       +-> GATHER -+-> TEXT --------------------------+
 *                                   +-> BASE64_BEGIN -> BASE64 --------+
 *
 * What a step returns concerns the sink, or is AGAIN: an error of the payload is kept until the line is complete.
 *
 * The next call enters the step again; steps that write much remember how far they came: `made` for what is made in
 * one go, `encoded` for base64.
 */
#include "base/crc32.h"
#include "codec/base64.h"
#include "model/json_struct.h"
#include "reader_impl.h"

enum { START, WHOLE, MEMBERS, DIGEST, GATHER, TEXT, BASE64_BEGIN, BASE64, TAIL, DRAIN, DONE };

enum { BLOCK = 49152 }; /* bytes of base64's input at a time: a multiple of 3, and a sink's buffer of output */

struct line {
  dfmt_reader *r;
  struct dfmti_json_state *s;
  dfmt_sink *to;
  const dfmt_event *ev;
  const dfmt_type *type;
};

static bool is_split(const struct line *l) { return l->ev->flags & DFMT_EVENT_FLAG_PAYLOAD; }

static bool with_payload(const struct line *l) { return is_split(l) && l->s->mode != DFMT_JSON_PAYLOAD_NONE; }

static void begin(const struct line *l, struct dfmti_json *j) { dfmti_json_begin(j, l->to, l->s->made); }

static dfmt_status end(const struct line *l, struct dfmti_json *j, uint32_t next) {
  dfmt_status st = dfmti_json_end(j, &l->s->made);
  if (st != DFMT_OK) return st;
  l->s->made = 0;
  l->s->stage = next;
  return DFMT_OK;
}

/* An error of the payload ends the payload, not the line. */
static void end_payload(const struct line *l) {
  l->s->ended = true;
  if (l->r->in.err.e.status < 0) dfmti_errors_copy(&l->s->error, &l->r->in.err);
  dfmti_errors_clear(&l->r->in.err);
}

/* ---- reading the payload ---- */

static void account(struct dfmti_json_state *s, const void *ptr, size_t len) {
  s->size += len;
  s->crc = dfmti_crc32(s->crc, ptr, len);
}

/* Reads on until the end. OK, AGAIN. */
static dfmt_status digest(const struct line *l) {
  const void *ptr;
  uint64_t len;
  dfmt_status st;
  for (;;) {
    l->r->busy = false;
    st = dfmt_payload_chunk(l->r, &ptr, &len);
    l->r->busy = true;
    if (st != DFMT_OK) break;
    account(l->s, ptr, (size_t)len);
  }
  if (st == DFMT_AGAIN) return st;
  end_payload(l);
  l->s->stage = TAIL;
  return DFMT_OK;
}

/* Reads on after what was gathered, up to `cap` bytes in all. OK, also at the end; AGAIN. */
static dfmt_status gather_more(const struct line *l, size_t cap) {
  struct dfmti_buf *b = &l->s->gathered;
  if (!dfmti_buf_reserve(&l->r->in.mem, b, cap - b->len)) {
    dfmti_fail_mem(&l->r->in.err, &l->r->in.mem);
    end_payload(l);
    return DFMT_OK;
  }
  uint64_t got = 0;
  l->r->busy = false;
  dfmt_status st = dfmt_payload_read(l->r, b->ptr + b->len, cap - b->len, &got);
  l->r->busy = true;
  if (st == DFMT_AGAIN) return st;
  if (st != DFMT_OK) end_payload(l);
  account(l->s, b->ptr + b->len, (size_t)got);
  dfmti_utf8_feed(&l->s->utf8, b->ptr + b->len, (size_t)got);
  b->len += (size_t)got;
  return DFMT_OK;
}

/* As much as it takes to know whether it is a short text. */
static dfmt_status gather(const struct line *l) {
  enum { STEP = 16384 };
  struct dfmti_json_state *s = l->s;
  while (!s->ended && !s->utf8.bad && s->gathered.len <= l->r->in.max_inline) {
    dfmt_status st = gather_more(l, s->gathered.len + STEP);
    if (st != DFMT_OK) return st;
  }
  bool text = s->ended && dfmti_utf8_ok(&s->utf8) && s->gathered.len <= l->r->in.max_inline;
  s->stage = text ? TEXT : BASE64_BEGIN;
  return DFMT_OK;
}

/* ---- writing ---- */

/* The sink's buffer must be empty for the line to be one write, unless lines are gathered. */
static inline dfmt_status start(const struct line *l) {
  dfmt_status st = dfmti_sink_drain(l->to, l->s->keep);
  l->s->before = l->to->offset;
  if (st == DFMT_OK) l->s->stage = is_split(l) ? MEMBERS : WHOLE;
  return st;
}

static inline dfmt_status whole(const struct line *l) {
  struct dfmti_json j;
  begin(l, &j);
  dfmti_json_line(&j, l->r->format, l->type, l->ev->body);
  return end(l, &j, DRAIN);
}

static dfmt_status members(const struct line *l) {
  static const uint32_t next[] = {
      [DFMT_JSON_PAYLOAD_NONE] = TAIL, [DFMT_JSON_PAYLOAD_DIGEST] = DIGEST, [DFMT_JSON_PAYLOAD_INLINE] = GATHER};
  struct dfmti_json j;
  begin(l, &j);
  dfmti_json_event(&j, l->r->format, l->type);
  dfmti_json_members(&j, l->r->format, l->type, l->ev->body, DFMTI_MEMBERS_EARLY);
  if (with_payload(l)) dfmti_json_word(&j, ",\"payload\":{");
  return end(l, &j, next[l->s->mode]);
}

static dfmt_status text(const struct line *l) {
  struct dfmti_json j;
  begin(l, &j);
  dfmti_json_word(&j, "\"text\":");
  dfmti_json_text(&j, l->s->gathered.ptr, l->s->gathered.len);
  dfmti_json_raw(&j, ",", 1);
  return end(l, &j, TAIL);
}

static dfmt_status base64_begin(const struct line *l) {
  struct dfmti_json j;
  begin(l, &j);
  dfmti_json_word(&j, "\"base64\":\"");
  return end(l, &j, BASE64);
}

/* Encodes what was gathered, but for up to two bytes if more will come. OK, E_*. */
static dfmt_status encode(const struct line *l) {
  struct dfmti_json_state *s = l->s;
  for (;;) {
    size_t left = s->gathered.len - s->encoded, n = dfmti_min(left, BLOCK);
    if (!s->ended) n -= n % 3;
    if (n == 0) break;
    uint8_t *to = dfmti_sink_room(l->to, BLOCK / 3 * 4 + DFMTI_BASE64_SLACK);
    if (!to) return l->to->err.e.status;
    s->encoded += n;
    dfmt_status st = dfmti_sink_claim(l->to, dfmti_base64_encode(s->gathered.ptr + s->encoded - n, n, to));
    if (st != DFMT_OK) return st;
  }
  s->gathered.len -= s->encoded;
  if (s->gathered.len) memmove(s->gathered.ptr, s->gathered.ptr + s->encoded, s->gathered.len);
  s->encoded = 0;
  return DFMT_OK;
}

static dfmt_status base64(const struct line *l) {
  for (;;) {
    dfmt_status st = encode(l);
    if (st != DFMT_OK) return st;
    if (l->s->ended) break;
    st = dfmti_sink_drain(l->to, DFMTI_SINK_BUFFER); /* full for long: no more is read */
    if (st == DFMT_OK) st = gather_more(l, BLOCK);
    if (st != DFMT_OK) return st;
  }
  dfmt_status st = dfmti_sink_put(l->to, "\",", 2);
  if (st == DFMT_OK) l->s->stage = TAIL;
  return st;
}

static dfmt_status tail(const struct line *l) {
  struct dfmti_json j;
  begin(l, &j);
  if (with_payload(l)) {
    dfmti_json_word(&j, "\"size\":");
    dfmti_json_u64(&j, l->s->size);
    dfmti_json_word(&j, ",\"crc32\":\"");
    dfmti_json_hex(&j, l->s->crc, 8);
    dfmti_json_word(&j, "\"");
    if (l->s->error.e.status != DFMT_OK) {
      dfmti_json_word(&j, ",\"error\":");
      dfmti_json_name(&j, dfmt_status_name(l->s->error.e.status));
    }
    dfmti_json_word(&j, "}");
  }
  dfmti_json_members(&j, l->r->format, l->type, l->ev->body, DFMTI_MEMBERS_LATE);
  dfmti_json_raw(&j, "}\n", 2);
  return end(l, &j, DRAIN);
}

/* No line is cut: the gathered ones go before one that makes them too many, as others may write there, too. */
static inline dfmt_status drain(const struct line *l) {
  const size_t waiting = dfmti_sink_waiting(l->to);
  const uint64_t line = l->to->offset - l->s->before;
  dfmt_status st = DFMT_OK;
  if (waiting > l->s->keep && waiting > line) st = dfmti_sink_drain_to(l->to, (size_t)line);
  if (st == DFMT_OK) st = dfmti_sink_drain(l->to, l->s->keep);
  if (st == DFMT_OK) l->s->stage = DONE;
  return st;
}

/* Those of a line with a payload. */
static dfmt_status (*const steps[])(const struct line *l) = {
    [START] = start,   [MEMBERS] = members, [DIGEST] = digest,
    [GATHER] = gather, [TEXT] = text,       [BASE64_BEGIN] = base64_begin,
    [BASE64] = base64, [TAIL] = tail,       [DRAIN] = drain};

/* ---- the call ---- */

static dfmt_status sink_failed(const struct line *l, dfmt_status st) {
  dfmti_errors_copy(&l->r->in.err, &l->to->err);
  l->r->in.err.e.origin = DFMT_ORIGIN_SINK;
  l->r->in.err.e.offset = 0;                 /* that was the sink's */
  if (l->to->failed) dfmti_json_reset(l->s); /* nobody will complete this line */
  return st;
}

/* All steps without a payload, as most lines have none. */
static inline dfmt_status run_whole(const struct line *l) {
  dfmt_status st = l->s->stage == START ? start(l) : DFMT_OK;
  if (st == DFMT_OK && l->s->stage == WHOLE) st = whole(l);
  if (st == DFMT_OK) st = drain(l);
  if (st != DFMT_OK) return st < 0 ? sink_failed(l, st) : st;
  l->s->stage = START; /* nothing else has changed */
  return DFMT_OK;
}

static dfmt_status run_split(const struct line *l) {
  while (l->s->stage != DONE) {
    dfmt_status st = steps[l->s->stage](l);
    if (st != DFMT_OK) return st < 0 ? sink_failed(l, st) : st;
  }
  dfmt_status st = l->s->error.e.status;
  if (st != DFMT_OK) dfmti_errors_copy(&l->r->in.err, &l->s->error);
  dfmti_json_reset(l->s);
  return st;
}

dfmt_status dfmt_reader_json(dfmt_reader *r, const dfmt_event *ev, uint32_t payload, dfmt_sink *to) {
  if (!r) return DFMT_E_ARG;
  if (r->busy || (to && to->busy)) return DFMT_E_BUSY;
  dfmti_errors_clear(&r->in.err);
  if (!to || (payload & ~(uint32_t)DFMT_JSON_GATHER) > DFMT_JSON_PAYLOAD_INLINE)
    return dfmti_fail_arg(&r->in.err, to ? "unknown mode" : "no sink");
  if (!ev || ev != r->current) return dfmti_fail_state(&r->in.err, "not the current event");
  struct line l = {.r = r, .s = &r->json, .to = to, .ev = ev, .type = r->json.type};
  if (!l.type || l.type->number != ev->type) l.type = l.s->type = dfmti_type_of(r->format, ev->type);
  if (l.s->stage == START) {
    l.s->mode = payload & ~(uint32_t)DFMT_JSON_GATHER;
    l.s->keep = payload & DFMT_JSON_GATHER ? dfmti_sink_undivided(to) : 0;
    if (with_payload(&l) && r->payload.started)
      return dfmti_fail_state(&r->in.err, "the payload has been started by other calls");
  }
  if (dfmti_json_enter(to) != DFMT_OK) return dfmti_fail_state(&r->in.err, "the sink is closed");
  r->busy = true;
  dfmt_status st = is_split(&l) ? run_split(&l) : run_whole(&l);
  r->busy = false;
  return st;
}
