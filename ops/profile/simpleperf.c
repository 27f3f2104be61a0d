/* SPDX-License-Identifier: MIT */
/* Stacks of simpleperf's samples. */
#include <diagfmt/simpleperf.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "entry/entry.h"
#include "op/reading.h"
#include "profile.h"
#include "recording.h"
#include "waiting.h"

/* Group of a thread's samples of its first measure. */
struct usual_group {
  uint32_t measure, group;
  bool known;
};

/* A thread of this input. */
struct thread {
  int32_t id, process_id;
  uint32_t name, process; /* texts */
  bool wanted;
  struct usual_group usual;
  bool away;         /* its last sample was one of leaving the CPU */
  uint64_t since_ns; /* time of that sample */
  uint32_t group, measure;
  uint32_t *stack; /* frames of that sample */
  struct dfmto_profile_hint hint;
  size_t n_stack, cap_stack;
};

/* Meaning of an event type number. */
struct event_type {
  bool wanted, is_away, leaves; /* leaves: its samples mean leaving the CPU */
  uint32_t measure;
};

struct input {
  dfmt_simpleperf_names *names;
  struct dfmti_table frame_table;  /* file << 32 | symbol + 1, or file: function + 1 */
  struct dfmti_table thread_table; /* id: index in threads + 1 */
  struct dfmti_table event_table;  /* number: index in events + 1 */
  struct thread *threads;
  struct event_type *events;
  size_t n_threads, cap_threads, n_events, cap_events;
  struct dfmto_profile_chains chains;
  struct dfmti_buf stack;  /* of uint32_t: frames in the store, of a chain that is not cached */
  const dfmt_event *batch; /* columns, or one event */
  uint64_t row;            /* of the columns, the next one to add to the waiting records */
  struct dfmto_profile_waiting waiting;
  dfmt_status said;        /* status of reading, returned after waiting records were processed */
  uint64_t start_ns;       /* of the earliest sample, if times are relative to it; else 0 */
  bool has_names, is_open; /* is_open: to find start_ns */
  struct dfmto_profile_recording recording;
  uint32_t cpu; /* DFMT_PROFILE_CPU_*, without _RECORDED */
};

static struct input *input_of(dfmt_op *op) { return dfmto_profile_of(op)->input; }

/* ---- events ---- */

static bool is_clock(dfmt_str event) { return dfmti_starts(event, "cpu-clock") || dfmti_starts(event, "task-clock"); }

/* Its name, or "event 3", written to room. */
static dfmt_str event_name(const struct input *x, uint32_t number, char room[32]) {
  dfmt_str name = {NULL, 0};
  if (dfmt_simpleperf_names_event(x->names, number, &name) && name.len) return name;
  int n = snprintf(room, 32, "event %" PRIu32, number);
  return (dfmt_str){room, (uint64_t)n};
}

/* Names of the input's events, as many as fit. */
static const char *list_events(const struct input *x, char *list, size_t cap) {
  char quoted[64];
  dfmt_str name;
  size_t len = 0;
  list[0] = '\0';
  for (uint32_t i = 0; dfmt_simpleperf_names_event(x->names, i, &name) && len < cap; i++)
    len += (size_t)snprintf(list + len, cap - len, "%s%s", i ? ", " : "",
                            dfmti_quote(quoted, sizeof quoted, name.ptr, (size_t)name.len));
  return list;
}

static dfmt_status refuse_sum(dfmt_op *op) {
  char list[200];
  return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_ARGUMENT,
                    "weights of different events are not added: group by event, or choose one of: %s",
                    list_events(input_of(op), list, sizeof list));
}

