/* SPDX-License-Identifier: MIT */
/*
 * `verify --strict` for simpleperf: what the real tool keeps to and this file does not. Numbers point from samples to
 * names that come later, so that most is known at the end.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "counts.h"
#include "id_map.h"
#include "sort.h"
#include "verify.h"

/* The order of records in a file. */
enum { RANK_META, RANK_SAMPLE, RANK_LOST, RANK_FILE, RANK_THREAD, RANK_NONE };

struct file {
  uint64_t offset; /* of its record */
  uint64_t n_symbols, n_used;
  bool unknown; /* it stands for code that is in no file */
  bool used;
};

struct state {
  /* sum: offset of the record that says it first */
  struct counts sampled, switched; /* threads. mark: time of the last record; n: bits of what is known */
  struct counts file_uses;         /* mark: offset + 1 of the first frame that is not innermost */
  struct counts symbol_uses;       /* by file << 32 | symbol */
  struct counts events;
  struct id_map file_ids, threads;
  struct file *files;
  uint64_t samples, n_metas, n_losts, n_switches, n_events, sample_count, lost_at, switch_at, next_id;
  int rank;
  bool offcpu, told_order, told_execution, told_unknown, has_execution, lacks_execution;
};

/* What is known of a thread. */
enum { SWITCHED_ON = 1, SWITCHED_OFF = 2, TIME_TOLD = 4, SWITCH_TOLD = 8 };

static const dfmt_str no_key = {NULL, 0};

#define TELL(V, SEVERITY, OFFSET, ...) verify_problem(V, DFMT_SEVERITY_##SEVERITY, 0, OFFSET, no_key, __VA_ARGS__)

static struct count *first_at(struct counts *c, uint64_t number, uint64_t offset, bool *first) {
  size_t before = c->n;
  struct count *x = counts_at(c, number);
  *first = c->n != before;
  if (*first) x->sum = offset;
  return x;
}

/* ---- each record ---- */

/* Fields that the real tool never leaves out, by the bits of `present`. */
static const struct {
  uint32_t type, bits;
} always[] = {
    {DFMT_SIMPLEPERF_META, DFMT_SIMPLEPERF_META_HAS_EVENT_TYPES},
    {DFMT_SIMPLEPERF_SAMPLE, DFMT_SIMPLEPERF_SAMPLE_HAS_TIME_NS | DFMT_SIMPLEPERF_SAMPLE_HAS_THREAD_ID |
                                 DFMT_SIMPLEPERF_SAMPLE_HAS_FRAMES | DFMT_SIMPLEPERF_SAMPLE_HAS_EVENT_COUNT |
                                 DFMT_SIMPLEPERF_SAMPLE_HAS_EVENT_TYPE_ID},
    {DFMT_SIMPLEPERF_LOST, DFMT_SIMPLEPERF_LOST_HAS_SAMPLE_COUNT | DFMT_SIMPLEPERF_LOST_HAS_LOST_COUNT},
    {DFMT_SIMPLEPERF_FILE, DFMT_SIMPLEPERF_FILE_HAS_ID | DFMT_SIMPLEPERF_FILE_HAS_PATH},
    {DFMT_SIMPLEPERF_THREAD,
     DFMT_SIMPLEPERF_THREAD_HAS_THREAD_ID | DFMT_SIMPLEPERF_THREAD_HAS_PROCESS_ID | DFMT_SIMPLEPERF_THREAD_HAS_NAME},
    {DFMT_SIMPLEPERF_SWITCH,
     DFMT_SIMPLEPERF_SWITCH_HAS_SWITCH_ON | DFMT_SIMPLEPERF_SWITCH_HAS_TIME_NS | DFMT_SIMPLEPERF_SWITCH_HAS_THREAD_ID},
};

static const char *field_of(const dfmt_type *type, uint32_t bit) {
  for (uint64_t i = 0; i < type->n_fields; i++)
    if (type->fields[i].present_mask == bit) return type->fields[i].name;
  return "a field";
}

static void check_fields(struct state *s, struct verify *v, const dfmt_event *ev) {
  const dfmt_type *type = dfmt_describe(ev->type);
  uint32_t present, bits = 0;
  memcpy(&present, (const char *)ev->body + type->present_offset, sizeof present);
  for (size_t i = 0; i < sizeof always / sizeof *always; i++)
    if (always[i].type == ev->type) bits = always[i].bits;
  for (uint32_t bit = 1; bits && bit; bit <<= 1)
    if (bits & bit & ~present)
      TELL(v, WARNING, ev->offset, "%s lacks %s, which simpleperf always writes", type->name, field_of(type, bit));
  for (uint64_t i = 0; i < type->n_fields && !s->told_unknown; i++) {
    const dfmt_field *f = &type->fields[i];
    if (!(f->present_mask & present) || !strstr(f->name, "unknown")) continue;
    TELL(v, NOTE, ev->offset, "%s has fields that are not known; more of that is not told", type->name);
    s->told_unknown = true;
  }
}

