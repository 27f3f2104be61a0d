/* SPDX-License-Identifier: MIT */
/*
 * From an id of the input to what it stands for. Ids are small and dense in real traces and anything below 2^32 in
 * hostile ones: an array below DFMTI_DENSE_IDS, a hash table above.
 */
#ifndef DFMTI_APITRACE_ID_TABLE_H
#define DFMTI_APITRACE_ID_TABLE_H

#include "base/hash.h"
#include "base/mem.h"

enum { DFMTI_DENSE_IDS = 65536 };

struct dfmti_id_table {
  void **dense;
  size_t n_dense; /* slots, a power of two or 0 */
  struct dfmti_table sparse;
};

/* NULL: none. */
static inline void *dfmti_id_find(const struct dfmti_id_table *t, uint64_t id) {
  if (id < t->n_dense) return t->dense[id];
  return t->sparse.n ? (void *)(uintptr_t)dfmti_table_number(&t->sparse, id) : NULL;
}

/* Room for one more entry under this id. false: no memory. */
bool dfmti_apitrace_id_reserve(struct dfmti_mem *m, struct dfmti_id_table *t, uint32_t id);

/* Puts or replaces an entry, for which room was reserved. */
void dfmti_apitrace_id_put(struct dfmti_id_table *t, uint32_t id, void *what);

/* Makes an empty table equal to another one. false: no memory; it may be half done. */
bool dfmti_apitrace_id_copy(struct dfmti_mem *m, struct dfmti_id_table *t, const struct dfmti_id_table *from);

/* Takes an entry out, if there is one. */
void dfmti_apitrace_id_remove(struct dfmti_id_table *t, uint32_t id);

void dfmti_apitrace_id_free(struct dfmti_mem *m, struct dfmti_id_table *t);

#endif
