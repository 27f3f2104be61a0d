/* SPDX-License-Identifier: MIT */
#include "id_map.h"

#include <string.h>

#include "seed.h"
#include "tool.h"

static size_t first_slot(const struct id_map *m, uint64_t key) {
  return (size_t)dfmti_hash_number(tool_key, key) & (m->n_slots - 1);
}

/* Where a key stands, or the free slot for it. */
static size_t slot_of(const struct id_map *m, uint64_t key) {
  size_t i = first_slot(m, key);
  while (m->slots[i] && m->keys[m->slots[i] - 1] != key) i = (i + 1) & (m->n_slots - 1);
  return i;
}

static void grow(struct id_map *m) {
  m->cap = m->cap ? 2 * m->cap : 32;
  m->keys = tool_realloc(m->keys, m->cap * sizeof *m->keys);
  tool_realloc(m->slots, 0);
  m->n_slots = 2 * m->cap;
  m->slots = tool_zalloc(m->n_slots * sizeof *m->slots);
  for (size_t i = 0; i < m->n; i++) m->slots[slot_of(m, m->keys[i])] = (uint32_t)(i + 1);
}

size_t id_map_add(struct id_map *m, uint64_t key) {
  if (m->n == m->cap) grow(m);
  size_t i = slot_of(m, key);
  if (!m->slots[i]) {
    if (m->n == UINT32_MAX) tool_no_memory();
    m->keys[m->n++] = key;
    m->slots[i] = (uint32_t)m->n;
  }
  return m->slots[i] - 1;
}

void id_map_free(struct id_map *m) {
  tool_realloc(m->keys, 0);
  tool_realloc(m->slots, 0);
  *m = (struct id_map){0};
}
