/* SPDX-License-Identifier: MIT */
#include "source_text.h"

#include <stddef.h>
#include <string.h>

#include "base/config.h"
#include "base/rare.h"
#include "base/utf8.h"
#include "carrier.h"
#include "mail.h"
#include "marks.h"
#include "utf16.h"

/* A place, in bytes of the stream and of the file, which moves with the window: from there to another is counted. */
struct places {
  struct dfmti_places base;
  uint64_t at, place;
};

struct text {
  dfmt_source *self, *of;
  struct places places;
  struct dfmti_window win; /* of `of` */
  uint32_t kind;
  bool known;
  struct dfmti_utf16 utf16;
  struct dfmti_mail mail;
  struct dfmti_marks marks;       /* of a mail */
  uint64_t made, end;             /* bytes given of it; where the last of them ends */
  uint64_t gap;                   /* how much further in the file it was */
  uint8_t rest[DFMTI_UTF16_MOST]; /* of a character for which there was too little room */
  size_t n_rest, at_rest;
  size_t left;
};

static DFMTI_RARE dfmt_status fill(struct text *x, size_t want) {
  dfmt_status st = dfmti_window_fill(&x->win, &x->self->mem, want);
  return st == DFMT_E_NOMEM && x->self->err.e.status != st ? dfmti_fail_mem(&x->self->err, &x->self->mem) : st;
}

/* The kind, by no more bytes than tell it. A source that fails is judged by what came before. */
static DFMTI_RARE dfmt_status look(struct text *x) {
  for (size_t want = 0; !x->known;) {
    const dfmt_status st = fill(x, want);
    if (st != DFMT_OK && st != DFMT_END) return st;
    const uint8_t *p = dfmti_window_ptr(&x->win);
    const size_t n = dfmti_window_len(&x->win);
    want = dfmti_carrier_wants(p, n);
    if (want > n && st == DFMT_OK) continue;
    const struct dfmti_carrier c = dfmti_carrier_of(p, n);
    x->kind = c.kind;
    x->utf16.big = c.kind == DFMT_WRAPPER_UTF16BE;
    x->known = true;
    dfmti_window_consume(&x->win, c.mark);
  }
  return DFMT_OK;
}

static DFMTI_RARE dfmt_status give_plain(struct text *x, void *buf, size_t cap, uint64_t *got) {
  const dfmt_status st = fill(x, 1);
  if (st != DFMT_OK) return st;
  *got = dfmti_min(cap, dfmti_window_len(&x->win));
  memcpy(buf, dfmti_window_ptr(&x->win), (size_t)*got);
  dfmti_window_consume(&x->win, (size_t)*got);
  return DFMT_OK;
}

static DFMTI_RARE void give_rest(struct text *x, void *buf, size_t cap, uint64_t *got) {
  const size_t n = dfmti_min(cap, x->n_rest - x->at_rest);
  memcpy(buf, x->rest + x->at_rest, n);
  x->at_rest += n;
  if (x->at_rest == x->n_rest) x->n_rest = x->at_rest = 0;
  *got = n;
}

/* Takes units that are in the window, directly where there is room for any character. */
static DFMTI_RARE void take(struct text *x, void *buf, size_t cap, uint64_t *got) {
  const uint8_t *p = dfmti_window_ptr(&x->win);
  size_t n = dfmti_window_len(&x->win);
  const size_t had = n;
  if (cap >= DFMTI_UTF16_MOST)
    *got = dfmti_utf16_take(&x->utf16, &p, &n, buf, cap);
  else
    x->n_rest = dfmti_utf16_take(&x->utf16, &p, &n, x->rest, sizeof x->rest);
  dfmti_window_consume(&x->win, had - n);
}

static uint32_t u32(uint64_t v) { return v <= UINT32_MAX ? (uint32_t)v : 0; }

/* Takes what is in the window of a mail, as far as what follows tells what it is. st: of the filling. */
static DFMTI_RARE dfmt_status take_mail(struct text *x, dfmt_status st, uint8_t *buf, size_t cap, uint64_t *got) {
  const uint8_t *const p = dfmti_window_ptr(&x->win), *at = p;
  const size_t had = dfmti_window_len(&x->win);
  size_t left = had;
  while (*got < cap && left && (left >= DFMTI_MAIL_LOOK || st == DFMT_END)) {
    if (!dfmti_marks_reserve(&x->self->mem, &x->marks)) break;
    const uint64_t place = dfmti_window_offset(&x->win) + (had - left);
    const struct dfmti_place_mark mark = {x->made, place, u32(place - x->end), u32(x->mail.lines + 1)};
    const bool moved = !x->mail.in_line || place - x->made != x->gap;
    const size_t made = dfmti_mail_take(&x->mail, &at, &left, buf + *got, cap - (size_t)*got);
    if (made && moved) dfmti_marks_add(&x->self->mem, &x->marks, mark);
    if (made) x->gap = place - x->made;
    if (made) x->end = dfmti_window_offset(&x->win) + (had - left);
    x->made += made;
    *got += made;
  }
  dfmti_window_consume(&x->win, had - left);
  if (had == 0) return DFMT_END;
  return had > left ? DFMT_OK : dfmti_fail_mem(&x->self->err, &x->self->mem);
}