/* The default event: the first one of the first input, on the CPU if that was requested. */
static dfmt_status find_usual(dfmt_op *op) {
  struct dfmto_profile *p = op->state;
  const struct input *x = p->input;
  char room[32];
  uint32_t number = 0;
  dfmt_str name;
  while (x->cpu != DFMT_PROFILE_CPU_ANY && dfmt_simpleperf_names_event(x->names, number, &name) &&
         dfmto_entry_is_sched_switch(name))
    number++;
  if (!dfmt_simpleperf_names_event(x->names, number, &name)) number = 0;
  dfmt_status st = dfmto_profile_store_text(op, event_name(x, number, room), &p->usual);
  p->knows_usual = st == DFMT_OK;
  return st;
}

static bool is_usual(const struct dfmto_profile *p, dfmt_str name) {
  return dfmti_same(dfmto_text_at(&p->store.texts, p->usual), name);
}

static bool is_event_wanted(dfmt_op *op, dfmt_str name, bool leaving) {
  const struct dfmto_profile *p = op->state;
  const uint32_t cpu = input_of(op)->cpu;
  if (cpu == DFMT_PROFILE_CPU_ON && leaving) return false;
  if (cpu == DFMT_PROFILE_CPU_OFF && !leaving) return false;
  if (dfmto_has_choice(op, DFMT_OPS_PROFILE_EVENTS))
    return dfmto_is_chosen(op, DFMT_OPS_PROFILE_EVENTS, name, false, 0);
  return (p->group & DFMT_PROFILE_BY_EVENT) || (leaving && cpu != DFMT_PROFILE_CPU_ANY) || is_usual(p, name);
}

/* Meaning of an event number; *out is valid until the next call. */
static dfmt_status event_of(dfmt_op *op, uint32_t number, const struct event_type **out) {
  struct dfmto_profile *p = op->state;
  struct input *x = p->input;
  uint64_t known = dfmti_table_number(&x->event_table, number);
  *out = known ? &x->events[known - 1] : NULL;
  if (known) return DFMT_OK;
  char room[32];
  dfmt_str name = event_name(x, number, room);
  bool leaving = dfmto_entry_is_sched_switch(name);
  struct event_type e = {.wanted = is_event_wanted(op, name, leaving), .leaves = leaving};
  e.is_away = leaving && x->cpu != DFMT_PROFILE_CPU_ANY;
  static const dfmt_str away = {"off-cpu", 7};
  dfmt_status st = DFMT_OK;
  if (e.wanted)
    st = dfmto_profile_store_measure(op, e.is_away ? away : name, e.is_away || is_clock(name), e.is_away, &e.measure);
  if (st == DFMT_OK && !(p->group & DFMT_PROFILE_BY_EVENT) && !dfmto_profile_adds_up(p)) st = refuse_sum(op);
  if (st != DFMT_OK) return st;
  struct event_type *more = x->events;
  if (x->n_events == x->cap_events) more = dfmti_grow(&op->mem, x->events, &x->cap_events, 4, sizeof *more);
  if (!more) return dfmto_no_memory(op);
  x->events = more;
  if (!dfmti_table_reserve(&op->mem, &x->event_table)) return dfmto_no_memory(op);
  x->events[x->n_events++] = e;
  dfmti_table_add(&x->event_table, dfmti_hash_number(x->event_table.key, number), x->n_events);
  *out = &x->events[x->n_events - 1];
  return DFMT_OK;
}

/* An event that META does not name may be chosen by its number. */
static bool chooses_nameless(const dfmt_op *op) {
  dfmt_str item;
  for (uint64_t i = 0; dfmt_config_item(op->config, DFMT_OPS_PROFILE_EVENTS, i, &item) == DFMT_OK; i++)
    if (dfmti_starts(item, "event ") || dfmti_starts(item, "*") || dfmti_starts(item, "?")) return true;
  return false;
}

