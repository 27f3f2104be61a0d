/* SPDX-License-Identifier: MIT */
/* `top` for simpleperf. Names come last, so samples are kept as stacks of numbers; at the end they are put together. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "id_map.h"
#include "options.h"
#include "ranking.h"
#include "samples_simpleperf.h"
#include "text.h"

/* A function, or code of a file that has no name. */
struct row {
  uint64_t self, total; /* by the part's measure */
  uint64_t self_samples, total_samples;
  size_t last; /* stack that was counted last */
};

/* Rows that stand together: of one measure, and of one thread if these are told apart. */
struct part {
  uint32_t measure, label;
  uint64_t sum, samples;
  struct id_map functions;
  struct row *rows; /* by the numbers of functions */
};

struct state {
  struct samples samples;
  struct stacks stacks;
};

static void event(void *user, struct walk *w, const dfmt_event *ev) {
  struct state *s = user;
  s->stacks.most = option_value(w->t, DFMT_CFG_MAX_MEMORY);
  samples_event(&s->samples, w, ev, &s->stacks);
}

static bool by_thread(const struct settings *set) { return set->by && strcmp(set->by, "thread") == 0; }
static bool by_event(const struct settings *set) { return set->by && strcmp(set->by, "event") == 0; }

/* ---- rows ---- */

#define NO_FRAMES UINT64_MAX /* as a function: of samples without any */

static void names_of(const struct state *s, uint64_t function, dfmt_str *symbol, dfmt_str *path) {
  *symbol = *path = (dfmt_str){NULL, 0};
  if (function == NO_FRAMES)
    *symbol = (dfmt_str){"[no frames]", 11};
  else
    samples_frame(&s->samples, function, symbol, path);
  if (symbol->len == 0) *symbol = (dfmt_str){"unknown", 7};
}

static void put_csv_row(const struct state *s, dfmt_sink *to, const struct settings *set, const struct part *p,
                        dfmt_str measure, size_t i) {
  const struct row *x = &p->rows[i];
  dfmt_str symbol, path;
  names_of(s, p->functions.keys[i], &symbol, &path);
  put_f(to, "%" PRIu64 ",%" PRIu64, x->self, x->total);
  put_csv(to, symbol);
  put_csv(to, path);
  if (by_thread(set)) {
    put_f(to, ",%" PRId32, (int32_t)p->label);
    put_csv(to, samples_thread_name(&s->samples, (int32_t)p->label));
  }
  put_csv(to, measure);
  put_f(to, ",%" PRIu64 ",%" PRIu64 "\n", x->self_samples, x->total_samples);
}

/* wide: columns of the largest number. */
static void put_row(const struct state *s, dfmt_sink *to, const struct part *p, int wide, size_t i) {
  const struct row *x = &p->rows[i];
  dfmt_str symbol, path;
  names_of(s, p->functions.keys[i], &symbol, &path);
  double hundred = p->sum ? 100.0 / (double)p->sum : 0;
  put_f(to, "%*" PRIu64 " %5.1f %% %*" PRIu64 " %5.1f %% %8" PRIu64 "  ", wide, x->self, (double)x->self * hundred,
        wide, x->total, (double)x->total * hundred, x->total_samples);
  put_safe(to, symbol.ptr, symbol.len);
  if (p->functions.keys[i] != NO_FRAMES) {
    put_s(to, "  (");
    put_safe(to, path.ptr, path.len);
    put_s(to, ")");
  }
  put_s(to, "\n");
}

static void put_heading(const struct state *s, struct walk *w, dfmt_sink *to, const struct part *p, dfmt_str measure,
                        int wide) {
  const bool color = w->t->color;
  put_s(to, color ? "\x1b[1m" : "");
  if (by_thread(&w->t->set)) {
    dfmt_str name = samples_thread_name(&s->samples, (int32_t)p->label);
    put_f(to, "Thread %" PRId32 " ", (int32_t)p->label);
    put_safe(to, name.ptr, name.len);
    put_s(to, ", ");
  }
  put_safe(to, measure.ptr, measure.len);
  put_f(to, ": %" PRIu64 " %s in %" PRIu64 " samples\n", p->sum,
        measure_is_ns(&s->samples.measures, p->measure) ? "ns" : "events", p->samples);
  put_f(to, "%*s%*s          samples  function\n%s", wide, "self", wide + 9, "total", color ? "\x1b[0m" : "");
}

