/* SPDX-License-Identifier: MIT */
/* `info` for simpleperf: what was recorded, how much of it, and where time went. */
#include <inttypes.h>

#include "counts.h"
#include "text.h"
#include "walk.h"

enum { TOP = 10 }; /* threads and files listed */

struct state {
  dfmt_simpleperf_names *names;
  struct counts events, threads, files; /* n: samples; sum: event counts. files: of innermost frames */
  uint64_t samples, switches, frames, unknown_frames, incomplete, opaque;
  uint64_t first, last;                 /* times, ns */
  uint64_t n_files, n_symbols, n_threads;
  uint64_t lost, counted;               /* as LOST says */
  bool has_lost, has_meta, has_offcpu, offcpu;
  bool names_full;                      /* --max-table was met */
  char *app;
  uint64_t app_len;
};

static void count_sample(struct state *s, const dfmt_simpleperf_sample *x) {
  struct count *c = counts_at(&s->events, x->event_type_id);
  c->n++;
  c->sum += x->event_count;
  c = counts_at(&s->threads, (uint32_t)x->thread_id);
  c->n++;
  c->sum += x->event_count;
  if (x->n_frames) counts_at(&s->files, x->frames[0].file_id)->n++;
  for (uint64_t i = 0; i < x->n_frames; i++) s->unknown_frames += x->frames[i].symbol_id < 0;
  if (s->samples == 0 || x->time_ns < s->first) s->first = x->time_ns;
  if (x->time_ns > s->last) s->last = x->time_ns;
  s->samples++;
  s->frames += x->n_frames;
  s->incomplete += (x->present & DFMT_SIMPLEPERF_SAMPLE_HAS_UNWIND) != 0;
}

static void note_meta(struct state *s, const dfmt_simpleperf_meta *m) {
  s->has_meta = true;
  s->has_offcpu = m->present & DFMT_SIMPLEPERF_META_HAS_TRACE_OFFCPU;
  s->offcpu = m->trace_offcpu;
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
  if (!s->names && dfmt_simpleperf_names_new(w->t->config, &s->names) != DFMT_OK) tool_no_memory();
  if (sample) count_sample(s, sample);
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
  s->names_full = s->names_full || st == DFMT_E_LIMIT;
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

static void sort_all(struct state *s) {
  counts_sort(&s->events);
  counts_sort(&s->threads);
  counts_sort(&s->files);
}

static void put_share(dfmt_sink *to, uint64_t n, uint64_t all) {
  put_f(to, "%10" PRIu64 "  %5.1f %%  ", n, all ? 100.0 * (double)n / (double)all : 0.0);
}

static void put_heading(dfmt_sink *to, bool color, const char *title, size_t n) {
  put_f(to, "%s\n%s%s", color ? "\x1b[1m" : "", title, color ? "\x1b[0m" : "");
  if (n > TOP) put_f(to, " (%d of %zu)", TOP, n);
  put_s(to, "\n");
}

static void put_name(dfmt_sink *to, dfmt_str name) {
  if (name.len)
    put_safe(to, name.ptr, name.len);
  else
    put_s(to, "(no name)");
}

static void put_lists(const struct state *s, dfmt_sink *to, bool color) {
  put_heading(to, color, "Events:", s->events.n);
  for (size_t i = 0; i < s->events.n && i < TOP; i++) {
    put_share(to, s->events.list[i].n, s->samples);
    put_name(to, event_name(s, s->events.list[i].number));
    put_f(to, ", count %" PRIu64 "\n", s->events.list[i].sum);
  }
  put_heading(to, color, "Threads by samples:", s->threads.n);
  for (size_t i = 0; i < s->threads.n && i < TOP; i++) {
    int32_t process = 0;
    dfmt_str name = thread_name(s, s->threads.list[i].number, &process);
    put_share(to, s->threads.list[i].n, s->samples);
    put_name(to, name);
    put_f(to, " (%" PRId32 "/%" PRId32 ")\n", process, (int32_t)(uint32_t)s->threads.list[i].number);
  }
  put_heading(to, color, "Files by innermost frames:", s->files.n);
  for (size_t i = 0; i < s->files.n && i < TOP; i++) {
    put_share(to, s->files.list[i].n, s->samples);
    put_name(to, file_name(s, s->files.list[i].number));
    put_s(to, "\n");
  }
}

static void table(void *user, struct walk *w, dfmt_sink *to) {
  struct state *s = user;
  sort_all(s);
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
  if (s->names_full) put_s(to, "\nsome names are missing: more than --max-table has room for\n");
}

static void put_json_name(dfmt_sink *to, dfmt_str name) {
  put_s(to, ",\"name\":");
  put_json_string(to, name.ptr, name.len);
}

static void json(void *user, struct walk *w, dfmt_sink *to) {
  struct state *s = user;
  (void)w;
  sort_all(s);
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
  put_s(to, "],\"threads\":[");
  for (size_t i = 0; i < s->threads.n; i++) {
    const struct count *c = &s->threads.list[i];
    int32_t process = 0;
    dfmt_str name = thread_name(s, c->number, &process);
    put_f(to, "%s{\"thread_id\":%" PRId32 ",\"process_id\":%" PRId32 ",\"samples\":%" PRIu64 ",\"count\":%" PRIu64,
          i ? "," : "", (int32_t)(uint32_t)c->number, process, c->n, c->sum);
    put_json_name(to, name);
    put_s(to, "}");
  }
  put_s(to, "],\"files\":[");
  for (size_t i = 0; i < s->files.n; i++) {
    put_f(to, "%s{\"id\":%" PRIu64 ",\"samples\":%" PRIu64, i ? "," : "", s->files.list[i].number, s->files.list[i].n);
    put_json_name(to, file_name(s, s->files.list[i].number));
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
  tool_realloc(s->app, 0);
}

const struct info_ops simpleperf_info = {.state_size = sizeof(struct state), .event = event, .table = table,
                                         .json = json, .end = end};