/* Checks before counting that the input names a wanted event, or no events at all. */
static dfmt_status check_events(dfmt_op *op) {
  struct dfmto_profile *p = op->state;
  const struct input *x = p->input;
  const struct event_type *e;
  const bool all = p->cpu == DFMT_PROFILE_CPU_OFF || p->cpu == DFMT_PROFILE_CPU_RECORDED ||
                   dfmto_has_choice(op, DFMT_OPS_PROFILE_EVENTS);
  bool any = false;
  dfmt_str name;
  dfmt_status st = p->knows_usual ? DFMT_OK : find_usual(op);
  uint32_t number = 0;
  for (; st == DFMT_OK && dfmt_simpleperf_names_event(x->names, number, &name); number++) {
    st = event_of(op, number, &e);
    any = any || (st == DFMT_OK && e->wanted && (!e->is_away || all));
  }
  any = any || chooses_nameless(op);
  if (st == DFMT_OK && number == 0) { /* a file without META */
    st = event_of(op, 0, &e);
    any = st == DFMT_OK && e->wanted;
  }
  if (st != DFMT_OK || any) return st;
  char quoted[64], list[160];
  name = dfmto_text_at(&p->store.texts, p->usual);
  list_events(x, list, sizeof list);
  if (dfmto_has_choice(op, DFMT_OPS_PROFILE_EVENTS) || p->cpu == DFMT_PROFILE_CPU_OFF)
    return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_ARGUMENT, "no such event; it has %s", list);
  return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_ARGUMENT,
                    "it has no event '%s', which the profile is of, but: %s",
                    dfmti_quote(quoted, sizeof quoted, name.ptr, (size_t)name.len), list);
}

/* ---- threads ---- */

static dfmt_status make_thread(dfmt_op *op, int32_t id, struct thread *out) {
  struct dfmto_profile *p = op->state;
  const struct input *x = p->input;
  dfmt_str name, process = {NULL, 0};
  *out = (struct thread){.id = id};
  bool known = dfmt_simpleperf_names_thread(x->names, id, &name, &out->process_id);
  if (known) dfmt_simpleperf_names_thread(x->names, out->process_id, &process, NULL);
  out->wanted = dfmto_is_chosen(op, DFMT_OPS_PROFILE_THREADS, name, true, id) &&
                dfmto_is_chosen(op, DFMT_OPS_PROFILE_PROCESSES, process, known, out->process_id);
  dfmt_status st = dfmto_profile_store_text(op, name, &out->name);
  return st == DFMT_OK ? dfmto_profile_store_text(op, process, &out->process) : st;
}

static dfmt_status add_thread(dfmt_op *op, int32_t id) {
  struct input *x = input_of(op);
  struct thread t, *more = x->threads;
  dfmt_status st = make_thread(op, id, &t);
  if (st != DFMT_OK) return st;
  if (x->n_threads == x->cap_threads) more = dfmti_grow(&op->mem, x->threads, &x->cap_threads, 16, sizeof *more);
  if (!more) return dfmto_no_memory(op);
  x->threads = more;
  if (!dfmti_table_reserve(&op->mem, &x->thread_table)) return dfmto_no_memory(op);
  x->threads[x->n_threads++] = t;
  dfmti_table_add(&x->thread_table, dfmti_hash_number(x->thread_table.key, (uint32_t)id), x->n_threads);
  return DFMT_OK;
}

/* out: valid until the next call. */
static dfmt_status thread_of(dfmt_op *op, int32_t id, struct thread **out) {
  struct input *x = input_of(op);
  uint64_t number = dfmti_table_number(&x->thread_table, (uint32_t)id); /* 0: unknown */
  dfmt_status st = number ? DFMT_OK : add_thread(op, id);
  if (st != DFMT_OK) return st;
  *out = &x->threads[number ? number - 1 : x->n_threads - 1];
  return DFMT_OK;
}

