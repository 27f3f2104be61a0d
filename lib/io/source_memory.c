/* SPDX-License-Identifier: MIT */
/* Sources without a file: memory, pushed data, and a slice of another source. */
#include <string.h>

#include "base/config.h"
#include "source.h"

struct memory {
  const uint8_t *ptr;
  size_t len, pos;
};

static dfmt_status memory_read(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct memory *x = user;
  size_t n = dfmti_min(x->len - x->pos, dfmti_clamp(cap));
  if (n == 0) return DFMT_END;
  memcpy(buf, x->ptr + x->pos, n);
  x->pos += n;
  *got = n;
  return DFMT_OK;
}

static dfmt_status memory_read_at(void *user, uint64_t offset, void *buf, uint64_t cap, uint64_t *got) {
  struct memory *x = user;
  if (offset >= x->len) return DFMT_END;
  size_t n = dfmti_min(x->len - (size_t)offset, dfmti_clamp(cap));
  memcpy(buf, x->ptr + offset, n);
  *got = n;
  return DFMT_OK;
}

static dfmt_status memory_total(void *user, uint64_t *bytes) {
  struct memory *x = user;
  *bytes = x->len;
  return DFMT_OK;
}

static const dfmt_source_ops memory_ops = {
    .size = sizeof memory_ops, .read = memory_read, .read_at = memory_read_at, .total = memory_total};

dfmt_status dfmt_source_memory(const dfmt_config *c, const void *ptr, uint64_t len, dfmt_source **out) {
  if (!out) return DFMT_E_ARG;
  *out = NULL;
  if ((!ptr && len) || len > SIZE_MAX) return DFMT_E_ARG;
  dfmt_status st = dfmti_source_make(c, &memory_ops, sizeof(struct memory), out);
  if (st == DFMT_OK) *(struct memory *)(*out)->user = (struct memory){.ptr = ptr, .len = (size_t)len};
  return st;
}

dfmt_status dfmt_source_reset_memory(dfmt_source *s, const void *ptr, uint64_t len) {
  if (!s || (!ptr && len) || len > SIZE_MAX) return DFMT_E_ARG;
  dfmti_errors_clear(&s->err);
  if (s->ops.read != memory_read) return dfmti_fail_state(&s->err, "not a memory source");
  *(struct memory *)s->user = (struct memory){.ptr = ptr, .len = (size_t)len};
  s->taken = 0;
  return DFMT_OK;
}

struct feed {
  dfmt_source *source;
  struct dfmti_buf buf; /* pushed; up to `start` it has been read */
  size_t start;
  uint64_t max; /* bytes */
  bool closed;
};

static dfmt_status feed_read(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct feed *x = user;
  size_t n = dfmti_min(x->buf.len - x->start, dfmti_clamp(cap));
  if (n == 0) return x->closed ? DFMT_END : DFMT_AGAIN;
  memcpy(buf, x->buf.ptr + x->start, n);
  x->start += n;
  if (x->start == x->buf.len) x->start = x->buf.len = 0;
  *got = n;
  return DFMT_OK;
}

static void feed_close(void *user) {
  struct feed *x = user;
  dfmti_buf_free(&x->source->mem, &x->buf);
}

static const dfmt_source_ops feed_ops = {.size = sizeof feed_ops, .read = feed_read, .close = feed_close};

dfmt_status dfmt_source_feed(const dfmt_config *c, dfmt_source **out) {
  if (!out) return DFMT_E_ARG;
  *out = NULL;
  dfmt_status st = dfmti_source_make(c, &feed_ops, sizeof(struct feed), out);
  if (st != DFMT_OK) return st;
  struct feed *x = (*out)->user;
  x->source = *out;
  x->max = dfmti_config_value(c, DFMT_CFG_MAX_FEED);
  return DFMT_OK;
}

static struct feed *feed_of(dfmt_source *s) { return s->ops.read == feed_read ? s->user : NULL; }

