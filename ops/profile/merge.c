/* SPDX-License-Identifier: MIT */
/*
 * Merges a profile into another. Names first, which do not change any rows; then weights, where a failing call records
 * its progress; then sums.
 */
#include <string.h>

#include "base/str.h"
#include "profile.h"

/* Maps numbers of `from` to numbers of `into`. */
struct maps {
  uint32_t *measures, *groups, *functions, *places;
};

static dfmt_str text_of(const struct dfmto_profile *p, uint32_t text) { return dfmto_text_at(&p->store.texts, text); }

/* ---- what can be merged ---- */

/* Has a measure of the same name. */
static bool has_measure(const struct dfmto_profile *p, dfmt_str name, bool is_away) {
  for (size_t i = 0; i < p->store.n_measures; i++) {
    dfmt_str s = text_of(p, p->store.measures[i].name);
    if (p->store.measures[i].is_away == is_away && dfmti_same(s, name)) return true;
  }
  return false;
}

static bool adds_up(const struct dfmto_profile *to, const struct dfmto_profile *from) {
  struct dfmto_profile_measure_sum all = {0};
  dfmto_profile_measures_look(&all, &to->store);
  for (size_t i = 0; i < from->store.n_measures; i++) {
    const struct dfmto_profile_measure *m = &from->store.measures[i];
    if (!has_measure(to, text_of(from, m->name), m->is_away)) dfmto_profile_measure_look(&all, m);
  }
  return to->weight == DFMT_PROFILE_WEIGHT_COUNT || from->group & DFMT_PROFILE_BY_EVENT ||
         dfmto_profile_measures_add_up(&all);
}

static const char *why_not(const struct dfmto_profile *to, const struct dfmto_profile *from) {
  if (to->periods || from->periods) return "the spread over time of two profiles is not merged";
  if (to->keep != from->keep || to->weight != from->weight || to->cpu != from->cpu || to->heap != from->heap)
    return "profiles of different options are not merged";
  if (!from->format) return NULL;
  if (to->format && to->format != from->format) return "profiles of different formats are not merged";
  if (to->group != from->group && (to->format || !(to->group & DFMT_PROFILE_BY_USUAL)))
    return "profiles of different options are not merged";
  return adds_up(to, from) ? NULL : "weights of different events are not added: group by event, or choose one of them";
}

static dfmt_status check_state(dfmt_op *into, const dfmt_op *from) {
  struct dfmto_profile *p = into->state;
  if (p->merging && p->merging != from) return dfmti_fail_state(&into->err, "another profile is being merged");
  if (from->stage != DFMTO_DONE || dfmto_profile_of((dfmt_op *)(uintptr_t)from)->merging)
    return dfmti_fail_state(&into->err, "the profile to be merged has not run to its end");
  if (into->stage != DFMTO_DONE && into->n_inputs) return dfmti_fail_state(&into->err, "the profile has inputs to run");
  return DFMT_OK;
}

static dfmt_status check(dfmt_op *into, const dfmt_op *from) {
  const struct dfmto_profile_store *a = &dfmto_profile_of(into)->store;
  const struct dfmto_profile_store *b = &((const struct dfmto_profile *)from->state)->store;
  dfmt_status st = check_state(into, from);
  if (st != DFMT_OK) return st;
  const char *why = why_not(into->state, from->state);
  if (why) return dfmti_fail(&into->err, DFMT_E_UNSUPPORTED, DFMT_ERR_ARGUMENT, "%s", why);
  if (b->total > UINT64_MAX - a->total || b->count > UINT64_MAX - a->count)
    return dfmti_fail(&into->err, DFMT_E_UNSUPPORTED, DFMT_ERR_TOO_LARGE, "the sum of all weights exceeds 2^64 - 1");
  return DFMT_OK;
}

/* ---- names ---- */

static dfmt_status map_measures(dfmt_op *op, const struct dfmto_profile *from, struct maps *m) {
  dfmt_status st = DFMT_OK;
  for (size_t i = 0; i < from->store.n_measures && st == DFMT_OK; i++) {
    const struct dfmto_profile_measure *x = &from->store.measures[i];
    st = dfmto_profile_store_measure(op, text_of(from, x->name), x->is_ns, x->is_away, &m->measures[i]);
    if (st == DFMT_OK) dfmto_profile_of(op)->store.measures[m->measures[i]].is_bytes = x->is_bytes;
  }
  return st;
}

static dfmt_status map_groups(dfmt_op *op, const struct dfmto_profile *from, struct maps *m) {
  dfmt_status st = DFMT_OK;
  for (size_t i = 0; i < from->store.n_groups && st == DFMT_OK; i++) {
    struct dfmto_profile_group g = from->store.groups[i];
    const bool apart = from->group & DFMT_PROFILE_BY_EVENT;
    if (apart) g.measure = m->measures[g.measure];
    st = dfmto_profile_store_text(op, text_of(from, g.thread), &g.thread);
    if (st == DFMT_OK) st = dfmto_profile_store_text(op, text_of(from, g.process), &g.process);
    if (st == DFMT_OK) st = dfmto_profile_store_text(op, text_of(from, g.heap), &g.heap);
    if (st == DFMT_OK) st = dfmto_profile_store_group(op, &g, &m->groups[i]);
  }
  return st;
}

