/* SPDX-License-Identifier: MIT */
#include "hash.h"

#include "mem.h"

bool dfmti_table_reserve(struct dfmti_mem *m, struct dfmti_table *t) {
  if (!dfmti_table_full(t)) return true;
  size_t cap = dfmti_table_larger(t), bytes, old = t->cap;
  if (!dfmti_mul(cap, sizeof *t->slots, &bytes)) return false;
  struct dfmti_slot *slots = dfmti_zalloc(m, bytes);
  if (!slots) return false;
  t->key = dfmti_mem_key(m);
  dfmti_free(m, dfmti_table_move(t, slots, cap), old * sizeof *slots);
  return true;
}

bool dfmti_table_copy(struct dfmti_mem *m, struct dfmti_table *t, const struct dfmti_table *from) {
  struct dfmti_table copy = *from;
  if (from->cap) {
    copy.slots = dfmti_alloc(m, from->cap * sizeof *copy.slots);
    if (!copy.slots) return false;
    memcpy(copy.slots, from->slots, from->cap * sizeof *copy.slots);
  }
  *t = copy;
  return true;
}

void dfmti_table_clear(struct dfmti_table *t) {
  if (t->n) memset(t->slots, 0, t->cap * sizeof *t->slots);
  t->n = 0;
}

void dfmti_table_free(struct dfmti_mem *m, struct dfmti_table *t) {
  dfmti_free(m, t->slots, t->cap * sizeof *t->slots);
  *t = (struct dfmti_table){.cap = 0};
}
