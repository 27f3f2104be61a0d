/* SPDX-License-Identifier: MIT */
/*
 * `convert` for simpleperf where a part is chosen, names are taken out, or files are joined: records in the order of
 * the real tool, names that are used and no others, and counts that are true of them.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "profile_meta.h"
#include "renumber.h"
#include "rewrite.h"
#include "time_window.h"

struct remake {
  struct rewrite *x;
  const struct settings *set;
  struct walk w;
  struct profile *list;
  size_t n;
  struct profile_meta meta;
  struct renumber numbers;
  struct time_window window;
  bool *found_threads, *found_events;
  bool bare;                     /* unknown fields may hold names: they go */
  dfmt_simpleperf_frame *frames; /* of the sample in hand */
  uint64_t cap_frames;
  uint64_t samples, opaque;
};

static void put_body(struct remake *m, const dfmt_event *ev, const dfmt_head *body) {
  rewrite_put(m->x, &m->w, ev, body, (dfmt_str){NULL, 0});
}

/* ---- what is wanted ---- */

static bool thread_matches(struct remake *m, int32_t id, dfmt_str name) {
  char number[16];
  snprintf(number, sizeof number, "%" PRId32, id);
  bool by_name = key_wanted(&m->set->threads, name, true, m->found_threads);
  return key_wanted(&m->set->threads, (dfmt_str){number, strlen(number)}, true, m->found_threads) || by_name;
}

static void choose(struct remake *m, struct profile *p) {
  for (size_t i = 0; i < p->thread_ids.n; i++) {
    int32_t id = (int32_t)(uint32_t)p->thread_ids.keys[i];
    p->threads[i].wanted = thread_matches(m, id, profile_thread_name(p, id, NULL));
  }
  for (uint64_t i = 0; i < p->n_events; i++)
    p->events_wanted[i] = key_wanted(&m->set->events, profile_meta(p)->event_types[i], true, m->found_events);
}

static bool wants_thread(struct remake *m, const struct profile *p, int32_t id) {
  size_t at = id_map_find(&p->thread_ids, (uint32_t)id);
  return at != SIZE_MAX ? p->threads[at].wanted : thread_matches(m, id, (dfmt_str){"", 0});
}

static bool wants_event(struct remake *m, const struct profile *p, uint32_t id) {
  if (id < p->n_events) return p->events_wanted[id];
  return key_wanted(&m->set->events, (dfmt_str){"", 0}, true, m->found_events);
}

/* ---- samples and switches ---- */

static dfmt_simpleperf_frame *frames_of(struct remake *m, const dfmt_simpleperf_sample *s) {
  if (m->cap_frames < s->n_frames) {
    m->cap_frames = s->n_frames + s->n_frames / 2;
    if (m->cap_frames > SIZE_MAX / sizeof *m->frames) tool_no_memory();
    m->frames = tool_realloc(m->frames, (size_t)m->cap_frames * sizeof *m->frames);
  }
  if (s->n_frames) memcpy(m->frames, s->frames, (size_t)s->n_frames * sizeof *m->frames);
  return m->frames;
}

enum {
  SAMPLE_UNKNOWN = DFMT_SIMPLEPERF_SAMPLE_HAS_UNKNOWN | DFMT_SIMPLEPERF_SAMPLE_HAS_RECORD_UNKNOWN |
                   DFMT_SIMPLEPERF_SAMPLE_HAS_UNWIND_UNKNOWN | DFMT_SIMPLEPERF_SAMPLE_HAS_FRAME_UNKNOWN,
  SWITCH_UNKNOWN = DFMT_SIMPLEPERF_SWITCH_HAS_UNKNOWN | DFMT_SIMPLEPERF_SWITCH_HAS_RECORD_UNKNOWN,
  META_UNKNOWN = DFMT_SIMPLEPERF_META_HAS_UNKNOWN | DFMT_SIMPLEPERF_META_HAS_RECORD_UNKNOWN
};

