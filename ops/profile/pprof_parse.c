/* SPDX-License-Identifier: MIT */
#include "pprof_parse.h"

#include <inttypes.h>
#include <string.h>

#include <pb_decode.h>
#include <profile/profile.pb.h>

#define FIELDS(MESSAGE) dfmto_profile_pb_##MESSAGE##_fields

/* ---- streams over the data ---- */

/* Position shared by all streams, nested ones included. */
struct place {
  struct dfmto_profile_pprof *x;
  size_t at;
};

static bool take(pb_istream_t *s, pb_byte_t *out, size_t n) {
  struct place *p = s->state;
  if (n > p->x->len - p->at) return false;
  if (n) memcpy(out, p->x->data + p->at, n);
  p->at += n;
  return true;
}

static pb_istream_t stream_of(struct place *p, size_t n) {
  return (pb_istream_t){.callback = take, .state = p, .bytes_left = n};
}

/* Takes the rest of a field's content. false: the field is a number, which nanopb has read already. */
static bool rest_of(pb_istream_t *s, struct dfmto_profile_pprof_span *out) {
  if (s->callback != take) return false;
  struct place *p = s->state;
  *out = (struct dfmto_profile_pprof_span){.at = p->at, .len = s->bytes_left};
  p->at += s->bytes_left;
  s->bytes_left = 0;
  return true;
}

dfmt_status dfmto_profile_pprof_refuse(const struct dfmto_profile_pprof *x, size_t at, const char *what,
                                       uint64_t number) {
  return dfmti_fail_at(&x->op->err, DFMT_E_FORMAT, DFMT_ERR_PPROF_REFERENCE, at, 0, "%s %" PRIu64 " is not there", what,
                       number);
}

static dfmt_status end_of(const struct place *p, const pb_istream_t *s, bool good) {
  dfmt_op *op = p->x->op;
  if (good) return DFMT_OK;
  if (p->x->full) return dfmto_no_memory(op);
  return dfmti_fail_at(&op->err, DFMT_E_FORMAT, DFMT_ERR_PPROF_DATA, p->at, 0, "profile.proto: %s", PB_GET_ERROR(s));
}

static bool append(struct dfmto_profile_pprof *x, struct dfmti_buf *to, const void *ptr, size_t n) {
  if (dfmti_buf_append(&x->op->mem, to, ptr, n)) return true;
  x->full = true;
  return false;
}

/* ---- callbacks for the profile, which is arg ---- */

static bool take_type(pb_istream_t *s, const pb_field_t *field, void **arg) {
  struct dfmto_profile_pprof *x = *arg;
  dfmto_profile_pb_ValueType v;
  (void)field;
  if (s->callback != take || !pb_decode(s, FIELDS(ValueType), &v)) return false;
  const struct dfmto_profile_pprof_type t = {.type = (uint64_t)v.type, .unit = (uint64_t)v.unit};
  return append(x, &x->types, &t, sizeof t);
}

static bool take_sample(pb_istream_t *s, const pb_field_t *field, void **arg) {
  struct dfmto_profile_pprof *x = *arg;
  struct dfmto_profile_pprof_span span;
  (void)field;
  return rest_of(s, &span) && append(x, &x->samples, &span, sizeof span);
}

static bool take_string(pb_istream_t *s, const pb_field_t *field, void **arg) {
  struct dfmto_profile_pprof *x = *arg;
  struct dfmto_profile_pprof_span span;
  (void)field;
  return rest_of(s, &span) && append(x, &x->strings, &span, sizeof span);
}

/* Records the id of the element that was appended last. */
static bool take_id(pb_istream_t *s, struct dfmto_profile_pprof *x, struct dfmti_table *ids, uint64_t id,
                    size_t number) {
  if (!id || dfmti_table_number(ids, id)) PB_RETURN_ERROR(s, id ? "an id is there twice" : "an id is 0");
  x->full = !dfmti_table_reserve(&x->op->mem, ids);
  if (!x->full) dfmti_table_add(ids, dfmti_hash_number(ids->key, id), number);
  return !x->full;
}

