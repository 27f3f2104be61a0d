/* SPDX-License-Identifier: MIT */
/*
 * Roots are all writable memory, without the memory of the allocator, which is full of freed data:
 *
 *   [heap]                     no
 *   a heap of another arena    no: 64 MiB of addresses from a multiple of that
 *   a block in its own mapping no, but what the kernel has joined to it
 *   a thread's stack           from its stack pointer on
 *   this library's tables      no
 */
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "blocks.h"
#include "maps.h"
#include "memory.h"
#include "reach.h"
#include "real.h"
#include "record.h"
#include "world.h"

/* glibc: flag bits in the word before a block, which has its size; and the alignment of arenas' heaps. */
enum { OTHER_ARENA = 4, WORD_BITS = 8 * sizeof(void *) };
#define HEAP_MOST ((uintptr_t)(WORD_BITS == 64 ? 64 : 1) << 20)

enum { MAPS_MOST = 64 << 20 }; /* bytes of address space; only as many are used as the maps need */

struct roots {
  struct reach *reach;
  reach_mark_memory *mark;
  uintptr_t stack; /* of this thread */
  struct reach_hole *holes;
  size_t n_holes;
  bool after_guard; /* the map before ended here, and is inaccessible */
  uintptr_t end_before;
};

/* ---- holes ---- */

static void add_hole(struct roots *r, uintptr_t start, uintptr_t end) {
  if (start < end) r->holes[r->n_holes++] = (struct reach_hole){start, end};
}

static void add_block(struct roots *r, const struct reach_node *n) {
  const uintptr_t start = n->owner == OWNER_OURS ? (uintptr_t)memory_start((const void *)n->start) : n->start;
  const uintptr_t heap = start & ~(HEAP_MOST - 1);
  const bool other = ((const size_t *)start)[-1] & OTHER_ARENA;
  if (other && r->n_holes > 0 && r->holes[r->n_holes - 1].start == heap) return;
  add_hole(r, other ? heap : start, other ? heap + HEAP_MOST : n->end);
}

static int by_start(const void *a, const void *b) {
  const struct reach_hole *x = a, *y = b;
  return x->start < y->start ? -1 : x->start > y->start;
}

/* Merges overlapping holes. */
static void join_holes(struct roots *r) {
  size_t n = 0;
  reach_sort(r->holes, r->n_holes, sizeof *r->holes, by_start);
  for (size_t i = 0; i < r->n_holes; i++) {
    const struct reach_hole h = r->holes[i];
    struct reach_hole *before = n > 0 ? &r->holes[n - 1] : NULL;
    if (!before || before->end < h.start)
      r->holes[n++] = h;
    else if (before->end < h.end)
      before->end = h.end;
  }
  r->n_holes = n;
}

static bool make_holes(struct roots *r, const char *maps) {
  enum { OWN = 3 };
  uintptr_t start, end;
  r->holes = reach_memory(r->reach->n + OWN, sizeof *r->holes);
  if (!r->holes) return false;
  for (size_t i = 0; i < r->reach->n; i++) add_block(r, &r->reach->nodes[i]);
  blocks_memory(&start, &end);
  add_hole(r, start, end);
  record_memory(&start, &end);
  add_hole(r, start, end);
  add_hole(r, (uintptr_t)maps, (uintptr_t)maps + MAPS_MOST);
  join_holes(r);
  return true;
}

/* The first hole that ends after an address. */
static size_t first_hole(const struct roots *r, uintptr_t address) {
  size_t low = 0, high = r->n_holes;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (r->holes[middle].end <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void mark_around(struct roots *r, uintptr_t from, uintptr_t to) {
  for (size_t i = first_hole(r, from); i < r->n_holes && r->holes[i].start < to && from < to; i++) {
    if (r->holes[i].start > from) r->mark(r->reach, from, r->holes[i].start);
    if (r->holes[i].end > from) from = r->holes[i].end;
  }
  if (from < to) r->mark(r->reach, from, to);
}

/* ---- maps ---- */

static bool begins(const dfmt_mallocdbg_map *m, const char *with) {
  return m->name.len >= strlen(with) && memcmp(m->name.ptr, with, strlen(with)) == 0;
}

/* Of devices only memory: reading others may have side effects. */
static bool is_root(const dfmt_mallocdbg_map *m) {
  if (!(m->prot & DFMT_MALLOCDBG_PROT_READ) || begins(m, "[heap]") || begins(m, "[vvar") || begins(m, "[vsyscall"))
    return false;
  if (begins(m, "/dev/")) return begins(m, "/dev/zero") || begins(m, "/dev/shm/");
  return m->prot & DFMT_MALLOCDBG_PROT_WRITE || !m->name.len;
}

/* Below the stack pointer a stack has stale data. A guard page precedes each stack. */
static uintptr_t stack_in(const struct roots *r, const dfmt_mallocdbg_map *m) {
  uintptr_t lowest = r->stack - (uintptr_t)m->start_address < m->end_address - m->start_address ? r->stack : 0;
  for (const struct world_thread *t = world_threads(); t; t = t->next)
    if (t->stack - (uintptr_t)m->start_address < m->end_address - m->start_address && (!lowest || t->stack < lowest))
      lowest = t->stack;
  const bool is_stack = begins(m, "[stack]") || (r->after_guard && r->end_before == m->start_address);
  return lowest && is_stack ? lowest : (uintptr_t)m->start_address;
}

static void take_line(struct roots *r, const char *line) {
  dfmt_mallocdbg_map m = {.present = 0};
  if (!maps_parse(line, &m)) return;
  if (is_root(&m)) mark_around(r, stack_in(r, &m), (uintptr_t)m.end_address);
  r->after_guard = m.prot == 0;
  r->end_before = (uintptr_t)m.end_address;
}

char *reach_maps(void) {
  size_t n = 0;
  ssize_t got = 0;
  char *text = reach_memory(MAPS_MOST, 1);
  const int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  while (text && fd >= 0 && n < MAPS_MOST - 1 && (got = read(fd, text + n, MAPS_MOST - 1 - n)) > 0) n += (size_t)got;
  return n > 0 && got == 0 ? text : NULL;
}

/* Pointers that are only in a thread's registers. */
static void mark_registers(const struct roots *r) {
  for (const struct world_thread *t = world_threads(); t; t = t->next)
    r->mark(r->reach, t->registers, t->registers_end);
}

bool reach_roots(struct reach *x, char *maps, uintptr_t stack, reach_mark_memory *mark) {
  struct roots r = {.reach = x, .mark = mark, .stack = stack};
  if (!make_holes(&r, maps)) return false;
  for (char *line = maps, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
    *end = '\0';
    take_line(&r, line);
  }
  mark_registers(&r);
  return true;
}
