/* SPDX-License-Identifier: MIT */
#include "sink.h"

#include <string.h>

#include "base/growth.h"

enum { OPS_LEAST = DFMTI_UP_TO(dfmt_sink_ops, before) }; /* bytes of a caller's, frozen */

dfmt_status dfmti_sink_make(const dfmt_config *c, const dfmt_sink_ops *ops, size_t size, dfmt_sink **out) {
  struct dfmti_mem m;
  dfmti_mem_init(&m, c);
  void *handle, *own;
  if (!dfmti_alloc_handle(&m, sizeof(dfmt_sink), &handle, size, &own)) return DFMT_E_NOMEM;
  dfmt_sink *s = handle;
  s->user = own;
  s->own_size = size;
  s->mem = m;
  s->ops = *ops;
  s->refs = 1;
  dfmti_errors_clear(&s->err);
  *out = s;
  return DFMT_OK;
}

dfmt_status dfmt_sink_new(const dfmt_config *c, const dfmt_sink_ops *ops, void *user, dfmt_sink **out) {
  if (!out) return DFMT_E_ARG;
  *out = NULL;
  if (!ops || ops->size < OPS_LEAST || ops->flags || !ops->write) return DFMT_E_ARG;
  dfmt_sink_ops known = {.size = 0};
  memcpy(&known, ops, dfmti_min(ops->size, sizeof known));
  dfmt_status st = dfmti_sink_make(c, &known, 0, out);
  if (st == DFMT_OK) (*out)->user = user;
  return st;
}

dfmt_sink *dfmt_sink_ref(dfmt_sink *s) {
  if (s) s->refs++;
  return s;
}

const dfmt_error *dfmt_sink_error(const dfmt_sink *s) { return s ? &s->err.e : NULL; }

/* An error of the vtable is sticky, as what it took is not known any more; but want of memory took nothing. */
static dfmt_status settle(dfmt_sink *s, dfmt_status st, const char *what) {
  if (st >= 0) return st;
  if (s->err.e.status == DFMT_OK) dfmti_fail(&s->err, st, DFMT_ERR_WRITE, "%s (%s)", what, dfmt_status_name(st));
  s->err.e.origin = DFMT_ORIGIN_SINK;
  s->err.e.offset = s->offset - (s->wait.len - s->written);
  if (st != DFMT_E_NOMEM && st != DFMT_E_LIMIT) s->failed = st;
  return st;
}

/* What failed first is the error to tell. */
static dfmt_status repeat(dfmt_sink *s) {
  if (s->err.e.status == s->failed) return s->failed;
  dfmti_fail(&s->err, s->failed, DFMT_ERR_FINISHED, "the sink failed before");
  s->err.e.origin = DFMT_ORIGIN_SINK;
  return s->failed;
}

/* One call of the caller's write. OK or AGAIN with *taken, or E_*. */
static dfmt_status write_some(dfmt_sink *s, const uint8_t *ptr, size_t len, size_t *taken) {
  uint64_t n = 0;
  *taken = 0;
  dfmti_errors_clear(&s->err);
  if (dfmti_stopped(&s->mem)) return settle(s, dfmti_fail_stopped(&s->err), "");
  s->busy = true;
  dfmt_status st = s->ops.write(s->user, ptr, len, &n);
  s->busy = false;
  if (n > len || (st == DFMT_OK && n < len) || (st > 0 && st != DFMT_AGAIN)) {
    dfmti_fail(&s->err, DFMT_E_IO, DFMT_ERR_CALLBACK, "the sink's write broke its contract");
    st = DFMT_E_IO;
  }
  *taken = st < 0 ? 0 : (size_t)n;
  return settle(s, st, "the sink failed");
}

dfmt_status dfmti_sink_drain_to(dfmt_sink *s, size_t left) {
  if (s->failed) return repeat(s);
  while (dfmti_sink_waiting(s) > left) {
    size_t n = 0;
    dfmt_status st = write_some(s, s->wait.ptr + s->written, dfmti_sink_waiting(s) - left, &n);
    s->written += n;
    if (st != DFMT_OK) return st;
  }
  if (s->written == s->wait.len) s->written = s->wait.len = 0;
  return DFMT_OK;
}

uint8_t *dfmti_sink_room(dfmt_sink *s, size_t want) {
  if (s->failed) {
    (void)repeat(s);
    return NULL;
  }
  if (s->written && s->written >= s->wait.len / 2) {
    memmove(s->wait.ptr, s->wait.ptr + s->written, s->wait.len - s->written);
    s->wait.len -= s->written;
    s->written = 0;
  }
  size_t least = s->wait.cap ? want : want > DFMTI_SINK_BUFFER ? want : DFMTI_SINK_BUFFER;
  if (!dfmti_buf_reserve(&s->mem, &s->wait, least)) {
    dfmti_fail_mem(&s->err, &s->mem);
    return NULL;
  }
  return s->wait.ptr + s->wait.len;
}

