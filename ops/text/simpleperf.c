/* SPDX-License-Identifier: MIT */
/*
 * simpleperf's own dump, and the output of its report_sample.py.
 *
 * A sample of leaving the CPU waits until its thread reappears, and gets the time until then as its count:
 *
 *   thread: RUNNING --sample of sched_switch--> AWAY --any sample of it, or switched on--> written; RUNNING or AWAY
 */
#include "base/hash.h"
#include "text.h"

struct state {
  uint32_t form;
  uint64_t samples;
  struct dfmti_table threads; /* id: index in `away` + 1 */
  dfmt_event **away;          /* waiting sample by thread; NULL: none */
  size_t n_away, cap_away;
};

static struct state *state_of(dfmt_op *op) { return dfmto_text_of(op)->state; }

/* ---- strings ---- */

static void put_str(struct dfmto_text *x, dfmt_str text) {
  if (x->safe)
    dfmto_text_put_safe(&x->out, text, false);
  else
    dfmto_text_put_str(&x->out, text);
}

static void put_line(struct dfmto_text *x, const char *title, dfmt_str text) {
  const char *nul = text.len ? memchr(text.ptr, '\0', (size_t)text.len) : NULL;
  if (nul) text.len = (uint64_t)(nul - text.ptr); /* the tool uses C strings */
  dfmto_text_put_s(&x->out, title);
  put_str(x, text);
  dfmto_text_put_byte(&x->out, '\n');
}

static void put_number(struct dfmto_text *x, const char *title, uint64_t n) {
  dfmto_text_put_s(&x->out, title);
  dfmto_text_put_unsigned(&x->out, n);
  dfmto_text_put_byte(&x->out, '\n');
}

static void put_signed(struct dfmto_text *x, const char *title, int64_t n) {
  dfmto_text_put_s(&x->out, title);
  dfmto_text_put_signed(&x->out, n);
  dfmto_text_put_byte(&x->out, '\n');
}

static void put_hex(struct dfmto_text *x, const char *title, uint64_t n) {
  dfmto_text_put_s(&x->out, title);
  dfmto_text_put_hex(&x->out, n, 1);
  dfmto_text_put_byte(&x->out, '\n');
}

/* ---- dump ---- */

static void dump_unwind(struct dfmto_text *x, const dfmt_simpleperf_sample *s) {
  const char *p = dfmt_type_word(DFMT_TYPE_SIMPLEPERF_UNWIND, s->unwind_code);
  put_number(x, "  unwinding_result:\n    raw_error_code: ", s->unwind_raw_code);
  put_hex(x, "    error_addr: 0x", s->unwind_addr);
  dfmto_text_put_s(&x->out, "    error_code: ERROR_");
  for (; p && *p; p++) dfmto_text_put_byte(&x->out, *p >= 'a' && *p <= 'z' ? (char)(*p - 'a' + 'A') : *p);
  dfmto_text_put_byte(&x->out, '\n');
}

static void dump_frame(struct dfmto_text *x, const dfmt_simpleperf_frame *f) {
  static const char *const kinds[] = {"native_method", "interpreted_jvm_method", "jit_jvm_method", "art_method"};
  put_hex(x, "    vaddr_in_file: ", f->vaddr);
  put_number(x, "    file_id: ", f->file_id);
  put_signed(x, "    symbol_id: ", f->symbol_id);
  if (!(f->present & DFMT_SIMPLEPERF_FRAME_HAS_EXECUTION)) return;
  dfmto_text_put_s(&x->out, "    execution_type: ");
  dfmto_text_put_s(&x->out, kinds[f->execution & 3]);
  dfmto_text_put_byte(&x->out, '\n');
}

static void dump_sample(struct dfmto_text *x, const dfmt_simpleperf_sample *s, uint64_t number) {
  dfmto_text_put_s(&x->out, "sample ");
  dfmto_text_put_unsigned(&x->out, number);
  put_number(x, ":\n  event_type_id: ", s->event_type_id);
  put_number(x, "  time: ", s->time_ns);
  put_number(x, "  event_count: ", s->event_count);
  put_signed(x, "  thread_id: ", s->thread_id);
  dfmto_text_put_s(&x->out, "  callchain:\n");
  for (uint64_t i = 0; i < s->n_frames; i++) dump_frame(x, &s->frames[i]);
  if (s->present & DFMT_SIMPLEPERF_SAMPLE_HAS_UNWIND) dump_unwind(x, s);
}

static void dump_meta(struct dfmto_text *x, const dfmt_simpleperf_meta *m) {
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
  dfmto_text_put_s(&x->out, "meta_info:\n");
  for (uint64_t i = 0; i < m->n_event_types; i++) put_line(x, "  event_type: ", m->event_types[i]);
  for (size_t i = 0; i < sizeof strings / sizeof *strings; i++)
    if (m->present & strings[i].bit) put_line(x, strings[i].title, strings[i].text);
  if (m->present & DFMT_SIMPLEPERF_META_HAS_TRACE_OFFCPU)
    dfmto_text_put_s(&x->out, m->trace_offcpu ? "  trace_offcpu: true\n" : "  trace_offcpu: false\n");
}

