/* SPDX-License-Identifier: MIT */
/*
 * Payload calls. All of them pull pieces by piece(), which puts the format's chunks under the limits:
 *
 *   piece in hand (ptr, len) --taken by a call--> given += n
 *   nothing in hand: done? repeat END or the error. inlined? the value, once. pending? format's chunk(). else END.
 */
#include "payload.h"

#include <string.h>

static dfmt_status end_payload(dfmt_reader *r, dfmt_status st) {
  struct dfmti_payload *p = &r->payload;
  if (st == DFMT_AGAIN || st == DFMT_E_NOMEM || st == DFMT_E_LIMIT) return st;
  p->done = st;
  if (st < 0) dfmti_errors_copy(&r->payload_err, &r->in.err);
  return st;
}

static dfmt_status refuse(dfmt_reader *r, uint32_t option, uint32_t number, uint64_t needed) {
  return dfmti_fail_limit(&r->in.err, option, number, r->out.ev.offset, needed);
}

/* How much of a fresh piece may be handed out. */
static dfmt_status check_limits(dfmt_reader *r, size_t *allowed) {
  const struct dfmti_payload *p = &r->payload;
  if (p->mode != DFMT_PAYLOAD_DECODED || p->inlined) return DFMT_OK;
  uint64_t total = p->given + p->len;
  if (r->in.max_ratio && total > (1u << 20) && total / r->in.max_ratio > p->stored)
    return refuse(r, DFMT_CFG_MAX_RATIO, DFMT_ERR_MAX_RATIO, 2 * (total / (p->stored ? p->stored : 1) + 1));
  if (total <= r->in.max_output) return DFMT_OK;
  uint64_t more = p->given > (1u << 20) ? p->given : 1u << 20; /* not the piece at hand: that depends on the source */
  if (p->given >= r->in.max_output) return refuse(r, DFMT_CFG_MAX_OUTPUT, DFMT_ERR_MAX_OUTPUT, p->given + more);
  *allowed = (size_t)(r->in.max_output - p->given);
  return DFMT_OK;
}

/* Of a text whose lines may be several of the file, as those of a mail are, one at a time: so that each has its number.
 */
static DFMTI_RARE void leave_one_line(dfmt_reader *r, size_t *n) {
  struct dfmti_payload *p = &r->payload;
  const struct dfmti_window *w = &r->in.win;
  const uintptr_t at = (uintptr_t)p->ptr - (uintptr_t)w->buf;
  if (!w->places->line || at >= w->end) return;
  const uint8_t *lf = memchr(p->ptr, '\n', *n);
  if (lf) *n = (size_t)(lf + 1 - p->ptr);
  p->line = dfmti_window_line(w, w->places->of(w->places, w->buf, w->base, w->base + at), p->line);
}

/* Makes *n > 0 bytes of the payload at hand, of which the caller takes some by take(). Not inlined: it is large. */
static __attribute__((noinline)) dfmt_status piece(dfmt_reader *r, size_t *n) {
  struct dfmti_payload *p = &r->payload;
  if (!r->current) return dfmti_fail_state(&r->in.err, "there is no current event");
  if (r->current != &r->out.ev) return DFMT_END;
  p->started = true;
  if (p->len == 0) {
    if (p->done == DFMT_E_STATE) return dfmti_fail_state(&r->in.err, "the payload is being skipped");
    if (p->done < 0) dfmti_errors_copy(&r->in.err, &r->payload_err);
    if (p->done != DFMT_OK) return p->done;
    if (p->inlined) {
      const dfmt_str *v = p->mode == DFMT_PAYLOAD_RAW ? &p->raw : &p->value;
      p->ptr = (const uint8_t *)v->ptr;
      p->len = (size_t)v->len;
      p->done = DFMT_END;
    } else if (p->pending) {
      dfmt_status st = r->ops->chunk(r, &p->ptr, &p->len);
      if (st != DFMT_OK) {
        p->len = 0;
        return end_payload(r, st);
      }
    }
    if (p->len == 0) return p->done = DFMT_END;
  }
  *n = p->len;
  if (r->in.win.places) leave_one_line(r, n);
  return check_limits(r, n);
}

