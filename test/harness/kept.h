/* SPDX-License-Identifier: MIT */
/*
 * malloc() and free() that keep large blocks to be given out again. AddressSanitizer has those above 128 KiB from the
 * kernel, and gives them back, each time: that is half of the time of a test that opens a reader for every byte of a
 * file. Kept blocks are poisoned, and so is what is behind a block's end. Only under that sanitizer, and only where
 * DFMT_BRIEF says that time is short: elsewhere freed blocks stay in its quarantine.
 */
#ifndef KEPT_H
#define KEPT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define KEPT_BLOCKS 1
#endif
#endif

#ifdef KEPT_BLOCKS
#include <sanitizer/asan_interface.h>

enum { KEPT_LEAST = 1 << 16, KEPT_MOST = 1 << 25, N_KEPT = 8 };

/* Slots of each size, in units of KEPT_LEAST. */
static struct {
  _Atomic(void *) slots[KEPT_MOST / KEPT_LEAST + 1][N_KEPT];
  atomic_uint turn;
} kept_blocks;

static inline size_t kept_units(size_t size) {
  static atomic_int wanted; /* 0: not known yet */
  if (size < KEPT_LEAST || size > KEPT_MOST) return 0;
  if (wanted == 0) wanted = getenv("DFMT_BRIEF") ? 1 : -1;
  return wanted > 0 ? (size - 1) / KEPT_LEAST + 1 : 0;
}

static inline void *kept_malloc(size_t size) {
  size_t units = kept_units(size);
  if (!units) return malloc(size);
  void *p = NULL;
  for (size_t i = 0; i < N_KEPT && !p; i++) p = atomic_exchange(&kept_blocks.slots[units][i], NULL);
  if (!p) p = malloc(units * KEPT_LEAST);
  if (!p) return NULL;
  ASAN_POISON_MEMORY_REGION(p, units * KEPT_LEAST);
  ASAN_UNPOISON_MEMORY_REGION(p, size);
  return p;
}

static inline void kept_free(void *p, size_t size) {
  size_t units = p ? kept_units(size) : 0;
  if (units) {
    ASAN_POISON_MEMORY_REGION(p, units * KEPT_LEAST);
    p = atomic_exchange(&kept_blocks.slots[units][kept_blocks.turn++ % N_KEPT], p);
    if (p) ASAN_UNPOISON_MEMORY_REGION(p, units * KEPT_LEAST);
  }
  free(p);
}
#else
static inline void *kept_malloc(size_t size) { return malloc(size); }
static inline void kept_free(void *p, size_t size) {
  (void)size;
  free(p);
}
#endif

/* The allocator of a configuration. */
static inline void *kept_realloc(void *user, void *ptr, uint64_t old_size, uint64_t new_size) {
  (void)user;
  void *p = new_size ? kept_malloc((size_t)new_size) : NULL;
  if (new_size && !p) return NULL;
  if (p && ptr) memcpy(p, ptr, (size_t)(old_size < new_size ? old_size : new_size));
  kept_free(ptr, (size_t)old_size);
  return p;
}

#endif
