/* SPDX-License-Identifier: MIT */
/* Stacks from pprof profiles; a column of values is treated as an event. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "bytes.h"
#include "op/reading.h"
#include "pprof_parse.h"
#include "profile.h"

static const size_t no_counter = SIZE_MAX;

/* A column of values. */
struct column {
  dfmt_str name;
  bool wanted, counts; /* counts: number of things, for the columns after it */
  size_t counter;      /* the column with the counts for this one; no_counter: each sample is one */
  uint32_t measure;
};

/* Values of labels. */
struct labels {
  dfmt_str thread, process, event;
  bool has_event, has_tid, has_pid;
  int64_t tid, pid;
};

struct input {
  struct dfmto_profile_bytes bytes;
  struct dfmto_profile_pprof p;
  struct dfmti_buf columns; /* of struct column */
  struct dfmti_buf frames;  /* of uint32_t: frames of all locations, in order of first use */
  struct dfmti_buf stack;   /* of uint32_t: of the current sample */
  struct dfmto_profile_pprof_sample sample;
  struct dfmto_profile_pprof_place place;
  size_t next, column; /* indices of the sample and the column */
};

static struct input *input_of(dfmt_op *op) { return dfmto_profile_of(op)->input; }

static size_t n_columns(const struct input *x) { return x->columns.len / sizeof(struct column); }

static struct column *column_at(const struct input *x, size_t i) { return (struct column *)(void *)x->columns.ptr + i; }

static bool is_word(dfmt_str s, const char *word) { return dfmti_same(s, (dfmt_str){word, strlen(word)}); }

/* ---- columns ---- */

/*
 * "samples" counts for all columns. Otherwise each column of counts does for itself and for the columns of other units
 * after it, as "alloc_objects" for "alloc_space".
 */
static void find_counters(struct input *x, const bool *counts) {
  const bool samples = counts[0] && is_word(column_at(x, 0)->name, "samples");
  size_t counter = no_counter;
  for (size_t i = 0; i < n_columns(x); i++) {
    struct column *c = column_at(x, i);
    if (samples ? i == 0 : counts[i] && (i == 0 || !counts[i - 1])) counter = i;
    c->counter = counter;
    c->counts = counter == i;
  }
}

static const struct dfmto_profile_pprof_type *type_at(const struct input *x, size_t i) {
  return (const struct dfmto_profile_pprof_type *)(const void *)x->p.types.ptr + i;
}

static dfmt_status name_columns(dfmt_op *op) {
  struct input *x = input_of(op);
  const size_t n = x->p.types.len / sizeof(struct dfmto_profile_pprof_type);
  bool *counts = dfmti_zalloc(&op->mem, n + 1);
  dfmt_status st = counts ? DFMT_OK : dfmto_no_memory(op);
  x->columns.len = 0;
  for (size_t i = 0; i < n && st == DFMT_OK; i++) {
    struct column c = {.measure = 0};
    dfmt_str unit;
    st = dfmto_profile_pprof_text(&x->p, type_at(x, i)->type, 0, &c.name);
    if (st == DFMT_OK) st = dfmto_profile_pprof_text(&x->p, type_at(x, i)->unit, 0, &unit);
    if (st == DFMT_OK) counts[i] = is_word(unit, "count");
    if (st == DFMT_OK && !dfmti_buf_append(&op->mem, &x->columns, &c, sizeof c)) st = dfmto_no_memory(op);
  }
  if (st == DFMT_OK && n) find_counters(x, counts);
  dfmti_free(&op->mem, counts, n + 1);
  return st;
}

static const char *list_columns(const struct input *x, char *list, size_t cap) {
  char quoted[64];
  size_t len = 0;
  list[0] = '\0';
  for (size_t i = 0; i < n_columns(x) && len < cap; i++) {
    const dfmt_str name = column_at(x, i)->name;
    len += (size_t)snprintf(list + len, cap - len, "%s%s", i ? ", " : "",
                            dfmti_quote(quoted, sizeof quoted, name.ptr, (size_t)name.len));
  }
  return list;
}

