/* SPDX-License-Identifier: MIT */
#include "window.h"

#include <string.h>

const uint8_t dfmti_window_none[DFMTI_WINDOW_PAD];

void dfmti_window_open(struct dfmti_window *w, dfmti_refill_fn refill, void *user) {
  w->pos = w->end = 0;
  w->held = 0;
  w->base = 0;
  w->refill = refill;
  w->user = user;
  w->ended = false;
  w->places = NULL;
}

uint64_t dfmti_window_place(const struct dfmti_window *w, size_t at) {
  const uint64_t to = w->base + w->pos + at;
  return w->places ? w->places->of(w->places, w->buf, w->base, to) : to;
}

uint64_t dfmti_window_span(const struct dfmti_window *w, size_t n) {
  const uint64_t from = dfmti_window_place(w, 0);
  return dfmti_window_place(w, n) - from;
}

uint64_t dfmti_window_line(const struct dfmti_window *w, uint64_t place, uint64_t line) {
  return line && w->places && w->places->line ? w->places->line(w->places, place, line) : line;
}

/* Where that begins which must stay. */
static size_t live_from(const struct dfmti_window *w) { return w->pos - (w->held < w->pos ? w->held : w->pos); }

static void slide(struct dfmti_window *w) {
  size_t from = live_from(w), live = w->end - from;
  if (w->places)
    (void)w->places->of(w->places, w->buf, w->base, w->base + from); /* while what lies before can be counted */
  if (live) memmove(w->buf, w->buf + from, live);
  w->base += from;
  w->pos -= from;
  w->end = live;
  memset(w->buf + live, 0, DFMTI_WINDOW_PAD);
}

/* At least doubles the buffer, until it has room for `total` bytes. */
static bool grow_to(struct dfmti_window *w, struct dfmti_mem *m, size_t total) {
  size_t size = w->cap ? w->cap - DFMTI_WINDOW_PAD : DFMTI_WINDOW_START / 2;
  do
    if (!dfmti_mul(size, 2, &size)) return false;
  while (size < total);
  if (!dfmti_add(size, DFMTI_WINDOW_PAD, &size)) return false;
  uint8_t *p = dfmti_realloc(m, w->buf, w->cap, size);
  if (!p) return false;
  w->buf = p;
  w->cap = size;
  return true;
}

static bool grow(struct dfmti_window *w, struct dfmti_mem *m) { return grow_to(w, m, 0); }

/* Room for at least one byte more and, if it can be had by sliding, for `want` in all. */
static bool make_room(struct dfmti_window *w, struct dfmti_mem *m, size_t want) {
  if (!w->buf && !grow(w, m)) return false;
  size_t room = w->cap - DFMTI_WINDOW_PAD, live = w->end - live_from(w);
  if (live == 0) slide(w);
  if (w->end < room && (live_from(w) == 0 || want <= room - w->pos)) return true;
  if (live <= room / 2) {
    slide(w);
    return true;
  }
  return grow(w, m);
}

dfmt_status dfmti_window_fill(struct dfmti_window *w, struct dfmti_mem *m, size_t want) {
  while (w->end - w->pos < want) {
    if (w->ended) return DFMT_END;
    if (!make_room(w, m, want)) return DFMT_E_NOMEM;
    uint64_t got = 0;
    dfmt_status st = w->refill(w->user, w->buf + w->end, w->cap - DFMTI_WINDOW_PAD - w->end, &got);
    if (st == DFMT_END) {
      w->ended = true;
      continue;
    }
    if (st != DFMT_OK) return st;
    dfmti_window_put(w, (size_t)got);
  }
  return DFMT_OK;
}

uint8_t *dfmti_window_room(struct dfmti_window *w, struct dfmti_mem *m, size_t n) {
  size_t room = w->buf ? w->cap - DFMTI_WINDOW_PAD : 0, live = w->end - live_from(w), total;
  if (w->buf && n <= room - w->end) return w->buf + w->end;
  if (w->buf && live <= room / 2) slide(w);
  if (!dfmti_add(w->end, n, &total)) return NULL;
  if (total > room && !grow_to(w, m, total)) return NULL;
  return w->buf + w->end;
}

void dfmti_window_put(struct dfmti_window *w, size_t n) {
  w->end += n;
  memset(w->buf + w->end, 0, DFMTI_WINDOW_PAD);
}

bool dfmti_window_preload(struct dfmti_window *w, struct dfmti_mem *m, const void *ptr, size_t len) {
  if (len == 0) return true;
  while (w->cap < DFMTI_WINDOW_PAD || w->cap - DFMTI_WINDOW_PAD < len)
    if (!grow(w, m)) return false;
  memcpy(w->buf, ptr, len);
  w->end = len;
  memset(w->buf + len, 0, DFMTI_WINDOW_PAD);
  return true;
}

void dfmti_window_free(struct dfmti_window *w, struct dfmti_mem *m) {
  dfmti_free(m, w->buf, w->cap);
  *w = (struct dfmti_window){0};
}