static void take(dfmt_reader *r, size_t n) {
  struct dfmti_payload *p = &r->payload;
  p->ptr += n;
  p->len -= n;
  p->given += n;
}

static dfmt_status enter(dfmt_reader *r) {
  if (r->busy) return DFMT_E_BUSY;
  dfmti_errors_clear(&r->in.err);
  r->busy = true;
  return DFMT_OK;
}

/* An error that is kept until what came before it is out must not show yet. */
static dfmt_status leave(dfmt_reader *r, dfmt_status st) {
  if (st >= 0) dfmti_errors_clear(&r->in.err);
  r->busy = false;
  return st;
}

dfmt_status dfmt_payload_mode(dfmt_reader *r, uint32_t mode) {
  if (!r) return DFMT_E_ARG;
  dfmt_status st = enter(r);
  if (st != DFMT_OK) return st;
  if (mode > DFMT_PAYLOAD_RAW)
    st = dfmti_fail_arg(&r->in.err, "unknown payload mode");
  else if (r->current != &r->out.ev || r->payload.started)
    st = dfmti_fail_state(&r->in.err,
                          r->current == &r->out.ev ? "the payload has been started" : "there is no event with a value");
  else if (!(r->payload.inlined || (r->ops->modes >> mode & 1)))
    st = dfmti_fail(&r->in.err, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED, "not in this form");
  else
    r->payload.mode = mode;
  return leave(r, st);
}

dfmt_status dfmt_payload_chunk(dfmt_reader *r, const void **ptr, uint64_t *len) {
  if (!r || !ptr || !len) return DFMT_E_ARG;
  dfmt_status st = enter(r);
  if (st != DFMT_OK) return st;
  size_t n = 0;
  *ptr = NULL;
  st = piece(r, &n);
  if (st == DFMT_OK) {
    *ptr = r->payload.ptr;
    take(r, n);
  }
  *len = st == DFMT_OK ? n : 0;
  return leave(r, st);
}

dfmt_status dfmti_payload_peek(dfmt_reader *r, const uint8_t **ptr, size_t *len) {
  dfmt_status st = enter(r);
  if (st != DFMT_OK) return st;
  st = piece(r, len);
  *ptr = r->payload.ptr;
  return st == DFMT_OK ? DFMT_OK : leave(r, st);
}

void dfmti_payload_taken(dfmt_reader *r, size_t n) {
  take(r, n);
  leave(r, DFMT_OK);
}

dfmt_status dfmt_payload_read(dfmt_reader *r, void *buf, uint64_t cap, uint64_t *got) {
  if (!r || !got || !buf || cap == 0) return DFMT_E_ARG;
  *got = 0;
  dfmt_status st = enter(r);
  if (st != DFMT_OK) return st;
  size_t n = 0;
  st = piece(r, &n);
  if (st == DFMT_OK) {
    if (n > cap) n = (size_t)cap;
    memcpy(buf, r->payload.ptr, n);
    take(r, n);
    *got = n;
  }
  return leave(r, st);
}

static dfmt_status sink_failed(dfmt_reader *r, dfmt_sink *to, dfmt_status st) {
  if (st >= 0) return st;
  if (st == DFMT_E_BUSY) return dfmti_fail(&r->in.err, st, DFMT_ERR_BUSY, "the sink is in use");
  dfmti_fail(&r->in.err, st, dfmt_sink_error(to)->number, "%s", dfmt_sink_error(to)->message);
  r->in.err.e.sys_errno = dfmt_sink_error(to)->sys_errno;
  r->in.err.e.option = dfmt_sink_error(to)->option;
  r->in.err.e.needed = dfmt_sink_error(to)->needed;
  r->in.err.e.origin = DFMT_ORIGIN_SINK;
  return st;
}

