/* SPDX-License-Identifier: MIT */
/*
 *   LINE --part of the report: its prefix is taken off--> INSIDE --line feed--> LINE
 *     '----not part of it-------------------------------> OUTSIDE --line feed--> LINE, where another may begin
 */
#include "source_excerpt.h"

#include <stddef.h>
#include <string.h>

#include "base/config.h"
#include "base/rare.h"
#include "base/utf8.h"
#include "marks.h"

enum { LOOK = DFMTI_EXCERPT_PREFIX + DFMTI_EXCERPT_LINE }; /* bytes of a line that tell what it is */
enum { MOST_EMPTY = 4096 };                                /* bytes of empty lines, after which no report goes on */

struct excerpt {
  dfmt_source *self, *of;
  struct dfmti_window win; /* of `of` */
  struct dfmti_places places;
  struct dfmti_excerpt what;
  size_t ahead;               /* bytes before the report */
  uint64_t made, line;        /* bytes given; lines before the one at the window's position */
  bool in_line, outside;      /* within a line; it is not part of the report */
  bool moved;                 /* what is given next has a prefix, or does not follow in the file what was given last */
  uint64_t prefix;            /* where that begins */
  uint64_t passed, empty;     /* lines after the report; of those before another one, that are to be given */
  struct dfmti_places *below; /* of `of`, if that has marks: ours are of it, not of the file */
  struct dfmti_marks marks;   /* as far back as they may be asked for */
  struct dfmti_place_mark last; /* of UTF-16: what was asked for last, to count from */
  struct dfmti_excerpt_rest rest;
};

static DFMTI_RARE dfmt_status fill(struct excerpt *x, size_t want) {
  dfmt_status st = dfmti_window_fill(&x->win, &x->self->mem, want);
  return st == DFMT_E_NOMEM && x->self->err.e.status != st ? dfmti_fail_mem(&x->self->err, &x->self->mem) : st;
}

/* ---- places ---- */

/* Room for a mark: what is read after it cannot fail, so that nothing is done twice. OK, E_NOMEM. */
static DFMTI_RARE dfmt_status reserve(struct excerpt *x) {
  return dfmti_marks_reserve(&x->self->mem, &x->marks) ? DFMT_OK : dfmti_fail_mem(&x->self->err, &x->self->mem);
}

/* The text goes on at the window's position. */
static DFMTI_RARE void mark(struct excerpt *x) {
  const uint64_t place = dfmti_window_place(&x->win, 0);
  dfmti_marks_add(&x->self->mem, &x->marks,
                  (struct dfmti_place_mark){x->made, place, (uint32_t)(place - x->prefix), 0});
  x->moved = false;
}

/* In a text that is UTF-16 in the file, from `from` on, which is in the window or was asked for before it moved on. */
static DFMTI_RARE uint64_t count_units(struct excerpt *x, const uint8_t *buf, uint64_t base,
                                       struct dfmti_place_mark from, uint64_t to) {
  if (x->last.place >= from.place && x->last.at >= base) from = x->last;
  const uint8_t *const a = buf + ((from.at < to ? from.at : to) - base);
  const uint64_t n = 2 * dfmti_utf8_units(a, (size_t)(from.at < to ? to - from.at : from.at - to));
  x->last = (struct dfmti_place_mark){to, from.at < to ? from.place + n : from.place - n, 0, 0};
  return x->last.place;
}

static struct excerpt *excerpt_of(struct dfmti_places *places) {
  return (struct excerpt *)(void *)((char *)places - offsetof(struct excerpt, places));
}

static DFMTI_RARE uint64_t place_of(struct dfmti_places *places, const uint8_t *buf, uint64_t base, uint64_t to) {
  struct excerpt *x = excerpt_of(places);
  const struct dfmti_place_mark *m = dfmti_marks_find(&x->marks, false, to);
  x->marks.asked = base;
  if (!m) return x->what.place;
  if (x->win.places && to != m->at) return count_units(x, buf, base, *m, to);
  if (!x->below) return dfmti_place_mark_along(m, to);
  base = dfmti_place_mark_along(dfmti_marks_find(&x->marks, false, base), base);
  return x->below->of(x->below, NULL, base, dfmti_place_mark_along(m, to));
}

