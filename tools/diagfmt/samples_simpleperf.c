/* SPDX-License-Identifier: MIT */
#include "samples_simpleperf.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "sched_switch.h"

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

static uint32_t add(const struct samples *s, const dfmt_simpleperf_sample *x, struct stacks *to) {
  uint32_t node = stacks_at(to, STACK_ROOT, (uint64_t)(uint32_t)x->thread_id << 32 | x->event_type_id);
  for (uint64_t i = x->n_frames; i-- > 0;) node = stacks_at(to, node, function_of(&x->frames[i]));
  stacks_add(to, node, WEIGHT_SAMPLE, s->by_events ? x->event_count : 1);
  return node;
}

void samples_event(struct samples *s, struct walk *w, const dfmt_event *ev, struct stacks *to) {
  const dfmt_simpleperf_sample *x = dfmt_event_simpleperf_sample(ev);
  const dfmt_simpleperf_switch *on = dfmt_event_simpleperf_switch(ev);
  const char *cpu = w->t->set.cpu;
  bool measure = cpu && strcmp(cpu, "on") != 0;
  if (!s->names && dfmt_simpleperf_names_new(w->t->config, &s->names) != DFMT_OK) tool_no_memory();
  if (on && on->switch_on && measure) heard(s, on->thread_id, on->time_ns, to);
  if (x) {
    uint32_t node = add(s, x, to);
    if (!measure) return;
    heard(s, x->thread_id, x->time_ns, to);
    struct count *c = counts_at(&s->away, (uint32_t)x->thread_id);
    c->n = x->time_ns;
    c->mark = (uint64_t)node + 1;
    return;
  }
  dfmt_status st = dfmt_simpleperf_names_add(s->names, ev);
  if (st == DFMT_E_NOMEM) tool_no_memory();
  if (st < 0) report_error(w->t, &w->place, dfmt_simpleperf_names_error(s->names));
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

bool samples_is_switch(const struct samples *s, uint32_t event) {
  return is_sched_switch(samples_event_name(s, event));
}

bool samples_wanted(const struct samples *s, const struct settings *set, uint64_t group, unsigned *kind) {
  char number[16];
  int32_t thread = group_thread(group);
  bool leaves = samples_is_switch(s, group_event(group));
  bool both = set->cpu && strcmp(set->cpu, "both") == 0;
  if (set->cpu && !both && leaves != (strcmp(set->cpu, "off") == 0)) return false;
  *kind = set->cpu && leaves ? WEIGHT_AWAY : WEIGHT_SAMPLE;
  snprintf(number, sizeof number, "%" PRId32, thread);
  return (key_wanted(&set->threads, samples_thread_name(s, thread), true, NULL) ||
          key_wanted(&set->threads, (dfmt_str){number, strlen(number)}, true, NULL)) &&
         key_wanted(&set->events, samples_event_name(s, group_event(group)), true, NULL);
}

void samples_free(struct samples *s) {
  counts_free(&s->away);
  dfmt_simpleperf_names_free(s->names);
}
