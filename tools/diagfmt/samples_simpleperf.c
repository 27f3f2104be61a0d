/* SPDX-License-Identifier: MIT */
#include "samples_simpleperf.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "index.h"
#include "sched_switch.h"

enum { SHOWN = 300 }; /* bytes of names in a message */

/*
 * How long a thread was away from the CPU: from the sample of its leaving to its next sample, or to when it was
 * switched on, in file order and at least 1 ns; simpleperf's own scripts do the same. Whether a sample is one of
 * leaving, its event's name tells, which may come later: so this is measured for all.
 */
static void heard(struct samples *s, int32_t thread, uint64_t now, struct stacks *to) {
  struct count *c = counts_at(&s->away, (uint32_t)thread);
  if (c->mark) stacks_add(to, (uint32_t)(c->mark - 1), WEIGHT_AWAY, now > c->n ? now - c->n : 1);
  c->mark = 0;
}

/* All code of a file that has no name is one function. */
static uint64_t function_of(const dfmt_simpleperf_frame *f) {
  return (uint64_t)f->file_id << 32 | (f->symbol_id < 0 ? UINT32_MAX : (uint32_t)f->symbol_id);
}

static uint32_t add(const dfmt_simpleperf_sample *x, struct stacks *to) {
  uint32_t node = stacks_at(to, STACK_ROOT, (uint64_t)(uint32_t)x->thread_id << 32 | x->event_type_id);
  for (uint64_t i = x->n_frames; i-- > 0;) node = stacks_at(to, node, function_of(&x->frames[i]));
  stacks_add(to, node, WEIGHT_COUNT, x->event_count);
  stacks_add(to, node, WEIGHT_SAMPLES, 1);
  return node;
}

static void take_names(struct samples *s, struct walk *w, const dfmt_event *ev) {
  const dfmt_simpleperf_meta *meta = dfmt_event_simpleperf_meta(ev);
  if (s->full) return;
  dfmt_status st = dfmt_simpleperf_names_add(s->names, ev);
  if (st == DFMT_E_NOMEM) tool_no_memory();
  s->full = st < 0;
  if (s->full) report_error(w->t, &w->place, dfmt_simpleperf_names_error(s->names));
  if (meta) s->n_types = meta->n_event_types;
}

void samples_event(struct samples *s, struct walk *w, const dfmt_event *ev, struct stacks *to) {
  const dfmt_simpleperf_sample *x = dfmt_event_simpleperf_sample(ev);
  const dfmt_simpleperf_switch *on = dfmt_event_simpleperf_switch(ev);
  const char *cpu = w->t->set.cpu;
  bool measure = cpu && strcmp(cpu, "on") != 0;
  if (!s->names && dfmt_simpleperf_names_new(w->t->config, &s->names) != DFMT_OK) tool_no_memory();
  if (on && on->switch_on && measure) heard(s, on->thread_id, on->time_ns, to);
  if (!x) {
    take_names(s, w, ev);
    return;
  }
  uint32_t node = add(x, to);
  if (!measure) return;
  heard(s, x->thread_id, x->time_ns, to);
  struct count *c = counts_at(&s->away, (uint32_t)x->thread_id);
  c->n = x->time_ns;
  c->mark = (uint64_t)node + 1;
}

dfmt_str samples_event_name(const struct samples *s, uint32_t event) {
  dfmt_str name = {NULL, 0};
  dfmt_simpleperf_names_event(s->names, event, &name);
  return name;
}

dfmt_str samples_thread_name(const struct samples *s, int32_t thread) {
  dfmt_str name = {NULL, 0};
  dfmt_simpleperf_names_thread(s->names, thread, &name, NULL);
  return name;
}

void samples_frame(const struct samples *s, uint64_t frame, dfmt_str *symbol, dfmt_str *path) {
  const dfmt_simpleperf_frame f = {.file_id = (uint32_t)(frame >> 32), .symbol_id = (int32_t)(uint32_t)frame};
  dfmt_simpleperf_names_frame(s->names, &f, symbol, path);
}

/* ---- what is wanted ---- */

void samples_choose(struct samples *s, const struct settings *set, bool every) {
  s->every = every || set->events.n;
  s->usual = measure_usual(&s->measures, s->names, s->n_types, set->cpu != NULL);
}

bool samples_use(struct samples *s, dfmt_str key) {
  for (uint32_t i = 0; i < s->n_types; i++) (void)measure_of(&s->measures, s->names, i);
  for (uint32_t i = 0; i < s->measures.keys.n; i++) {
    if (!same_key(measure_key(&s->measures, i), key)) continue;
    s->usual = i;
    return true;
  }
  return false;
}

static bool thread_wanted(const struct samples *s, const struct settings *set, int32_t thread) {
  char number[16];
  if (!set->threads.n) return true;
  snprintf(number, sizeof number, "%" PRId32, thread);
  return key_wanted(&set->threads, samples_thread_name(s, thread), false, NULL) ||
         key_wanted(&set->threads, (dfmt_str){number, strlen(number)}, false, NULL);
}

