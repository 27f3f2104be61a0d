/* SPDX-License-Identifier: MIT */
/*
 * `dump --native` for simpleperf, byte for byte:
 *   dump         simpleperf report-sample --dump-protobuf-report
 *   perf-script  simpleperf's report_sample.py, which imitates `perf script`; with a recording of --trace-offcpu as
 *                mixed-on-off-cpu; or one of
 *   on-cpu, off-cpu, on-off-cpu, mixed-on-off-cpu: its --trace-offcpu
 *
 * A sample of leaving the CPU waits until its thread is next heard of, and gets the time until then as its count:
 *
 *   thread: RUNNING --sample of sched_switch--> AWAY --any sample of it, or switched on--> written; RUNNING or AWAY
 */
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "counts.h"
#include "sched_switch.h"
#include "text.h"
#include "walk.h"

enum mode { MODE_DUMP, MODE_PLAIN, MODE_ON, MODE_OFF, MODE_BOTH, MODE_MIXED };

static const char *const words[] = {"dump", "perf-script", "on-cpu", "off-cpu", "on-off-cpu", "mixed-on-off-cpu"};

struct state {
  struct walk *w;
  dfmt_sink *to;
  enum mode mode;
  bool escape;
  uint64_t samples;
  dfmt_simpleperf_names *names;
  struct counts away; /* data: a clone of the sample that waits, by thread */
};

/* ---- strings ---- */

static void put_str(struct state *s, dfmt_str text) {
  if (s->escape)
    put_safe(s->to, text.ptr, text.len);
  else
    put(s->to, text.ptr, text.len);
}

static void put_line(struct state *s, const char *title, dfmt_str text) {
  const char *nul = text.len ? memchr(text.ptr, '\0', (size_t)text.len) : NULL;
  if (nul) text.len = (uint64_t)(nul - text.ptr); /* the tool's are C strings */
  put_s(s->to, title);
  put_str(s, text);
  put_s(s->to, "\n");
}

static const char *word(const char *member, uint32_t value) {
  const char *text = dfmt_type_word(words_type(DFMT_SIMPLEPERF, member), value);
  return text ? text : "";
}

/* ---- dump ---- */

static void dump_unwind(struct state *s, const dfmt_simpleperf_sample *x) {
  char name[40] = "ERROR_";
  size_t n = strlen(name);
  for (const char *p = word("unwind", x->unwind_code); *p && n < sizeof name - 1; p++)
    name[n++] = *p >= 'a' && *p <= 'z' ? (char)(*p - 'a' + 'A') : *p;
  put_f(s->to,
        "  unwinding_result:\n    raw_error_code: %" PRIu32 "\n    error_addr: 0x%" PRIx64 "\n    error_code: %s\n",
        x->unwind_raw_code, x->unwind_addr, name);
}

static void dump_sample(struct state *s, const dfmt_simpleperf_sample *x) {
  static const char *const kinds[] = {"native_method", "interpreted_jvm_method", "jit_jvm_method", "art_method"};
  put_f(s->to, "sample %" PRIu64 ":\n  event_type_id: %" PRIu32 "\n  time: %" PRIu64 "\n  event_count: %" PRIu64 "\n",
        ++s->samples, x->event_type_id, x->time_ns, x->event_count);
  put_f(s->to, "  thread_id: %" PRId32 "\n  callchain:\n", x->thread_id);
  for (uint64_t i = 0; i < x->n_frames; i++) {
    const dfmt_simpleperf_frame *f = &x->frames[i];
    put_f(s->to, "    vaddr_in_file: %" PRIx64 "\n    file_id: %" PRIu32 "\n    symbol_id: %" PRId32 "\n", f->vaddr,
          f->file_id, f->symbol_id);
    if (f->present & DFMT_SIMPLEPERF_FRAME_HAS_EXECUTION)
      put_f(s->to, "    execution_type: %s\n", kinds[f->execution & 3]);
  }
  if (x->present & DFMT_SIMPLEPERF_SAMPLE_HAS_UNWIND) dump_unwind(s, x);
}