/* There is no unit. What is not whole stays where it is as long as more may come. */
static DFMTI_RARE dfmt_status no_unit(struct text *x, dfmt_status st) {
  if (st != DFMT_END) return st;
  x->left = dfmti_window_len(&x->win);
  x->n_rest = dfmti_utf16_end(&x->utf16, x->rest);
  return x->n_rest ? DFMT_OK : DFMT_END;
}

static DFMTI_RARE dfmt_status text_read(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct text *x = user;
  dfmt_status known = x->known ? DFMT_OK : look(x);
  if (known != DFMT_OK) return known;
  if (x->kind == DFMT_WRAPPER_NONE) return give_plain(x, buf, dfmti_clamp(cap), got);
  while (*got == 0) {
    if (x->n_rest) {
      give_rest(x, buf, dfmti_clamp(cap), got);
      break;
    }
    const bool mail = x->kind == DFMT_WRAPPER_TEXT;
    dfmt_status st = fill(x, mail ? (size_t)DFMTI_MAIL_LOOK : 2);
    if (mail && (st == DFMT_OK || st == DFMT_END))
      st = take_mail(x, st, buf, dfmti_clamp(cap), got);
    else if (st == DFMT_OK)
      take(x, buf, dfmti_clamp(cap), got);
    else if (!mail)
      st = no_unit(x, st);
    if (st != DFMT_OK) return st;
  }
  return DFMT_OK;
}

static DFMTI_RARE void text_close(void *user) {
  struct text *x = user;
  dfmti_window_free(&x->win, &x->self->mem);
  dfmti_buf_free(&x->self->mem, &x->marks.list);
  dfmt_source_free(x->of);
}

static DFMTI_RARE dfmt_status refill(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct text *x = user;
  dfmt_status st = dfmt_source_read(x->of, buf, cap, got);
  if (st < 0) dfmti_errors_copy(&x->self->err, &x->of->err);
  return st;
}

static const dfmt_source_ops text_ops = {.size = sizeof text_ops, .read = text_read, .close = text_close};

DFMTI_RARE dfmt_status dfmti_source_text(const dfmt_config *c, dfmt_source *of, const void *start, size_t len,
                                         uint32_t kind, dfmt_source **out) {
  *out = NULL;
  dfmt_status st = dfmti_source_make(c, &text_ops, sizeof(struct text), out);
  if (st != DFMT_OK) return st;
  struct text *x = (*out)->user;
  x->self = *out;
  x->of = dfmt_source_ref(of);
  x->kind = kind;
  x->known = kind != DFMT_WRAPPER_NONE;
  x->utf16.big = kind == DFMT_WRAPPER_UTF16BE;
  dfmti_window_open(&x->win, refill, x);
  if (dfmti_window_preload(&x->win, &(*out)->mem, start, len)) return DFMT_OK;
  dfmt_source_free(*out);
  *out = NULL;
  return DFMT_E_NOMEM;
}

DFMTI_RARE dfmt_status dfmt_source_text(const dfmt_config *c, dfmt_source *s, dfmt_source **out) {
  if (!out) return DFMT_E_ARG;
  *out = NULL;
  return s ? dfmti_source_text(c, s, NULL, 0, DFMT_WRAPPER_NONE, out) : DFMT_E_ARG;
}

static DFMTI_RARE uint64_t place_of(struct dfmti_places *of, const uint8_t *buf, uint64_t base, uint64_t to) {
  struct places *x = (struct places *)of;
  if (to > x->at) x->place += 2 * dfmti_utf8_units(buf + (x->at - base), (size_t)(to - x->at));
  if (to < x->at) x->place -= 2 * dfmti_utf8_units(buf + (to - base), (size_t)(x->at - to));
  x->at = to;
  return x->place;
}

/* ---- of a mail, which begins with the file ---- */

static struct text *text_of(struct dfmti_places *places) {
  return (struct text *)(void *)((char *)places - offsetof(struct text, places));
}

static DFMTI_RARE uint64_t mail_place_of(struct dfmti_places *places, const uint8_t *buf, uint64_t base, uint64_t to) {
  struct text *x = text_of(places);
  const struct dfmti_place_mark *m = dfmti_marks_find(&x->marks, false, to);
  (void)buf;
  x->marks.asked = base;
  return to == x->made ? x->end : dfmti_place_mark_along(m, to);
}

static DFMTI_RARE uint64_t mail_line_of(struct dfmti_places *places, uint64_t place, uint64_t line) {
  const struct dfmti_place_mark *m = dfmti_marks_find(&text_of(places)->marks, true, place);
  return m && m->line && dfmti_place_mark_begin(m) <= place ? m->line : line;
}

DFMTI_RARE struct dfmti_places *dfmti_source_text_places(dfmt_source *s, uint64_t origin) {
  struct text *x = s->user;
  x->places = (struct places){.base = {place_of, NULL}, .place = origin};
  if (x->kind == DFMT_WRAPPER_TEXT) x->places.base = (struct dfmti_places){mail_place_of, mail_line_of};
  return &x->places.base;
}

DFMTI_RARE size_t dfmti_source_text_left(const dfmt_source *s) {
  const struct text *x = s->user;
  return x->left;
}
