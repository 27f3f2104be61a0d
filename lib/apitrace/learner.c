/* SPDX-License-Identifier: MIT */
#include "learner.h"

struct learned {
  uint32_t kind, id;
};

dfmt_status dfmti_apitrace_learn(struct dfmti_learner *l, uint32_t kind, uint32_t id, uint64_t members) {
  struct learned what = {kind, id};
  if (members >= UINT32_MAX) return DFMT_E_FORMAT; /* a probe allows far fewer */
  if (!dfmti_apitrace_id_reserve(l->mem, &l->table[kind], id) ||
      !dfmti_buf_append(l->mem, &l->fresh, &what, sizeof what))
    return DFMT_E_NOMEM;
  dfmti_apitrace_id_put(&l->table[kind], id, (void *)((uintptr_t)members + 1));
  l->known++;
  return DFMT_OK;
}

void dfmti_apitrace_learner_forget(struct dfmti_learner *l, size_t mark) {
  const struct learned *what = (const struct learned *)(const void *)l->fresh.ptr;
  for (size_t i = mark / sizeof *what; i < l->fresh.len / sizeof *what; i++, l->known--)
    dfmti_apitrace_id_remove(&l->table[what[i].kind], what[i].id);
  l->fresh.len = mark;
}

bool dfmti_apitrace_learner_copy(struct dfmti_learner *l, const struct dfmti_learner *from) {
  l->known = from->known;
  for (size_t i = 0; i < DFMTI_TABLES; i++)
    if (!dfmti_apitrace_id_copy(l->mem, &l->table[i], &from->table[i])) return false;
  return true;
}

size_t dfmti_apitrace_learner_size(const struct dfmti_learner *l) {
  size_t n = 0;
  for (size_t i = 0; i < DFMTI_TABLES; i++)
    n += l->table[i].n_dense * sizeof *l->table[i].dense + l->table[i].sparse.cap * sizeof *l->table[i].sparse.slots;
  return n;
}

void dfmti_apitrace_learner_free(struct dfmti_learner *l) {
  for (size_t i = 0; i < DFMTI_TABLES; i++) dfmti_apitrace_id_free(l->mem, &l->table[i]);
  dfmti_buf_free(l->mem, &l->fresh);
}
