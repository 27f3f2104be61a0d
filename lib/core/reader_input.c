/* SPDX-License-Identifier: MIT */
/* The bytes that a reader reads: from its source, with the wrapper taken off, into its window. */
#include "codec/source_unwrap.h"
#include "reader_impl.h"

void dfmti_reader_drop_sources(dfmt_reader *r) {
  dfmt_source_free(r->unwrapped);
  dfmt_source_free(r->source);
  r->unwrapped = r->source = NULL;
}

void dfmti_reader_limit_expansion(const dfmt_reader *r) {
  if (r->unwrapped) dfmti_source_unwrap_limits(r->unwrapped, dfmti_reader_expansion(r));
}

/*
 * A source that failed is not asked again: what was read before its error is used up first, and then comes the error.
 */
static dfmt_status refill(void *user, void *buf, uint64_t cap, uint64_t *got) {
  dfmt_reader *r = user;
  dfmt_source *s = r->unwrapped ? r->unwrapped : r->source;
  if (r->source_err.e.status != DFMT_OK) return r->source_err.e.status;
  dfmt_status st = dfmt_source_read(s, buf, cap, got);
  if (st >= 0) return st;
  if (st == DFMT_E_BUSY) dfmti_fail(&s->err, st, DFMT_ERR_BUSY, "the source is in use");
  if (st == DFMT_E_NOMEM || st == DFMT_E_LIMIT || st == DFMT_E_BUSY)
    dfmti_errors_copy(&r->err, &s->err);
  else
    dfmti_errors_copy(&r->source_err, &s->err);
  return st;
}

dfmt_status dfmti_reader_turn(dfmt_reader *r, dfmt_source *s, uint32_t wrapper) {
  dfmt_source *unwrapped = NULL;
  if (wrapper && dfmti_source_unwrap(&r->config, s, NULL, 0, wrapper, &unwrapped) != DFMT_OK)
    return dfmti_fail(&r->err, DFMT_E_NOMEM, DFMT_ERR_NOMEM, "out of memory");
  dfmti_source_ref(s);
  dfmti_reader_drop_sources(r);
  r->source = s;
  r->unwrapped = unwrapped;
  dfmti_reader_limit_expansion(r);
  r->wrapper = wrapper;
  dfmti_errors_clear(&r->source_err);
  dfmti_window_open(&r->win, refill, r);
  return DFMT_OK;
}

dfmt_status dfmti_reader_unwrap(dfmt_reader *r, uint32_t wrapper) {
  dfmt_status st = dfmti_source_unwrap(&r->config, r->source, dfmti_window_ptr(&r->win), dfmti_window_len(&r->win),
                                       wrapper, &r->unwrapped);
  if (st != DFMT_OK) return dfmti_fail(&r->err, st, DFMT_ERR_NOMEM, "out of memory");
  dfmti_reader_limit_expansion(r);
  r->wrapper = wrapper;
  dfmti_window_open(&r->win, refill, r);
  return DFMT_OK;
}

dfmt_status dfmti_reader_fill(dfmt_reader *r, size_t want) {
  if (dfmti_window_len(&r->win) >= want) return DFMT_OK;
  dfmti_errors_clear(&r->err);
  dfmt_status st = dfmti_window_fill(&r->win, &r->mem, want);
  if (st >= 0) return st;
  if (r->source_err.e.status == st)
    dfmti_errors_copy(&r->err, &r->source_err);
  else if (r->err.e.status != st)
    dfmti_fail_mem(&r->err, &r->mem);
  return r->err.e.status;
}

/* A source that cannot tell is not one that cannot seek: without a zip's directory other entries would be found. */
dfmt_status dfmti_reader_can_seek(dfmt_reader *r, bool *can) {
  uint64_t total;
  *can = !r->unwrapped && r->source->taken == dfmti_window_offset(&r->win) + dfmti_window_len(&r->win);
  dfmt_status st = *can ? dfmti_source_can_seek(r->source, can) : DFMT_OK;
  if (*can && st == DFMT_OK) st = dfmt_source_total(r->source, &total);
  *can = *can && st == DFMT_OK;
  if (st == DFMT_OK || st == DFMT_E_UNSUPPORTED) return DFMT_OK;
  dfmti_errors_copy(&r->err, &r->source->err);
  return st;
}
