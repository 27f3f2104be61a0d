/* SPDX-License-Identifier: MIT */
#include "memory.h"

#include <stdalign.h>
#include <stddef.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "real.h"
#include "report.h"
#include "state.h"

enum { FRONT = 0xaa, REAR = 0xbb, ALIGNMENT = alignof(max_align_t) };

struct header {
  uint32_t tag;
  void *start; /* of the allocator's block */
  size_t asked, room;
};

static size_t aligned(size_t n) { return (n + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT; }
static size_t front(void) { return (size_t)settings.front_guard_bytes; }
static size_t rear(void) { return (size_t)settings.rear_guard_bytes; }

/* Bytes from the header to the program's bytes. */
static size_t lead(void) { return aligned(sizeof(struct header)) + aligned(front()); }

static struct header *header_of(const void *p) { return (struct header *)((uintptr_t)p - lead()); }

void *memory_new(size_t alignment, size_t bytes, bool zeroed) {
  bytes += (size_t)settings.expand_alloc_bytes;
  if (!state_has_header()) return real_alloc(alignment, bytes, zeroed);
  size_t asked = bytes - (size_t)settings.expand_alloc_bytes, room = alignment;
  if (__builtin_add_overflow(room, bytes + lead() + rear(), &room)) return NULL;
  uint8_t *start = real_alloc(0, room, zeroed);
  if (!start) return NULL;
  uintptr_t p = (uintptr_t)start + lead();
  if (alignment) p += (0 - p) & (alignment - 1);
  *header_of((void *)p) = (struct header){.tag = MEMORY_LIVE, .start = start, .asked = asked};
  header_of((void *)p)->room = rear() ? asked : real_room(start) - (p - (uintptr_t)start);
  memset((uint8_t *)p - front(), FRONT, front());
  memset((uint8_t *)p + asked, REAR, rear());
  return (void *)p;
}

void memory_free(void *p) {
  if (!state_has_header()) {
    real_free(p);
    return;
  }
  struct header *h = header_of(p);
  if (h->tag == MEMORY_LIVE || h->tag == MEMORY_FREED) real_free(h->start);
}

size_t memory_room(void *p) { return state_has_header() ? header_of(p)->room : real_room(p); }

const void *memory_start(const void *p) { return state_has_header() ? header_of(p)->start : p; }

uint32_t memory_tag(const void *p, uint32_t without) { return state_has_header() ? header_of(p)->tag : without; }

/* The kernel copies, so that an invalid pointer gives an error instead of a crash. */
bool memory_peek_tag(const void *p, uint32_t *tag) {
  if (!state_has_header()) return false;
  struct iovec to = {tag, sizeof *tag}, from = {&header_of(p)->tag, sizeof *tag};
  return process_vm_readv(getpid(), &to, 1, &from, 1, 0) == (ssize_t)sizeof *tag;
}

void memory_mark_freed(void *p) {
  if (state_has_header()) header_of(p)->tag = MEMORY_FREED;
}

size_t memory_asked(const void *p) { return header_of(p)->asked; }

void memory_shrink(void *p, size_t bytes) {
  struct header *h = header_of(p);
  h->asked = bytes;
  if (!rear()) return;
  h->room = bytes;
  memset((uint8_t *)p + bytes, REAR, rear());
}

void memory_check_guards(const void *p) {
  size_t asked = memory_asked(p);
  report_guard(p, asked, DFMT_MALLOCDBG_GUARD_FRONT, 0 - (ptrdiff_t)front(), front(), FRONT);
  report_guard(p, asked, DFMT_MALLOCDBG_GUARD_REAR, (ptrdiff_t)asked, rear(), REAR);
}

void memory_fill_freed(void *p) {
  if (!has(DFMT_MALLOCDBG_FLAG_FILL_ON_FREE)) return;
  size_t room = memory_room(p);
  memset(p, MEMORY_FILL_FREED, room < settings.fill_on_free_bytes ? room : (size_t)settings.fill_on_free_bytes);
}

void memory_fill_new(void *p, size_t from, size_t to) {
  if (!has(DFMT_MALLOCDBG_FLAG_FILL_ON_ALLOC)) return;
  if (to > settings.fill_on_alloc_bytes) to = (size_t)settings.fill_on_alloc_bytes;
  if (from < to) memset((uint8_t *)p + from, MEMORY_FILL_NEW, to - from);
}
