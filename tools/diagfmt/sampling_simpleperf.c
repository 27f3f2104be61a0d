/* SPDX-License-Identifier: MIT */
/*
 * Profiles of simpleperf for viewers. In a recording of --trace-offcpu a sample of leaving the CPU counts the time
 * until its thread was next heard of. Whether a sample is one of those is known at the end, so that this time is kept
 * of all.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "counts.h"
#include "sampling.h"
#include "sched_switch.h"
#include "walk.h"

enum {
  FILE_NAME = 255, /* bytes at most, NAME_MAX of Linux */
  LONG_NAME = 256  /* bytes from which on a name is looked at once only */
};

struct state {
  dfmt_simpleperf_names *names;
  struct counts waiting;    /* by thread: mark: place of its latest sample + 1, 0: none; sum: when that was */
  struct id_map long_names; /* where they stand; the names keep their places */
  uint32_t *long_numbers;   /* their numbers as texts, in that order */
  bool trace_offcpu;
};

/* ---- as the records pass ---- */

static void wake(struct state *s, struct sampling *p, int32_t thread, uint64_t now) {
  struct count *c = counts_at(&s->waiting, (uint32_t)thread);
  if (c->mark) sampling_wait(p, (size_t)(c->mark - 1), now > c->sum ? now - c->sum : 1);
  c->mark = 0;
}

static uint32_t stack_of(struct sampling *p, const dfmt_simpleperf_sample *x) {
  uint32_t stack = SAMPLING_NO_STACK;
  for (uint64_t i = x->n_frames; i-- > 0;) {
    const dfmt_simpleperf_frame *f = &x->frames[i];
    const struct sampling_key key = {(uint64_t)f->file_id << 32 | (uint32_t)f->symbol_id, f->vaddr};
    stack = sampling_stack(p, stack, key);
  }
  return stack;
}

static void take_sample(struct state *s, struct sampling *p, const dfmt_simpleperf_sample *x, bool wanted) {
  wake(s, p, x->thread_id, x->time_ns);
  if (!wanted) return;
  uint32_t track = sampling_track(p, x->thread_id, x->event_type_id);
  size_t at = sampling_sample(p, track, stack_of(p, x), x->time_ns, 1, x->event_count);
  struct count *c = counts_at(&s->waiting, (uint32_t)x->thread_id);
  c->mark = at + 1;
  c->sum = x->time_ns;
}

static void event(void *user, struct sampling *p, struct walk *w, const dfmt_event *ev, bool wanted) {
  struct state *s = user;
  const dfmt_simpleperf_sample *sample = dfmt_event_simpleperf_sample(ev);
  const dfmt_simpleperf_switch *x = dfmt_event_simpleperf_switch(ev);
  const dfmt_simpleperf_lost *lost = dfmt_event_simpleperf_lost(ev);
  const dfmt_simpleperf_meta *meta = dfmt_event_simpleperf_meta(ev);
  if (!s->names && dfmt_simpleperf_names_new(w->t->config, &s->names) != DFMT_OK) tool_no_memory();
  dfmt_status st = dfmt_simpleperf_names_add(s->names, ev);
  if (st == DFMT_E_NOMEM) tool_no_memory();
  if (st < 0) report_error(w->t, &w->place, dfmt_simpleperf_names_error(s->names));
  if (sample) take_sample(s, p, sample, wanted);
  if (x && x->switch_on) wake(s, p, x->thread_id, x->time_ns);
  if (x && wanted && p->timed) sampling_switch(p, sampling_track(p, x->thread_id, 0), x->time_ns, x->switch_on);
  if (lost && lost->lost_count) sampling_note(p, "Lost samples", lost->lost_count);
  if (meta) s->trace_offcpu = meta->trace_offcpu;
}

/* ---- names ---- */

/* The number of a name. Many frames and tracks can have the same one, and it can be as long as a record. */
static uint32_t number_of(struct state *s, struct sampling *p, dfmt_str name) {
  if (name.len < LONG_NAME) return sampling_text(p, name);
  size_t n = s->long_names.n, i = id_map_add(&s->long_names, (uint64_t)(uintptr_t)name.ptr);
  if (i < n) return s->long_numbers[i];
  s->long_numbers = tool_realloc(s->long_numbers, (n + 1) * sizeof *s->long_numbers);
  return s->long_numbers[i] = sampling_text(p, name);
}

