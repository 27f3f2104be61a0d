/* SPDX-License-Identifier: MIT */
/* `info` for simpleperf: what was recorded, how much of it, and where time went. */
#include <inttypes.h>

#include "counts.h"
#include "measures_simpleperf.h"
#include "options.h"
#include "stacks.h"
#include "text.h"
#include "walk.h"

enum { TOP = 10 }; /* threads and files listed */

struct state {
  dfmt_simpleperf_names *names;
  struct counts events;         /* n: samples; sum: event counts */
  struct counts threads, files; /* n: event counts; sum: samples; until the end by event, too, below 2^32 */
  struct counts no_frames;      /* the same of samples without frames; files are those of innermost ones */
  struct measures measures;
  uint64_t n_types; /* events that META names */
  uint64_t samples, switches, frames, unknown_frames, incomplete, opaque;
  uint64_t first, last; /* times, ns */
  uint64_t n_files, n_symbols, n_threads;
  uint64_t lost, counted; /* as LOST says */
  bool has_lost, has_meta, has_offcpu, offcpu;
  bool full; /* a limit was met, which was reported */
  char *app;
  uint64_t app_len;
};

static void add(struct counts *to, uint64_t number, uint64_t n, uint64_t sum) {
  struct count *c = counts_at(to, number);
  c->n = add_weights(c->n, n);
  c->sum = add_weights(c->sum, sum);
}

static void count_sample(struct state *s, const dfmt_simpleperf_sample *x) {
  uint64_t event = x->event_type_id, n = x->event_count;
  add(&s->events, event, 1, n);
  add(&s->threads, (uint64_t)(uint32_t)x->thread_id << 32 | event, n, 1);
  if (x->n_frames)
    add(&s->files, (uint64_t)x->frames[0].file_id << 32 | event, n, 1);
  else
    add(&s->no_frames, event, n, 1);
  for (uint64_t i = 0; i < x->n_frames; i++) s->unknown_frames += x->frames[i].symbol_id < 0;
  if (s->samples == 0 || x->time_ns < s->first) s->first = x->time_ns;
  if (x->time_ns > s->last) s->last = x->time_ns;
  s->samples++;
  s->frames += x->n_frames;
  s->incomplete += (x->present & DFMT_SIMPLEPERF_SAMPLE_HAS_UNWIND) != 0;
}

static uint64_t memory(const struct state *s) {
  return (uint64_t)(s->events.cap + s->threads.cap + s->files.cap + s->no_frames.cap) * sizeof(struct count);
}

/* Nothing more is counted when a limit was met. */
static void check_room(struct state *s, struct walk *w) {
  if (memory(s) <= option_value(w->t, DFMT_CFG_MAX_MEMORY)) return;
  report_limit(w->t, w->in->name, DFMT_CFG_MAX_MEMORY, memory(s), "its threads and files");
  s->full = true;
}

static void note_meta(struct state *s, const dfmt_simpleperf_meta *m) {
  s->has_meta = true;
  s->has_offcpu = m->present & DFMT_SIMPLEPERF_META_HAS_TRACE_OFFCPU;
  s->offcpu = m->trace_offcpu;
  s->n_types = m->n_event_types;
  if (!(m->present & DFMT_SIMPLEPERF_META_HAS_APP_PACKAGE_NAME)) return;
  s->app = tool_realloc(s->app, (size_t)m->app_package_name.len + 1);
  s->app_len = m->app_package_name.len;
  for (uint64_t i = 0; i < s->app_len; i++) s->app[i] = m->app_package_name.ptr[i];
}

static void event(void *user, struct walk *w, const dfmt_event *ev) {
  struct state *s = user;
  const dfmt_simpleperf_sample *sample = dfmt_event_simpleperf_sample(ev);
  const dfmt_simpleperf_lost *lost = dfmt_event_simpleperf_lost(ev);
  const dfmt_simpleperf_meta *meta = dfmt_event_simpleperf_meta(ev);
  const dfmt_simpleperf_file *file = dfmt_event_simpleperf_file(ev);
  if (s->full) return;
  if (!s->names && dfmt_simpleperf_names_new(w->t->config, &s->names) != DFMT_OK) tool_no_memory();
  if (sample) {
    count_sample(s, sample);
    check_room(s, w);
    return;
  }
  if (lost) {
    s->has_lost = true;
    s->counted = lost->sample_count;
    s->lost += lost->lost_count;
  }
  if (meta) note_meta(s, meta);
  if (file) {
    s->n_files++;
    s->n_symbols += file->n_symbols;
  }
  s->n_threads += dfmt_event_simpleperf_thread(ev) != NULL;
  s->switches += dfmt_event_simpleperf_switch(ev) != NULL;
  s->opaque += dfmt_event_opaque(ev) != NULL;
  dfmt_status st = dfmt_simpleperf_names_add(s->names, ev);
  if (st == DFMT_E_NOMEM) tool_no_memory();
  s->full = st < 0;
  if (s->full) report_error(w->t, &w->place, dfmt_simpleperf_names_error(s->names));
}