/* Most samples of a thread are of one event. */
static dfmt_status group_of(dfmt_op *op, struct thread *t, uint32_t measure, uint32_t *group) {
  const uint32_t by = dfmto_profile_of(op)->group;
  struct dfmto_profile_group g = {.measure = by & DFMT_PROFILE_BY_EVENT ? measure : 0};
  *group = t->usual.group;
  if (t->usual.known && t->usual.measure == g.measure) return DFMT_OK;
  if (by & DFMT_PROFILE_BY_THREAD) {
    g.thread_id = t->id;
    g.thread = t->name;
  }
  if (by & DFMT_PROFILE_BY_PROCESS) {
    g.process_id = t->process_id;
    g.process = t->process;
  }
  dfmt_status st = dfmto_profile_store_group(op, &g, group);
  if (st == DFMT_OK && !t->usual.known) t->usual = (struct usual_group){g.measure, *group, true};
  return st;
}

/* ---- frames ---- */

/* The frame as the store keeps it: with its address, or only its function. */
static dfmt_status frame_of(dfmt_op *op, uint32_t function, const dfmt_simpleperf_frame *f, uint32_t *out) {
  return dfmto_profile_has_places(op->state) ? dfmto_profile_store_frame(op, function, f->vaddr, out) : DFMT_OK;
}

static dfmt_status function_of(dfmt_op *op, const dfmt_simpleperf_frame *f, uint32_t *out) {
  struct dfmto_profile *p = op->state;
  struct input *x = p->input;
  bool files = p->keep == DFMT_PROFILE_KEEP_FILES;
  uint64_t key = (uint64_t)f->file_id << 32 | (files || f->symbol_id < 0 ? 0 : (uint32_t)f->symbol_id + 1);
  uint64_t known = dfmti_table_number(&x->frame_table, key);
  *out = (uint32_t)known - 1;
  if (known) return frame_of(op, *out, f, out);
  dfmt_str name, linker_name, path;
  dfmt_simpleperf_names_frame(x->names, f, &name, &path);
  dfmt_simpleperf_names_mangled(x->names, f, &linker_name);
  if (files) name = linker_name = (dfmt_str){"", 0};
  dfmt_status st = dfmto_profile_store_function(op, name, linker_name, path, out);
  if (st != DFMT_OK) return st;
  if (!dfmti_table_reserve(&op->mem, &x->frame_table)) return dfmto_no_memory(op);
  dfmti_table_add(&x->frame_table, dfmti_hash_number(x->frame_table.key, key), (uint64_t)*out + 1);
  return frame_of(op, *out, f, out);
}

/* Puts the frames of a sample into x->stack. */
static dfmt_status number_frames(dfmt_op *op, const struct dfmto_profile_record *s) {
  struct input *x = input_of(op);
  size_t bytes;
  x->stack.len = 0;
  if (s->n_frames > SIZE_MAX || !dfmti_mul((size_t)s->n_frames, sizeof(uint32_t), &bytes) ||
      !dfmti_buf_reserve(&op->mem, &x->stack, bytes))
    return dfmto_no_memory(op);
  uint32_t *numbers = (void *)x->stack.ptr;
  dfmt_status st = DFMT_OK;
  for (uint64_t i = 0; i < s->n_frames && st == DFMT_OK; i++) st = function_of(op, &s->frames[i], &numbers[i]);
  return st;
}

/* The frames of a sample, with their hint: those of the same chain, if it is cached. */
static dfmt_status take_frames(dfmt_op *op, const struct dfmto_profile_record *s, struct dfmto_profile_stack *to) {
  struct input *x = input_of(op);
  struct dfmto_profile_chain *c = dfmto_profile_chain_find(&x->chains, s->hash, s->frames, s->n_frames);
  dfmt_status st = c ? DFMT_OK : number_frames(op, s);
  if (st != DFMT_OK) return st;
  to->n = (size_t)s->n_frames;
  to->functions = (const void *)x->stack.ptr;
  if (!c) c = dfmto_profile_chain_keep(&op->mem, &x->chains, s->hash, s->frames, to->functions, to->n);
  if (!c) return DFMT_OK;
  to->functions = dfmto_profile_chain_numbers(c);
  to->hint = &c->hint;
  to->cells = dfmto_profile_chain_cells(c);
  return DFMT_OK;
}

