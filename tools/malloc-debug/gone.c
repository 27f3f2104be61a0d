/* SPDX-License-Identifier: MIT */
#include "gone.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

enum { PLACES = 8192, EACH = 8 };

static struct {
  _Atomic uintptr_t address[EACH];
  atomic_uint next;
} places[PLACES];

static size_t place_of(const void *p) {
  return (size_t)((uint64_t)(uintptr_t)p * 0x9e3779b97f4a7c15u >> 32) & (PLACES - 1);
}

/* Two threads that use a place at once may lose one of two addresses, which costs less than synchronisation. */
void gone_note(const void *p) {
  const size_t place = place_of(p);
  const unsigned i = atomic_load_explicit(&places[place].next, memory_order_relaxed);
  atomic_store_explicit(&places[place].next, i + 1, memory_order_relaxed);
  atomic_store_explicit(&places[place].address[i % EACH], (uintptr_t)p, memory_order_relaxed);
}

bool gone_has(const void *p) {
  const size_t place = place_of(p);
  for (int i = 0; i < EACH; i++)
    if (atomic_load_explicit(&places[place].address[i], memory_order_relaxed) == (uintptr_t)p) return true;
  return false;
}
