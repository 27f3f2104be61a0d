/* SPDX-License-Identifier: MIT */
/*
 * profile.proto for `go tool pprof`, in gzip. Strings are numbers of string_table, whose first one is empty; other
 * things count from 1. Each sample has a value for each column: how many samples or blocks, then the events, of which
 * only the first ones have a column, so that the columns do not grow with the input.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "document.h"
#include "names.h"
#include "writers.h"

enum { MAX_EVENTS = 63 };

/* Numbers of fields. */
enum {
  PROFILE_SAMPLE_TYPE = 1,
  PROFILE_SAMPLE = 2,
  PROFILE_MAPPING = 3,
  PROFILE_LOCATION = 4,
  PROFILE_FUNCTION = 5,
  PROFILE_STRING_TABLE = 6,
  PROFILE_DURATION_NANOS = 10,
  PROFILE_COMMENT = 13,
  PROFILE_DEFAULT_SAMPLE_TYPE = 14,
  VALUE_TYPE_TYPE = 1,
  VALUE_TYPE_UNIT = 2,
  SAMPLE_LOCATION_ID = 1,
  SAMPLE_VALUE = 2,
  SAMPLE_LABEL = 3,
  LABEL_KEY = 1,
  LABEL_STR = 2,
  LABEL_NUM = 3,
  MAPPING_ID = 1,
  MAPPING_MEMORY_LIMIT = 3,
  MAPPING_FILENAME = 5,
  MAPPING_HAS_FUNCTIONS = 7,
  LOCATION_ID = 1,
  LOCATION_MAPPING_ID = 2,
  LOCATION_ADDRESS = 3,
  LOCATION_LINE = 4,
  LINE_FUNCTION_ID = 1,
  FUNCTION_ID = 1,
  FUNCTION_NAME = 2,
  FUNCTION_SYSTEM_NAME = 3
};

struct pprof {
  dfmt_op *op;
  const struct dfmto_profile *p;
  struct dfmto_profile_view view;
  struct dfmto_profile_document d;
  struct dfmti_buf message, part;                       /* in the making; part: of the message */
  struct dfmti_buf labels;                              /* of all groups, as they stand in a sample */
  struct dfmti_buf label_ends;                          /* of size_t: where each group's end in that */
  size_t n_events;                                      /* columns after the first one */
  uint32_t columns[MAX_EVENTS];                         /* measures */
  struct dfmti_table functions;                         /* name << 32 | system: number, from 1 */
  struct dfmti_table mappings;                          /* file: number, from 1 */
  struct dfmti_buf function_keys, mapping_keys, limits; /* of uint64_t: what these are, and the ends of mappings */
  bool good;
};

/* ---- protobuf ---- */

static void put_varint(struct pprof *x, struct dfmti_buf *to, uint64_t v) {
  x->good = x->good && dfmti_buf_reserve(&x->op->mem, to, 10);
  if (!x->good) return;
  for (; v >= 0x80; v >>= 7) to->ptr[to->len++] = (uint8_t)(v | 0x80);
  to->ptr[to->len++] = (uint8_t)v;
}

/* A number, where it is not 0. */
static void put_number(struct pprof *x, struct dfmti_buf *to, uint32_t field, uint64_t v) {
  if (!v) return;
  put_varint(x, to, field << 3);
  put_varint(x, to, v);
}

static void put_bytes(struct pprof *x, struct dfmti_buf *to, uint32_t field, const void *ptr, size_t len) {
  put_varint(x, to, field << 3 | 2);
  put_varint(x, to, len);
  x->good = x->good && dfmti_buf_append(&x->op->mem, to, ptr, len);
}

/* x->message as an element of the profile; then it is empty. */
static dfmt_status put_message(struct pprof *x, uint32_t field) {
  put_bytes(x, &x->d.out, field, x->message.ptr, x->message.len);
  x->message.len = 0;
  return x->good ? dfmto_profile_flush(&x->d, false) : dfmto_no_memory(x->op);
}

/* ---- strings ---- */

static uint32_t number_of(struct pprof *x, dfmt_str text) {
  uint32_t number = 0;
  x->good = x->good && dfmto_profile_view_text(x->op, &x->view, text, &number);
  return number;
}

static uint32_t word(struct pprof *x, const char *s) { return number_of(x, (dfmt_str){s, strlen(s)}); }

static uint32_t label_text(struct pprof *x, uint32_t text) {
  return number_of(x, dfmto_profile_label_text(x->op, text));
}

