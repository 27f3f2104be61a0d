/* SPDX-License-Identifier: MIT */
/*
 * Filters: a member's value against sorted values. A row that is refused costs neither its columns nor its payload.
 */
#include "filter.h"

#include <string.h>

#include "base/heapsort.h"
#include "base/rare.h"
#include "base/str.h"
#include "base/utf8.h"
#include "list.h"
#include "model/walk.h"

/* A value, of a member or to compare with. */
struct value {
  bool positive; /* of a number; below zero `number` is its two's complement, which keeps the order */
  uint64_t number;
  dfmt_str text;
};

struct dfmti_filter {
  const dfmt_field *field;
  const dfmt_type *words; /* the word is compared; NULL: the member */
  bool text, clean;       /* text, and as UTF-8 */
  bool negate;
  bool at_least, at_most; /* neither: one of the values; else the only one is the bound */
  bool open;              /* the bound itself does not pass */
  size_t n_values;
  struct value *values; /* sorted */
};

/* ---- values ---- */

static int compare(const struct value *a, const struct value *b) {
  if (a->text.ptr) return dfmti_order(a->text, b->text);
  if (a->positive != b->positive) return a->positive ? 1 : -1;
  return (a->number > b->number) - (a->number < b->number);
}

static bool before(const void *a, const void *b) { return compare(a, b) < 0; }

static struct value text_value(dfmt_str s) { return (struct value){.text = s}; }
static struct value unsigned_value(uint64_t v) { return (struct value){.positive = true, .number = v}; }
static struct value signed_value(int64_t v) { return (struct value){.positive = v >= 0, .number = (uint64_t)v}; }

/* The number of a member, without its words. */
static struct value number_of(uint32_t kind, const void *at) {
  switch (kind) {
    case DFMT_KIND_U64: return unsigned_value(dfmti_load_u64(at));
    case DFMT_KIND_I64: return signed_value((int64_t)dfmti_load_u64(at));
    case DFMT_KIND_I32: return signed_value((int32_t)dfmti_load_u32(at));
    default: return unsigned_value(dfmti_load_u32(at));
  }
}

/* ---- a row ---- */

/* As the column has it. false: no memory. */
static bool clean(struct dfmti_mem *m, struct dfmti_filters *x, dfmt_str *s) {
  if (dfmti_utf8_valid(s->ptr, (size_t)s->len)) return true;
  x->clean.len = 0;
  if (!dfmti_utf8_clean(m, &x->clean, s->ptr, (size_t)s->len)) return false;
  *s = (dfmt_str){(const char *)x->clean.ptr, x->clean.len};
  return true;
}

/* NULL: there is none. */
static const char *chars_of(const struct dfmti_filter *f, const void *at) {
  if (!f->words) return dfmti_load_ptr(at);
  uint32_t number = dfmti_load_u32(at);
  return dfmti_word(f->words, number);
}

/* false: null. */
static bool value_of(const struct dfmti_filter *f, const void *at, struct value *v) {
  if (!f->text) {
    *v = number_of(f->field->kind, at);
    return true;
  }
  if (!f->words && f->field->kind != DFMT_KIND_CSTR) {
    *v = text_value(dfmti_load_str(at));
    return true;
  }
  const char *s = chars_of(f, at);
  if (s) *v = text_value((dfmt_str){s, strlen(s)});
  return s != NULL;
}

static bool is_one_of(const struct dfmti_filter *f, const struct value *v) {
  size_t low = 0, high = f->n_values;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    int order = compare(v, &f->values[middle]);
    if (order == 0) return true;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return false;
}

static bool matches(const struct dfmti_filter *f, const struct value *v) {
  if (!f->at_least && !f->at_most) return is_one_of(f, v) != f->negate;
  int order = compare(v, f->values);
  return order == 0 ? !f->open : (order > 0) == f->at_least;
}

dfmt_status dfmti_filters_pass(struct dfmti_mem *m, struct dfmti_filters *x, const dfmt_type *type, const void *body,
                               bool late, bool *pass) {
  size_t size = x->n ? dfmti_struct_size(type, body) : 0;
  *pass = true;
  for (size_t i = 0; i < x->n && *pass; i++) {
    const struct dfmti_filter *f = &x->items[i];
    struct value v = {0};
    if (!late && f->field->flags & DFMT_FIELD_LATE) continue;
    *pass = dfmti_is_there(type, f->field, body, size) && value_of(f, (const uint8_t *)body + f->field->offset, &v);
    if (*pass && f->clean && !clean(m, x, &v.text)) return m->needed ? DFMT_E_LIMIT : DFMT_E_NOMEM;
    *pass = *pass && matches(f, &v);
  }
  return DFMT_OK;
}

