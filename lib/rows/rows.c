/* SPDX-License-Identifier: MIT */
/* Making rows, going through them, freeing them. */
#include "rows.h"

#include <string.h>

/* Bytes of the struct in the first release. */
enum { OPS_LEAST = DFMTI_UP_TO(dfmt_rows_ops, close) };

static dfmt_status make(const dfmt_config *c, dfmt_rows **out) {
  struct dfmti_mem m;
  dfmti_mem_init(&m, c);
  dfmt_rows *x = dfmti_zalloc(&m, sizeof *x);
  if (!x) return m.needed ? DFMT_E_LIMIT : DFMT_E_NOMEM;
  x->mem = m;
  dfmti_errors_clear(&x->err);
  *out = x;
  return DFMT_OK;
}

/* What the owner says of a call that failed. */
static dfmt_status failed(dfmt_rows *x, dfmt_status st) {
  const dfmt_error *e = x->ops.error ? x->ops.error(x->user) : NULL;
  if (!e || e->status != st) return dfmti_fail(&x->err, st, DFMT_ERR_CALLBACK, "the rows cannot be had");
  dfmti_errors_take(&x->err, e);
  return st;
}

/* Columns are members of the type, of kinds that can be shown. */
static bool is_sound(const dfmt_row_set *s) {
  if (!s->type || !s->name || (s->n_columns && !s->columns)) return false;
  for (uint32_t i = 0; i < s->n_columns; i++)
    if (s->columns[i].member >= s->type->n_fields || s->columns[i].role > DFMT_COLUMN_HIDDEN ||
        !dfmti_json_has(&s->type->fields[s->columns[i].member]))
      return false;
  return true;
}

static void table_free(struct dfmti_mem *m, struct dfmti_row_table *t) {
  dfmti_buf_free(m, &t->text);
  dfmti_buf_free(m, &t->cells);
  dfmti_buf_free(m, &t->widths);
  dfmti_buf_free(m, &t->fitted);
  dfmti_buf_free(m, &t->left_out);
  dfmti_buf_free(m, &t->group);
  dfmti_buf_free(m, &t->next);
  *t = (struct dfmti_row_table){0};
}

static dfmt_status next_set(dfmt_rows *x) {
  dfmt_row_set set = {.size = sizeof set};
  dfmt_status st = x->ops.next_set(x->user, &set);
  if (st < 0) return failed(x, st);
  if (st != DFMT_OK) return st;
  if (!is_sound(&set)) return dfmti_fail(&x->err, DFMT_E_ARG, DFMT_ERR_CALLBACK, "a set of rows is malformed");
  static const dfmt_type *const none[] = {NULL};
  dfmti_blocks_free(&x->mem, &x->plans);
  x->set = set;
  x->types = (struct dfmti_format){.name = "", .types = set.types ? set.types : none, .others = x->others};
  x->ahead = NULL;
  x->ended = x->named = false;
  x->out.len = x->put = 0;
  table_free(&x->mem, &x->table);
  return DFMT_OK;
}

dfmt_status dfmti_rows_new(const dfmt_config *c, const dfmt_rows_ops *ops, void *user, dfmti_format_finder *others,
                           dfmt_rows **out) {
  if (out) *out = NULL;
  if (!ops || ops->size < OPS_LEAST || ops->flags || !ops->next_set || !ops->next || !out) return DFMT_E_ARG;
  dfmt_rows *x = NULL;
  dfmt_status st = make(c, &x);
  if (st != DFMT_OK) {
    if (ops->close) ops->close(user);
    return st;
  }
  memcpy(&x->ops, ops, dfmti_min(ops->size, sizeof *ops));
  x->user = user;
  x->others = others;
  st = next_set(x);
  if (st == DFMT_OK)
    *out = x;
  else
    dfmt_rows_free(x);
  return st == DFMT_END ? DFMT_E_ARG : st;
}

const dfmt_row_set *dfmt_rows_set(const dfmt_rows *x) { return x ? &x->set : NULL; }

dfmt_status dfmti_rows_peek(dfmt_rows *x, const dfmt_head **row) {
  dfmt_status st = x->ended ? DFMT_END : x->ahead ? DFMT_OK : x->ops.next(x->user, &x->ahead);
  if (st != DFMT_OK) x->ahead = NULL;
  x->ended = st == DFMT_END;
  *row = x->ahead;
  if (st == DFMT_OK && !x->ahead) return dfmti_fail(&x->err, DFMT_E_ARG, DFMT_ERR_CALLBACK, "there is no row");
  return st < 0 ? failed(x, st) : st;
}

dfmt_status dfmt_rows_next(dfmt_rows *x, const dfmt_head **row) {
  if (!x) return DFMT_E_ARG;
  dfmti_errors_clear(&x->err);
  if (!row) return dfmti_fail_arg(&x->err, "no place for the row");
  dfmt_status st = dfmti_rows_peek(x, row);
  x->ahead = NULL;
  return st;
}

dfmt_status dfmt_rows_next_set(dfmt_rows *x) {
  if (!x) return DFMT_E_ARG;
  dfmti_errors_clear(&x->err);
  return next_set(x);
}

dfmt_status dfmt_rows_rewind(dfmt_rows *x) {
  if (!x) return DFMT_E_ARG;
  dfmti_errors_clear(&x->err);
  if (!x->ops.rewind)
    return dfmti_fail(&x->err, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED, "these rows come only once");
  dfmt_status st = x->ops.rewind(x->user);
  if (st == DFMT_OK) st = next_set(x);
  return st < 0 && x->err.e.status != st ? failed(x, st) : st;
}

const dfmt_error *dfmt_rows_error(const dfmt_rows *x) { return x ? &x->err.e : NULL; }

void dfmt_rows_free(dfmt_rows *x) {
  if (!x) return;
  if (x->ops.close) x->ops.close(x->user);
  struct dfmti_mem m = x->mem;
  dfmti_blocks_free(&m, &x->plans);
  dfmti_buf_free(&m, &x->value);
  dfmti_buf_free(&m, &x->safe);
  dfmti_buf_free(&m, &x->out);
  table_free(&m, &x->table);
  dfmti_scan_rows_free(&m, &x->arrow.rows);
  if (x->arrow.maker.pool) dfmti_pool_close(x->arrow.maker.pool, &m);
  dfmt_sink_free(x->arrow.maker.json);
  dfmti_buf_free(&m, &x->arrow.maker.scratch);
  dfmti_free(&m, x, sizeof *x);
}