static void put_sample(struct remake *m, struct profile *p, const dfmt_event *ev, const dfmt_simpleperf_sample *s) {
  if (!time_window_has(&m->window, p->start, s->time_ns) || !wants_event(m, p, s->event_type_id) ||
      !wants_thread(m, p, s->thread_id))
    return;
  dfmt_simpleperf_sample out = *s;
  dfmt_simpleperf_frame *frames = frames_of(m, s);
  for (uint64_t i = 0; i < s->n_frames && !m->x->failed; i++)
    m->x->failed = !renumber_frame(&m->numbers, p, &frames[i]);
  out.frames = frames;
  out.thread_id = renumber_thread(&m->numbers, p, s->thread_id);
  out.event_type_id = renumber_event(p, s->event_type_id, m->meta.body.n_event_types);
  if (out.thread_id) out.present |= DFMT_SIMPLEPERF_SAMPLE_HAS_THREAD_ID; /* an absent one is 0 */
  if (out.event_type_id) out.present |= DFMT_SIMPLEPERF_SAMPLE_HAS_EVENT_TYPE_ID;
  if (m->bare) out.present &= ~(uint32_t)SAMPLE_UNKNOWN;
  if (!m->x->failed) put_body(m, ev, &out.head);
  m->samples++;
}

static void put_switch(struct remake *m, struct profile *p, const dfmt_event *ev, const dfmt_simpleperf_switch *s) {
  if (!time_window_has(&m->window, p->start, s->time_ns) || !wants_thread(m, p, s->thread_id)) return;
  dfmt_simpleperf_switch out = *s;
  out.thread_id = renumber_thread(&m->numbers, p, s->thread_id);
  if (out.thread_id) out.present |= DFMT_SIMPLEPERF_SWITCH_HAS_THREAD_ID;
  if (m->bare) out.present &= ~(uint32_t)SWITCH_UNKNOWN;
  put_body(m, ev, &out.head);
}

static void put_records(struct remake *m, struct profile *p) {
  const dfmt_event *ev;
  profile_open(p, &m->w);
  while (!m->x->failed && walk_record(&m->w, &ev)) {
    const dfmt_simpleperf_sample *s = dfmt_event_simpleperf_sample(ev);
    const dfmt_simpleperf_switch *c = dfmt_event_simpleperf_switch(ev);
    if (s) put_sample(m, p, ev, s);
    if (c) put_switch(m, p, ev, c);
    m->opaque += dfmt_event_opaque(ev) != NULL;
  }
  m->x->failed = m->x->failed || m->w.failed;
}

/* ---- the others ---- */

static void put_meta(struct remake *m) {
  if (!m->meta.any) return;
  dfmt_simpleperf_meta out = m->meta.body;
  if (m->bare) out.present &= ~(uint32_t)META_UNKNOWN;
  if (out.present & DFMT_SIMPLEPERF_META_HAS_APP_PACKAGE_NAME)
    out.app_package_name = renumber_name(&m->numbers, REDACTED_APP, out.app_package_name);
  put_body(m, NULL, &out.head);
}

static void put_lost(struct remake *m) {
  dfmt_simpleperf_lost out = {.head = {sizeof out, DFMT_SIMPLEPERF_LOST},
                              .present = DFMT_SIMPLEPERF_LOST_HAS_SAMPLE_COUNT | DFMT_SIMPLEPERF_LOST_HAS_LOST_COUNT,
                              .sample_count = m->samples};
  for (size_t i = 0; i < m->n; i++) {
    uint64_t lost = m->list[i].lost;
    out.lost_count = lost > UINT64_MAX - out.lost_count ? UINT64_MAX : out.lost_count + lost;
  }
  put_body(m, NULL, &out.head);
}

static void put_files(struct remake *m) {
  if (m->x->failed || dfmt_simpleperf_symbols_write(m->numbers.symbols, m->x->writer) == DFMT_OK) return;
  report_error(m->x->t, &(struct place){.file = m->x->in->name, .out = &m->x->out}, dfmt_writer_error(m->x->writer));
  m->x->failed = true;
}

