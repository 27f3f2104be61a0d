/* SPDX-License-Identifier: MIT */
/*
 * Cursors: the first time that a statement asks for some rows they are read from the file, row by row. When it asks for
 * the same once more, as it does for a table on the inner side of a join, or one that occurs twice, they are copied to
 * a store, from which they are read from then on. What was asked is remembered as long as the table has an open cursor:
 * SQLite keeps at least one until the statement ends.
 */
#include <string.h>

#include "table.h"

/* What was asked before. */
struct dfmti_sql_answer {
  struct dfmti_sql_answer *next;
  char *key;
  struct dfmti_sql_store *store; /* NULL: not yet needed */
  size_t refs;                   /* cursors that read it */
};

enum { MOST_ANSWERS = 16 }; /* remembered, but for those that are being read */

struct cursor {
  sqlite3_vtab_cursor base;
  struct dfmti_sql_query query;
  struct dfmti_sql_rows rows;
  struct dfmti_sql_answer *answer; /* whose store it reads; NULL: it reads rows */
  sqlite3_stmt *stored;
  sqlite3_int64 n; /* rows so far */
  bool ended;
};

static struct dfmti_sql_table *table_of(const struct cursor *c) { return (struct dfmti_sql_table *)c->base.pVtab; }

/* ---- answers ---- */

static void free_answer(struct dfmti_sql_answer *a) {
  dfmti_sql_store_free(a->store);
  sqlite3_free(a->key);
  sqlite3_free(a);
}

/* Forgets all but the latest `keep`. */
static void trim(struct dfmti_sql_table *t, size_t keep) {
  struct dfmti_sql_answer **at = &t->answers;
  for (size_t n = 0; *at;) {
    struct dfmti_sql_answer *a = *at;
    if (n < keep || a->refs) {
      n++;
      at = &a->next;
    } else {
      *at = a->next;
      free_answer(a);
    }
  }
}

/* The one with a key, now the first; NULL: there is none. */
static struct dfmti_sql_answer *find(struct dfmti_sql_table *t, const char *key) {
  struct dfmti_sql_answer **at = &t->answers, *found;
  while (*at && strcmp((*at)->key, key) != 0) at = &(*at)->next;
  found = *at;
  if (!found) return NULL;
  *at = found->next;
  found->next = t->answers;
  t->answers = found;
  return found;
}

/* Takes the key over, unless it fails. */
static int remember(struct dfmti_sql_table *t, char **key) {
  struct dfmti_sql_answer *a = dfmti_sql_zalloc(1, sizeof *a);
  if (!a) return SQLITE_NOMEM;
  a->key = *key;
  *key = NULL;
  a->next = t->answers;
  t->answers = a;
  trim(t, MOST_ANSWERS);
  return SQLITE_OK;
}

/* ---- cursors ---- */

int dfmti_sql_open(sqlite3_vtab *vtab, sqlite3_vtab_cursor **out) {
  struct cursor *c = dfmti_sql_zalloc(1, sizeof *c);
  if (!c) return SQLITE_NOMEM;
  *out = &c->base;
  ((struct dfmti_sql_table *)vtab)->n_open++;
  return SQLITE_OK;
}

static void reset(struct cursor *c) {
  (void)sqlite3_finalize(c->stored);
  dfmti_sql_rows_free(&c->rows);
  dfmti_sql_query_free(&c->query);
  if (c->answer) c->answer->refs--;
  c->stored = NULL;
  c->answer = NULL;
  c->n = 0;
  c->ended = false;
}

int dfmti_sql_close(sqlite3_vtab_cursor *cursor) {
  struct cursor *c = (struct cursor *)cursor;
  struct dfmti_sql_table *t = table_of(c);
  reset(c);
  sqlite3_free(c);
  if (--t->n_open == 0) trim(t, 0);
  return SQLITE_OK;
}

/* ---- rows ---- */

