/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "diff.h"
#include "op/choose.h"
#include "op/reading.h"

dfmt_status dfmto_diff_side_open(struct dfmto_diff *d, int which) {
  dfmto_turn(d->op, (size_t)which);
  return dfmto_open(d->op, d->op->inputs[which]);
}

/* ---- compared events ---- */

static const struct dfmto_diff_format *find(const struct dfmto_diff_format *const *all, uint32_t format) {
  for (size_t i = 0; all[i]; i++)
    if (all[i]->format == format) return all[i];
  return NULL;
}

/* Looks up tables of the format, known from the first event, and which values come in one piece. */
static void learn(struct dfmto_diff *d, struct dfmto_diff_side *s) {
  uint64_t given;
  if (s->learned) return;
  const uint32_t format = dfmto_format(d->op);
  s->learned = true;
  s->differ = find(d->formats, format);
  s->entries = dfmto_entry_find(format);
  const struct dfmto_entry_way_option *o = s->entries ? dfmto_entry_way_of(s->entries, DFMTO_WAY_CHANGES) : NULL;
  if (!o || !o->in_one_piece || dfmt_config_get(d->op->config, DFMT_CFG_MAX_INLINE, &given) != DFMT_OK) return;
  if (given == dfmt_option_find(DFMT_CFG_MAX_INLINE)->def)
    (void)dfmt_reader_limit(d->op->reader, DFMT_CFG_MAX_INLINE, UINT64_MAX);
}

/* out: whether the event is compared. */
static dfmt_status takes_part(struct dfmto_diff *d, const struct dfmto_diff_side *s, const dfmt_event *ev, bool *out) {
  struct dfmto_entry_key key;
  dfmt_str name;
  *out = !s->differ || !s->differ->compared || s->differ->compared(ev);
  if (!*out || !d->ignores || !s->entries || !s->entries->key(ev, &key)) return DFMT_OK;
  if (!dfmto_entry_whole_key(&d->op->mem, &d->key, &key, &name)) return dfmto_no_memory(d->op);
  *out = !dfmto_is_chosen(d->op, DFMT_OPS_DIFF_IGNORE, name, false, 0);
  return DFMT_OK;
}

/* ---- the queue ---- */

static bool reserve(struct dfmto_diff *d, struct dfmto_diff_side *s) {
  if (s->first && s->first + s->n == s->cap) {
    memmove(s->queue, s->queue + s->first, s->n * sizeof *s->queue);
    s->first = 0;
  }
  if (s->n < s->cap) return true;
  struct dfmto_diff_item *more = dfmti_grow(&d->op->mem, s->queue, &s->cap, 4, sizeof *more);
  if (more) s->queue = more;
  return more != NULL;
}

static void append(struct dfmto_diff_side *s) {
  struct dfmto_diff_item *x = dfmto_diff_item_at(s, s->n++);
  x->ev = s->ev;
  x->clone = NULL;
  x->pending = s->ev->flags & DFMT_EVENT_FLAG_PAYLOAD || (s->differ && s->differ->values);
  x->hashed = x->differs = false;
  x->size = 0;
  s->piece = (dfmt_str){NULL, 0};
  s->ev = NULL;
}

/* The reader's event is copied before the reader continues. */
static dfmt_status keep_last(struct dfmto_diff *d, int which) {
  struct dfmto_diff_side *s = &d->side[which];
  struct dfmto_diff_item *x = s->n ? dfmto_diff_item_at(s, s->n - 1) : NULL;
  if (!x || x->clone) return DFMT_OK;
  dfmt_status st = dfmto_diff_value_hash(d, which, x);
  if (st != DFMT_OK) return st;
  const dfmt_config *c = dfmto_helpers(d->op);
  if (!c || dfmt_event_clone(c, x->ev, &x->clone) != DFMT_OK) return dfmto_no_memory(d->op);
  x->ev = x->clone;
  return DFMT_OK;
}

/* ---- reading ---- */

/* Sets s->ev to the next event that is not a diagnostic; END. */
static dfmt_status next_event(struct dfmto_diff *d, struct dfmto_diff_side *s) {
  while (!s->ev) {
    const dfmt_event *ev;
    dfmt_status st = dfmto_next(d->op, &ev);
    if (st != DFMT_OK) return st;
    if (ev->type == DFMT_DIAGNOSTIC)
      d->n_problems += dfmt_event_diagnostic(ev)->severity != DFMT_SEVERITY_NOTE;
    else
      s->ev = ev;
  }
  learn(d, s);
  return DFMT_OK;
}

/* Sets s->ev to the next compared event, or the side has ended. */
static dfmt_status find_event(struct dfmto_diff *d, int which) {
  struct dfmto_diff_side *s = &d->side[which];
  dfmto_turn(d->op, (size_t)which);
  for (bool wanted = false; !wanted && !s->ended;) {
    dfmt_status st = next_event(d, s);
    s->ended = st == DFMT_END;
    if (s->ended) return DFMT_OK;
    if (st == DFMT_OK) st = takes_part(d, s, s->ev, &wanted);
    if (st != DFMT_OK) return st;
    if (!wanted) s->ev = NULL;
  }
  return DFMT_OK;
}

static dfmt_status read_one(struct dfmto_diff *d, int which) {
  struct dfmto_diff_side *s = &d->side[which];
  dfmt_status st = keep_last(d, which);
  if (st == DFMT_OK) st = find_event(d, which);
  if (st != DFMT_OK || s->ended) return st;
  if (!reserve(d, s)) return dfmto_no_memory(d->op);
  append(s);
  return DFMT_OK;
}

dfmt_status dfmto_diff_side_peek(struct dfmto_diff *d, int which, size_t i, struct dfmto_diff_item **out) {
  struct dfmto_diff_side *s = &d->side[which];
  dfmt_status st = DFMT_OK;
  while (st == DFMT_OK && s->n <= i && !s->ended) st = read_one(d, which);
  *out = st == DFMT_OK && s->n > i ? dfmto_diff_item_at(s, i) : NULL;
  return st;
}

void dfmto_diff_side_pop(struct dfmto_diff *d, int which) {
  struct dfmto_diff_side *s = &d->side[which];
  dfmt_event_free(dfmto_diff_item_at(s, 0)->clone);
  s->first++;
  s->n--;
  s->compared++;
  if (s->n == 0) s->first = 0;
}

/* ---- without the queue ---- */

void dfmto_diff_side_leave_queue(struct dfmto_diff_side *s) {
  if (s->n) s->ev = dfmto_diff_item_at(s, 0)->ev;
  s->n = 0;
}

dfmt_status dfmto_diff_side_event(struct dfmto_diff *d, int which, const dfmt_event **ev) {
  const dfmt_status st = find_event(d, which);
  *ev = d->side[which].ev;
  return st;
}

void dfmto_diff_side_free(struct dfmto_diff *d, int which) {
  struct dfmto_diff_side *s = &d->side[which];
  for (size_t i = 0; i < s->n; i++) dfmt_event_free(dfmto_diff_item_at(s, i)->clone);
  dfmti_free(&d->op->mem, s->queue, s->cap * sizeof *s->queue);
  *s = (struct dfmto_diff_side){.compared = s->compared, .ended = true};
}
