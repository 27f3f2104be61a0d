/* SPDX-License-Identifier: MIT */
/*
 * Members in which two events differ. The library returns the first one; it is made equal in copies of both bodies, and
 * the library is asked again. Ignored members are made equal before the first call.
 */
#include <string.h>

#include "diff.h"

struct copies {
  struct dfmto_diff *d;
  const dfmt_type *type;
  const dfmt_event *original[DFMTO_SIDES];
  dfmt_event ev[DFMTO_SIDES];
  uint8_t *body[DFMTO_SIDES];
};

/* ---- copies ---- */

static dfmt_status copy(struct copies *x, int which) {
  struct dfmti_buf *b = &x->d->bodies[which];
  b->len = 0;
  if (!dfmti_buf_reserve(&x->d->op->mem, b, x->type->body_size)) return dfmto_no_memory(x->d->op);
  memset(b->ptr, 0, x->type->body_size);
  dfmt_head *head = (void *)b->ptr;
  head->size = x->type->body_size;
  (void)dfmt_body_copy(x->original[which]->body, head);
  x->body[which] = b->ptr;
  x->ev[which] = *x->original[which];
  x->ev[which].body = head;
  return DFMT_OK;
}

/* ---- members that are made equal ---- */

static size_t size_of(const dfmt_field *f) {
  switch (f->kind) {
    case DFMT_KIND_U64:
    case DFMT_KIND_I64:
    case DFMT_KIND_F64: return sizeof(uint64_t);
    case DFMT_KIND_STR:
    case DFMT_KIND_BYTES: return sizeof(dfmt_str);
    case DFMT_KIND_CSTR:
    case DFMT_KIND_ARRAY:
    case DFMT_KIND_REF:
    case DFMT_KIND_REF_ARRAY:
    case DFMT_KIND_VALUE_TREE: return sizeof(void *);
    default: return sizeof(uint32_t);
  }
}

/* Makes a member that is present in one body absent from both. */
static void blank_presence(const struct copies *x, const dfmt_field *f) {
  uint32_t bits[DFMTO_SIDES] = {0};
  if (!f->present_mask) return;
  for (int i = 0; i < DFMTO_SIDES; i++) memcpy(&bits[i], x->body[i] + x->type->present_offset, sizeof bits[i]);
  if (((bits[0] ^ bits[1]) & f->present_mask) == 0) return;
  for (int i = 0; i < DFMTO_SIDES; i++) {
    bits[i] &= ~f->present_mask;
    memcpy(x->body[i] + x->type->present_offset, &bits[i], sizeof bits[i]);
  }
}

static void blank(const struct copies *x, const dfmt_field *f) {
  const bool array = f->kind == DFMT_KIND_ARRAY || f->kind == DFMT_KIND_REF_ARRAY;
  blank_presence(x, f);
  for (int i = 0; i < DFMTO_SIDES; i++) {
    memset(x->body[i] + f->offset, 0, size_of(f));
    if (array) memset(x->body[i] + f->count_offset, 0, sizeof(uint64_t));
  }
}

/* Addresses are only compared for being null. */
static void flatten(const struct copies *x, const dfmt_field *f) {
  for (int i = 0; i < DFMTO_SIDES; i++) {
    uint64_t v;
    memcpy(&v, x->body[i] + f->offset, sizeof v);
    v = v != 0;
    memcpy(x->body[i] + f->offset, &v, sizeof v);
  }
}

static const dfmt_field *find_member(const dfmt_type *type, const char *name) {
  for (uint64_t i = 0; i < type->n_fields; i++)
    if (strcmp(type->fields[i].name, name) == 0) return &type->fields[i];
  return NULL;
}

static size_t find_members(const dfmt_type *type, const char *const *names, const dfmt_field **out) {
  size_t n = 0;
  for (; names && *names && n < DFMTO_DIFF_LEFT_OUT; names++) {
    out[n] = find_member(type, *names);
    n += out[n] != NULL;
  }
  return n;
}