/* By its name, or by what it is called without one. */
static bool event_wanted(const struct samples *s, const struct settings *set, uint32_t event) {
  char number[32];
  dfmt_str name = samples_event_name(s, event);
  if (name.len || !set->events.n) return key_wanted(&set->events, name, true, NULL);
  snprintf(number, sizeof number, "event %" PRIu32, event);
  return key_wanted(&set->events, (dfmt_str){number, strlen(number)}, false, NULL);
}

/* The measure of a group that is wanted if this counts. false: it is not. */
static bool admitted(struct samples *s, const struct settings *set, uint64_t group, uint32_t *measure) {
  uint32_t event = group_event(group);
  bool leaves = set->cpu && is_sched_switch(samples_event_name(s, event));
  if (set->cpu && strcmp(set->cpu, "both") != 0 && leaves != (strcmp(set->cpu, "off") == 0)) return false;
  *measure = leaves ? MEASURE_AWAY : measure_of(&s->measures, s->names, event);
  return thread_wanted(s, set, group_thread(group)) && event_wanted(s, set, event);
}

static bool counts(const struct samples *s, uint32_t measure) {
  return s->every || measure == s->usual || measure == MEASURE_AWAY;
}

bool samples_wanted(struct samples *s, const struct settings *set, uint64_t group, unsigned *kind, uint32_t *measure) {
  if (!admitted(s, set, group, measure)) return false;
  *kind = *measure == MEASURE_AWAY ? WEIGHT_AWAY : WEIGHT_COUNT;
  return counts(s, *measure);
}

/* ---- which measures that are ---- */

/* The measures of all groups that could be wanted; *n: of them. */
static uint32_t *admitted_measures(struct samples *s, const struct settings *set, const struct stacks *of, size_t *n) {
  uint32_t *list = NULL, measure;
  *n = 0;
  for (size_t i = 1; i < of->n; i++) {
    if (of->nodes[i].parent != STACK_ROOT || !admitted(s, set, of->nodes[i].frame, &measure)) continue;
    if ((*n & (*n - 1)) == 0) list = tool_realloc(list, (*n ? 2 * *n : 1) * sizeof *list); /* at powers of two */
    list[(*n)++] = measure;
  }
  return list;
}

void survey_make(struct survey *x, struct samples *s, const struct settings *set, const struct stacks *of) {
  size_t n;
  uint32_t *list = admitted_measures(s, set, of, &n);
  *x = (struct survey){.s = s, .first = MEASURE_AWAY, .has = tool_zalloc(s->measures.keys.n)};
  for (size_t i = 0; i < n; i++) {
    if (list[i] == MEASURE_AWAY)
      x->away = true;
    else
      x->has[list[i]] = counts(s, list[i]) ? SURVEY_WANTED : SURVEY_LEFT_OUT;
  }
  tool_realloc(list, 0);
  for (size_t i = s->measures.keys.n; i-- > 0;) {
    if (x->has[i] != SURVEY_WANTED) continue;
    x->n_wanted++;
    x->first = (uint32_t)i;
  }
}

bool survey_adds_up(const struct survey *x) {
  return x->n_wanted == 0 || (x->n_wanted == 1 && (!x->away || measure_is_ns(&x->s->measures, x->first)));
}

static void add_name(const struct survey *x, uint32_t measure, bool *any, struct buffer *out) {
  if (*any) buffer_put_s(out, ", ");
  *any = true;
  measure_name(&x->s->measures, measure, out);
}

void survey_name(const struct survey *x, struct buffer *out) {
  bool any = false;
  for (size_t i = 0; i < x->s->measures.keys.n; i++)
    if (x->has[i] == SURVEY_WANTED) add_name(x, (uint32_t)i, &any, out);
  if (x->away) add_name(x, MEASURE_AWAY, &any, out);
}

void survey_note(const struct survey *x, struct walk *w) {
  struct buffer names = {0};
  bool any = false;
  for (size_t i = 0; i < x->s->measures.keys.n; i++)
    if (x->has[i] == SURVEY_LEFT_OUT && !is_sched_switch(measure_key(&x->s->measures, (uint32_t)i)))
      add_name(x, (uint32_t)i, &any, &names);
  if (any && !w->t->set.quiet)
    report(w->t, CODE_FINE, w->in->name, "note: samples of other events are omitted, which --event chooses: %.*s",
           (int)(names.len < SHOWN ? names.len : SHOWN), names.ptr);
  buffer_free(&names);
}

void survey_free(struct survey *x) { tool_realloc(x->has, 0); }

void samples_free(struct samples *s) {
  counts_free(&s->away);
  measures_free(&s->measures);
  dfmt_simpleperf_names_free(s->names);
}