/* ---- samples ---- */

static bool is_in_time(const struct dfmto_profile *p, uint64_t time_ns) {
  time_ns -= ((const struct input *)p->input)->start_ns;
  return time_ns >= p->from_ns && (time_ns < p->to_ns || p->to_ns == UINT64_MAX);
}

/* A thread reappears: the time that it was away is now known, at least 1 ns. */
static dfmt_status come_back(dfmt_op *op, struct thread *t, uint64_t now) {
  if (!t->away) return DFMT_OK;
  uint64_t ns = now > t->since_ns ? now - t->since_ns : 1;
  bool count = dfmto_profile_of(op)->weight == DFMT_PROFILE_WEIGHT_COUNT;
  dfmt_status st = dfmto_profile_store_add(op, &(struct dfmto_profile_stack){.group = t->group,
                                                                             .measure = t->measure,
                                                                             .functions = t->stack,
                                                                             .n = t->n_stack,
                                                                             .hint = &t->hint,
                                                                             .weight = count ? 1 : ns,
                                                                             .count = 1,
                                                                             .time_ns = t->since_ns});
  if (st == DFMT_OK) t->away = false;
  return st;
}

static dfmt_status go_away(dfmt_op *op, struct thread *t, const struct dfmto_profile_stack *x) {
  if (!dfmto_profile_store_hint(op, x)) return dfmto_no_memory(op);
  while (t->cap_stack < x->n) {
    uint32_t *more = dfmti_grow(&op->mem, t->stack, &t->cap_stack, 32, sizeof *more);
    if (!more) return dfmto_no_memory(op);
    t->stack = more;
  }
  if (x->n) memcpy(t->stack, x->functions, x->n * sizeof *t->stack);
  t->n_stack = x->n;
  t->hint = x->hint ? *x->hint : (struct dfmto_profile_hint){.epoch = 0};
  t->group = x->group;
  t->measure = x->measure;
  t->since_ns = x->time_ns;
  t->away = true;
  return DFMT_OK;
}

static dfmt_status count_sample(dfmt_op *op, struct thread *t, const struct event_type *e,
                                const struct dfmto_profile_record *s) {
  const bool count = dfmto_profile_of(op)->weight == DFMT_PROFILE_WEIGHT_COUNT, away = e->is_away;
  struct dfmto_profile_stack x = {
      .measure = e->measure, .weight = count ? 1 : s->event_count, .count = 1, .time_ns = s->time_ns};
  dfmt_status st = group_of(op, t, x.measure, &x.group);
  if (st == DFMT_OK) st = take_frames(op, s, &x);
  if (st != DFMT_OK) return st;
  return away ? go_away(op, t, &x) : dfmto_profile_store_add(op, &x);
}

static dfmt_status add_sample(dfmt_op *op, const struct dfmto_profile_record *s) {
  struct dfmto_profile *p = op->state;
  struct thread *t;
  const struct event_type *e;
  dfmt_status st = thread_of(op, s->thread_id, &t);
  if (st == DFMT_OK) st = come_back(op, t, s->time_ns);
  if (st == DFMT_OK) st = event_of(op, s->event_type_id, &e);
  if (st != DFMT_OK || !t->wanted || !is_in_time(p, s->time_ns)) return st;
  if (e->wanted) return count_sample(op, t, e, s);
  p->store.n_left_out += !e->leaves;
  return DFMT_OK;
}

/* Switches go with the samples of the first event. */
static dfmt_status keep_switch(dfmt_op *op, struct thread *t, const struct dfmto_profile_record *s) {
  struct dfmto_profile *p = op->state;
  struct dfmto_profile_sample x = {.time_ns = s->time_ns, .weight = s->switch_on};
  if (p->keep != DFMT_PROFILE_KEEP_SAMPLES || !t->wanted || !is_in_time(p, s->time_ns)) return DFMT_OK;
  dfmt_status st = group_of(op, t, 0, &x.group);
  if (st == DFMT_OK && !dfmto_profile_samples_add(&op->mem, &p->store.switches, &x)) st = dfmto_no_memory(op);
  return st;
}