/* Only once for consecutive records of a type. */
static void plan(struct dfmto_diff *d, uint32_t type) {
  struct dfmto_diff_left_out *x = &d->left_out;
  if (x->type && x->type->number == type) return;
  x->type = dfmt_describe(type);
  x->n_omitted = x->n_pointers = 0;
  if (!x->type || !d->differ) return;
  x->n_omitted = find_members(x->type, d->differ->omitted, x->omitted);
  if (d->ignores_pointers) x->n_pointers = find_members(x->type, d->differ->pointers, x->pointers);
}

/* Makes ignored members equal. */
static void leave_out(const struct copies *x) {
  const struct dfmto_diff_left_out *out = &x->d->left_out;
  const struct dfmto_diff_format *differ = x->d->differ;
  for (size_t i = 0; i < out->n_omitted; i++) blank(x, out->omitted[i]);
  for (size_t i = 0; i < out->n_pointers; i++) flatten(x, out->pointers[i]);
  if (!differ || !differ->without_pointers || !x->d->ignores_pointers) return;
  for (int i = 0; i < DFMTO_SIDES; i++) differ->without_pointers((void *)x->body[i]);
}

/* ---- texts: JSON of one member, as a row of one column ---- */

enum { MOST_TYPES = 31 }; /* in one member */

struct one {
  const dfmt_type *type;
  const dfmt_head *body;
  dfmt_column column;
  const dfmt_type *types[MOST_TYPES + 1]; /* types that the member needs */
  size_t n_types;
  bool has_set, has_row;
};

static void add_type(struct one *x, const dfmt_field *f) {
  const dfmt_type *type = f->elem_type > UINT8_MAX ? dfmt_describe(f->elem_type) : NULL;
  for (size_t i = 0; i < x->n_types; i++)
    if (x->types[i] == type) return;
  if (type && x->n_types < MOST_TYPES) x->types[x->n_types++] = type;
}

/* Types of elements and words, and recursively of theirs. */
static void add_types(struct one *x, const dfmt_field *f) {
  add_type(x, f);
  for (size_t i = 0; i < x->n_types; i++)
    for (uint64_t k = 0; k < x->types[i]->n_fields; k++) add_type(x, &x->types[i]->fields[k]);
}

static dfmt_status one_set(void *user, dfmt_row_set *set) {
  struct one *x = user;
  if (x->has_set) return DFMT_END;
  x->has_set = true;
  set->name = "member";
  set->type = x->type;
  set->types = x->types;
  set->columns = &x->column;
  set->n_columns = 1;
  return DFMT_OK;
}

static dfmt_status one_row(void *user, const dfmt_head **row) {
  struct one *x = user;
  if (x->has_row) return DFMT_END;
  x->has_row = true;
  *row = x->body;
  return DFMT_OK;
}

static dfmt_status one_rewind(void *user) {
  ((struct one *)user)->has_row = ((struct one *)user)->has_set = false;
  return DFMT_OK;
}

static dfmt_status print(const dfmt_config *c, struct one *x, dfmt_sink *to) {
  static const dfmt_rows_ops ops = {.size = sizeof ops, .next_set = one_set, .next = one_row, .rewind = one_rewind};
  dfmt_rows *rows;
  dfmt_status st = dfmt_rows_new(c, &ops, x, &rows);
  if (st != DFMT_OK) return st;
  st = dfmt_rows_print(rows, DFMT_PRINT_JSON, NULL, to);
  dfmt_rows_free(rows);
  return st;
}

static bool is_text(const dfmt_field *f) { return f->kind == DFMT_KIND_STR; }

/* The text between {"name": and }, scalars without quotation marks. ptr NULL: absent, or without text. */
static dfmt_str value_in(dfmt_str line, const dfmt_field *f) {
  const uint64_t before = strlen(f->name) + 4, after = 2;
  if (line.len <= before + after) return (dfmt_str){NULL, 0};
  dfmt_str s = {line.ptr + before, line.len - before - after};
  const bool quoted = s.len >= 2 && *s.ptr == '"' && f->kind != DFMT_KIND_VALUE_TREE;
  return quoted ? (dfmt_str){s.ptr + 1, s.len - 2} : s;
}

