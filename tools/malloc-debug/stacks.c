/* SPDX-License-Identifier: MIT */
#include "stacks.h"

#include <stdbool.h>
#include <string.h>

#include "asked.h"
#include "lock.h"
#include "real.h"
#include "state.h"

static struct stack **table; /* open addressing, at most half full */
static size_t n_used, capacity;

static uint64_t hash_of(const uintptr_t *pcs, size_t n) {
  uint64_t h = n;
  for (size_t i = 0; i < n; i++) h = (h ^ pcs[i]) * 0x9e3779b97f4a7c15u ^ h >> 29;
  return h ^ h >> 32;
}

static size_t next(size_t i) { return (i + 1) & (capacity - 1); }

/* Index of a backtrace, or where it would be added. */
static size_t place_of(uint64_t hash, const uintptr_t *pcs, size_t n) {
  size_t i = (size_t)hash & (capacity - 1);
  while (table[i] && !(table[i]->hash == hash && table[i]->n == n && memcmp(table[i]->pcs, pcs, n * sizeof *pcs) == 0))
    i = next(i);
  return i;
}

static bool make_room(void) {
  if (n_used * 2 < capacity) return true;
  size_t old_capacity = capacity, wanted = capacity ? capacity * 2 : 1024;
  struct stack **old = table, **larger = __libc_calloc(wanted, sizeof *larger);
  if (!larger) return false;
  table = larger;
  capacity = wanted;
  for (size_t i = 0; i < old_capacity; i++)
    if (old[i]) table[place_of(old[i]->hash, old[i]->pcs, old[i]->n)] = old[i];
  own_free(old);
  return true;
}

static struct stack *make(uint64_t hash, const uintptr_t *pcs, size_t n) {
  struct stack *s = own_resize(NULL, sizeof *s + n * sizeof *pcs);
  if (!s) return NULL;
  *s = (struct stack){.hash = hash, .n = (uint32_t)n};
  memcpy(s->pcs, pcs, n * sizeof *pcs);
  return s;
}

struct stack *stack_here(size_t most) {
  uintptr_t pcs[STACK_MOST];
  size_t n = stack_unwind(pcs, most < STACK_MOST ? most : STACK_MOST);
  if (n == 0) return NULL;
  uint64_t hash = hash_of(pcs, n);
  struct stack *s = NULL;
  lock_take(LOCK_STACKS);
  if (make_room()) {
    size_t i = place_of(hash, pcs, n);
    if (!table[i] && (table[i] = make(hash, pcs, n)) != NULL) n_used++;
    s = table[i];
    if (s) s->refs++;
  }
  lock_give(LOCK_STACKS);
  return s;
}

struct stack *stack_of_block(size_t bytes) {
  bool wanted = has(DFMT_MALLOCDBG_FLAG_BACKTRACE) && asked_backtraces() &&
                bytes >= settings.backtrace_min_size_bytes && bytes <= settings.backtrace_max_size_bytes;
  return wanted ? stack_here((size_t)settings.backtrace_frames) : NULL;
}

struct stack *stack_hold(struct stack *s) {
  if (!s) return NULL;
  lock_take(LOCK_STACKS);
  s->refs++;
  lock_give(LOCK_STACKS);
  return s;
}

/* Moves back later elements that the gap would hide (Knuth's algorithm R). */
static void close_gap(size_t gap) {
  table[gap] = NULL;
  for (size_t i = next(gap); table[i]; i = next(i)) {
    size_t home = (size_t)table[i]->hash & (capacity - 1);
    if (((i - home) & (capacity - 1)) < ((i - gap) & (capacity - 1))) continue;
    table[gap] = table[i];
    table[i] = NULL;
    gap = i;
  }
}

void stack_drop(struct stack *s) {
  if (!s) return;
  lock_take(LOCK_STACKS);
  bool last = --s->refs == 0;
  if (last) {
    close_gap(place_of(s->hash, s->pcs, s->n));
    n_used--;
  }
  lock_give(LOCK_STACKS);
  if (last) own_free(s);
}
