/* SPDX-License-Identifier: MIT */
/* Structs as JSON, and the calls that write them without a reader. */
#include "json_struct.h"

#include "base/float_text.h"
#include "base/text.h"

/* ---- members ---- */

enum { VALUE = DFMTI_JSON_VALUE };

struct walk {
  struct dfmti_json *j;
  const struct dfmti_format *format;
  uint32_t depth; /* structs around the member */
};

static void put_object(struct walk *x, struct dfmti_json_plan *plan, const void *body, bool named);

/* What room for VALUE bytes was asked for. */
static uint8_t *put_literal(uint8_t *p, const char text[8], size_t len) {
  memcpy(p, text, 8);
  return p + len;
}

static inline uint8_t *put_i64(uint8_t *p, int64_t v) {
  if (v < 0) *p++ = '-';
  return dfmti_u64_put(p, v < 0 ? -(uint64_t)v : (uint64_t)v);
}

static uint8_t *put_hex(uint8_t *p, uint64_t v, const struct dfmti_json_member *m) {
  *p++ = '"';
  if (m->digits == 1) {
    *p++ = '0';
    *p++ = 'x';
  }
  p = dfmti_json_put_hex(p, v, m->digits);
  *p++ = '"';
  return p;
}

/* JSON has no infinities and NaN: they are strings. */
static uint8_t *put_f64(uint8_t *p, uint64_t bits) {
  size_t len = dfmti_f64_text(bits, (char *)p);
  if (dfmti_is_digit(p[len - 1])) return p + len;
  memmove(p + 1, p, len);
  p[0] = p[len + 1] = '"';
  return p + len + 2;
}

/* The word of a value, mostly where its distance from the first one says; NULL if it has none. */
static const char *word_of(const dfmt_type *words, uint32_t v) {
  uint32_t at = words->n_fields ? v - words->fields[0].offset : 0;
  if (at < words->n_fields && words->fields[at].offset == v) return words->fields[at].name;
  return dfmti_word(words, v);
}

static void put_flags(struct dfmti_json *j, const dfmt_type *words, uint32_t v) {
  dfmti_json_byte(j, '[');
  for (uint32_t bit = 1, rest = v; rest; rest &= ~bit, bit <<= 1) {
    if (!(rest & bit)) continue;
    const char *word = words ? dfmti_word(words, bit) : NULL;
    if (word)
      dfmti_json_name(j, word);
    else
      dfmti_json_u64(j, bit);
    if (rest != bit) dfmti_json_byte(j, ',');
  }
  dfmti_json_byte(j, ']');
}

static void put_word(struct dfmti_json *j, const struct dfmti_json_member *m, uint32_t v) {
  const char *word = m->type ? word_of(m->type, v) : NULL;
  if (word)
    dfmti_json_name(j, word);
  else if (m->how == DFMTI_JSON_SIGNED_ENUM)
    dfmti_json_i64(j, (int32_t)v);
  else
    dfmti_json_u64(j, v);
}

/* The plan of structs of a type, which is mostly the same. */
static struct dfmti_json_plan *plan_of(struct walk *x, struct dfmti_json_member *m, const dfmt_type *t) {
  if (!m->plan || m->plan->type != t) m->plan = dfmti_json_plan(x->j, x->format, t);
  return m->plan;
}

/* What a pointer to a struct points to; its type is written, too, where nothing else tells it. */
static void put_target(struct walk *x, struct dfmti_json_member *m, const void *target) {
  const dfmt_type *t = m->f->elem_type || !target ? m->type : dfmti_ref_type(x->format, m->f, target);
  struct dfmti_json_plan *plan = t && target ? plan_of(x, m, t) : NULL;
  if (plan)
    put_object(x, plan, target, m->f->elem_type == 0);
  else
    dfmti_json_word(x->j, "null");
}

/* Without elements if the pointer is NULL, its count lies after `size`, or their type is unknown. */
static uint64_t count_of(const struct dfmti_json_member *m, const uint8_t *body, size_t size) {
  if (!dfmti_load_ptr(body + m->offset) || !m->step || size < sizeof(uint64_t)) return 0;
  return m->f->count_offset <= size - sizeof(uint64_t) ? dfmti_load_u64(body + m->f->count_offset) : 0;
}

