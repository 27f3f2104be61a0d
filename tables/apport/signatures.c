/* SPDX-License-Identifier: MIT */
/* All signatures of a report: dfmt_apport_signature_new(), and the table apport.signature. */
#include "base/growth.h"
#include "base/utf8.h"
#include "signature.h"

/* ---- the row ---- */

/* A text of the current row: a range of a buffer that may still move. */
struct value {
  size_t at, len;
  uint32_t is; /* DFMTI_IS_* */
};

static struct value begin_value(const struct dfmti_apport_making *x) { return (struct value){.at = x->out->len}; }

static void end_value(struct dfmti_apport_making *x, struct value *v, uint32_t is) {
  if (x->other && is == DFMTI_IS_VALUE) is = DFMTI_IS_MALFORMED;
  x->other = false;
  if (is != DFMTI_IS_VALUE) x->out->len = v->at;
  v->len = x->out->len - v->at;
  v->is = is;
}

static struct value make(struct dfmti_apport_making *x, uint32_t (*f)(struct dfmti_apport_making *x)) {
  struct value v = begin_value(x);
  end_value(x, &v, f(x));
  return v;
}

static dfmt_str text_of(const struct dfmti_apport_making *x, struct value v) {
  return v.len > 0 ? (dfmt_str){(const char *)x->out->ptr + v.at, v.len} : (dfmt_str){"", 0};
}

struct values {
  struct value crash, addresses, title, top_function, duplicate, hash, top, retraced, retraced_title;
};

static uint32_t put_duplicate(struct dfmti_apport_making *x) {
  if (!dfmti_apport_has(x, DFMTI_DUPLICATE_SIGNATURE)) return dfmti_apport_crash_signature(x);
  dfmti_apport_put_fact(x, DFMTI_DUPLICATE_SIGNATURE);
  return dfmti_apport_is_text(x, DFMTI_DUPLICATE_SIGNATURE) ? DFMTI_IS_VALUE : DFMTI_IS_MALFORMED;
}

/* From a copy, as appending may move the text. */
static struct value make_hash(struct dfmti_apport_making *x, struct value duplicate) {
  struct value v = begin_value(x);
  struct dfmti_buf copy = {0};
  dfmt_str text = text_of(x, duplicate);
  if (duplicate.is != DFMTI_IS_VALUE) return v;
  x->failed = x->failed || !dfmti_buf_append(x->mem, &copy, text.ptr, (size_t)text.len);
  if (!x->failed) end_value(x, &v, dfmti_apport_duplicate_hash(x, (dfmt_str){(const char *)copy.ptr, copy.len}));
  dfmti_buf_free(x->mem, &copy);
  return v;
}

#define HAS(BIT) (uint32_t)DFMT_APPORT_SIGNATURE_HAS_##BIT

/* Sets a presence bit: of a value, or the next bit, of its error. */
static void set_error(dfmt_apport_signature *row, uint32_t is, uint32_t bit, uint32_t *error) {
  if (is == DFMTI_IS_VALUE) row->present |= bit;
  if (is != DFMTI_IS_MISSING && is != DFMTI_IS_MALFORMED) return;
  row->present |= bit << 1;
  *error = is == DFMTI_IS_MISSING ? DFMT_APPORT_ERROR_MISSING_FIELD : DFMT_APPORT_ERROR_MALFORMED;
}

static void make_useful(struct dfmti_apport_making *x, dfmt_apport_signature *row) {
  uint32_t is = dfmti_apport_useful(x, &row->has_useful_stacktrace);
  set_error(row, is, HAS(HAS_USEFUL_STACKTRACE), &row->has_useful_stacktrace_error);
}

/* Values that follow from a new StacktraceTop. The top is in a separate buffer, as the others read it. */
static void make_retraced(struct dfmti_apport_making *x, struct values *v, dfmt_apport_signature *row) {
  struct dfmti_buf top = {0};
  struct dfmti_apport_value *fact = &x->facts[DFMTI_STACKTRACE_TOP], stored = *fact;
  dfmt_str text = text_of(x, v->top);
  if (v->top.is != DFMTI_IS_VALUE) return;
  x->failed = x->failed || !dfmti_buf_append(x->mem, &top, text.ptr, (size_t)text.len);
  *fact = (struct dfmti_apport_value){{(const char *)top.ptr, top.len}, DFMTI_FACT_TEXT};
  v->retraced = make(x, dfmti_apport_crash_signature);
  v->retraced_title = make(x, dfmti_apport_standard_title);
  dfmti_apport_useful(x, &row->retraced_useful);
  row->present |= HAS(RETRACED_USEFUL);
  *fact = stored;
  dfmti_buf_free(x->mem, &top);
}

