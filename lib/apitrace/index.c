/* SPDX-License-Identifier: MIT */
/* The index as an object: what is in it is found by index_build.c. */
#include "index.h"

dfmt_status dfmt_apitrace_index_new(const dfmt_config *c, dfmt_apitrace_index **out) {
  if (!out) return DFMT_E_ARG;
  *out = NULL;
  struct dfmti_mem m;
  dfmti_mem_init(&m, c);
  dfmt_apitrace_index *x = dfmti_zalloc(&m, sizeof *x);
  if (!x) return DFMT_E_NOMEM;
  x->mem = m;
  x->refs = 1;
  dfmti_errors_clear(&x->err);
  x->config = dfmti_zalloc(&x->mem, sizeof *x->config);
  if (!x->config || !dfmti_config_copy(&x->mem, x->config, c) ||
      dfmti_config_put(x->config, DFMT_CFG_APITRACE_FORM, DFMT_APITRACE_FORM_CALLS) != DFMT_OK ||
      dfmti_config_put(x->config, DFMT_CFG_APITRACE_VALUES, 0) != DFMT_OK) {
    dfmt_apitrace_index_free(x);
    return DFMT_E_NOMEM;
  }
  x->config->names.len = 0; /* no filter of functions */
  *out = x;
  return DFMT_OK;
}

void dfmti_apitrace_index_forget(dfmt_apitrace_index *x) {
  dfmt_reader_free(x->reader);
  dfmt_source_free(x->source);
  dfmt_event_free(x->header);
  x->reader = NULL;
  x->seen = NULL;
  x->building = false;
  x->source = NULL;
  x->header = NULL;
  x->places.len = x->marks.len = x->entered.len = 0;
  dfmti_apitrace_place_search_end(x);
  x->calls = x->incomplete = x->frames = x->threads = x->bytes = 0;
}

void dfmt_apitrace_index_free(dfmt_apitrace_index *x) {
  if (!x || --x->refs > 0) return;
  dfmti_apitrace_index_forget(x);
  struct dfmti_mem m = x->mem;
  dfmti_buf_free(&m, &x->places);
  dfmti_buf_free(&m, &x->marks);
  dfmti_buf_free(&m, &x->entered);
  if (x->config) {
    dfmti_config_clear(&m, x->config);
    dfmti_free(&m, x->config, sizeof *x->config);
  }
  dfmti_free(&m, x, sizeof *x);
}

const dfmt_error *dfmt_apitrace_index_error(const dfmt_apitrace_index *x) { return x ? &x->err.e : NULL; }

dfmt_status dfmt_apitrace_index_stat(const dfmt_apitrace_index *x, uint32_t key, uint64_t *value) {
  if (!x || !value) return DFMT_E_ARG;
  switch (key) {
    case DFMT_APITRACE_STAT_CALLS: *value = x->calls; return DFMT_OK;
    case DFMT_APITRACE_STAT_INCOMPLETE: *value = x->incomplete; return DFMT_OK;
    case DFMT_APITRACE_STAT_FRAMES: *value = x->frames; return DFMT_OK;
    case DFMT_APITRACE_STAT_THREADS: *value = x->threads; return DFMT_OK;
    case DFMT_APITRACE_STAT_BYTES: *value = x->bytes; return DFMT_OK;
    case DFMT_APITRACE_STAT_PLACES: *value = x->places.len / sizeof(struct dfmti_place); return DFMT_OK;
    default: return DFMT_E_UNSUPPORTED;
  }
}