/* Moves what waits to the front once the read part is the larger one: each byte moves at most once on average. */
static void feed_slide(struct feed *x) {
  if (x->start < x->buf.len - x->start) return;
  memmove(x->buf.ptr, x->buf.ptr + x->start, x->buf.len - x->start);
  x->buf.len -= x->start;
  x->start = 0;
}

dfmt_status dfmt_feed_write(dfmt_source *s, const void *ptr, uint64_t len, uint64_t *taken) {
  if (taken) *taken = 0;
  if (!s || !taken || (!ptr && len)) return DFMT_E_ARG;
  dfmti_errors_clear(&s->err);
  struct feed *x = feed_of(s);
  if (!x || x->closed) return dfmti_fail_state(&s->err, x ? "the feed is closed" : "not a feed");
  if (s->busy) return DFMT_E_BUSY;
  size_t waiting = x->buf.len - x->start;
  uint64_t room = waiting < x->max ? x->max - waiting : 0;
  size_t n = dfmti_clamp(len < room ? len : room);
  if (n && x->start) feed_slide(x);
  if (!dfmti_buf_append(&s->mem, &x->buf, ptr, n)) return dfmti_fail_mem(&s->err, &s->mem);
  *taken = n;
  return n == len ? DFMT_OK : DFMT_AGAIN;
}

dfmt_status dfmt_feed_close(dfmt_source *s) {
  if (!s) return DFMT_E_ARG;
  dfmti_errors_clear(&s->err);
  struct feed *x = feed_of(s);
  if (!x) return dfmti_fail_state(&s->err, "not a feed");
  x->closed = true;
  return DFMT_OK;
}

struct slice {
  dfmt_source *self, *of;
  uint64_t start, len, pos; /* bytes; len UINT64_MAX: to the end */
};

static dfmt_status slice_read_at(void *user, uint64_t offset, void *buf, uint64_t cap, uint64_t *got) {
  struct slice *x = user;
  uint64_t at;
  if (offset >= x->len || __builtin_add_overflow(x->start, offset, &at)) return DFMT_END;
  uint64_t left = x->len - offset;
  size_t n;
  dfmt_status st = dfmti_source_read_at(x->of, at, buf, dfmti_clamp(cap < left ? cap : left), &n);
  if (st < 0) dfmti_errors_copy(&x->self->err, &x->of->err);
  if (st != DFMT_OK) return st;
  *got = n;
  return n ? DFMT_OK : DFMT_END;
}

static dfmt_status slice_read(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct slice *x = user;
  dfmt_status st = slice_read_at(user, x->pos, buf, cap, got);
  if (st == DFMT_OK) x->pos += *got;
  return st;
}

static dfmt_status slice_total(void *user, uint64_t *bytes) {
  struct slice *x = user;
  uint64_t all = 0;
  dfmt_status st = dfmt_source_total(x->of, &all);
  if (st < 0) dfmti_errors_copy(&x->self->err, &x->of->err);
  if (st != DFMT_OK) return st;
  uint64_t left = all > x->start ? all - x->start : 0;
  *bytes = left < x->len ? left : x->len;
  return DFMT_OK;
}

static void slice_close(void *user) {
  struct slice *x = user;
  dfmt_source_free(x->of);
}

static const dfmt_source_ops slice_ops = {
    .size = sizeof slice_ops, .read = slice_read, .read_at = slice_read_at, .total = slice_total, .close = slice_close};

dfmt_status dfmt_source_slice(const dfmt_config *c, dfmt_source *s, uint64_t offset, uint64_t len, dfmt_source **out) {
  if (!out) return DFMT_E_ARG;
  *out = NULL;
  if (!s) return DFMT_E_ARG;
  dfmt_status st = dfmti_source_make(c, &slice_ops, sizeof(struct slice), out);
  if (st == DFMT_OK)
    *(struct slice *)(*out)->user = (struct slice){.self = *out, .of = dfmt_source_ref(s), .start = offset, .len = len};
  return st;
}
