/* SPDX-License-Identifier: MIT */
#include "names.h"

#include <string.h>

/* What is looked for. */
struct key {
  const struct dfmti_names *s;
  dfmt_str name;
};

static bool same(const void *user, uint64_t value) {
  const struct key *k = user;
  const uint8_t *at = k->s->bytes.ptr + (value - 1);
  uint32_t len;
  memcpy(&len, at, sizeof len);
  return len == k->name.len && (len == 0 || memcmp(at + sizeof len, k->name.ptr, len) == 0);
}

static uint64_t hash_of(const struct dfmti_names *s, dfmt_str name) {
  return dfmti_hash_bytes(s->table.key, 0, name.ptr, (size_t)name.len);
}

int dfmti_bugreport_names_add(struct dfmti_mem *m, struct dfmti_names *s, dfmt_str name) {
  uint32_t len = (uint32_t)name.len;
  if (!dfmti_table_reserve(m, &s->table)) return DFMTI_NAMES_NO_MEMORY;
  uint64_t hash = hash_of(s, name);
  if (dfmti_table_find(&s->table, hash, same, &(struct key){s, name})) return DFMTI_NAMES_OLD;
  if (!dfmti_buf_reserve(m, &s->bytes, sizeof len + len)) return DFMTI_NAMES_NO_MEMORY;
  dfmti_table_add(&s->table, hash, s->bytes.len + 1);
  dfmti_buf_append(m, &s->bytes, &len, sizeof len);
  dfmti_buf_append(m, &s->bytes, name.ptr, len);
  return DFMTI_NAMES_NEW;
}

bool dfmti_bugreport_names_has(const struct dfmti_names *s, dfmt_str name) {
  return s->table.n && dfmti_table_find(&s->table, hash_of(s, name), same, &(struct key){s, name});
}

void dfmti_bugreport_names_clear(struct dfmti_names *s) {
  s->bytes.len = 0;
  dfmti_table_clear(&s->table);
}

void dfmti_bugreport_names_free(struct dfmti_mem *m, struct dfmti_names *s) {
  dfmti_buf_free(m, &s->bytes);
  dfmti_table_free(m, &s->table);
}
