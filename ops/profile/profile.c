/* SPDX-License-Identifier: MIT */
/* Functions that inputs, rows and documents of a profile share. */
#include "profile.h"

void dfmto_profile_measure_look(struct dfmto_profile_measure_sum *x, const struct dfmto_profile_measure *m) {
  x->n++;
  x->n_on += !m->is_away;
  x->has_others = x->has_others || !m->is_ns;
}

void dfmto_profile_measures_look(struct dfmto_profile_measure_sum *x, const struct dfmto_profile_store *s) {
  for (size_t i = 0; i < s->n_measures; i++) dfmto_profile_measure_look(x, &s->measures[i]);
}

bool dfmto_profile_measures_add_up(const struct dfmto_profile_measure_sum *x) {
  return x->n <= 1 || (x->n_on <= 1 && !x->has_others);
}

bool dfmto_profile_adds_up(const struct dfmto_profile *p) {
  struct dfmto_profile_measure_sum all = {0};
  dfmto_profile_measures_look(&all, &p->store);
  return p->weight == DFMT_PROFILE_WEIGHT_COUNT || dfmto_profile_measures_add_up(&all);
}

const char *dfmto_profile_unit(const dfmt_op *op) {
  const struct dfmto_profile *p = op->state;
  bool ns = p->store.n_measures > 0, bytes = ns;
  if (!p->format) return "";
  if (p->weight == DFMT_PROFILE_WEIGHT_COUNT) return p->format->count_unit;
  if (p->format->unit) return p->format->unit;
  for (size_t i = 0; i < p->store.n_measures; i++) {
    ns = ns && p->store.measures[i].is_ns;
    bytes = bytes && p->store.measures[i].is_bytes;
  }
  return ns ? "ns" : bytes ? "bytes" : "events";
}

dfmt_status dfmto_profile_weight_name(dfmt_op *op, struct dfmti_buf *out) {
  const struct dfmto_profile_store *s = &dfmto_profile_of(op)->store;
  for (size_t i = 0; i < s->n_measures; i++) {
    dfmt_str name = dfmto_text_at(&s->texts, s->measures[i].name);
    if (s->measures[i].count == 0) continue;
    if ((out->len && !dfmti_buf_append(&op->mem, out, ", ", 2)) ||
        !dfmti_buf_append(&op->mem, out, name.ptr, (size_t)name.len))
      return dfmto_no_memory(op);
  }
  return DFMT_OK;
}

/* Samples refer to their stacks by nodes of the tree, which then cannot be moved. */
dfmt_status dfmto_profile_relieve(dfmt_op *op, dfmt_status st) {
  struct dfmto_profile *p = op->state;
  return p->keep == DFMT_PROFILE_KEEP_SAMPLES ? st : dfmto_profile_stacks_relieve(op, &p->store.stacks, st);
}

void dfmto_profile_note(dfmt_op *op, const dfmt_event *ev) {
  const dfmt_diagnostic *d = dfmt_event_diagnostic(ev);
  if (d && d->severity >= DFMT_SEVERITY_WARNING && d->status != DFMT_OK) dfmto_profile_of(op)->is_damaged = true;
}

dfmt_status dfmto_profile_check(dfmt_op *op, uint32_t least) {
  static const char *const why[] = {"", "", "stacks were not kept: set keep to stacks",
                                    "places were not kept: set keep to places",
                                    "samples were not kept: set keep to samples"};
  if (dfmto_profile_of(op)->merging) return dfmti_fail_state(&op->err, "a profile was merged in part: merge it again");
  if (op->stage != DFMTO_DONE) return dfmti_fail_state(&op->err, "the profile has not run to its end");
  return dfmto_profile_of(op)->keep >= least
             ? DFMT_OK
             : dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_STATE, "%s", why[least]);
}
