/* SPDX-License-Identifier: MIT */
#include "table.h"

#include <string.h>

static uint64_t mix(uint64_t h) { /* one to one: the finisher of splitmix64 */
  h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9u;
  h = (h ^ h >> 27) * 0x94d049bb133111ebu;
  return h ^ h >> 31;
}

uint64_t dfmti_hash_seed(const void *table) { return mix((uintptr_t)table) | (uint64_t)1 << 63; }

uint64_t dfmti_hash_number(uint64_t seed, uint32_t v) { return mix(seed ^ v); }

uint64_t dfmti_hash_bytes(uint64_t h, const void *ptr, size_t len) {
  const uint8_t *p = ptr;
  h ^= len;
  for (; len >= 8; p += 8, len -= 8) {
    uint64_t w;
    memcpy(&w, p, 8);
    h = mix(h ^ w);
  }
  uint64_t w = 0;
  if (len) memcpy(&w, p, len);
  h = mix(h ^ w);
  return h ? h : 1;
}

struct dfmti_slot *dfmti_table_find(const struct dfmti_table *t, uint64_t hash, dfmti_same_fn same, const void *user) {
  if (!t->cap) return NULL;
  for (size_t i = (size_t)hash & (t->cap - 1); t->slots[i].hash; i = (i + 1) & (t->cap - 1))
    if (t->slots[i].hash == hash && (!same || same(user, t->slots[i].value))) return &t->slots[i];
  return NULL;
}

void dfmti_table_add(struct dfmti_table *t, uint64_t hash, uint64_t value) {
  size_t i = (size_t)hash & (t->cap - 1);
  while (t->slots[i].hash) i = (i + 1) & (t->cap - 1);
  t->slots[i] = (struct dfmti_slot){hash, value};
  t->n++;
}

bool dfmti_table_reserve(struct dfmti_mem *m, struct dfmti_table *t) {
  if (t->n < t->cap / 2) return true;
  struct dfmti_table more = {.cap = t->cap ? t->cap * 2 : 16};
  size_t bytes;
  if (!dfmti_mul(more.cap, sizeof *more.slots, &bytes)) return false;
  more.slots = dfmti_zalloc(m, bytes);
  if (!more.slots) return false;
  for (size_t i = 0; i < t->cap; i++)
    if (t->slots[i].hash) dfmti_table_add(&more, t->slots[i].hash, t->slots[i].value);
  dfmti_table_free(m, t);
  *t = more;
  return true;
}

void dfmti_table_free(struct dfmti_mem *m, struct dfmti_table *t) {
  dfmti_free(m, t->slots, t->cap * sizeof *t->slots);
  *t = (struct dfmti_table){0};
}

enum { PIECE = 65536 }; /* bytes of a piece of the store, or what one string needs */

struct dfmti_store_piece {
  struct dfmti_store_piece *before;
  size_t size, used; /* bytes, these members included */
};

const char *dfmti_store_add(struct dfmti_mem *m, struct dfmti_store *s, const void *ptr, size_t len) {
  struct dfmti_store_piece *x = s->last;
  if (!x || x->size - x->used < len) {
    size_t size;
    if (!dfmti_add(sizeof *x, len, &size)) return NULL;
    if (size < PIECE) size = PIECE;
    x = dfmti_alloc(m, size);
    if (!x) return NULL;
    *x = (struct dfmti_store_piece){.before = s->last, .size = size, .used = sizeof *x};
    s->last = x;
  }
  char *to = (char *)x + x->used;
  if (len) memcpy(to, ptr, len);
  x->used += len;
  return to;
}

void dfmti_store_free(struct dfmti_mem *m, struct dfmti_store *s) {
  while (s->last) {
    struct dfmti_store_piece *x = s->last;
    s->last = x->before;
    dfmti_free(m, x, x->size);
  }
}
