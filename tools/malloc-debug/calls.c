/* SPDX-License-Identifier: MIT */
#include "calls.h"

#include <errno.h>
#include <stdalign.h>
#include <string.h>

#include "asked.h"
#include "blocks.h"
#include "freed.h"
#include "gone.h"
#include "memory.h"
#include "real.h"
#include "record.h"
#include "report.h"
#include "state.h"

enum { LARGEST = INT32_MAX }; /* bytes: malloc_debug's limit */

/* ---- passing calls on ---- */

static bool off(void) { return atomic_load_explicit(&phase, memory_order_acquire) == PHASE_OFF; }

static void *pass_allocate(size_t alignment, size_t bytes, bool zeroed) {
  void *p = alignment ? __libc_memalign(alignment, bytes) : zeroed ? __libc_calloc(1, bytes) : __libc_malloc(bytes);
  struct block b = {.ptr = (uintptr_t)p, .owner = OWNER_FOREIGN};
  if (!p || off() || blocks_add(&b)) return p;
  __libc_free(p);
  errno = ENOMEM;
  return NULL;
}

/* An unknown block was freed before, or never allocated; if all blocks are known it is ignored. */
static void pass_free(void *p) {
  struct block b = {.owner = OWNER_FOREIGN};
  if (!off()) blocks_take(p, &b);
  stack_drop(b.stack);
  if (b.owner == OWNER_OURS)
    memory_free(p);
  else if (b.owner == OWNER_FOREIGN || !state_tracking())
    __libc_free(p);
}

static size_t pass_room(void *p) {
  struct block b = {.owner = OWNER_FOREIGN};
  if (!off()) blocks_find(p, &b);
  if (b.owner == OWNER_OURS) return memory_room(p);
  return b.owner == OWNER_FOREIGN || !state_tracking() ? real_room(p) : 0;
}

static void *pass_resize(void *p, size_t bytes) {
  if (off()) return __libc_realloc(p, bytes);
  if (!p) return pass_allocate(0, bytes, false);
  size_t room = bytes ? pass_room(p) : 0;
  void *q = bytes ? pass_allocate(0, bytes, false) : NULL;
  if (bytes && !q) return NULL;
  if (q) memcpy(q, p, room < bytes ? room : bytes);
  pass_free(p);
  return q;
}

/* ---- one block ---- */

static bool track(void *p, size_t bytes) {
  if (!state_tracking()) return true;
  blocks_expect(p);
  struct block b = {.ptr = (uintptr_t)p, .bytes = bytes, .owner = OWNER_OURS, .stack = stack_of_block(bytes)};
  if (blocks_add(&b)) return true;
  stack_drop(b.stack);
  return false;
}

static void *create(size_t alignment, size_t bytes, bool zeroed) {
  if (bytes == 0) bytes = 1;
  void *p = bytes <= LARGEST && alignment <= LARGEST ? memory_new(alignment, bytes, zeroed) : NULL;
  if (p && !track(p, bytes)) {
    memory_free(p);
    p = NULL;
  }
  if (p && !zeroed) memory_fill_new(p, 0, memory_room(p));
  return p;
}

/* Whether a pointer may be passed to a function; reports it if not. */
static bool verify(const void *p, const char *function, struct block *b) {
  uint32_t kind = DFMT_MALLOCDBG_KIND_UNKNOWN_POINTER, tag = 0;
  blocks_find(p, b);
  if (b->owner == OWNER_FOREIGN || !state_verifying()) return true;
  if (b->owner == OWNER_OURS && memory_tag(p, MEMORY_LIVE) == MEMORY_LIVE) return true;
  if (memory_peek_tag(p, &tag) && tag != MEMORY_LIVE)
    kind = tag == MEMORY_FREED ? DFMT_MALLOCDBG_KIND_USE_AFTER_FREE_CALL : DFMT_MALLOCDBG_KIND_INVALID_TAG;
  if (state_has_header() && gone_has(p)) kind = DFMT_MALLOCDBG_KIND_USE_AFTER_FREE_CALL;
  struct stack *freed = has(DFMT_MALLOCDBG_FLAG_FREE_TRACK) ? freed_where(p) : NULL;
  report_call(kind, p, tag, function, freed);
  stack_drop(freed);
  return false;
}

/* Records how much of a block to be freed was resident; op NULL: the call is not recorded. */
static void note_resident(dfmt_mallocdbg_op *op, void *p) {
  if (!op) return;
  op->resident_bytes = real_resident(p, memory_room(p));
  if (op->resident_bytes != UINT64_MAX) op->present |= DFMT_MALLOCDBG_OP_HAS_RESIDENT_BYTES;
}

/* Frees a live block of ours. */
static void destroy(void *p, dfmt_mallocdbg_op *op) {
  struct block b;
  if (state_has_header()) memory_check_guards(p);
  note_resident(op, p);
  memory_mark_freed(p);
  if (state_has_header()) gone_note(p);
  memory_fill_freed(p);
  blocks_take(p, &b);
  stack_drop(b.stack);
  if (has(DFMT_MALLOCDBG_FLAG_FREE_TRACK))
    freed_add(p);
  else
    memory_free(p);
}

/* ---- the calls ---- */

/* The next power of two, at least malloc()'s alignment; 0: none. */
static size_t power_of_two(size_t n) {
  size_t p = alignof(max_align_t);
  while (p && p < n) p <<= 1;
  return p;
}

