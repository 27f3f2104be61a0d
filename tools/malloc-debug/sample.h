/* SPDX-License-Identifier: MIT */
/*
 * Sampling: of all blocks some are tracked, the rest goes straight to the allocator beneath.
 *
 * Points lie on the bytes that a program allocates, one in `interval` on the average and each independent of all
 * others; a block is tracked if one lies on it, for which the probability is 1 - exp(-bytes / interval). A thread
 * counts down to its next point. In a dump a tracked block stands for the inverse of that probability.
 *
 *   allocated   |--a--|--b--|---------c---------|--d--|--e--|
 *   points                ^          ^     ^                      b and c are tracked
 *
 * Whether a block that is freed is tracked is found out without a lock: the counter of tracked blocks that bits of its
 * address select is mostly 0.
 */
#ifndef MALLOC_DEBUG_SAMPLE_H
#define MALLOC_DEBUG_SAMPLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "asked.h"
#include "state.h"

/* Bytes from point to point on the average; 0: no sampling, every block is tracked. Set once, at the start. */
extern uint64_t sample_interval;

/* Tracked blocks by address: sample_slot(). One that has reached UINT8_MAX stays there. */
enum { SAMPLE_SLOTS = 1 << 16 };
extern _Atomic uint8_t sample_marks[SAMPLE_SLOTS];

/* Blocks near to each other are in slots near to each other, so that the cache that they take is little; large ones
 * start at multiples of pages, and differ in upper bits. */
static inline size_t sample_slot(const void *p) {
  return (size_t)((uintptr_t)p >> 4 ^ (uintptr_t)p >> 20) & (SAMPLE_SLOTS - 1);
}

/* Whether a block of so many bytes is passed on, which is then counted; never without sampling. */
static inline bool sample_passes(size_t bytes) {
  if (self.unsampled_bytes <= bytes || asked_anything()) return false;
  self.unsampled_bytes -= bytes;
  return true;
}

/* Whether a block is certainly not tracked, with sampling. */
static inline bool sample_is_passed(const void *p) {
  return sample_interval && atomic_load_explicit(&sample_marks[sample_slot(p)], memory_order_relaxed) == 0;
}

/* Whether the environment asks for samples. */
bool sample_is_wanted(void);

/* Takes the interval from there. False: it is none, or nothing asks for backtraces: all blocks are tracked, which has
 * been said. */
bool sample_start(void);

/* Whether an option goes with samples: those of backtraces, and those that do not look at blocks. */
bool sample_is_possible(const char *option);

/* What malloc() and its kin do with sampling for blocks that are not passed on; alignment 0: that of malloc(). */
void *sample_allocate(size_t alignment, size_t bytes, bool zeroed);
void *sample_resize(void *p, size_t bytes);
void sample_free(void *p);

/* How many blocks n tracked ones of a size stand for; n without sampling. What rounding leaves goes to *rest, 0 at
 * first, and from there into the next number, so that sums stay right. */
uint64_t sample_estimate(uint64_t bytes, uint64_t n, double *rest);

#endif