static void dump_meta(struct state *s, const dfmt_simpleperf_meta *m) {
  const struct {
    uint32_t bit;
    const char *title;
    dfmt_str text;
  } strings[] = {
      {DFMT_SIMPLEPERF_META_HAS_APP_PACKAGE_NAME, "  app_package_name: ", m->app_package_name},
      {DFMT_SIMPLEPERF_META_HAS_APP_TYPE, "  app_type: ", m->app_type},
      {DFMT_SIMPLEPERF_META_HAS_ANDROID_SDK_VERSION, "  android_sdk_version: ", m->android_sdk_version},
      {DFMT_SIMPLEPERF_META_HAS_ANDROID_BUILD_TYPE, "  android_build_type: ", m->android_build_type},
  };
  put_s(s->to, "meta_info:\n");
  for (uint64_t i = 0; i < m->n_event_types; i++) put_line(s, "  event_type: ", m->event_types[i]);
  for (size_t i = 0; i < sizeof strings / sizeof *strings; i++)
    if (m->present & strings[i].bit) put_line(s, strings[i].title, strings[i].text);
  if (m->present & DFMT_SIMPLEPERF_META_HAS_TRACE_OFFCPU)
    put_f(s->to, "  trace_offcpu: %s\n", m->trace_offcpu ? "true" : "false");
}

static void dump_file(struct state *s, const dfmt_simpleperf_file *f) {
  put_f(s->to, "file:\n  id: %" PRIu32 "\n", f->id);
  put_line(s, "  path: ", f->path);
  for (uint64_t i = 0; i < f->n_symbols; i++) put_line(s, "  symbol: ", f->symbols[i]);
  for (uint64_t i = 0; i < f->n_mangled; i++) put_line(s, "  mangled_symbol: ", f->mangled[i]);
}

static void dump_event(struct state *s, const dfmt_event *ev) {
  const dfmt_simpleperf_sample *sample = dfmt_event_simpleperf_sample(ev);
  const dfmt_simpleperf_meta *meta = dfmt_event_simpleperf_meta(ev);
  const dfmt_simpleperf_file *file = dfmt_event_simpleperf_file(ev);
  const dfmt_simpleperf_thread *t = dfmt_event_simpleperf_thread(ev);
  const dfmt_simpleperf_switch *x = dfmt_event_simpleperf_switch(ev);
  const dfmt_simpleperf_lost *l = dfmt_event_simpleperf_lost(ev);
  if (sample) dump_sample(s, sample);
  if (meta) dump_meta(s, meta);
  if (file) dump_file(s, file);
  if (l)
    put_f(s->to, "lost_situation:\n  sample_count: %" PRIu64 "\n  lost_count: %" PRIu64 "\n", l->sample_count,
          l->lost_count);
  if (t) {
    put_f(s->to, "thread:\n  thread_id: %" PRIu32 "\n  process_id: %" PRIu32 "\n", (uint32_t)t->thread_id,
          (uint32_t)t->process_id);
    put_line(s, "  thread_name: ", t->name);
  }
  if (x)
    put_f(s->to, "context_switch:\n  switch_on: %s\n  time: %" PRIu64 "\n  thread_id: %" PRIu32 "\n",
          x->switch_on ? "true" : "false", x->time_ns, (uint32_t)x->thread_id);
}

/* ---- perf-script ---- */

static void script_sample(struct state *s, const dfmt_simpleperf_sample *x, uint64_t count) {
  dfmt_str name, path;
  int32_t process;
  dfmt_simpleperf_names_thread(s->names, x->thread_id, &name, &process);
  put_str(s, name);
  put_f(s->to, "\t%" PRIu32 "/%" PRId32 " [000] %" PRIu64 ".%06" PRIu64 ": %" PRIu64 " ", (uint32_t)process,
        x->thread_id, x->time_ns / 1000000000, x->time_ns % 1000000000 / 1000, count);
  dfmt_simpleperf_names_event(s->names, s->mode == MODE_MIXED ? 0 : x->event_type_id, &name);
  put_str(s, name);
  put_s(s->to, ":\n");
  for (uint64_t i = 0; i < x->n_frames; i++) {
    dfmt_simpleperf_names_frame(s->names, &x->frames[i], &name, &path);
    put_s(s->to, "\t               0 ");
    put_str(s, x->frames[i].symbol_id == -1 ? (dfmt_str){"unknown", 7} : name);
    put_s(s->to, " (");
    put_str(s, path);
    put_s(s->to, ")\n");
  }
  put_s(s->to, "\n");
}

static void drop(struct count *c) {
  dfmt_event_free(c->data);
  c->data = NULL;
}

/* The thread is heard of: what waits for that is written. */
static void wake(struct state *s, struct count *c, uint64_t now) {
  if (!c->data) return;
  const dfmt_simpleperf_sample *x = dfmt_event_simpleperf_sample(c->data);
  script_sample(s, x, now > x->time_ns ? now - x->time_ns : 1);
  drop(c);
}

