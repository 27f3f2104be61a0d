/* SPDX-License-Identifier: MIT */
#include "entry.h"

#include <string.h>

/* ENTRY_FORMATS is FORMAT(name) for each format that has a table, in NAME.c. */
#define FORMAT(NAME) extern const struct dfmto_entries dfmto_##NAME##_entries;
ENTRY_FORMATS
#undef FORMAT
#define FORMAT(NAME) &dfmto_##NAME##_entries,
static const struct dfmto_entries *const all[] = {ENTRY_FORMATS NULL};

const struct dfmto_entries *dfmto_entries_find(uint32_t format) {
  for (size_t i = 0; all[i]; i++)
    if (all[i]->format == format) return all[i];
  return NULL;
}

const struct dfmto_way_option *dfmto_way_of(const struct dfmto_entries *e, enum dfmto_way way) {
  static const enum dfmto_way others[DFMTO_N_WAYS] = {
      [DFMTO_WAY_PARTS] = DFMTO_WAY_NAMES, [DFMTO_WAY_CHANGES] = DFMTO_WAY_VALUES};
  const struct dfmto_way_option *o = &e->ways[others[way] && !e->ways[way].key ? others[way] : way];
  return o->key ? o : NULL;
}

dfmt_status dfmto_set_way(dfmt_op *op, enum dfmto_way way) {
  dfmt_status st = DFMT_OK;
  for (size_t i = 0; all[i] && st == DFMT_OK; i++) {
    const struct dfmto_way_option *o = dfmto_way_of(all[i], way);
    const dfmt_option *option = o ? dfmt_option_find(o->key) : NULL; /* NULL: the format is not in this build */
    uint64_t value;
    if (!option || dfmt_config_get(op->config, o->key, &value) != DFMT_OK || value != option->def) continue;
    st = dfmt_config_set(op->config, o->key, o->value);
  }
  return st;
}

bool dfmto_whole_key(struct dfmti_mem *m, struct dfmti_buf *room, const struct dfmto_key *key, dfmt_str *out) {
  size_t n = strlen(key->prefix);
  *out = key->name;
  if (n == 0) return true;
  room->len = 0;
  if (!dfmti_buf_append(m, room, key->prefix, n) || !dfmti_buf_append(m, room, key->name.ptr, (size_t)key->name.len))
    return false;
  *out = (dfmt_str){(const char *)room->ptr, room->len};
  return true;
}
