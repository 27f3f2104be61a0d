/* SPDX-License-Identifier: MIT */
/* Which columns the members of a type become. */
#include <string.h>

#include "base/rare.h"
#include "cells.h"
#include "list.h"
#include "model/walk.h"

struct plan {
  struct dfmti_mem *m;
  struct dfmti_errors *err;
  struct dfmti_list *names;
  const struct dfmti_format *format;
  bool exact; /* text as it is */
};

static const uint32_t no_column = UINT32_MAX;

static uint32_t form_of(const struct plan *p, uint32_t kind, uint32_t unit) {
  switch (kind) {
    case DFMT_KIND_U32:
    case DFMT_KIND_ENUM:
    case DFMT_KIND_FLAGS: return DFMTI_CELLS_U32;
    case DFMT_KIND_I32: return DFMTI_CELLS_I32;
    case DFMT_KIND_U64: return DFMTI_CELLS_U64;
    case DFMT_KIND_I64: return unit == DFMT_UNIT_LOCAL_S ? DFMTI_CELLS_TIMESTAMP_S : DFMTI_CELLS_I64;
    case DFMT_KIND_F64: return DFMTI_CELLS_F64;
    case DFMT_KIND_BOOL: return DFMTI_CELLS_BOOL;
    case DFMT_KIND_STR:
    case DFMT_KIND_CSTR: return p->exact ? DFMTI_CELLS_BINARY : DFMTI_CELLS_UTF8;
    case DFMT_KIND_BYTES: return DFMTI_CELLS_BINARY;
    case DFMT_KIND_VALUE_TREE: return DFMTI_CELLS_JSON;
    case DFMT_KIND_ARRAY:
    case DFMT_KIND_REF_ARRAY: return DFMTI_CELLS_LIST;
    case DFMT_KIND_REF: return DFMTI_CELLS_STRUCT;
    default: return no_column;
  }
}

static bool is_column(const struct plan *p, const dfmt_field *f) {
  return form_of(p, f->kind, f->unit) != no_column && !(f->flags & DFMT_FIELD_TABLE);
}

/* The words of a member that is a number; NULL: it has none. */
static const dfmt_type *words_of(const struct plan *p, const dfmt_field *f) {
  bool can = f->kind == DFMT_KIND_ENUM || f->kind == DFMT_KIND_FLAGS || f->kind == DFMT_KIND_I32;
  return can && f->elem_type ? dfmti_type_of(p->format, f->elem_type) : NULL;
}

/* ---- one column ---- */

static dfmt_status plan_struct(const struct plan *p, const dfmt_type *t, uint32_t depth, struct dfmti_cells *out);

static dfmt_status no_memory(const struct plan *p) { return dfmti_fail_mem(p->err, p->m); }

static struct dfmti_cells *make_children(const struct plan *p, struct dfmti_cells *c, size_t n) {
  size_t bytes;
  if (!dfmti_mul(n ? n : 1, sizeof *c, &bytes)) return NULL;
  c->children = dfmti_zalloc(p->m, bytes);
  if (c->children) c->n_children = n;
  return c->children;
}

static void set(const struct plan *p, struct dfmti_cells *c, uint32_t form) {
  c->form = form;
  c->text = form == DFMTI_CELLS_UTF8 && !p->exact;
  c->last_value = UINT64_MAX;
  c->suffix = "";
}

/* Where the member stands. */
static void set_place(struct dfmti_cells *c, const dfmt_type *outer, const dfmt_field *f) {
  c->name = f->name;
  c->field = f;
  c->offset = f->offset;
  c->present_offset = outer->present_offset;
  c->mask = f->present_mask;
  c->str = f->kind == DFMT_KIND_STR || f->kind == DFMT_KIND_BYTES;
  c->chars = f->kind == DFMT_KIND_CSTR;
}

/* The elements of a list: as a member of their kind would be. */
static dfmt_status plan_element(const struct plan *p, const dfmt_field *f, uint32_t depth, struct dfmti_cells *list) {
  struct dfmti_cells *c = make_children(p, list, 1);
  if (!c) return no_memory(p);
  c->name = "item";
  c->field = f;
  if (f->elem_type < DFMTI_FIRST_TYPE) {
    set(p, c, form_of(p, f->elem_type, f->unit));
    c->chars = f->elem_type == DFMT_KIND_CSTR;
    c->nullable = c->chars;
    return DFMT_OK;
  }
  set(p, c, DFMTI_CELLS_STRUCT);
  c->nullable = f->kind == DFMT_KIND_REF_ARRAY;
  return plan_struct(p, dfmti_type_of(p->format, f->elem_type), depth, c);
}