/* ---- planning ---- */

struct plan {
  struct dfmti_errors *err;
  struct dfmti_list *names;
  const struct dfmti_format *format;
  const dfmt_type *type;
  bool exact; /* text as it is */
};

static dfmt_status refuse(const struct plan *p, const char *column, const char *why) {
  char quoted[48];
  return dfmti_fail(p->err, DFMT_E_ARG, DFMT_ERR_ARGUMENT, "filter of column '%s' of %s: %s",
                    dfmti_quote(quoted, sizeof quoted, column, strlen(column)), p->type->name, why);
}

static bool is_text(uint32_t kind) {
  return kind == DFMT_KIND_STR || kind == DFMT_KIND_CSTR || kind == DFMT_KIND_BYTES;
}

static bool is_number(uint32_t kind) {
  return (kind >= DFMT_KIND_U32 && kind <= DFMT_KIND_I64) || kind == DFMT_KIND_ENUM || kind == DFMT_KIND_FLAGS ||
         kind == DFMT_KIND_BOOL;
}

/* The column is the member, or its word. */
static bool names(const struct plan *p, const dfmt_field *field, const char *column, struct dfmti_filter *f) {
  size_t n = strlen(field->name);
  bool enumeration = (field->kind == DFMT_KIND_ENUM || field->kind == DFMT_KIND_I32) && field->elem_type;
  if (field->flags & DFMT_FIELD_TABLE || !dfmti_starts((dfmt_str){column, strlen(column)}, field->name)) return false;
  if (column[n] && (!enumeration || strcmp(column + n, "_word") != 0)) return false;
  f->field = field;
  f->words = column[n] ? dfmti_type_of(p->format, field->elem_type) : NULL;
  f->text = f->words || is_text(field->kind);
  f->clean = f->text && !f->words && field->kind != DFMT_KIND_BYTES && !p->exact;
  return f->words || !column[n];
}

static dfmt_status no_such_column(const struct plan *p, const char *column) {
  char quoted[48];
  const char *before = ": ";
  (void)dfmti_quote(quoted, sizeof quoted, column, strlen(column));
  snprintf(p->names->text, sizeof p->names->text, "%s has no column '%s'; those that can be compared", p->type->name,
           quoted);
  for (uint64_t i = 0; i < p->type->n_fields; i++) {
    const dfmt_field *field = &p->type->fields[i];
    if (field->flags & DFMT_FIELD_TABLE || !(is_text(field->kind) || is_number(field->kind))) continue;
    dfmti_list_add(p->names, before, field->name);
    before = ", ";
  }
  return dfmti_list_fail(p->err, DFMT_E_ARG, p->names);
}

static dfmt_status find_column(const struct plan *p, const char *column, struct dfmti_filter *f) {
  for (uint64_t i = 0; i < p->type->n_fields; i++)
    if (names(p, &p->type->fields[i], column, f))
      return f->text || is_number(f->field->kind) ? DFMT_OK : refuse(p, column, "it has no values to compare");
  return no_such_column(p, column);
}

static dfmt_status set_op(const struct plan *p, const dfmt_filter *from, struct dfmti_filter *f) {
  uint32_t op = from->op;
  if (op > DFMT_FILTER_IN || (op != DFMT_FILTER_IN && from->n_values != 1) || (from->n_values && !from->values))
    return refuse(p, from->column, "malformed");
  f->negate = op == DFMT_FILTER_NE;
  f->at_least = op == DFMT_FILTER_GT || op == DFMT_FILTER_GE;
  f->at_most = op == DFMT_FILTER_LT || op == DFMT_FILTER_LE;
  f->open = op == DFMT_FILTER_GT || op == DFMT_FILTER_LT;
  return DFMT_OK;
}

