/* SPDX-License-Identifier: MIT */
/* Differences, with texts of limited length. */
#include "diff.h"

#include <string.h>

enum { MOST = 240, LEAD = 60 }; /* stored bytes of a text; LEAD: those before the first that differs */

static bool continues(char c) { return ((unsigned char)c & 0xc0) == 0x80; }

/* Moves to the start of a UTF-8 character. */
static uint64_t char_start(dfmt_str s, uint64_t at) {
  for (int i = 0; i < 3 && at > 0 && at < s.len && continues(s.ptr[at]); i++) at--;
  return at;
}

/* ---- storing ---- */

/* Appends a text from `skip` on; *len: as in struct dfmto_diff_difference. */
static bool keep(struct dfmto_diff *d, dfmt_str s, uint64_t skip, uint16_t *len) {
  struct dfmti_mem *m = &d->op->mem;
  struct dfmti_buf *b = &d->found.texts;
  const size_t start = b->len;
  const uint64_t from = char_start(s, skip < s.len ? skip : s.len);
  const uint64_t end = s.len - from <= MOST ? s.len : char_start(s, from + MOST);
  *len = 0;
  if (!s.ptr) return true;
  if ((from && !dfmti_buf_append(m, b, "...", 3)) ||
      (end > from && !dfmti_buf_append(m, b, s.ptr + from, (size_t)(end - from))) ||
      (end < s.len && !dfmti_buf_append(m, b, "...", 3)))
    return false;
  *len = (uint16_t)(b->len - start + 1);
  return true;
}

static bool keep_texts(struct dfmto_diff *d, const struct dfmto_diff_told *x, struct dfmto_diff_difference *f) {
  bool good = keep(d, x->record, 0, &f->len[DFMTO_FOUND_RECORD]) && keep(d, x->member, 0, &f->len[DFMTO_FOUND_MEMBER]);
  for (int i = 0; i < DFMTO_SIDES && good; i++) good = keep(d, x->place[i], 0, &f->len[DFMTO_FOUND_PLACES + i]);
  for (int i = 0; i < DFMTO_SIDES && good; i++) good = keep(d, x->text[i], x->skip, &f->len[DFMTO_FOUND_TEXTS + i]);
  return good;
}

static bool keep_one(struct dfmto_diff *d, const struct dfmto_diff_told *x) {
  struct dfmto_diff_finds *found = &d->found;
  struct dfmto_diff_difference f = {.start = found->texts.len, .change = (uint8_t)x->change};
  memcpy(f.offset, x->offset, sizeof f.offset);
  memcpy(f.has_offset, x->has_offset, sizeof f.has_offset);
  if (found->n == found->cap) {
    struct dfmto_diff_difference *more = dfmti_grow(&d->op->mem, found->list, &found->cap, 8, sizeof *more);
    if (!more) return false;
    found->list = more;
  }
  if (!keep_texts(d, x, &f)) return false;
  found->list[found->n++] = f;
  return true;
}

bool dfmto_diff_enough(const struct dfmto_diff *d) { return !d->whole && d->found.n_told >= (d->max ? d->max : 1); }

dfmt_status dfmto_diff_tell(struct dfmto_diff *d, const struct dfmto_diff_told *x) {
  struct dfmto_diff_finds *found = &d->found;
  const bool wanted = !d->max || found->n < d->max;
  const size_t len = found->texts.len;
  found->no_room = wanted && !found->full && !keep_one(d, x);
  if (found->no_room) {
    found->texts.len = len;
    return dfmto_no_memory(d->op);
  }
  found->n_told++;
  return DFMT_OK;
}

dfmt_str dfmto_diff_found_text(const struct dfmto_diff *d, const struct dfmto_diff_difference *f, int which) {
  size_t at = f->start;
  if (!f->len[which]) return (dfmt_str){NULL, 0};
  for (int i = 0; i < which; i++) at += f->len[i] ? f->len[i] - 1u : 0;
  return (dfmt_str){d->found.texts.ptr ? (const char *)d->found.texts.ptr + at : "", f->len[which] - 1u};
}

/* ---- undoing ---- */

struct dfmto_diff_mark dfmto_diff_mark(const struct dfmto_diff *d) {
  return (struct dfmto_diff_mark){d->found.n, d->found.texts.len, d->found.n_told};
}

void dfmto_diff_take_back(struct dfmto_diff *d, const struct dfmto_diff_mark *m) {
  d->found.n = m->n;
  d->found.texts.len = m->len;
  d->found.n_told = m->n_told;
}

/* ---- of events ---- */

static dfmt_str text(const char *s) { return (dfmt_str){s, strlen(s)}; }

/* "malloc"; "sample" */
static dfmt_str record_of(const struct dfmto_diff *d, const dfmt_event *ev) {
  const struct dfmto_diff_side *s = &d->side[DFMTO_BEFORE];
  const dfmt_type *type = dfmt_describe(ev->type);
  struct dfmto_entry_key key;
  if (s->entries && !(s->differ && s->differ->by_type) && s->entries->key(ev, &key)) return key.name;
  const char *last = type ? strrchr(type->name, '.') : NULL;
  return text(last ? last + 1 : type ? type->name : "?");
}

static void put_event(const struct dfmto_diff *d, struct dfmto_diff_told *x, struct dfmto_diff_place *place, int which,
                      const dfmt_event *ev) {
  place->text = (dfmt_str){NULL, 0};
  if (d->differ && d->differ->place) d->differ->place(ev, place);
  x->place[which] = place->text;
  x->offset[which] = ev->offset;
  x->has_offset[which] = true;
}

dfmt_status dfmto_diff_tell_only(struct dfmto_diff *d, int which, const dfmt_event *ev) {
  struct dfmto_diff_told x = {.change = which == DFMTO_BEFORE ? DFMT_DIFF_GONE : DFMT_DIFF_NEW,
                              .record = record_of(d, ev)};
  struct dfmto_diff_place place;
  put_event(d, &x, &place, which, ev);
  return dfmto_diff_tell(d, &x);
}

/* Where texts are to start, so that they include the first byte that differs. */
static uint64_t lead_of(dfmt_str a, dfmt_str b) {
  const uint64_t n = a.len < b.len ? a.len : b.len;
  uint64_t at = 0;
  if (!a.ptr || !b.ptr || (a.len <= MOST && b.len <= MOST)) return 0;
  while (at < n && a.ptr[at] == b.ptr[at]) at++;
  return at > LEAD ? at - LEAD : 0;
}

dfmt_status dfmto_diff_tell_member(struct dfmto_diff *d, const dfmt_event *a, const dfmt_event *b, dfmt_str member,
                                   dfmt_str before, dfmt_str after) {
  struct dfmto_diff_told x = {.change = DFMT_DIFF_CHANGED,
                              .record = record_of(d, a),
                              .member = member,
                              .text = {before, after},
                              .skip = lead_of(before, after)};
  struct dfmto_diff_place places[DFMTO_SIDES];
  put_event(d, &x, &places[DFMTO_BEFORE], DFMTO_BEFORE, a);
  put_event(d, &x, &places[DFMTO_AFTER], DFMTO_AFTER, b);
  return dfmto_diff_tell(d, &x);
}
