/* SPDX-License-Identifier: MIT */
#include "nested.h"

#include <string.h>

#include "base/rare.h"
#include "mime.h"

static dfmt_status decode(struct dfmti_layer *l, uint8_t *buf, size_t cap, uint64_t *got);

static dfmt_status fill(struct dfmti_layer *l, size_t want) {
  dfmt_status st = dfmti_window_fill(&l->win, l->of->mem, want);
  return st == DFMT_E_NOMEM ? dfmti_fail_mem(l->of->err, l->of->mem) : st;
}

/* A layer from the one before it. One of which it is not known yet what it is need not give more than tells that. */
static dfmt_status refill(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct dfmti_layer *l = user;
  const bool content = !l[1].codec;
  return decode(l, buf, content ? dfmti_min(dfmti_clamp(cap), DFMTI_MIME_HEAD) : dfmti_clamp(cap), got);
}

void dfmti_nested_open(struct dfmti_nested *x, struct dfmti_mem *m, struct dfmti_errors *err,
                       struct dfmti_expansion most, dfmti_refill_fn fn, void *user) {
  x->mem = m;
  x->err = err;
  x->most = most;
  for (size_t i = 0; i < DFMTI_NESTED_LAYERS; i++) x->layer[i].of = x;
  dfmti_window_open(&x->layer[0].win, fn, user);
}

void dfmti_nested_free(struct dfmti_nested *x) {
  for (size_t i = 0; i < DFMTI_NESTED_LAYERS; i++) {
    dfmti_unwrapper_free(x->mem, x->layer[i].codec);
    dfmti_window_free(&x->layer[i].win, x->mem);
  }
}

/* ---- taking a wrapping off ---- */

static DFMTI_RARE dfmt_status fail(const struct dfmti_nested *x, dfmt_status st) {
  x->err->e.origin = DFMT_ORIGIN_WRAPPER;
  x->err->e.offset = dfmti_window_offset(&x->layer[0].win);
  return st;
}

/* How a layer ended. If a layer before it is damaged, that is why this one is. */
static DFMTI_RARE dfmt_status tell(const struct dfmti_layer *l) {
  static const char *const names[] = {[DFMT_WRAPPER_NONE] = "no",
                                      [DFMT_WRAPPER_GZIP] = "gzip",
                                      [DFMT_WRAPPER_ZSTD] = "Zstandard",
                                      [DFMT_WRAPPER_MIME] = "MIME",
                                      [DFMT_WRAPPER_XZ] = "xz"};
  const struct dfmti_layer *first = l->of->layer, *bad = first;
  while (bad < l && bad->done >= 0) bad++;
  if (bad->done >= 0) return bad->done;
  const char *inside = bad > first ? " inside " : "", *outer = bad > first ? names[bad[-1].wrapper] : "";
  dfmti_fail(l->of->err, bad->done, bad->fault.number, "%s wrapping%s%s: %s", names[bad->wrapper], inside, outer,
             bad->fault.what);
  return fail(l->of, bad->done);
}

/* No more comes of a layer's bytes, as the layer before it is damaged. */
static bool is_cut(const struct dfmti_layer *l) { return l > l->of->layer && l[-1].done < 0; }

/* What a codec still holds is given before what its input has to say: that there is no more, yet or ever. */
static dfmt_status decode(struct dfmti_layer *l, uint8_t *buf, size_t cap, uint64_t *got) {
  while (*got == 0 && l->done == DFMT_OK) {
    const dfmt_status filled = fill(l, 1);
    const bool last = filled == DFMT_END || is_cut(l);
    if (filled != DFMT_OK && filled != DFMT_AGAIN && !last) return filled;
    const uint64_t stored = l->of->source ? dfmti_source_stored(l->of->source) : 0;
    dfmt_status st = dfmti_expand(l->of->most, l->of->err, l->made, stored, &cap);
    if (st != DFMT_OK) return st;
    struct dfmti_io io = {dfmti_window_ptr(&l->win), dfmti_window_len(&l->win), buf, cap};
    const size_t had = io.in_len;
    st = dfmti_unwrapper_step(l->codec, &io, last, &l->fault);
    dfmti_window_consume(&l->win, had - io.in_len);
    *got = cap - io.out_len;
    l->made += *got;
    if (st == DFMT_E_NOMEM) return *got ? DFMT_OK : dfmti_fail_mem(l->of->err, l->of->mem);
    l->done = st;
    if (filled == DFMT_AGAIN && *got == 0 && st == DFMT_OK) return filled;
  }
  return *got ? DFMT_OK : tell(l);
}

/* ---- finding out what is wrapped ---- */

