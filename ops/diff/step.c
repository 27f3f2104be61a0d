/* SPDX-License-Identifier: MIT */
/*
 *   heads match: compare and remove both   else: look ahead for the nearest place where both files match again;
 *                                          records before it are in one file only
 */
#include "base/str.h"
#include "diff.h"

enum {
  LOOK_AHEAD = 64, /* records on each side that are searched for a place where both match again */
  IN_STEP = 2      /* consecutive records that must match there */
};

/* ---- two records ---- */

static bool alike(const struct dfmto_diff *d, const dfmt_event *a, const dfmt_event *b) {
  const struct dfmto_entry_format *e = d->side[DFMTO_BEFORE].entries;
  struct dfmto_entry_key x, y;
  if (a->type != b->type) return false;
  if (d->differ && d->differ->alike) return d->differ->alike(a, b);
  return !e || !e->key(a, &x) || !e->key(b, &y) || dfmti_same(x.name, y.name);
}

static dfmt_status compare_values(struct dfmto_diff *d, const struct dfmto_diff_item *a,
                                  const struct dfmto_diff_item *b) {
  char rooms[DFMTO_SIDES][DFMTO_VALUE_TEXT];
  if (dfmto_diff_values_same(a, b)) return DFMT_OK;
  return dfmto_diff_tell_member(d, a->ev, b->ev, (dfmt_str){"value", 5}, dfmto_diff_value_text(a, rooms[DFMTO_BEFORE]),
                                dfmto_diff_value_text(b, rooms[DFMTO_AFTER]));
}

static dfmt_status differ(struct dfmto_diff *d, const struct dfmto_diff_item *a, const struct dfmto_diff_item *b) {
  const struct dfmto_diff_format *x = d->differ;
  dfmt_status st = DFMT_OK;
  if (x && x->differ) return x->differ(d, a->ev, b->ev);
  if (!x || !x->values) st = dfmto_diff_members(d, a->ev, b->ev);
  return st == DFMT_OK && !dfmto_diff_enough(d) ? compare_values(d, a, b) : st;
}

/* Compares and removes both heads. */
static dfmt_status compare(struct dfmto_diff *d, struct dfmto_diff_item *a, struct dfmto_diff_item *b) {
  dfmt_status st = dfmto_diff_values_read(d, a, b);
  if (st != DFMT_OK) return st;
  const struct dfmto_diff_mark mark = dfmto_diff_mark(d);
  st = differ(d, a, b);
  if (st != DFMT_OK) {
    dfmto_diff_take_back(d, &mark);
    return st;
  }
  dfmto_diff_side_pop(d, DFMTO_BEFORE);
  dfmto_diff_side_pop(d, DFMTO_AFTER);
  return DFMT_OK;
}

/* ---- records of one file ---- */

/* Reports records found to be in one file only. */
static dfmt_status pass_over(struct dfmto_diff *d, int which) {
  for (; d->side[which].alone && !dfmto_diff_enough(d); d->side[which].alone--) {
    dfmt_status st = dfmto_diff_tell_only(d, which, dfmto_diff_item_at(&d->side[which], 0)->ev);
    if (st != DFMT_OK) return st;
    dfmto_diff_side_pop(d, which);
  }
  return DFMT_OK;
}

/* yes: from these places on, IN_STEP records match, or both files end. */
static dfmt_status in_step(struct dfmto_diff *d, size_t i, size_t k, bool *yes) {
  *yes = false;
  for (size_t n = 0; n < IN_STEP; n++) {
    struct dfmto_diff_item *a, *b;
    dfmt_status st = dfmto_diff_side_peek(d, DFMTO_BEFORE, i + n, &a);
    if (st == DFMT_OK) st = dfmto_diff_side_peek(d, DFMTO_AFTER, k + n, &b);
    if (st != DFMT_OK) return st;
    *yes = !a && !b ? n > 0 : a && b && alike(d, a->ev, b->ev);
    if (!*yes || !a) return DFMT_OK;
  }
  return DFMT_OK;
}

/* Finds the nearest place where both match again. */
static dfmt_status find_step(struct dfmto_diff *d, size_t *i, size_t *k, bool *found) {
  for (size_t sum = 1; sum <= LOOK_AHEAD; sum++)
    for (*i = 0; *i <= sum; ++*i) {
      *k = sum - *i;
      dfmt_status st = in_step(d, *i, *k, found);
      if (st != DFMT_OK || *found) return st;
    }
  return DFMT_OK;
}

/* Records before the place where both match again are in one file only; without such a place, both heads are. */
static dfmt_status look_ahead(struct dfmto_diff *d) {
  size_t i, k;
  bool found = false;
  dfmt_status st = find_step(d, &i, &k, &found);
  if (st != DFMT_OK) return st;
  d->side[DFMTO_BEFORE].alone = found ? i : 1;
  d->side[DFMTO_AFTER].alone = found ? k : 1;
  return DFMT_OK;
}

/* ---- a step ---- */

/* One file has ended. After damage, nothing is known of the rest. */
static dfmt_status take_rest(struct dfmto_diff *d, int which, bool *done) {
  *done = d->side[1 - which].cut;
  d->side[which].alone = 1;
  return DFMT_OK;
}

dfmt_status dfmto_diff_step(struct dfmto_diff *d, bool *done) {
  struct dfmto_diff_item *a = NULL, *b = NULL;
  *done = false;
  dfmt_status st = pass_over(d, DFMTO_BEFORE);
  if (st == DFMT_OK) st = pass_over(d, DFMTO_AFTER);
  if (st == DFMT_OK) st = dfmto_diff_side_peek(d, DFMTO_BEFORE, 0, &a);
  if (st == DFMT_OK) st = dfmto_diff_side_peek(d, DFMTO_AFTER, 0, &b);
  if (st != DFMT_OK) return st;
  *done = (!a && !b) || dfmto_diff_enough(d);
  if (*done) return DFMT_OK;
  if (!a || !b) return take_rest(d, a ? DFMTO_BEFORE : DFMTO_AFTER, done);
  return alike(d, a->ev, b->ev) ? compare(d, a, b) : look_ahead(d);
}
