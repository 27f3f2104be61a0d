/* SPDX-License-Identifier: MIT */
#include "source_unwrap.h"

#include "base/config.h"
#include "base/rare.h"

/* ---- sources over others ---- */

DFMTI_RARE dfmt_status dfmti_source_over_read(void *user, void *buf, uint64_t cap, uint64_t *got) {
  return dfmti_nested_read(user, buf, dfmti_clamp(cap), got);
}

DFMTI_RARE void dfmti_source_over_close(void *user) {
  struct dfmti_nested *x = user;
  dfmti_nested_free(x);
  dfmt_source_free(x->source->over);
}

DFMTI_RARE dfmt_status dfmti_source_over(const dfmt_config *c, dfmt_source *of, const dfmt_source_ops *ops, size_t size,
                                         dfmti_refill_fn refill, dfmt_source **out) {
  *out = NULL;
  dfmt_status st = dfmti_source_make(c, ops, size, out);
  if (st != DFMT_OK) return st;
  dfmt_source *s = *out;
  struct dfmti_nested *x = s->user;
  const struct dfmti_expansion most = {dfmti_config_value(c, DFMT_CFG_MAX_OUTPUT),
                                       dfmti_config_value(c, DFMT_CFG_MAX_RATIO)};
  x->source = s;
  s->over = dfmt_source_ref(of);
  dfmti_nested_open(x, &s->mem, &s->err, most, refill, s);
  return DFMT_OK;
}

DFMTI_RARE void dfmti_source_unwrap_limits(dfmt_source *s, struct dfmti_expansion most) {
  for (; s && s->over; s = s->over) ((struct dfmti_nested *)s->user)->most = most;
}

/* ---- unwrapping ---- */

static DFMTI_RARE dfmt_status refill(void *user, void *buf, uint64_t cap, uint64_t *got) {
  dfmt_source *s = user;
  dfmt_status st = dfmt_source_read(s->over, buf, cap, got);
  if (st < 0) dfmti_errors_copy(&s->err, &s->over->err);
  return st;
}

static const dfmt_source_ops unwrap_ops = {
    .size = sizeof unwrap_ops, .read = dfmti_source_over_read, .close = dfmti_source_over_close};

DFMTI_RARE dfmt_status dfmti_source_unwrap(const dfmt_config *c, dfmt_source *of, const void *start, size_t len,
                                           dfmt_source **out) {
  dfmt_status st = dfmti_source_over(c, of, &unwrap_ops, sizeof(struct dfmti_nested), refill, out);
  if (st != DFMT_OK) return st;
  struct dfmti_nested *x = (*out)->user;
  if (dfmti_window_preload(&x->layer[0].win, x->mem, start, len)) return DFMT_OK;
  dfmt_source_free(*out);
  *out = NULL;
  return DFMT_E_NOMEM;
}

DFMTI_RARE dfmt_status dfmt_source_unwrap(const dfmt_config *c, dfmt_source *s, dfmt_source **out) {
  if (!out) return DFMT_E_ARG;
  *out = NULL;
  return s ? dfmti_source_unwrap(c, s, NULL, 0, out) : DFMT_E_ARG;
}
