/* SPDX-License-Identifier: MIT */
#include "profile.h"

#include "index.h"
#include "options.h"

const dfmt_simpleperf_meta *profile_meta(const struct profile *p) { return dfmt_event_simpleperf_meta(p->meta_event); }

dfmt_str profile_path(const struct profile *p, uint32_t file_id) {
  dfmt_str path = {"", 0};
  const dfmt_simpleperf_frame f = {.file_id = file_id, .symbol_id = -1};
  dfmt_simpleperf_names_frame(p->names, &f, NULL, &path);
  return path;
}

dfmt_str profile_thread_name(const struct profile *p, int32_t thread_id, int32_t *process_id) {
  dfmt_str name = {"", 0};
  dfmt_simpleperf_names_thread(p->names, thread_id, &name, process_id);
  return name;
}

/* Room for one more, at powers of two. */
static void *grow(void *list, size_t n, size_t size) {
  return (n & (n - 1)) == 0 ? tool_realloc(list, (n ? 2 * n : 1) * size) : list;
}

static void note_file(struct profile *p, const dfmt_simpleperf_file *f) {
  size_t n = p->file_ids.n, at = id_map_add(&p->file_ids, f->id);
  if (at == n) {
    p->files = grow(p->files, n, sizeof *p->files);
    p->files[at] = (struct profile_file){.symbols = NULL};
  }
  struct profile_file *to = &p->files[at]; /* of records with one number the last counts */
  to->n_symbols = f->n_symbols;
  to->symbols = tool_realloc(to->symbols, (size_t)f->n_symbols * sizeof *to->symbols);
  for (uint64_t i = 0; i < f->n_symbols; i++) to->symbols[i] = SYMBOL_UNUSED;
}

size_t profile_add_thread(struct profile *p, int32_t thread_id) {
  size_t n = p->thread_ids.n, at = id_map_add(&p->thread_ids, (uint32_t)thread_id);
  if (at < n) return at;
  p->threads = grow(p->threads, n, sizeof *p->threads);
  p->threads[at] = (struct profile_thread){.wanted = false};
  return at;
}

static void note_meta(struct profile *p, const dfmt_event *ev) {
  dfmt_event_free(p->meta_event);
  if (dfmt_event_clone(NULL, ev, &p->meta_event) != DFMT_OK) tool_no_memory();
}

/* false: names take more than they may, which was reported. */
static bool note(struct profile *p, struct walk *w, const dfmt_event *ev, bool *any_sample) {
  const dfmt_simpleperf_sample *s = dfmt_event_simpleperf_sample(ev);
  const dfmt_simpleperf_file *f = dfmt_event_simpleperf_file(ev);
  const dfmt_simpleperf_thread *t = dfmt_event_simpleperf_thread(ev);
  const dfmt_simpleperf_lost *l = dfmt_event_simpleperf_lost(ev);
  if (s && (!*any_sample || s->time_ns < p->start)) p->start = s->time_ns;
  *any_sample = *any_sample || s;
  if (l) p->lost = l->lost_count > UINT64_MAX - p->lost ? UINT64_MAX : p->lost + l->lost_count;
  dfmt_status st = dfmt_simpleperf_names_add(p->names, ev);
  if (st == DFMT_E_NOMEM) tool_no_memory();
  if (st < 0) report_error(w->t, &w->place, dfmt_simpleperf_names_error(p->names));
  if (st < 0) return false;
  if (f) note_file(p, f);
  if (t) (void)profile_add_thread(p, t->thread_id);
  if (dfmt_event_simpleperf_meta(ev)) note_meta(p, ev);
  return true;
}

/* Files of code that was compiled while running have one path, and each its own symbols. */
static void find_separate(struct profile *p) {
  struct index paths = {0};
  for (size_t i = 0; i < p->file_ids.n; i++)
    (void)index_add(&paths, &(struct entry){.offset = i}, profile_path(p, (uint32_t)p->file_ids.keys[i]), UINT64_MAX);
  index_seal(&paths);
  index_sort_by_key(&paths);
  for (size_t i = 1; i < paths.n; i++)
    if (same_key(paths.list[i - 1].key, paths.list[i].key))
      p->files[paths.list[i - 1].offset].separate = p->files[paths.list[i].offset].separate = true;
  index_free(&paths);
}

static void number_events(struct profile *p) {
  const dfmt_simpleperf_meta *m = profile_meta(p);
  p->n_events = m ? m->n_event_types : 0;
  p->events = tool_zalloc((size_t)p->n_events * sizeof *p->events);
  p->events_wanted = tool_zalloc((size_t)p->n_events * sizeof *p->events_wanted);
  for (uint64_t i = 0; i < p->n_events; i++) p->events[i] = (uint32_t)i;
}

void profile_open(struct profile *p, struct walk *w) { plan_open(p->plan, w, p->plan->t->reader); }

bool profile_load(struct profile *p, struct plan *plan, bool times) {
  struct tool *t = plan->t;
  struct walk w;
  const dfmt_event *ev;
  dfmt_reader *r;
  dfmt_config *c = options_config(t);
  uint64_t records = DFMT_SIMPLEPERF_RECORDS_META | DFMT_SIMPLEPERF_RECORDS_FILE | DFMT_SIMPLEPERF_RECORDS_THREAD |
                     DFMT_SIMPLEPERF_RECORDS_LOST | (times ? (uint64_t)DFMT_SIMPLEPERF_RECORDS_SAMPLE : 0);
  bool salvage = option_value(t, DFMT_CFG_RECOVER), good = true, any = false;
  *p = (struct profile){.plan = plan};
  (void)dfmt_config_set(c, DFMT_CFG_SIMPLEPERF_RECORDS, records);
  if (dfmt_reader_new(c, &r) != DFMT_OK || dfmt_simpleperf_names_new(t->config, &p->names) != DFMT_OK) tool_no_memory();
  plan_open(plan, &w, r);
  w.quiet = salvage; /* the second pass will tell it */
  while (good && walk_next(&w, &ev))
    if (!dfmt_event_diagnostic(ev)) good = note(p, &w, ev, &any);
  good = good && (salvage || !w.failed);
  dfmt_reader_free(r);
  dfmt_config_free(c);
  find_separate(p);
  number_events(p);
  return good && !tool_stopped();
}

void profile_free(struct profile *p) {
  for (size_t i = 0; i < p->file_ids.n; i++) tool_realloc(p->files[i].symbols, 0);
  tool_realloc(p->files, 0);
  tool_realloc(p->threads, 0);
  tool_realloc(p->events, 0);
  tool_realloc(p->events_wanted, 0);
  id_map_free(&p->file_ids);
  id_map_free(&p->thread_ids);
  dfmt_event_free(p->meta_event);
  dfmt_simpleperf_names_free(p->names);
}