static bool is_switch(const struct state *s, const dfmt_simpleperf_sample *x) {
  dfmt_str name;
  dfmt_simpleperf_names_event(s->names, x->event_type_id, &name);
  return is_sched_switch(name);
}

static void script_event(struct state *s, const dfmt_event *ev) {
  const dfmt_simpleperf_sample *x = dfmt_event_simpleperf_sample(ev);
  const dfmt_simpleperf_switch *on = dfmt_event_simpleperf_switch(ev);
  if (on && on->switch_on && s->mode > MODE_ON) wake(s, counts_at(&s->away, (uint32_t)on->thread_id), on->time_ns);
  if (!x) return;
  bool off = s->mode != MODE_PLAIN && is_switch(s, x);
  if (s->mode > MODE_ON) {
    struct count *c = counts_at(&s->away, (uint32_t)x->thread_id);
    wake(s, c, x->time_ns);
    dfmt_event *copy = NULL;
    if (off && dfmt_event_clone(NULL, ev, &copy) != DFMT_OK) tool_no_memory();
    c->data = copy;
  }
  if (!off && s->mode != MODE_OFF) script_sample(s, x, x->event_count);
}

/* Names come last in these files: a first pass. true: all is well. */
static bool load(struct state *s) {
  struct walk *w = s->w;
  dfmt_config *c;
  dfmt_reader *r;
  dfmt_source *whole;
  const dfmt_event *ev;
  if (dfmt_config_new(&c) != DFMT_OK || dfmt_simpleperf_names_new(w->t->config, &s->names) != DFMT_OK ||
      dfmt_config_set(c, DFMT_CFG_RECOVER, 1) != DFMT_OK ||
      dfmt_config_set(c, DFMT_CFG_SIMPLEPERF_RECORDS,
                      DFMT_SIMPLEPERF_RECORDS_META | DFMT_SIMPLEPERF_RECORDS_FILE | DFMT_SIMPLEPERF_RECORDS_THREAD) !=
          DFMT_OK ||
      dfmt_reader_new(c, &r) != DFMT_OK || dfmt_source_slice(c, w->in->source, 0, UINT64_MAX, &whole) != DFMT_OK ||
      dfmt_reader_open(r, DFMT_SIMPLEPERF, whole) != DFMT_OK)
    tool_no_memory();
  dfmt_status st;
  while ((st = dfmt_reader_next(r, &ev)) == DFMT_OK && (st = dfmt_simpleperf_names_add(s->names, ev)) == DFMT_OK) {
    const dfmt_simpleperf_meta *m = dfmt_event_simpleperf_meta(ev);
    if (m && m->trace_offcpu && s->mode == MODE_PLAIN) s->mode = MODE_MIXED;
  }
  const dfmt_error *e =
      dfmt_reader_error(r)->status != DFMT_OK ? dfmt_reader_error(r) : dfmt_simpleperf_names_error(s->names);
  if (st < 0) report_error(w->t, &w->place, e);
  dfmt_reader_free(r);
  dfmt_source_free(whole);
  dfmt_config_free(c);
  return st == DFMT_END;
}

/* ---- calls ---- */

static void begin(void *user, struct walk *w, dfmt_sink *to, bool plain) {
  struct state *s = user;
  (void)plain;
  *s = (struct state){.w = w, .to = to, .escape = isatty(STDOUT_FILENO)};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strcmp(w->t->set.native, words[i]) == 0) s->mode = (enum mode)i;
  if (s->mode == MODE_DUMP) put_s(to, "magic: SIMPLEPERF\nversion: 1\n");
}

static bool event(void *user, const dfmt_event *ev) {
  struct state *s = user;
  if (s->mode == MODE_DUMP) {
    dump_event(s, ev);
    return true;
  }
  if (!s->names && !load(s)) return false;
  script_event(s, ev);
  return true;
}

static void end(void *user) {
  struct state *s = user;
  for (size_t i = 0; i < s->away.cap; i++) drop(&s->away.list[i]); /* the reference forgets them, too */
  counts_free(&s->away);
  dfmt_simpleperf_names_free(s->names);
}

const struct native_ops simpleperf_native = {.state_size = sizeof(struct state),
                                             .words = "dump|perf-script|on-cpu|off-cpu|on-off-cpu|mixed-on-off-cpu",
                                             .begin = begin,
                                             .event = event,
                                             .end = end};
