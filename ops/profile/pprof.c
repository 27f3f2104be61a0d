/* SPDX-License-Identifier: MIT */
/*
 * profile.proto for `go tool pprof`, in gzip, encoded by nanopb. Parts of the profile are written in the order in which
 * they become known. Strings are indices into string_table, whose first one is empty; other ids start at 1. Each sample
 * has a value for each column: first the number of samples or blocks, then events, of which only the first have a
 * column, so that the number of columns does not grow with the input.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <pb_encode.h>
#include <profile/profile.pb.h>

#include "base/wire.h"
#include "document.h"
#include "names.h"
#include "writers.h"

enum { MAX_EVENTS = 63 };

#define TAG(FIELD) dfmto_profile_pb_Profile_##FIELD##_tag
#define FIELDS(MESSAGE) dfmto_profile_pb_##MESSAGE##_fields

struct pprof {
  dfmt_op *op;
  const struct dfmto_profile *p;
  struct dfmto_profile_view view;
  struct dfmto_profile_document d;
  struct dfmti_buf message;                             /* being built */
  struct dfmti_buf locations, values;                   /* of the current sample, packed */
  struct dfmti_buf labels;                              /* of all groups, as encoded in a sample */
  struct dfmti_buf label_ends;                          /* of size_t: end of each group in `labels` */
  size_t n_events;                                      /* number of columns after the first one */
  uint32_t columns[MAX_EVENTS];                         /* measures */
  struct dfmti_table functions;                         /* name << 32 | system: number, from 1 */
  struct dfmti_table mappings;                          /* file: number, from 1 */
  struct dfmti_buf function_keys, mapping_keys, limits; /* of uint64_t: their keys, and the ends of mappings */
  bool good;
};

/* ---- nanopb: writes to buffers, in one pass ---- */

enum { FIELD = 1 + DFMTI_WIRE_MOST }; /* maximum bytes of a key with a number or length */

/* A stream for at most `most` bytes at the end of the buffer; to be followed by keep(). */
static pb_ostream_t stream_to(struct pprof *x, struct dfmti_buf *to, size_t most) {
  x->good = x->good && dfmti_buf_reserve(&x->op->mem, to, most);
  return pb_ostream_from_buffer(x->good ? to->ptr + to->len : NULL, x->good ? most : 0);
}

static void keep(struct pprof *x, struct dfmti_buf *to, const pb_ostream_t *s, bool written) {
  x->good = x->good && written;
  if (x->good) to->len += s->bytes_written;
}

static void put_bytes(struct pprof *x, struct dfmti_buf *to, uint32_t tag, const void *ptr, size_t len) {
  pb_ostream_t s = stream_to(x, to, len < SIZE_MAX - FIELD ? len + FIELD : SIZE_MAX);
  keep(x, to, &s, pb_encode_tag(&s, PB_WT_STRING, tag) && pb_encode_string(&s, ptr, len));
}

/* Writes a message of at most `most` bytes. */
static void put_message(struct pprof *x, struct dfmti_buf *to, uint32_t tag, const pb_msgdesc_t *fields,
                        const void *from, size_t most) {
  x->message.len = 0;
  pb_ostream_t s = stream_to(x, &x->message, most);
  keep(x, &x->message, &s, pb_encode(&s, fields, from));
  put_bytes(x, to, tag, x->message.ptr, x->message.len);
}

static dfmt_status flush(struct pprof *x) {
  return x->good ? dfmto_profile_flush(&x->d, false) : dfmto_no_memory(x->op);
}

/* Writes a number of the profile, unless it is 0. */
static void put_number(struct pprof *x, uint32_t tag, uint64_t v) {
  if (!v) return;
  pb_ostream_t s = stream_to(x, &x->d.out, FIELD);
  keep(x, &x->d.out, &s, pb_encode_tag(&s, PB_WT_VARINT, tag) && pb_encode_varint(&s, v));
}