/* ---- columns ---- */

static bool is_heap(const struct pprof *x) { return x->p->format && x->p->format->unit; }

static bool is_apart(const struct pprof *x) { return x->p->group & DFMT_PROFILE_BY_EVENT; }

static uint32_t event_name(struct pprof *x, uint32_t measure) {
  return is_heap(x) ? word(x, "inuse_space") : label_text(x, x->p->store.measures[measure].name);
}

static const char *event_unit(const struct pprof *x, uint32_t measure) {
  if (is_heap(x)) return "bytes";
  const bool known = measure < x->p->store.n_measures; /* there is none if no input counts */
  return known && x->p->store.measures[measure].is_ns ? "nanoseconds" : "count";
}

static dfmt_status put_column(struct pprof *x, uint32_t name, const char *unit) {
  put_number(x, &x->message, VALUE_TYPE_TYPE, name);
  put_number(x, &x->message, VALUE_TYPE_UNIT, word(x, unit));
  return put_message(x, PROFILE_SAMPLE_TYPE);
}

/* Of events that are not told apart, one column for all. */
static dfmt_status put_sum(struct pprof *x) {
  struct dfmti_buf name = {0};
  const bool ns = strcmp(dfmto_profile_unit(x->op), "ns") == 0;
  dfmt_status st = dfmto_profile_weight_name(x->op, &name);
  uint32_t text = is_heap(x) ? event_name(x, 0) : number_of(x, (dfmt_str){(const char *)name.ptr, name.len});
  if (st == DFMT_OK) st = put_column(x, text, ns ? "nanoseconds" : event_unit(x, 0));
  put_number(x, &x->d.out, PROFILE_DEFAULT_SAMPLE_TYPE, text);
  dfmti_buf_free(&x->op->mem, &name);
  x->n_events = 1;
  return st;
}

static dfmt_status put_events(struct pprof *x, uint32_t shown) {
  const struct dfmto_profile_store *s = &x->p->store;
  dfmt_status st = DFMT_OK;
  for (uint32_t i = 0; i < s->n_measures && x->n_events < MAX_EVENTS && st == DFMT_OK; i++) {
    if (!s->measures[i].count) continue;
    uint32_t name = event_name(x, i);
    if (x->n_events == 0) shown = name;
    x->columns[x->n_events++] = i;
    st = put_column(x, name, event_unit(x, i));
  }
  put_number(x, &x->d.out, PROFILE_DEFAULT_SAMPLE_TYPE, shown);
  return st;
}

static dfmt_status put_columns(struct pprof *x) {
  const uint32_t first = word(x, is_heap(x) ? "inuse_objects" : "samples");
  dfmt_status st = put_column(x, first, "count");
  if (st != DFMT_OK || x->p->weight == DFMT_PROFILE_WEIGHT_COUNT) return st;
  return is_apart(x) ? put_events(x, first) : put_sum(x);
}

/* ---- samples ---- */

static void put_label(struct pprof *x, const char *key, uint32_t text, int64_t number) {
  struct dfmti_buf *to = &x->part;
  if (!text && !number) return;
  to->len = 0;
  put_number(x, to, LABEL_KEY, word(x, key));
  put_number(x, to, LABEL_STR, text);
  put_number(x, to, LABEL_NUM, (uint64_t)number);
  put_bytes(x, &x->labels, SAMPLE_LABEL, to->ptr, to->len);
}

static void put_labels(struct pprof *x, const struct dfmto_profile_group *g) {
  const uint32_t by = x->p->group;
  if (by & DFMT_PROFILE_BY_THREAD) put_label(x, "thread", label_text(x, g->thread), 0);
  if (by & DFMT_PROFILE_BY_THREAD) put_label(x, "tid", 0, g->thread_id);
  if (by & DFMT_PROFILE_BY_PROCESS) put_label(x, "process", label_text(x, g->process), 0);
  if (by & DFMT_PROFILE_BY_PROCESS) put_label(x, "pid", 0, g->process_id);
  if (by & DFMT_PROFILE_BY_HEAP) put_label(x, "heap", label_text(x, g->heap), 0);
  if (by & DFMT_PROFILE_BY_EVENT) put_label(x, "event", event_name(x, g->measure), 0);
  x->good = x->good && dfmti_buf_append(&x->op->mem, &x->label_ends, &x->labels.len, sizeof x->labels.len);
}

