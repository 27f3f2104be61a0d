/* SPDX-License-Identifier: MIT */
/*
 * `top` for simpleperf. Names come last, so samples are counted by numbers, for each pair of thread and event by
 * itself; at the end the pairs that are wanted are put together.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "counts.h"
#include "text.h"
#include "walk.h"

enum { SHOWN = 20 };

/* Samples of one thread and event. functions: by file << 32 | symbol; n: self, sum: total, mark: last sample seen. */
struct group {
  int32_t thread;
  uint32_t event;
  uint64_t samples;
  struct counts functions;
};

struct state {
  dfmt_simpleperf_names *names;
  struct counts places; /* of a pair in groups: mark is its place + 1 */
  struct group *groups;
  size_t n;
  uint64_t samples;
};

static struct group *group_of(struct state *s, const dfmt_simpleperf_sample *x) {
  struct count *c = counts_at(&s->places, (uint64_t)(uint32_t)x->thread_id << 32 | x->event_type_id);
  if (c->mark == 0) {
    if ((s->n & (s->n - 1)) == 0) /* at powers of two, and at first */
      s->groups = tool_realloc(s->groups, (s->n ? 2 * s->n : 1) * sizeof *s->groups);
    s->groups[s->n] = (struct group){.thread = x->thread_id, .event = x->event_type_id};
    c->mark = ++s->n;
  }
  return &s->groups[c->mark - 1];
}

/* All code of a file that has no name is one function. */
static uint64_t function_of(const dfmt_simpleperf_frame *f) {
  return (uint64_t)f->file_id << 32 | (f->symbol_id < 0 ? UINT32_MAX : (uint32_t)f->symbol_id);
}

static void event(void *user, struct walk *w, const dfmt_event *ev) {
  struct state *s = user;
  const dfmt_simpleperf_sample *x = dfmt_event_simpleperf_sample(ev);
  if (!s->names && dfmt_simpleperf_names_new(w->t->config, &s->names) != DFMT_OK) tool_no_memory();
  dfmt_status st = dfmt_simpleperf_names_add(s->names, ev);
  if (st == DFMT_E_NOMEM) tool_no_memory();
  if (st < 0) report_error(w->t, &w->place, dfmt_simpleperf_names_error(s->names));
  if (!x) return;
  struct group *g = group_of(s, x);
  s->samples++;
  g->samples++;
  for (uint64_t i = 0; i < x->n_frames; i++) {
    struct count *c = counts_at(&g->functions, function_of(&x->frames[i]));
    c->n += i == 0;
    c->sum += c->mark != s->samples;
    c->mark = s->samples;
  }
}

/* ---- what is wanted ---- */

static dfmt_str event_name(const struct state *s, uint32_t id) {
  dfmt_str name = {NULL, 0};
  dfmt_simpleperf_names_event(s->names, id, &name);
  return name;
}

static dfmt_str thread_name(const struct state *s, int32_t tid) {
  dfmt_str name = {NULL, 0};
  dfmt_simpleperf_names_thread(s->names, tid, &name, NULL);
  return name;
}

static bool wanted(const struct state *s, const struct settings *set, const struct group *g) {
  char number[16];
  snprintf(number, sizeof number, "%" PRId32, g->thread);
  bool thread = key_wanted(&set->threads, thread_name(s, g->thread), true, NULL) ||
                key_wanted(&set->threads, (dfmt_str){number, strlen(number)}, true, NULL);
  return thread && key_wanted(&set->events, event_name(s, g->event), true, NULL);
}

enum by { BY_NOTHING, BY_THREAD, BY_EVENT };

/* Under which number a group's rows stand. */
static uint32_t label_of(const struct group *g, enum by by) {
  return by == BY_THREAD ? (uint32_t)g->thread : by == BY_EVENT ? g->event : 0;
}

/* ---- rows ---- */

static void names_of(const struct state *s, uint64_t function, dfmt_str *symbol, dfmt_str *path) {
  const dfmt_simpleperf_frame f = {.file_id = (uint32_t)(function >> 32), .symbol_id = (int32_t)(uint32_t)function};
  dfmt_simpleperf_names_frame(s->names, &f, symbol, path);
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
    put_csv(to, thread_name(s, (int32_t)label));
  }
  if (by == BY_EVENT) put_csv(to, event_name(s, label));
  put_s(to, "\n");
}