/* The default event: the profile's default column, or its last one, as in pprof. */
static dfmt_status find_usual(dfmt_op *op) {
  struct dfmto_profile *p = op->state;
  const struct input *x = p->input;
  dfmt_str name;
  dfmt_status st = dfmto_profile_pprof_text(&x->p, x->p.default_type, 0, &name);
  bool there = false;
  for (size_t i = 0; i < n_columns(x) && st == DFMT_OK; i++) there = there || dfmti_same(column_at(x, i)->name, name);
  if (st == DFMT_OK && !there && n_columns(x)) name = column_at(x, n_columns(x) - 1)->name;
  if (st == DFMT_OK) st = dfmto_profile_store_text(op, name, &p->usual);
  p->knows_usual = st == DFMT_OK;
  return st;
}

/* Columns that only count for others are not events. */
static bool is_wanted(const dfmt_op *op, const struct input *x, const struct column *c) {
  const struct dfmto_profile *p = op->state;
  bool others = false;
  if (dfmto_has_choice(op, DFMT_OPS_PROFILE_EVENTS))
    return dfmto_is_chosen(op, DFMT_OPS_PROFILE_EVENTS, c->name, false, 0);
  if (!(p->group & DFMT_PROFILE_BY_EVENT)) return dfmti_same(dfmto_text_at(&p->store.texts, p->usual), c->name);
  for (size_t i = 0; i < n_columns(x); i++) others = others || !column_at(x, i)->counts;
  return !others || !c->counts;
}

static dfmt_status make_measure(dfmt_op *op, size_t i) {
  const struct input *x = input_of(op);
  struct column *c = column_at(x, i);
  dfmt_str unit;
  dfmt_status st = dfmto_profile_pprof_text(&x->p, type_at(x, i)->unit, 0, &unit);
  if (st == DFMT_OK)
    st = dfmto_profile_store_measure(op, c->name, is_word(unit, "nanoseconds"), is_word(c->name, "off-cpu"),
                                     &c->measure);
  if (st == DFMT_OK) dfmto_profile_of(op)->store.measures[c->measure].is_bytes = is_word(unit, "bytes");
  return st;
}

static dfmt_status choose_columns(dfmt_op *op) {
  struct dfmto_profile *p = op->state;
  const struct input *x = p->input;
  char list[200];
  bool any = false;
  dfmt_status st = name_columns(op);
  if (st == DFMT_OK && !p->knows_usual) st = find_usual(op);
  for (size_t i = 0; i < n_columns(x) && st == DFMT_OK; i++) {
    struct column *c = column_at(x, i);
    c->wanted = is_wanted(op, x, c);
    any = any || c->wanted;
    if (c->wanted) st = make_measure(op, i);
  }
  if (st != DFMT_OK) return st;
  list_columns(x, list, sizeof list);
  if (!any)
    return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_ARGUMENT, "no event was chosen that it has: %s", list);
  if (!(p->group & DFMT_PROFILE_BY_EVENT) && !dfmto_profile_adds_up(p))
    return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_ARGUMENT,
                      "weights of different events are not added: group by event, or choose one of: %s", list);
  return DFMT_OK;
}

/* ---- names ---- */

static dfmt_status check_options(dfmt_op *op) {
  const struct dfmto_profile *p = op->state;
  const char *why = NULL;
  if (p->from_ns != 0 || p->to_ns != UINT64_MAX || p->keep == DFMT_PROFILE_KEEP_SAMPLES)
    why = "pprof profiles have no times";
  if (p->cpu != DFMT_PROFILE_CPU_ANY && p->cpu != DFMT_PROFILE_CPU_RECORDED)
    why = "pprof profiles do not have time on and off the CPU; select events";
  return why ? dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED, "%s", why) : DFMT_OK;
}

static dfmt_status names(dfmt_op *op) {
  struct input *x = input_of(op);
  dfmt_source *s;
  dfmt_status st = check_options(op);
  if (st == DFMT_OK) st = dfmto_seekable(op, &s);
  if (st == DFMT_OK) st = dfmto_profile_bytes_read(op, &x->bytes, s);
  x->p.op = op;
  if (st == DFMT_OK) st = dfmto_profile_pprof_parse(&x->p, x->bytes.data.ptr, x->bytes.data.len);
  return st == DFMT_OK ? choose_columns(op) : st;
}

