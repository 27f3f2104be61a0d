/* SPDX-License-Identifier: MIT */
/* Whether profiles can be compared: they weigh the same thing, and keep the same of it. */
#include <string.h>

#include "base/str.h"
#include "compare.h"

static bool has_measure(const struct dfmto_profile_store *s, dfmt_str name, bool is_away) {
  bool found = false;
  for (size_t i = 0; i < s->n_measures && !found; i++)
    found = s->measures[i].is_away == is_away && dfmti_same(dfmto_text_at(&s->texts, s->measures[i].name), name);
  return found;
}

/* All that one of them counted the other could have counted, too. */
static bool has_measures_of(const struct dfmto_profile_store *s, const struct dfmto_profile_store *other) {
  bool all = true;
  for (size_t i = 0; i < other->n_measures && all; i++) {
    const struct dfmto_profile_measure *m = &other->measures[i];
    all = !m->count || has_measure(s, dfmto_text_at(&other->texts, m->name), m->is_away);
  }
  return all;
}

/* Nothing is unlike a profile of no samples. */
static bool are_alike(dfmt_op *a, dfmt_op *b) {
  const struct dfmto_profile *p = dfmto_profile_of(a), *q = dfmto_profile_of(b);
  if (p->format != q->format || p->weight != q->weight) return false;
  if (!p->store.count || !q->store.count) return true;
  return strcmp(dfmto_profile_unit(a), dfmto_profile_unit(b)) == 0 && has_measures_of(&p->store, &q->store) &&
         has_measures_of(&q->store, &p->store);
}

/* "cpu-cycles (events)" into room; false: no memory. */
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

dfmt_status dfmto_compare_check_alike(dfmt_op *first, dfmt_op *op, dfmt_op *teller) {
  return are_alike(first, op) ? DFMT_OK : refuse(first, op, teller);
}
