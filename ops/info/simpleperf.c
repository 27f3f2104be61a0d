/* SPDX-License-Identifier: MIT */
/* simpleperf: what was recorded, how much of it, and where the time went. */
#include <diagfmt/simpleperf.h>

#include "info.h"

enum { ANY = 0 }; /* the event for threads and paths */

struct state {
  dfmt_simpleperf_names *names;
  struct dfmto_counts events; /* n: samples; sum: event counts */
  struct dfmto_counts threads,
      paths;                     /* by id << 32 | event. n: event counts; sum: samples. Paths: of innermost frames */
  struct dfmto_counts no_frames; /* the same by event, for samples without frames */
  struct dfmto_counts by_thread, by_path; /* the same by id, for the chosen event */
  struct dfmto_count rest;                /* of samples without frames */
  uint64_t all;                           /* total count of that event */
  uint64_t samples, switches, frames, unnamed, incomplete, opaque;
  uint64_t first, last; /* times, ns */
  uint64_t n_files, n_symbols, n_threads;
  uint64_t lost, counted; /* from LOST records */
  bool has_lost, has_offcpu, offcpu, has_app;
  uint32_t app; /* text */
};

static void add(struct dfmto_count *c, uint64_t n, uint64_t sum) {
  c->n = dfmto_info_sum(c->n, n);
  c->sum = dfmto_info_sum(c->sum, sum);
}

/* ---- records ---- */

/* Finds the places that a sample counts in. Adding moves other elements of the list, so lookups come last. */
static bool make_room(struct state *s, struct dfmto_info *x, const dfmt_simpleperf_sample *e) {
  struct dfmti_mem *m = &x->op->mem;
  const uint64_t event = e->event_type_id;
  return dfmto_count_at(m, &s->events, event) &&
         dfmto_count_at(m, &s->threads, (uint64_t)(uint32_t)e->thread_id << 32 | event) &&
         (e->n_frames ? dfmto_count_at(m, &s->paths, (uint64_t)e->frames[0].file_id << 32 | event)
                      : dfmto_count_at(m, &s->no_frames, event));
}

static dfmt_status count_sample(struct state *s, struct dfmto_info *x, const dfmt_simpleperf_sample *e) {
  const uint64_t event = e->event_type_id, n = e->event_count;
  if (!make_room(s, x, e)) return dfmto_no_memory(x->op);
  add(dfmto_count_find(&s->events, event), 1, n);
  add(dfmto_count_find(&s->threads, (uint64_t)(uint32_t)e->thread_id << 32 | event), n, 1);
  add(e->n_frames ? dfmto_count_find(&s->paths, (uint64_t)e->frames[0].file_id << 32 | event)
                  : dfmto_count_find(&s->no_frames, event),
      n, 1);
  for (uint64_t i = 0; i < e->n_frames; i++) s->unnamed += e->frames[i].symbol_id < 0;
  if (s->samples == 0 || e->time_ns < s->first) s->first = e->time_ns;
  if (e->time_ns > s->last) s->last = e->time_ns;
  s->samples++;
  s->frames += e->n_frames;
  s->incomplete += (e->present & DFMT_SIMPLEPERF_SAMPLE_HAS_UNWIND) != 0;
  return DFMT_OK;
}

static bool note_meta(struct state *s, struct dfmto_info *x, const dfmt_simpleperf_meta *m) {
  bool has_app = m->present & DFMT_SIMPLEPERF_META_HAS_APP_PACKAGE_NAME;
  if (has_app && !dfmto_info_text(x, m->app_package_name, &s->app)) return false;
  s->has_app = s->has_app || has_app;
  s->has_offcpu = m->present & DFMT_SIMPLEPERF_META_HAS_TRACE_OFFCPU;
  s->offcpu = m->trace_offcpu;
  return true;
}

static void count_record(struct state *s, const dfmt_event *ev) {
  const dfmt_simpleperf_lost *lost = dfmt_event_simpleperf_lost(ev);
  const dfmt_simpleperf_file *file = dfmt_event_simpleperf_file(ev);
  if (lost) {
    s->has_lost = true;
    s->counted = lost->sample_count;
    s->lost += lost->lost_count;
  }
  if (file) {
    s->n_files++;
    s->n_symbols += file->n_symbols;
  }
  s->n_threads += dfmt_event_simpleperf_thread(ev) != NULL;
  s->switches += dfmt_event_simpleperf_switch(ev) != NULL;
  s->opaque += dfmt_event_opaque(ev) != NULL;
}

