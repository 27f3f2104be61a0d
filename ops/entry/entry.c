/* SPDX-License-Identifier: MIT */
#include "entry.h"

#include <string.h>

/* ENTRY_FORMATS is FORMAT(name) for each format that has a table, in NAME.c. */
#define FORMAT(NAME) extern const struct dfmto_entry_format dfmto_entry_##NAME;
ENTRY_FORMATS
#undef FORMAT
#define FORMAT(NAME) &dfmto_entry_##NAME,
static const struct dfmto_entry_format *const all[] = {ENTRY_FORMATS NULL};

const struct dfmto_entry_format *dfmto_entry_find(uint32_t format) {
  for (size_t i = 0; all[i]; i++)
    if (all[i]->format == format) return all[i];
  return NULL;
}

uint32_t dfmto_entry_holder(const unsigned char *start, size_t n) {
  for (size_t i = 0; all[i]; i++)
    if (all[i]->holds && all[i]->holds(start, n)) return all[i]->format;
  return 0;
}

const struct dfmto_entry_way_option *dfmto_entry_way_of(const struct dfmto_entry_format *e, enum dfmto_entry_way way) {
  static const enum dfmto_entry_way others[DFMTO_N_WAYS] = {
      [DFMTO_WAY_PARTS] = DFMTO_WAY_NAMES, [DFMTO_WAY_CHANGES] = DFMTO_WAY_VALUES};
  const struct dfmto_entry_way_option *o = &e->ways[others[way] && !e->ways[way].key ? others[way] : way];
  return o->key ? o : NULL;
}

static dfmt_status set_way(dfmt_op *op, const struct dfmto_entry_format *e, enum dfmto_entry_way way) {
  const struct dfmto_entry_way_option *o = dfmto_entry_way_of(e, way);
  return o ? dfmto_set_default(op, o->key, o->value) : DFMT_OK;
}

dfmt_status dfmto_entry_set_way(dfmt_op *op, enum dfmto_entry_way way) {
  dfmt_status st = DFMT_OK;
  for (size_t i = 0; all[i] && st == DFMT_OK; i++) st = set_way(op, all[i], way);
  return st;
}

dfmt_status dfmto_entry_set_way_to(dfmt_op *op, dfmt_str key) {
  dfmt_status st = DFMT_OK;
  for (size_t i = 0; all[i] && st == DFMT_OK; i++)
    st = all[i]->find ? all[i]->find(op, key) : set_way(op, all[i], DFMTO_WAY_VALUES);
  return st;
}

void dfmto_entry_lift_limit(dfmt_op *op, const struct dfmto_entry_format *entries, enum dfmto_entry_way way) {
  const struct dfmto_entry_way_option *o = entries ? dfmto_entry_way_of(entries, way) : NULL;
  if (o && o->in_one_piece && !dfmto_is_given(op, DFMT_CFG_MAX_INLINE))
    (void)dfmt_reader_limit(op->reader, DFMT_CFG_MAX_INLINE, UINT64_MAX);
}

void dfmto_entry_set_key(dfmt_op *op, const dfmt_event *ev) {
  const struct dfmto_entry_format *e = NULL;
  struct dfmto_entry_key key;
  for (size_t i = 0; all[i] && !e; i++)
    if (all[i]->key(ev, &key)) e = all[i];
  op->key.len = 0;
  if (!e || !dfmti_buf_append(&op->mem, &op->key, key.prefix, strlen(key.prefix)) ||
      !dfmti_buf_append(&op->mem, &op->key, key.name.ptr, dfmti_clamp(key.name.len)))
    op->key.len = 0;
}

bool dfmto_entry_whole_key(struct dfmti_mem *m, struct dfmti_buf *room, const struct dfmto_entry_key *key,
                           dfmt_str *out) {
  size_t n = strlen(key->prefix);
  *out = key->name;
  if (n == 0) return true;
  room->len = 0;
  if (!dfmti_buf_append(m, room, key->prefix, n) || !dfmti_buf_append(m, room, key->name.ptr, (size_t)key->name.len))
    return false;
  *out = (dfmt_str){(const char *)room->ptr, room->len};
  return true;
}
