/* SPDX-License-Identifier: MIT */
#include "sample.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "blocks.h"
#include "log.h"
#include "real.h"

#define VARIABLE "DIAGFMT_MALLOC_SAMPLE"
static const uint64_t LARGEST = (uint64_t)1 << 40; /* bytes; the longest distance to a point is some 37 times as much */

uint64_t sample_interval;
_Atomic uint8_t sample_marks[SAMPLE_SLOTS];

/* ---- settings ---- */

bool sample_is_possible(const char *option) {
  static const char *const families[] = {"backtrace", "verbose", "log_allocator_stats"};
  for (size_t i = 0; i < sizeof families / sizeof *families; i++)
    if (strncmp(option, families[i], strlen(families[i])) == 0) return true;
  return false;
}

static bool take_interval(const char *text) {
  char *end;
  int saved = errno;
  errno = 0;
  uint64_t n = text[0] >= '0' && text[0] <= '9' ? strtoull(text, &end, 10) : 0;
  bool good = n >= 1 && n <= LARGEST && errno == 0 && *end == '\0';
  errno = saved;
  if (good)
    sample_interval = n;
  else
    log_message(DFMT_MALLOCDBG_PRIORITY_ERROR, "%s: bad value for " VARIABLE ", not of 1 to %llu bytes: %s",
                state_program(), (unsigned long long)LARGEST, text);
  return good;
}

bool sample_is_wanted(void) {
  const char *text = getenv(VARIABLE);
  return text && *text;
}

bool sample_start(void) {
  if (has(DFMT_MALLOCDBG_FLAG_BACKTRACE)) return take_interval(getenv(VARIABLE));
  log_message(DFMT_MALLOCDBG_PRIORITY_ERROR, "%s: sampling needs the option 'backtrace'", state_program());
  return false;
}

/* ---- points ---- */

/* Marsaglia's 64-bit xorshift, with a state per thread. */
static uint64_t random_bits(void) {
  uint64_t x = self.random;
  if (!x) {
    struct timespec t = {.tv_sec = 0};
    clock_gettime(CLOCK_MONOTONIC, &t);
    x = ((uint64_t)t.tv_nsec << 32 ^ (uint64_t)state_tid() ^ (uintptr_t)&self) * 0x9e3779b97f4a7c15u | 1;
  }
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  self.random = x;
  return x;
}

/* Bytes to the next point: 1 is the next byte. */
static uint64_t draw(void) {
  double u = (double)((random_bits() >> 11) + 1) * 0x1p-53; /* above 0, at most 1 */
  double way = ceil(-log(u) * (double)sample_interval);
  return way < 1 ? 1 : (uint64_t)way;
}

/* Counts a block, and returns whether a point is on it. */
static bool is_hit(size_t bytes) {
  if (!self.unsampled_bytes) self.unsampled_bytes = draw(); /* a new thread */
  bool hit = self.unsampled_bytes <= bytes;
  self.unsampled_bytes = hit ? draw() : self.unsampled_bytes - bytes;
  return hit;
}

uint64_t sample_estimate(uint64_t bytes, uint64_t n, double *rest) {
  if (!sample_interval) return n;
  double exact = (double)n / -expm1(-(double)bytes / (double)sample_interval) + *rest;
  double rounded = floor(exact + 0.5); /* at least 1: exact is at least n - 0.5 */
  *rest = exact - rounded;
  return (uint64_t)rounded;
}

/* ---- blocks ---- */

static void mark(const void *p, int by) {
  _Atomic uint8_t *m = &sample_marks[sample_slot(p)];
  uint8_t now = atomic_load_explicit(m, memory_order_relaxed);
  while (now != UINT8_MAX && !atomic_compare_exchange_weak(m, &now, (uint8_t)(now + by))) continue;
}

static void add(const struct block *b) {
  if (blocks_add(b)) {
    mark((const void *)b->ptr, 1);
    return;
  }
  stack_drop(b->stack);
  log_message(DFMT_MALLOCDBG_PRIORITY_ERROR, "%s: out of memory, a block of %zu bytes is not tracked", state_program(),
              (size_t)b->bytes);
}

/* Takes a block out of the table: its memory may be reused from here on. */
static void take(const void *p, struct block *b) {
  *b = (struct block){.owner = OWNER_NOBODY};
  if (p && !sample_is_passed(p) && blocks_take(p, b) && b->owner == OWNER_OURS) mark(p, -1);
}

static void note(void *p, size_t bytes) {
  if (!state_enter()) return;
  asked_now();
  if (is_hit(bytes) && p)
    add(&(struct block){.ptr = (uintptr_t)p, .bytes = bytes, .owner = OWNER_OURS, .stack = stack_of_block(bytes)});
  state_leave();
}

void *sample_allocate(size_t alignment, size_t bytes, bool zeroed) {
  void *p = real_alloc(alignment, bytes, zeroed);
  note(p, bytes);
  return p;
}

void *sample_resize(void *p, size_t bytes) {
  struct block before;
  take(p, &before);
  void *q = real_resize(p, bytes);
  bool stays = !q && bytes && before.owner == OWNER_OURS;
  if (stays)
    add(&before);
  else
    stack_drop(before.stack);
  if (q) note(q, bytes);
  return q;
}

void sample_free(void *p) {
  struct block b;
  int saved = errno;
  take(p, &b);
  stack_drop(b.stack);
  real_free(p);
  errno = saved;
}
