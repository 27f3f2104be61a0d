/* SPDX-License-Identifier: MIT */
#include "guess.h"

#include <string.h>

#include "header.h"

enum {
  GUESSES_MOST = 64,
  COPIED_AT_ONCE = 16 /* bytes that are copied or compared in the time of a step */
};

#define FITS_NOT UINT64_MAX

/* Which streams of a guess a chunk fits. */
struct fits {
  uint64_t events[DFMTI_STREAMS_MOST]; /* that end in it, or FITS_NOT */
  uint32_t best;
  bool any;
};

/* ---- guesses ---- */

static void free_guess(struct dfmti_mem *m, struct dfmti_guess *g) {
  for (uint32_t i = 0; i < g->n_streams; i++) dfmti_apitrace_walk_free(&g->streams[i].walk);
  dfmti_buf_free(m, &g->owners);
  dfmti_free(m, g, sizeof *g);
}

/* Bytes that it takes to copy a guess, at most. */
static uint64_t size_of(const struct dfmti_guess *g) {
  uint64_t n = sizeof *g + g->owners.len;
  for (uint32_t i = 0; i < g->n_streams; i++) n += dfmti_apitrace_walk_size(&g->streams[i].walk);
  return n;
}

static struct dfmti_guess *copy_guess(struct dfmti_guesses_made *x, const struct dfmti_guess *from) {
  struct dfmti_mem *m = x->mem;
  struct dfmti_guess *g = dfmti_zalloc(m, sizeof *g);
  x->desk.work += size_of(from) / COPIED_AT_ONCE;
  if (!g) return NULL;
  g->events = from->events;
  g->strayed = from->strayed;
  bool ok = dfmti_buf_append(m, &g->owners, from->owners.ptr, from->owners.len);
  for (uint32_t i = 0; ok && i < from->n_streams; i++) {
    const struct dfmti_guessed_stream *s = &from->streams[i];
    g->streams[g->n_streams++] = (struct dfmti_guessed_stream){.chunks = s->chunks, .last = s->last, .copy = s->copy};
    ok = dfmti_apitrace_walk_copy(&g->streams[i].walk, &s->walk);
  }
  if (ok) return g;
  free_guess(m, g);
  return NULL;
}

/* All streams stand where they stand in the other one: what follows is the same. */
static bool are_same(const struct dfmti_guess *a, const struct dfmti_guess *b) {
  uint32_t i = 0;
  while (i < a->n_streams && i < b->n_streams && dfmti_apitrace_walk_is_same(&a->streams[i].walk, &b->streams[i].walk))
    i++;
  return i == a->n_streams && i == b->n_streams;
}

/* Whether one that came earlier says the same. */
static bool is_known(struct dfmti_guesses_made *x, const struct dfmti_guess *g) {
  for (const struct dfmti_guess *o = x->first; o != g; o = o->next) {
    x->desk.work++;
    if (!are_same(o, g)) continue;
    x->desk.work += size_of(g) / COPIED_AT_ONCE;
    return true;
  }
  return false;
}

static bool is_worse(const struct dfmti_guess *a, const struct dfmti_guess *b) {
  return a->events != b->events ? a->events < b->events : a->strayed > b->strayed;
}

/* Inserts it after those that are as good. */
static void put_in_order(struct dfmti_guess **list, struct dfmti_guess *g) {
  while (*list && !is_worse(*list, g)) list = &(*list)->next;
  g->next = *list;
  *list = g;
}

/* Those that are lost go, unless all are; then the worst and those that are there twice. */
static dfmt_status sift(struct dfmti_guesses_made *x) {
  struct dfmti_guess *left = x->first, *g;
  while (left && left->lost) left = left->next;
  if (!left) return DFMT_END;
  left = x->first;
  x->first = NULL;
  while ((g = left)) {
    left = g->next;
    if (g->lost)
      free_guess(x->mem, g);
    else
      put_in_order(&x->first, g);
  }
  size_t n = 0;
  for (struct dfmti_guess **at = &x->first; (g = *at);) {
    if (n < GUESSES_MOST && !is_known(x, g)) {
      at = &g->next;
      n++;
      continue;
    }
    *at = g->next;
    free_guess(x->mem, g);
  }
  return DFMT_OK;
}

/* ---- a chunk ---- */

static dfmt_status try(struct dfmti_guesses_made *x, struct dfmti_guess *g, uint32_t stream,
                       const struct dfmti_guessed_chunk *chunk, uint64_t *events) {
  return dfmti_apitrace_walk_try(&g->streams[stream].walk, &x->desk, chunk->p, chunk->n, events);
}

static bool is_better(const struct dfmti_guess *g, const struct fits *f, uint32_t stream) {
  if (!f->any || f->events[stream] != f->events[f->best]) return !f->any || f->events[stream] > f->events[f->best];
  return g->streams[stream].last < g->streams[f->best].last;
}

/* OK, or E_NOMEM; nothing is taken. */
static dfmt_status find_fits(struct dfmti_guesses_made *x, struct dfmti_guess *g,
                             const struct dfmti_guessed_chunk *chunk, struct fits *f) {
  f->any = false;
  for (uint32_t i = 0; i < g->n_streams; i++) {
    dfmt_status st = try(x, g, i, chunk, &f->events[i]);
    dfmti_apitrace_walk_leave(&g->streams[i].walk);
    if (st == DFMT_E_NOMEM) return st;
    if (st != DFMT_OK) {
      f->events[i] = FITS_NOT;
      continue;
    }
    if (is_better(g, f, i)) f->best = i;
    f->any = true;
  }
  return DFMT_OK;
}

