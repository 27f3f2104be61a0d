/* SPDX-License-Identifier: MIT */
#include "config.h"

uint64_t dfmti_config_own(const dfmt_config *c, const dfmt_option *table, uint32_t key) {
  for (size_t i = 0; c && i < c->n_set; i++)
    if (c->set[i].key == key) return c->set[i].value;
  const dfmt_option *o = dfmti_option_in(table, key);
  return o ? o->def : 0;
}

uint64_t dfmti_config_value(const dfmt_config *c, uint32_t key) {
  return dfmti_config_own(c, dfmti_common_options, key);
}

int dfmti_config_level(const dfmt_config *c, int standard, int largest, int none) {
  uint64_t level = dfmti_config_value(c, DFMT_CFG_LEVEL);
  if (level == DFMT_LEVEL_DEFAULT) return standard;
  if (level == DFMT_LEVEL_NONE) return none;
  if (level == DFMT_LEVEL_FAST) return 1;
  return level > (uint64_t)largest ? largest : (int)level;
}

dfmt_status dfmti_config_put(dfmt_config *c, uint32_t key, uint64_t value) {
  size_t i = 0;
  while (i < c->n_set && c->set[i].key != key) i++;
  if (i == DFMTI_MAX_OPTIONS) return DFMT_E_LIMIT;
  c->set[i] = (struct dfmti_setting){key, value};
  if (i == c->n_set) c->n_set++;
  return DFMT_OK;
}

bool dfmti_config_name(const dfmt_config *c, uint32_t key, size_t n, dfmt_str *out) {
  const struct dfmti_name *names = (const void *)c->names.ptr;
  const char *bytes = c->bytes.ptr ? (const char *)c->bytes.ptr : ""; /* of empty names alone */
  size_t count = c->names.len / sizeof *names;
  for (size_t i = 0; i < count; i++) {
    if (names[i].key != key || n-- != 0) continue;
    *out = (dfmt_str){bytes + names[i].start, names[i].len};
    return true;
  }
  return false;
}
