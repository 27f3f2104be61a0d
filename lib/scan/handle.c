/* SPDX-License-Identifier: MIT */
/* Making and freeing scans. */
#include <string.h>

#include "base/rare.h"
#include "io/source.h"
#include "scan.h"

/* Memory of tables: the scan's. */
static void *counted(void *user, void *ptr, uint64_t old_size, uint64_t new_size) {
  if (new_size > 0) return new_size > SIZE_MAX ? NULL : dfmti_realloc(user, ptr, (size_t)old_size, (size_t)new_size);
  dfmti_free(user, ptr, (size_t)old_size);
  return NULL;
}

DFMTI_RARE dfmt_status dfmt_scan_new_for(const dfmt_config *c, const dfmt_read_format *const *formats, uint32_t n,
                                         dfmt_source *s, dfmt_scan **out) {
  if (out) *out = NULL;
  if (!out || !s || !formats || n == 0 || n > DFMTI_MAX_FORMATS) return DFMT_E_ARG;
  for (uint32_t i = 0; i < n; i++)
    if (!formats[i]) return DFMT_E_ARG;
  struct dfmti_mem m;
  dfmti_mem_init(&m, c);
  dfmt_scan *x = dfmti_zalloc(&m, sizeof *x);
  if (!x) return m.needed ? DFMT_E_LIMIT : DFMT_E_NOMEM;
  x->mem = m;
  dfmti_errors_clear(&x->err);
  memcpy(x->formats, formats, n * sizeof *formats);
  x->n_formats = n;
  x->maker = (struct dfmti_cells_maker){.mem = &x->mem, .pool = dfmti_pool_new(&x->mem), .config = &x->config};
  if (!x->maker.pool || !dfmti_config_copy(&x->mem, &x->config, c)) {
    dfmt_status st = x->mem.needed ? DFMT_E_LIMIT : DFMT_E_NOMEM;
    dfmt_scan_free(x);
    return st;
  }
  x->source = dfmt_source_ref(s);
  x->derived.input = (dfmt_table_input){.size = sizeof x->derived.input,
                                        .config = &x->config,
                                        .source = x->source,
                                        .alloc = counted,
                                        .alloc_user = &x->mem,
                                        .text_size = dfmti_scan_text_size};
  *out = x;
  return DFMT_OK;
}

void dfmt_scan_free(dfmt_scan *x) {
  if (!x) return;
  dfmti_scan_look_end(x);
  dfmt_reader_free(x->reader);
  dfmt_source_free(x->source);
  dfmt_sink_free(x->maker.json);
  for (uint32_t i = 0; i < x->n_tables; i++) dfmti_scan_table_free(&x->mem, &x->tables[i]);
  dfmti_pool_close(x->maker.pool, &x->mem);
  struct dfmti_mem m = x->mem;
  dfmti_buf_free(&m, &x->makers);
  dfmti_buf_free(&m, &x->value);
  dfmti_buf_free(&m, &x->maker.scratch);
  dfmti_config_clear(&m, &x->config);
  dfmti_free(&m, x, sizeof *x);
}

dfmt_status dfmt_scan_limit(dfmt_scan *x, uint32_t key, uint64_t value) {
  if (!x) return DFMT_E_ARG;
  dfmti_errors_clear(&x->err);
  bool limits = key >= DFMT_CFG_MAX_MEMORY && key <= DFMT_CFG_MAX_RATIO; /* those of readers: config.h */
  const dfmt_option *o = limits ? dfmti_option_in(dfmti_common_options, key) : NULL;
  dfmt_status st = o ? dfmti_option_check(o, value) : DFMT_E_UNSUPPORTED;
  if (st == DFMT_OK && x->reader) st = dfmt_reader_limit(x->reader, key, value);
  if (st == DFMT_OK) st = dfmti_config_put(&x->config, key, value);
  if (st != DFMT_OK) return dfmti_fail(&x->err, st, DFMT_ERR_ARGUMENT, "not a limit, or its value is out of range");
  if (key == DFMT_CFG_MAX_MEMORY) x->mem.limit = value;
  return DFMT_OK;
}

dfmt_status dfmt_scan_problems(dfmt_scan *x, dfmt_scan_problem_fn fn, void *user) {
  if (!x) return DFMT_E_ARG;
  x->tell = fn;
  x->tell_user = user;
  return DFMT_OK;
}

const dfmt_error *dfmt_scan_error(const dfmt_scan *x) { return x ? &x->err.e : NULL; }