static int rank_of(uint32_t type) {
  static const int ranks[] = {RANK_META, RANK_SAMPLE, RANK_LOST, RANK_FILE, RANK_THREAD, RANK_SAMPLE};
  uint32_t i = type - DFMT_SIMPLEPERF_META;
  return i < sizeof ranks / sizeof *ranks ? ranks[i] : RANK_NONE;
}

static void check_order(struct state *s, struct verify *v, const dfmt_event *ev) {
  int rank = rank_of(ev->type);
  if (rank == RANK_NONE) return;
  if (rank < s->rank && !s->told_order) {
    TELL(v, NOTE, ev->offset,
         "%s comes late: simpleperf writes meta, samples and switches, lost, files, threads; more of that is not told",
         dfmt_describe(ev->type)->name);
    s->told_order = true;
  }
  if (rank > s->rank) s->rank = rank;
}

static bool is_one_of(dfmt_str text, const char *const *words) {
  for (; *words; words++)
    if (strlen(*words) == text.len && memcmp(*words, text.ptr, (size_t)text.len) == 0) return true;
  return false;
}

static void check_meta(struct state *s, struct verify *v, const dfmt_event *ev, const dfmt_simpleperf_meta *m) {
  static const char *const app_types[] = {"debuggable", "profileable", "non_profileable", NULL};
  static const char *const build_types[] = {"user", "userdebug", "eng", NULL};
  static const char away[] = "sched:sched_switch";
  if (s->n_metas++) TELL(v, WARNING, ev->offset, "meta info came before; the last one counts");
  s->n_events = m->n_event_types;
  s->offcpu = m->trace_offcpu;
  if (m->present & DFMT_SIMPLEPERF_META_HAS_APP_TYPE && !is_one_of(m->app_type, app_types))
    TELL(v, NOTE, ev->offset, "app_type is none of debuggable, profileable and non_profileable");
  if (m->present & DFMT_SIMPLEPERF_META_HAS_ANDROID_BUILD_TYPE && !is_one_of(m->android_build_type, build_types))
    TELL(v, NOTE, ev->offset, "android_build_type is none of user, userdebug and eng");
  bool second = m->n_event_types > 1 && m->event_types[1].len >= sizeof away - 1 &&
                memcmp(m->event_types[1].ptr, away, sizeof away - 1) == 0;
  if (m->trace_offcpu && !second) TELL(v, WARNING, ev->offset, "trace_offcpu is set, but event 1 is not %s", away);
}

static void check_time(struct verify *v, const dfmt_event *ev, struct count *last, bool first, uint64_t time,
                       int32_t thread, const char *what) {
  if (!first && time < last->mark && !(last->n & TIME_TOLD)) {
    TELL(v, NOTE, ev->offset,
         "thread %" PRId32 ": time goes back by %" PRIu64 " ns since its last %s; more of that is not told", thread,
         last->mark - time, what);
    last->n |= TIME_TOLD;
  }
  last->mark = time;
}

static void check_frame(struct state *s, struct verify *v, const dfmt_event *ev, const dfmt_simpleperf_sample *x,
                        uint64_t i) {
  const dfmt_simpleperf_frame *f = &x->frames[i];
  bool first;
  struct count *file = first_at(&s->file_uses, f->file_id, ev->offset, &first);
  if (i > 0 && !file->mark) file->mark = ev->offset + 1;
  uint64_t symbol = (uint64_t)f->file_id << 32 | (uint32_t)f->symbol_id;
  if (f->symbol_id >= 0) first_at(&s->symbol_uses, symbol, ev->offset, &first);
  if (f->symbol_id < -1)
    TELL(v, WARNING, ev->offset, "frame %" PRIu64 ": symbol %" PRId32 ", where only -1 means that there is none", i,
         f->symbol_id);
  if (f->present & DFMT_SIMPLEPERF_FRAME_HAS_EXECUTION)
    s->has_execution = true;
  else
    s->lacks_execution = true;
  uint32_t usual =
      DFMT_SIMPLEPERF_FRAME_HAS_VADDR | DFMT_SIMPLEPERF_FRAME_HAS_FILE_ID | DFMT_SIMPLEPERF_FRAME_HAS_SYMBOL_ID;
  if ((f->present & usual) != usual)
    TELL(v, WARNING, ev->offset, "frame %" PRIu64 " lacks an address, file or symbol, which simpleperf always writes",
         i);
}

