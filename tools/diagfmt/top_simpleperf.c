/* SPDX-License-Identifier: MIT */
/* `top` for simpleperf. Names come last, so samples are kept as stacks of numbers; at the end they are put together. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "options.h"
#include "ranking.h"
#include "samples_simpleperf.h"
#include "text.h"

/* Rows that stand together. functions: n: self, sum: total, mark: the last stack seen. */
struct part {
  uint32_t label;
  uint64_t sum;
  struct counts functions;
};

struct state {
  struct samples samples;
  struct stacks stacks;
};

static void event(void *user, struct walk *w, const dfmt_event *ev) {
  struct state *s = user;
  const struct settings *set = &w->t->set;
  s->samples.by_events = set->cpu && strcmp(set->cpu, "both") == 0; /* what can be added to ns */
  s->stacks.most = option_value(w->t, DFMT_CFG_MAX_MEMORY);
  samples_event(&s->samples, w, ev, &s->stacks);
}

enum by { BY_NOTHING, BY_THREAD, BY_EVENT };

/* Under which number a group's rows stand. */
static uint32_t label_of(uint64_t group, enum by by) {
  return by == BY_THREAD ? (uint32_t)group_thread(group) : by == BY_EVENT ? group_event(group) : 0;
}

/* ---- rows ---- */

static void names_of(const struct state *s, uint64_t function, dfmt_str *symbol, dfmt_str *path) {
  samples_frame(&s->samples, function, symbol, path);
  if (symbol->len == 0) *symbol = (dfmt_str){"unknown", 7};
}

static void put_csv_row(const struct state *s, dfmt_sink *to, enum by by, uint32_t label, const struct count *c) {
  dfmt_str symbol, path;
  names_of(s, c->number, &symbol, &path);
  put_f(to, "%" PRIu64 ",%" PRIu64, c->n, c->sum);
  put_csv(to, symbol);
  put_csv(to, path);
  if (by == BY_THREAD) {
    put_f(to, ",%" PRId32, (int32_t)label);
    put_csv(to, samples_thread_name(&s->samples, (int32_t)label));
  }
  if (by == BY_EVENT) put_csv(to, samples_event_name(&s->samples, label));
  put_s(to, "\n");
}

/* wide: columns of the largest number. */
static void put_row(const struct state *s, dfmt_sink *to, uint64_t all, int wide, const struct count *c) {
  dfmt_str symbol, path;
  names_of(s, c->number, &symbol, &path);
  double hundred = all ? 100.0 / (double)all : 0;
  put_f(to, "%*" PRIu64 " %5.1f %% %*" PRIu64 " %5.1f %%  ", wide, c->n, (double)c->n * hundred, wide, c->sum,
        (double)c->sum * hundred);
  put_safe(to, symbol.ptr, symbol.len);
  put_s(to, "  (");
  put_safe(to, path.ptr, path.len);
  put_s(to, ")\n");
}

static const char *unit_of(const struct settings *set) {
  return !set->cpu || strcmp(set->cpu, "on") == 0 ? "samples"
         : strcmp(set->cpu, "off") == 0           ? "ns off the CPU"
                                                  : "events and ns";
}

static void put_heading(const struct state *s, struct walk *w, dfmt_sink *to, enum by by, const struct part *p,
                        int wide) {
  const bool color = w->t->color;
  put_s(to, color ? "\x1b[1m" : "");
  if (by == BY_THREAD) {
    dfmt_str name = samples_thread_name(&s->samples, (int32_t)p->label);
    put_f(to, "Thread %" PRId32 " ", (int32_t)p->label);
    put_safe(to, name.ptr, name.len);
    put_s(to, ", ");
  } else if (by == BY_EVENT) {
    dfmt_str name = samples_event_name(&s->samples, p->label);
    put_s(to, "Event ");
    put_safe(to, name.ptr, name.len);
    put_s(to, ", ");
  }
  put_f(to, "%" PRIu64 " %s\n%*s%*s           function\n%s", p->sum, unit_of(&w->t->set), wide, "self", wide + 9,
        "total", color ? "\x1b[0m" : "");
}

/* ---- what is wanted ---- */

struct parts {
  struct part *list;
  struct counts places; /* by label, mark: place in list + 1, n: sum of weights */
  size_t n;
};