static DFMTI_RARE uint64_t line_of(struct dfmti_places *places, uint64_t place, uint64_t line) {
  struct excerpt *x = excerpt_of(places);
  return x->below->line(x->below, place, line);
}

/* That the window's position is in, in the file. */
static DFMTI_RARE uint64_t line_here(struct excerpt *x) {
  if (!x->below) return x->line + 1;
  return x->below->line(x->below, x->below->of(x->below, NULL, 0, dfmti_window_offset(&x->win)), x->line + 1);
}

/* ---- lines ---- */

/* Whether the report goes on after empty lines, the first of which is at the window's position. OK, AGAIN, E_*. */
static DFMTI_RARE dfmt_status look_beyond(struct excerpt *x, bool *goes_on) {
  size_t at = 0, skip;
  for (*goes_on = true; x->what.form->goes_on && at < MOST_EMPTY;) {
    const dfmt_status st = fill(x, at + LOOK);
    if (st != DFMT_OK && st != DFMT_END) return st;
    const uint8_t *p = dfmti_window_ptr(&x->win) + at;
    const size_t n = dfmti_window_len(&x->win) - at;
    const enum dfmti_excerpt_part part = dfmti_excerpt_line(&x->what, p, n, &skip);
    *goes_on = n > 0 && part == DFMTI_EXCERPT_INSIDE && x->what.form->goes_on(p + skip, n - skip);
    if (n == 0 || part != DFMTI_EXCERPT_EMPTY) break;
    const uint8_t *lf = memchr(p, '\n', n);
    at += lf ? (size_t)(lf + 1 - p) : n;
  }
  return DFMT_OK;
}

/* Passes over what stands before the report. */
static DFMTI_RARE dfmt_status begin(struct excerpt *x) {
  dfmt_status st = fill(x, 1);
  const size_t n = dfmti_min(x->ahead, dfmti_window_len(&x->win));
  dfmti_window_consume(&x->win, n);
  x->ahead -= n;
  return st;
}

/* Whether this line may begin another report: if the form has several, any line, each with a prefix of its own. */
static DFMTI_RARE bool may_begin(const struct excerpt *x, bool inside) { return x->what.form->several || !inside; }

static DFMTI_RARE dfmt_status begin_line(struct excerpt *x) {
  const dfmt_status st = fill(x, LOOK);
  if (st != DFMT_OK && (st != DFMT_END || dfmti_window_len(&x->win) == 0)) return st;
  const uint8_t *p = dfmti_window_ptr(&x->win);
  const size_t n = dfmti_window_len(&x->win);
  size_t skip = 0;
  bool inside = !x->outside;
  if (inside) {
    const enum dfmti_excerpt_part part = dfmti_excerpt_line(&x->what, p, n, &skip);
    const dfmt_status looked = part == DFMTI_EXCERPT_EMPTY ? look_beyond(x, &inside) : DFMT_OK;
    if (looked != DFMT_OK) return looked;
    inside = inside && part != DFMTI_EXCERPT_OUTSIDE;
    if (inside && x->made == 0) skip = x->what.n_first;
  }
  if (may_begin(x, inside) && dfmti_excerpt_begins(&x->what, p, n)) {
    inside = x->what.form->several;
    skip = x->what.n_first;
    if (!inside && x->rest.more++ == 0) x->rest.line = line_here(x);
  }
  x->in_line = true;
  x->moved = inside && (skip > 0 || x->outside || x->made == 0);
  x->outside = !inside;
  if (!inside) return DFMT_OK;
  x->prefix = dfmti_window_place(&x->win, 0);
  dfmti_window_consume(&x->win, skip);
  x->empty = x->passed;
  x->passed = 0;
  return DFMT_OK;
}