/* Those of a group, into the message. */
static void copy_labels(struct pprof *x, uint32_t group) {
  const size_t *ends = (const size_t *)(const void *)x->label_ends.ptr, from = group ? ends[group - 1] : 0;
  if (ends[group] == from) return;
  x->good = x->good && dfmti_buf_append(&x->op->mem, &x->message, x->labels.ptr + from, ends[group] - from);
}

static void put_values(struct pprof *x, uint32_t measure, uint64_t weight, uint64_t count) {
  x->part.len = 0;
  put_varint(x, &x->part, count);
  for (size_t i = 0; i < x->n_events; i++)
    put_varint(x, &x->part, !is_apart(x) || x->columns[i] == measure ? weight : 0);
  put_bytes(x, &x->message, SAMPLE_VALUE, x->part.ptr, x->part.len);
}

/* Innermost first, which is the end. */
static void put_locations(struct pprof *x, const uint32_t *frames, size_t n) {
  x->part.len = 0;
  while (n-- > 0) put_varint(x, &x->part, frames[n] + UINT64_C(1));
  put_bytes(x, &x->message, SAMPLE_LOCATION_ID, x->part.ptr, x->part.len);
}

static dfmt_status put_sample(struct pprof *x, const struct dfmto_profile_pass *c) {
  const uint32_t group = dfmto_profile_pass_group(c);
  if (c->weight > INT64_MAX || c->count > INT64_MAX)
    return dfmti_fail(&x->op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_TOO_LARGE,
                      "a sum exceeds 2^63 - 1, which pprof has room for");
  put_locations(x, c->frames, c->n - 1);
  put_values(x, x->p->store.groups[group].measure, c->weight, c->count);
  if (x->good) copy_labels(x, group);
  return put_message(x, PROFILE_SAMPLE);
}

static dfmt_status put_samples(struct pprof *x) {
  struct dfmto_profile_pass c;
  for (size_t i = 0; i < x->p->store.n_groups; i++) put_labels(x, &x->p->store.groups[i]);
  if (!x->good) return dfmto_no_memory(x->op);
  dfmt_status st = dfmto_profile_pass_open(x->op, &dfmto_profile_of(x->op)->store.stacks, &c);
  while (st == DFMT_OK && (st = dfmto_profile_pass_next(&c)) == DFMT_OK) st = put_sample(x, &c);
  dfmto_profile_pass_close(&c);
  return st == DFMT_END ? DFMT_OK : st;
}

/* ---- what they refer to ---- */

/* The number of a key, from 1; a new one is appended to keys. */
static uint64_t number_in(struct pprof *x, struct dfmti_table *t, struct dfmti_buf *keys, uint64_t key) {
  uint64_t known = dfmti_table_number(t, key);
  if (known || !x->good) return known;
  x->good = dfmti_table_reserve(&x->op->mem, t) && dfmti_buf_append(&x->op->mem, keys, &key, sizeof key);
  if (!x->good) return 0;
  dfmti_table_add(t, dfmti_hash_number(t->key, key), keys->len / sizeof key);
  return keys->len / sizeof key;
}

/* After the last address of a mapping's frames; 0: the frame has none. */
static uint64_t mapping_of(struct pprof *x, const struct dfmto_profile_named *f) {
  static const uint64_t none = 0;
  if (!f->file) return 0;
  uint64_t number = number_in(x, &x->mappings, &x->mapping_keys, f->file);
  if (x->good && x->limits.len < x->mapping_keys.len)
    x->good = dfmti_buf_append(&x->op->mem, &x->limits, &none, sizeof none);
  if (!x->good) return 0;
  uint64_t *limit = (uint64_t *)(void *)x->limits.ptr + (number - 1), end = f->address + (f->address < UINT64_MAX);
  if (end > *limit) *limit = end;
  return number;
}

static dfmt_status put_location(struct pprof *x, size_t i) {
  const struct dfmto_profile_named *f = &x->view.frames[i];
  const uint64_t names = (uint64_t)f->name << 32 | f->system;
  x->part.len = 0;
  put_number(x, &x->part, LINE_FUNCTION_ID, number_in(x, &x->functions, &x->function_keys, names));
  put_number(x, &x->message, LOCATION_ID, i + 1);
  put_number(x, &x->message, LOCATION_MAPPING_ID, mapping_of(x, f));
  put_number(x, &x->message, LOCATION_ADDRESS, f->address);
  put_bytes(x, &x->message, LOCATION_LINE, x->part.ptr, x->part.len);
  return put_message(x, PROFILE_LOCATION);
}

