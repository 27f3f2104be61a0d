/* SPDX-License-Identifier: MIT */
/* The options of every format, and configurations that take them. */
#include "base/config.h"
#include "formats.h"

#define DFMTI_FORMAT(NAME) extern const dfmt_option dfmti_##NAME##_options[];
#include "formats.def"

const dfmt_option *const dfmti_all_options[] = {
#define DFMTI_FORMAT(NAME) dfmti_##NAME##_options,
#include "formats.def"
    NULL,
};

/* The table at a place: the first is common to all formats. */
static const dfmt_option *table_at(size_t place) {
  return place == 0 ? dfmti_common_options : dfmti_all_options[place - 1];
}

const dfmt_option *dfmt_option_at(uint32_t index) {
  const dfmt_option *o;
  for (size_t place = 0; (o = table_at(place)) != NULL; place++)
    for (; o->key; o++)
      if (index-- == 0) return o;
  return NULL;
}

const dfmt_option *dfmt_option_find(uint32_t key) {
  const dfmt_option *table, *o = NULL;
  for (size_t place = 0; !o && (table = table_at(place)) != NULL; place++) o = dfmti_option_in(table, key);
  return o;
}

dfmt_status dfmt_config_new(dfmt_config **out) {
  if (!out) return DFMT_E_ARG;
  struct dfmti_mem m;
  dfmti_mem_init(&m, NULL);
  *out = dfmti_zalloc(&m, sizeof **out);
  if (!*out) return DFMT_E_NOMEM;
  (*out)->own = dfmti_all_options;
  return DFMT_OK;
}

dfmt_status dfmt_config_copy(const dfmt_config *c, dfmt_config **out) {
  dfmt_status st = dfmt_config_new(out);
  if (st != DFMT_OK || !c) return st;
  struct dfmti_mem m;
  dfmti_mem_init(&m, NULL);
  if (dfmti_config_copy(&m, *out, c)) return DFMT_OK;
  dfmt_config_free(*out);
  *out = NULL;
  return DFMT_E_NOMEM;
}

/* What another library has set; c NULL: nothing. */
static dfmt_status get_foreign(const dfmt_config *c, uint32_t key, uint64_t *value) {
  for (size_t i = 0; c && i < c->n_set; i++) {
    if (c->set[i].key != key) continue;
    *value = c->set[i].value;
    return DFMT_OK;
  }
  return DFMT_E_UNSUPPORTED;
}

dfmt_status dfmt_config_get(const dfmt_config *c, uint32_t key, uint64_t *value) {
  if (key >= DFMT_CFG_FOREIGN) return value ? get_foreign(c, key, value) : DFMT_E_ARG;
  const dfmt_option *o = dfmt_option_find(key);
  if (!o) return DFMT_E_UNSUPPORTED;
  if (!value || o->kind == DFMT_KIND_STR) return DFMT_E_ARG;
  for (size_t place = 0; table_at(place); place++)
    if (dfmti_option_in(table_at(place), key)) *value = dfmti_config_own(c, table_at(place), key);
  return DFMT_OK;
}
