/* SPDX-License-Identifier: MIT */
/* The table of a scan as rows. */
#include "base/rare.h"
#include "rows.h"
#include "scan/scan.h"

struct table_rows {
  dfmt_scan *scan;
  size_t size; /* bytes of this */
  dfmt_row_set set;
  bool begun;
  dfmt_column columns[];
};

static dfmt_status next_set(void *user, dfmt_row_set *set) {
  struct table_rows *x = user;
  if (x->begun) return DFMT_END;
  x->begun = true;
  *set = x->set;
  return DFMT_OK;
}

static dfmt_status next(void *user, const dfmt_head **row) {
  return dfmti_scan_next_row(((struct table_rows *)user)->scan, row);
}

static const dfmt_error *error(void *user) { return dfmt_scan_error(((struct table_rows *)user)->scan); }

static void close(void *user) {
  struct table_rows *x = user;
  dfmt_scan *scan = x->scan;
  dfmti_free(&scan->mem, x, x->size);
  dfmt_scan_free(scan);
}

/* Members that have columns; words of enumerations are in the rows' own columns. */
static void put_columns(struct table_rows *x, const struct dfmti_scan_table *t) {
  for (size_t i = 0; i < t->rows.n_members; i++) {
    const struct dfmti_cells *c = &t->rows.columns.children[i];
    if (c->form == DFMTI_CELLS_WORD || c->form == DFMTI_CELLS_WORDS) continue;
    x->columns[x->set.n_columns++] = (dfmt_column){(uint32_t)(c->field - t->type->fields), DFMT_COLUMN_PLAIN};
  }
}

static dfmt_status check(dfmt_scan *scan) {
  if (scan->n_tables != 1) return dfmti_fail_state(&scan->err, "rows are of exactly one table");
  if (scan->reader) return dfmti_fail_state(&scan->err, "the scan has been read from");
  const struct dfmti_scan_table *t = scan->tables;
  if (t->payload != DFMT_SCAN_PAYLOAD_NONE || t->rows.n_members != t->rows.columns.n_children)
    return dfmti_fail(&scan->err, DFMT_E_UNSUPPORTED, DFMT_ERR_ARGUMENT, "rows have neither payloads nor envelopes");
  return DFMT_OK;
}

DFMTI_RARE dfmt_status dfmt_scan_rows(dfmt_scan *scan, dfmt_rows **out) {
  static const dfmt_rows_ops ops = {.size = sizeof ops, .next_set = next_set, .next = next, .error = error};
  if (out) *out = NULL;
  if (!scan) return DFMT_E_ARG;
  dfmti_errors_clear(&scan->err);
  if (!out) return dfmti_fail_arg(&scan->err, "no place for the rows");
  dfmt_status st = check(scan);
  if (st != DFMT_OK) return st;
  const struct dfmti_scan_table *t = scan->tables;
  size_t size = sizeof(struct table_rows) + t->rows.n_members * sizeof(dfmt_column);
  struct table_rows *x = dfmti_zalloc(&scan->mem, size);
  if (!x) return dfmti_fail_mem(&scan->err, &scan->mem);
  *x = (struct table_rows){
      .scan = scan, .size = size, .set = {.size = sizeof x->set, .name = t->type->name, .type = t->type}};
  if (scan->format) x->set.types = t->types.types;
  put_columns(x, t);
  x->set.columns = x->columns;
  st = dfmti_rows_new(&scan->config, &ops, x, NULL, out);
  if (st != DFMT_OK) {
    dfmti_free(&scan->mem, x, size);
    return dfmti_fail(&scan->err, st, DFMT_ERR_NOMEM, "no memory for rows");
  }
  scan->as_rows = true;
  (*out)->ops.close = close;                  /* now that it is taken over */
  if (scan->format) (*out)->types = t->types; /* trees and all, which lists of types do not tell */
  return DFMT_OK;
}