static void dump_file(struct dfmto_text *x, const dfmt_simpleperf_file *f) {
  put_number(x, "file:\n  id: ", f->id);
  put_line(x, "  path: ", f->path);
  for (uint64_t i = 0; i < f->n_symbols; i++) put_line(x, "  symbol: ", f->symbols[i]);
  for (uint64_t i = 0; i < f->n_mangled; i++) put_line(x, "  mangled_symbol: ", f->mangled[i]);
}

static void dump_thread(struct dfmto_text *x, const dfmt_simpleperf_thread *t) {
  put_number(x, "thread:\n  thread_id: ", (uint32_t)t->thread_id);
  put_number(x, "  process_id: ", (uint32_t)t->process_id);
  put_line(x, "  thread_name: ", t->name);
}

static void dump_switch(struct dfmto_text *x, const dfmt_simpleperf_switch *s) {
  dfmto_text_put_s(&x->out,
                   s->switch_on ? "context_switch:\n  switch_on: true\n" : "context_switch:\n  switch_on: false\n");
  put_number(x, "  time: ", s->time_ns);
  put_number(x, "  thread_id: ", (uint32_t)s->thread_id);
}

static dfmt_status dump_event(dfmt_op *op, const dfmt_event *ev) {
  struct dfmto_text *x = op->state;
  const dfmt_simpleperf_sample *sample = dfmt_event_simpleperf_sample(ev);
  const dfmt_simpleperf_meta *meta = dfmt_event_simpleperf_meta(ev);
  const dfmt_simpleperf_file *file = dfmt_event_simpleperf_file(ev);
  const dfmt_simpleperf_thread *thread = dfmt_event_simpleperf_thread(ev);
  const dfmt_simpleperf_switch *on = dfmt_event_simpleperf_switch(ev);
  const dfmt_simpleperf_lost *lost = dfmt_event_simpleperf_lost(ev);
  const size_t start = x->out.text.len;
  if (sample) dump_sample(x, sample, state_of(op)->samples + 1);
  if (meta) dump_meta(x, meta);
  if (file) dump_file(x, file);
  if (lost) put_number(x, "lost_situation:\n  sample_count: ", lost->sample_count);
  if (lost) put_number(x, "  lost_count: ", lost->lost_count);
  if (thread) dump_thread(x, thread);
  if (on) dump_switch(x, on);
  dfmt_status st = dfmto_text_check(op, start);
  state_of(op)->samples += st == DFMT_OK && sample;
  return st;
}

/* ---- perf-script ---- */

/* Seconds with six digits. */
static void put_time(struct dfmto_text_out *o, uint64_t ns) {
  char digits[6];
  uint64_t us = ns % 1000000000 / 1000;
  for (int i = 5; i >= 0; i--, us /= 10) digits[i] = (char)('0' + us % 10);
  dfmto_text_put_unsigned(o, ns / 1000000000);
  dfmto_text_put_byte(o, '.');
  dfmto_text_put(o, digits, sizeof digits);
}

static void script_head(dfmt_op *op, const dfmt_simpleperf_sample *s, uint64_t count) {
  struct dfmto_text *x = op->state;
  dfmt_str name;
  int32_t process;
  dfmt_simpleperf_names_thread(x->names, s->thread_id, &name, &process);
  put_str(x, name);
  dfmto_text_put_byte(&x->out, '\t');
  dfmto_text_put_unsigned(&x->out, (uint32_t)process);
  dfmto_text_put_byte(&x->out, '/');
  dfmto_text_put_signed(&x->out, s->thread_id);
  dfmto_text_put_s(&x->out, " [000] ");
  put_time(&x->out, s->time_ns);
  dfmto_text_put_s(&x->out, ": ");
  dfmto_text_put_unsigned(&x->out, count);
  dfmto_text_put_byte(&x->out, ' ');
  bool mixed = state_of(op)->form == DFMT_TEXT_MIXED_ON_OFF_CPU;
  dfmt_simpleperf_names_event(x->names, mixed ? 0 : s->event_type_id, &name);
  put_str(x, name);
  dfmto_text_put_s(&x->out, ":\n");
}

static void script_sample(dfmt_op *op, const dfmt_simpleperf_sample *s, uint64_t count) {
  struct dfmto_text *x = op->state;
  static const dfmt_str unknown = {"unknown", 7};
  script_head(op, s, count);
  for (uint64_t i = 0; i < s->n_frames; i++) {
    dfmt_str name, path;
    dfmt_simpleperf_names_frame(x->names, &s->frames[i], &name, &path);
    dfmto_text_put_s(&x->out, "\t               0 ");
    put_str(x, s->frames[i].symbol_id == -1 ? unknown : name);
    dfmto_text_put_s(&x->out, " (");
    put_str(x, path);
    dfmto_text_put_s(&x->out, ")\n");
  }
  dfmto_text_put_byte(&x->out, '\n');
}