/* ---- frames ---- */

/* A name made for a function without one, by this library or other tools: "libc.so+0x12". */
static bool is_place(dfmt_str name, dfmt_str file, uint64_t address) {
  char text[24];
  const dfmt_str last = file.len ? dfmto_last_part(file) : (dfmt_str){"unknown", 7};
  const uint64_t n = (uint64_t)snprintf(text, sizeof text, "+0x%" PRIx64, address);
  if (name.len < n || memcmp(name.ptr + (name.len - n), text, (size_t)n) != 0) return false;
  const uint64_t rest = name.len - n; /* long names are compared at their end */
  return rest && rest <= last.len && (rest == last.len || rest == 255) &&
         memcmp(name.ptr, last.ptr + (last.len - rest), (size_t)rest) == 0;
}

static dfmt_status add_frame(dfmt_op *op, dfmt_str name, dfmt_str linker_name, dfmt_str file, uint64_t address) {
  struct input *x = input_of(op);
  uint32_t frame;
  const bool files = dfmto_profile_of(op)->keep == DFMT_PROFILE_KEEP_FILES;
  if (files || is_place(name, file, address)) name = linker_name = (dfmt_str){"", 0};
  dfmt_status st = dfmto_profile_store_function(op, name, linker_name, file, &frame);
  if (st == DFMT_OK) st = dfmto_profile_store_frame(op, frame, address, &frame);
  if (st == DFMT_OK && !dfmti_buf_append(&op->mem, &x->frames, &frame, sizeof frame)) st = dfmto_no_memory(op);
  return st;
}

/* Adds the frame of a line. */
static dfmt_status add_line(dfmt_op *op, size_t at, uint64_t id, dfmt_str file) {
  struct input *x = input_of(op);
  const uint64_t number = dfmti_table_number(&x->p.function_ids, id);
  dfmt_str name, system;
  if (!number) return dfmto_profile_pprof_refuse(&x->p, at, "function", id);
  const struct dfmto_profile_pprof_function *f =
      (const struct dfmto_profile_pprof_function *)(const void *)x->p.functions.ptr + (number - 1);
  dfmt_status st = dfmto_profile_pprof_text(&x->p, f->name, at, &name);
  if (st == DFMT_OK) st = dfmto_profile_pprof_text(&x->p, f->system_name, at, &system);
  if (st != DFMT_OK) return st;
  if (!name.len || dfmti_same(name, system)) {
    name = name.len ? name : system;
    system = (dfmt_str){"", 0};
  }
  return add_frame(op, name, system, file, x->place.address);
}

static dfmt_status file_of(dfmt_op *op, size_t at, dfmt_str *file) {
  const struct input *x = input_of(op);
  const uint64_t number = dfmti_table_number(&x->p.mapping_ids, x->place.mapping_id);
  *file = (dfmt_str){"", 0};
  if (!x->place.mapping_id) return DFMT_OK;
  if (!number) return dfmto_profile_pprof_refuse(&x->p, at, "mapping", x->place.mapping_id);
  return dfmto_profile_pprof_text(&x->p, ((const uint64_t *)(const void *)x->p.mappings.ptr)[number - 1], at, file);
}

/* Adds code of which only the address is known. */
static dfmt_status add_nameless(dfmt_op *op, dfmt_str file) {
  const uint64_t address = input_of(op)->place.address;
  char text[24];
  const int n = file.len ? 0 : snprintf(text, sizeof text, "0x%" PRIx64, address);
  return add_frame(op, (dfmt_str){text, (uint64_t)n}, (dfmt_str){"", 0}, file, address);
}

/* Makes the frames of a location at its first use. */
static dfmt_status make_frames(dfmt_op *op, struct dfmto_profile_pprof_location *l) {
  struct input *x = input_of(op);
  dfmt_str file;
  dfmt_status st = dfmto_profile_pprof_place(&x->p, l->is, &x->place);
  if (st == DFMT_OK) st = file_of(op, l->is.at, &file);
  if (st != DFMT_OK) return st;
  const size_t n = x->place.functions.len / sizeof(uint64_t), before = x->frames.len;
  for (size_t i = 0; i < n && st == DFMT_OK; i++)
    st = add_line(op, l->is.at, ((const uint64_t *)(const void *)x->place.functions.ptr)[i], file);
  if (st == DFMT_OK && !n) st = add_nameless(op, file);
  if (st != DFMT_OK) {
    x->frames.len = before;
    return st;
  }
  l->first = before / sizeof(uint32_t);
  l->n = n ? n : 1;
  return DFMT_OK;
}