/* ---- what is wanted ---- */

struct parts {
  struct part *list;
  struct id_map places; /* measure << 32 | label */
  struct survey survey;
};

static struct part *part_of(struct parts *p, uint32_t measure, uint32_t label) {
  size_t n = p->places.n, i = id_map_add(&p->places, (uint64_t)measure << 32 | label);
  if (i < n) return &p->list[i];
  if ((n & (n - 1)) == 0) /* at powers of two, and at first */
    p->list = tool_realloc(p->list, (n ? 2 * n : 1) * sizeof *p->list);
  p->list[i] = (struct part){.measure = measure, .label = label};
  return &p->list[i];
}

static struct row *row_of(struct part *p, uint64_t function) {
  size_t n = p->functions.n, i = id_map_add(&p->functions, function);
  if (i < n) return &p->rows[i];
  if ((n & (n - 1)) == 0) p->rows = tool_realloc(p->rows, (n ? 2 * n : 1) * sizeof *p->rows);
  p->rows[i] = (struct row){.last = STACK_ROOT};
  return &p->rows[i];
}

static void add_frame(struct part *p, uint64_t function, bool self, size_t node, uint64_t weight, uint64_t samples) {
  struct row *x = row_of(p, function);
  if (self) {
    x->self = add_weights(x->self, weight);
    x->self_samples += samples;
  }
  if (x->last == node) return;
  x->total = add_weights(x->total, weight);
  x->total_samples += samples;
  x->last = node;
}

/* A stack's weight goes to its innermost function, and once to each that is in it. */
static void add_stack(struct part *p, const struct stacks *s, size_t node, unsigned kind) {
  const struct stack_node *n = &s->nodes[node];
  uint64_t weight = n->weight[kind], samples = n->weight[WEIGHT_SAMPLES];
  p->sum = add_weights(p->sum, weight);
  p->samples += samples;
  if (n->parent == STACK_ROOT) add_frame(p, NO_FRAMES, true, node, weight, samples);
  for (bool self = true; n->parent != STACK_ROOT; n = &s->nodes[n->parent], self = false)
    add_frame(p, n->frame, self, node, weight, samples);
}

/* Whose rows those of a group are. */
struct home {
  unsigned char wanted, kind;
  uint32_t measure, label;
};

static struct home home_of(struct state *s, const struct settings *set, const struct parts *to, uint64_t group) {
  struct home x = {.label = by_thread(set) ? (uint32_t)group_thread(group) : 0};
  unsigned kind = 0;
  x.wanted = samples_wanted(&s->samples, set, group, &kind, &x.measure);
  x.kind = (unsigned char)kind;
  if (x.measure == MEASURE_AWAY && to->survey.n_wanted && survey_adds_up(&to->survey)) x.measure = to->survey.first;
  return x;
}

/* Callers stand before those they call: what a group is, its stacks have from there. */
static void gather(struct state *s, const struct settings *set, struct parts *out) {
  const struct stack_node *nodes = s->stacks.nodes;
  struct home *homes = tool_zalloc(s->stacks.n * sizeof *homes);
  for (size_t i = 1; i < s->stacks.n; i++) {
    struct home *x = &homes[i];
    *x = nodes[i].parent == STACK_ROOT ? home_of(s, set, out, nodes[i].frame) : homes[nodes[i].parent];
    if (x->wanted && nodes[i].weight[WEIGHT_SAMPLES])
      add_stack(part_of(out, x->measure, x->label), &s->stacks, i, x->kind);
  }
  tool_realloc(homes, 0);
}

/* ---- order ---- */