static void set_texts(const struct dfmti_apport_making *x, const struct values *v, dfmt_apport_signature *row) {
#define SET(VALUE, MEMBER, BIT) \
  row->MEMBER = text_of(x, v->VALUE); \
  set_error(row, v->VALUE.is, HAS(BIT), &row->MEMBER##_error)
  SET(crash, crash_signature, CRASH_SIGNATURE);
  SET(addresses, crash_signature_addresses, CRASH_SIGNATURE_ADDRESSES);
  SET(title, standard_title, STANDARD_TITLE);
  SET(top_function, stacktrace_top_function, STACKTRACE_TOP_FUNCTION);
  SET(duplicate, duplicate_signature, DUPLICATE_SIGNATURE);
  SET(top, generated_top, GENERATED_TOP);
  SET(retraced, retraced_signature, RETRACED_SIGNATURE);
  SET(retraced_title, retraced_title, RETRACED_TITLE);
#undef SET
  row->duplicate_hash = text_of(x, v->hash);
  if (v->hash.is == DFMTI_IS_VALUE) row->present |= HAS(DUPLICATE_HASH);
}

dfmt_status dfmti_apport_signatures(struct dfmti_apport_making *x, dfmt_apport_signature *row) {
  struct values v = {0};
  *row = (dfmt_apport_signature){.head = {sizeof *row, DFMT_TYPE_APPORT_SIGNATURE}};
  x->out->len = 0;
  v.crash = make(x, dfmti_apport_crash_signature);
  v.addresses = make(x, dfmti_apport_address_signature);
  v.title = make(x, dfmti_apport_standard_title);
  v.top_function = make(x, dfmti_apport_top_function);
  v.duplicate = make(x, put_duplicate);
  v.hash = make_hash(x, v.duplicate);
  v.top = make(x, dfmti_apport_stacktrace_top);
  make_useful(x, row);
  make_retraced(x, &v, row);
  if (x->failed) return DFMT_E_NOMEM;
  set_texts(x, &v, row);
  return DFMT_OK;
}

/* The type of a field's value. */
static uint32_t object_of(const dfmt_apport_field *f) {
  if (!(f->present & DFMT_APPORT_FIELD_HAS_TEXT)) return DFMTI_FACT_OTHER;
  if (f->present & DFMT_APPORT_FIELD_HAS_KIND && f->kind == DFMT_APPORT_KIND_BYTES) return DFMTI_FACT_OTHER;
  return dfmti_utf8_valid(f->text.ptr, (size_t)f->text.len) ? DFMTI_FACT_TEXT : DFMTI_FACT_OTHER;
}

/* ---- the call ---- */

/* A result with its allocator and its texts. */
struct owned {
  dfmt_config *config; /* a copy, which holds the allocator */
  struct dfmti_mem mem;
  struct dfmti_buf texts;
  dfmt_apport_signature row;
  uint8_t tail[DFMTI_BODY_TAIL];
};

static bool is_valid(const dfmt_apport_field *fields, uint64_t n) {
  for (uint64_t i = 0; i < n; i++)
    if ((!fields[i].key.ptr && fields[i].key.len > 0) || (!fields[i].text.ptr && fields[i].text.len > 0)) return false;
  return true;
}

/* Makes an empty one. */
static dfmt_status make_owned(const dfmt_config *c, struct owned **out) {
  dfmt_config *config;
  struct dfmti_mem mem;
  if (dfmt_config_copy(c, &config) != DFMT_OK) return DFMT_E_NOMEM;
  dfmti_derived_memory(&mem, config);
  struct owned *o = *out = dfmti_zalloc(&mem, sizeof *o);
  if (o) {
    o->config = config;
    o->mem = mem;
    return DFMT_OK;
  }
  dfmt_config_free(config);
  return mem.needed ? DFMT_E_LIMIT : DFMT_E_NOMEM;
}

dfmt_status dfmt_apport_signature_new(const dfmt_config *c, const dfmt_apport_field *fields, uint64_t n,
                                      dfmt_apport_signature **out) {
  struct owned *o;
  if (!out) return DFMT_E_ARG;
  *out = NULL;
  if ((!fields && n > 0) || !is_valid(fields, n)) return DFMT_E_ARG;
  dfmt_status st = make_owned(c, &o);
  if (st != DFMT_OK) return st;
  struct dfmti_apport_making x = {.mem = &o->mem, .out = &o->texts};
  for (uint64_t i = 0; i < n; i++) {
    size_t fact = dfmti_apport_fact(fields[i].key);
    if (fact < DFMTI_N_FACTS) x.facts[fact] = (struct dfmti_apport_value){fields[i].text, object_of(&fields[i])};
  }
  st = dfmti_apport_signatures(&x, &o->row);
  if (st == DFMT_OK) {
    *out = &o->row;
    return st;
  }
  if (o->mem.needed) st = DFMT_E_LIMIT;
  dfmt_apport_signature_free(&o->row);
  return st;
}

void dfmt_apport_signature_free(dfmt_apport_signature *s) {
  if (!s) return;
  struct owned *o = (struct owned *)(void *)((char *)s - offsetof(struct owned, row));
  struct dfmti_mem mem = o->mem;
  dfmt_config *config = o->config;
  dfmti_buf_free(&mem, &o->texts);
  dfmti_free(&mem, o, sizeof *o);
  dfmt_config_free(config);
}

/* ---- facts of fields ---- */

uint64_t dfmti_apport_facts_wants(const dfmt_event *ev, size_t n_facts) {
  const dfmt_apport_field *f = dfmt_event_apport_field(ev);
  return f && dfmti_apport_fact(f->key) < n_facts ? DFMTI_FACT_MOST : 0;
}

dfmt_status dfmti_apport_facts_event(struct dfmti_derived_input *in, struct dfmti_apport_facts *x,
                                     const dfmt_event *ev) {
  const dfmt_apport_field *f = dfmt_event_apport_field(ev);
  size_t fact = f ? dfmti_apport_fact(f->key) : (size_t)DFMTI_N_FACTS;
  if (fact == DFMTI_N_FACTS) return DFMT_OK;
  dfmt_apport_field whole = *f;
  if (in->from->payload_read) {
    whole.text = in->from->payload;
    whole.present |= in->from->payload_whole ? (uint32_t)DFMT_APPORT_FIELD_HAS_TEXT : 0;
  }
  dfmt_status st = dfmti_derived_keep(in, &x->values[fact], whole.text);
  if (st == DFMT_OK) x->is[fact] = object_of(&whole);
  return st;
}

struct dfmti_apport_making dfmti_apport_facts_making(struct dfmti_derived_input *in, const struct dfmti_apport_facts *x,
                                                     struct dfmti_buf *out) {
  struct dfmti_apport_making s = {.mem = &in->mem, .rules = in->rules, .out = out};
  for (size_t i = 0; i < DFMTI_N_FACTS; i++)
    s.facts[i] = (struct dfmti_apport_value){dfmti_derived_kept(&x->values[i]), x->is[i]};
  return s;
}

void dfmti_apport_facts_clear(struct dfmti_apport_facts *x) {
  for (size_t i = 0; i < DFMTI_N_FACTS; i++) x->values[i].len = 0;
  memset(x->is, 0, sizeof x->is);
}

void dfmti_apport_facts_free(struct dfmti_mem *m, struct dfmti_apport_facts *x) {
  for (size_t i = 0; i < DFMTI_N_FACTS; i++) dfmti_buf_free(m, &x->values[i]);
}

/* ---- the table ---- */

struct state {
  struct dfmti_derived_input in;
  struct dfmti_apport_facts facts;
  struct dfmti_buf texts;
  bool ended; /* the row is due */
  dfmt_apport_signature row;
};

static void close_state(void *state) {
  struct state *x = state;
  if (!x->in.from) return;
  dfmti_apport_facts_free(&x->in.mem, &x->facts);
  dfmti_buf_free(&x->in.mem, &x->texts);
}

static uint64_t wants(void *state, const dfmt_event *ev) {
  (void)state;
  return dfmti_apport_facts_wants(ev, DFMTI_N_SIGNATURE_FACTS);
}

static dfmt_status event(void *state, const dfmt_event *ev) {
  struct state *x = state;
  x->ended = !ev;
  return dfmti_apport_facts_event(&x->in, &x->facts, ev);
}

static dfmt_status next_row(void *state, const dfmt_head **out) {
  struct state *x = state;
  if (!x->ended) return DFMT_END;
  struct dfmti_apport_making s = dfmti_apport_facts_making(&x->in, &x->facts, &x->texts);
  if (dfmti_apport_signatures(&s, &x->row) != DFMT_OK) return DFMT_E_NOMEM;
  x->ended = false;
  *out = &x->row.head;
  return DFMT_OK;
}

static const uint32_t events[] = {DFMT_APPORT_FIELD, 0};

const dfmt_table_maker dfmti_apport_signature_table = {
    .size = sizeof(dfmt_table_maker),
    .row = DFMT_TYPE_APPORT_SIGNATURE,
    .types = dfmti_apport_tables_types,
    .events = events,
    .state_size = sizeof(struct state),
    .begin = dfmti_derived_begin,
    .wants = wants,
    .event = event,
    .next_row = next_row,
    .close = close_state,
};
