/* SPDX-License-Identifier: MIT */
/* Sinks without a file: memory, and one that drops everything. */
#include <string.h>

#include "sink.h"

struct memory {
  dfmt_sink *sink;
  struct dfmti_buf bytes;
};

static dfmt_status memory_write(void *user, const void *buf, uint64_t len, uint64_t *taken) {
  struct memory *x = user;
  if (!dfmti_buf_append(&x->sink->mem, &x->bytes, buf, (size_t)len))
    return dfmti_fail_mem(&x->sink->err, &x->sink->mem);
  *taken = len;
  return DFMT_OK;
}

static dfmt_status memory_write_at(void *user, uint64_t offset, const void *buf, uint64_t len) {
  struct memory *x = user;
  if (offset > x->bytes.len || len > x->bytes.len - offset)
    return dfmti_fail(&x->sink->err, DFMT_E_ARG, DFMT_ERR_ARGUMENT, "only bytes already written can be overwritten");
  if (len) memcpy(x->bytes.ptr + offset, buf, (size_t)len);
  return DFMT_OK;
}

static void memory_free(struct dfmti_mem *m, void *state) {
  struct memory *x = state;
  dfmti_buf_free(m, &x->bytes);
}

static const dfmt_sink_ops memory_ops = {
    .size = sizeof memory_ops, .write = memory_write, .write_at = memory_write_at, .undivided = UINT64_MAX};

dfmt_status dfmt_sink_memory(const dfmt_config *c, dfmt_sink **out) {
  if (!out) return DFMT_E_ARG;
  *out = NULL;
  dfmt_status st = dfmti_sink_make(c, &memory_ops, sizeof(struct memory), out);
  if (st != DFMT_OK) return st;
  struct memory *x = (*out)->user;
  x->sink = *out;
  (*out)->own_free = memory_free;
  return DFMT_OK;
}

dfmt_status dfmt_sink_bytes(dfmt_sink *s, const void **ptr, uint64_t *len) {
  if (!s || !ptr || !len) return DFMT_E_ARG;
  dfmti_errors_clear(&s->err);
  if (s->ops.write != memory_write) return dfmti_fail_state(&s->err, "not a memory sink");
  dfmt_status st = dfmti_sink_drain(s, 0);
  if (st != DFMT_OK) return st;
  struct memory *x = s->user;
  *ptr = x->bytes.ptr;
  *len = x->bytes.len;
  return DFMT_OK;
}

dfmt_status dfmt_sink_reset(dfmt_sink *s) {
  if (!s) return DFMT_E_ARG;
  dfmti_errors_clear(&s->err);
  if (s->ops.write != memory_write) return dfmti_fail_state(&s->err, "not a memory sink");
  ((struct memory *)s->user)->bytes.len = 0;
  s->wait.len = s->written = 0;
  s->offset = 0;
  s->closed = false;
  s->failed = DFMT_OK;
  return DFMT_OK;
}

static dfmt_status null_write(void *user, const void *buf, uint64_t len, uint64_t *taken) {
  (void)user;
  (void)buf;
  *taken = len;
  return DFMT_OK;
}

static const dfmt_sink_ops null_ops = {.size = sizeof null_ops, .write = null_write, .undivided = UINT64_MAX};

dfmt_status dfmt_sink_null(const dfmt_config *c, dfmt_sink **out) {
  if (!out) return DFMT_E_ARG;
  *out = NULL;
  return dfmti_sink_make(c, &null_ops, 0, out);
}