static uint8_t *put_array(struct walk *x, uint8_t *p, struct dfmti_json_member *m, const uint8_t *body, size_t size);

/* Values that may need more room than a number, but for arrays. */
static void put_large(struct walk *x, struct dfmti_json_member *m, uint32_t how, const uint8_t *at) {
  const char *text;
  switch (how) {
    case DFMTI_JSON_CSTR:
      text = dfmti_load_ptr(at);
      if (text)
        dfmti_json_text(x->j, text, strlen(text));
      else
        dfmti_json_word(x->j, "null");
      break;
    case DFMTI_JSON_ENUM:
    case DFMTI_JSON_SIGNED_ENUM: put_word(x->j, m, dfmti_load_u32(at)); break;
    case DFMTI_JSON_FLAGS: put_flags(x->j, m->type, dfmti_load_u32(at)); break;
    case DFMTI_JSON_REF: put_target(x, m, dfmti_load_ptr(at)); break;
    case DFMTI_JSON_TREE: dfmti_json_word(x->j, "null"); break;
    default: break;
  }
}

/*
 * A value at p, where there is room for VALUE bytes. Returns its end, which j->at need not be; after one of any length
 * there is room for m->after bytes. size: of the struct that an array is in.
 */
static inline __attribute__((always_inline)) uint8_t *put_value(struct walk *x, uint8_t *p, struct dfmti_json_member *m,
                                                                uint32_t how, const uint8_t *at, size_t size) {
  uint32_t v;
  dfmt_str s;
  switch (how) {
    case DFMTI_JSON_U32: return dfmti_u64_put(p, dfmti_load_u32(at));
    case DFMTI_JSON_U64: return dfmti_u64_put(p, dfmti_load_u64(at));
    case DFMTI_JSON_I32: return put_i64(p, (int32_t)dfmti_load_u32(at));
    case DFMTI_JSON_I64: return put_i64(p, (int64_t)dfmti_load_u64(at));
    case DFMTI_JSON_HEX32: return put_hex(p, dfmti_load_u32(at), m);
    case DFMTI_JSON_HEX64: return put_hex(p, dfmti_load_u64(at), m);
    case DFMTI_JSON_F64: return put_f64(p, dfmti_load_u64(at));
    case DFMTI_JSON_BOOL: v = dfmti_load_u32(at); return put_literal(p, v ? "true\0\0\0" : "false\0\0", v ? 4 : 5);
    case DFMTI_JSON_TEXT:
      s = dfmti_load_str(at);
      x->j->at = p;
      dfmti_json_text(x->j, s.ptr, (size_t)s.len);
      return dfmti_json_room(x->j, m->after);
    case DFMTI_JSON_TREE:
      if (!m->tree || !dfmti_load_ptr(at)) break;
      x->j->at = p;
      m->tree->json(x->j, dfmti_load_ptr(at));
      return dfmti_json_room(x->j, m->after);
    case DFMTI_JSON_ARRAY:
    case DFMTI_JSON_REF_ARRAY: return dfmti_json_room_at(x->j, put_array(x, p, m, at - m->offset, size), m->after);
    case DFMTI_JSON_FLAGS:
      if (!dfmti_load_u32(at)) return put_literal(p, "[]\0\0\0\0\0", 2);
      break;
    default: break;
  }
  x->j->at = p;
  put_large(x, m, how, at);
  return dfmti_json_room(x->j, m->after);
}

/* From p on, and what stands after the last one. */
static uint8_t *put_scalars(struct walk *x, uint8_t *p, struct dfmti_json_member *m, const uint8_t *at, uint64_t n) {
  for (uint64_t i = 0; i < n && x->j->status == DFMT_OK; i++, at += m->step) {
    p = dfmti_json_room_at(x->j, p, VALUE + 1);
    if (i) *p++ = ',';
    p = put_value(x, p, m, m->each, at, 0);
  }
  return dfmti_json_room_at(x->j, p, DFMTI_JSON_AROUND);
}

/* The bits that a struct has; those of one without such a member, which has them at 0, are not looked at. */
static inline uint64_t bits_of(const dfmt_type *t, const uint8_t *body, size_t size) {
  if (size < sizeof(uint32_t) || t->present_offset > size - sizeof(uint32_t)) return DFMTI_JSON_ALWAYS;
  return DFMTI_JSON_ALWAYS | dfmti_load_u32(body + t->present_offset);
}