/* Callbacks: write packed numbers; write encoded fields. */
static bool put_packed(pb_ostream_t *stream, const pb_field_iter_t *field, void *const *arg) {
  const struct dfmti_buf *from = *arg;
  return pb_encode_tag(stream, PB_WT_STRING, field->tag) && pb_encode_string(stream, from->ptr, from->len);
}

static bool put_encoded(pb_ostream_t *stream, const pb_field_iter_t *field, void *const *arg) {
  const dfmt_str *from = *arg;
  (void)field;
  return pb_write(stream, (const pb_byte_t *)from->ptr, (size_t)from->len);
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
  if (measure >= x->p->store.n_measures) return "count"; /* no input has counted anything */
  const struct dfmto_profile_measure *m = &x->p->store.measures[measure];
  return m->is_ns ? "nanoseconds" : m->is_bytes ? "bytes" : "count";
}

static dfmt_status put_column(struct pprof *x, uint32_t name, const char *unit) {
  const dfmto_profile_pb_ValueType column = {.type = name, .unit = word(x, unit)};
  put_message(x, &x->d.out, TAG(sample_type), FIELDS(ValueType), &column, dfmto_profile_pb_ValueType_size);
  return flush(x);
}

/* If events are not distinguished, one column for all. */
static dfmt_status put_sum(struct pprof *x) {
  struct dfmti_buf name = {0};
  const bool ns = strcmp(dfmto_profile_unit(x->op), "ns") == 0;
  dfmt_status st = dfmto_profile_weight_name(x->op, &name);
  uint32_t text = is_heap(x) ? event_name(x, 0) : number_of(x, (dfmt_str){(const char *)name.ptr, name.len});
  if (st == DFMT_OK) st = put_column(x, text, ns ? "nanoseconds" : event_unit(x, 0));
  put_number(x, TAG(default_sample_type), text);
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
  put_number(x, TAG(default_sample_type), shown);
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
  if (!text && !number) return;
  const dfmto_profile_pb_Label label = {.key = word(x, key), .str = text, .num = number};
  put_message(x, &x->labels, dfmto_profile_pb_Sample_label_tag, FIELDS(Label), &label, dfmto_profile_pb_Label_size);
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

static dfmt_str labels_of(const struct pprof *x, uint32_t group) {
  const size_t *ends = (const size_t *)(const void *)x->label_ends.ptr, from = group ? ends[group - 1] : 0;
  return ends[group] == from ? (dfmt_str){"", 0} : (dfmt_str){(const char *)x->labels.ptr + from, ends[group] - from};
}

/* A number, in reserved memory: there are too many for a nanopb call each. */
static void pack(struct dfmti_buf *to, uint64_t v) { to->len += dfmti_wire_put(v, to->ptr + to->len); }

static void pack_values(struct pprof *x, uint32_t measure, uint64_t weight, uint64_t count) {
  x->values.len = 0;
  x->good = x->good && dfmti_buf_reserve(&x->op->mem, &x->values, (1 + x->n_events) * DFMTI_WIRE_MOST);
  if (!x->good) return;
  pack(&x->values, count);
  for (size_t i = 0; i < x->n_events; i++) pack(&x->values, !is_apart(x) || x->columns[i] == measure ? weight : 0);
}

/* Innermost first, from the end. */
static void pack_locations(struct pprof *x, const uint32_t *frames, size_t n) {
  size_t most;
  x->locations.len = 0;
  x->good = x->good && dfmti_mul(n, DFMTI_WIRE_MOST, &most) && dfmti_buf_reserve(&x->op->mem, &x->locations, most);
  while (n-- > 0 && x->good) pack(&x->locations, frames[n] + UINT64_C(1));
}

static dfmt_status put_sample(struct pprof *x, const struct dfmto_profile_pass *c) {
  const uint32_t group = dfmto_profile_pass_group(c);
  dfmt_str labels = labels_of(x, group);
  if (c->weight > INT64_MAX || c->count > INT64_MAX)
    return dfmti_fail(&x->op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_TOO_LARGE,
                      "a sum exceeds 2^63 - 1, which pprof has room for");
  pack_locations(x, c->frames, c->n - 1);
  pack_values(x, x->p->store.groups[group].measure, c->weight, c->count);
  dfmto_profile_pb_Sample sample = {.location_id = {.funcs.encode = put_packed, .arg = &x->locations},
                                    .value = {.funcs.encode = put_packed, .arg = &x->values},
                                    .label = {.funcs.encode = put_encoded, .arg = &labels}};
  put_message(x, &x->d.out, TAG(sample), FIELDS(Sample), &sample,
              3 * FIELD + x->locations.len + x->values.len + (size_t)labels.len);
  return flush(x);
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

/* ---- what samples refer to ---- */

/* The number of a key, from 1; a new one is appended to keys. */
static uint64_t number_in(struct pprof *x, struct dfmti_table *t, struct dfmti_buf *keys, uint64_t key) {
  uint64_t known = dfmti_table_number(t, key);
  if (known || !x->good) return known;
  x->good = dfmti_table_reserve(&x->op->mem, t) && dfmti_buf_append(&x->op->mem, keys, &key, sizeof key);
  if (!x->good) return 0;
  dfmti_table_add(t, dfmti_hash_number(t->key, key), keys->len / sizeof key);
  return keys->len / sizeof key;
}

/* Extends the mapping of a frame to its address; 0: the frame has none. */
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

/* A callback. */
static bool put_line(pb_ostream_t *stream, const pb_field_iter_t *field, void *const *arg) {
  return pb_encode_tag_for_field(stream, field) && pb_encode_submessage(stream, FIELDS(Line), *arg);
}

static dfmt_status put_location(struct pprof *x, size_t i) {
  const struct dfmto_profile_named *f = &x->view.frames[i];
  const uint64_t names = (uint64_t)f->name << 32 | f->system;
  dfmto_profile_pb_Line line = {.function_id = number_in(x, &x->functions, &x->function_keys, names)};
  const dfmto_profile_pb_Location location = {.id = i + 1,
                                              .mapping_id = mapping_of(x, f),
                                              .address = f->address,
                                              .line = {.funcs.encode = put_line, .arg = &line}};
  put_message(x, &x->d.out, TAG(location), FIELDS(Location), &location, 4 * FIELD + dfmto_profile_pb_Line_size);
  return flush(x);
}

static const uint64_t *keys_of(const struct dfmti_buf *b) { return (const uint64_t *)(const void *)b->ptr; }

static dfmt_status put_function(struct pprof *x, size_t i) {
  const uint64_t names = keys_of(&x->function_keys)[i];
  const dfmto_profile_pb_Function function = {
      .id = i + 1, .name = (int64_t)(names >> 32), .system_name = (uint32_t)names};
  put_message(x, &x->d.out, TAG(function), FIELDS(Function), &function, dfmto_profile_pb_Function_size);
  return flush(x);
}

static dfmt_status put_mapping(struct pprof *x, size_t i) {
  const dfmto_profile_pb_Mapping mapping = {.id = i + 1,
                                            .memory_limit = keys_of(&x->limits)[i],
                                            .filename = (int64_t)keys_of(&x->mapping_keys)[i],
                                            .has_functions = true};
  put_message(x, &x->d.out, TAG(mapping), FIELDS(Mapping), &mapping, dfmto_profile_pb_Mapping_size);
  return flush(x);
}

static dfmt_status put_string(struct pprof *x, size_t i) {
  const dfmt_str text = dfmto_text_at(&x->view.texts, (uint32_t)i);
  put_bytes(x, &x->d.out, TAG(string_table), text.ptr, (size_t)text.len);
  return flush(x);
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
  if (s->count) put_number(x, TAG(duration_nanos), duration < INT64_MAX ? duration : INT64_MAX);
  if (!s->n_lost) return;
  snprintf(line, sizeof line, "Lost samples: %" PRIu64, s->n_lost);
  put_number(x, TAG(comment), word(x, line));
}

/* Strings are complete only at the end. */
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
  struct dfmti_buf *const all[] = {&x->d.out,      &x->message,       &x->locations,    &x->values, &x->labels,
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
