/* SPDX-License-Identifier: MIT */
#include "reach.h"

#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>

#include "blocks.h"
#include "memory.h"
#include "real.h"
#include "state.h"

enum { PAGE = 4096 }; /* smallest page size of any processor */

void *reach_memory(size_t n, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(n ? n : 1, size, &bytes)) return NULL;
  void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return p == MAP_FAILED ? NULL : p;
}

/* Heapsort. */
void reach_sort(void *array, size_t n, size_t size, int (*compare)(const void *, const void *)) {
  uint8_t *a = array, held[64];
  for (size_t half = n / 2, end = n; end > 1;) {
    if (half > 0) {
      half--;
    } else {
      end--;
      memcpy(held, a, size);
      memcpy(a, a + end * size, size);
      memcpy(a + end * size, held, size);
    }
    for (size_t i = half, k; (k = 2 * i + 1) < end; i = k) {
      if (k + 1 < end && compare(a + k * size, a + (k + 1) * size) < 0) k++;
      if (compare(a + i * size, a + k * size) >= 0) break;
      memcpy(held, a + i * size, size);
      memcpy(a + i * size, a + k * size, size);
      memcpy(a + k * size, held, size);
    }
  }
}

/* ---- pointers ---- */

static sigjmp_buf fault;

static void on_fault(int number) {
  (void)number;
  siglongjmp(fault, 1);
}

/* A mapping may extend beyond its file, and a block's page may be protected. */
static void expect_faults(void) {
  struct sigaction act = {.sa_handler = on_fault, .sa_flags = SA_NODEFER};
  sigset_t set;
  sigaction(SIGSEGV, &act, NULL);
  sigaction(SIGBUS, &act, NULL);
  sigemptyset(&set);
  sigaddset(&set, SIGSEGV);
  sigaddset(&set, SIGBUS);
  sigprocmask(SIG_UNBLOCK, &set, NULL);
}

/* The block that contains an address. */
static size_t holder(const struct reach *x, uintptr_t address) {
  size_t low = 0, high = x->n; /* nodes[low - 1].start <= address < nodes[high].start */
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (x->nodes[middle].start <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low > 0 && address < x->nodes[low - 1].end ? low - 1 : REACH_NONE;
}

size_t reach_next(const struct reach *x, uintptr_t *at, uintptr_t end) {
  const uintptr_t lowest = x->nodes[0].start, span = x->nodes[x->n - 1].end - lowest;
  if (sigsetjmp(fault, 0) != 0) {
    *at = end;
    return REACH_NONE;
  }
  *at = (*at + sizeof(uintptr_t) - 1) & ~(sizeof(uintptr_t) - 1);
  while (*at < end && end - *at >= sizeof(uintptr_t)) {
    const uintptr_t address = *(const volatile uintptr_t *)*at;
    *at += sizeof(uintptr_t);
    const size_t i = address - lowest < span ? holder(x, address) : REACH_NONE;
    if (i != REACH_NONE) return i;
  }
  return REACH_NONE;
}

/* ---- marks ---- */

/* Page by page, as an unreadable page says nothing about the next. */
static void mark(struct reach *x, uintptr_t from, uintptr_t to) {
  while (from < to) {
    uintptr_t at = from, end = (from | (PAGE - 1)) + 1;
    if (end > to || end < from) end = to;
    for (size_t i; (i = reach_next(x, &at, end)) != REACH_NONE;) {
      if (x->nodes[i].mark == REACH_LOST) x->todo[x->n_todo++] = i;
      x->nodes[i].mark = REACH_MARKED;
    }
    from = end;
  }
}

static void mark_on(struct reach *x) {
  while (x->n_todo > 0) {
    const struct reach_node *n = &x->nodes[x->todo[--x->n_todo]];
    mark(x, n->start, n->end);
  }
}

/* Blocks allocated by others than the program are never lost, and may refer to blocks of the program. */
static void mark_foreign(struct reach *x) {
  for (size_t i = 0; i < x->n; i++)
    if (x->nodes[i].owner == OWNER_FOREIGN && x->nodes[i].mark == REACH_LOST) {
      x->nodes[i].mark = REACH_MARKED;
      x->todo[x->n_todo++] = i;
    }
  mark_on(x);
}

/* ---- blocks ---- */

static int by_start(const void *a, const void *b) {
  const struct reach_node *x = a, *y = b;
  return x->start < y->start ? -1 : x->start > y->start;
}

static struct reach_node node_of(const struct block *b) {
  void *p = (void *)b->ptr;
  const size_t room = b->owner == OWNER_OURS ? memory_room(p) : real_room(p);
  return (struct reach_node){.start = b->ptr,
                             .end = b->ptr + (room ? room : 1),
                             .bytes = b->bytes,
                             .stack = b->stack,
                             .owner = (uint8_t)b->owner};
}

static bool take_blocks(struct reach *x) {
  struct block b;
  const size_t n = blocks_count();
  x->nodes = reach_memory(n, sizeof *x->nodes);
  x->todo = reach_memory(n, sizeof *x->todo);
  if (!x->nodes || !x->todo) return false;
  for (size_t i = 0; x->n < n && blocks_next(&i, &b);) x->nodes[x->n++] = node_of(&b);
  reach_sort(x->nodes, x->n, sizeof *x->nodes, by_start);
  return true;
}

static void sum_up(const struct reach *x, struct reach_result *to) {
  for (size_t i = 0; i < x->n; i++) {
    const struct reach_node *n = &x->nodes[i];
    if (n->owner != OWNER_OURS) continue;
    to->all.blocks++;
    to->all.bytes += n->bytes;
    to->lost.blocks += n->mark == REACH_LOST;
    to->lost.bytes += n->mark == REACH_LOST ? n->bytes : 0;
  }
}

void reach_find(struct reach_result *to, uintptr_t stack) {
  struct reach x = {.nodes = NULL};
  char *maps = reach_maps();
  expect_faults();
  if (sigsetjmp(fault, 0) != 0 || !maps || !take_blocks(&x)) return; /* a fault: in memory before a block */
  if (x.n > 0) {
    if (!reach_roots(&x, maps, stack, mark)) return;
    mark_on(&x);
    mark_foreign(&x);
    sum_up(&x, to);
    if (!reach_fold(&x, to)) return;
  }
  to->done = true;
}
