/* SPDX-License-Identifier: MIT */
/*
 * simpleperf: properties that the real tool guarantees. Samples refer to names that come later, so most problems are
 * found at the end.
 */
#include <inttypes.h>
#include <string.h>

#include <diagfmt/simpleperf.h>

#include "op/counts.h"
#include "verify.h"

/* The order of records in a file. */
enum { RANK_META, RANK_SAMPLE, RANK_LOST, RANK_FILE, RANK_THREAD, RANK_NONE };

struct file {
  uint64_t offset; /* of its record */
  uint64_t n_symbols, n_used;
  bool unknown; /* it represents code without a file */
  bool used;
};

/* Problems reported at the end, in this order. */
enum { TELL_COUNTS, TELL_EVENTS, TELL_THREADS, TELL_FILE_USES, TELL_SYMBOL_USES, TELL_FILES, TELL_END };

struct state {
  /* In file order. sum: offset of the first record that refers to it, plus 1; 0: none */
  struct dfmto_counts sampled, switched; /* threads. mark: time of the last record; n: bits of its state */
  struct dfmto_counts file_uses;         /* mark: offset + 1 of the first frame that is not innermost */
  struct dfmto_counts symbol_uses;       /* by file << 32 | symbol */
  struct dfmto_counts events;
  struct dfmto_counts file_ids, threads; /* with a record */
  struct file *files;                    /* by index in file_ids */
  size_t cap_files;
  uint64_t samples, n_metas, n_losts, n_switches, n_events, sample_count, lost_at, switch_at, next_id;
  int rank;
  bool offcpu, told_order, told_execution, told_unknown, has_execution, lacks_execution;
  int telling; /* TELL_COUNTS … */
  size_t at;   /* index in the current list */
};

/* State of a thread. */
enum { SWITCHED_ON = 1, SWITCHED_OFF = 2, TIME_TOLD = 4, SWITCH_TOLD = 8 };

#define TELL(V, SEVERITY, OFFSET, ...) dfmto_verify_tell_at(V, DFMT_SEVERITY_##SEVERITY, OFFSET, __VA_ARGS__)

/* An element that prepare() has added. */
static struct dfmto_count *first_at(struct dfmto_counts *c, uint64_t number, uint64_t offset, bool *first) {
  struct dfmto_count *x = dfmto_count_find(c, number);
  *first = x->sum == 0;
  if (*first) x->sum = offset + 1;
  return x;
}

/* ---- room for references of a record ---- */

static bool add(struct dfmto_verify *v, struct dfmto_counts *c, uint64_t number) {
  return dfmto_count_at(&v->op->mem, c, number) != NULL;
}

static bool prepare_sample(struct state *s, struct dfmto_verify *v, const dfmt_simpleperf_sample *x) {
  bool good = add(v, &s->events, x->event_type_id) && add(v, &s->sampled, (uint32_t)x->thread_id);
  for (uint64_t i = 0; i < x->n_frames && good; i++) {
    const dfmt_simpleperf_frame *f = &x->frames[i];
    good = add(v, &s->file_uses, f->file_id) &&
           (f->symbol_id < 0 || add(v, &s->symbol_uses, (uint64_t)f->file_id << 32 | (uint32_t)f->symbol_id));
  }
  return good;
}

static bool prepare_file(struct state *s, struct dfmto_verify *v, const dfmt_simpleperf_file *f) {
  if (s->cap_files == s->file_ids.n) {
    struct file *more = dfmti_grow(&v->op->mem, s->files, &s->cap_files, 2, sizeof *more);
    if (!more) return false;
    s->files = more;
  }
  return add(v, &s->file_ids, f->id);
}

static dfmt_status prepare(void *user, struct dfmto_verify *v, const dfmt_event *ev) {
  struct state *s = user;
  const dfmt_simpleperf_sample *sample = dfmt_event_simpleperf_sample(ev);
  const dfmt_simpleperf_switch *on = dfmt_event_simpleperf_switch(ev);
  const dfmt_simpleperf_file *file = dfmt_event_simpleperf_file(ev);
  const dfmt_simpleperf_thread *thread = dfmt_event_simpleperf_thread(ev);
  bool good = (!sample || prepare_sample(s, v, sample)) && (!on || add(v, &s->switched, (uint32_t)on->thread_id)) &&
              (!file || prepare_file(s, v, file)) && (!thread || add(v, &s->threads, (uint32_t)thread->thread_id));
  return good ? DFMT_OK : dfmto_no_memory(v->op);
}

