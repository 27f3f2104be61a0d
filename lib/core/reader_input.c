/* SPDX-License-Identifier: MIT */
/* Where the bytes that a reader reads come from: a source, with the wrapper taken off. */
#include "codec/source_unwrap.h"
#include "reader_impl.h"

void dfmti_reader_drop_sources(dfmt_reader *r) {
  dfmt_source_free(r->in.unwrapped);
  dfmt_source_free(r->in.source);
  r->in.unwrapped = r->in.source = NULL;
}

void dfmti_reader_limit_expansion(const dfmt_reader *r) {
  if (r->in.unwrapped) dfmti_source_unwrap_limits(r->in.unwrapped, dfmti_reader_expansion(r));
}

dfmt_status dfmti_reader_take_source(dfmt_reader *r, dfmt_source *s, uint32_t wrapper) {
  dfmt_source *unwrapped = NULL;
  if (wrapper && dfmti_source_unwrap(&r->config, s, NULL, 0, &unwrapped) != DFMT_OK)
    return dfmti_fail(&r->in.err, DFMT_E_NOMEM, DFMT_ERR_NOMEM, "out of memory");
  dfmt_source_ref(s);
  dfmti_reader_drop_sources(r);
  r->in.source = s;
  r->in.unwrapped = unwrapped;
  dfmti_reader_limit_expansion(r);
  r->wrapper = wrapper;
  dfmti_errors_clear(&r->in.source_err);
  dfmti_stream_open(&r->in);
  return DFMT_OK;
}

dfmt_status dfmti_reader_unwrap(dfmt_reader *r, uint32_t wrapper) {
  dfmt_status st = dfmti_source_unwrap(&r->config, r->in.source, dfmti_window_ptr(&r->in.win),
                                       dfmti_window_len(&r->in.win), &r->in.unwrapped);
  if (st != DFMT_OK) return dfmti_fail(&r->in.err, st, DFMT_ERR_NOMEM, "out of memory");
  dfmti_reader_limit_expansion(r);
  r->wrapper = wrapper;
  dfmti_stream_open(&r->in);
  return DFMT_OK;
}
