/* SPDX-License-Identifier: MIT */
#include "counts.h"

#include "base/heapsort.h"

struct dfmto_count *dfmto_count_find(const struct dfmto_counts *c, uint64_t number) {
  uint64_t place = dfmti_table_number(&c->table, number);
  return place ? &c->list[place - 1] : NULL;
}

struct dfmto_count *dfmto_count_at(struct dfmti_mem *m, struct dfmto_counts *c, uint64_t number) {
  struct dfmto_count *there = dfmto_count_find(c, number);
  if (there) return there;
  if (c->n == c->cap) {
    struct dfmto_count *more = dfmti_grow(m, c->list, &c->cap, 8, sizeof *more);
    if (!more) return NULL;
    c->list = more;
  }
  if (!dfmti_table_reserve(m, &c->table)) return NULL;
  dfmti_table_add(&c->table, dfmti_hash_number(c->table.key, number), c->n + 1);
  c->list[c->n] = (struct dfmto_count){.number = number};
  return &c->list[c->n++];
}

static bool is_before(const void *a, const void *b) {
  const struct dfmto_count *x = a, *y = b;
  return x->n != y->n ? x->n > y->n : x->number < y->number;
}

void dfmto_counts_sort(struct dfmto_counts *c) { dfmti_heapsort(NULL, c->list, c->n, sizeof *c->list, is_before); }

void dfmto_counts_free(struct dfmti_mem *m, struct dfmto_counts *c) {
  dfmti_table_free(m, &c->table);
  dfmti_free(m, c->list, c->cap * sizeof *c->list);
  *c = (struct dfmto_counts){.n = 0};
}