static dfmt_status take_location(dfmt_op *op, size_t at, uint64_t id) {
  struct input *x = input_of(op);
  const uint64_t number = dfmti_table_number(&x->p.location_ids, id);
  if (!number) return dfmto_profile_pprof_refuse(&x->p, at, "location", id);
  struct dfmto_profile_pprof_location *l =
      (struct dfmto_profile_pprof_location *)(void *)x->p.locations.ptr + (number - 1);
  dfmt_status st = l->n ? DFMT_OK : make_frames(op, l);
  if (st != DFMT_OK) return st;
  const uint32_t *frames = (const uint32_t *)(const void *)x->frames.ptr + l->first;
  return dfmti_buf_append(&op->mem, &x->stack, frames, l->n * sizeof *frames) ? DFMT_OK : dfmto_no_memory(op);
}

/* ---- samples ---- */

static dfmt_status take_label(dfmt_op *op, size_t at, const struct dfmto_profile_pprof_label *l, struct labels *to) {
  const struct dfmto_profile_pprof *p = &input_of(op)->p;
  dfmt_str key, text;
  dfmt_status st = dfmto_profile_pprof_text(p, l->key, at, &key);
  if (st == DFMT_OK) st = dfmto_profile_pprof_text(p, l->str, at, &text);
  if (st != DFMT_OK) return st;
  if (is_word(key, "thread")) to->thread = text;
  if (is_word(key, "process")) to->process = text;
  if (is_word(key, "event")) to->event = text;
  if (is_word(key, "tid")) to->tid = l->num;
  if (is_word(key, "pid")) to->pid = l->num;
  to->has_event = to->has_event || is_word(key, "event");
  to->has_tid = to->has_tid || is_word(key, "tid");
  to->has_pid = to->has_pid || is_word(key, "pid");
  return DFMT_OK;
}

static dfmt_status group_of(dfmt_op *op, const struct labels *l, uint32_t measure, uint32_t *group) {
  const uint32_t by = dfmto_profile_of(op)->group;
  struct dfmto_profile_group g = {.measure = by & DFMT_PROFILE_BY_EVENT ? measure : 0};
  dfmt_status st = DFMT_OK;
  if (by & DFMT_PROFILE_BY_THREAD) {
    g.thread_id = (int32_t)(uint32_t)(uint64_t)l->tid;
    st = dfmto_profile_store_text(op, l->thread, &g.thread);
  }
  if (st == DFMT_OK && by & DFMT_PROFILE_BY_PROCESS) {
    g.process_id = (int32_t)(uint32_t)(uint64_t)l->pid;
    st = dfmto_profile_store_text(op, l->process, &g.process);
  }
  return st == DFMT_OK ? dfmto_profile_store_group(op, &g, group) : st;
}

static dfmt_status refuse_sample(dfmt_op *op, size_t at, dfmt_status st, const char *why) {
  return dfmti_fail_at(&op->err, st, st == DFMT_E_FORMAT ? DFMT_ERR_PPROF_DATA : DFMT_ERR_TOO_LARGE, at, 0, "%s", why);
}

/* Adds the value of a column, if it is wanted. */
static dfmt_status add_value(dfmt_op *op, size_t at, const struct labels *l, size_t i) {
  struct input *x = input_of(op);
  const struct column *c = column_at(x, i);
  const int64_t *values = (const int64_t *)(const void *)x->sample.values.ptr;
  const int64_t weight = values[i], count = c->counter == no_counter ? 1 : values[c->counter];
  if (!c->wanted || (l->has_event && !c->counts && !dfmti_same(l->event, c->name))) return DFMT_OK;
  if (weight < 0 || count < 0) return refuse_sample(op, at, DFMT_E_UNSUPPORTED, "a value of a sample is below 0");
  if (!weight && (!count || c->counter == no_counter)) return DFMT_OK;
  struct dfmto_profile_stack s = {.measure = c->measure,
                                  .functions = (const void *)x->stack.ptr,
                                  .n = x->stack.len / sizeof(uint32_t),
                                  .count = (uint64_t)count};
  s.weight = dfmto_profile_of(op)->weight == DFMT_PROFILE_WEIGHT_COUNT ? s.count : (uint64_t)weight;
  dfmt_status st = group_of(op, l, c->measure, &s.group);
  return st == DFMT_OK ? dfmto_profile_store_add(op, &s) : st;
}