static dfmt_status plan_list(const struct plan *p, const dfmt_field *f, uint32_t depth, struct dfmti_cells *list) {
  dfmt_status st = plan_element(p, f, depth, list);
  if (st != DFMT_OK) return st;
  const dfmt_type *t = list->children->type;
  list->element_bytes = dfmti_cells_row_bytes(list->children);
  list->element_step = f->kind == DFMT_KIND_REF_ARRAY ? sizeof(void *)
                       : t                            ? t->body_size
                                                      : dfmti_kind_size(f->elem_type);
  return st;
}

static dfmt_status plan_member(const struct plan *p, const dfmt_type *outer, const dfmt_field *f, uint32_t depth,
                               struct dfmti_cells *c) {
  set(p, c, form_of(p, f->kind, f->unit));
  set_place(c, outer, f);
  c->nullable =
      f->present_mask || f->kind == DFMT_KIND_REF || f->kind == DFMT_KIND_CSTR || f->kind == DFMT_KIND_VALUE_TREE;
  if (c->form == DFMTI_CELLS_LIST) return plan_list(p, f, depth, c);
  if (c->form == DFMTI_CELLS_STRUCT) return plan_struct(p, dfmti_type_of(p->format, f->elem_type), depth, c);
  return DFMT_OK;
}

static dfmt_status plan_struct(const struct plan *p, const dfmt_type *t, uint32_t depth, struct dfmti_cells *out) {
  if (!dfmti_is_struct(t) || depth == DFMTI_MAX_NESTING)
    return dfmti_fail(p->err, DFMT_E_UNSUPPORTED, DFMT_ERR_ARGUMENT, "structs are nested too deeply");
  size_t n = 0;
  for (uint64_t i = 0; i < t->n_fields; i++) n += is_column(p, &t->fields[i]);
  struct dfmti_cells *c = make_children(p, out, n);
  if (!c) return no_memory(p);
  out->type = t;
  dfmt_status st = DFMT_OK;
  for (uint64_t i = 0; i < t->n_fields && st == DFMT_OK; i++)
    if (is_column(p, &t->fields[i])) st = plan_member(p, t, &t->fields[i], depth + 1, c++);
  return st;
}

/* The words beside a number. */
static void plan_words(const struct plan *p, const dfmt_type *outer, const dfmt_field *f, const dfmt_type *words,
                       struct dfmti_cells *c) {
  bool flags = f->kind == DFMT_KIND_FLAGS;
  set(p, c, flags ? DFMTI_CELLS_WORDS : DFMTI_CELLS_WORD);
  set_place(c, outer, f);
  c->suffix = flags ? "_words" : "_word";
  c->words = words;
  c->nullable = !flags || f->present_mask;
}

/* ---- a table ---- */

static bool is_wanted(const dfmt_table_request *r, const dfmt_field *f) {
  for (uint64_t i = 0; r->columns && i < r->n_columns; i++)
    if (strcmp(r->columns[i], f->name) == 0) return true;
  return !r->columns;
}

static dfmt_status no_such_column(const struct plan *p, const dfmt_type *t, const char *name) {
  char quoted[48];
  const char *before = ": ";
  (void)dfmti_quote(quoted, sizeof quoted, name, strlen(name));
  snprintf(p->names->text, sizeof p->names->text, "%s has no column '%s'; its columns", t->name, quoted);
  for (uint64_t i = 0; i < t->n_fields; i++) {
    if (!is_column(p, &t->fields[i])) continue;
    dfmti_list_add(p->names, before, t->fields[i].name);
    before = ", ";
  }
  return dfmti_list_fail(p->err, DFMT_E_ARG, p->names);
}

static dfmt_status check_names(const struct plan *p, const dfmt_type *t, const dfmt_table_request *r) {
  for (uint64_t k = 0; r->columns && k < r->n_columns; k++) {
    bool found = false;
    if (!r->columns[k]) return dfmti_fail_arg(p->err, "a column without a name");
    for (uint64_t i = 0; i < t->n_fields; i++)
      found |= is_column(p, &t->fields[i]) && strcmp(t->fields[i].name, r->columns[k]) == 0;
    if (!found) return no_such_column(p, t, r->columns[k]);
  }
  return DFMT_OK;
}