static void check_sample(struct state *s, struct verify *v, const dfmt_event *ev, const dfmt_simpleperf_sample *x) {
  bool first;
  s->samples++;
  first_at(&s->events, x->event_type_id, ev->offset, &first);
  struct count *thread = first_at(&s->sampled, (uint32_t)x->thread_id, ev->offset, &first);
  check_time(v, ev, thread, first, x->time_ns, x->thread_id, "sample");
  for (uint64_t i = 0; i < x->n_frames; i++) check_frame(s, v, ev, x, i);
  if (s->has_execution && s->lacks_execution && !s->told_execution) {
    TELL(v, WARNING, ev->offset, "some frames tell their kind of code and some do not; more of that is not told");
    s->told_execution = true;
  }
}

static void check_switch(struct state *s, struct verify *v, const dfmt_event *ev, const dfmt_simpleperf_switch *x) {
  bool first;
  if (s->n_switches++ == 0) s->switch_at = ev->offset;
  struct count *thread = first_at(&s->switched, (uint32_t)x->thread_id, ev->offset, &first);
  check_time(v, ev, thread, first, x->time_ns, x->thread_id, "switch");
  uint64_t now = x->switch_on ? SWITCHED_ON : SWITCHED_OFF;
  if (thread->n & now && !(thread->n & SWITCH_TOLD)) {
    TELL(v, NOTE, ev->offset,
         "thread %" PRId32 ": switched %s twice, without a switch %s between; more of that is not told", x->thread_id,
         x->switch_on ? "on" : "off", x->switch_on ? "off" : "on");
    thread->n |= SWITCH_TOLD;
  }
  thread->n = (thread->n & (TIME_TOLD | SWITCH_TOLD)) | now;
}

static void check_file(struct state *s, struct verify *v, const dfmt_event *ev, const dfmt_simpleperf_file *f) {
  static const char *const none[] = {"unknown", NULL};
  size_t n = s->file_ids.n, at = id_map_add(&s->file_ids, f->id);
  if (at < n)
    TELL(v, WARNING, ev->offset, "file %" PRIu32 " came before; the last one counts", f->id);
  else if (f->id != s->next_id)
    TELL(v, WARNING, ev->offset, "file %" PRIu32 " where %" PRIu64 " was expected", f->id, s->next_id);
  s->next_id = (uint64_t)f->id + 1;
  if (at == n && (n & (n - 1)) == 0) s->files = tool_realloc(s->files, (n ? 2 * n : 1) * sizeof *s->files);
  s->files[at] = (struct file){.offset = ev->offset, .n_symbols = f->n_symbols, .unknown = is_one_of(f->path, none)};
  if (f->n_mangled != f->n_symbols)
    TELL(v, WARNING, ev->offset, "file %" PRIu32 ": %" PRIu64 " symbols, but %" PRIu64 " mangled ones", f->id,
         f->n_symbols, f->n_mangled);
  if (s->files[at].unknown && f->n_symbols)
    TELL(v, NOTE, ev->offset, "file %" PRIu32 " is called 'unknown', and yet has symbols", f->id);
}

static void event(void *user, struct verify *v, const dfmt_event *ev, const void *value, uint64_t len) {
  struct state *s = user;
  const dfmt_simpleperf_meta *meta = dfmt_event_simpleperf_meta(ev);
  const dfmt_simpleperf_sample *sample = dfmt_event_simpleperf_sample(ev);
  const dfmt_simpleperf_switch *on = dfmt_event_simpleperf_switch(ev);
  const dfmt_simpleperf_lost *lost = dfmt_event_simpleperf_lost(ev);
  const dfmt_simpleperf_file *file = dfmt_event_simpleperf_file(ev);
  const dfmt_simpleperf_thread *thread = dfmt_event_simpleperf_thread(ev);
  (void)value;
  (void)len;
  if (dfmt_event_opaque(ev)) {
    TELL(v, NOTE, ev->offset, "a record of a kind that is not known");
    return;
  }
  check_order(s, v, ev);
  check_fields(s, v, ev);
  if (meta) check_meta(s, v, ev, meta);
  if (sample) check_sample(s, v, ev, sample);
  if (on) check_switch(s, v, ev, on);
  if (file) check_file(s, v, ev, file);
  if (lost) {
    if (s->n_losts++) TELL(v, WARNING, ev->offset, "lost counts came before; the last ones count");
    s->sample_count = lost->sample_count;
    s->lost_at = ev->offset;
  }
  if (thread) {
    size_t n = s->threads.n;
    if (id_map_add(&s->threads, (uint32_t)thread->thread_id) < n)
      TELL(v, NOTE, ev->offset, "thread %" PRId32 " came before; the last one counts", thread->thread_id);
  }
}