/* In the order of their records; one that several inputs name is wanted in all or none of them. */
static void put_threads(struct remake *m) {
  struct id_map put = {0};
  for (size_t i = 0; i < m->n; i++)
    for (size_t k = 0; k < m->list[i].thread_ids.n && !m->x->failed; k++) {
      const struct profile_thread *t = &m->list[i].threads[k];
      size_t at = id_map_find(&m->numbers.thread_ids, (uint32_t)t->number), before = put.n;
      const struct renumber_thread *r = &m->numbers.threads[at];
      if (!t->wanted || !r->known || id_map_add(&put, (uint32_t)t->number) < before) continue;
      const dfmt_simpleperf_thread out = {.head = {sizeof out, DFMT_SIMPLEPERF_THREAD},
                                          .present = DFMT_SIMPLEPERF_THREAD_HAS_THREAD_ID |
                                                     DFMT_SIMPLEPERF_THREAD_HAS_PROCESS_ID |
                                                     DFMT_SIMPLEPERF_THREAD_HAS_NAME,
                                          .thread_id = t->number,
                                          .process_id = r->process,
                                          .name = renumber_name(&m->numbers, REDACTED_THREAD, r->name)};
      put_body(m, NULL, &out.head);
    }
  id_map_free(&put);
}

/* ---- all ---- */

static void report_unused(struct remake *m, const char *option, const struct words *words, const bool *found) {
  for (size_t i = 0; i < words->n && !tool_stopped() && !m->x->failed; i++)
    if (!found[i]) report(m->x->t, CODE_DAMAGED, m->x->in->name, "%s: nothing is called '%s'", option, words->list[i]);
}

static void put_all(struct remake *m) {
  put_meta(m);
  for (size_t i = 0; i < m->n && !m->x->failed && !tool_stopped(); i++) put_records(m, &m->list[i]);
  if (!m->x->failed) put_lost(m);
  put_files(m);
  put_threads(m);
  if (m->opaque && !m->x->t->set.quiet && !m->x->failed)
    report(m->x->t, CODE_FINE, m->x->in->name, "note: %" PRIu64 " records of unknown kinds are omitted", m->opaque);
  report_unused(m, "--thread", &m->set->threads, m->found_threads);
  report_unused(m, "--event", &m->set->events, m->found_events);
  report_unused(m, "--redact", &m->set->redact, m->numbers.redaction.found);
}

static bool load(struct remake *m, struct plan *const *plans) {
  bool times = time_window_is_relative(&m->window), good = true;
  for (size_t i = 0; i < m->n && good; i++) {
    good = profile_load(&m->list[i], plans[i], times);
    if (good) choose(m, &m->list[i]);
    if (good) renumber_threads(&m->numbers, &m->list[i]);
  }
  return good && profile_meta_join(&m->meta, m->x->t, m->list, m->n);
}

static void remake(struct rewrite *x, struct plan *const *plans, size_t n) {
  struct remake m = {.x = x, .set = &x->t->set, .n = n};
  m.bare = m.set->redact.n || m.set->strip_symbols;
  m.w = (struct walk){
      .t = x->t, .in = x->in, .format = tool_format_find(DFMT_SIMPLEPERF), .place = {.file = x->in->name, .in = x->in}};
  m.list = tool_zalloc(n * sizeof *m.list);
  m.found_threads = tool_zalloc(m.set->threads.n * sizeof(bool));
  m.found_events = tool_zalloc(m.set->events.n * sizeof(bool));
  renumber_begin(&m.numbers, x->t, n == 1);
  x->failed = !time_window_parse(x->t, m.set->time, &m.window) || !load(&m, plans);
  if (!x->failed) put_all(&m);
  for (size_t i = 0; i < n; i++) profile_free(&m.list[i]);
  profile_meta_free(&m.meta);
  renumber_free(&m.numbers);
  tool_realloc(m.found_threads, 0);
  tool_realloc(m.found_events, 0);
  tool_realloc(m.frames, 0);
  tool_realloc(m.list, 0);
}

const struct remake_ops simpleperf_remake = {.run = remake};
