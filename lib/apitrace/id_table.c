/* SPDX-License-Identifier: MIT */
#include "id_table.h"

#include <string.h>

/* Seeded by the address of the slots, so that a trace cannot be made of ids that collide. */
static size_t home(const struct dfmti_id_table *t, uint32_t id) {
  uint64_t seed = (uintptr_t)t->sparse >> 12;
  return (size_t)(((id ^ (seed & UINT32_MAX)) * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & (t->n_sparse - 1);
}

/* The slot of an id, or the free one where it would go. */
static struct dfmti_id_entry *slot(const struct dfmti_id_table *t, uint32_t id) {
  size_t i = home(t, id);
  while (t->sparse[i].what && t->sparse[i].id != id) i = (i + 1) & (t->n_sparse - 1);
  return &t->sparse[i];
}

void *dfmti_id_find_sparse(const struct dfmti_id_table *t, uint32_t id) { return slot(t, id)->what; }

static bool grow_dense(struct dfmti_mem *m, struct dfmti_id_table *t, uint32_t id) {
  size_t n = t->n_dense ? t->n_dense : 256;
  while (n <= id) n *= 2;
  void **p = dfmti_realloc(m, t->dense, t->n_dense * sizeof *p, n * sizeof *p);
  if (!p) return false;
  memset(p + t->n_dense, 0, (n - t->n_dense) * sizeof *p);
  t->dense = p;
  t->n_dense = n;
  return true;
}

static bool grow_sparse(struct dfmti_mem *m, struct dfmti_id_table *t) {
  struct dfmti_id_table old = *t;
  size_t n = t->n_sparse ? t->n_sparse * 2 : 64, bytes;
  if (!dfmti_mul(n, sizeof *t->sparse, &bytes)) return false;
  struct dfmti_id_entry *p = dfmti_zalloc(m, bytes);
  if (!p) return false;
  t->sparse = p;
  t->n_sparse = n;
  for (size_t i = 0; i < old.n_sparse; i++)
    if (old.sparse[i].what) *slot(t, old.sparse[i].id) = old.sparse[i];
  dfmti_free(m, old.sparse, old.n_sparse * sizeof *old.sparse);
  return true;
}

bool dfmti_id_reserve(struct dfmti_mem *m, struct dfmti_id_table *t, uint32_t id) {
  if (id < DFMTI_DENSE_IDS) return id < t->n_dense || grow_dense(m, t, id);
  return (t->used + 1) * 2 <= t->n_sparse || grow_sparse(m, t);
}

void dfmti_id_put(struct dfmti_id_table *t, uint32_t id, void *what) {
  if (id < DFMTI_DENSE_IDS) {
    t->dense[id] = what;
    return;
  }
  struct dfmti_id_entry *e = slot(t, id);
  if (!e->what) t->used++;
  *e = (struct dfmti_id_entry){id, what};
}

bool dfmti_id_copy(struct dfmti_mem *m, struct dfmti_id_table *t, const struct dfmti_id_table *from) {
  if (from->n_dense && !grow_dense(m, t, (uint32_t)(from->n_dense - 1))) return false;
  if (from->n_dense) memcpy(t->dense, from->dense, from->n_dense * sizeof *t->dense);
  for (size_t i = 0; i < from->n_sparse; i++) {
    if (!from->sparse[i].what) continue;
    if (!dfmti_id_reserve(m, t, from->sparse[i].id)) return false;
    dfmti_id_put(t, from->sparse[i].id, from->sparse[i].what);
  }
  return true;
}

/* Entries behind the hole move up if their probing has passed it. */
static void close_hole(struct dfmti_id_table *t, size_t hole) {
  size_t mask = t->n_sparse - 1;
  for (size_t i = (hole + 1) & mask; t->sparse[i].what; i = (i + 1) & mask) {
    if (((i - home(t, t->sparse[i].id)) & mask) < ((i - hole) & mask)) continue;
    t->sparse[hole] = t->sparse[i];
    hole = i;
  }
  t->sparse[hole] = (struct dfmti_id_entry){0};
}

void dfmti_id_remove(struct dfmti_id_table *t, uint32_t id) {
  if (id < DFMTI_DENSE_IDS) {
    if (id < t->n_dense) t->dense[id] = NULL;
    return;
  }
  struct dfmti_id_entry *e = t->used ? slot(t, id) : NULL;
  if (!e || !e->what) return;
  t->used--;
  close_hole(t, (size_t)(e - t->sparse));
}

void dfmti_id_free(struct dfmti_mem *m, struct dfmti_id_table *t) {
  dfmti_free(m, t->dense, t->n_dense * sizeof *t->dense);
  dfmti_free(m, t->sparse, t->n_sparse * sizeof *t->sparse);
  *t = (struct dfmti_id_table){0};
}
