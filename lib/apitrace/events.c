/* SPDX-License-Identifier: MIT */
/*
 * Enter and leave events, spec 5.1. What is consumed of the window is always a whole token, so that reading goes on
 * there with more data:
 *
 *   head -> detail* -> 00, complete
 *              |  '- backtrace: frame*
 *              '---- argument, return value: values.c
 */
#include "events.h"

#include <string.h>

#include "read_fault.h"
#include "small.h"
#include "suspect.h"
#include "values.h"

/* Zeros read as enters of function 0, which nobody enters twice in a row. */
static dfmt_status check_zeros(dfmt_reader *r, struct dfmti_apitrace_reader *s, const uint8_t *p, const uint8_t *end) {
  static const uint8_t zeros[4];
  size_t least = s->version >= 4 ? 4 : 3;
  struct dfmti_call *last = dfmti_apitrace_entered_before(s, s->event_offset);
  bool zero = last && !last->thread && !last->sig->id &&
              (last->enter_length == least || (last->enter_length == least + 2 && !last->sig->name.len));
  if (!zero || memcmp(p, zeros, dfmti_min((size_t)(end - p), least)) != 0) return DFMT_OK;
  if ((size_t)(end - p) < least) return dfmti_apitrace_short(r, s, p, least);
  dfmti_apitrace_suspect(s, &(struct dfmti_suspect){true, last->enter_offset, last->number});
  dfmti_apitrace_take_back(r, s);
  return dfmti_fail_at(&r->in.err, DFMT_E_FORMAT, DFMT_ERR_APITRACE_EVENT, s->event_offset, 0,
                       "expected an event, found zeros");
}

static dfmt_status enter(dfmt_reader *r, struct dfmti_apitrace_reader *s, const uint8_t **pp, const uint8_t *end) {
  const uint8_t *token = *pp, *p = token + 1, *at = p;
  uint64_t thread = 0, id;
  if (r->in.recover && dfmti_apitrace_may_search(r, s)) {
    dfmt_status zeros = check_zeros(r, s, token, end);
    if (zeros != DFMT_OK) return zeros;
  }
  if (s->version >= 4 && !(p = dfmti_uint(at, &thread))) return dfmti_apitrace_bad_uint(r, s, at);
  at = p;
  p = dfmti_uint(at, &id);
  if (!p) return dfmti_apitrace_bad_uint(r, s, at);
  const struct dfmti_definition *def;
  dfmt_status st = dfmti_apitrace_define(r, s, DFMT_APITRACE_SIG_FUNCTION, id, at, &p, end, token, &def);
  if (st != DFMT_OK) return st;
  if (p > end) return dfmti_apitrace_short(r, s, token, 0);
  struct dfmti_call *c = dfmti_pending_enter(&r->in.mem, &s->pending);
  if (!c) return dfmti_fail_mem(&r->in.err, &r->in.mem);
  c->number = s->next_number++;
  c->cut = false;
  c->thread = thread;
  c->lost = def == &s->gap.unknown;
  c->sig = &def->is.sig;
  c->wanted = s->shared ? dfmti_apitrace_is_wanted(&r->config, &c->sig->name) : def->wanted;
  c->enter_offset = dfmti_apitrace_offset(s, token);
  s->call = c;
  s->leaving = false;
  *pp = p;
  return DFMT_OK;
}

/*
 * In salvage a leave may tell that what came before was not what it seemed:
 *
 *   of a call not entered yet                        enters were swallowed
 *   of one that was left, right after an enter       bytes came twice, or what read as an enter is none
 *   of one around that just entered in its thread    the same; before version 4 no thread is known, and sound traces
 *                                                    that were converted from these have such: only after damage
 */
static bool is_odd(const dfmt_reader *r, const struct dfmti_apitrace_reader *s, const struct dfmti_call *c,
                   const struct dfmti_call *last, uint64_t number) {
  if (c) return r->in.recovered && last && c != last && s->version >= 4 && c->thread == last->thread;
  return number >= s->next_number || (last && number >= s->gap.known);
}

/* One that is odd may be just that; two of them, and no call between them that is sound, are damage. After a lost part
 * one is. LOST: the search is to begin where the first one was; OK. */
static dfmt_status check_order(dfmt_reader *r, struct dfmti_apitrace_reader *s, const struct dfmti_call *c,
                               uint64_t number) {
  struct dfmti_call *last = dfmti_apitrace_entered_before(s, s->event_offset);
  if (!dfmti_apitrace_may_search(r, s)) return DFMT_OK;
  if (!is_odd(r, s, c, last, number)) {
    if (c && c == last) dfmti_apitrace_suspect(s, NULL);
    return DFMT_OK;
  }
  if (!s->suspect.on) {
    bool entered = last && (c || number < s->next_number);
    dfmti_apitrace_suspect(s, &(struct dfmti_suspect){true, entered ? last->enter_offset : s->event_offset,
                                                      entered ? last->number : s->next_number});
    if (!s->gap.on) return DFMT_OK;
  }
  if (!s->gap.on)
    dfmti_stream_note(&r->in, DFMT_SEVERITY_ERROR, DFMT_ERR_APITRACE_UNKNOWN_CALL, DFMT_E_FORMAT,
                      dfmti_apitrace_told(s, s->event_offset), 0, 0, "a leave of call %llu, which was not entered last",
                      (unsigned long long)number);
  dfmti_apitrace_take_back(r, s);
  return DFMTI_LOST;
}

