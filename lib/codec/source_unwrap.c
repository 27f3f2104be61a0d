/* SPDX-License-Identifier: MIT */
#include "source_unwrap.h"

#include "base/config.h"
#include "nested.h"

struct unwrap {
  dfmt_source *self, *of;
  struct dfmti_nested nested;
};

static dfmt_status unwrap_read(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct unwrap *x = user;
  return dfmti_nested_read(&x->nested, buf, dfmti_clamp(cap), got);
}

static void unwrap_close(void *user) {
  struct unwrap *x = user;
  dfmti_nested_free(&x->nested);
  dfmt_source_free(x->of);
}

static dfmt_status refill(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct unwrap *x = user;
  dfmt_status st = dfmt_source_read(x->of, buf, cap, got);
  if (st < 0) dfmti_errors_copy(&x->self->err, &x->of->err);
  return st;
}

static const dfmt_source_ops unwrap_ops = {.size = sizeof unwrap_ops, .read = unwrap_read, .close = unwrap_close};

dfmt_status dfmti_source_unwrap(const dfmt_config *c, dfmt_source *of, const void *start, size_t len,
                                dfmt_source **out) {
  *out = NULL;
  dfmt_status st = dfmti_source_make(c, &unwrap_ops, sizeof(struct unwrap), out);
  if (st != DFMT_OK) return st;
  struct unwrap *x = (*out)->user;
  const struct dfmti_expansion most = {dfmti_config_value(c, DFMT_CFG_MAX_OUTPUT),
                                       dfmti_config_value(c, DFMT_CFG_MAX_RATIO)};
  x->self = *out;
  x->of = dfmt_source_ref(of);
  dfmti_nested_open(&x->nested, &(*out)->mem, &(*out)->err, most, refill, x);
  if (dfmti_window_preload(&x->nested.layer[0].win, &(*out)->mem, start, len)) return DFMT_OK;
  dfmt_source_free(*out);
  *out = NULL;
  return DFMT_E_NOMEM;
}

void dfmti_source_unwrap_limits(dfmt_source *s, struct dfmti_expansion most) {
  struct unwrap *x = s->user;
  x->nested.most = most;
}

dfmt_status dfmt_source_unwrap(const dfmt_config *c, dfmt_source *s, dfmt_source **out) {
  if (!out) return DFMT_E_ARG;
  *out = NULL;
  return s ? dfmti_source_unwrap(c, s, NULL, 0, out) : DFMT_E_ARG;
}