/* The rest of the line, as far as it is in sight. */
static DFMTI_RARE size_t rest_of_line(struct excerpt *x, size_t most) {
  const uint8_t *p = dfmti_window_ptr(&x->win), *lf;
  const size_t n = dfmti_min(dfmti_window_len(&x->win), most);
  lf = n ? memchr(p, '\n', n) : NULL;
  x->in_line = !lf;
  x->line += lf != NULL;
  return lf ? (size_t)(lf + 1 - p) : n;
}

/* Passes over bytes that are no text of the report. */
static DFMTI_RARE void pass(struct excerpt *x) {
  const size_t n = rest_of_line(x, SIZE_MAX);
  x->rest.bytes += n;
  x->passed += !x->in_line && x->what.form->several;
  dfmti_window_consume(&x->win, n);
}

/* So that lines have their numbers. Their places are among those of the lines that they stand for. */
static DFMTI_RARE uint64_t give_empty(struct excerpt *x, uint8_t *buf, size_t cap) {
  const size_t n = x->empty < cap ? (size_t)x->empty : cap;
  memset(buf, '\n', n);
  x->empty -= n;
  return n;
}

static DFMTI_RARE uint64_t give(struct excerpt *x, uint8_t *buf, size_t cap) {
  if (x->empty) return give_empty(x, buf, cap);
  if (x->moved) mark(x);
  const size_t n = rest_of_line(x, cap);
  memcpy(buf, dfmti_window_ptr(&x->win), n);
  dfmti_window_consume(&x->win, n);
  return n;
}

static DFMTI_RARE dfmt_status excerpt_read(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct excerpt *x = user;
  while (*got == 0) {
    dfmt_status st = reserve(x);
    while (x->ahead && st == DFMT_OK) st = begin(x);
    if (st == DFMT_OK) st = x->in_line ? fill(x, 1) : begin_line(x);
    if (st != DFMT_OK) return st;
    if (x->outside)
      pass(x);
    else
      *got = give(x, buf, dfmti_clamp(cap));
  }
  x->made += *got;
  return DFMT_OK;
}

static DFMTI_RARE void excerpt_close(void *user) {
  struct excerpt *x = user;
  dfmti_window_free(&x->win, &x->self->mem);
  dfmti_buf_free(&x->self->mem, &x->marks.list);
  dfmt_source_free(x->of);
}

static DFMTI_RARE dfmt_status refill(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct excerpt *x = user;
  if (!x->of) return DFMT_END;
  dfmt_status st = dfmt_source_read(x->of, buf, cap, got);
  if (st < 0) dfmti_errors_copy(&x->self->err, &x->of->err);
  return st;
}

DFMTI_RARE dfmt_status dfmti_source_excerpt(const dfmt_config *c, dfmt_source *of, const void *start, size_t len,
                                            const struct dfmti_excerpt *what, struct dfmti_places *places,
                                            dfmt_source **out) {
  static const dfmt_source_ops ops = {.size = sizeof ops, .read = excerpt_read, .close = excerpt_close};
  *out = NULL;
  dfmt_status st = dfmti_source_make(c, &ops, sizeof(struct excerpt), out);
  if (st != DFMT_OK) return st;
  struct excerpt *x = (*out)->user;
  x->self = *out;
  x->of = dfmt_source_ref(of);
  x->what = *what;
  x->ahead = what->at;
  x->line = what->lines;
  dfmti_window_open(&x->win, refill, x);
  x->below = places && places->line ? places : NULL;
  x->win.places = x->below ? NULL : places;
  x->places = (struct dfmti_places){place_of, x->below ? line_of : NULL};
  if (dfmti_window_preload(&x->win, &(*out)->mem, start, len)) return DFMT_OK;
  dfmt_source_free(*out);
  *out = NULL;
  return DFMT_E_NOMEM;
}

DFMTI_RARE struct dfmti_places *dfmti_source_excerpt_places(dfmt_source *s) {
  struct excerpt *x = s->user;
  return &x->places;
}

DFMTI_RARE const struct dfmti_excerpt_rest *dfmti_source_excerpt_rest(const dfmt_source *s) {
  const struct excerpt *x = s->user;
  return &x->rest;
}