/* A leave that no pending call belongs to is read like others, into a call that nobody entered. */
static dfmt_status leave(dfmt_reader *r, struct dfmti_apitrace_reader *s, const uint8_t **pp, const uint8_t *end) {
  const uint8_t *token = *pp;
  uint64_t number;
  const uint8_t *p = dfmti_uint(token + 1, &number);
  if (!p) return dfmti_apitrace_bad_uint(r, s, token + 1);
  if (p > end) return dfmti_apitrace_short(r, s, token, 0);
  struct dfmti_call *c = dfmti_pending_find(&s->pending, number);
  if (r->in.recover && check_order(r, s, c, number) == DFMTI_LOST) return DFMTI_LOST;
  if (!c) {
    c = &s->stray;
    dfmti_call_clear(&r->in.mem, c);
    c->number = number;
    c->wanted = s->form == DFMT_APITRACE_FORM_EVENTS && !s->any_functions;
    dfmti_stream_note(&r->in, DFMT_SEVERITY_WARNING, DFMT_ERR_APITRACE_UNKNOWN_CALL, DFMT_OK,
                      dfmti_apitrace_told(s, dfmti_apitrace_offset(s, token)), 0, 0,
                      "a leave of call %llu, which is not pending", (unsigned long long)number);
  }
  dfmti_apitrace_remember(s, c);
  s->call = c;
  s->leaving = true;
  *pp = p;
  return DFMT_OK;
}

static dfmt_status begin(dfmt_reader *r, struct dfmti_apitrace_reader *s, const uint8_t **pp, const uint8_t *end) {
  if (*pp >= end) return dfmti_apitrace_short(r, s, *pp, 0);
  dfmt_status st;
  s->event_offset = dfmti_apitrace_offset(s, *pp);
  if (**pp == 0)
    st = enter(r, s, pp, end);
  else if (**pp == 1)
    st = leave(r, s, pp, end);
  else
    return dfmti_apitrace_unknown(r, s, DFMT_ERR_APITRACE_EVENT, "an event, 00 or 01", *pp);
  if (st == DFMT_OK) s->keep = s->values && s->call->wanted;
  return st;
}

static dfmt_status frames(dfmt_reader *r, struct dfmti_apitrace_reader *s, const uint8_t **pp, const uint8_t *end) {
  struct dfmti_call *c = s->call;
  for (; s->frames_left; s->frames_left--) {
    const uint8_t *token = *pp, *p;
    uint64_t id;
    if (c->n_frames == c->cap_frames && !dfmti_apitrace_call_grow_frames(&r->in.mem, c))
      return dfmti_fail_mem(&r->in.err, &r->in.mem);
    p = dfmti_uint(token, &id);
    if (!p) return dfmti_apitrace_bad_uint(r, s, token);
    const struct dfmti_definition *def;
    dfmt_status st = dfmti_apitrace_define(r, s, DFMTI_TABLE_FRAME, id, token, &p, end, token, &def);
    if (st != DFMT_OK) return st;
    if (p > end) return dfmti_apitrace_short(r, s, token, 0);
    if (s->keep) c->frames[c->n_frames++] = &def->is.frame;
    *pp = p;
  }
  return DFMT_OK;
}

static inline void add_arg(struct dfmti_call *c, uint64_t number, const dfmt_apitrace_value *value) {
  dfmt_apitrace_arg *to = &c->args[c->n_args];
  if (c->n_args && number <= to[-1].number) c->unsorted = true;
  to->name = c->sig && number < c->sig->n_members ? c->sig->members[number] : (dfmt_str){"", 0};
  to->value = value;
  to->number = number;
  c->n_args++;
}

/* An argument's or return value's first value belongs to the token of its detail; the rest goes on by itself. */
static dfmt_status first_value(dfmt_reader *r, struct dfmti_apitrace_reader *s, const uint8_t **pp,
                               const uint8_t *value, const uint8_t *end, const uint64_t *arg) {
  struct dfmti_call *c = s->call;
  const uint8_t *token = *pp, *p = value;
  size_t node = c->n_nodes;
  if (arg && s->keep && c->n_args == c->cap_args && !dfmti_apitrace_call_grow_args(&r->in.mem, c))
    return dfmti_fail_mem(&r->in.err, &r->in.mem);
  dfmt_status st = dfmti_apitrace_values(r, s, &p, end);
  if (p == value) {
    s->want += dfmti_min((size_t)(value - token), SIZE_MAX - s->want);
    return st;
  }
  *pp = p;
  if (!s->keep) return st;
  if (!arg) {
    c->present |= DFMT_APITRACE_CALL_HAS_RET;
    c->ret = node;
    return st;
  }
  add_arg(c, *arg, c->nodes + node);
  return st;
}

