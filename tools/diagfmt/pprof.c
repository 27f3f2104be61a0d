/* SPDX-License-Identifier: MIT */
/* `convert --to=pprof`: one gzip'd message, which nanopb encodes piece by piece. */
#include <pb_encode.h>
#include <string.h>

#include "gzip.h"
#include "pprof.pb.h"
#include "sampling.h"
#include "tool.h"

/* Each sample has a value in each column, so that their number must not grow with that of the samples. */
enum { MAX_COLUMNS = 64 };

/* A kind of value; the first is the number of samples. */
struct column {
  uint32_t kind, name;
  enum unit unit;
};

struct pprof {
  struct sampling *p;
  struct column columns[MAX_COLUMNS];
  size_t n_columns;
  struct id_map functions; /* name << 32 | system_name */
  struct id_map mappings;  /* path */
  uint64_t *limits;        /* of each mapping: after the last address in it */
  uint32_t units[UNIT_BYTES + 1];
  uint32_t thread, tid, process, pid, event;
};

/* ---- tables ---- */

/* 0: it has none. */
static size_t column_of(const struct pprof *x, const struct sampling_track *t) {
  for (size_t i = 1; i < x->n_columns; i++)
    if (x->columns[i].name == t->kind_name && x->columns[i].unit == t->unit) return i;
  return 0;
}

/* One for each name and unit, ordered by the numbers of kinds. */
static void make_columns(struct pprof *x) {
  const struct sampling *p = x->p;
  x->columns[0] = (struct column){.name = p->count_name};
  x->n_columns = 1;
  for (size_t i = 0; i < p->track_ids.n; i++) {
    const struct sampling_track *t = &p->tracks[i];
    size_t at = column_of(x, t);
    if (at == 0 && x->n_columns == MAX_COLUMNS) continue;
    if (at == 0) {
      at = x->n_columns++;
      x->columns[at] = (struct column){t->kind, t->kind_name, t->unit};
    }
    if (t->kind < x->columns[at].kind) x->columns[at].kind = t->kind;
    for (; at > 1 && x->columns[at].kind < x->columns[at - 1].kind; at--) {
      struct column c = x->columns[at];
      x->columns[at] = x->columns[at - 1];
      x->columns[at - 1] = c;
    }
  }
}

static uint64_t function_of(struct pprof *x, const struct sampling_frame *f) {
  return id_map_add(&x->functions, (uint64_t)f->name << 32 | f->system_name) + 1;
}

/* 0: none. */
static uint64_t mapping_of(struct pprof *x, const struct sampling_frame *f) {
  return f->path ? id_map_add(&x->mappings, f->path) + 1 : 0;
}

static void make_tables(struct pprof *x) {
  const struct sampling *p = x->p;
  for (uint32_t i = 0; i < p->keys.n; i++) {
    (void)function_of(x, &p->frames[i]);
    (void)mapping_of(x, &p->frames[i]);
  }
  x->limits = tool_zalloc(x->mappings.n * sizeof *x->limits);
  for (uint32_t i = 0; i < p->keys.n; i++) {
    uint64_t id = mapping_of(x, &p->frames[i]), address = p->frames[i].address;
    if (id && address >= x->limits[id - 1]) x->limits[id - 1] = address < UINT64_MAX ? address + 1 : address;
  }
}

/* All strings must have their numbers before the first one is written. */
static void make_words(struct pprof *x) {
  static const char *const units[] = {"count", "nanoseconds", "bytes"};
  for (size_t i = 0; i < sizeof units / sizeof *units; i++) x->units[i] = sampling_word(x->p, units[i]);
  x->thread = sampling_word(x->p, "thread");
  x->tid = sampling_word(x->p, "tid");
  x->process = sampling_word(x->p, "process");
  x->pid = sampling_word(x->p, "pid");
  x->event = sampling_word(x->p, "event");
  for (uint32_t i = 0; i < x->p->notes.n; i++) (void)sampling_text(x->p, sampling_note_at(x->p, i));
}