static void put_row(const struct state *s, dfmt_sink *to, uint64_t all, const struct count *c) {
  dfmt_str symbol, path;
  names_of(s, c->number, &symbol, &path);
  double hundred = all ? 100.0 / (double)all : 0;
  put_f(to, "%8" PRIu64 " %5.1f %% %8" PRIu64 " %5.1f %%  ", c->n, (double)c->n * hundred, c->sum,
        (double)c->sum * hundred);
  put_safe(to, symbol.ptr, symbol.len);
  put_s(to, "  (");
  put_safe(to, path.ptr, path.len);
  put_s(to, ")\n");
}

static void put_heading(const struct state *s, dfmt_sink *to, bool color, enum by by, uint32_t label,
                        uint64_t samples) {
  put_s(to, color ? "\x1b[1m" : "");
  if (by == BY_THREAD) {
    dfmt_str name = thread_name(s, (int32_t)label);
    put_f(to, "Thread %" PRId32 " ", (int32_t)label);
    put_safe(to, name.ptr, name.len);
    put_s(to, ", ");
  } else if (by == BY_EVENT) {
    dfmt_str name = event_name(s, label);
    put_s(to, "Event ");
    put_safe(to, name.ptr, name.len);
    put_s(to, ", ");
  }
  put_f(to, "%" PRIu64 " samples\n    self            total           function\n%s", samples, color ? "\x1b[0m" : "");
}

/* The groups of a label put together. Returns their samples. */
static uint64_t gather(const struct state *s, const struct settings *set, enum by by, uint32_t label,
                       struct counts *out) {
  uint64_t samples = 0;
  for (size_t i = 0; i < s->n; i++) {
    const struct group *g = &s->groups[i];
    if (label_of(g, by) != label || !wanted(s, set, g)) continue;
    samples += g->samples;
    for (size_t k = 0; k < g->functions.cap; k++) {
      const struct count *c = &g->functions.list[k];
      if (!c->used) continue;
      struct count *to = counts_at(out, c->number);
      to->n += c->n;
      to->sum += c->sum;
    }
  }
  counts_sort(out);
  return samples;
}

static void put_label(const struct state *s, struct walk *w, dfmt_sink *to, enum by by, uint32_t label) {
  const struct settings *set = &w->t->set;
  struct counts rows = {0};
  uint64_t samples = gather(s, set, by, label, &rows);
  if (!set->csv) put_heading(s, to, w->t->color, by, label, samples);
  for (size_t i = 0; i < rows.n && (set->all || set->csv || i < SHOWN); i++) {
    if (set->csv)
      put_csv_row(s, to, by, label, &rows.list[i]);
    else
      put_row(s, to, samples, &rows.list[i]);
  }
  counts_free(&rows);
}

static void table(void *user, struct walk *w, dfmt_sink *to) {
  struct state *s = user;
  const struct settings *set = &w->t->set;
  enum by by = !set->by ? BY_NOTHING : strcmp(set->by, "thread") == 0 ? BY_THREAD : BY_EVENT;
  struct counts labels = {0};
  for (size_t i = 0; i < s->n; i++)
    if (wanted(s, set, &s->groups[i])) counts_at(&labels, label_of(&s->groups[i], by))->n += s->groups[i].samples;
  counts_sort(&labels);
  if (set->csv)
    put_f(to, "self,total,function,file%s\n", by == BY_THREAD ? ",thread_id,thread" : by == BY_EVENT ? ",event" : "");
  if (labels.n == 0 && !set->csv) put_s(to, "no samples\n");
  for (size_t i = 0; i < labels.n; i++) {
    if (i && !set->csv) put_s(to, "\n");
    put_label(s, w, to, by, (uint32_t)labels.list[i].number);
  }
  counts_free(&labels);
}

static void end(void *user) {
  struct state *s = user;
  for (size_t i = 0; i < s->n; i++) counts_free(&s->groups[i].functions);
  tool_realloc(s->groups, 0);
  counts_free(&s->places);
  dfmt_simpleperf_names_free(s->names);
}

const struct top_ops simpleperf_top = {.state_size = sizeof(struct state), .by = "thread|event", .event = event,
                                       .table = table, .end = end};