/* What is not a member. */
static void plan_other(const struct plan *p, uint32_t from, const char *name, uint32_t form, bool nullable,
                       struct dfmti_cells *c) {
  set(p, c, form);
  c->from = from;
  c->name = name;
  c->nullable = nullable;
}

static void plan_others(const struct plan *p, const dfmt_table_request *r, struct dfmti_cells *c) {
  bool text = r->payload == DFMT_SCAN_PAYLOAD_TEXT && !p->exact;
  if (r->payload != DFMT_SCAN_PAYLOAD_NONE)
    plan_other(p, DFMTI_FROM_PAYLOAD_SIZE, "payload_size", DFMTI_CELLS_U64, true, c++);
  if (r->payload > DFMT_SCAN_PAYLOAD_SIZE)
    plan_other(p, DFMTI_FROM_PAYLOAD, "payload", text ? DFMTI_CELLS_UTF8 : DFMTI_CELLS_BINARY, true, c++);
  if (!r->envelope) return;
  plan_other(p, DFMTI_FROM_OFFSET, "event_offset", DFMTI_CELLS_U64, false, c++);
  plan_other(p, DFMTI_FROM_LENGTH, "event_length", DFMTI_CELLS_U64, false, c++);
  plan_other(p, DFMTI_FROM_RECOVERED, "event_recovered", DFMTI_CELLS_BOOL, false, c);
}

static size_t count_others(const dfmt_table_request *r) {
  size_t payload = r->payload == DFMT_SCAN_PAYLOAD_NONE ? 0 : r->payload == DFMT_SCAN_PAYLOAD_SIZE ? 1 : 2;
  return payload + (r->envelope ? 3 : 0);
}

DFMTI_RARE dfmt_status dfmti_cells_plan(struct dfmti_mem *m, struct dfmti_errors *err, struct dfmti_list *names,
                                        const struct dfmti_format *format, const dfmt_type *type,
                                        const dfmt_table_request *request, struct dfmti_cells *out) {
  const struct plan p = {m, err, names, format, request->text == DFMT_SCAN_TEXT_EXACT};
  size_t n = count_others(request);
  *out = (struct dfmti_cells){.form = DFMTI_CELLS_STRUCT, .name = "", .suffix = "", .type = type};
  dfmt_status st = check_names(&p, type, request);
  if (st != DFMT_OK) return st;
  for (uint64_t i = 0; i < type->n_fields; i++)
    if (is_column(&p, &type->fields[i]) && is_wanted(request, &type->fields[i]))
      n += words_of(&p, &type->fields[i]) ? 2 : 1;
  struct dfmti_cells *c = make_children(&p, out, n);
  if (!c) return no_memory(&p);
  for (uint64_t i = 0; i < type->n_fields && st == DFMT_OK; i++) {
    const dfmt_field *f = &type->fields[i];
    if (!is_column(&p, f) || !is_wanted(request, f)) continue;
    st = plan_member(&p, type, f, 1, c);
    if (f->flags & DFMT_FIELD_REPEATS && c->form == DFMTI_CELLS_UTF8) c->form = DFMTI_CELLS_REPEATED;
    c++;
    if (words_of(&p, f)) plan_words(&p, type, f, words_of(&p, f), c++);
  }
  if (st == DFMT_OK) plan_others(&p, request, c);
  return st;
}

void dfmti_cells_free(struct dfmti_mem *m, struct dfmti_cells *c) {
  for (size_t i = 0; i < c->n_children; i++) dfmti_cells_free(m, &c->children[i]);
  if (c->children) dfmti_free(m, c->children, (c->n_children ? c->n_children : 1) * sizeof *c);
  dfmti_buf_free(m, &c->valid);
  dfmti_buf_free(m, &c->values);
  dfmti_buf_free(m, &c->ends);
  dfmti_buf_free(m, &c->dictionary.values);
  dfmti_buf_free(m, &c->dictionary.ends);
  dfmti_table_free(m, &c->dictionary.places);
  *c = (struct dfmti_cells){0};
}