/* `lead"name":` of any length. Returns where there is room for VALUE bytes. */
static __attribute__((noinline)) uint8_t *put_name(struct dfmti_json *j, const struct dfmti_json_member *m, char lead) {
  dfmti_json_byte(j, lead);
  dfmti_json_name(j, m->f->name);
  dfmti_json_byte(j, ':');
  return dfmti_json_room(j, VALUE);
}

/* Once in the program: where the loops are not ours, and in the one that is seldom run. */
static __attribute__((noinline)) void put_one(struct walk *x, uint8_t *p, struct dfmti_json_member *m,
                                              const uint8_t *body, size_t size) {
  x->j->at = put_value(x, p, m, m->how, body + m->offset, size);
}

/* Some of the members, or those of a struct that is shorter than its type. Returns what comes before the next one. */
static __attribute__((noinline)) char put_some(struct walk *x, struct dfmti_json_plan *plan, const uint8_t *body,
                                               size_t size, uint32_t which, char lead) {
  const uint64_t bits = bits_of(plan->type, body, size);
  for (struct dfmti_json_member *m = plan->first; m; m = m->next) {
    if (!(m->parts & which) || size < m->end || !(bits & m->mask)) continue;
    put_one(x, put_name(x->j, m, lead), m, body, size);
    lead = ',';
  }
  return lead;
}

/* All members that are there, from p on. Returns where they end, with room for what stands around them. */
static inline __attribute__((always_inline)) uint8_t *put_members(struct walk *x, struct dfmti_json_plan *plan,
                                                                  uint8_t *p, const uint8_t *body, char *lead) {
  const uint32_t size = plan->type->body_size;
  struct dfmti_json *j = x->j;
  if (!plan->quick || (plan->sized && dfmti_load_u32(body) < size)) {
    j->at = p;
    *lead = put_some(x, plan, body, dfmti_struct_size(plan->type, body), DFMTI_MEMBERS_ALL, *lead);
    return dfmti_json_room(j, DFMTI_JSON_AROUND);
  }
  const uint64_t bits = DFMTI_JSON_ALWAYS | (dfmti_load_u32(body + plan->bits) & plan->used);
  p = dfmti_json_room_at(j, p, plan->before);
  for (struct dfmti_json_member *m = plan->first; m; m = m->next) {
    if (!(bits & m->mask)) continue;
    memcpy(p, m->text, sizeof m->text);
    *p = (uint8_t)*lead;
    p = put_value(x, p + m->len, m, m->how, body + m->offset, size);
    *lead = ',';
  }
  return p;
}

static bool enter(struct walk *x) {
  if (++x->depth > DFMTI_MAX_NESTING && x->j->status == DFMT_OK)
    x->j->status = dfmti_fail(x->j->err, DFMT_E_UNSUPPORTED, DFMT_ERR_ARGUMENT, "structs are nested too deeply");
  return x->j->status == DFMT_OK;
}

/* Several of a plan from p on, with commas between them. begun: the object of the only one is, with its type. */
static uint8_t *put_objects(struct walk *x, uint8_t *p, struct dfmti_json_plan *plan, const uint8_t *body, uint64_t n,
                            size_t step, bool begun) {
  for (uint64_t i = 0; i < n && x->j->status == DFMT_OK; i++, body += step) {
    if (i) *p++ = ',';
    char lead = begun ? ',' : '{';
    p = put_members(x, plan, p, body, &lead);
    if (lead == '{') *p++ = '{';
    *p++ = '}';
  }
  return p;
}

/* named: with its type, which nothing else tells. */
static void put_object(struct walk *x, struct dfmti_json_plan *plan, const void *body, bool named) {
  if (enter(x)) {
    if (named) dfmti_json_raw(x->j, plan->begin, plan->begin_len);
    x->j->at = put_objects(x, x->j->at, plan, body, 1, 0, named);
  }
  x->depth--;
}

static uint8_t *put_structs(struct walk *x, uint8_t *p, struct dfmti_json_member *m, const uint8_t *at, uint64_t n) {
  struct dfmti_json_plan *plan = n ? plan_of(x, m, m->type) : NULL;
  if (enter(x) && plan) p = put_objects(x, p, plan, at, n, m->step, false);
  x->depth--;
  return p;
}

