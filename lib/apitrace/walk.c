/* SPDX-License-Identifier: MIT */
#include "walk.h"

#include <string.h>

#include "ascending.h"
#include "io/window.h"

enum {
  PENDING_MOST = 1024, /* calls: of threads, and nested */
  CUT_MOST = 4 << 20   /* bytes of what is not read in parts: a definition */
};

void dfmti_apitrace_walk_begin(struct dfmti_walk *w, struct dfmti_mem *m, uint32_t version) {
  *w = (struct dfmti_walk){.learner.mem = m, .version = version};
}

static bool copy(struct dfmti_mem *m, struct dfmti_buf *to, const void *p, size_t n) {
  to->len = 0;
  return dfmti_buf_append(m, to, p, n);
}

/* ---- calls ---- */

static dfmt_status enter(struct dfmti_walk *w) {
  struct dfmti_walk_state *s = &w->tried;
  uint64_t number = s->next_number;
  if (s->pending.len / sizeof number >= PENDING_MOST) return DFMT_E_FORMAT;
  if (!dfmti_buf_append(w->learner.mem, &s->pending, &number, sizeof number)) return DFMT_E_NOMEM;
  s->next_number++;
  return DFMT_OK;
}

static dfmt_status leave(struct dfmti_walk *w, uint64_t number) {
  struct dfmti_buf *pending = &w->tried.pending;
  uint64_t *p = (uint64_t *)(void *)pending->ptr;
  size_t n = pending->len / sizeof *p, low = dfmti_ascending_below(p, n, number);
  if (low == n || p[low] != number) return DFMT_E_FORMAT;
  memmove(p + low, p + low + 1, (n - low - 1) * sizeof *p);
  pending->len -= sizeof *p;
  return DFMT_OK;
}

/* ---- a chunk ---- */

/* Events up to where the bytes end. */
static dfmt_status walk(struct dfmti_walk *w, struct dfmti_probe *x, uint64_t *events) {
  for (*events = 0; x->at.inside || x->c.p < x->c.end; ++*events) {
    bool is_leave;
    uint64_t number = 0;
    dfmt_status st = dfmti_apitrace_probe_event(x, &is_leave, &number);
    if (st == DFMTI_SHORT) return DFMT_OK;
    if (st == DFMT_OK) st = is_leave ? leave(w, number) : enter(w);
    if (st != DFMT_OK) return st;
  }
  return DFMT_OK;
}

/* The bytes to walk over: what was cut, and the chunk. false: no memory. */
static bool lay_out(struct dfmti_walk *w, struct dfmti_walk_desk *desk, const uint8_t *p, size_t n,
                    struct dfmti_cursor *c) {
  static const uint8_t zeros[DFMTI_WINDOW_PAD];
  struct dfmti_mem *m = w->learner.mem;
  const struct dfmti_buf *cut = &w->now.cut;
  *c = (struct dfmti_cursor){.p = p, .end = p + n};
  if (cut->len == 0) return true;
  desk->work += cut->len + n;
  if (!copy(m, &desk->room, cut->ptr, cut->len) || !dfmti_buf_append(m, &desk->room, p, n) ||
      !dfmti_buf_append(m, &desk->room, zeros, sizeof zeros))
    return false;
  *c = (struct dfmti_cursor){.p = desk->room.ptr, .end = desk->room.ptr + cut->len + n};
  return true;
}

dfmt_status dfmti_apitrace_walk_try(struct dfmti_walk *w, struct dfmti_walk_desk *desk, const uint8_t *p, size_t n,
                                    uint64_t *events) {
  struct dfmti_mem *m = w->learner.mem;
  struct dfmti_probe x = {.learner = &w->learner, .version = w->version, .at = w->now.at};
  if (!lay_out(w, desk, p, n, &x.c) || !copy(m, &w->tried.pending, w->now.pending.ptr, w->now.pending.len))
    return DFMT_E_NOMEM;
  w->tried.next_number = w->now.next_number;
  dfmt_status st = walk(w, &x, events);
  size_t rest = (size_t)(x.c.end - x.c.p);
  if (st == DFMT_OK && rest > CUT_MOST) st = DFMT_E_FORMAT;
  w->tried.at = x.at;
  if (st == DFMT_OK && !copy(m, &w->tried.cut, x.c.p, rest)) st = DFMT_E_NOMEM;
  desk->work += x.steps + w->now.pending.len + 1;
  return st;
}

void dfmti_apitrace_walk_take(struct dfmti_walk *w) {
  struct dfmti_walk_state before = w->now;
  w->now = w->tried;
  w->tried = before;
  dfmti_learner_keep(&w->learner);
}

void dfmti_apitrace_walk_leave(struct dfmti_walk *w) { dfmti_apitrace_learner_forget(&w->learner, 0); }

bool dfmti_apitrace_walk_copy(struct dfmti_walk *w, const struct dfmti_walk *from) {
  struct dfmti_mem *m = from->learner.mem;
  dfmti_apitrace_walk_begin(w, m, from->version);
  w->now.at = from->now.at;
  w->now.next_number = from->now.next_number;
  return copy(m, &w->now.pending, from->now.pending.ptr, from->now.pending.len) &&
         copy(m, &w->now.cut, from->now.cut.ptr, from->now.cut.len) &&
         dfmti_apitrace_learner_copy(&w->learner, &from->learner);
}

size_t dfmti_apitrace_walk_size(const struct dfmti_walk *w) {
  return w->now.pending.len + w->now.cut.len + dfmti_apitrace_learner_size(&w->learner);
}

static bool is_equal(const struct dfmti_buf *a, const struct dfmti_buf *b) {
  return a->len == b->len && (a->len == 0 || memcmp(a->ptr, b->ptr, a->len) == 0);
}

bool dfmti_apitrace_walk_is_same(const struct dfmti_walk *a, const struct dfmti_walk *b) {
  const struct dfmti_probe_place *x = &a->now.at, *y = &b->now.at;
  return x->inside == y->inside && x->leave == y->leave && x->number == y->number && x->args == y->args &&
         x->bytes == y->bytes && x->values == y->values && x->frames == y->frames &&
         a->now.next_number == b->now.next_number && a->learner.known == b->learner.known &&
         is_equal(&a->now.pending, &b->now.pending) && is_equal(&a->now.cut, &b->now.cut);
}

void dfmti_apitrace_walk_free(struct dfmti_walk *w) {
  dfmti_apitrace_learner_free(&w->learner);
  struct dfmti_walk_state *states[] = {&w->now, &w->tried};
  for (size_t i = 0; i < 2; i++) {
    dfmti_buf_free(w->learner.mem, &states[i]->pending);
    dfmti_buf_free(w->learner.mem, &states[i]->cut);
  }
}