/* ---- each record ---- */

/* Fields that the real tool always writes, as bits of `present`. */
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

static void check_fields(struct state *s, struct dfmto_verify *v, const dfmt_event *ev) {
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

static void check_order(struct state *s, struct dfmto_verify *v, const dfmt_event *ev) {
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

static void check_meta(struct state *s, struct dfmto_verify *v, const dfmt_event *ev, const dfmt_simpleperf_meta *m) {
  static const char *const app_types[] = {"debuggable", "profileable", "non_profileable", NULL};
  static const char *const build_types[] = {"user", "userdebug", "eng", NULL};
  static const char away[] = "sched:sched_switch";
  if (s->n_metas++) TELL(v, WARNING, ev->offset, "meta info came before; the last one counts");
  s->n_events = m->n_event_types;
  s->offcpu = m->trace_offcpu;
  if (m->present & DFMT_SIMPLEPERF_META_HAS_APP_TYPE && !is_one_of(m->app_type, app_types))
    TELL(v, NOTE, ev->offset, "app_type is not one of debuggable, profileable and non_profileable");
  if (m->present & DFMT_SIMPLEPERF_META_HAS_ANDROID_BUILD_TYPE && !is_one_of(m->android_build_type, build_types))
    TELL(v, NOTE, ev->offset, "android_build_type is not one of user, userdebug and eng");
  bool second = m->n_event_types > 1 && m->event_types[1].len >= sizeof away - 1 &&
                memcmp(m->event_types[1].ptr, away, sizeof away - 1) == 0;
  if (m->trace_offcpu && !second) TELL(v, WARNING, ev->offset, "trace_offcpu is set, but event 1 is not %s", away);
}

static void check_time(struct dfmto_verify *v, const dfmt_event *ev, struct dfmto_count *last, bool first,
                       uint64_t time, int32_t thread, const char *what) {
  if (!first && time < last->mark && !(last->n & TIME_TOLD)) {
    TELL(v, NOTE, ev->offset,
         "thread %" PRId32 ": time goes back by %" PRIu64 " ns since its last %s; more of that is not told", thread,
         last->mark - time, what);
    last->n |= TIME_TOLD;
  }
  last->mark = time;
}

/* Only the first of several is reported. */
enum { TOLD_SYMBOL = 1, TOLD_LACKING = 2 };

static void check_frame(struct state *s, struct dfmto_verify *v, const dfmt_event *ev, const dfmt_simpleperf_sample *x,
                        uint64_t i, unsigned *told) {
  const dfmt_simpleperf_frame *f = &x->frames[i];
  bool first;
  struct dfmto_count *file = first_at(&s->file_uses, f->file_id, ev->offset, &first);
  if (i > 0 && !file->mark) file->mark = ev->offset + 1;
  uint64_t symbol = (uint64_t)f->file_id << 32 | (uint32_t)f->symbol_id;
  if (f->symbol_id >= 0) first_at(&s->symbol_uses, symbol, ev->offset, &first);
  bool execution = f->present & DFMT_SIMPLEPERF_FRAME_HAS_EXECUTION;
  s->has_execution = s->has_execution || execution;
  s->lacks_execution = s->lacks_execution || !execution;
  if (f->symbol_id < -1 && !(*told & TOLD_SYMBOL)) {
    TELL(v, WARNING, ev->offset, "frame %" PRIu64 ": symbol %" PRId32 ", where only -1 means that there is none", i,
         f->symbol_id);
    *told |= TOLD_SYMBOL;
  }
  uint32_t usual =
      DFMT_SIMPLEPERF_FRAME_HAS_VADDR | DFMT_SIMPLEPERF_FRAME_HAS_FILE_ID | DFMT_SIMPLEPERF_FRAME_HAS_SYMBOL_ID;
  if ((f->present & usual) != usual && !(*told & TOLD_LACKING)) {
    TELL(v, WARNING, ev->offset, "frame %" PRIu64 " lacks an address, file or symbol, which simpleperf always writes",
         i);
    *told |= TOLD_LACKING;
  }
}

static void check_sample(struct state *s, struct dfmto_verify *v, const dfmt_event *ev,
                         const dfmt_simpleperf_sample *x) {
  bool first;
  unsigned told = 0;
  s->samples++;
  first_at(&s->events, x->event_type_id, ev->offset, &first);
  struct dfmto_count *thread = first_at(&s->sampled, (uint32_t)x->thread_id, ev->offset, &first);
  check_time(v, ev, thread, first, x->time_ns, x->thread_id, "sample");
  for (uint64_t i = 0; i < x->n_frames; i++) check_frame(s, v, ev, x, i, &told);
  if (s->has_execution && s->lacks_execution && !s->told_execution) {
    TELL(v, WARNING, ev->offset, "some frames tell their kind of code and some do not; more of that is not told");
    s->told_execution = true;
  }
}

static void check_switch(struct state *s, struct dfmto_verify *v, const dfmt_event *ev,
                         const dfmt_simpleperf_switch *x) {
  bool first;
  if (s->n_switches++ == 0) s->switch_at = ev->offset;
  struct dfmto_count *thread = first_at(&s->switched, (uint32_t)x->thread_id, ev->offset, &first);
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

static void check_file(struct state *s, struct dfmto_verify *v, const dfmt_event *ev, const dfmt_simpleperf_file *f) {
  static const char *const none[] = {"unknown", NULL};
  struct dfmto_count *id = dfmto_count_find(&s->file_ids, f->id);
  size_t at = (size_t)(id - s->file_ids.list);
  if (id->n++)
    TELL(v, WARNING, ev->offset, "file %" PRIu32 " came before; the last one counts", f->id);
  else if (f->id != s->next_id)
    TELL(v, WARNING, ev->offset, "file %" PRIu32 " where %" PRIu64 " was expected", f->id, s->next_id);
  s->next_id = (uint64_t)f->id + 1;
  s->files[at] = (struct file){.offset = ev->offset, .n_symbols = f->n_symbols, .unknown = is_one_of(f->path, none)};
  if (f->n_mangled != f->n_symbols)
    TELL(v, WARNING, ev->offset, "file %" PRIu32 ": %" PRIu64 " symbols, but %" PRIu64 " mangled ones", f->id,
         f->n_symbols, f->n_mangled);
  if (s->files[at].unknown && f->n_symbols)
    TELL(v, NOTE, ev->offset, "file %" PRIu32 " is called 'unknown', and yet has symbols", f->id);
}

static void event(void *user, struct dfmto_verify *v, const dfmt_event *ev, const dfmt_str *value) {
  struct state *s = user;
  const dfmt_simpleperf_meta *meta = dfmt_event_simpleperf_meta(ev);
  const dfmt_simpleperf_sample *sample = dfmt_event_simpleperf_sample(ev);
  const dfmt_simpleperf_switch *on = dfmt_event_simpleperf_switch(ev);
  const dfmt_simpleperf_lost *lost = dfmt_event_simpleperf_lost(ev);
  const dfmt_simpleperf_file *file = dfmt_event_simpleperf_file(ev);
  const dfmt_simpleperf_thread *thread = dfmt_event_simpleperf_thread(ev);
  (void)value;
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
    if (dfmto_count_find(&s->threads, (uint32_t)thread->thread_id)->n++)
      TELL(v, NOTE, ev->offset, "thread %" PRId32 " came before; the last one counts", thread->thread_id);
  }
}

/* ---- the end ---- */

static void tell_counts(struct state *s, struct dfmto_verify *v) {
  if (s->n_metas == 0) TELL(v, WARNING, UINT64_MAX, "no meta info: events have no names");
  if (s->n_losts == 0)
    TELL(v, WARNING, UINT64_MAX, "no lost counts: some viewers refuse such a file");
  else if (s->sample_count != s->samples)
    TELL(v, WARNING, s->lost_at,
         "sample_count is %" PRIu64 ", but there are %" PRIu64 ": some viewers refuse such a file", s->sample_count,
         s->samples);
  if (s->n_switches && !s->offcpu) TELL(v, WARNING, s->switch_at, "switches, but trace_offcpu is not set");
}

static void tell_event(struct state *s, struct dfmto_verify *v, const struct dfmto_count *c) {
  if (s->n_metas && c->number >= s->n_events)
    TELL(v, WARNING, c->sum - 1, "event %" PRIu64 ", where meta info has %" PRIu64, c->number, s->n_events);
}

/* Threads that were only switched need no record. */
static void tell_thread(struct state *s, struct dfmto_verify *v, const struct dfmto_count *c) {
  if (!dfmto_count_find(&s->threads, c->number))
    TELL(v, WARNING, c->sum - 1, "a sample of thread %" PRId32 ", which is not there", (int32_t)(uint32_t)c->number);
}

static struct file *file_of(struct state *s, uint64_t id) {
  const struct dfmto_count *x = dfmto_count_find(&s->file_ids, id);
  return x ? &s->files[x - s->file_ids.list] : NULL;
}

static void tell_file_use(struct state *s, struct dfmto_verify *v, const struct dfmto_count *c) {
  struct file *f = file_of(s, c->number);
  if (f) f->used = true;
  if (!f)
    TELL(v, WARNING, c->sum - 1, "a frame in file %" PRIu64 ", which is not there", c->number);
  else if (f->unknown && c->mark)
    TELL(v, NOTE, c->mark - 1, "a frame in file 'unknown' that is not the innermost: simpleperf ends chains before it");
}

static void tell_symbol_use(struct state *s, struct dfmto_verify *v, const struct dfmto_count *c) {
  struct file *f = file_of(s, c->number >> 32);
  if (!f) return;
  if ((c->number & UINT32_MAX) < f->n_symbols)
    f->n_used++;
  else
    TELL(v, WARNING, c->sum - 1, "symbol %" PRIu64 " of file %" PRIu64 ", which has %" PRIu64, c->number & UINT32_MAX,
         c->number >> 32, f->n_symbols);
}

static void tell_file(struct state *s, struct dfmto_verify *v, const struct dfmto_count *c) {
  const struct file *f = &s->files[c - s->file_ids.list];
  if (!f->used)
    TELL(v, NOTE, f->offset, "file %" PRIu64 " is in no sample", c->number);
  else if (f->n_used < f->n_symbols)
    TELL(v, NOTE, f->offset, "file %" PRIu64 ": %" PRIu64 " of %" PRIu64 " symbols are in no sample", c->number,
         f->n_symbols - f->n_used, f->n_symbols);
}

/* Reports each element of a list. false: the queue is full. */
static bool tell_each(struct state *s, struct dfmto_verify *v, const struct dfmto_counts *list,
                      void (*tell)(struct state *s, struct dfmto_verify *v, const struct dfmto_count *c)) {
  for (; s->at < list->n; s->at++) {
    if (!dfmto_verify_has_room(v)) return false;
    tell(s, v, &list->list[s->at]);
  }
  s->at = 0;
  return true;
}

static bool finish(void *user, struct dfmto_verify *v) {
  struct state *s = user;
  bool room = true;
  for (; s->telling < TELL_END && room; s->telling += room) switch (s->telling) {
      case TELL_COUNTS: tell_counts(s, v); break;
      case TELL_EVENTS: room = tell_each(s, v, &s->events, tell_event); break;
      case TELL_THREADS: room = tell_each(s, v, &s->sampled, tell_thread); break;
      case TELL_FILE_USES: room = tell_each(s, v, &s->file_uses, tell_file_use); break;
      case TELL_SYMBOL_USES: room = tell_each(s, v, &s->symbol_uses, tell_symbol_use); break;
      default: room = tell_each(s, v, &s->file_ids, tell_file);
    }
  return room;
}

static void close_state(void *user, struct dfmti_mem *m) {
  struct state *s = user;
  struct dfmto_counts *const lists[] = {&s->sampled, &s->switched, &s->file_uses, &s->symbol_uses,
                                        &s->events,  &s->file_ids, &s->threads};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) dfmto_counts_free(m, lists[i]);
  dfmti_free(m, s->files, s->cap_files * sizeof *s->files);
}

static bool entry(const dfmt_event *ev, dfmt_str *key, uint64_t *line) {
  const dfmt_simpleperf_file *f = dfmt_event_simpleperf_file(ev);
  if (!f) return false;
  *key = f->path;
  *line = 0;
  return true;
}

extern const struct dfmto_verify_format dfmto_verify_simpleperf;
const struct dfmto_verify_format dfmto_verify_simpleperf = {.format = DFMT_SIMPLEPERF,
                                                            .linked = true,
                                                            .state_size = sizeof(struct state),
                                                            .entry = entry,
                                                            .prepare = prepare,
                                                            .event = event,
                                                            .finish = finish,
                                                            .close = close_state};