static dfmt_status map_functions(dfmt_op *op, const struct dfmto_profile *from, struct maps *m) {
  dfmt_status st = DFMT_OK;
  for (size_t i = 0; i < from->store.n_functions && st == DFMT_OK; i++) {
    const struct dfmto_profile_function *f = &from->store.functions[i];
    st = dfmto_profile_store_function(op, text_of(from, f->name), text_of(from, f->linker_name), text_of(from, f->file),
                                      &m->functions[i]);
  }
  for (size_t i = 0; i < from->store.n_places && st == DFMT_OK; i++) {
    const struct dfmto_profile_place *x = &from->store.places[i];
    st = dfmto_profile_store_frame(op, m->functions[x->function], x->address, &m->places[i]);
  }
  return st;
}

static dfmt_status take_usual(dfmt_op *op, const struct dfmto_profile *from) {
  struct dfmto_profile *p = op->state;
  if (p->knows_usual || !from->knows_usual) return DFMT_OK;
  dfmt_status st = dfmto_profile_store_text(op, text_of(from, from->usual), &p->usual);
  p->knows_usual = st == DFMT_OK;
  return st;
}

static dfmt_status map_names(dfmt_op *op, const struct dfmto_profile *from, struct maps *m) {
  dfmt_status st = take_usual(op, from);
  if (st == DFMT_OK) st = map_measures(op, from, m);
  if (st == DFMT_OK) st = map_groups(op, from, m);
  return st == DFMT_OK ? map_functions(op, from, m) : st;
}

/* ---- weights ---- */

static dfmt_status merge_cells(dfmt_op *op, const struct dfmto_profile *from, const struct maps *m) {
  struct dfmto_profile *p = op->state;
  dfmt_status st = DFMT_OK;
  for (; p->n_merged < from->store.n_cells && st == DFMT_OK; p->n_merged += st == DFMT_OK) {
    struct dfmto_profile_cell c = from->store.cells[p->n_merged];
    c.group = m->groups[c.group];
    c.function = m->functions[c.function];
    st = dfmto_profile_store_cell(op, &c);
  }
  return st;
}

/* nodes: by node of the other tree, set if samples need them. */
static dfmt_status merge_stack(dfmt_op *op, const struct dfmto_profile *from, const struct maps *m,
                               const struct dfmto_profile_pass *c, struct dfmti_buf *stack, bool counted,
                               uint32_t *node) {
  const uint32_t *frames = c->frames, *map = dfmto_profile_has_places(from) ? m->places : m->functions;
  const size_t n = c->n - 1;
  stack->len = 0;
  if (!dfmti_buf_reserve(&op->mem, stack, (n + 1) * sizeof *frames)) return dfmto_no_memory(op);
  uint32_t *to = (void *)stack->ptr;
  for (size_t i = 0; i < n; i++) to[n - 1 - i] = map[frames[i]];
  const struct dfmto_profile_stack x = {.group = m->groups[dfmto_profile_pass_group(c)],
                                        .functions = to,
                                        .n = n,
                                        .weight = counted ? 0 : c->weight,
                                        .count = counted ? 0 : c->count};
  return dfmto_profile_store_stack(op, &x, node);
}

/* For stacks that an earlier call has counted, only finds the nodes, if samples need them. */
static dfmt_status merge_stacks(dfmt_op *op, dfmt_op *other, const struct maps *m, uint32_t *nodes) {
  struct dfmto_profile *p = op->state, *from = other->state;
  struct dfmti_buf stack = {0};
  struct dfmto_profile_pass c;
  uint64_t n = 0;
  uint32_t node;
  dfmt_status st = dfmto_profile_pass_open(other, &from->store.stacks, &c);
  while (st == DFMT_OK && (st = dfmto_profile_pass_next(&c)) == DFMT_OK) {
    if (n < p->n_merged && !nodes) {
      n++;
      continue;
    }
    st = merge_stack(op, from, m, &c, &stack, n < p->n_merged, &node);
    if (st == DFMT_OK && nodes) nodes[from->store.stacks.tree.nodes[c.cursor.node].parent] = node;
    if (st == DFMT_OK && n++ == p->n_merged) p->n_merged++;
  }
  if (st < 0 && other->err.e.status != DFMT_OK) st = dfmto_fail_as(op, &other->err.e);
  dfmto_profile_pass_close(&c);
  dfmti_buf_free(&op->mem, &stack);
  return st == DFMT_END ? DFMT_OK : st;
}

/* ---- samples ---- */

