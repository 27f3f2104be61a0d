/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <string.h>

#include <diagfmt/describe.h>

static const dfmt_option *find(const dfmt_config *c, uint32_t key) {
  const dfmt_option *o = dfmti_option_in(dfmti_common_options, key);
  for (size_t i = 0; !o && c->own && c->own[i]; i++) o = dfmti_option_in(c->own[i], key);
  return o;
}

dfmt_status dfmt_config_set(dfmt_config *c, uint32_t key, uint64_t value) {
  if (!c) return DFMT_E_ARG;
  if (key >= DFMT_CFG_FOREIGN) return dfmti_config_put(c, key, value);
  const dfmt_option *o = find(c, key);
  if (!o) return DFMT_E_UNSUPPORTED;
  dfmt_status st = dfmti_option_check(o, value);
  return st == DFMT_OK ? dfmti_config_put(c, key, value) : st;
}

static bool add_name(struct dfmti_mem *m, dfmt_config *c, uint32_t key, const void *ptr, size_t len) {
  struct dfmti_name n = {.key = key, .start = c->bytes.len, .len = len};
  if (!dfmti_buf_append(m, &c->bytes, ptr, len)) return false;
  return dfmti_buf_append(m, &c->names, &n, sizeof n);
}

dfmt_status dfmt_config_add(dfmt_config *c, uint32_t key, const void *ptr, uint64_t len) {
  const dfmt_option *o = c ? find(c, key) : NULL;
  if (!c || (!ptr && len) || len > SIZE_MAX) return DFMT_E_ARG;
  if (!o && key < DFMT_CFG_FOREIGN) return DFMT_E_UNSUPPORTED;
  if (o && o->kind != DFMT_KIND_STR) return DFMT_E_ARG;
  struct dfmti_mem m;
  dfmti_mem_init(&m, NULL);
  return add_name(&m, c, key, ptr, (size_t)len) ? DFMT_OK : DFMT_E_NOMEM;
}

dfmt_status dfmt_config_item(const dfmt_config *c, uint32_t key, uint64_t index, dfmt_str *out) {
  if (!c || !out) return DFMT_E_ARG;
  const dfmt_option *o = find(c, key);
  if (!o && key < DFMT_CFG_FOREIGN) return DFMT_E_UNSUPPORTED;
  if (o && o->kind != DFMT_KIND_STR) return DFMT_E_ARG;
  return index <= SIZE_MAX && dfmti_config_name(c, key, (size_t)index, out) ? DFMT_OK : DFMT_END;
}

dfmt_status dfmt_config_allocator(dfmt_config *c, dfmt_realloc_fn fn, void *user) {
  if (!c) return DFMT_E_ARG;
  c->alloc = fn;
  c->alloc_user = user;
  return DFMT_OK;
}

dfmt_status dfmt_config_stop(dfmt_config *c, dfmt_stop_fn fn, void *user) {
  if (!c) return DFMT_E_ARG;
  c->stop = fn;
  c->stop_user = user;
  return DFMT_OK;
}

uint32_t dfmt_config_stopped(const dfmt_config *c) { return c && c->stop && c->stop(c->stop_user); }

void dfmt_config_free(dfmt_config *c) {
  if (!c) return;
  struct dfmti_mem m;
  dfmti_mem_init(&m, NULL);
  dfmti_config_clear(&m, c);
  dfmti_free(&m, c, sizeof *c);
}

bool dfmti_config_copy(struct dfmti_mem *m, dfmt_config *to, const dfmt_config *from) {
  memset(to, 0, sizeof *to);
  if (!from) return true;
  *to = *from;
  to->names = to->bytes = (struct dfmti_buf){0};
  return dfmti_buf_append(m, &to->names, from->names.ptr, from->names.len) &&
         dfmti_buf_append(m, &to->bytes, from->bytes.ptr, from->bytes.len);
}

void dfmti_config_clear(struct dfmti_mem *m, dfmt_config *c) {
  dfmti_buf_free(m, &c->names);
  dfmti_buf_free(m, &c->bytes);
}
