/* SPDX-License-Identifier: MIT */
/*
 * simpleperf: records with their numbers unchanged. Samples and switches match if thread and time are equal, so that
 * those missing in one file are reported, and the others stay aligned.
 */
#include <inttypes.h>
#include <stdio.h>

#include <diagfmt/simpleperf.h>

#include "base/str.h"
#include "diff.h"

static bool alike(const dfmt_event *a, const dfmt_event *b) {
  const dfmt_simpleperf_sample *s = dfmt_event_simpleperf_sample(a), *t = dfmt_event_simpleperf_sample(b);
  const dfmt_simpleperf_switch *c = dfmt_event_simpleperf_switch(a), *d = dfmt_event_simpleperf_switch(b);
  const dfmt_simpleperf_file *f = dfmt_event_simpleperf_file(a), *g = dfmt_event_simpleperf_file(b);
  const dfmt_simpleperf_thread *p = dfmt_event_simpleperf_thread(a), *q = dfmt_event_simpleperf_thread(b);
  if (s && t) return s->time_ns == t->time_ns && s->thread_id == t->thread_id;
  if (c && d) return c->time_ns == d->time_ns && c->thread_id == d->thread_id;
  if (f && g) return dfmti_same(f->path, g->path);
  return !p || !q || p->thread_id == q->thread_id;
}

static void put_moment(struct dfmto_diff_place *out, int32_t thread, uint64_t time_ns) {
  int n = snprintf(out->room, sizeof out->room, "thread %" PRId32 " at %" PRIu64 " ns", thread, time_ns);
  out->text = (dfmt_str){out->room, (uint64_t)n};
}

static void place(const dfmt_event *ev, struct dfmto_diff_place *out) {
  const dfmt_simpleperf_sample *s = dfmt_event_simpleperf_sample(ev);
  const dfmt_simpleperf_switch *c = dfmt_event_simpleperf_switch(ev);
  const dfmt_simpleperf_file *f = dfmt_event_simpleperf_file(ev);
  const dfmt_simpleperf_thread *t = dfmt_event_simpleperf_thread(ev);
  if (s) put_moment(out, s->thread_id, s->time_ns);
  if (c) put_moment(out, c->thread_id, c->time_ns);
  if (f) out->text = f->path;
  if (!t) return;
  int n = snprintf(out->room, sizeof out->room, "thread %" PRId32, t->thread_id);
  out->text = (dfmt_str){out->room, (uint64_t)n};
}

extern const struct dfmto_diff_format dfmto_diff_simpleperf;
const struct dfmto_diff_format dfmto_diff_simpleperf = {
    .format = DFMT_SIMPLEPERF, .alike = alike, .place = place, .by_type = true};
