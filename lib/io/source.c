/* SPDX-License-Identifier: MIT */
#include "source.h"

#include <string.h>

#include "base/growth.h"

enum { OPS_LEAST = DFMTI_UP_TO(dfmt_source_ops, close) }; /* bytes of a caller's, frozen */

dfmt_status dfmti_source_make(const dfmt_config *c, const dfmt_source_ops *ops, size_t size, dfmt_source **out) {
  struct dfmti_mem m;
  dfmti_mem_init(&m, c);
  void *handle, *own;
  if (!dfmti_alloc_handle(&m, sizeof(dfmt_source), &handle, size, &own)) return DFMT_E_NOMEM;
  dfmt_source *s = handle;
  s->user = own;
  s->own_size = size;
  s->mem = m;
  s->ops = *ops;
  s->refs = 1;
  dfmti_errors_clear(&s->err);
  *out = s;
  return DFMT_OK;
}

dfmt_status dfmt_source_new(const dfmt_config *c, const dfmt_source_ops *ops, void *user, dfmt_source **out) {
  if (!out) return DFMT_E_ARG;
  *out = NULL;
  if (!ops || ops->size < OPS_LEAST || ops->flags || !ops->read) return DFMT_E_ARG;
  dfmt_source_ops known = {.size = 0};
  memcpy(&known, ops, dfmti_min(ops->size, sizeof known));
  dfmt_status st = dfmti_source_make(c, &known, 0, out);
  if (st == DFMT_OK) (*out)->user = user;
  return st;
}

dfmt_source *dfmt_source_ref(dfmt_source *s) {
  if (s) s->refs++;
  return s;
}

uint32_t dfmt_source_shared(const dfmt_source *s) { return s && s->refs > 1; }

void dfmt_source_free(dfmt_source *s) {
  if (!s || --s->refs > 0) return;
  if (s->ops.close) s->ops.close(s->user);
  struct dfmti_mem m = s->mem;
  if (s->own_size) dfmti_free(&m, s->user, s->own_size);
  dfmti_free(&m, s, sizeof *s);
}

const dfmt_error *dfmt_source_error(const dfmt_source *s) { return s ? &s->err.e : NULL; }

/* What a caller's function said, as the source's error, unless a stock one has filled it in. */
static dfmt_status settle(dfmt_source *s, dfmt_status st) {
  if (st >= 0) return st;
  if (s->err.e.status == DFMT_OK)
    dfmti_fail(&s->err, st, DFMT_ERR_READ, "the source failed (%s)", dfmt_status_name(st));
  if (s->err.e.origin == DFMT_ORIGIN_CALL) s->err.e.origin = DFMT_ORIGIN_SOURCE;
  return st;
}

static dfmt_status broken(dfmt_source *s) {
  dfmti_fail(&s->err, DFMT_E_IO, DFMT_ERR_CALLBACK, "the source's read broke its contract");
  return settle(s, DFMT_E_IO);
}

dfmt_status dfmt_source_read(dfmt_source *s, void *buf, uint64_t cap, uint64_t *got) {
  if (!s || !got || !buf || cap == 0) return DFMT_E_ARG;
  *got = 0;
  if (s->busy) return DFMT_E_BUSY;
  dfmti_errors_clear(&s->err);
  if (dfmti_stopped(&s->mem)) return settle(s, dfmti_fail_stopped(&s->err));
  s->busy = true;
  dfmt_status st = s->ops.read(s->user, buf, cap, got);
  s->busy = false;
  if (*got > cap || (st >= 0 && (*got == 0) != (st != DFMT_OK)) || st > DFMT_AGAIN) {
    *got = 0;
    return broken(s);
  }
  if (st < 0) *got = 0;
  s->taken += *got;
  return settle(s, st);
}

dfmt_status dfmti_source_read_at(dfmt_source *s, uint64_t offset, void *buf, size_t len, size_t *got) {
  *got = 0;
  if (s->busy) return DFMT_E_BUSY;
  dfmti_errors_clear(&s->err);
  if (!s->ops.read_at) {
    dfmti_fail(&s->err, DFMT_E_UNSUPPORTED, DFMT_ERR_SEEK, "the source cannot seek");
    return settle(s, DFMT_E_UNSUPPORTED);
  }
  if (dfmti_stopped(&s->mem)) return settle(s, dfmti_fail_stopped(&s->err));
  dfmt_status st = DFMT_OK;
  while (*got < len && st == DFMT_OK) {
    uint64_t n = 0;
    s->busy = true;
    st = s->ops.read_at(s->user, offset + *got, (uint8_t *)buf + *got, len - *got, &n);
    s->busy = false;
    if (n > len - *got || (st == DFMT_OK && n == 0) || st > DFMT_AGAIN) return broken(s);
    if (st == DFMT_OK) *got += (size_t)n;
  }
  if (st == DFMT_END || (st == DFMT_AGAIN && *got)) st = DFMT_OK;
  return settle(s, st);
}

dfmt_status dfmt_source_total(dfmt_source *s, uint64_t *bytes) {
  if (!s || !bytes) return DFMT_E_ARG;
  if (s->busy) return DFMT_E_BUSY;
  dfmti_errors_clear(&s->err);
  if (!s->ops.total) return DFMT_E_UNSUPPORTED;
  s->busy = true;
  dfmt_status st = s->ops.total(s->user, bytes);
  s->busy = false;
  return st == DFMT_E_UNSUPPORTED ? st : settle(s, st);
}

dfmt_status dfmti_source_can_seek(dfmt_source *s, bool *can) {
  *can = s->seeks;
  if (s->busy) return DFMT_E_BUSY;
  dfmti_errors_clear(&s->err);
  if (s->seeks || !s->ops.read_at) return DFMT_OK;
  uint8_t byte;
  uint64_t got = 0;
  s->busy = true;
  dfmt_status st = s->ops.read_at(s->user, 0, &byte, 1, &got);
  s->busy = false;
  *can = s->seeks = st == DFMT_OK || st == DFMT_END || st == DFMT_AGAIN;
  if (st != DFMT_E_UNSUPPORTED) return *can ? DFMT_OK : settle(s, st);
  dfmti_errors_clear(&s->err);
  return DFMT_OK;
}

uint32_t dfmt_source_seekable(dfmt_source *s) {
  bool can;
  return s && dfmti_source_can_seek(s, &can) == DFMT_OK && can;
}