static dfmt_status add_switch(dfmt_op *op, const struct dfmto_profile_record *s) {
  struct thread *t;
  dfmt_status st = thread_of(op, s->thread_id, &t);
  if (st == DFMT_OK && s->switch_on) st = come_back(op, t, s->time_ns);
  return st == DFMT_OK ? keep_switch(op, t, s) : st;
}

/* ---- reading ---- */

/* Prefetches the nodes for a record, if its thread and chain are known. */
static void ask_for_nodes(const dfmt_op *op, const struct dfmto_profile_record *s) {
  const struct input *x = ((const struct dfmto_profile *)op->state)->input;
  const uint64_t number = dfmti_table_number(&x->thread_table, (uint32_t)s->thread_id);
  const struct dfmto_profile_chain *c = number && !s->is_switch ? dfmto_profile_chain_peek(&x->chains, s->hash) : NULL;
  if (!number) return;
  const struct thread *t = &x->threads[number - 1];
  if (t->away) dfmto_profile_store_ask(op, &t->hint, t->group);
  if (c) dfmto_profile_store_ask(op, &c->hint, t->usual.group);
}

/* A record was added: prefetches for older ones. */
static void look_ahead(dfmt_op *op) {
  struct input *x = input_of(op);
  const bool stacks = dfmto_profile_of(op)->keep >= DFMT_PROFILE_KEEP_STACKS;
  const struct dfmto_profile_record *chain = dfmto_profile_waiting_at(&x->waiting, DFMTO_WAIT_CHAIN);
  const struct dfmto_profile_record *node = stacks ? dfmto_profile_waiting_at(&x->waiting, DFMTO_WAIT_NODE) : NULL;
  if (chain && !chain->is_switch) dfmto_profile_chain_ask(&x->chains, chain->hash, chain->n_frames, !stacks);
  if (node) ask_for_nodes(op, node);
}

/* Adds the batch to the waiting records, as many as fit. */
static dfmt_status add_batch(dfmt_op *op) {
  struct input *x = input_of(op);
  const dfmt_simpleperf_columns *c = dfmt_event_simpleperf_columns(x->batch);
  for (; c && x->row < c->n_rows && dfmto_profile_waiting_n(&x->waiting) < DFMTO_WAITING; x->row++) {
    dfmto_profile_waiting_add_row(&x->waiting, &x->chains, c, x->row);
    look_ahead(op);
  }
  if (c) return DFMT_OK;
  if (!dfmto_profile_waiting_add(&op->mem, &x->waiting, &x->chains, x->batch)) return dfmto_no_memory(op);
  look_ahead(op);
  x->batch = NULL;
  return DFMT_OK;
}

/* Only single records include switches; columns are faster for samples. */
static dfmt_status read_batch(dfmt_op *op) {
  struct input *x = input_of(op);
  const bool away = x->cpu == DFMT_PROFILE_CPU_OFF || x->cpu == DFMT_PROFILE_CPU_BOTH;
  const bool kept = dfmto_profile_of(op)->keep == DFMT_PROFILE_KEEP_SAMPLES;
  const bool switches = (away || kept) && (x->recording.has_switches || !x->recording.done);
  dfmt_status st = switches ? dfmto_next(op, &x->batch) : dfmto_columns(op, DFMT_SIMPLEPERF_SAMPLE, &x->batch);
  x->row = 0;
  if (st == DFMT_OK)
    dfmto_profile_note(op, x->batch);
  else
    x->batch = NULL;
  return st;
}

/* All rows of the columns were added; reading on overwrites them. */
static bool is_used_up(const struct input *x) {
  const dfmt_simpleperf_columns *c = x->batch ? dfmt_event_simpleperf_columns(x->batch) : NULL;
  return c && x->row == c->n_rows;
}

