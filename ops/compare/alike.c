/* SPDX-License-Identifier: MIT */
/* Whether profiles can be compared: they have the same kind of weight, and kept the same data. */
#include <string.h>

#include "base/str.h"
#include "compare.h"

static bool has_measure(const struct dfmto_profile_store *s, dfmt_str name, bool is_away) {
  bool found = false;
  for (size_t i = 0; i < s->n_measures && !found; i++)
    found = s->measures[i].is_away == is_away && dfmti_same(dfmto_text_at(&s->texts, s->measures[i].name), name);
  return found;
}

/* Every measure of one could have been counted by the other, too. */
static bool has_measures_of(const struct dfmto_profile_store *s, const struct dfmto_profile_store *other) {
  bool all = true;
  for (size_t i = 0; i < other->n_measures && all; i++) {
    const struct dfmto_profile_measure *m = &other->measures[i];
    all = !m->count || has_measure(s, dfmto_text_at(&other->texts, m->name), m->is_away);
  }
  return all;
}

/* A profile without samples is like any other. */
static bool are_alike(dfmt_op *a, dfmt_op *b) {
  const struct dfmto_profile *p = dfmto_profile_of(a), *q = dfmto_profile_of(b);
  if (p->format != q->format || p->weight != q->weight) return false;
  if (!p->store.count || !q->store.count) return true;
  return strcmp(dfmto_profile_unit(a), dfmto_profile_unit(b)) == 0 && has_measures_of(&p->store, &q->store) &&
         has_measures_of(&q->store, &p->store);
}

/* Writes "cpu-cycles (events)" to room; false: no memory. */
static bool tell_weight(dfmt_op *op, char *room, size_t cap) {
  struct dfmti_buf name = {0};
  char quoted[120];
  bool good = dfmto_profile_weight_name(op, &name) == DFMT_OK;
  if (good)
    snprintf(room, cap, "%s (%s)", dfmti_quote(quoted, sizeof quoted, name.ptr, name.len), dfmto_profile_unit(op));
  dfmti_buf_free(&op->mem, &name);
  return good;
}

static dfmt_status refuse(dfmt_op *first, dfmt_op *op, dfmt_op *teller) {
  char one[160], other[160];
  if (!tell_weight(first, one, sizeof one) || !tell_weight(op, other, sizeof other)) return dfmto_no_memory(teller);
  return dfmti_fail(&teller->err, DFMT_E_ARG, DFMT_ERR_ARGUMENT,
                    "weights of different events are not compared: one profile has %s, another %s", one, other);
}

/* ---- all runs ---- */

static dfmt_status check_alike(dfmt_op *first, dfmt_op *op, dfmt_op *teller) {
  return are_alike(first, op) ? DFMT_OK : refuse(first, op, teller);
}

size_t dfmto_compare_n_runs(const struct dfmto_compare_runs *r, int side) {
  size_t n = 0;
  for (size_t i = 0; i < r->n; i++) n += r->list[i] && (i < r->n_before) == (side == BEFORE);
  return n;
}

dfmt_op *dfmto_compare_first(const struct dfmto_compare_runs *r, int side) {
  size_t i = side == BEFORE ? 0 : r->n_before;
  while (!r->list[i]) i++;
  return r->list[i];
}

/* Checks one run: it kept at least that, and has data and weight of the same kind as the first one. */
static dfmt_status check_run(dfmt_op *op, dfmt_op *run, uint32_t least) {
  dfmt_op *first = dfmto_compare_first(op->state, BEFORE);
  dfmt_status st = dfmto_profile_check(run, least);
  if (st != DFMT_OK) return dfmto_fail_as(op, &run->err.e);
  return check_alike(first, run, op);
}

static dfmt_status check_runs(dfmt_op *op, uint32_t least) {
  const struct dfmto_compare_runs *r = op->state;
  dfmt_status st = DFMT_OK;
  if (!dfmto_compare_n_runs(r, BEFORE) || !dfmto_compare_n_runs(r, AFTER))
    return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_ARGUMENT,
                      "a side has no run: give inputs from before and from after");
  for (size_t i = 0; i < r->n && st == DFMT_OK; i++)
    if (r->list[i]) st = check_run(op, r->list[i], least);
  return st;
}

dfmt_status dfmto_compare_check(dfmt_op *op, const struct dfmto_answer *is) {
  (void)is;
  dfmt_status st = check_runs(op, DFMT_PROFILE_KEEP_FUNCTIONS);
  if (st != DFMT_OK) return st;
  if (dfmto_profile_of(dfmto_compare_first(op->state, BEFORE))->keep < DFMT_PROFILE_KEEP_STACKS) return DFMT_OK;
  return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_ARGUMENT,
                    "profiles are compared by functions or files: keep these");
}

dfmt_status dfmto_compare_check_stacks(dfmt_op *op) { return check_runs(op, DFMT_PROFILE_KEEP_STACKS); }