static const uint64_t *keys_of(const struct dfmti_buf *b) { return (const uint64_t *)(const void *)b->ptr; }

static dfmt_status put_function(struct pprof *x, size_t i) {
  put_number(x, &x->message, FUNCTION_ID, i + 1);
  put_number(x, &x->message, FUNCTION_NAME, keys_of(&x->function_keys)[i] >> 32);
  put_number(x, &x->message, FUNCTION_SYSTEM_NAME, (uint32_t)keys_of(&x->function_keys)[i]);
  return put_message(x, PROFILE_FUNCTION);
}

static dfmt_status put_mapping(struct pprof *x, size_t i) {
  put_number(x, &x->message, MAPPING_ID, i + 1);
  put_number(x, &x->message, MAPPING_MEMORY_LIMIT, keys_of(&x->limits)[i]);
  put_number(x, &x->message, MAPPING_FILENAME, keys_of(&x->mapping_keys)[i]);
  put_number(x, &x->message, MAPPING_HAS_FUNCTIONS, 1);
  return put_message(x, PROFILE_MAPPING);
}

static dfmt_status put_string(struct pprof *x, size_t i) {
  dfmt_str s = dfmto_text_at(&x->view.texts, (uint32_t)i);
  put_bytes(x, &x->d.out, PROFILE_STRING_TABLE, s.ptr, (size_t)s.len);
  return x->good ? dfmto_profile_flush(&x->d, false) : dfmto_no_memory(x->op);
}

static dfmt_status put_each(struct pprof *x, size_t n, dfmt_status (*put)(struct pprof *x, size_t i)) {
  dfmt_status st = DFMT_OK;
  for (size_t i = 0; i < n && st == DFMT_OK; i++) st = put(x, i);
  return st;
}

/* ---- the whole ---- */

static void put_facts(struct pprof *x) {
  const struct dfmto_profile_store *s = &x->p->store;
  char line[48];
  uint64_t duration = s->last_ns - s->first_ns;
  if (s->count) put_number(x, &x->d.out, PROFILE_DURATION_NANOS, duration < INT64_MAX ? duration : INT64_MAX);
  if (!s->n_lost) return;
  snprintf(line, sizeof line, "Lost samples: %" PRIu64, s->n_lost);
  put_number(x, &x->d.out, PROFILE_COMMENT, word(x, line));
}

/* Strings are known last. */
static dfmt_status put_all(struct pprof *x) {
  dfmt_status st = put_columns(x);
  if (st == DFMT_OK) st = put_samples(x);
  if (st == DFMT_OK) st = put_each(x, x->view.n, put_location);
  if (st == DFMT_OK) st = put_each(x, x->function_keys.len / sizeof(uint64_t), put_function);
  if (st == DFMT_OK) st = put_each(x, x->mapping_keys.len / sizeof(uint64_t), put_mapping);
  if (st == DFMT_OK) put_facts(x);
  if (st == DFMT_OK) st = put_each(x, dfmto_texts_n(&x->view.texts), put_string);
  return st;
}

static void free_all(struct pprof *x) {
  struct dfmti_mem *m = &x->op->mem;
  dfmto_profile_view_free(m, &x->view);
  dfmti_table_free(m, &x->functions);
  dfmti_table_free(m, &x->mappings);
  struct dfmti_buf *const all[] = {&x->d.out,      &x->message,       &x->part,         &x->labels,
                                   &x->label_ends, &x->function_keys, &x->mapping_keys, &x->limits};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) dfmti_buf_free(m, all[i]);
}

dfmt_status dfmto_profile_write_pprof(dfmt_op *op, dfmt_sink *to) {
  struct pprof x = {.op = op, .p = op->state, .d = {.op = op, .to = to}, .good = true};
  z_stream z;
  dfmt_status st = dfmto_profile_view_make(op, &x.view);
  if (st == DFMT_E_LIMIT) {
    dfmto_profile_view_free(&op->mem, &x.view);
    st = dfmto_profile_relieve(op, st);
    if (st == DFMT_OK) st = dfmto_profile_view_make(op, &x.view);
  }
  if (st == DFMT_OK) st = dfmto_profile_gzip_begin(&x.d, &z);
  if (st == DFMT_OK) st = put_all(&x);
  st = dfmto_profile_gzip_end(&x.d, st);
  free_all(&x);
  return st;
}