static int compare_rows(const void *user, size_t a, size_t b) {
  const struct part *p = user;
  const struct row *x = &p->rows[a], *y = &p->rows[b];
  const uint64_t *f = p->functions.keys;
  if (x->self != y->self) return x->self > y->self ? -1 : 1;
  return (f[a] > f[b]) - (f[a] < f[b]);
}

/* Measures as they came, their time off the CPU last; within one the threads with the largest sums first. */
static int compare_parts(const void *user, size_t a, size_t b) {
  const struct part *x = &((const struct part *)user)[a], *y = &((const struct part *)user)[b];
  if (x->measure != y->measure) return x->measure < y->measure ? -1 : 1;
  if (x->sum != y->sum) return x->sum > y->sum ? -1 : 1;
  return (x->label > y->label) - (x->label < y->label);
}

/* ---- all ---- */

static dfmt_str measure_text(const struct state *s, const struct parts *all, const struct part *p, struct buffer *out) {
  bool both = all->survey.away && all->survey.n_wanted && survey_adds_up(&all->survey);
  out->len = 0;
  measure_name(&s->samples.measures, p->measure, out);
  if (both) buffer_put_s(out, " and off-cpu");
  return (dfmt_str){out->ptr, out->len};
}

static void put_part(const struct state *s, struct walk *w, dfmt_sink *to, const struct part *p, dfmt_str measure) {
  const struct settings *set = &w->t->set;
  char digits[24];
  int wide = snprintf(digits, sizeof digits, "%" PRIu64, p->sum);
  if (wide < 8) wide = 8;
  size_t *list = sorted_numbers(p->functions.n, compare_rows, p);
  if (!set->csv) put_heading(s, w, to, p, measure, wide);
  for (size_t i = 0; i < ranking_shown(set, p->functions.n); i++) {
    if (set->csv)
      put_csv_row(s, to, set, p, measure, list[i]);
    else
      put_row(s, to, p, wide, list[i]);
  }
  tool_realloc(list, 0);
}

static void put_parts(const struct state *s, struct walk *w, dfmt_sink *to, const struct parts *all) {
  const struct settings *set = &w->t->set;
  struct buffer name = {0};
  size_t *list = sorted_numbers(all->places.n, compare_parts, all->list);
  if (set->csv)
    put_f(to, "self,total,function,file%s,event,self_samples,total_samples\n",
          by_thread(set) ? ",thread_id,thread" : "");
  else if (all->places.n == 0)
    put_s(to, "no samples\n");
  for (size_t i = 0; i < all->places.n; i++) {
    const struct part *p = &all->list[list[i]];
    if (i && !set->csv) put_s(to, "\n");
    put_part(s, w, to, p, measure_text(s, all, p, &name));
  }
  tool_realloc(list, 0);
  buffer_free(&name);
}

static bool fits(void *user, struct walk *w) {
  const struct state *s = user;
  if (s->stacks.full) report_limit(w->t, w->in->name, DFMT_CFG_MAX_MEMORY, stacks_needed(&s->stacks), "its stacks");
  return !s->stacks.full && !s->samples.full;
}

static void table(void *user, struct walk *w, dfmt_sink *to) {
  struct state *s = user;
  const struct settings *set = &w->t->set;
  struct parts all = {0};
  samples_choose(&s->samples, set, by_event(set));
  survey_make(&all.survey, &s->samples, set, &s->stacks);
  survey_note(&all.survey, w);
  gather(s, set, &all);
  put_parts(s, w, to, &all);
  for (size_t i = 0; i < all.places.n; i++) {
    id_map_free(&all.list[i].functions);
    tool_realloc(all.list[i].rows, 0);
  }
  id_map_free(&all.places);
  tool_realloc(all.list, 0);
  survey_free(&all.survey);
}

static void end(void *user) {
  struct state *s = user;
  stacks_free(&s->stacks);
  samples_free(&s->samples);
}

const struct top_ops simpleperf_top = {
    .state_size = sizeof(struct state), .by = "thread|event", .event = event, .fits = fits, .table = table, .end = end};
