/* SPDX-License-Identifier: MIT */
#include "blocks.h"

#include <stdatomic.h>

#include "lock.h"
#include "real.h"

static struct block *table; /* open addressing, at most three quarters full */
static size_t n_used, capacity;

/* The same for blocks_expect(), which takes no lock: at worst it prefetches a wrong place. */
static _Atomic uintptr_t expected_table;
static _Atomic size_t expected_mask;

static size_t next(size_t i) { return (i + 1) & (capacity - 1); }

static size_t hash_of(uintptr_t p) { return (size_t)((uint64_t)p * 0x9e3779b97f4a7c15u >> 24); }

static size_t home_of(uintptr_t p) { return hash_of(p) & (capacity - 1); }

/* Index of a block, or where it would be added. */
static size_t place_of(uintptr_t p) {
  size_t i = home_of(p);
  while (table[i].ptr && table[i].ptr != p) i = next(i);
  return i;
}

/* Without memory the table is filled except for one place, which ends searches. */
static bool make_room(void) {
  if (n_used < capacity / 4 * 3) return true;
  size_t old_capacity = capacity, wanted = capacity ? capacity * 2 : 4096;
  struct block *old = table, *larger = __libc_calloc(wanted, sizeof *larger);
  if (!larger) return n_used + 1 < capacity;
  table = larger;
  capacity = wanted;
  atomic_store_explicit(&expected_table, (uintptr_t)larger, memory_order_relaxed);
  atomic_store_explicit(&expected_mask, wanted - 1, memory_order_relaxed);
  for (size_t i = 0; i < old_capacity; i++)
    if (old[i].ptr) table[place_of(old[i].ptr)] = old[i];
  own_free(old);
  return true;
}

void blocks_expect(const void *p) {
  uintptr_t start = atomic_load_explicit(&expected_table, memory_order_relaxed);
  size_t mask = atomic_load_explicit(&expected_mask, memory_order_relaxed);
  __builtin_prefetch((const void *)(start + (hash_of((uintptr_t)p) & mask) * sizeof *table), 1);
}

bool blocks_add(const struct block *b) {
  struct stack *replaced = NULL;
  lock_take(LOCK_BLOCKS);
  bool good = make_room();
  if (good) {
    struct block *to = &table[place_of(b->ptr)];
    if (!to->ptr) n_used++;
    replaced = to->stack;
    *to = *b;
  }
  lock_give(LOCK_BLOCKS);
  stack_drop(replaced);
  return good;
}

bool blocks_find(const void *p, struct block *out) {
  *out = (struct block){.owner = OWNER_NOBODY};
  lock_take(LOCK_BLOCKS);
  if (capacity) *out = table[place_of((uintptr_t)p)];
  lock_give(LOCK_BLOCKS);
  return out->ptr != 0;
}

/* Moves back later elements that the gap would hide (Knuth's algorithm R). */
static void close_gap(size_t gap) {
  table[gap] = (struct block){.ptr = 0};
  for (size_t i = next(gap); table[i].ptr; i = next(i)) {
    size_t home = home_of(table[i].ptr);
    if (((i - home) & (capacity - 1)) < ((i - gap) & (capacity - 1))) continue;
    table[gap] = table[i];
    table[i] = (struct block){.ptr = 0};
    gap = i;
  }
}

bool blocks_take(const void *p, struct block *out) {
  *out = (struct block){.owner = OWNER_NOBODY};
  lock_take(LOCK_BLOCKS);
  if (capacity) {
    size_t i = place_of((uintptr_t)p);
    *out = table[i];
    if (out->ptr) {
      close_gap(i);
      n_used--;
    }
  }
  lock_give(LOCK_BLOCKS);
  return out->ptr != 0;
}

size_t blocks_list(struct block **out) {
  size_t n = 0;
  lock_take(LOCK_BLOCKS);
  *out = own_resize(NULL, (n_used + 1) * sizeof **out);
  for (size_t i = 0; *out && i < capacity; i++)
    if (table[i].owner == OWNER_OURS) {
      (*out)[n] = table[i];
      stack_hold((*out)[n++].stack);
    }
  lock_give(LOCK_BLOCKS);
  return n;
}

void blocks_list_free(struct block *list, size_t n) {
  for (size_t i = 0; i < n; i++) stack_drop(list[i].stack);
  own_free(list);
}

size_t blocks_count(void) { return n_used; }

bool blocks_next(size_t *i, struct block *out) {
  while (*i < capacity && !table[*i].ptr) ++*i;
  if (*i == capacity) return false;
  *out = table[(*i)++];
  return true;
}

void blocks_memory(uintptr_t *start, uintptr_t *end) {
  *start = (uintptr_t)table;
  *end = (uintptr_t)(table + capacity);
}