void *calls_allocate(uint32_t op, size_t n_items, size_t alignment, size_t bytes) {
  bool zeroed = op == DFMT_MALLOCDBG_OPERATION_CALLOC, aligned = op == DFMT_MALLOCDBG_OPERATION_MEMALIGN;
  size_t sum = bytes, rounded = aligned ? power_of_two(alignment) : 0;
  if ((aligned && !rounded) || (zeroed && __builtin_mul_overflow(n_items, bytes, &sum))) {
    errno = aligned ? EINVAL : ENOMEM;
    return NULL;
  }
  if (!state_enter()) return pass_allocate(rounded, sum, zeroed);
  asked_now();
  struct slot s = record_begin();
  void *p = create(rounded, sum, zeroed);
  if (s.round && (p || !aligned))
    record_end(s, &(dfmt_mallocdbg_op){.op = op,
                                       .ptr = (uintptr_t)p,
                                       .n_items = n_items,
                                       .bytes = aligned && !bytes ? 1 : bytes,
                                       .alignment = state_has_header() ? rounded : alignment});
  if (p)
    state_leave();
  else
    state_leave_failed(ENOMEM);
  return p;
}

/* With guards a block moves if it grows; otherwise it stays, and is not recorded. */
static void *resize_guarded(void *p, size_t bytes, dfmt_mallocdbg_op *op, bool *recorded) {
  if (bytes <= memory_asked(p)) {
    *recorded = false;
    if (bytes < memory_asked(p)) memory_shrink(p, bytes);
    track(p, bytes); /* replaces the existing element: needs no memory */
    return p;
  }
  size_t before = memory_room(p);
  void *q = create(0, bytes, false);
  if (!q) return NULL;
  memcpy(q, p, before < bytes ? before : bytes);
  uint64_t start = self.start_ns, end = self.end_ns;
  destroy(p, op);
  self.start_ns = start;
  self.end_ns = end;
  return q;
}

static void *resize_plain(void *p, size_t bytes, dfmt_mallocdbg_op *op) {
  struct block b;
  size_t before = real_room(p), expanded = bytes + (size_t)settings.expand_alloc_bytes;
  note_resident(op, p);
  bool known = blocks_take(p, &b);
  void *q = real_resize(p, expanded);
  if (!q && known) blocks_add(&b); /* restores it, in the place that was freed */
  if (!q) return NULL;
  stack_drop(b.stack);
  if (!track(q, expanded)) return NULL;
  memory_fill_new(q, before, real_room(q));
  return q;
}

/* Replaces a block from before the settings were known by one of ours. */
static void *adopt(void *p, size_t bytes) {
  size_t before = real_room(p);
  struct block b;
  void *q = create(0, bytes, false);
  if (!q) return NULL;
  memcpy(q, p, before < bytes ? before : bytes);
  blocks_take(p, &b);
  __libc_free(p);
  return q;
}

static void *resize(void *p, size_t bytes) {
  struct block b = {.owner = OWNER_NOBODY};
  if (p && !verify(p, "realloc", &b)) return NULL;
  struct slot s = record_begin();
  dfmt_mallocdbg_op room, *op = s.round ? &room : NULL;
  if (op)
    *op = (dfmt_mallocdbg_op){
        .op = DFMT_MALLOCDBG_OPERATION_REALLOC, .bytes = bytes, .old_ptr = b.owner == OWNER_FOREIGN ? 0 : (uintptr_t)p};
  bool recorded = true;
  void *q = NULL;
  if (p && bytes == 0) {
    recorded = b.owner != OWNER_FOREIGN;
    if (recorded)
      destroy(p, op);
    else
      pass_free(p);
  } else if (!p) {
    q = create(0, bytes, false);
  } else if (bytes > LARGEST) {
    recorded = false;
  } else if (b.owner == OWNER_FOREIGN) {
    q = adopt(p, bytes);
  } else {
    q = state_has_header() ? resize_guarded(p, bytes, op, &recorded) : resize_plain(p, bytes, op);
  }
  if (op && recorded && (q || (p && bytes == 0))) {
    op->ptr = (uintptr_t)q;
    record_end(s, op);
  }
  return q;
}

void *calls_resize(void *p, size_t bytes) {
  if (!state_enter()) return pass_resize(p, bytes);
  asked_now();
  void *q = resize(p, bytes);
  if (q || (p && bytes == 0))
    state_leave();
  else
    state_leave_failed(ENOMEM);
  return q;
}

void calls_free(void *p) {
  if (!p) return;
  int saved = errno;
  if (!state_enter()) {
    pass_free(p);
    errno = saved;
    return;
  }
  asked_now();
  struct block b;
  if (verify(p, "free", &b)) {
    struct slot s = record_begin();
    dfmt_mallocdbg_op room, *op = s.round ? &room : NULL;
    if (op) *op = (dfmt_mallocdbg_op){.op = DFMT_MALLOCDBG_OPERATION_FREE, .ptr = (uintptr_t)p};
    if (b.owner == OWNER_FOREIGN)
      pass_free(p);
    else
      destroy(p, op);
    if (op && b.owner != OWNER_FOREIGN) record_end(s, op);
  }
  state_leave();
}

size_t calls_room(void *p) {
  if (!p) return 0;
  if (!state_enter()) return pass_room(p);
  struct block b;
  size_t n = 0;
  if (verify(p, "malloc_usable_size", &b)) n = b.owner == OWNER_FOREIGN ? real_room(p) : memory_room(p);
  state_leave();
  return n;
}
