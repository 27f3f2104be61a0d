/* SPDX-License-Identifier: MIT */
#include "source_unwrap.h"

#include <string.h>

#include "base/config.h"
#include "io/window.h"
#include "wrapper.h"

struct unwrap {
  dfmt_source *self, *of;
  struct dfmti_window win;
  struct dfmti_unwrapper *codec; /* NULL: not wrapped, bytes pass through */
  uint32_t wrapper;              /* UINT32_MAX: not known yet */
  struct dfmti_expansion most;
  dfmt_status done;         /* sticky END or error, told once what came before it is out */
  struct dfmti_fault fault; /* of that error */
};

static dfmt_status fill(struct unwrap *x, size_t want) {
  dfmt_status st = dfmti_window_fill(&x->win, &x->self->mem, want);
  if (st == DFMT_E_NOMEM) return dfmti_fail_mem(&x->self->err, &x->self->mem);
  if (st < 0) dfmti_errors_copy(&x->self->err, &x->of->err);
  return st;
}

/* No more is waited for than what tells a wrapper. */
static dfmt_status find_out(struct unwrap *x, uint32_t *wrapper) {
  for (;;) {
    const uint8_t *p = dfmti_window_ptr(&x->win);
    const size_t len = dfmti_window_len(&x->win), want = dfmti_wrapper_wants(p, len);
    const dfmt_status st = want > len ? fill(x, want) : DFMT_END;
    if (st == DFMT_OK) continue;
    *wrapper = dfmti_wrapper_of(dfmti_window_ptr(&x->win), dfmti_window_len(&x->win));
    return st;
  }
}

static dfmt_status begin(struct unwrap *x) {
  uint32_t wrapper = x->wrapper;
  dfmt_status st = wrapper == UINT32_MAX ? find_out(x, &wrapper) : DFMT_OK;
  if (st != DFMT_OK && st != DFMT_END) return st;
  if (wrapper != DFMT_WRAPPER_NONE) {
    x->codec = dfmti_unwrapper_new(&x->self->mem, wrapper);
    if (!x->codec) return dfmti_fail_mem(&x->self->err, &x->self->mem);
  }
  x->wrapper = wrapper;
  return DFMT_OK;
}

static dfmt_status pass_through(struct unwrap *x, void *buf, uint64_t cap, uint64_t *got) {
  dfmt_status st = fill(x, 1);
  if (st != DFMT_OK) return st;
  size_t n = dfmti_min(dfmti_clamp(cap), dfmti_window_len(&x->win));
  memcpy(buf, dfmti_window_ptr(&x->win), n);
  dfmti_window_consume(&x->win, n);
  *got = n;
  return DFMT_OK;
}

static dfmt_status tell(struct unwrap *x) {
  if (x->done >= 0) return x->done;
  static const char *const names[] = {[DFMT_WRAPPER_NONE] = "no",
                                      [DFMT_WRAPPER_GZIP] = "gzip",
                                      [DFMT_WRAPPER_ZSTD] = "Zstandard",
                                      [DFMT_WRAPPER_MIME] = "MIME"};
  dfmti_fail(&x->self->err, x->done, x->fault.number, "%s wrapping: %s", names[x->wrapper], x->fault.what);
  x->self->err.e.origin = DFMT_ORIGIN_WRAPPER;
  x->self->err.e.offset = dfmti_window_offset(&x->win);
  return x->done;
}

static dfmt_status decode(struct unwrap *x, uint8_t *buf, size_t cap, uint64_t *got) {
  while (*got == 0 && x->done == DFMT_OK) {
    dfmt_status filled = fill(x, 1);
    if (filled != DFMT_OK && filled != DFMT_END) return filled;
    uint64_t stored = dfmti_window_offset(&x->win) + dfmti_window_len(&x->win);
    dfmt_status allowed = dfmti_expand(x->most, &x->self->err, x->self->taken, stored, &cap);
    if (allowed != DFMT_OK) return allowed;
    struct dfmti_io io = {dfmti_window_ptr(&x->win), dfmti_window_len(&x->win), buf, cap};
    size_t had = io.in_len;
    dfmt_status st = dfmti_unwrapper_step(x->codec, &io, filled == DFMT_END, &x->fault);
    dfmti_window_consume(&x->win, had - io.in_len);
    *got = cap - io.out_len;
    if (st == DFMT_E_NOMEM) return *got ? DFMT_OK : dfmti_fail_mem(&x->self->err, &x->self->mem);
    x->done = st;
  }
  return *got ? DFMT_OK : tell(x);
}

static dfmt_status unwrap_read(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct unwrap *x = user;
  if (x->wrapper == UINT32_MAX || (x->wrapper && !x->codec)) {
    dfmt_status st = begin(x);
    if (st != DFMT_OK) return st;
  }
  return x->codec ? decode(x, buf, dfmti_clamp(cap), got) : pass_through(x, buf, cap, got);
}

static void unwrap_close(void *user) {
  struct unwrap *x = user;
  if (x->codec) dfmti_unwrapper_free(&x->self->mem, x->codec);
  dfmti_window_free(&x->win, &x->self->mem);
  dfmt_source_free(x->of);
}

static dfmt_status refill(void *user, void *buf, uint64_t cap, uint64_t *got) {
  return dfmt_source_read(user, buf, cap, got);
}

static const dfmt_source_ops unwrap_ops = {.size = sizeof unwrap_ops, .read = unwrap_read, .close = unwrap_close};

dfmt_status dfmti_source_unwrap(const dfmt_config *c, dfmt_source *of, const void *start, size_t len, uint32_t wrapper,
                                dfmt_source **out) {
  *out = NULL;
  dfmt_status st = dfmti_source_make(c, &unwrap_ops, sizeof(struct unwrap), out);
  if (st != DFMT_OK) return st;
  struct unwrap *x = (*out)->user;
  *x = (struct unwrap){.self = *out, .of = dfmt_source_ref(of), .wrapper = wrapper};
  x->most =
      (struct dfmti_expansion){dfmti_config_value(c, DFMT_CFG_MAX_OUTPUT), dfmti_config_value(c, DFMT_CFG_MAX_RATIO)};
  dfmti_window_open(&x->win, refill, of);
  if (dfmti_window_preload(&x->win, &(*out)->mem, start, len)) return DFMT_OK;
  dfmt_source_free(*out);
  *out = NULL;
  return DFMT_E_NOMEM;
}

void dfmti_source_unwrap_limits(dfmt_source *s, struct dfmti_expansion most) {
  struct unwrap *x = s->user;
  x->most = most;
}

dfmt_status dfmt_source_unwrap(const dfmt_config *c, dfmt_source *s, dfmt_source **out) {
  if (!out) return DFMT_E_ARG;
  *out = NULL;
  return s ? dfmti_source_unwrap(c, s, NULL, 0, UINT32_MAX, out) : DFMT_E_ARG;
}
