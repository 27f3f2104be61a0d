/* SPDX-License-Identifier: MIT */
#include "rows.h"

#include <string.h>

#include "formats.h"

const struct rows_type *rows_type_at(size_t i) {
  const struct harness_format *f;
  for (size_t k = 0; (f = harness_format_at(k)) != NULL; k++)
    for (const struct rows_type *t = f->columns; t->record; t++)
      if (i-- == 0) return t;
  return NULL;
}

static void add(uint64_t *sum, const void *ptr, uint64_t len) {
  for (uint64_t i = 0; i < len; i++) *sum = (*sum ^ ((const uint8_t *)ptr)[i]) * 0x100000001b3u;
}

static uint64_t u64_at(const dfmt_head *body, uint32_t offset) {
  uint64_t v;
  memcpy(&v, (const uint8_t *)body + offset, sizeof v);
  return v;
}

static const void *ptr_at(const dfmt_head *body, uint32_t offset) {
  const void *v;
  memcpy(&v, (const uint8_t *)body + offset, sizeof v);
  return v;
}

static uint64_t width_of(const dfmt_field *array) {
  switch (array->elem_type) {
    case DFMT_KIND_U32:
    case DFMT_KIND_I32: return 4;
    case DFMT_KIND_U64:
    case DFMT_KIND_I64: return 8;
    default: return dfmt_describe(array->elem_type)->body_size;
  }
}

static const dfmt_field *member(const dfmt_type *t, const char *name) {
  for (uint64_t i = 0; i < t->n_fields; i++)
    if (strcmp(t->fields[i].name, name) == 0) return &t->fields[i];
  return NULL;
}

/* The elements that records have: the array that is one there, too. */
static const dfmt_field *elements(const struct rows_type *t) {
  const dfmt_type *columns = dfmt_describe(t->columns), *record = dfmt_describe(t->record);
  for (uint64_t i = 0; i < columns->n_fields; i++) {
    const dfmt_field *f = &columns->fields[i], *own = member(record, f->name);
    if (f->kind == DFMT_KIND_ARRAY && own && own->kind == DFMT_KIND_ARRAY) return f;
  }
  return NULL;
}

void rows_add_record(struct rows *x, const struct rows_type *t, const dfmt_head *body) {
  const dfmt_type *columns = dfmt_describe(t->columns), *record = dfmt_describe(t->record);
  const dfmt_field *list = elements(t), *own_list = list ? member(record, list->name) : NULL;
  for (uint64_t i = 0; i < columns->n_fields; i++) {
    const dfmt_field *f = &columns->fields[i], *own = member(record, f->name);
    if (f->kind != DFMT_KIND_ARRAY) continue;
    if (f == list) {
      add(&x->sums[i], ptr_at(body, own->offset), u64_at(body, own->count_offset) * width_of(f));
    } else if (own) {
      add(&x->sums[i], (const uint8_t *)body + own->offset, width_of(f));
    } else {
      uint64_t n = u64_at(body, own_list->count_offset);
      add(&x->sums[i], &n, sizeof n);
    }
  }
  x->n++;
}

uint64_t rows_count(const dfmt_head *columns) {
  return u64_at(columns, member(dfmt_describe(columns->type), "n_rows")->offset);
}

/* How many elements each record has, by where they begin. */
static bool add_lengths(uint64_t *sum, const uint64_t *first, uint64_t n_rows, uint64_t n_elements) {
  if (first[0] != 0 || first[n_rows] != n_elements) return false;
  for (uint64_t i = 0; i < n_rows; i++) {
    uint64_t n = first[i + 1] - first[i];
    if (first[i + 1] < first[i]) return false;
    add(sum, &n, sizeof n);
  }
  return true;
}

bool rows_add_columns(struct rows *x, const struct rows_type *t, const dfmt_head *body) {
  const dfmt_type *columns = dfmt_describe(t->columns), *record = dfmt_describe(t->record);
  const dfmt_field *list = elements(t);
  uint64_t n_rows = rows_count(body), n_elements = list ? u64_at(body, list->count_offset) : 0;
  if (n_rows == 0 || body->size != columns->body_size) return false;
  for (uint64_t i = 0; i < columns->n_fields; i++) {
    const dfmt_field *f = &columns->fields[i];
    if (f->kind != DFMT_KIND_ARRAY) continue;
    uint64_t n = u64_at(body, f->count_offset);
    if (member(record, f->name)) {
      if (f != list && n != n_rows) return false;
      add(&x->sums[i], ptr_at(body, f->offset), n * width_of(f));
    } else if (n != n_rows + 1 || !add_lengths(&x->sums[i], ptr_at(body, f->offset), n_rows, n_elements)) {
      return false;
    }
  }
  x->n += n_rows;
  return true;
}

bool rows_add(struct rows *x, const struct rows_type *t, const dfmt_event *ev) {
  if (ev->type == t->columns) return rows_add_columns(x, t, ev->body);
  if (ev->type == t->record) rows_add_record(x, t, ev->body);
  return ev->type == t->record;
}