static int next_stored(struct cursor *c) {
  int rc = sqlite3_step(c->stored);
  if (rc == SQLITE_ROW) return SQLITE_OK;
  if (rc != SQLITE_DONE) return dfmti_sql_fail(table_of(c), rc, "a copy of the table: %s", sqlite3_errstr(rc));
  c->ended = true;
  return dfmti_sql_store_end(c->answer->store, table_of(c));
}

int dfmti_sql_next(sqlite3_vtab_cursor *cursor) {
  struct cursor *c = (struct cursor *)cursor;
  c->n++;
  if (c->stored) return next_stored(c);
  int rc = dfmti_sql_rows_next(&c->rows);
  c->ended = rc != SQLITE_ROW;
  return rc == SQLITE_ROW || rc == SQLITE_DONE ? SQLITE_OK : rc;
}

static int begin_stored(struct cursor *c, struct dfmti_sql_answer *a) {
  int rc = a->store ? SQLITE_OK : dfmti_sql_store_make(table_of(c), &c->query, &a->store);
  if (rc != SQLITE_OK) return rc;
  c->answer = a;
  a->refs++;
  return dfmti_sql_store_read(a->store, table_of(c), &c->query, &c->stored);
}

int dfmti_sql_filter(sqlite3_vtab_cursor *cursor, int number, const char *plan, int n, sqlite3_value **values) {
  (void)number;
  struct cursor *c = (struct cursor *)cursor;
  reset(c);
  int rc = dfmti_sql_query_make(table_of(c), plan, n, values, &c->query);
  if (rc != SQLITE_OK) return rc;
  struct dfmti_sql_answer *a = find(table_of(c), c->query.key);
  if (a) {
    rc = begin_stored(c, a);
  } else {
    rc = remember(table_of(c), &c->query.key);
    if (rc == SQLITE_OK) rc = dfmti_sql_rows_begin(&c->rows, table_of(c), &c->query, false);
  }
  return rc == SQLITE_OK ? dfmti_sql_next(cursor) : rc;
}

int dfmti_sql_eof(sqlite3_vtab_cursor *cursor) { return ((struct cursor *)cursor)->ended; }

int dfmti_sql_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *out) {
  struct cursor *c = (struct cursor *)cursor;
  *out = c->stored ? sqlite3_column_int64(c->stored, 0) : c->n;
  return SQLITE_OK;
}

/* ---- values ---- */

/* Copied: SQLite may keep a value for longer than the batch. */
static void give(sqlite3_context *to, const struct dfmti_sql_value *v) {
  switch (v->type) {
    case SQLITE_INTEGER: sqlite3_result_int64(to, v->number); break;
    case SQLITE_FLOAT: sqlite3_result_double(to, v->real); break;
    case SQLITE_TEXT: sqlite3_result_text64(to, v->ptr, v->len, SQLITE_TRANSIENT, SQLITE_UTF8); break;
    case SQLITE_BLOB: sqlite3_result_blob64(to, v->len ? v->ptr : "", v->len, SQLITE_TRANSIENT); break;
    default: sqlite3_result_null(to);
  }
}

/* The place of a column among those of a copy, which has the used ones. */
static int place_of(const struct dfmti_sql_query *q, size_t column) {
  int place = 1; /* after the rowid */
  for (size_t i = 0; i < column; i++) place += dfmti_sql_is_used(q, i);
  return place;
}

int dfmti_sql_column_of(sqlite3_vtab_cursor *cursor, sqlite3_context *to, int column) {
  struct cursor *c = (struct cursor *)cursor;
  struct dfmti_sql_value v;
  if (!dfmti_sql_is_used(&c->query, (size_t)column)) return SQLITE_OK; /* an argument that was compared */
  if (c->stored) {
    sqlite3_result_value(to, sqlite3_column_value(c->stored, place_of(&c->query, (size_t)column)));
    return SQLITE_OK;
  }
  int rc = dfmti_sql_rows_value(&c->rows, (size_t)column, &v);
  if (rc == SQLITE_OK) give(to, &v);
  return rc;
}