static bool take_mapping(pb_istream_t *s, const pb_field_t *field, void **arg) {
  struct dfmto_profile_pprof *x = *arg;
  dfmto_profile_pb_Mapping m;
  (void)field;
  if (s->callback != take || !pb_decode(s, FIELDS(Mapping), &m)) return false;
  const uint64_t file = (uint64_t)m.filename;
  return append(x, &x->mappings, &file, sizeof file) &&
         take_id(s, x, &x->mapping_ids, m.id, x->mappings.len / sizeof file);
}

static bool take_function(pb_istream_t *s, const pb_field_t *field, void **arg) {
  struct dfmto_profile_pprof *x = *arg;
  dfmto_profile_pb_Function f;
  (void)field;
  if (s->callback != take || !pb_decode(s, FIELDS(Function), &f)) return false;
  const struct dfmto_profile_pprof_function one = {.name = (uint64_t)f.name, .system_name = (uint64_t)f.system_name};
  return append(x, &x->functions, &one, sizeof one) &&
         take_id(s, x, &x->function_ids, f.id, x->functions.len / sizeof one);
}

static bool take_location(pb_istream_t *s, const pb_field_t *field, void **arg) {
  struct dfmto_profile_pprof *x = *arg;
  dfmto_profile_pb_Location l = dfmto_profile_pb_Location_init_zero; /* lines are skipped */
  struct dfmto_profile_pprof_location one = {.n = 0};
  (void)field;
  if (s->callback != take) return false;
  one.is = (struct dfmto_profile_pprof_span){.at = ((const struct place *)s->state)->at, .len = s->bytes_left};
  return pb_decode(s, FIELDS(Location), &l) && append(x, &x->locations, &one, sizeof one) &&
         take_id(s, x, &x->location_ids, l.id, x->locations.len / sizeof one);
}

static void begin(struct dfmto_profile_pprof *x) {
  struct dfmti_buf *const lists[] = {&x->types, &x->samples, &x->strings, &x->functions, &x->locations, &x->mappings};
  struct dfmti_table *const ids[] = {&x->function_ids, &x->location_ids, &x->mapping_ids};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) lists[i]->len = 0;
  for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
    if (ids[i]->n) dfmti_table_clear(ids[i]);
  x->full = false;
}

dfmt_status dfmto_profile_pprof_parse(struct dfmto_profile_pprof *x, const uint8_t *data, size_t len) {
  dfmt_str first = {"", 0};
  x->data = data;
  x->len = len;
  begin(x);
  struct place p = {.x = x};
  pb_istream_t s = stream_of(&p, len);
  dfmto_profile_pb_Profile all = {.sample_type = {.funcs.decode = take_type, .arg = x},
                                  .sample = {.funcs.decode = take_sample, .arg = x},
                                  .mapping = {.funcs.decode = take_mapping, .arg = x},
                                  .location = {.funcs.decode = take_location, .arg = x},
                                  .function = {.funcs.decode = take_function, .arg = x},
                                  .string_table = {.funcs.decode = take_string, .arg = x}};
  dfmt_status st = end_of(&p, &s, pb_decode(&s, FIELDS(Profile), &all));
  x->default_type = (uint64_t)all.default_sample_type;
  if (st == DFMT_OK) st = dfmto_profile_pprof_text(x, 0, len, &first);
  if (st == DFMT_OK && first.len)
    st = dfmti_fail_at(&x->op->err, DFMT_E_FORMAT, DFMT_ERR_PPROF_DATA, len, 0, "profile.proto: text 0 is not empty");
  return st;
}

/* ---- callbacks for samples and locations, arg is a list ---- */

struct list {
  struct dfmto_profile_pprof *x;
  struct dfmti_buf *to;
};