static bool fits(void *user, struct walk *w) {
  const struct state *s = user;
  (void)w;
  return !s->full;
}

/* What a number is called. */
static dfmt_str event_name(const struct state *s, uint64_t id) {
  dfmt_str name = {NULL, 0};
  dfmt_simpleperf_names_event(s->names, (uint32_t)id, &name);
  return name;
}
static dfmt_str thread_name(const struct state *s, uint64_t id, int32_t *process) {
  dfmt_str name = {NULL, 0};
  dfmt_simpleperf_names_thread(s->names, (int32_t)(uint32_t)id, &name, process);
  return name;
}
static dfmt_str file_name(const struct state *s, uint64_t id) {
  dfmt_str path = {NULL, 0};
  const dfmt_simpleperf_frame f = {.file_id = (uint32_t)id, .symbol_id = -1};
  dfmt_simpleperf_names_frame(s->names, &f, NULL, &path);
  return path;
}

/* ---- the event that counts ---- */

struct chosen {
  uint32_t measure;
  uint64_t all; /* its counts in all samples */
};

/* Of figures by event too, those of one measure, by the upper half. */
static void choose(struct state *s, uint32_t measure, struct counts *of) {
  struct counts chosen = {0};
  for (size_t i = 0; i < of->cap; i++) {
    const struct count *c = &of->list[i];
    if (c->used && measure_of(&s->measures, s->names, (uint32_t)c->number) == measure)
      add(&chosen, c->number >> 32, c->n, c->sum);
  }
  counts_free(of);
  *of = chosen;
  counts_sort(of);
}

/* Unlike events are not added: threads and files go by one of them. */
static struct chosen settle(struct state *s) {
  struct chosen x = {.measure = measure_usual(&s->measures, s->names, s->n_types, false)};
  choose(s, x.measure, &s->threads);
  choose(s, x.measure, &s->files);
  choose(s, x.measure, &s->no_frames);
  for (size_t i = 0; i < s->threads.n; i++) x.all = add_weights(x.all, s->threads.list[i].n);
  counts_sort(&s->events);
  return x;
}

/* ---- for people ---- */

static void put_share(dfmt_sink *to, uint64_t n, uint64_t all) {
  put_f(to, "%10" PRIu64 "  %5.1f %%  ", n, all ? 100.0 * (double)n / (double)all : 0.0);
}

static void put_heading(dfmt_sink *to, bool color, const char *title, dfmt_str by, size_t n) {
  put_f(to, "%s\n%s", color ? "\x1b[1m" : "", title);
  put_safe(to, by.ptr, by.len);
  put_f(to, ":%s", color ? "\x1b[0m" : "");
  if (n > TOP) put_f(to, " (%d of %zu)", TOP, n);
  put_s(to, "\n");
}

static void put_name(dfmt_sink *to, dfmt_str name) {
  if (name.len)
    put_safe(to, name.ptr, name.len);
  else
    put_s(to, "(no name)");
}

static void put_events(const struct state *s, dfmt_sink *to, bool color) {
  put_heading(to, color, "Events by samples", (dfmt_str){NULL, 0}, s->events.n);
  for (size_t i = 0; i < s->events.n && i < TOP; i++) {
    put_share(to, s->events.list[i].n, s->samples);
    put_name(to, event_name(s, s->events.list[i].number));
    put_f(to, ", count %" PRIu64 "\n", s->events.list[i].sum);
  }
}

static void put_weight(dfmt_sink *to, const struct count *c, uint64_t all) {
  put_share(to, c->n, all);
  put_f(to, "%8" PRIu64 " samples  ", c->sum);
}

static void put_threads(const struct state *s, dfmt_sink *to, bool color, dfmt_str event, uint64_t all) {
  put_heading(to, color, "Threads by ", event, s->threads.n);
  for (size_t i = 0; i < s->threads.n && i < TOP; i++) {
    int32_t process = 0;
    dfmt_str name = thread_name(s, s->threads.list[i].number, &process);
    put_weight(to, &s->threads.list[i], all);
    put_name(to, name);
    put_f(to, " (%" PRId32 "/%" PRId32 ")\n", process, (int32_t)(uint32_t)s->threads.list[i].number);
  }
}

static void put_files(const struct state *s, dfmt_sink *to, bool color, dfmt_str event, uint64_t all) {
  put_heading(to, color, "Files of innermost frames by ", event, s->files.n);
  for (size_t i = 0; i < s->files.n && i < TOP; i++) {
    put_weight(to, &s->files.list[i], all);
    put_name(to, file_name(s, s->files.list[i].number));
    put_s(to, "\n");
  }
  if (s->no_frames.n == 0) return;
  put_weight(to, &s->no_frames.list[0], all);
  put_s(to, "[no frames]\n");
}

static void put_lists(struct state *s, dfmt_sink *to, bool color) {
  struct chosen x = settle(s);
  struct buffer name = {0};
  measure_name(&s->measures, x.measure, &name);
  dfmt_str event = {name.ptr, name.len};
  put_events(s, to, color);
  put_threads(s, to, color, event, x.all);
  put_files(s, to, color, event, x.all);
  buffer_free(&name);
}