/* At p, where there is room for VALUE bytes. */
static __attribute__((noinline)) uint8_t *put_array(struct walk *x, uint8_t *p, struct dfmti_json_member *m,
                                                    const uint8_t *body, size_t size) {
  const uint8_t *at = dfmti_load_ptr(body + m->offset);
  uint64_t n = count_of(m, body, size);
  *p++ = '[';
  p = m->type && !m->each ? put_structs(x, p, m, at, n) : put_scalars(x, p, m, at, n);
  *p++ = ']';
  return p;
}

void dfmti_json_members(struct dfmti_json *j, const struct dfmti_format *format, const dfmt_type *t, const void *body,
                        uint32_t which) {
  struct dfmti_json_plan *plan = dfmti_json_plan(j, format, t);
  if (!plan) return;
  (void)put_some(&(struct walk){.j = j, .format = format, .depth = 1}, plan, body, dfmti_struct_size(t, body), which,
                 ',');
}

void dfmti_json_object(struct dfmti_json *j, const struct dfmti_format *format, const dfmt_type *t, const void *body) {
  struct dfmti_json_plan *plan = dfmti_json_plan(j, format, t);
  if (plan) put_object(&(struct walk){.j = j, .format = format}, plan, body, false);
}

bool dfmti_json_member(struct dfmti_json *j, const struct dfmti_json_body *b, uint64_t index, char lead) {
  struct dfmti_json_member *m = &b->plan->members[index];
  struct walk x = {.j = j, .format = b->format, .depth = 1};
  if (b->size < m->end || !(bits_of(b->plan->type, b->at, b->size) & m->mask)) return false;
  put_one(&x, put_name(j, m, lead), m, b->at, b->size);
  return true;
}

bool dfmti_json_value(struct dfmti_json *j, const struct dfmti_format *format, const dfmt_type *t, const dfmt_field *f,
                      const void *body) {
  size_t size = dfmti_struct_size(t, body);
  struct walk x = {.j = j, .format = format, .depth = 1};
  if (!dfmti_json_has(f) || !dfmti_is_there(t, f, body, size)) return false;
  struct dfmti_json_member m = dfmti_json_plan_member(format, f);
  put_one(&x, dfmti_json_room(j, VALUE), &m, body, size);
  return true;
}

static inline void put_begin(struct dfmti_json *j, const struct dfmti_json_plan *plan) {
  dfmti_json_copy(dfmti_json_room(j, plan->begin_len + VALUE), plan->begin, plan->begin_len);
  j->at += plan->begin_len;
}

void dfmti_json_event(struct dfmti_json *j, const struct dfmti_format *format, const dfmt_type *t) {
  const struct dfmti_json_plan *plan = dfmti_json_plan(j, format, t);
  if (plan) put_begin(j, plan);
}

void dfmti_json_line(struct dfmti_json *j, const struct dfmti_format *format, const dfmt_type *t, const void *body) {
  struct dfmti_json_plan *plan = dfmti_json_plan(j, format, t);
  if (!plan) return;
  struct walk x = {.j = j, .format = format, .depth = 1};
  char lead = ',';
  put_begin(j, plan);
  uint8_t *p = put_members(&x, plan, j->at, body, &lead);
  memcpy(p, "}\n", 2);
  j->at = p + 2;
}

/* ---- calls ---- */

dfmt_status dfmti_json_reserve(dfmt_sink *to) {
  return dfmti_sink_room(to, DFMTI_SINK_BUFFER) ? DFMT_OK : to->err.e.status;
}

dfmt_status dfmti_json_leave(struct dfmti_json *j) {
  dfmt_status st = dfmti_json_end(j, NULL);
  if (st < 0 && j->made) j->sink->failed = st;
  return st;
}

dfmt_status dfmt_json_string(const void *ptr, uint64_t len, dfmt_sink *to) {
  if (!to) return DFMT_E_ARG;
  dfmt_status st = dfmti_json_enter(to);
  if (st != DFMT_OK) return st;
  if ((!ptr && len) || len > SIZE_MAX) return dfmti_fail_arg(&to->err, "no bytes");
  st = dfmti_json_reserve(to);
  if (st != DFMT_OK) return st;
  struct dfmti_json j;
  dfmti_json_begin(&j, to, 0);
  dfmti_json_text(&j, ptr, (size_t)len);
  return dfmti_json_leave(&j);
}