static dfmt_status merge_samples(dfmt_op *op, const struct dfmto_profile_samples *from,
                                 struct dfmto_profile_samples *to, const struct maps *m, const uint32_t *nodes) {
  const size_t n = to->n;
  for (size_t i = 0; i < from->n; i++) {
    struct dfmto_profile_sample s = from->list[i];
    s.group = m->groups[s.group];
    if (s.node != DFMTO_ROOT) s.node = nodes[s.node];
    if (dfmto_profile_samples_add(&op->mem, to, &s)) continue;
    to->n = n;
    return dfmto_no_memory(op);
  }
  return DFMT_OK;
}

static dfmt_status merge_all_samples(dfmt_op *op, dfmt_op *other, const struct maps *m) {
  struct dfmto_profile_store *s = &dfmto_profile_of(op)->store;
  const struct dfmto_profile_store *from = &dfmto_profile_of(other)->store;
  const size_t bytes = (from->stacks.tree.n + 1) * sizeof(uint32_t), n = s->samples.n;
  uint32_t *nodes = dfmti_zalloc(&op->mem, bytes);
  if (!nodes) return dfmto_no_memory(op);
  dfmt_status st = merge_stacks(op, other, m, nodes);
  if (st == DFMT_OK) st = merge_samples(op, &from->samples, &s->samples, m, nodes);
  if (st == DFMT_OK) st = merge_samples(op, &from->switches, &s->switches, m, nodes);
  if (st != DFMT_OK) s->samples.n = n;
  dfmti_free(&op->mem, nodes, bytes);
  return st;
}

/* ---- sums ---- */

static void add_sums(struct dfmto_profile *p, const struct dfmto_profile *from, const struct maps *m) {
  struct dfmto_profile_store *s = &p->store;
  const struct dfmto_profile_store *f = &from->store;
  if (f->count && (f->first_ns < s->first_ns || s->count == 0)) s->first_ns = f->first_ns;
  if (f->last_ns > s->last_ns) s->last_ns = f->last_ns;
  s->total += f->total;
  s->count += f->count;
  s->n_left_out += f->n_left_out;
  s->n_lost += f->n_lost;
  s->has_frames = s->has_frames || f->has_frames;
  for (size_t i = 0; i < f->n_measures; i++) {
    s->measures[m->measures[i]].sum += f->measures[i].sum;
    s->measures[m->measures[i]].count += f->measures[i].count;
  }
  for (size_t i = 0; i < f->n_groups; i++) {
    s->groups[m->groups[i]].sum += f->groups[i].sum;
    s->groups[m->groups[i]].count += f->groups[i].count;
  }
}

/* Steps that cannot fail. */
static void finish(dfmt_op *op, const dfmt_op *other, const struct maps *m) {
  struct dfmto_profile *p = op->state;
  const struct dfmto_profile *from = other->state;
  add_sums(p, from, m);
  dfmto_profile_store_add_sizes(&p->store, &from->store);
  if (from->format) {
    p->format = from->format;
    p->group = from->group;
  }
  p->n_inputs_merged += other->n_inputs - from->n_dropped + from->n_inputs_merged;
  p->n_partial += from->n_partial;
  p->merging = NULL;
  p->n_merged = 0;
  op->stage = DFMTO_DONE;
}

/* ---- the call ---- */

static dfmt_status merge(dfmt_op *op, dfmt_op *other, struct maps *m) {
  struct dfmto_profile *p = op->state, *from = other->state;
  dfmt_status st = map_names(op, from, m);
  if (st == DFMT_OK) st = dfmto_profile_store_make_sizes(op, &from->store);
  if (st != DFMT_OK) return st;
  p->merging = other;
  if (p->keep < DFMT_PROFILE_KEEP_STACKS) st = merge_cells(op, from, m);
  if (p->keep == DFMT_PROFILE_KEEP_SAMPLES)
    st = merge_all_samples(op, other, m);
  else if (p->keep >= DFMT_PROFILE_KEEP_STACKS)
    st = merge_stacks(op, other, m, NULL);
  if (st == DFMT_OK) finish(op, other, m);
  return st;
}

static dfmt_status merge_by(dfmt_op *op, dfmt_op *other) {
  const struct dfmto_profile_store *f = &dfmto_profile_of(other)->store;
  const size_t n = f->n_measures + f->n_groups + f->n_functions + f->n_places;
  size_t bytes;
  uint32_t *all = dfmti_mul(n + 1, sizeof *all, &bytes) ? dfmti_alloc(&op->mem, bytes) : NULL;
  if (!all) return dfmto_no_memory(op);
  struct maps m = {.measures = all, .groups = all + f->n_measures};
  m.functions = m.groups + f->n_groups;
  m.places = m.functions + f->n_functions;
  dfmt_status st = merge(op, other, &m);
  dfmti_free(&op->mem, all, bytes);
  return st;
}

dfmt_status dfmto_profile_merge(dfmt_op *into, dfmt_op *from) {
  dfmti_errors_clear(&from->err);
  dfmt_status st = check(into, from);
  if (st != DFMT_OK) return st;
  do st = merge_by(into, from); /* continues */
  while (st == DFMT_E_LIMIT && (st = dfmto_profile_relieve(into, st)) == DFMT_OK);
  return st;
}