static struct part *part_of(struct parts *p, uint32_t label) {
  struct count *c = counts_at(&p->places, label);
  if (c->mark == 0) {
    if ((p->n & (p->n - 1)) == 0) /* at powers of two, and at first */
      p->list = tool_realloc(p->list, (p->n ? 2 * p->n : 1) * sizeof *p->list);
    p->list[p->n] = (struct part){.label = label};
    c->mark = ++p->n;
  }
  return &p->list[c->mark - 1];
}

/* A stack's weight goes to its innermost function, and once to each that is in it. */
static void add_stack(struct part *p, const struct stacks *s, size_t node, uint64_t weight) {
  const struct stack_node *n = &s->nodes[node];
  p->sum = add_weights(p->sum, weight);
  for (bool self = true; n->parent != STACK_ROOT; n = &s->nodes[n->parent], self = false) {
    struct count *c = counts_at(&p->functions, n->frame);
    if (self) c->n = add_weights(c->n, weight);
    if (c->mark != node) c->sum = add_weights(c->sum, weight);
    c->mark = node;
  }
}

enum { UNWANTED = 2 };

/* Callers stand before those they call: what a group is, its stacks have from there. */
static void gather(const struct state *s, const struct settings *set, enum by by, struct parts *out) {
  const struct stack_node *nodes = s->stacks.nodes;
  unsigned char *kinds = tool_zalloc(s->stacks.n);
  uint32_t *labels = tool_zalloc(s->stacks.n * sizeof *labels);
  for (size_t i = 1; i < s->stacks.n; i++) {
    unsigned kind = kinds[nodes[i].parent];
    labels[i] = labels[nodes[i].parent];
    if (nodes[i].parent == STACK_ROOT) {
      if (!samples_wanted(&s->samples, set, nodes[i].frame, &kind)) kind = UNWANTED;
      labels[i] = label_of(nodes[i].frame, by);
    }
    kinds[i] = (unsigned char)kind;
    if (kind != UNWANTED && nodes[i].weight[kind])
      add_stack(part_of(out, labels[i]), &s->stacks, i, nodes[i].weight[kind]);
  }
  tool_realloc(kinds, 0);
  tool_realloc(labels, 0);
}

static void put_part(const struct state *s, struct walk *w, dfmt_sink *to, enum by by, struct part *p) {
  const struct settings *set = &w->t->set;
  char digits[24];
  int wide = snprintf(digits, sizeof digits, "%" PRIu64, p->sum);
  if (wide < 8) wide = 8;
  size_t shown = ranking_shown(set, p->functions.n);
  counts_sort(&p->functions);
  if (!set->csv) put_heading(s, w, to, by, p, wide);
  for (size_t i = 0; i < shown; i++) {
    if (set->csv)
      put_csv_row(s, to, by, p->label, &p->functions.list[i]);
    else
      put_row(s, to, p->sum, wide, &p->functions.list[i]);
  }
}

static void table(void *user, struct walk *w, dfmt_sink *to) {
  struct state *s = user;
  const struct settings *set = &w->t->set;
  enum by by = !set->by ? BY_NOTHING : strcmp(set->by, "thread") == 0 ? BY_THREAD : BY_EVENT;
  struct parts parts = {0};
  if (s->stacks.full)
    report(w->t, CODE_DAMAGED, w->in->name, "too many stacks: some functions are not counted; go on with "
                                            "--max-memory=N or --unlimited");
  gather(s, set, by, &parts);
  for (size_t i = 0; i < parts.n; i++) counts_at(&parts.places, parts.list[i].label)->n = parts.list[i].sum;
  counts_sort(&parts.places);
  if (set->csv)
    put_f(to, "self,total,function,file%s\n", by == BY_THREAD ? ",thread_id,thread" : by == BY_EVENT ? ",event" : "");
  if (parts.n == 0 && !set->csv) put_s(to, "no samples\n");
  for (size_t i = 0; i < parts.n; i++) {
    if (i && !set->csv) put_s(to, "\n");
    put_part(s, w, to, by, &parts.list[parts.places.list[i].mark - 1]);
  }
  for (size_t i = 0; i < parts.n; i++) counts_free(&parts.list[i].functions);
  counts_free(&parts.places);
  tool_realloc(parts.list, 0);
}

static void end(void *user) {
  struct state *s = user;
  stacks_free(&s->stacks);
  samples_free(&s->samples);
}

const struct top_ops simpleperf_top = {.state_size = sizeof(struct state), .by = "thread|event", .event = event,
                                       .table = table, .end = end};