dfmt_status dfmt_payload_drain(dfmt_reader *r, dfmt_sink *to, uint64_t *bytes) {
  if (!r || !to) return DFMT_E_ARG;
  dfmt_status st = enter(r);
  if (st != DFMT_OK) return st;
  size_t n = 0;
  while ((st = piece(r, &n)) == DFMT_OK) {
    uint64_t taken = 0;
    st = dfmt_sink_write(to, r->payload.ptr, n, &taken);
    take(r, (size_t)taken);
    r->payload.drained += taken;
    if (st != DFMT_OK) {
      st = sink_failed(r, to, st);
      break;
    }
  }
  if (bytes) *bytes = r->payload.drained;
  return leave(r, st == DFMT_END ? DFMT_OK : st);
}

dfmt_status dfmt_payload_skip(dfmt_reader *r) {
  if (!r) return DFMT_E_ARG;
  dfmt_status st = enter(r);
  if (st != DFMT_OK) return st;
  size_t n = 0;
  while ((st = piece(r, &n)) == DFMT_OK) take(r, n);
  return leave(r, st == DFMT_END ? DFMT_OK : st);
}

dfmt_status dfmti_payload_pass(dfmt_reader *r) {
  struct dfmti_payload *p = &r->payload;
  if (!p->pending) return DFMT_OK;
  if (p->done != DFMT_E_STATE) { /* should this take several calls: there is no going back */
    p->done = DFMT_E_STATE;
    p->started = true;
    p->len = 0;
  }
  if (r->ops->skip) return r->ops->skip(r);
  dfmt_status st = DFMT_OK;
  while (p->pending && (st = r->ops->chunk(r, &p->ptr, &p->len)) == DFMT_OK) continue;
  return st == DFMT_AGAIN || st == DFMT_E_IO || st == DFMT_E_NOMEM || st == DFMT_E_LIMIT ? st : DFMT_OK;
}

static void drop_link(struct dfmti_payload_link *l) {
  if (--l->refs > 0) return;
  struct dfmti_mem m = l->mem;
  dfmti_free(&m, l, sizeof *l);
}

void dfmti_payload_forget(dfmt_reader *r) {
  if (r->link) {
    r->link->r = NULL;
    drop_link(r->link);
    r->link = NULL;
  }
  if (r->json.stage) dfmti_json_reset(&r->json);
  r->payload = (struct dfmti_payload){0};
}

struct payload_source {
  dfmt_source *self;
  struct dfmti_payload_link *link;
};

static dfmt_status source_read(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct payload_source *x = user;
  dfmt_reader *r = x->link->r;
  if (!r) return dfmti_fail(&x->self->err, DFMT_E_STATE, DFMT_ERR_STALE_PAYLOAD, "the payload's reader has moved on");
  dfmt_status st = dfmt_payload_read(r, buf, cap, got);
  if (st < 0 && st != DFMT_E_BUSY) dfmti_errors_copy(&x->self->err, &r->in.err);
  return st;
}

static void source_close(void *user) {
  struct payload_source *x = user;
  if (x->link) drop_link(x->link);
}

static const dfmt_source_ops source_ops = {.size = sizeof source_ops, .read = source_read, .close = source_close};

dfmt_status dfmt_payload_source(dfmt_reader *r, dfmt_source **out) {
  if (out) *out = NULL;
  if (!r || !out) return DFMT_E_ARG;
  dfmt_status st = enter(r);
  if (st != DFMT_OK) return st;
  if (r->current != &r->out.ev) return leave(r, dfmti_fail_state(&r->in.err, "there is no event with a value"));
  if (!r->link) {
    struct dfmti_mem m;
    dfmti_mem_init(&m, &r->config);
    r->link = dfmti_alloc(&m, sizeof *r->link);
    if (!r->link) return leave(r, dfmti_fail_mem(&r->in.err, &m));
    *r->link = (struct dfmti_payload_link){.mem = m, .r = r, .refs = 1};
  }
  st = dfmti_source_make(&r->config, &source_ops, sizeof(struct payload_source), out);
  if (st != DFMT_OK) return leave(r, dfmti_fail(&r->in.err, st, DFMT_ERR_NOMEM, "out of memory"));
  *(struct payload_source *)(*out)->user = (struct payload_source){.self = *out, .link = r->link};
  r->link->refs++;
  return leave(r, DFMT_OK);
}