/* ---- the end ---- */

static int by_offset(const void *a, const void *b) {
  const struct count *x = a, *y = b;
  if (x->used != y->used) return x->used ? -1 : 1;
  return (x->sum > y->sum) - (x->sum < y->sum);
}

/* In the order of the file; nothing can be looked up any more. */
static void in_order(struct counts *c) {
  if (c->n) tool_sort(c->list, c->cap, sizeof *c->list, by_offset);
}

static void check_counts(struct state *s, struct verify *v) {
  if (s->n_metas == 0) TELL(v, WARNING, UINT64_MAX, "no meta info: events have no names");
  if (s->n_losts == 0)
    TELL(v, WARNING, UINT64_MAX, "no lost counts: some viewers refuse such a file");
  else if (s->sample_count != s->samples)
    TELL(v, WARNING, s->lost_at,
         "sample_count is %" PRIu64 ", but there are %" PRIu64 ": some viewers refuse such a file", s->sample_count,
         s->samples);
  if (s->n_switches && !s->offcpu) TELL(v, WARNING, s->switch_at, "switches, but trace_offcpu is not set");
  in_order(&s->events);
  for (size_t i = 0; i < s->events.n && s->n_metas; i++)
    if (s->events.list[i].number >= s->n_events)
      TELL(v, WARNING, s->events.list[i].sum, "event %" PRIu64 ", where meta info has %" PRIu64,
           s->events.list[i].number, s->n_events);
}

/* Threads that were only switched need no record. */
static void check_threads(struct state *s, struct verify *v) {
  const struct counts *c = &s->sampled;
  in_order(&s->sampled);
  for (size_t i = 0; i < c->n; i++)
    if (id_map_find(&s->threads, c->list[i].number) == SIZE_MAX)
      TELL(v, WARNING, c->list[i].sum, "a sample of thread %" PRId32 ", which is not there",
           (int32_t)(uint32_t)c->list[i].number);
}

static void check_uses(struct state *s, struct verify *v) {
  in_order(&s->file_uses);
  for (size_t i = 0; i < s->file_uses.n; i++) {
    const struct count *c = &s->file_uses.list[i];
    size_t at = id_map_find(&s->file_ids, c->number);
    if (at == SIZE_MAX) {
      TELL(v, WARNING, c->sum, "a frame in file %" PRIu64 ", which is not there", c->number);
      continue;
    }
    s->files[at].used = true;
    if (s->files[at].unknown && c->mark)
      TELL(v, NOTE, c->mark - 1,
           "a frame in file 'unknown' that is not the innermost: simpleperf ends chains before it");
  }
  in_order(&s->symbol_uses);
  for (size_t i = 0; i < s->symbol_uses.n; i++) {
    const struct count *c = &s->symbol_uses.list[i];
    size_t at = id_map_find(&s->file_ids, c->number >> 32);
    if (at == SIZE_MAX) continue;
    if ((c->number & UINT32_MAX) < s->files[at].n_symbols)
      s->files[at].n_used++;
    else
      TELL(v, WARNING, c->sum, "symbol %" PRIu64 " of file %" PRIu64 ", which has %" PRIu64, c->number & UINT32_MAX,
           c->number >> 32, s->files[at].n_symbols);
  }
}

static void check_files(const struct state *s, struct verify *v) {
  for (size_t i = 0; i < s->file_ids.n; i++) {
    const struct file *f = &s->files[i];
    if (!f->used)
      TELL(v, NOTE, f->offset, "file %" PRIu64 " is in no sample", s->file_ids.keys[i]);
    else if (f->n_used < f->n_symbols)
      TELL(v, NOTE, f->offset, "file %" PRIu64 ": %" PRIu64 " of %" PRIu64 " symbols are in no sample",
           s->file_ids.keys[i], f->n_symbols - f->n_used, f->n_symbols);
  }
}

static void finish(void *user, struct verify *v) {
  struct state *s = user;
  check_counts(s, v);
  check_threads(s, v);
  check_uses(s, v);
  check_files(s, v);
  counts_free(&s->sampled);
  counts_free(&s->switched);
  counts_free(&s->file_uses);
  counts_free(&s->symbol_uses);
  counts_free(&s->events);
  id_map_free(&s->file_ids);
  id_map_free(&s->threads);
  tool_realloc(s->files, 0);
}

const struct verify_ops simpleperf_verify = {.state_size = sizeof(struct state), .event = event, .finish = finish};