/* The chunk is the stream's. OK, E_NOMEM: nothing has changed. */
static dfmt_status give(struct dfmti_guesses_made *x, struct dfmti_guess *g, uint32_t stream,
                        const struct dfmti_guessed_chunk *chunk) {
  uint8_t owner = (uint8_t)stream;
  uint64_t events;
  if (!dfmti_buf_reserve(x->mem, &g->owners, 1)) return DFMT_E_NOMEM;
  if (stream != DFMTI_NO_STREAM) {
    struct dfmti_guessed_stream *s = &g->streams[stream];
    if (try(x, g, stream, chunk, &events) != DFMT_OK) {
      dfmti_apitrace_walk_leave(&s->walk);
      return DFMT_E_NOMEM; /* it fitted before */
    }
    dfmti_apitrace_walk_take(&s->walk);
    g->events += events;
    s->chunks++;
    s->last = g->owners.len + 1;
  }
  dfmti_buf_append(x->mem, &g->owners, &owner, 1);
  return DFMT_OK;
}

/* A chunk that begins a stream is that of one more. OK, with *is; E_NOMEM: nothing has changed. */
static dfmt_status give_to_new(struct dfmti_guesses_made *x, struct dfmti_guess *g,
                               const struct dfmti_guessed_chunk *chunk, bool *is) {
  const uint8_t *end = chunk->p + chunk->n;
  *is = false;
  if (g->n_streams == DFMTI_STREAMS_MOST || !dfmti_apitrace_is_header(chunk->p, end, true)) return DFMT_OK;
  const uint8_t *events_at = dfmti_apitrace_pass_header(chunk->p, end, true);
  struct dfmti_guessed_stream *s = &g->streams[g->n_streams];
  *s = (struct dfmti_guessed_stream){.copy = chunk->again};
  dfmti_apitrace_walk_begin(&s->walk, x->mem, *chunk->p);
  const struct dfmti_guessed_chunk rest = {events_at, (size_t)(end - events_at), chunk->again};
  uint64_t events;
  dfmt_status st = try(x, g, g->n_streams, &rest, &events);
  dfmti_apitrace_walk_leave(&s->walk);
  if (st == DFMT_OK) st = give(x, g, g->n_streams, &rest);
  *is = st == DFMT_OK;
  g->n_streams += *is;
  if (!*is) dfmti_apitrace_walk_free(&s->walk);
  return st == DFMT_E_FORMAT ? DFMT_OK : st;
}

/* The chunk's events tell about as much for it as for the best. */
static bool is_other(const struct fits *f, uint32_t stream) {
  return stream != f->best && f->events[stream] != FITS_NOT && f->events[stream] >= f->events[f->best] / 4;
}

/* Follows what else may be, as guesses after this one. OK, E_NOMEM: some may be there then. */
static dfmt_status follow_others(struct dfmti_guesses_made *x, struct dfmti_guess *g,
                                 const struct dfmti_guessed_chunk *chunk, const struct fits *f) {
  for (uint32_t i = 0; i < g->n_streams; i++) {
    if (!is_other(f, i)) continue;
    struct dfmti_guess *other = copy_guess(x, g);
    if (!other) return DFMT_E_NOMEM;
    other->strayed++;
    dfmt_status st = give(x, other, i, chunk);
    if (st != DFMT_OK) {
      free_guess(x->mem, other);
      return st;
    }
    other->next = g->next;
    g->next = other;
  }
  return DFMT_OK;
}

static dfmt_status go_on(struct dfmti_guesses_made *x, struct dfmti_guess *g, const struct dfmti_guessed_chunk *chunk) {
  struct fits f;
  bool is_new = false;
  dfmt_status st = find_fits(x, g, chunk, &f);
  if (st == DFMT_OK && (!f.any || f.events[f.best] == 0)) st = give_to_new(x, g, chunk, &is_new);
  if (st != DFMT_OK || is_new) return st;
  g->lost = !f.any && !chunk->again;
  if (g->lost) return DFMT_OK;
  st = f.any ? follow_others(x, g, chunk, &f) : DFMT_OK;
  return st == DFMT_OK ? give(x, g, f.any ? f.best : DFMTI_NO_STREAM, chunk) : st;
}

bool dfmti_apitrace_guess_begin(struct dfmti_guesses_made *x, struct dfmti_mem *m) {
  *x = (struct dfmti_guesses_made){.mem = m, .first = dfmti_zalloc(m, sizeof *x->first)};
  return x->first;
}

dfmt_status dfmti_apitrace_guess_chunk(struct dfmti_guesses_made *x, const struct dfmti_guessed_chunk *chunk) {
  size_t before = SIZE_MAX;
  for (struct dfmti_guess *g = x->first; g; g = g->next) before = dfmti_min(before, g->owners.len);
  for (struct dfmti_guess *g = x->first; g; g = g->next) {
    if (g->owners.len > before) continue; /* it has this chunk, as it was made by it or this was called again */
    dfmt_status st = go_on(x, g, chunk);
    if (st != DFMT_OK) return st;
  }
  return sift(x);
}

void dfmti_apitrace_guess_end(struct dfmti_guesses_made *x) {
  while (x->first) {
    struct dfmti_guess *next = x->first->next;
    free_guess(x->mem, x->first);
    x->first = next;
  }
  if (x->mem) dfmti_buf_free(x->mem, &x->desk.room);
}