static dfmt_status check_value(const struct plan *p, const dfmt_filter *from, const struct dfmti_filter *f,
                               const dfmt_filter_value *v) {
  bool number = v->kind == DFMT_KIND_U64 || v->kind == DFMT_KIND_I64;
  if (!number && v->kind != DFMT_KIND_STR) return refuse(p, from->column, "a value is neither a number nor text");
  if (number && f->text) return refuse(p, from->column, "it is text, and a value is a number");
  if (!number && !f->text) return refuse(p, from->column, "it is a number, and a value is text");
  return DFMT_OK;
}

static dfmt_status check(const struct plan *p, const dfmt_filter *from, struct dfmti_filter *f) {
  if (!from->column) return dfmti_fail_arg(p->err, "a filter without a column");
  dfmt_status st = find_column(p, from->column, f);
  if (st == DFMT_OK) st = set_op(p, from, f);
  for (uint32_t i = 0; i < from->n_values && st == DFMT_OK; i++) st = check_value(p, from, f, &from->values[i]);
  return st;
}

/* ---- one block: filters, values, text ---- */

static bool block_size(const dfmt_table_request *r, size_t *size) {
  size_t items;
  if (!dfmti_mul(dfmti_clamp(r->n_filters), sizeof(struct dfmti_filter), &items)) return false;
  *size = items;
  for (uint64_t i = 0; i < r->n_filters; i++) {
    size_t values;
    if (!dfmti_mul(r->filters[i].n_values, sizeof(struct value), &values) || !dfmti_add(*size, values, size))
      return false;
    for (uint32_t k = 0; k < r->filters[i].n_values; k++) {
      const dfmt_filter_value *v = &r->filters[i].values[k];
      if (v->kind == DFMT_KIND_STR && !dfmti_add(*size, dfmti_clamp(v->text.len), size)) return false;
    }
  }
  return true;
}

static dfmt_str keep(dfmt_str s, char **text) {
  if (s.len == 0) return (dfmt_str){"", 0};
  char *at = *text;
  memcpy(at, s.ptr, (size_t)s.len);
  *text += s.len;
  return (dfmt_str){at, s.len};
}

static void copy_values(const dfmt_filter *from, struct dfmti_filter *f, char **text) {
  f->n_values = from->n_values;
  for (size_t i = 0; i < f->n_values; i++) {
    const dfmt_filter_value *v = &from->values[i];
    f->values[i] = v->kind == DFMT_KIND_STR   ? text_value(keep(v->text, text))
                   : v->kind == DFMT_KIND_I64 ? signed_value((int64_t)v->number)
                                              : unsigned_value(v->number);
  }
  (void)dfmti_heapsort(NULL, f->values, f->n_values, sizeof *f->values, before);
}

DFMTI_RARE dfmt_status dfmti_filters_plan(struct dfmti_mem *m, struct dfmti_errors *err, struct dfmti_list *names,
                                          const struct dfmti_format *format, const dfmt_type *type,
                                          const dfmt_table_request *request, struct dfmti_filters *out) {
  const struct plan p = {err, names, format, type, request->text == DFMT_SCAN_TEXT_EXACT};
  *out = (struct dfmti_filters){0};
  struct dfmti_filter scratch;
  dfmt_status st = DFMT_OK;
  for (uint64_t i = 0; i < request->n_filters && st == DFMT_OK; i++) st = check(&p, &request->filters[i], &scratch);
  size_t size;
  if (st != DFMT_OK || request->n_filters == 0) return st;
  if (!block_size(request, &size)) return dfmti_fail_arg(err, "filters of too many values");
  struct dfmti_filter *items = dfmti_zalloc(m, size);
  if (!items) return dfmti_fail_mem(err, m);
  *out = (struct dfmti_filters){.items = items, .n = (size_t)request->n_filters, .size = size};
  struct value *values = (void *)(items + out->n);
  for (size_t i = 0; i < out->n; values += request->filters[i++].n_values) items[i].values = values;
  char *text = (char *)values;
  for (size_t i = 0; i < out->n; i++) {
    (void)check(&p, &request->filters[i], &items[i]);
    copy_values(&request->filters[i], &items[i], &text);
    out->late |= (items[i].field->flags & DFMT_FIELD_LATE) != 0;
  }
  return DFMT_OK;
}

void dfmti_filters_free(struct dfmti_mem *m, struct dfmti_filters *x) {
  if (x->items) dfmti_free(m, x->items, x->size);
  dfmti_buf_free(m, &x->clean);
  *x = (struct dfmti_filters){0};
}
