/* SPDX-License-Identifier: MIT */
#include "id_table.h"

#include <string.h>

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

bool dfmti_apitrace_id_reserve(struct dfmti_mem *m, struct dfmti_id_table *t, uint32_t id) {
  if (id < DFMTI_DENSE_IDS) return id < t->n_dense || grow_dense(m, t, id);
  return dfmti_table_reserve(m, &t->sparse);
}

static struct dfmti_slot *slot(const struct dfmti_id_table *t, uint32_t id) {
  return dfmti_table_find(&t->sparse, dfmti_hash_number(t->sparse.key, id), NULL, NULL);
}

void dfmti_apitrace_id_put(struct dfmti_id_table *t, uint32_t id, void *what) {
  struct dfmti_slot *s = id < DFMTI_DENSE_IDS ? NULL : slot(t, id);
  if (id < DFMTI_DENSE_IDS)
    t->dense[id] = what;
  else if (s)
    s->value = (uintptr_t)what;
  else
    dfmti_table_add(&t->sparse, dfmti_hash_number(t->sparse.key, id), (uintptr_t)what);
}

bool dfmti_apitrace_id_copy(struct dfmti_mem *m, struct dfmti_id_table *t, const struct dfmti_id_table *from) {
  if (from->n_dense && !grow_dense(m, t, (uint32_t)(from->n_dense - 1))) return false;
  if (from->n_dense) memcpy(t->dense, from->dense, from->n_dense * sizeof *t->dense);
  return dfmti_table_copy(m, &t->sparse, &from->sparse);
}

void dfmti_apitrace_id_remove(struct dfmti_id_table *t, uint32_t id) {
  struct dfmti_slot *s = id < DFMTI_DENSE_IDS ? NULL : slot(t, id);
  if (s) dfmti_table_remove(&t->sparse, s);
  if (id < t->n_dense) t->dense[id] = NULL;
}

void dfmti_apitrace_id_free(struct dfmti_mem *m, struct dfmti_id_table *t) {
  dfmti_free(m, t->dense, t->n_dense * sizeof *t->dense);
  dfmti_table_free(m, &t->sparse);
  *t = (struct dfmti_id_table){.n_dense = 0};
}
