/* SPDX-License-Identifier: MIT */
/*
 * Calls on their way: entered and not yet left. Slots are recycled with their memory, so that the steady state
 * allocates nothing.
 *
 *   free list --enter--> fresh --its leave comes next, as nearly always--> free list
 *                          '--another enter, or the window moves--> in the list and the hash table --leave--> free list
 *
 * The list is in order of entering. What values borrow from the window must be made their own before the window moves;
 * the calls for which that was done are the older part of the list.
 */
#ifndef DFMTI_APITRACE_PENDING_H
#define DFMTI_APITRACE_PENDING_H

#include "apitrace.h"
#include "base/hash.h"
#include "base/mem.h"

struct dfmti_scratch_block {
  struct dfmti_scratch_block *older;
  size_t size; /* bytes after this head */
};

/* Memory that is given back at once. */
struct dfmti_scratch {
  struct dfmti_scratch_block *blocks; /* newest first */
  size_t used;                        /* of the newest */
};

/* 8-byte aligned, n > 0. NULL: no memory. */
void *dfmti_apitrace_scratch_take(struct dfmti_mem *m, struct dfmti_scratch *a, size_t n);

struct dfmti_call {
  struct dfmti_call *older, *newer; /* pending; `newer` links the free list, too */
  uint64_t number, thread;
  uint64_t enter_offset, enter_length;
  const dfmt_apitrace_sig *sig; /* NULL: a leave of an unknown call */
  bool wanted;                  /* its values are kept and it will be delivered */
  bool loose;                   /* entered since the window moved: its values may borrow from it */
  bool cut;                     /* LEAVE_CUT */
  bool unsorted;                /* cleared by dfmti_call_clear(), as what follows */
  bool lost;                    /* it uses a definition that was lost */
  uint32_t present;             /* of DFMT_APITRACE_CALL_HAS_*: STORED_FLAGS, RET, FRAMES */
  uint64_t stored_flags;
  size_t n_nodes, n_args, secured; /* nodes before `secured` borrow nothing from the window */
  struct dfmti_scratch scratch;
  dfmt_apitrace_value *nodes;
  dfmt_apitrace_arg *args; /* as they are handed out */
  const dfmt_apitrace_frame **frames;
  size_t ret, first_frame, n_frames; /* if present: root node; where the backtrace begins and ends in frames */
  size_t cap_nodes, cap_args, cap_frames;
};

struct dfmti_pending {
  struct dfmti_call *fresh; /* the newest, if it is not in the list yet */
  struct dfmti_call *oldest, *newest, *free;
  struct dfmti_table table; /* of those in the list, by number */
};

/* Puts the fresh call into the list. false: no memory, nothing has changed. */
bool dfmti_apitrace_pending_settle(struct dfmti_mem *m, struct dfmti_pending *p);

/* A fresh call. NULL: no memory, nothing has changed. */
struct dfmti_call *dfmti_apitrace_pending_new(struct dfmti_mem *m, struct dfmti_pending *p);

static inline struct dfmti_call *dfmti_pending_enter(struct dfmti_mem *m, struct dfmti_pending *p) {
  struct dfmti_call *c = p->free;
  if (p->fresh || !c) return dfmti_apitrace_pending_new(m, p);
  p->free = c->newer;
  return p->fresh = c;
}

/* NULL: no call has this number. */
static inline struct dfmti_call *dfmti_pending_find(const struct dfmti_pending *p, uint64_t number) {
  if (p->fresh && p->fresh->number == number) return p->fresh;
  return p->table.n ? (struct dfmti_call *)(uintptr_t)dfmti_table_number(&p->table, number) : NULL;
}

/* Takes a call out. Its contents stay as they are until dfmti_pending_recycle(). */
void dfmti_apitrace_pending_unlink_old(struct dfmti_pending *p, struct dfmti_call *c);

static inline void dfmti_pending_unlink(struct dfmti_pending *p, struct dfmti_call *c) {
  if (c == p->fresh)
    p->fresh = NULL;
  else
    dfmti_apitrace_pending_unlink_old(p, c);
}

void dfmti_apitrace_scratch_clear(struct dfmti_mem *m, struct dfmti_scratch *a);

/* Empties a call's values, keeping memory: between the events of one call. */
static inline void dfmti_call_clear(struct dfmti_mem *m, struct dfmti_call *c) {
  c->unsorted = c->lost = false;
  c->present = 0;
  c->stored_flags = 0;
  c->n_nodes = c->n_args = c->secured = 0;
  if (c->scratch.blocks && (c->scratch.used || c->scratch.blocks->older)) dfmti_apitrace_scratch_clear(m, &c->scratch);
}

static inline void dfmti_pending_recycle(struct dfmti_mem *m, struct dfmti_pending *p, struct dfmti_call *c) {
  dfmti_call_clear(m, c);
  c->newer = p->free;
  p->free = c;
}

/* Makes what a call borrows from the window its own. false: no memory; what was done stays done. */
bool dfmti_apitrace_call_secure(struct dfmti_mem *m, struct dfmti_call *c);
/* That for all pending calls, which are in the list then. */
bool dfmti_apitrace_pending_secure(struct dfmti_mem *m, struct dfmti_pending *p);

/* Room for one more. false: no memory. */
bool dfmti_apitrace_call_grow_nodes(struct dfmti_mem *m, struct dfmti_call *c);
bool dfmti_apitrace_call_grow_args(struct dfmti_mem *m, struct dfmti_call *c);
bool dfmti_apitrace_call_grow_frames(struct dfmti_mem *m, struct dfmti_call *c);

/* Frees what a call holds, and the call if it came from dfmti_pending_enter(). */
void dfmti_apitrace_call_free_contents(struct dfmti_mem *m, struct dfmti_call *c);
/* All calls go to the free list. */
void dfmti_apitrace_pending_clear(struct dfmti_mem *m, struct dfmti_pending *p);
void dfmti_apitrace_pending_free(struct dfmti_mem *m, struct dfmti_pending *p);

#endif