/* Where the sample of a thread waits; NULL: no memory. */
static dfmt_event **place_of(dfmt_op *op, int32_t thread) {
  struct state *s = state_of(op);
  uint64_t known = dfmti_table_number(&s->threads, (uint32_t)thread);
  if (known) return &s->away[known - 1];
  if (s->n_away == s->cap_away) {
    dfmt_event **more = dfmti_grow(&op->mem, s->away, &s->cap_away, 16, sizeof *more);
    if (!more) return NULL;
    s->away = more;
  }
  if (!dfmti_table_reserve(&op->mem, &s->threads)) return NULL;
  s->away[s->n_away++] = NULL;
  dfmti_table_add(&s->threads, dfmti_hash_number(s->threads.key, (uint32_t)thread), s->n_away);
  return &s->away[s->n_away - 1];
}

/* The thread reappears: writes its waiting sample. */
static void wake(dfmt_op *op, const dfmt_event *waiting, uint64_t now) {
  const dfmt_simpleperf_sample *s = waiting ? dfmt_event_simpleperf_sample(waiting) : NULL;
  if (s) script_sample(op, s, now > s->time_ns ? now - s->time_ns : 1);
}

static void replace(dfmt_event **place, dfmt_event *with) {
  dfmt_event_free(*place);
  *place = with;
}

static dfmt_status script_switch(dfmt_op *op, const dfmt_simpleperf_switch *on) {
  const size_t start = dfmto_text_of(op)->out.text.len;
  if (!on->switch_on || state_of(op)->form <= DFMT_TEXT_ON_CPU) return DFMT_OK;
  dfmt_event **place = place_of(op, on->thread_id);
  if (!place) return dfmto_no_memory(op);
  wake(op, *place, on->time_ns);
  dfmt_status st = dfmto_text_check(op, start);
  if (st == DFMT_OK) replace(place, NULL);
  return st;
}

static bool is_leaving(dfmt_op *op, const dfmt_simpleperf_sample *s) {
  dfmt_str name;
  dfmt_simpleperf_names_event(dfmto_text_of(op)->names, s->event_type_id, &name);
  return dfmto_entry_is_sched_switch(name);
}

static dfmt_status script_event(dfmt_op *op, const dfmt_event *ev) {
  const size_t start = dfmto_text_of(op)->out.text.len;
  const dfmt_simpleperf_sample *s = dfmt_event_simpleperf_sample(ev);
  const dfmt_simpleperf_switch *on = dfmt_event_simpleperf_switch(ev);
  const uint32_t form = state_of(op)->form;
  if (on) return script_switch(op, on);
  if (!s) return DFMT_OK;
  const bool off = form != DFMT_TEXT_PERF_SCRIPT && is_leaving(op, s);
  const bool waits = off && form > DFMT_TEXT_ON_CPU;
  dfmt_event **place = form > DFMT_TEXT_ON_CPU ? place_of(op, s->thread_id) : NULL, *copy = NULL;
  if (form > DFMT_TEXT_ON_CPU && !place) return dfmto_no_memory(op);
  if (waits && dfmt_event_clone(dfmto_helpers(op), ev, &copy) != DFMT_OK) return dfmto_no_memory(op);
  if (place) wake(op, *place, s->time_ns);
  if (!off && form != DFMT_TEXT_OFF_CPU) script_sample(op, s, s->event_count);
  dfmt_status st = dfmto_text_check(op, start);
  if (place) replace(st == DFMT_OK ? place : &copy, st == DFMT_OK ? copy : NULL);
  return st;
}

/* ---- calls ---- */

static dfmt_status begin(dfmt_op *op) {
  struct dfmto_text *x = op->state;
  const size_t start = x->out.text.len;
  state_of(op)->form = x->form;
  if (x->form == DFMT_TEXT_PERF_SCRIPT && x->trace_offcpu) state_of(op)->form = DFMT_TEXT_MIXED_ON_OFF_CPU;
  if (!dfmto_text_needs_names(x)) dfmto_text_put_s(&x->out, "magic: SIMPLEPERF\nversion: 1\n");
  return dfmto_text_check(op, start);
}

static dfmt_status event(dfmt_op *op, const dfmt_event *ev) {
  return dfmto_text_needs_names(dfmto_text_of(op)) ? script_event(op, ev) : dump_event(op, ev);
}

/* Samples that still wait are dropped, as in the reference. */
static void close_state(dfmt_op *op) {
  struct state *s = state_of(op);
  for (size_t i = 0; i < s->n_away; i++) dfmt_event_free(s->away[i]);
  dfmti_free(&op->mem, s->away, s->cap_away * sizeof *s->away);
  dfmti_table_free(&op->mem, &s->threads);
}

const struct dfmto_text_format dfmto_text_simpleperf = {
    .id = DFMT_SIMPLEPERF,
    .forms = 1u << DFMT_TEXT_DUMP | 1u << DFMT_TEXT_PERF_SCRIPT | 1u << DFMT_TEXT_ON_CPU | 1u << DFMT_TEXT_OFF_CPU |
             1u << DFMT_TEXT_ON_OFF_CPU | 1u << DFMT_TEXT_MIXED_ON_OFF_CPU,
    .state_size = sizeof(struct state),
    .begin = begin,
    .event = event,
    .close = close_state};