/* Numbers, packed or one by one. */
static bool take_numbers(pb_istream_t *s, const pb_field_t *field, void **arg) {
  const struct list *l = *arg;
  uint64_t v;
  (void)field;
  while (s->bytes_left)
    if (!pb_decode_varint(s, &v) || !append(l->x, l->to, &v, sizeof v)) return false;
  return true;
}

static bool take_label(pb_istream_t *s, const pb_field_t *field, void **arg) {
  const struct list *l = *arg;
  dfmto_profile_pb_Label v;
  (void)field;
  if (s->callback != take || !pb_decode(s, FIELDS(Label), &v)) return false;
  const struct dfmto_profile_pprof_label one = {.key = (uint64_t)v.key, .str = (uint64_t)v.str, .num = v.num};
  return append(l->x, l->to, &one, sizeof one);
}

static bool take_line(pb_istream_t *s, const pb_field_t *field, void **arg) {
  const struct list *l = *arg;
  dfmto_profile_pb_Line v;
  (void)field;
  if (s->callback != take || !pb_decode(s, FIELDS(Line), &v)) return false;
  return append(l->x, l->to, &v.function_id, sizeof v.function_id);
}

dfmt_status dfmto_profile_pprof_sample(struct dfmto_profile_pprof *x, struct dfmto_profile_pprof_span is,
                                       struct dfmto_profile_pprof_sample *out) {
  struct place p = {.x = x, .at = is.at};
  pb_istream_t s = stream_of(&p, is.len);
  struct list locations = {x, &out->locations}, values = {x, &out->values}, labels = {x, &out->labels};
  dfmto_profile_pb_Sample m = {.location_id = {.funcs.decode = take_numbers, .arg = &locations},
                               .value = {.funcs.decode = take_numbers, .arg = &values},
                               .label = {.funcs.decode = take_label, .arg = &labels}};
  out->locations.len = out->values.len = out->labels.len = 0;
  x->full = false;
  return end_of(&p, &s, pb_decode(&s, FIELDS(Sample), &m));
}

dfmt_status dfmto_profile_pprof_place(struct dfmto_profile_pprof *x, struct dfmto_profile_pprof_span is,
                                      struct dfmto_profile_pprof_place *out) {
  struct place p = {.x = x, .at = is.at};
  pb_istream_t s = stream_of(&p, is.len);
  struct list functions = {x, &out->functions};
  dfmto_profile_pb_Location m = {.line = {.funcs.decode = take_line, .arg = &functions}};
  out->functions.len = 0;
  x->full = false;
  dfmt_status st = end_of(&p, &s, pb_decode(&s, FIELDS(Location), &m));
  out->mapping_id = m.mapping_id;
  out->address = m.address;
  return st;
}

/* ---- the rest ---- */

dfmt_status dfmto_profile_pprof_text(const struct dfmto_profile_pprof *x, uint64_t number, size_t at, dfmt_str *out) {
  if (number >= x->strings.len / sizeof(struct dfmto_profile_pprof_span))
    return dfmto_profile_pprof_refuse(x, at, "text", number);
  const struct dfmto_profile_pprof_span *span = (const struct dfmto_profile_pprof_span *)(const void *)x->strings.ptr;
  *out = (dfmt_str){(const char *)x->data + span[number].at, span[number].len};
  return DFMT_OK;
}

void dfmto_profile_pprof_free(struct dfmti_mem *m, struct dfmto_profile_pprof *x) {
  struct dfmti_buf *const lists[] = {&x->types, &x->samples, &x->strings, &x->functions, &x->locations, &x->mappings};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) dfmti_buf_free(m, lists[i]);
  dfmti_table_free(m, &x->function_ids);
  dfmti_table_free(m, &x->location_ids);
  dfmti_table_free(m, &x->mapping_ids);
}

void dfmto_profile_pprof_sample_free(struct dfmti_mem *m, struct dfmto_profile_pprof_sample *x) {
  dfmti_buf_free(m, &x->locations);
  dfmti_buf_free(m, &x->values);
  dfmti_buf_free(m, &x->labels);
}