/* Fills the ring until reading returns something other than OK, which is returned after the waiting records. */
static dfmt_status fill(dfmt_op *op) {
  struct input *x = input_of(op);
  dfmt_status st = DFMT_OK;
  if (is_used_up(x) && dfmto_profile_waiting_n(&x->waiting) == 0) x->batch = NULL;
  while (st == DFMT_OK && x->said == DFMT_OK && !is_used_up(x) &&
         dfmto_profile_waiting_n(&x->waiting) < DFMTO_WAITING) {
    if (!x->batch) x->said = read_batch(op);
    if (x->batch) st = add_batch(op);
  }
  return st;
}

static dfmt_status take_first(dfmt_op *op) {
  struct input *x = input_of(op);
  const struct dfmto_profile_record *s = dfmto_profile_waiting_first(&x->waiting);
  dfmt_status st = s->is_switch ? add_switch(op, s) : add_sample(op, s);
  if (st == DFMT_OK)
    x->waiting.n_taken++;
  else
    x->said = DFMT_OK; /* reading returns it again */
  return st;
}

/* end: no record waits, and x->said has the reason. */
static dfmt_status take_next(dfmt_op *op, bool *end) {
  struct input *x = input_of(op);
  dfmt_status st = fill(op);
  *end = st == DFMT_OK && dfmto_profile_waiting_n(&x->waiting) == 0 && x->said != DFMT_OK;
  return st == DFMT_OK && dfmto_profile_waiting_n(&x->waiting) ? take_first(op) : st;
}

/* Threads that never reappeared: the time that they were away is unknown. */
static dfmt_status end_all(dfmt_op *op) {
  const struct input *x = input_of(op);
  bool count = dfmto_profile_of(op)->weight == DFMT_PROFILE_WEIGHT_COUNT;
  dfmt_status st = DFMT_OK;
  for (size_t i = 0; i < x->n_threads && st == DFMT_OK; i++) {
    struct thread *t = &x->threads[i];
    if (!t->away) continue;
    st = dfmto_profile_store_add(op, &(struct dfmto_profile_stack){.group = t->group,
                                                                   .measure = t->measure,
                                                                   .functions = t->stack,
                                                                   .n = t->n_stack,
                                                                   .hint = &t->hint,
                                                                   .weight = count,
                                                                   .count = 1,
                                                                   .time_ns = t->since_ns});
    if (st == DFMT_OK) t->away = false;
  }
  return st;
}

static dfmt_status stacks(dfmt_op *op) {
  struct input *x = input_of(op);
  dfmt_status st = DFMT_OK;
  bool end = false;
  while (st == DFMT_OK && !end) st = take_next(op, &end);
  if (st != DFMT_OK) return st;
  st = x->said;
  x->said = DFMT_OK;
  if (st == DFMT_END) st = end_all(op);
  if (st == DFMT_OK) dfmto_profile_of(op)->store.n_lost += x->recording.n_lost;
  return st;
}

/* The time of the earliest sample: samples are not in order. */
static dfmt_status find_start(dfmt_op *op, dfmt_source *s) {
  struct input *x = input_of(op);
  dfmt_status st = x->is_open ? DFMT_OK : dfmto_reopen(op, s);
  if (st != DFMT_OK) return st;
  if (!x->is_open) x->start_ns = UINT64_MAX;
  x->is_open = true;
  while ((st = dfmto_columns(op, DFMT_SIMPLEPERF_SAMPLE, &x->batch)) == DFMT_OK) {
    const dfmt_simpleperf_columns *c = dfmt_event_simpleperf_columns(x->batch);
    for (uint64_t i = 0; c && i < c->n_rows; i++)
      if (c->time_ns[i] < x->start_ns) x->start_ns = c->time_ns[i];
  }
  x->batch = NULL;
  return st == DFMT_END || dfmto_is_damage(st) || st == DFMT_E_UNSUPPORTED ? DFMT_OK : st;
}