static dfmt_status event(void *user, struct dfmto_info *x, const dfmt_event *ev) {
  struct state *s = user;
  const dfmt_simpleperf_sample *sample = dfmt_event_simpleperf_sample(ev);
  const dfmt_simpleperf_meta *meta = dfmt_event_simpleperf_meta(ev);
  if (sample) return count_sample(s, x, sample);
  const dfmt_config *c = dfmto_helpers(x->op);
  if (!c || (!s->names && dfmt_simpleperf_names_new(c, &s->names) != DFMT_OK) || (meta && !note_meta(s, x, meta)))
    return dfmto_no_memory(x->op);
  dfmt_status st = dfmt_simpleperf_names_add(s->names, ev);
  if (st == DFMT_E_NOMEM) return dfmto_no_memory(x->op);
  if (st < 0) return dfmto_fail_as(x->op, dfmt_simpleperf_names_error(s->names));
  count_record(s, ev);
  return DFMT_OK;
}

/* ---- the chosen event: different events are not added up ---- */

static dfmt_str event_name(const struct state *s, uint64_t id) {
  dfmt_str name = {NULL, 0};
  if (s->names) dfmt_simpleperf_names_event(s->names, (uint32_t)id, &name);
  return name;
}

/* Events with the same name are one, whatever their numbers. */
static bool counts(const struct state *s, uint64_t id) {
  dfmt_str a = event_name(s, ANY), b = event_name(s, id);
  return id == ANY || (a.len && a.len == b.len && memcmp(a.ptr, b.ptr, (size_t)a.len) == 0);
}

/* Figures of the chosen event, from those by event, keyed by the upper half. */
static bool choose(const struct state *s, struct dfmti_mem *m, const struct dfmto_counts *of, struct dfmto_counts *to) {
  dfmto_counts_free(m, to);
  for (size_t i = 0; i < of->n; i++) {
    const struct dfmto_count *c = &of->list[i];
    if (!counts(s, (uint32_t)c->number)) continue;
    struct dfmto_count *x = dfmto_count_at(m, to, c->number >> 32);
    if (!x) return false;
    add(x, c->n, c->sum);
  }
  dfmto_counts_sort(to);
  return true;
}

static dfmt_status finish(void *user, struct dfmto_info *x) {
  struct state *s = user;
  struct dfmti_mem *m = &x->op->mem;
  if (!choose(s, m, &s->threads, &s->by_thread) || !choose(s, m, &s->paths, &s->by_path)) return dfmto_no_memory(x->op);
  s->all = 0;
  for (size_t i = 0; i < s->by_thread.n; i++) s->all = dfmto_info_sum(s->all, s->by_thread.list[i].n);
  s->rest = (struct dfmto_count){.n = 0};
  for (size_t i = 0; i < s->no_frames.n; i++)
    if (counts(s, s->no_frames.list[i].number)) add(&s->rest, s->no_frames.list[i].n, s->no_frames.list[i].sum);
  dfmto_counts_sort(&s->events);
  return DFMT_OK;
}

static void close_state(void *user, struct dfmti_mem *m) {
  struct state *s = user;
  struct dfmto_counts *const lists[] = {&s->events, &s->threads, &s->paths, &s->no_frames, &s->by_thread, &s->by_path};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) dfmto_counts_free(m, lists[i]);
  dfmt_simpleperf_names_free(s->names);
}

/* ---- rows ---- */

static void profile_row(const void *user, const struct dfmto_info *x, uint64_t i, void *body) {
  const struct state *s = user;
  dfmt_info_profile *r = body;
  (void)i;
  r->event = event_name(s, ANY);
  if (!r->event.len) r->event = (dfmt_str){"event 0", 7};
  r->n_samples = s->samples;
  r->duration_ns = s->last - s->first;
  r->n_stack_frames = s->frames;
  r->n_unnamed = s->unnamed;
  r->n_incomplete = s->incomplete;
  r->n_files = s->n_files;
  r->n_symbols = s->n_symbols;
  r->n_threads = s->n_threads;
  r->n_switches = s->switches;
  r->n_unknown = s->opaque;
  r->trace_offcpu = s->offcpu;
  r->sample_count = s->counted;
  r->n_lost = s->lost;
  if (s->has_offcpu) r->present |= DFMT_INFO_PROFILE_HAS_TRACE_OFFCPU;
  if (s->has_lost) r->present |= DFMT_INFO_PROFILE_HAS_SAMPLE_COUNT | DFMT_INFO_PROFILE_HAS_N_LOST;
  if (!s->has_app) return;
  r->app = dfmto_info_at(x, s->app);
  r->present |= DFMT_INFO_PROFILE_HAS_APP;
}

