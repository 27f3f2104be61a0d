/* SPDX-License-Identifier: MIT */
#include "deflate_ahead.h"

#include <string.h>
#include <zlib.h>

#include "base/crc32.h"
#include "base/crew.h"

enum { IN = DFMTI_DEFLATE_WINDOW + DFMTI_DEFLATE_BLOCK };

/* A block: the window before it stands right before its bytes. */
struct place {
  uint8_t *in, *out; /* IN bytes, and the room for what they become; NULL: not allocated yet */
  size_t before;     /* bytes of the window */
  struct dfmti_deflated made;
};

struct dfmti_deflate_ahead {
  struct dfmti_crew *crew;  /* NULL: the caller compresses, in one place */
  bool pending;             /* without a crew: that place is filled */
  const struct place *last; /* the block that was sent last; NULL: none yet */
  uint32_t n_workers;
  struct dfmti_block_deflate **workers;
  size_t n_places;
  struct place places[];
};

static size_t out_size(void) { return dfmti_block_deflate_room(DFMTI_DEFLATE_BLOCK); }

static void compress_block(void *user, uint32_t worker, size_t place) {
  struct dfmti_deflate_ahead *d = user;
  struct place *p = &d->places[place];
  const uint8_t *from = p->in + DFMTI_DEFLATE_WINDOW;
  p->made.crc = dfmti_crc32(0, from, p->made.size);
  p->made.len = dfmti_block_deflate(d->workers[worker], from - p->before, p->before, p->made.size, p->out);
}

static size_t size_of(size_t n_places) { return sizeof(struct dfmti_deflate_ahead) + n_places * sizeof(struct place); }

static bool have_workers(struct dfmti_mem *m, struct dfmti_deflate_ahead *d, int level) {
  bool good = true;
  for (uint32_t i = 0; good && i < d->n_workers; i++)
    good = (d->workers[i] = dfmti_block_deflate_new(m, level)) != NULL;
  return good;
}

struct dfmti_deflate_ahead *dfmti_deflate_ahead_new(struct dfmti_mem *m, int level, uint32_t threads) {
  const size_t n_places = 2 * (size_t)threads + 2; /* one in each thread's hands, one waiting for it, two for us */
  const uint32_t n_workers = threads > 0 ? threads : 1;
  void *handle, *workers;
  if (!dfmti_alloc_handle(m, size_of(n_places), &handle, n_workers * sizeof(void *), &workers)) return NULL;
  struct dfmti_deflate_ahead *d = handle;
  d->workers = workers;
  d->n_workers = n_workers;
  d->n_places = n_places;
  if (have_workers(m, d, level)) {
    d->crew = dfmti_crew_new(m, threads, n_places, compress_block, d);
    return d;
  }
  dfmti_deflate_ahead_free(m, d);
  return NULL;
}

void dfmti_deflate_ahead_free(struct dfmti_mem *m, struct dfmti_deflate_ahead *d) {
  if (!d) return;
  dfmti_crew_free(m, d->crew);
  for (uint32_t i = 0; i < d->n_workers; i++) dfmti_block_deflate_free(m, d->workers[i]);
  for (size_t i = 0; i < d->n_places; i++) {
    dfmti_free(m, d->places[i].in, IN);
    dfmti_free(m, d->places[i].out, out_size());
  }
  dfmti_free(m, d->workers, d->n_workers * sizeof *d->workers);
  dfmti_free(m, d, size_of(d->n_places));
}

void dfmti_deflate_ahead_start(struct dfmti_deflate_ahead *d) {
  if (d->crew) dfmti_crew_clear(d->crew);
  d->pending = false;
  d->last = NULL;
}

bool dfmti_deflate_ahead_full(const struct dfmti_deflate_ahead *d) {
  return d->crew ? dfmti_crew_full(d->crew) : d->pending;
}

/* Without a crew the two places take turns, as one needs the window of the other. */
static size_t next_place(const struct dfmti_deflate_ahead *d) {
  return d->crew ? dfmti_crew_next(d->crew) : d->last == &d->places[0];
}

uint8_t *dfmti_deflate_ahead_room(struct dfmti_mem *m, struct dfmti_deflate_ahead *d) {
  struct place *p = &d->places[next_place(d)];
  if (!p->in) p->in = dfmti_alloc(m, IN);
  if (!p->out) p->out = dfmti_alloc(m, out_size());
  return p->in && p->out ? p->in + DFMTI_DEFLATE_WINDOW : NULL;
}

/* The last bytes of what came before. */
static void put_window(const struct dfmti_deflate_ahead *d, struct place *p) {
  const struct place *l = d->last;
  p->before = l ? dfmti_min(l->before + l->made.size, DFMTI_DEFLATE_WINDOW) : 0;
  if (p->before)
    memcpy(p->in + DFMTI_DEFLATE_WINDOW - p->before, l->in + DFMTI_DEFLATE_WINDOW + l->made.size - p->before,
           p->before);
}

void dfmti_deflate_ahead_send(struct dfmti_deflate_ahead *d, size_t n, bool ends_line) {
  const size_t place = next_place(d);
  struct place *p = &d->places[place];
  put_window(d, p);
  p->made = (struct dfmti_deflated){.ptr = p->out, .size = n, .ends_line = ends_line};
  d->last = p;
  if (d->crew) {
    dfmti_crew_send(d->crew);
  } else {
    compress_block(d, 0, place);
    d->pending = true;
  }
}

bool dfmti_deflate_ahead_first(struct dfmti_deflate_ahead *d, struct dfmti_deflated *out) {
  size_t place = d->last ? (size_t)(d->last - d->places) : 0;
  if (d->crew ? !dfmti_crew_first(d->crew, &place) : !d->pending) return false;
  *out = d->places[place].made;
  return true;
}

void dfmti_deflate_ahead_drop(struct dfmti_deflate_ahead *d) {
  if (d->crew) dfmti_crew_drop(d->crew);
  d->pending = false;
}

uint32_t dfmti_deflate_ahead_crc(uint32_t first, uint32_t second, size_t n) {
  return (uint32_t)crc32_combine(first, second, (z_off_t)n);
}

uint32_t dfmti_deflate_ahead_adler(uint32_t check, const uint8_t *p, size_t n) {
  return n ? (uint32_t)adler32(check, p, (uInt)n) : check;
}
