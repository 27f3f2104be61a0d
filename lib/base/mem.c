/* SPDX-License-Identifier: MIT */
#include "mem.h"

#include <string.h>

struct dfmti_hash_key dfmti_mem_key(struct dfmti_mem *m) {
  if (!m->key.b) m->key = dfmti_hash_key(m->seed);
  return m->key;
}

void *dfmti_realloc(struct dfmti_mem *m, void *ptr, size_t old_size, size_t new_size) {
  m->needed = 0;
  if (new_size > old_size && new_size - old_size > m->limit - (m->used < m->limit ? m->used : m->limit)) {
    m->needed = m->used + (new_size - old_size);
    return NULL;
  }
  void *p = m->fn(m->user, ptr, old_size, new_size);
  if (p) m->used = m->used - old_size + new_size;
  return p;
}

void *dfmti_alloc(struct dfmti_mem *m, size_t size) { return dfmti_realloc(m, NULL, 0, size); }

void *dfmti_zalloc(struct dfmti_mem *m, size_t size) {
  void *p = dfmti_alloc(m, size);
  if (p) memset(p, 0, size);
  return p;
}

void dfmti_free(struct dfmti_mem *m, void *ptr, size_t size) {
  if (!ptr) return;
  m->fn(m->user, ptr, size, 0);
  m->used -= size;
}

bool dfmti_alloc_handle(struct dfmti_mem *m, size_t size, void **handle, size_t own_size, void **own) {
  *handle = dfmti_zalloc(m, size);
  *own = *handle && own_size ? dfmti_zalloc(m, own_size) : NULL;
  if (*handle && (*own || !own_size)) return true;
  dfmti_free(m, *handle, size);
  return false;
}

void *dfmti_grow(struct dfmti_mem *m, void *array, size_t *cap, size_t first, size_t size) {
  size_t n = *cap ? *cap : first / 2, bytes;
  if (!dfmti_mul(n, 2, &n) || !dfmti_mul(n, size, &bytes)) return NULL;
  void *p = dfmti_realloc(m, array, *cap * size, bytes);
  if (p) *cap = n;
  return p;
}

bool dfmti_buf_reserve(struct dfmti_mem *m, struct dfmti_buf *b, size_t more) {
  if (b->cap - b->len >= more) return true;
  size_t want, doubled;
  if (!dfmti_add(b->len, more, &want)) return false;
  if (dfmti_mul(b->cap, 2, &doubled) && doubled > want) want = doubled;
  if (want < 256) want = 256;
  uint8_t *p = dfmti_realloc(m, b->ptr, b->cap, want);
  if (!p) return false;
  b->ptr = p;
  b->cap = want;
  return true;
}

bool dfmti_buf_append(struct dfmti_mem *m, struct dfmti_buf *b, const void *ptr, size_t len) {
  if (len == 0) return true;
  if (!dfmti_buf_reserve(m, b, len)) return false;
  memcpy(b->ptr + b->len, ptr, len);
  b->len += len;
  return true;
}

void dfmti_buf_free(struct dfmti_mem *m, struct dfmti_buf *b) {
  dfmti_free(m, b->ptr, b->cap);
  *b = (struct dfmti_buf){0};
}

void dfmti_blocks_free(struct dfmti_mem *m, struct dfmti_block **first) {
  while (*first) {
    struct dfmti_block *b = *first;
    *first = b->next;
    dfmti_free(m, b, b->size);
  }
}
