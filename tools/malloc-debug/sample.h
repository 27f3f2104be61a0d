/* SPDX-License-Identifier: MIT */
/*
 * Sampling: some blocks are tracked, all others go directly to the underlying allocator.
 *
 * Points are on the bytes that a program allocates, on average one per `interval`, each independent of all others; a
 * block is tracked if a point is on it, with a probability of 1 - exp(-bytes / interval). A thread counts down to its
 * next point. In a dump a tracked block is weighted by the inverse of that probability.
 *
 *   allocated   |--a--|--b--|---------c---------|--d--|--e--|
 *   points                ^          ^     ^                      b and c are tracked
 *
 * Whether a freed block is tracked is checked without a lock: tracked blocks are counted by some bits of their
 * addresses, and most counters are 0.
 */
#ifndef MALLOC_DEBUG_SAMPLE_H
#define MALLOC_DEBUG_SAMPLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "asked.h"
#include "state.h"

/* Average distance of points in bytes; 0: no sampling, every block is tracked. Set once, at the start. */
extern uint64_t sample_interval;

/* Number of tracked blocks by address: sample_slot(). Counters that have reached UINT8_MAX are never changed again. */
enum { SAMPLE_SLOTS = 1 << 16 };
extern _Atomic uint8_t sample_marks[SAMPLE_SLOTS];

/* Neighbouring blocks use neighbouring slots, to save cache; large ones start at multiples of pages, and differ in
 * upper bits. */
static inline size_t sample_slot(const void *p) {
  return (size_t)((uintptr_t)p >> 4 ^ (uintptr_t)p >> 20) & (SAMPLE_SLOTS - 1);
}

/* Whether a block of this size is passed on, and then counts it; never without sampling. */
static inline bool sample_passes(size_t bytes) {
  if (self.unsampled_bytes <= bytes || asked_anything()) return false;
  self.unsampled_bytes -= bytes;
  return true;
}

/* Whether a block is certainly not tracked, with sampling. */
static inline bool sample_is_passed(const void *p) {
  return sample_interval && atomic_load_explicit(&sample_marks[sample_slot(p)], memory_order_relaxed) == 0;
}

/* Whether the environment requests sampling. */
bool sample_is_wanted(void);

/* Reads the interval from the environment. False: it is invalid, or no option requests backtraces: all blocks are
 * tracked; reported. */
bool sample_start(void);

/* Whether an option works with sampling: options for backtraces, and those that do not examine blocks. */
bool sample_is_possible(const char *option);

/* malloc() and related functions, with sampling, for blocks that are not passed on; alignment 0: that of malloc(). */
void *sample_allocate(size_t alignment, size_t bytes, bool zeroed);
void *sample_resize(void *p, size_t bytes);
void sample_free(void *p);

/* How many blocks n tracked ones of a size represent; n without sampling. The rounding error is carried in *rest, 0 at
 * first, to the next number, so that sums are accurate. */
uint64_t sample_estimate(uint64_t bytes, uint64_t n, double *rest);

#endif