/* ---- repeated fields: each is called once while the whole is written ---- */

static bool put_message(pb_ostream_t *to, const pb_field_t *field, const pb_msgdesc_t *type, const void *message) {
  return pb_encode_tag_for_field(to, field) && pb_encode_submessage(to, type, message);
}

static bool put_types(pb_ostream_t *to, const pb_field_t *field, void *const *arg) {
  const struct pprof *x = *arg;
  bool good = true;
  for (size_t i = 0; good && i < x->n_columns; i++) {
    const dfmt_pprof_ValueType type = {x->columns[i].name, x->units[x->columns[i].unit]};
    good = put_message(to, field, dfmt_pprof_ValueType_fields, &type);
  }
  return good;
}

/* A sample's numbers are written once to see how long they are. */
struct numbers {
  const struct pprof *x;
  const struct sampling_sample *s;
};

static bool put_packed(pb_ostream_t *to, const pb_field_t *field, const struct numbers *n,
                       bool (*put_all)(pb_ostream_t *to, const struct numbers *n)) {
  pb_ostream_t length = PB_OSTREAM_SIZING;
  return put_all(&length, n) &&
         (length.bytes_written == 0 || (pb_encode_tag(to, PB_WT_STRING, field->tag) &&
                                        pb_encode_varint(to, length.bytes_written) && put_all(to, n)));
}

static bool put_stack(pb_ostream_t *to, const struct numbers *n) {
  const struct sampling *p = n->x->p;
  bool good = true;
  for (uint32_t s = n->s->stack; good && s != SAMPLING_NO_STACK; s = sampling_stack_caller(p, s))
    good = pb_encode_varint(to, sampling_stack_frame(p, s) + UINT64_C(1));
  return good;
}

static bool put_values(pb_ostream_t *to, const struct numbers *n) {
  const struct pprof *x = n->x;
  size_t own = column_of(x, &x->p->tracks[n->s->track]);
  bool good = pb_encode_varint(to, n->s->n);
  for (size_t i = 1; good && i < x->n_columns; i++)
    good = pb_encode_varint(to, i == own ? sampling_value(x->p, n->s) : 0);
  return good;
}

static bool put_locations_of(pb_ostream_t *to, const pb_field_t *field, void *const *arg) {
  return put_packed(to, field, *arg, put_stack);
}

static bool put_values_of(pb_ostream_t *to, const pb_field_t *field, void *const *arg) {
  return put_packed(to, field, *arg, put_values);
}

static void label(dfmt_pprof_Sample *to, uint32_t key, uint32_t text, int64_t number) {
  if (text || number) to->label[to->label_count++] = (dfmt_pprof_Label){.key = key, .str = text, .num = number};
}

static bool put_samples(pb_ostream_t *to, const pb_field_t *field, void *const *arg) {
  const struct pprof *x = *arg;
  bool good = true;
  for (size_t i = 0; good && i < x->p->n_samples; i++) {
    struct numbers n = {x, &x->p->samples[i]};
    const struct sampling_track *t = &x->p->tracks[n.s->track];
    dfmt_pprof_Sample sample = {.location_id = {.funcs.encode = put_locations_of, .arg = &n},
                                .value = {.funcs.encode = put_values_of, .arg = &n}};
    if (t->has_thread) {
      label(&sample, x->thread, t->thread_name, 0);
      label(&sample, x->tid, 0, t->thread);
      label(&sample, x->process, t->process_name, 0);
      label(&sample, x->pid, 0, t->process);
      label(&sample, x->event, t->kind_name, 0);
    }
    good = put_message(to, field, dfmt_pprof_Sample_fields, &sample);
  }
  return good;
}