static bool is_there(const dfmt_type *type, const dfmt_head *body, const dfmt_field *f) {
  uint32_t bits;
  if (!f->present_mask) return true;
  memcpy(&bits, (const uint8_t *)body + type->present_offset, sizeof bits);
  return bits & f->present_mask;
}

/* The caller frees the sink, which holds the text. */
static dfmt_status member_text(struct copies *x, int which, const dfmt_field *f, dfmt_sink **sink, dfmt_str *out) {
  struct one one = {.type = x->type, .body = x->original[which]->body};
  const dfmt_config *c = dfmto_helpers(x->d->op);
  const void *ptr = NULL;
  uint64_t len = 0;
  one.column.member = (uint32_t)(f - x->type->fields);
  add_types(&one, f);
  *out = (dfmt_str){NULL, 0};
  if (!is_there(x->type, one.body, f)) return DFMT_OK;
  if (is_text(f)) {
    memcpy(out, (const uint8_t *)one.body + f->offset, sizeof *out);
    if (!out->ptr) out->ptr = "";
    return DFMT_OK;
  }
  dfmt_status st = c ? dfmt_sink_memory(c, sink) : DFMT_E_NOMEM;
  if (st == DFMT_OK) st = print(c, &one, *sink);
  if (st == DFMT_OK) st = dfmt_sink_bytes(*sink, &ptr, &len);
  if (st == DFMT_E_NOMEM) return dfmto_no_memory(x->d->op);
  if (st == DFMT_OK) *out = value_in((dfmt_str){ptr, len}, f);
  return DFMT_OK; /* a member that JSON omits has no text */
}

/* ---- reporting ---- */

static dfmt_status tell(struct copies *x, const dfmt_field *f) {
  dfmt_sink *sinks[DFMTO_SIDES] = {NULL, NULL};
  dfmt_str texts[DFMTO_SIDES];
  dfmt_status st = member_text(x, DFMTO_BEFORE, f, &sinks[DFMTO_BEFORE], &texts[DFMTO_BEFORE]);
  if (st == DFMT_OK) st = member_text(x, DFMTO_AFTER, f, &sinks[DFMTO_AFTER], &texts[DFMTO_AFTER]);
  if (st == DFMT_OK)
    st = dfmto_diff_tell_member(x->d, x->original[DFMTO_BEFORE], x->original[DFMTO_AFTER],
                                (dfmt_str){f->name, strlen(f->name)}, texts[DFMTO_BEFORE], texts[DFMTO_AFTER]);
  for (int i = 0; i < DFMTO_SIDES; i++) dfmt_sink_free(sinks[i]);
  return st;
}

static dfmt_status tell_all(struct copies *x) {
  dfmt_status st = DFMT_OK;
  const char *name;
  for (uint64_t i = 0; i < x->type->n_fields && st == DFMT_OK && !dfmto_diff_enough(x->d); i++) {
    if (dfmt_event_equal(&x->ev[DFMTO_BEFORE], &x->ev[DFMTO_AFTER], &name)) return DFMT_OK;
    const dfmt_field *f = find_member(x->type, name);
    if (!f) return DFMT_OK;
    st = tell(x, f);
    blank(x, f);
  }
  return st;
}

dfmt_status dfmto_diff_members(struct dfmto_diff *d, const dfmt_event *a, const dfmt_event *b) {
  plan(d, a->type);
  struct copies x = {.d = d, .type = d->left_out.type, .original = {a, b}};
  if (!x.type || (!d->left_out.n_omitted && dfmt_event_equal(a, b, NULL))) return DFMT_OK;
  dfmt_status st = copy(&x, DFMTO_BEFORE);
  if (st == DFMT_OK) st = copy(&x, DFMTO_AFTER);
  if (st != DFMT_OK) return st;
  leave_out(&x);
  return tell_all(&x);
}
