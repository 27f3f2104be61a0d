/* SPDX-License-Identifier: MIT */
/* `flame` for simpleperf. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "buffer.h"
#include "flame.h"
#include "index.h"
#include "samples_simpleperf.h"

enum { SHOWN = 300 }; /* bytes of names in a message */

struct state {
  struct samples samples;
};

static bool by_samples(const struct settings *set) { return set->weight && strcmp(set->weight, "samples") == 0; }
static bool by_event(const struct settings *set) { return set->by && strcmp(set->by, "event") == 0; }

static bool event(void *user, struct walk *w, const dfmt_event *ev, struct stacks *to) {
  struct state *s = user;
  samples_event(&s->samples, w, ev, to);
  return !s->samples.full;
}

/* ---- what is added up ---- */

static void refuse(struct walk *w, const char *format, const struct buffer *name) {
  report(w->t, CODE_USAGE, w->in->name, format, (int)(name->len < SHOWN ? name->len : SHOWN), name->ptr);
}

/* The event that counted in the files before counts in this one. false: it does not know it, which was reported. */
static bool follow(struct state *s, struct walk *w, const struct flame_measure *of) {
  dfmt_str key = {of->key.ptr, of->key.len};
  struct buffer name = {0};
  if (samples_use(&s->samples, key)) return true;
  measure_key_name(key, &name);
  refuse(w, "has no event '%.*s', which the graph is of", &name);
  buffer_free(&name);
  return false;
}

/* Takes what a file has into what all are of; usual: its usual event, though it may have no samples of it. */
static bool join(struct flame_measure *of, const struct survey *x, bool usual) {
  const struct measures *m = &x->s->measures;
  uint32_t event = x->n_wanted ? x->first : x->s->usual;
  bool counts = x->n_wanted || (usual && x->s->n_types);
  if (!survey_adds_up(x)) return false;
  if (counts && !of->known) {
    dfmt_str key = measure_key(m, event);
    buffer_put(&of->key, key.ptr, (size_t)key.len);
    of->is_ns = measure_is_ns(m, event);
  } else if (counts && !same_key(measure_key(m, event), (dfmt_str){of->key.ptr, of->key.len})) {
    return false;
  }
  of->known = of->known || counts;
  of->away = of->away || x->away;
  return !(of->away && of->known && !of->is_ns);
}

static bool measure(void *user, struct walk *w, const struct stacks *own, struct flame_measure *of) {
  struct state *s = user;
  const struct settings *set = &w->t->set;
  struct survey x;
  samples_choose(&s->samples, set, by_event(set));
  bool usual = !s->samples.every && !(set->cpu && strcmp(set->cpu, "off") == 0);
  if (of->known && usual && !follow(s, w, of)) return false;
  survey_make(&x, &s->samples, set, own);
  survey_note(&x, w);
  bool good = (set->folded && by_event(set)) || join(of, &x, usual); /* folded by events all stand apart */
  struct buffer name = {0};
  survey_name(&x, &name);
  if (!good) refuse(w, "weights of unlike events are not added up; choose by --event or --cpu: %.*s", &name);
  if (good && of->name.len == 0) buffer_put(&of->name, name.ptr, name.len);
  buffer_free(&name);
  survey_free(&x);
  return good;
}

/* ---- names ---- */

static bool group(void *user, struct walk *w, uint64_t number, unsigned *kind, struct buffer *name) {
  struct state *s = user;
  const struct settings *set = &w->t->set;
  uint32_t measure;
  char text[32];
  if (!samples_wanted(&s->samples, set, number, kind, &measure)) return false;
  if (by_samples(set)) *kind = WEIGHT_SAMPLES;
  if (set->by && strcmp(set->by, "none") == 0) return true;
  bool event = by_event(set);
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

static const char *unit(const struct settings *set, const struct flame_measure *of) {
  if (by_samples(set)) return "samples";
  return of->away || (of->known && of->is_ns) ? "ns" : "events";
}

static void end(void *user) {
  struct state *s = user;
  samples_free(&s->samples);
}

const struct flame_ops simpleperf_flame = {.state_size = sizeof(struct state),
                                           .weights = "events|samples",
                                           .roots = "thread|event|none",
                                           .refused = refused,
                                           .event = event,
                                           .measure = measure,
                                           .group = group,
                                           .name = name,
                                           .unit = unit,
                                           .end = end};
