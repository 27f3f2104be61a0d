/* SPDX-License-Identifier: MIT */
/* One row as JSON: as rows of its own, for the library prints rows. */
#include <stdlib.h>

#include "callbacks.h"

struct single {
  dfmt_row_set set;
  const dfmt_head *row;
  int started, given;
};

static dfmt_status next_set(void *user, dfmt_row_set *set) {
  struct single *x = user;
  if (x->started++) return DFMT_END;
  *set = x->set;
  return DFMT_OK;
}

static dfmt_status next(void *user, const dfmt_head **row) {
  struct single *x = user;
  if (x->given++) return DFMT_END;
  *row = x->row;
  return DFMT_OK;
}

static dfmt_status print(struct single *x, dfmt_sink *to) {
  const dfmt_rows_ops ops = {.size = sizeof ops, .next_set = next_set, .next = next};
  dfmt_rows *rows = NULL;
  dfmt_status st = dfmt_rows_new(NULL, &ops, x, &rows);
  if (st == DFMT_OK) st = dfmt_rows_print(rows, DFMT_PRINT_JSON, NULL, to);
  dfmt_rows_free(rows);
  return st;
}

static int is_member(const dfmt_field *f) {
  switch (f->kind) {
    case DFMT_KIND_HEAD:
    case DFMT_KIND_SIZE:
    case DFMT_KIND_PRESENT:
    case DFMT_KIND_COUNT:
    case DFMT_KIND_RESERVED:
    case DFMT_KIND_POINTER: return 0;
    default: return 1;
  }
}

static dfmt_status print_all(struct single *x, dfmt_sink *to) {
  const dfmt_type *type = x->set.type;
  dfmt_column *columns = calloc(type->n_fields + 1, sizeof *columns);
  if (!columns) return DFMT_E_NOMEM;
  for (uint32_t i = 0; i < type->n_fields; i++)
    if (is_member(&type->fields[i])) columns[x->set.n_columns++].member = i;
  x->set.columns = columns;
  dfmt_status st = print(x, to);
  free(columns);
  return st;
}

dfmt_status dfmtgo_row_json(const dfmt_type *type, const dfmt_row_set *set, const dfmt_type *const *types,
                            const void *row, dfmt_sink *to) {
  struct single x = {.row = row};
  if (set) x.set = *set;
  x.set.size = sizeof x.set;
  x.set.name = type->name;
  x.set.type = type;
  x.set.types = types;
  x.set.facts = NULL;
  return set ? print(&x, to) : print_all(&x, to);
}