static uint64_t count_events(const void *user) { return ((const struct state *)user)->events.n; }
static uint64_t count_threads(const void *user) { return ((const struct state *)user)->by_thread.n; }
static uint64_t count_paths(const void *user) {
  const struct state *s = user;
  return s->by_path.n + (s->rest.sum != 0);
}

static void event_row(const void *user, const struct dfmto_info *x, uint64_t i, void *body) {
  const struct state *s = user;
  const struct dfmto_count *c = &s->events.list[i];
  dfmt_info_event *r = body;
  (void)x;
  r->event_id = (uint32_t)c->number;
  r->event = event_name(s, c->number);
  r->n_samples = c->n;
  r->share = dfmto_info_share(c->n, s->samples);
  r->count = c->sum;
}

static void thread_row(const void *user, const struct dfmto_info *x, uint64_t i, void *body) {
  const struct state *s = user;
  const struct dfmto_count *c = &s->by_thread.list[i];
  dfmt_info_thread *r = body;
  (void)x;
  r->thread_id = (int32_t)(uint32_t)c->number;
  if (s->names) dfmt_simpleperf_names_thread(s->names, r->thread_id, &r->thread_name, &r->process_id);
  r->count = c->n;
  r->share = dfmto_info_share(c->n, s->all);
  r->n_samples = c->sum;
}

/* Samples without frames come last. */
static void path_row(const void *user, const struct dfmto_info *x, uint64_t i, void *body) {
  const struct state *s = user;
  bool is_rest = i == s->by_path.n;
  const struct dfmto_count *c = is_rest ? &s->rest : &s->by_path.list[i];
  const dfmt_simpleperf_frame f = {.file_id = (uint32_t)c->number, .symbol_id = -1};
  dfmt_info_path *r = body;
  (void)x;
  r->count = c->n;
  r->share = dfmto_info_share(c->n, s->all);
  r->n_samples = c->sum;
  r->file_id = f.file_id;
  r->path = (dfmt_str){"[no frames]", 11};
  if (is_rest) return;
  r->present |= DFMT_INFO_PATH_HAS_FILE_ID;
  r->path = (dfmt_str){NULL, 0};
  if (s->names) dfmt_simpleperf_names_frame(s->names, &f, NULL, &r->path);
}

static const struct dfmto_info_set sets[] = {
    {.is = DFMTO_INFO_ANSWER(DFMT_OP_USUAL, "profile", DFMT_INFO_PROFILE, "Recording: events, times, lost samples.",
                             NULL),
     .row = profile_row},
    {.is = DFMTO_INFO_ANSWER(DFMT_OP_USUAL, "events", DFMT_INFO_EVENT, "Events, by their samples.",
                             "file/h set_name/h n_samples/w share/s count event_id/h event"),
     .heading = "Events by samples",
     .count = count_events,
     .row = event_row},
    {.is = DFMTO_INFO_ANSWER(DFMT_OP_USUAL, "threads", DFMT_INFO_THREAD, "Threads, by the first event.",
                             "file/h set_name/h count/w share/s n_samples process_id thread_id thread_name"),
     .heading = "Threads by the first event",
     .count = count_threads,
     .row = thread_row},
    {.is = DFMTO_INFO_ANSWER(DFMT_OP_USUAL, "paths", DFMT_INFO_PATH, "Files of innermost frames, by the first event.",
                             "file/h set_name/h count/w share/s n_samples file_id/h path"),
     .heading = "Files of innermost frames by the first event",
     .count = count_paths,
     .row = path_row},
    {.is = {.part = {.name = NULL}}}};

extern const struct dfmto_info_format dfmto_info_simpleperf;
const struct dfmto_info_format dfmto_info_simpleperf = {.format = DFMT_SIMPLEPERF,
                                                        .state_size = sizeof(struct state),
                                                        .event = event,
                                                        .finish = finish,
                                                        .close = close_state,
                                                        .sets = sets};