dfmt_status dfmti_sink_put(dfmt_sink *s, const void *ptr, size_t len) {
  if (s->failed) return repeat(s);
  if (len == 0) return DFMT_OK;
  const uint8_t *p = ptr;
  if (len >= DFMTI_SINK_BUFFER) { /* straight on, unless something waits or the sink is full */
    dfmt_status st = dfmti_sink_drain(s, 0);
    size_t n = 0;
    if (st == DFMT_OK) st = write_some(s, p, len, &n);
    if (st < 0) return st;
    s->offset += n;
    p += n;
    len -= n;
    if (len == 0) return DFMT_OK;
  }
  uint8_t *room = dfmti_sink_room(s, len);
  if (!room) { /* part of it may be out: nobody can go on from here */
    if (p != ptr) s->failed = s->err.e.status;
    return s->err.e.status;
  }
  memcpy(room, p, len);
  return dfmti_sink_claim(s, len);
}

dfmt_status dfmti_sink_patch(dfmt_sink *s, uint64_t offset, const void *ptr, size_t len) {
  if (s->failed) return repeat(s);
  if (offset > s->offset || len > s->offset - offset)
    return dfmti_fail_state(&s->err, "the bytes to overwrite are gone: the sink was reset");
  uint64_t waits = s->offset - (s->wait.len - s->written); /* from here on bytes have not been written yet */
  size_t out = offset < waits ? dfmti_min(len, (size_t)(waits - offset)) : 0;
  if (out < len) memcpy(s->wait.ptr + s->written + (offset + out - waits), (const uint8_t *)ptr + out, len - out);
  if (out == 0) return DFMT_OK;
  if (!s->ops.write_at) return dfmti_fail(&s->err, DFMT_E_UNSUPPORTED, DFMT_ERR_SEEK, "the sink cannot seek");
  dfmti_errors_clear(&s->err);
  s->busy = true;
  dfmt_status st = s->ops.write_at(s->user, offset, ptr, out);
  s->busy = false;
  return settle(s, st > 0 ? DFMT_E_IO : st, "overwriting failed");
}

bool dfmti_sink_can_patch(dfmt_sink *s) {
  if (!s->ops.write_at || s->own_size == 0) return s->ops.write_at != NULL;
  bool can = s->ops.write_at(s->user, 0, "", 0) != DFMT_E_UNSUPPORTED;
  dfmti_errors_clear(&s->err);
  return can;
}

static dfmt_status enter(dfmt_sink *s) {
  if (s->busy) return DFMT_E_BUSY;
  if (!s->failed) dfmti_errors_clear(&s->err);
  return s->closed ? dfmti_fail_state(&s->err, "the sink is closed") : DFMT_OK;
}

dfmt_status dfmt_sink_write(dfmt_sink *s, const void *ptr, uint64_t len, uint64_t *taken) {
  if (taken) *taken = 0;
  if (!s || !taken || (!ptr && len)) return DFMT_E_ARG;
  dfmt_status st = enter(s);
  if (st != DFMT_OK) return st;
  while (*taken < len) {
    st = dfmti_sink_drain(s, DFMTI_SINK_BUFFER);
    if (st != DFMT_OK) return st;
    size_t n = len - *taken < DFMTI_SINK_BUFFER ? (size_t)(len - *taken) : DFMTI_SINK_BUFFER;
    st = dfmti_sink_put(s, (const uint8_t *)ptr + *taken, n);
    if (st != DFMT_OK) return st;
    *taken += n;
  }
  return DFMT_OK;
}

dfmt_status dfmt_sink_flush(dfmt_sink *s) {
  if (!s) return DFMT_E_ARG;
  dfmt_status st = enter(s);
  if (st != DFMT_OK) return st;
  st = dfmti_sink_drain(s, 0);
  if (st != DFMT_OK || !s->ops.flush) return st;
  s->busy = true;
  st = s->ops.flush(s->user);
  s->busy = false;
  return settle(s, st > 0 && st != DFMT_AGAIN ? DFMT_E_IO : st, "flushing failed");
}

static dfmt_status shut(dfmt_sink *s, uint32_t commit) {
  s->closed = true;
  if (!s->ops.close) return DFMT_OK;
  s->busy = true;
  dfmt_status st = s->ops.close(s->user, commit);
  s->busy = false;
  return st;
}

dfmt_status dfmt_sink_close(dfmt_sink *s) {
  dfmt_status st = dfmt_sink_flush(s);
  if (st != DFMT_OK) return st;
  st = shut(s, 1);
  return settle(s, st == DFMT_AGAIN || st == DFMT_END ? DFMT_E_IO : st, "closing failed");
}

dfmt_status dfmt_sink_discard(dfmt_sink *s) {
  if (!s) return DFMT_E_ARG;
  dfmt_status st = enter(s);
  if (st != DFMT_OK) return st;
  (void)shut(s, 0);
  if (!s->failed) s->failed = DFMT_E_STATE;
  return DFMT_OK;
}

void dfmt_sink_free(dfmt_sink *s) {
  if (!s || --s->refs > 0) return;
  if (!s->closed) shut(s, 0);
  struct dfmti_mem m = s->mem;
  dfmti_buf_free(&m, &s->wait);
  dfmti_blocks_free(&m, &s->kept);
  if (s->own_free) s->own_free(&m, s->user);
  if (s->own_size) dfmti_free(&m, s->user, s->own_size);
  dfmti_free(&m, s, sizeof *s);
}