/* Only FORMAT.markdown knows of it, spec 5.2. */
static void thread_detail(dfmt_reader *r, struct dfmti_apitrace_reader *s, uint64_t thread, const uint8_t *at) {
  s->call->thread = thread;
  if (s->thread_told) return;
  s->thread_told = true;
  dfmti_stream_note(&r->in, DFMT_SEVERITY_NOTE, DFMT_ERR_APITRACE_DETAIL, DFMT_OK,
                    dfmti_apitrace_told(s, dfmti_apitrace_offset(s, at)), 0, 0,
                    "call detail 03, a thread number, which apitrace itself refuses");
}

static dfmt_status details(dfmt_reader *r, struct dfmti_apitrace_reader *s, const uint8_t **pp, const uint8_t *end) {
  struct dfmti_call *c = s->call;
  for (;;) {
    *pp = dfmti_apitrace_small_details(s, *pp, end);
    const uint8_t *token = *pp, *p = token + 1;
    uint64_t n = 0;
    if (token >= end) return dfmti_apitrace_short(r, s, token, 0);
    if (*token == 0) {
      *pp = p;
      return DFMT_OK;
    }
    if (*token > 5 || (*token == 3 && s->version >= 4))
      return dfmti_apitrace_unknown(r, s, DFMT_ERR_APITRACE_DETAIL, "a call detail, 00, 01, 02, 04 or 05", token);
    if (*token != 2 && !(p = dfmti_uint(token + 1, &n))) return dfmti_apitrace_bad_uint(r, s, token + 1);
    if (p > end || (*token <= 2 && p == end)) return dfmti_apitrace_short(r, s, token, 0);
    dfmt_status st = DFMT_OK;
    if (*token <= 2) {
      st = first_value(r, s, pp, p, end, *token == 1 ? &n : NULL);
    } else if (*token == 4) {
      /* the last backtrace counts; the enter's is kept for the case that its leave is cut */
      c->first_frame = s->leaving && s->entered.present & DFMT_APITRACE_CALL_HAS_FRAMES ? s->entered.n_frames : 0;
      c->n_frames = c->first_frame;
      if (s->keep) c->present |= DFMT_APITRACE_CALL_HAS_FRAMES;
      s->frames_left = n;
      *pp = p;
      st = frames(r, s, pp, end);
    } else if (*token == 3) {
      thread_detail(r, s, n, token);
      *pp = p;
    } else {
      c->present |= DFMT_APITRACE_CALL_HAS_STORED_FLAGS;
      c->stored_flags |= n;
      *pp = p;
    }
    if (st != DFMT_OK) return st;
  }
}

/* Bytes of a string or blob that nobody wants. */
static dfmt_status pass(struct dfmti_apitrace_reader *s) {
  size_t n = dfmti_min(dfmti_clamp(s->pass), dfmti_window_len(s->in.win));
  dfmti_window_consume(s->in.win, n);
  s->pass -= n;
  s->want = 1;
  return s->pass ? DFMTI_SHORT : DFMT_OK;
}

/* The rest of the current event. */
static dfmt_status go_on(dfmt_reader *r, struct dfmti_apitrace_reader *s, const uint8_t **pp, const uint8_t *end) {
  dfmt_status st = DFMT_OK;
  if (s->depth) st = *pp < end ? dfmti_apitrace_values(r, s, pp, end) : dfmti_apitrace_short(r, s, *pp, 0);
  if (st == DFMT_OK && s->frames_left) st = frames(r, s, pp, end);
  return st == DFMT_OK ? details(r, s, pp, end) : st;
}

/*
 * The current event is complete. Whether it is to be told: enters are not, as their calls are told with their leaves.
 */
static bool complete(struct dfmti_apitrace_reader *s, const uint8_t *p) {
  uint64_t length = dfmti_apitrace_offset(s, p) - s->event_offset;
  *(s->leaving ? &s->leave_length : &s->call->enter_length) = length;
  if (!s->leaving) s->call->loose = true; /* again, if the window has moved inside it */
  if (s->leaving || s->form == DFMT_APITRACE_FORM_EVENTS || s->phase == PHASE_SEEK) return true;
  s->call = NULL;
  return false;
}

dfmt_status dfmti_apitrace_event(dfmt_reader *r, struct dfmti_apitrace_reader *s) {
  if (s->pass && pass(s) != DFMT_OK) return DFMTI_SHORT;
  const uint8_t *end, *start = dfmti_apitrace_look(s, &end), *p = start;
  dfmt_status st = DFMT_OK;
  do {
    if (!s->call) st = begin(r, s, &p, end);
    if (st == DFMT_OK) st = go_on(r, s, &p, end);
  } while (st == DFMT_OK && !complete(s, p));
  dfmti_window_consume(s->in.win, (size_t)(p - start));
  return st;
}