static dfmt_status decode_sample(dfmt_op *op, struct dfmto_profile_pprof_span is, struct labels *l) {
  struct input *x = input_of(op);
  const struct dfmto_profile_pprof_sample *s = &x->sample;
  dfmt_status st = dfmto_profile_pprof_sample(&x->p, is, &x->sample);
  if (st == DFMT_OK && s->values.len / sizeof(int64_t) != n_columns(x))
    st = refuse_sample(op, is.at, DFMT_E_FORMAT, "a sample has not as many values as there are types of samples");
  const struct dfmto_profile_pprof_label *labels = (const void *)s->labels.ptr;
  for (size_t i = 0; i < s->labels.len / sizeof *labels && st == DFMT_OK; i++)
    st = take_label(op, is.at, &labels[i], l);
  x->stack.len = 0;
  for (size_t i = 0; i < s->locations.len / sizeof(uint64_t) && st == DFMT_OK; i++)
    st = take_location(op, is.at, ((const uint64_t *)(const void *)s->locations.ptr)[i]);
  return st;
}

static dfmt_status add_sample(dfmt_op *op, struct dfmto_profile_pprof_span is) {
  struct input *x = input_of(op);
  struct labels l = {.thread = {"", 0}, .process = {"", 0}, .event = {"", 0}};
  dfmt_status st = decode_sample(op, is, &l);
  if (st != DFMT_OK || !dfmto_is_chosen(op, DFMT_OPS_PROFILE_THREADS, l.thread, l.has_tid, l.tid) ||
      !dfmto_is_chosen(op, DFMT_OPS_PROFILE_PROCESSES, l.process, l.has_pid, l.pid))
    return st;
  for (; x->column < n_columns(x) && st == DFMT_OK; x->column += st == DFMT_OK)
    st = add_value(op, is.at, &l, x->column);
  return st;
}

static dfmt_status stacks(dfmt_op *op) {
  struct input *x = input_of(op);
  const struct dfmto_profile_pprof_span *samples = (const void *)x->p.samples.ptr;
  const size_t n = x->p.samples.len / sizeof *samples;
  dfmt_status st = DFMT_OK;
  while (x->next < n && st == DFMT_OK) {
    if (x->next % 1024 == 0) st = dfmto_progress(op, samples[x->next].at, x->p.len);
    if (st == DFMT_OK) st = add_sample(op, samples[x->next]);
    if (st != DFMT_OK) return st;
    x->next++;
    x->column = 0;
  }
  return st;
}

static void close_input(dfmt_op *op) {
  struct input *x = input_of(op);
  dfmto_profile_bytes_free(op, &x->bytes);
  dfmto_profile_pprof_free(&op->mem, &x->p);
  dfmto_profile_pprof_sample_free(&op->mem, &x->sample);
  struct dfmti_buf *const all[] = {&x->columns, &x->frames, &x->stack, &x->place.functions};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) dfmti_buf_free(&op->mem, all[i]);
}

/* Threads and processes are distinguished on request only: most of these profiles lack them. */
const struct dfmto_profile_format dfmto_profile_pprof = {
    .name = "pprof",
    .input_size = sizeof(struct input),
    .groups = DFMT_PROFILE_BY_EVENT | DFMT_PROFILE_BY_THREAD | DFMT_PROFILE_BY_PROCESS,
    .viewer_group = DFMT_PROFILE_BY_EVENT | DFMT_PROFILE_BY_THREAD | DFMT_PROFILE_BY_PROCESS,
    .count_unit = "samples",
    .names = names,
    .stacks = stacks,
    .close = close_input};
