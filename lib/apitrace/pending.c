/* SPDX-License-Identifier: MIT */
#include "pending.h"

#include <stdalign.h>
#include <string.h>

/* ---- scratch memory ---- */

enum { SCRATCH_FIRST = 4096 }; /* bytes of a block at least; one of up to four times that is kept */

void *dfmti_apitrace_scratch_take(struct dfmti_mem *m, struct dfmti_scratch *a, size_t n) {
  size_t size;
  if (!dfmti_add(n, 7, &n)) return NULL;
  n &= ~(size_t)7;
  if (!a->blocks || a->blocks->size - a->used < n) {
    size = n > SCRATCH_FIRST ? n : SCRATCH_FIRST;
    if (!dfmti_add(size, sizeof *a->blocks, &size)) return NULL;
    struct dfmti_scratch_block *b = dfmti_alloc(m, size);
    if (!b) return NULL;
    *b = (struct dfmti_scratch_block){a->blocks, size - sizeof *b};
    a->blocks = b;
    a->used = 0;
  }
  void *p = (uint8_t *)(a->blocks + 1) + a->used;
  a->used += n;
  return p;
}

/* Keeps one small block: a call's text is mostly short. */
void dfmti_apitrace_scratch_clear(struct dfmti_mem *m, struct dfmti_scratch *a) {
  struct dfmti_scratch_block *keep = NULL;
  while (a->blocks) {
    struct dfmti_scratch_block *b = a->blocks;
    a->blocks = b->older;
    if (!keep && b->size <= 4 * SCRATCH_FIRST)
      keep = b;
    else
      dfmti_free(m, b, sizeof *b + b->size);
  }
  if (keep) keep->older = NULL;
  a->blocks = keep;
  a->used = 0;
}

static void scratch_free(struct dfmti_mem *m, struct dfmti_scratch *a) {
  dfmti_apitrace_scratch_clear(m, a);
  if (a->blocks) dfmti_free(m, a->blocks, sizeof *a->blocks + a->blocks->size);
  *a = (struct dfmti_scratch){0};
}

/* ---- a call ---- */

bool dfmti_apitrace_call_grow_nodes(struct dfmti_mem *m, struct dfmti_call *c) {
  uintptr_t old = (uintptr_t)c->nodes;
  dfmt_apitrace_value *p = dfmti_grow(m, c->nodes, &c->cap_nodes, 16, sizeof *c->nodes);
  if (!p) return false;
  c->nodes = p;
  for (size_t i = 0; i < c->n_args; i++) /* the arguments follow their values */
    c->args[i].value = p + ((uintptr_t)c->args[i].value - old) / sizeof *p;
  return true;
}

bool dfmti_apitrace_call_grow_args(struct dfmti_mem *m, struct dfmti_call *c) {
  void *p = dfmti_grow(m, c->args, &c->cap_args, 8, sizeof *c->args);
  if (p) c->args = p;
  return p;
}

bool dfmti_apitrace_call_grow_frames(struct dfmti_mem *m, struct dfmti_call *c) {
  void *p = dfmti_grow(m, c->frames, &c->cap_frames, 16, sizeof *c->frames);
  if (p) c->frames = p;
  return p;
}

/* Only these point into the window; wide strings are in scratch memory from the start, signatures in their tables. */
static bool borrows(const dfmt_apitrace_value *v) {
  return (v->kind == DFMT_APITRACE_VALUE_STRING || v->kind == DFMT_APITRACE_VALUE_BLOB) && v->ptr && v->aux;
}

bool dfmti_apitrace_call_secure(struct dfmti_mem *m, struct dfmti_call *c) {
  for (; c->secured < c->n_nodes; c->secured++) {
    dfmt_apitrace_value *v = &c->nodes[c->secured];
    if (!borrows(v)) continue;
    void *p = dfmti_apitrace_scratch_take(m, &c->scratch, (size_t)v->aux);
    if (!p) return false;
    memcpy(p, v->ptr, (size_t)v->aux);
    v->ptr = p;
  }
  c->loose = false;
  return true;
}

void dfmti_apitrace_call_free_contents(struct dfmti_mem *m, struct dfmti_call *c) {
  dfmti_free(m, c->nodes, c->cap_nodes * sizeof *c->nodes);
  dfmti_free(m, c->args, c->cap_args * sizeof *c->args);
  dfmti_free(m, c->frames, c->cap_frames * sizeof *c->frames);
  scratch_free(m, &c->scratch);
  *c = (struct dfmti_call){0};
}

/* ---- the list ---- */

bool dfmti_apitrace_pending_settle(struct dfmti_mem *m, struct dfmti_pending *p) {
  struct dfmti_call *c = p->fresh;
  if (!c) return true;
  if (!dfmti_table_reserve(m, &p->table)) return false;
  dfmti_table_add(&p->table, dfmti_hash_number(p->table.key, c->number), (uintptr_t)c);
  c->loose = true;
  c->newer = NULL;
  c->older = p->newest;
  *(p->newest ? &p->newest->newer : &p->oldest) = c;
  p->newest = c;
  p->fresh = NULL;
  return true;
}

struct dfmti_call *dfmti_apitrace_pending_new(struct dfmti_mem *m, struct dfmti_pending *p) {
  if (!dfmti_apitrace_pending_settle(m, p)) return NULL;
  struct dfmti_call *c = p->free;
  if (c)
    p->free = c->newer;
  else if (!(c = dfmti_zalloc(m, sizeof *c)))
    return NULL;
  return p->fresh = c;
}

void dfmti_apitrace_pending_unlink_old(struct dfmti_pending *p, struct dfmti_call *c) {
  uint64_t hash = dfmti_hash_number(p->table.key, c->number);
  dfmti_table_remove(&p->table, dfmti_table_find(&p->table, hash, NULL, NULL));
  *(c->older ? &c->older->newer : &p->oldest) = c->newer;
  *(c->newer ? &c->newer->older : &p->newest) = c->older;
}

bool dfmti_apitrace_pending_secure(struct dfmti_mem *m, struct dfmti_pending *p) {
  if (!dfmti_apitrace_pending_settle(m, p)) return false;
  struct dfmti_call *c = p->newest;
  while (c && c->loose) c = c->older;
  for (c = c ? c->newer : p->oldest; c; c = c->newer)
    if (!dfmti_apitrace_call_secure(m, c)) return false;
  return true;
}

void dfmti_apitrace_pending_clear(struct dfmti_mem *m, struct dfmti_pending *p) {
  if (p->fresh) dfmti_pending_recycle(m, p, p->fresh);
  p->fresh = NULL;
  while (p->oldest) {
    struct dfmti_call *c = p->oldest;
    p->oldest = c->newer;
    dfmti_pending_recycle(m, p, c);
  }
  dfmti_table_clear(&p->table);
  p->newest = NULL;
}

void dfmti_apitrace_pending_free(struct dfmti_mem *m, struct dfmti_pending *p) {
  dfmti_apitrace_pending_clear(m, p);
  while (p->free) {
    struct dfmti_call *c = p->free;
    p->free = c->newer;
    dfmti_apitrace_call_free_contents(m, c);
    dfmti_free(m, c, sizeof *c);
  }
  dfmti_table_free(m, &p->table);
  *p = (struct dfmti_pending){.oldest = NULL};
}
