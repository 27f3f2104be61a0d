/* SPDX-License-Identifier: MIT */
#include "freed.h"

#include "lock.h"
#include "memory.h"
#include "real.h"
#include "report.h"
#include "state.h"

struct kept {
  void *p;
  struct stack *where;
};

static struct kept *ring; /* starts at `first`, the oldest */
static size_t first, n_kept, capacity;

bool freed_start(void) {
  capacity = (size_t)settings.free_track_allocations;
  ring = __libc_calloc(capacity, sizeof *ring);
  return ring != NULL;
}

static struct kept *at(size_t i) { return &ring[(first + i) % capacity]; }

static void check(const struct kept *k) {
  uint32_t tag = memory_tag(k->p, MEMORY_FREED);
  if (tag != MEMORY_FREED) {
    report_freed_header(k->p, tag);
    return;
  }
  size_t room = memory_room(k->p);
  if (room > settings.fill_on_free_bytes) room = (size_t)settings.fill_on_free_bytes;
  report_freed(k->p, room, MEMORY_FILL_FREED, k->where);
}

void freed_add(void *p) {
  size_t frames = (size_t)settings.free_track_backtrace_num_frames;
  struct kept now = {.p = p, .where = frames ? stack_here(frames) : NULL}, old = {.p = NULL};
  lock_take(LOCK_FREED);
  if (n_kept == capacity) {
    old = *at(0);
    first = (first + 1) % capacity;
    n_kept--;
  }
  *at(n_kept++) = now;
  lock_give(LOCK_FREED);
  if (!old.p) return;
  check(&old);
  memory_free(old.p);
  stack_drop(old.where);
}

struct stack *freed_where(const void *p) {
  struct stack *where = NULL;
  lock_take(LOCK_FREED);
  for (size_t i = n_kept; i-- > 0 && !where;)
    if (at(i)->p == p) where = stack_hold(at(i)->where);
  lock_give(LOCK_FREED);
  return where;
}

/* At exit: does not change the ring, as other threads may still run. */
void freed_check_all(void) {
  for (size_t i = 0;; i++) {
    lock_take(LOCK_FREED);
    struct kept k = i < n_kept ? *at(i) : (struct kept){.p = NULL};
    stack_hold(k.where);
    lock_give(LOCK_FREED);
    if (!k.p) return;
    check(&k);
    stack_drop(k.where);
  }
}
