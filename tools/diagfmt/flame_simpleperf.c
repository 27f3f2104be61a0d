/* SPDX-License-Identifier: MIT */
/* `flame` for simpleperf. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "buffer.h"
#include "samples_simpleperf.h"

struct state {
  struct samples samples;
  bool any, told;
  uint32_t first; /* event that was added up */
};

static bool by_events(const struct settings *set) { return !set->weight || strcmp(set->weight, "events") == 0; }

static bool event(void *user, struct walk *w, const dfmt_event *ev, struct stacks *to) {
  struct state *s = user;
  s->samples.by_events = by_events(&w->t->set);
  samples_event(&s->samples, w, ev, to);
  return true;
}

/* Cycles and instructions have no sum. */
static void note_event(struct state *s, struct walk *w, uint32_t event) {
  if (s->any && event != s->first && !s->told && !w->t->set.quiet) {
    report(w->t, CODE_FINE, w->in->name, "counts of several events are added up; choose one with --event");
    s->told = true;
  }
  s->first = event;
  s->any = true;
}

static bool group(void *user, struct walk *w, uint64_t number, unsigned *kind, struct buffer *name) {
  struct state *s = user;
  const struct settings *set = &w->t->set;
  bool event = set->by && strcmp(set->by, "event") == 0;
  char text[32];
  if (!samples_wanted(&s->samples, set, number, kind)) return false;
  if (by_events(set) && !event && !samples_is_switch(&s->samples, group_event(number)))
    note_event(s, w, group_event(number));
  if (set->by && strcmp(set->by, "none") == 0) return true;
  dfmt_str known = event ? samples_event_name(&s->samples, group_event(number))
                         : samples_thread_name(&s->samples, group_thread(number));
  snprintf(text, sizeof text, event ? "[event %" PRId64 "]" : "[thread %" PRId64 "]",
           event ? (int64_t)group_event(number) : (int64_t)group_thread(number));
  if (known.len)
    buffer_put(name, known.ptr, (size_t)known.len);
  else
    buffer_put_s(name, text);
  return true;
}

/* Code without a name is called by its file, "[libc.so]", as by other tools that collapse stacks. */
static void name(void *user, uint64_t frame, struct buffer *out) {
  struct state *s = user;
  dfmt_str symbol, path;
  samples_frame(&s->samples, frame, &symbol, &path);
  if (symbol.len) {
    buffer_put(out, symbol.ptr, (size_t)symbol.len);
    return;
  }
  uint64_t at = path.len;
  while (at && path.ptr[at - 1] != '/') at--;
  bool bare = at < path.len && path.ptr[at] != '[';
  if (bare) buffer_byte(out, '[');
  if (at < path.len)
    buffer_put(out, path.ptr + at, (size_t)(path.len - at));
  else
    buffer_put_s(out, "[unknown]");
  if (bare) buffer_byte(out, ']');
}

static const char *refused(const struct settings *set) { return set->heap ? "--heap" : NULL; }

static const char *unit(const struct settings *set) {
  bool off = set->cpu && strcmp(set->cpu, "off") == 0, both = set->cpu && strcmp(set->cpu, "both") == 0;
  const char *word = by_events(set) ? "events" : "samples";
  return off ? "ns off the CPU" : both ? (by_events(set) ? "events and ns" : "samples and ns") : word;
}

static void end(void *user) {
  struct state *s = user;
  samples_free(&s->samples);
}

const struct flame_ops simpleperf_flame = {.state_size = sizeof(struct state), .weights = "events|samples",
                                           .roots = "thread|event|none", .refused = refused, .event = event,
                                           .group = group, .name = name, .unit = unit, .end = end};