/* A part of a path or of a name after its last '/'. */
static dfmt_str base_name(dfmt_str path) {
  for (uint64_t i = path.len; i-- > 0;)
    if (path.ptr[i] == '/') return (dfmt_str){path.ptr + i + 1, path.len - i - 1};
  return path;
}

/*
 * Code without a name: "libc.so+0x1234". Each address makes a name, so that a path which is longer than Linux has them
 * must not be in each; its end tells most.
 */
static uint32_t unnamed(struct sampling *p, dfmt_str path, uint64_t address) {
  char tail[24];
  struct buffer b = {0};
  if (path.len > FILE_NAME) path = (dfmt_str){path.ptr + path.len - FILE_NAME, FILE_NAME};
  dfmt_str base = base_name(path);
  buffer_put(&b, base.len ? base.ptr : "unknown", base.len ? (size_t)base.len : strlen("unknown"));
  snprintf(tail, sizeof tail, "+0x%" PRIx64, address);
  buffer_put_s(&b, tail);
  uint32_t name = sampling_text(p, (dfmt_str){b.ptr, b.len});
  buffer_free(&b);
  return name;
}

static void name_frame(void *user, struct sampling *p, const struct sampling_key *key, struct sampling_frame *out) {
  struct state *s = user;
  const dfmt_simpleperf_frame f = {.file_id = (uint32_t)(key->function >> 32),
                                   .symbol_id = (int32_t)(uint32_t)key->function};
  dfmt_str symbol = {NULL, 0}, path = {NULL, 0}, mangled = {NULL, 0};
  dfmt_simpleperf_names_frame(s->names, &f, &symbol, &path);
  dfmt_simpleperf_names_mangled(s->names, &f, &mangled);
  out->address = key->address;
  out->path = number_of(s, p, path);
  out->name = symbol.len ? number_of(s, p, symbol) : unnamed(p, path, key->address);
  out->system_name = mangled.len ? number_of(s, p, mangled) : out->name;
}

/*
 * What a track is called by: each has its name in the output, so that it has an end; simpleperf's have some dozen
 * bytes.
 */
static dfmt_str label(dfmt_str name) { return (dfmt_str){name.ptr, name.len < FILE_NAME ? name.len : FILE_NAME}; }

static void name_track(void *user, struct sampling *p, struct sampling_track *t) {
  const struct state *s = user;
  char number[24];
  dfmt_str event = {NULL, 0}, name = {NULL, 0}, process = {NULL, 0};
  dfmt_simpleperf_names_event(s->names, t->kind, &event);
  dfmt_simpleperf_names_thread(s->names, t->thread, &name, &t->process);
  dfmt_simpleperf_names_thread(s->names, t->process, &process, NULL);
  snprintf(number, sizeof number, "event %" PRIu32, t->kind);
  t->has_thread = true;
  t->thread_name = sampling_text(p, label(name));
  t->process_name = sampling_text(p, label(process));
  t->waits = s->trace_offcpu && is_sched_switch(event);
  t->unit = t->waits || is_clock(event) ? UNIT_NS : UNIT_COUNT;
  t->kind_name = t->waits    ? sampling_word(p, "off-cpu")
                 : event.len ? sampling_text(p, label(event))
                             : sampling_word(p, number);
}

static const char *name(void *user, struct sampling *p) {
  static const struct sampling_names names = {.frame = name_frame, .track = name_track};
  sampling_name(p, &names, user);
  return NULL;
}

static void end(void *user) {
  struct state *s = user;
  counts_free(&s->waiting);
  id_map_free(&s->long_names);
  tool_realloc(s->long_numbers, 0);
  dfmt_simpleperf_names_free(s->names);
}

const struct sampling_ops simpleperf_sampling = {
    .state_size = sizeof(struct state), .event = event, .name = name, .end = end};