static bool put_mappings(pb_ostream_t *to, const pb_field_t *field, void *const *arg) {
  const struct pprof *x = *arg;
  bool good = true;
  for (size_t i = 0; good && i < x->mappings.n; i++) {
    const dfmt_pprof_Mapping mapping = {
        .id = i + 1, .memory_limit = x->limits[i], .filename = (int64_t)x->mappings.keys[i], .has_functions = true};
    good = put_message(to, field, dfmt_pprof_Mapping_fields, &mapping);
  }
  return good;
}

static bool put_locations(pb_ostream_t *to, const pb_field_t *field, void *const *arg) {
  struct pprof *x = *arg;
  bool good = true;
  for (uint32_t i = 0; good && i < x->p->keys.n; i++) {
    const struct sampling_frame *f = &x->p->frames[i];
    const dfmt_pprof_Location location = {.id = i + UINT64_C(1),
                                          .mapping_id = mapping_of(x, f),
                                          .address = f->address,
                                          .line_count = 1,
                                          .line = {{function_of(x, f)}}};
    good = put_message(to, field, dfmt_pprof_Location_fields, &location);
  }
  return good;
}

static bool put_functions(pb_ostream_t *to, const pb_field_t *field, void *const *arg) {
  const struct pprof *x = *arg;
  bool good = true;
  for (size_t i = 0; good && i < x->functions.n; i++) {
    uint64_t names = x->functions.keys[i];
    const dfmt_pprof_Function function = {i + 1, (int64_t)(names >> 32), (uint32_t)names};
    good = put_message(to, field, dfmt_pprof_Function_fields, &function);
  }
  return good;
}

static bool put_strings(pb_ostream_t *to, const pb_field_t *field, void *const *arg) {
  const struct pprof *x = *arg;
  bool good = true;
  for (uint32_t i = 0; good && i < x->p->strings.n; i++) {
    dfmt_str text = sampling_string(x->p, i);
    good = pb_encode_tag_for_field(to, field) && pb_encode_string(to, (const pb_byte_t *)text.ptr, (size_t)text.len);
  }
  return good;
}

static bool put_comments(pb_ostream_t *to, const pb_field_t *field, void *const *arg) {
  const struct pprof *x = *arg;
  bool good = true;
  for (uint32_t i = 0; good && i < x->p->notes.n; i++)
    good = pb_encode_tag(to, PB_WT_VARINT, field->tag) &&
           pb_encode_varint(to, sampling_text(x->p, sampling_note_at(x->p, i)));
  return good;
}

/* ---- the whole ---- */

static bool squeeze(pb_ostream_t *to, const pb_byte_t *ptr, size_t len) {
  gzip_put(to->state, ptr, len);
  return !tool_stopped();
}

void pprof_write(struct sampling *p, dfmt_sink *to) {
  struct pprof x = {.p = p};
  static struct gzip gzip;
  pb_ostream_t stream = {.callback = squeeze, .state = &gzip, .max_size = SIZE_MAX};
  make_columns(&x);
  make_tables(&x);
  make_words(&x);
  const dfmt_pprof_Profile message = {
      .sample_type = {.funcs.encode = put_types, .arg = &x},
      .sample = {.funcs.encode = put_samples, .arg = &x},
      .mapping = {.funcs.encode = put_mappings, .arg = &x},
      .location = {.funcs.encode = put_locations, .arg = &x},
      .function = {.funcs.encode = put_functions, .arg = &x},
      .string_table = {.funcs.encode = put_strings, .arg = &x},
      .duration_nanos = (int64_t)sampling_sum(p->last_ns - p->first_ns, 0),
      .comment = {.funcs.encode = put_comments, .arg = &x},
      .default_sample_type = x.columns[x.n_columns > 1].name,
  };
  gzip_begin(&gzip, to);
  (void)pb_encode(&stream, dfmt_pprof_Profile_fields, &message); /* fails only when the tool was stopped */
  gzip_end(&gzip);
  id_map_free(&x.functions);
  id_map_free(&x.mappings);
  tool_realloc(x.limits, 0);
}
