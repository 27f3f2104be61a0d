/* SPDX-License-Identifier: MIT */
#include "unpack.h"

#include "base/rare.h"
#include "codec/source_unwrap.h"
#include "reader_impl.h"
#include "zip/source_archive.h"

static DFMTI_RARE bool is_archive(const uint8_t *p, size_t n) { return dfmti_archive_of(p, n) != DFMT_WRAPPER_NONE; }

static DFMTI_RARE dfmt_status take_off(dfmt_reader *r) {
  dfmt_source *of = r->in.unwrapped ? r->in.unwrapped : r->in.source, *inside;
  const uint8_t *p = dfmti_window_ptr(&r->in.win);
  const size_t n = dfmti_window_len(&r->in.win);
  if (r->archives == DFMTI_UNPACK_MOST)
    return dfmti_fail(&r->in.err, DFMT_E_UNSUPPORTED, DFMT_ERR_CODEC_NESTED, "more than %d archives, one in another",
                      DFMTI_UNPACK_MOST);
  dfmt_status st = dfmti_source_archive(&r->config, of, p, n, &inside);
  if (st != DFMT_OK) return dfmti_fail(&r->in.err, st, DFMT_ERR_NOMEM, "out of memory");
  if (!r->wrapper) r->wrapper = dfmti_archive_of(p, n);
  r->archives++;
  dfmt_source_free(r->in.unwrapped);
  r->in.unwrapped = inside;
  dfmti_reader_limit_expansion(r);
  dfmti_errors_clear(&r->in.source_err);
  dfmti_stream_open(&r->in);
  return DFMT_OK;
}

/* ---- bytes in memory ---- */

/* The start of what a source gives; what ends it does not matter. false: no memory. */
static DFMTI_RARE bool read_start(dfmt_source *s, struct dfmti_prefix *to, uint8_t *buf) {
  uint64_t got = 0;
  dfmt_status st = DFMT_OK;
  for (to->len = 0; st == DFMT_OK && to->len < DFMTI_IDENTIFY_MORE; to->len += (size_t)got)
    st = dfmt_source_read(s, buf + to->len, DFMTI_IDENTIFY_MORE - to->len, &got);
  to->ptr = buf;
  return st != DFMT_E_NOMEM && s->err.e.number != DFMT_ERR_MAX_MEMORY;
}

/* Takes off one after another until something is recognised; and the reference to s. false: no memory. */
static DFMTI_RARE bool guess_inside(struct dfmti_guesses *g, struct dfmti_prefix *in, dfmt_source *s, uint8_t *buf) {
  bool ok = read_start(s, in, buf);
  for (unsigned n = 0; ok && !g->n && n < DFMTI_UNPACK_MOST && is_archive(in->ptr, in->len); n++) {
    dfmt_source *of = s;
    if (!in->wrapper) in->wrapper = dfmti_archive_of(in->ptr, in->len);
    ok = dfmti_source_archive(g->config, of, in->ptr, in->len, &s) == DFMT_OK;
    dfmt_source_free(of);
    ok = ok && read_start(s, in, buf);
    struct dfmti_views v = {.view = {*in}, .n = 1};
    ok = ok && dfmti_guess(g, &v, 0);
  }
  dfmt_source_free(s);
  return ok;
}

static DFMTI_RARE bool guess(struct dfmti_guesses *g, struct dfmti_mem *m, const uint8_t *p, size_t len) {
  dfmt_source *file, *s = NULL;
  struct dfmti_prefix in = {.mem = m, .wrapper = dfmti_wrapper_of(p, len)};
  if (dfmt_source_memory(g->config, p, len, &file) != DFMT_OK) return false;
  uint8_t *buf = dfmti_alloc(m, DFMTI_IDENTIFY_MORE);
  bool ok = buf && dfmti_source_unwrap(g->config, file, NULL, 0, &s) == DFMT_OK;
  ok = ok && guess_inside(g, &in, s, buf);
  dfmti_free(m, buf, DFMTI_IDENTIFY_MORE);
  dfmt_source_free(file);
  return ok;
}

const struct dfmti_unpack dfmti_unpack = {is_archive, dfmti_archive_wants, take_off, guess};
