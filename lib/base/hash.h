/* SPDX-License-Identifier: MIT */
/*
 * The hash table: open addressing, from keyed hashes (hash_key.h) to 64-bit values. What a value stands for, and
 * whether two keys of one hash are the same, is its owner's; hashes of numbers are one to one, so that those tell it by
 * themselves. Taking one out moves later ones back, so that there are no marks.
 */
#ifndef DFMTI_HASH_H
#define DFMTI_HASH_H

#include <stdbool.h>

#include "fetch.h"
#include "hash_key.h"

struct dfmti_mem;

struct dfmti_slot {
  uint64_t hash;
  uint64_t value; /* 0: free */
};

/* At most half full. Zeroed is empty. */
struct dfmti_table {
  struct dfmti_slot *slots;
  size_t n, cap;             /* cap: a power of two, or 0 */
  struct dfmti_hash_key key; /* made with the first slots */
};

/* Whether a value is what is looked for; NULL where equal hashes say so. */
typedef bool (*dfmti_same_fn)(const void *user, uint64_t value);

/* The slot of a hash, to be read or overwritten; NULL: none. */
static inline struct dfmti_slot *dfmti_table_find(const struct dfmti_table *t, uint64_t hash, dfmti_same_fn same,
                                                  const void *user) {
  if (!t->n) return NULL;
  for (size_t i = (size_t)hash & (t->cap - 1); t->slots[i].value; i = (i + 1) & (t->cap - 1))
    if (t->slots[i].hash == hash && (!same || same(user, t->slots[i].value))) return &t->slots[i];
  return NULL;
}

/* Asks for the place where a hash is looked for, before that is done. Only of a table that has slots. */
static inline void dfmti_table_fetch(const struct dfmti_table *t, uint64_t hash) {
  dfmti_fetch(&t->slots[(size_t)hash & (t->cap - 1)], sizeof *t->slots);
}

/* The value of a number; 0: none. */
static inline uint64_t dfmti_table_number(const struct dfmti_table *t, uint64_t number) {
  const struct dfmti_slot *s = t->n ? dfmti_table_find(t, dfmti_hash_number(t->key, number), NULL, NULL) : NULL;
  return s ? s->value : 0;
}

/* Adds a value, not 0, under a hash that is not there; there is room. */
static inline void dfmti_table_add(struct dfmti_table *t, uint64_t hash, uint64_t value) {
  size_t i = (size_t)hash & (t->cap - 1);
  while (t->slots[i].value) i = (i + 1) & (t->cap - 1);
  t->slots[i].hash = hash;
  t->slots[i].value = value;
  t->n++;
}

/* Takes a slot out that find() gave. */
static inline void dfmti_table_remove(struct dfmti_table *t, struct dfmti_slot *slot) {
  size_t mask = t->cap - 1, hole = (size_t)(slot - t->slots);
  for (size_t i = (hole + 1) & mask; t->slots[i].value; i = (i + 1) & mask) {
    if (((i - (size_t)t->slots[i].hash) & mask) < ((i - hole) & mask)) continue; /* it would stand before its home */
    t->slots[hole] = t->slots[i];
    hole = i;
  }
  t->slots[hole].value = 0;
  t->n--;
}

static inline bool dfmti_table_full(const struct dfmti_table *t) { return t->n >= t->cap / 2; }

enum { DFMTI_TABLE_FIRST = 16 };

/* The next larger cap. */
static inline size_t dfmti_table_larger(const struct dfmti_table *t) {
  return t->cap ? t->cap * 2 : (size_t)DFMTI_TABLE_FIRST;
}

/* Moves all into zeroed slots, more than there were. Gives the old ones, to be freed by whoever has the memory. */
static inline struct dfmti_slot *dfmti_table_move(struct dfmti_table *t, struct dfmti_slot *slots, size_t cap) {
  struct dfmti_slot *old = t->slots;
  size_t n = t->cap;
  t->slots = slots;
  t->cap = cap;
  t->n = 0;
  for (size_t i = 0; i < n; i++)
    if (old[i].value) dfmti_table_add(t, old[i].hash, old[i].value);
  return old;
}

/* Makes room, so that the next add() cannot fail, and the key, by which its hash is to be made. false: no memory. */
bool dfmti_table_reserve(struct dfmti_mem *m, struct dfmti_table *t);
/* Makes an empty table equal to another one, which has the same key from then on. false: no memory. */
bool dfmti_table_copy(struct dfmti_mem *m, struct dfmti_table *t, const struct dfmti_table *from);
/* Empties it, keeping memory and key. */
void dfmti_table_clear(struct dfmti_table *t);
void dfmti_table_free(struct dfmti_mem *m, struct dfmti_table *t);

#endif
