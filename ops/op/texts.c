/* SPDX-License-Identifier: MIT */
#include "texts.h"

#include "base/str.h"

dfmt_str dfmto_text_at(const struct dfmto_texts *x, uint32_t number) {
  const size_t *ends = (const void *)x->ends.ptr;
  size_t start = number ? ends[number - 1] : 0;
  return (dfmt_str){x->bytes.ptr ? (const char *)x->bytes.ptr + start : "", ends[number] - start};
}

struct wanted {
  const struct dfmto_texts *x;
  const void *ptr;
  size_t len;
};

static bool is_same(const void *user, uint64_t value) {
  const struct wanted *w = user;
  dfmt_str s = dfmto_text_at(w->x, (uint32_t)(value - 1));
  return dfmti_same(s, (dfmt_str){w->ptr, w->len});
}

bool dfmto_text_add(struct dfmti_mem *m, struct dfmto_texts *x, const void *ptr, size_t len, uint32_t *number) {
  const size_t n = dfmto_texts_n(x);
  if (n >= UINT32_MAX || !dfmti_buf_reserve(m, &x->ends, sizeof n) || !dfmti_buf_append(m, &x->bytes, ptr, len))
    return false;
  dfmti_buf_append(m, &x->ends, &x->bytes.len, sizeof x->bytes.len); /* space was reserved */
  *number = (uint32_t)n;
  return true;
}

bool dfmto_text_find(const struct dfmto_texts *x, const void *ptr, size_t len, uint32_t *number) {
  const struct wanted w = {x, ptr, len};
  if (!x->table.n) return false;
  const struct dfmti_slot *slot = dfmti_table_find(&x->table, dfmti_hash_bytes(x->table.key, 0, ptr, len), is_same, &w);
  if (slot) *number = (uint32_t)slot->value - 1;
  return slot != NULL;
}

bool dfmto_text_hash(struct dfmti_mem *m, struct dfmto_texts *x, const void *ptr, size_t len, uint64_t *hash) {
  if (!dfmti_table_reserve(m, &x->table)) return false;
  *hash = dfmti_hash_bytes(x->table.key, 0, ptr, len);
  dfmti_table_fetch(&x->table, *hash);
  return true;
}

bool dfmto_text_look(const struct dfmto_texts *x, uint64_t hash, uint32_t *number) {
  const struct dfmti_slot *slot = dfmti_table_find(&x->table, hash, NULL, NULL);
  if (!slot) return false;
  *number = (uint32_t)slot->value - 1;
  dfmti_fetch((const size_t *)(const void *)x->ends.ptr + *number, sizeof(size_t));
  return true;
}

void dfmto_text_touch(const struct dfmto_texts *x, uint32_t number) {
  const dfmt_str s = dfmto_text_at(x, number);
  dfmti_fetch(s.ptr, (size_t)s.len);
}

bool dfmto_text_hashed(struct dfmti_mem *m, struct dfmto_texts *x, uint64_t hash, const void *ptr, size_t len,
                       uint32_t *number) {
  if (!dfmti_table_reserve(m, &x->table)) return false;
  const struct dfmti_slot *slot = dfmti_table_find(&x->table, hash, is_same, &(struct wanted){x, ptr, len});
  *number = slot ? (uint32_t)slot->value - 1 : 0;
  if (slot) return true;
  if (!dfmto_text_add(m, x, ptr, len, number)) return false;
  dfmti_table_add(&x->table, hash, (uint64_t)*number + 1);
  return true;
}

bool dfmto_text(struct dfmti_mem *m, struct dfmto_texts *x, const void *ptr, size_t len, uint32_t *number) {
  if (!dfmti_table_reserve(m, &x->table)) return false;
  return dfmto_text_hashed(m, x, dfmti_hash_bytes(x->table.key, 0, ptr, len), ptr, len, number);
}

int dfmto_texts_compare(const struct dfmto_texts *x, uint32_t a, uint32_t b) {
  return dfmti_order(dfmto_text_at(x, a), dfmto_text_at(x, b));
}

dfmt_str dfmto_last_part(dfmt_str path) {
  uint64_t at = path.len;
  while (at && path.ptr[at - 1] != '/') at--;
  return at ? (dfmt_str){path.ptr + at, path.len - at} : path;
}

void dfmto_texts_free(struct dfmti_mem *m, struct dfmto_texts *x) {
  dfmti_table_free(m, &x->table);
  dfmti_buf_free(m, &x->bytes);
  dfmti_buf_free(m, &x->ends);
}
