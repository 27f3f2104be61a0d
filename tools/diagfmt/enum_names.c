/* SPDX-License-Identifier: MIT */
#include "enum_names.h"

#include "tool.h"

enum { SHORT = 8 }; /* values up to which looking at each is as fast */

static size_t first_slot(const struct enum_table *t, int64_t value) {
  uint64_t h = (uint64_t)value * UINT64_C(0x9e3779b97f4a7c15);
  return (size_t)(h >> 32) & (t->n_slots - 1);
}

/* Where the value stands, or the free slot for it. */
static size_t slot_of(const struct enum_table *t, const dfmt_apitrace_sig *sig, int64_t value) {
  size_t i = first_slot(t, value);
  while (t->slots[i] && sig->values[t->slots[i] - 1] != value) i = (i + 1) & (t->n_slots - 1);
  return i;
}

/* Of equal values the first one stays. */
static void fill(struct enum_table *t, const dfmt_apitrace_sig *sig) {
  *t = (struct enum_table){0};
  if (sig->n_values <= SHORT || sig->n_values >= UINT32_MAX / 2) return;
  for (t->n_slots = 2 * SHORT; t->n_slots < 2 * sig->n_values;) t->n_slots *= 2;
  t->slots = tool_zalloc(t->n_slots * sizeof *t->slots);
  for (uint32_t i = 0; i < sig->n_values; i++) {
    size_t k = slot_of(t, sig, sig->values[i]);
    if (!t->slots[k]) t->slots[k] = i + 1;
  }
}

static size_t table_of(struct enum_names *x, const dfmt_apitrace_sig *sig) {
  size_t before = x->sigs.n, i = id_map_add(&x->sigs, (uintptr_t)sig);
  if (i < before) return i;
  if (i == x->cap) {
    x->cap = x->cap ? 2 * x->cap : 16;
    x->tables = tool_realloc(x->tables, x->cap * sizeof *x->tables);
  }
  fill(&x->tables[i], sig);
  return i;
}

const dfmt_str *enum_names_find(struct enum_names *x, const dfmt_apitrace_sig *sig, int64_t value) {
  if (!sig) return NULL;
  if (sig != x->last) x->last_table = table_of(x, sig);
  x->last = sig;
  const struct enum_table *t = &x->tables[x->last_table];
  if (!t->slots) return dfmt_apitrace_enum_name(sig, value);
  uint32_t at = t->slots[slot_of(t, sig, value)];
  return at ? &sig->members[at - 1] : NULL;
}

void enum_names_free(struct enum_names *x) {
  for (size_t i = 0; i < x->sigs.n; i++) tool_realloc(x->tables[i].slots, 0);
  tool_realloc(x->tables, 0);
  id_map_free(&x->sigs);
  *x = (struct enum_names){0};
}