/* Properties that only some profiles need, and names with them. */
static dfmt_status read_recording(dfmt_op *op, dfmt_source *s) {
  const struct dfmto_profile *p = op->state;
  struct input *x = p->input;
  dfmt_status st = dfmto_profile_recording_read(op, &x->recording, x->names, s);
  if (st != DFMT_OK || p->cpu != DFMT_PROFILE_CPU_RECORDED) return st;
  x->cpu = x->recording.trace_offcpu ? DFMT_PROFILE_CPU_BOTH : DFMT_PROFILE_CPU_ANY;
  return st;
}

/* Damage is met again when stacks are read; names before it are used. */
static dfmt_status load_names(dfmt_op *op, dfmt_source *s) {
  const struct dfmto_profile *p = op->state;
  struct input *x = p->input;
  const dfmt_config *c = dfmto_helpers(op);
  if (!c || (!x->names && dfmt_simpleperf_names_new(c, &x->names) != DFMT_OK)) return dfmto_no_memory(op);
  if (p->cpu == DFMT_PROFILE_CPU_RECORDED || dfmto_profile_has_places(p)) return read_recording(op, s);
  dfmt_status st = dfmt_simpleperf_names_load(x->names, s);
  bool damaged = dfmto_is_damage(st) || st == DFMT_E_UNSUPPORTED;
  if (st < 0 && !damaged) return dfmto_fail_helper(op, dfmt_simpleperf_names_error(x->names));
  return st < 0 ? DFMT_OK : st;
}

static dfmt_status names(dfmt_op *op) {
  struct input *x = input_of(op);
  dfmt_source *s;
  dfmt_status st = dfmto_seekable(op, &s);
  if (!x->has_names) x->cpu = dfmto_profile_of(op)->cpu;
  if (st == DFMT_OK && !x->has_names) {
    st = load_names(op, s);
    x->has_names = st == DFMT_OK;
    x->chains.key = dfmti_mem_key(&op->mem);
  }
  if (st == DFMT_OK) st = check_events(op);
  if (st == DFMT_OK && dfmto_profile_of(op)->relative) st = find_start(op, s);
  if (st == DFMT_OK) dfmti_errors_clear(&op->err);
  return st;
}

static void close(dfmt_op *op) {
  struct input *x = input_of(op);
  struct dfmti_mem *m = &op->mem;
  dfmto_profile_recording_free(&x->recording);
  dfmt_simpleperf_names_free(x->names);
  dfmti_table_free(m, &x->frame_table);
  dfmti_table_free(m, &x->thread_table);
  dfmti_table_free(m, &x->event_table);
  for (size_t i = 0; i < x->n_threads; i++)
    dfmti_free(m, x->threads[i].stack, x->threads[i].cap_stack * sizeof(uint32_t));
  dfmti_free(m, x->threads, x->cap_threads * sizeof *x->threads);
  dfmti_free(m, x->events, x->cap_events * sizeof *x->events);
  dfmto_profile_chains_free(m, &x->chains);
  dfmto_profile_waiting_free(m, &x->waiting);
  dfmti_buf_free(m, &x->stack);
}

const struct dfmto_profile_format dfmto_profile_simpleperf = {
    .id = DFMT_SIMPLEPERF,
    .input_size = sizeof(struct input),
    .groups = DFMT_PROFILE_BY_EVENT | DFMT_PROFILE_BY_THREAD | DFMT_PROFILE_BY_PROCESS,
    .usual_group = DFMT_PROFILE_BY_THREAD,
    .viewer_group = DFMT_PROFILE_BY_EVENT | DFMT_PROFILE_BY_THREAD | DFMT_PROFILE_BY_PROCESS,
    .count_unit = "samples",
    .names = names,
    .stacks = stacks,
    .close = close};