static void table(void *user, struct walk *w, dfmt_sink *to) {
  struct state *s = user;
  uint64_t ns = s->last - s->first;
  if (s->app) {
    put_s(to, "App:       ");
    put_safe(to, s->app, s->app_len);
    put_s(to, "\n");
  }
  put_f(to, "Samples:   %" PRIu64, s->samples);
  if (s->has_lost && s->counted != s->samples) put_f(to, " (the file says %" PRIu64 ")", s->counted);
  if (s->has_lost)
    put_f(to, ", %" PRIu64 " lost\n", s->lost);
  else
    put_s(to, ", not told how many were lost\n");
  put_f(to, "Duration:  %" PRIu64 ".%03" PRIu64 " s\n", ns / 1000000000, ns / 1000000 % 1000);
  put_f(to, "Frames:    %" PRIu64 ", %" PRIu64 " without a name; %" PRIu64 " chains incomplete\n", s->frames,
        s->unknown_frames, s->incomplete);
  put_f(to, "Names:     %" PRIu64 " files, %" PRIu64 " symbols, %" PRIu64 " threads\n", s->n_files, s->n_symbols,
        s->n_threads);
  put_f(to, "Off CPU:   %s", !s->has_offcpu ? "not told" : s->offcpu ? "recorded" : "not recorded");
  put_f(to, ", %" PRIu64 " switches\n", s->switches);
  if (s->opaque) put_f(to, "Unknown:   %" PRIu64 " records\n", s->opaque);
  put_lists(s, to, w->t->color);
}

static void put_json_name(dfmt_sink *to, dfmt_str name) {
  put_s(to, ",\"name\":");
  put_json_string(to, name.ptr, name.len);
}

static void json(void *user, struct walk *w, dfmt_sink *to) {
  struct state *s = user;
  struct chosen chosen = settle(s);
  struct buffer event = {0};
  (void)w;
  measure_name(&s->measures, chosen.measure, &event);
  put_f(to, ",\"samples\":%" PRIu64 ",\"frames\":%" PRIu64 ",\"unknown_frames\":%" PRIu64 ",\"incomplete\":%" PRIu64,
        s->samples, s->frames, s->unknown_frames, s->incomplete);
  if (s->has_lost) put_f(to, ",\"sample_count\":%" PRIu64 ",\"lost\":%" PRIu64, s->counted, s->lost);
  put_f(to, ",\"duration_ns\":%" PRIu64 ",\"switches\":%" PRIu64, s->last - s->first, s->switches);
  if (s->has_offcpu) put_f(to, ",\"trace_offcpu\":%s", s->offcpu ? "true" : "false");
  if (s->app) {
    put_s(to, ",\"app_package_name\":");
    put_json_string(to, s->app, s->app_len);
  }
  put_f(to, ",\"n_files\":%" PRIu64 ",\"n_symbols\":%" PRIu64 ",\"n_threads\":%" PRIu64, s->n_files, s->n_symbols,
        s->n_threads);
  put_s(to, ",\"events\":[");
  for (size_t i = 0; i < s->events.n; i++) {
    const struct count *c = &s->events.list[i];
    put_f(to, "%s{\"id\":%" PRIu64 ",\"samples\":%" PRIu64 ",\"count\":%" PRIu64, i ? "," : "", c->number, c->n,
          c->sum);
    put_json_name(to, event_name(s, c->number));
    put_s(to, "}");
  }
  put_s(to, "],\"event\":");
  (void)dfmt_json_string(event.ptr, event.len, to);
  buffer_free(&event);
  put_s(to, ",\"threads\":[");
  for (size_t i = 0; i < s->threads.n; i++) {
    const struct count *c = &s->threads.list[i];
    int32_t process = 0;
    dfmt_str name = thread_name(s, c->number, &process);
    put_f(to, "%s{\"thread_id\":%" PRId32 ",\"process_id\":%" PRId32 ",\"samples\":%" PRIu64 ",\"count\":%" PRIu64,
          i ? "," : "", (int32_t)(uint32_t)c->number, process, c->sum, c->n);
    put_json_name(to, name);
    put_s(to, "}");
  }
  put_s(to, "],\"files\":[");
  for (size_t i = 0; i < s->files.n; i++) {
    const struct count *c = &s->files.list[i];
    put_f(to, "%s{\"id\":%" PRIu64 ",\"samples\":%" PRIu64 ",\"count\":%" PRIu64, i ? "," : "", c->number, c->sum,
          c->n);
    put_json_name(to, file_name(s, c->number));
    put_s(to, "}");
  }
  put_s(to, "]");
}

static void end(void *user) {
  struct state *s = user;
  dfmt_simpleperf_names_free(s->names);
  counts_free(&s->events);
  counts_free(&s->threads);
  counts_free(&s->files);
  counts_free(&s->no_frames);
  measures_free(&s->measures);
  tool_realloc(s->app, 0);
}

const struct info_ops simpleperf_info = {
    .state_size = sizeof(struct state), .event = event, .fits = fits, .table = table, .json = json, .end = end};