static DFMTI_RARE dfmt_status too_deep(struct dfmti_nested *x) {
  dfmti_fail(x->err, DFMT_E_UNSUPPORTED, DFMT_ERR_CODEC_NESTED, "more than %d wrappings, one in another",
             DFMTI_NESTED_MOST);
  return fail(x, DFMT_E_UNSUPPORTED);
}

static DFMTI_RARE dfmt_status take_off(struct dfmti_nested *x, struct dfmti_layer *l, uint32_t wrapper) {
  if (x->n == DFMTI_NESTED_MOST && wrapper != DFMT_WRAPPER_MIME) return too_deep(x);
  l->codec = dfmti_unwrapper_new(x->mem, wrapper);
  if (!l->codec) return dfmti_fail_mem(x->err, x->mem);
  l->wrapper = wrapper;
  dfmti_window_open(&l[1].win, refill, l);
  x->n++;
  x->known = wrapper == DFMT_WRAPPER_MIME;
  return DFMT_OK;
}

/* No more is waited for than what tells a wrapper. Of what is damaged before it, what that gave is looked at. */
static DFMTI_RARE dfmt_status look(struct dfmti_nested *x) {
  struct dfmti_layer *l = &x->layer[x->n];
  for (;;) {
    const uint8_t *p = dfmti_window_ptr(&l->win);
    const size_t len = dfmti_window_len(&l->win), want = dfmti_wrapper_wants(p, len);
    const dfmt_status st = want > len ? fill(l, want) : DFMT_END;
    if (st == DFMT_OK) continue;
    if (st != DFMT_END && !is_cut(l) && !(st < 0 && x->cut)) return st;
    break;
  }
  dfmti_errors_clear(x->err);
  const uint32_t wrapper = dfmti_wrapper_of(dfmti_window_ptr(&l->win), dfmti_window_len(&l->win));
  if (wrapper != DFMT_WRAPPER_NONE) return take_off(x, l, wrapper);
  x->known = true;
  return DFMT_OK;
}

/* Content that was looked at goes first; after that it comes without being copied. */
dfmt_status dfmti_nested_read(struct dfmti_nested *x, uint8_t *buf, size_t cap, uint64_t *got) {
  while (!x->known) {
    dfmt_status st = look(x);
    if (st != DFMT_OK) return st;
  }
  struct dfmti_layer *l = &x->layer[x->n];
  if (x->n && dfmti_window_len(&l->win) == 0) return decode(l - 1, buf, cap, got);
  dfmt_status st = fill(l, 1);
  if (st != DFMT_OK) return st;
  size_t n = dfmti_min(cap, dfmti_window_len(&l->win));
  memcpy(buf, dfmti_window_ptr(&l->win), n);
  dfmti_window_consume(&l->win, n);
  if (x->n && dfmti_window_len(&l->win) == 0) dfmti_window_free(&l->win, x->mem);
  *got = n;
  return DFMT_OK;
}

/* ---- the start of an input ---- */

struct start {
  const uint8_t *p;
  size_t n;
};

static DFMTI_RARE dfmt_status refill_start(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct start *s = user;
  const size_t n = dfmti_min(dfmti_clamp(cap), s->n);
  if (n == 0) return DFMT_AGAIN; /* there is more of the input: it is not cut */
  memcpy(buf, s->p, n);
  s->p += n;
  s->n -= n;
  *got = n;
  return DFMT_OK;
}

static DFMTI_RARE size_t read_start(struct dfmti_mem *m, const uint8_t *p, size_t n, uint8_t *out, size_t cap) {
  struct dfmti_nested x = {.n = 0};
  struct dfmti_errors err;
  struct start s = {p, n};
  dfmt_status st = DFMT_OK;
  uint64_t got;
  size_t made = 0;
  dfmti_errors_begin(&err);
  dfmti_nested_open(&x, m, &err, (struct dfmti_expansion){0, 0}, refill_start, &s); /* what limits leave everyone */
  for (; made < cap && st == DFMT_OK; made += (size_t)got) {
    got = 0;
    st = dfmti_nested_read(&x, out + made, cap - made, &got);
  }
  dfmti_nested_free(&x);
  return st == DFMT_E_NOMEM || err.e.number == DFMT_ERR_MAX_MEMORY ? SIZE_MAX : made;
}

size_t dfmti_nested_prefix(struct dfmti_mem *m, uint32_t wrapper, const uint8_t *p, size_t n, uint8_t *out,
                           size_t cap) {
  const size_t made = dfmti_unwrap_prefix(m, wrapper, p, n, out, cap);
  if (made == SIZE_MAX || wrapper == DFMT_WRAPPER_MIME || !dfmti_wrapper_of(out, made)) return made;
  return read_start(m, p, n, out, cap);
}
