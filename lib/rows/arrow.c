/* SPDX-License-Identifier: MIT */
/* Rows as an Arrow stream. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/rare.h"
#include "rows.h"

enum { BATCH_ROWS = 65536, BATCH_BYTES = 2 << 20 };

static int get_schema(struct ArrowArrayStream *s, struct ArrowSchema *out) {
  dfmt_rows *x = s->private_data;
  dfmti_errors_clear(&x->err);
  dfmt_status st = dfmti_cells_schema(&x->mem, &x->arrow.rows.columns, out);
  return dfmti_scan_errno(st == DFMT_OK ? st : dfmti_fail_mem(&x->err, &x->mem));
}

static dfmt_status add_row(dfmt_rows *x, const dfmt_head *row) {
  if (row->size < x->set.type->body_size)
    return dfmti_fail(&x->err, DFMT_E_ARG, DFMT_ERR_CALLBACK, "a row is shorter than its type");
  dfmt_status st = dfmti_scan_rows_add(&x->arrow.maker, &x->arrow.rows, row);
  if (st == DFMT_OK) return st;
  return st == DFMT_E_LIMIT && !x->mem.needed ? dfmti_fail(&x->err, DFMT_E_UNSUPPORTED, DFMT_ERR_TOO_LARGE,
                                                           "the values of one column exceed 2147483647 bytes")
                                              : dfmti_fail_mem(&x->err, &x->mem);
}

/* Rows, until there are enough for a batch. END: there are none; rows that came before an error come first. */
static dfmt_status fill(dfmt_rows *x) {
  struct dfmti_cells *rows = &x->arrow.rows.columns;
  uint64_t before = x->arrow.maker.bytes, each = x->arrow.rows.row_bytes;
  const dfmt_head *row;
  dfmt_status st = DFMT_OK;
  while (st == DFMT_OK && rows->n < BATCH_ROWS && x->arrow.maker.bytes - before + rows->n * each < BATCH_BYTES) {
    st = dfmti_rows_peek(x, &row);
    if (st == DFMT_OK) st = add_row(x, row);
    if (st == DFMT_OK) x->ahead = NULL;
  }
  return st != DFMT_OK && st != DFMT_AGAIN && rows->n ? DFMT_OK : st;
}

static int get_next(struct ArrowArrayStream *s, struct ArrowArray *out) {
  dfmt_rows *x = s->private_data;
  out->release = NULL;
  dfmti_errors_clear(&x->err);
  dfmt_status st = fill(x);
  if (st == DFMT_OK) {
    dfmti_errors_clear(&x->err); /* of what comes after these rows */
    st = dfmti_scan_rows_batch(&x->arrow.maker, &x->arrow.rows, out);
    if (st != DFMT_OK) (void)dfmti_fail_mem(&x->err, &x->mem);
  }
  return st == DFMT_END ? 0 : dfmti_scan_errno(st);
}

static const char *get_last_error(struct ArrowArrayStream *s) {
  dfmt_rows *x = s->private_data;
  const dfmt_error *e = &x->err.e;
  if (e->status == DFMT_OK) return NULL;
  if (e->line)
    snprintf(x->arrow.text, sizeof x->arrow.text, "line %" PRIu64 ": %s", e->line, e->message);
  else
    snprintf(x->arrow.text, sizeof x->arrow.text, "%s", e->message);
  return x->arrow.text;
}

static void release(struct ArrowArrayStream *s) {
  dfmt_rows_free(s->private_data);
  s->release = NULL;
}

/* The columns, in the order of the type. */
static dfmt_status plan(dfmt_rows *x) {
  size_t bytes, n = x->set.n_columns;
  if (!dfmti_mul(n ? n : 1, sizeof(char *), &bytes)) return DFMT_E_NOMEM;
  const char **names = dfmti_alloc(&x->mem, bytes);
  if (!names) return dfmti_fail_mem(&x->err, &x->mem);
  for (size_t i = 0; i < n; i++) names[i] = dfmti_row_field(x, i)->name;
  const dfmt_table_request request = {.size = sizeof request, .columns = names, .n_columns = n};
  dfmt_status st = dfmti_cells_plan(&x->mem, &x->err, NULL, &x->types, x->set.type, &request, &x->arrow.rows.columns);
  dfmti_free(&x->mem, names, bytes);
  if (st == DFMT_OK && dfmti_scan_rows_plan(&x->mem, &x->arrow.rows) != DFMT_OK) st = dfmti_fail_mem(&x->err, &x->mem);
  x->arrow.maker = (struct dfmti_cells_maker){.mem = &x->mem, .format = &x->types};
  if (st == DFMT_OK && !(x->arrow.maker.pool = dfmti_pool_new(&x->mem))) st = dfmti_fail_mem(&x->err, &x->mem);
  return st;
}

DFMTI_RARE dfmt_status dfmt_rows_arrow(dfmt_rows *x, struct ArrowArrayStream *out) {
  if (!x) return DFMT_E_ARG;
  dfmti_errors_clear(&x->err);
  if (!out) return dfmti_fail_arg(&x->err, "no stream");
  dfmt_status st = plan(x);
  if (st != DFMT_OK) {
    dfmti_scan_rows_free(&x->mem, &x->arrow.rows);
    return st;
  }
  *out = (struct ArrowArrayStream){get_schema, get_next, get_last_error, release, x};
  return DFMT_OK;
}
