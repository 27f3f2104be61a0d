/* SPDX-License-Identifier: MIT */
/*
 * A copy of rows in a temporary database of its own, which SQLite keeps in memory up to CACHE and else in a file
 * without a name. Values are stored as they are, in columns without a type. Equalities with values that differ from one
 * run to the next get an index.
 */
#include <string.h>

#include "table.h"

#define TEXT_OF(x) #x
#define AS_TEXT(x) TEXT_OF(x)

/* KiB of memory; pages of 4 KiB: 16 GiB. */
#define CACHE 16384
#define MOST_PAGES 4194304

struct dfmti_sql_store {
  sqlite3 *db;
  int end;       /* what ended the rows */
  char *message; /* of that */
};

static int fail(struct dfmti_sql_table *t, struct dfmti_sql_store *s, int rc) {
  return rc == SQLITE_NOMEM ? rc : dfmti_sql_fail(t, rc, "a copy of the table: %s", sqlite3_errmsg(s->db));
}

/* "c0, c1, …" of the columns used, each with text before it; NULL: no memory. */
static char *each_used(const struct dfmti_sql_table *t, const struct dfmti_sql_query *q, const char *head,
                       const char *before, bool name, const char *tail) {
  sqlite3_str *s = sqlite3_str_new(NULL);
  sqlite3_str_appendall(s, head);
  for (size_t i = 0; i < t->columns.n; i++) {
    if (!dfmti_sql_is_used(q, i)) continue;
    sqlite3_str_appendall(s, before);
    if (name) sqlite3_str_appendf(s, "c%d", (int)i);
  }
  sqlite3_str_appendall(s, tail);
  return sqlite3_str_finish(s);
}

/* ---- filling ---- */

static int run(struct dfmti_sql_store *s, char *sql) {
  int rc = sql ? sqlite3_exec(s->db, sql, NULL, NULL, NULL) : SQLITE_NOMEM;
  sqlite3_free(sql);
  return rc;
}

static int create(struct dfmti_sql_store *s, const struct dfmti_sql_table *t, const struct dfmti_sql_query *q) {
  static const char settings[] =
      "PRAGMA page_size=4096; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-" AS_TEXT(
          CACHE) "; PRAGMA max_page_count=" AS_TEXT(MOST_PAGES) ";";
  int rc = sqlite3_open_v2("", &s->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
  if (rc == SQLITE_OK) rc = sqlite3_exec(s->db, settings, NULL, NULL, NULL);
  if (rc != SQLITE_OK) return rc;
  return run(s, each_used(t, q, "CREATE TABLE t(n INTEGER PRIMARY KEY", ", ", true, ")"));
}

static int bind(sqlite3_stmt *to, int i, const struct dfmti_sql_value *v) {
  switch (v->type) {
    case SQLITE_INTEGER: return sqlite3_bind_int64(to, i, v->number);
    case SQLITE_FLOAT: return sqlite3_bind_double(to, i, v->real);
    case SQLITE_TEXT: return sqlite3_bind_text64(to, i, v->ptr, v->len, SQLITE_TRANSIENT, SQLITE_UTF8);
    case SQLITE_BLOB: return sqlite3_bind_blob64(to, i, v->len ? v->ptr : "", v->len, SQLITE_TRANSIENT);
    default: return sqlite3_bind_null(to, i);
  }
}

static int put_row(struct dfmti_sql_rows *r, sqlite3_stmt *to) {
  struct dfmti_sql_value v;
  int at = 1, rc = SQLITE_OK;
  for (size_t i = 0; i < r->table->columns.n && rc == SQLITE_OK; i++) {
    if (!dfmti_sql_is_used(r->query, i)) continue;
    rc = dfmti_sql_rows_value(r, i, &v);
    if (rc == SQLITE_OK) rc = bind(to, at++, &v);
  }
  if (rc == SQLITE_OK) rc = sqlite3_step(to);
  if (rc == SQLITE_DONE) rc = sqlite3_reset(to);
  return rc;
}

/* What the file is to blame for comes after the rows before it, each time. */
static int keep_end(struct dfmti_sql_store *s, struct dfmti_sql_table *t, int rc) {
  if (rc != SQLITE_ERROR) return rc == SQLITE_DONE ? SQLITE_OK : rc;
  s->end = rc;
  s->message = t->base.zErrMsg;
  t->base.zErrMsg = NULL;
  return SQLITE_OK;
}

static int copy(struct dfmti_sql_store *s, struct dfmti_sql_table *t, const struct dfmti_sql_query *q,
                sqlite3_stmt *to) {
  struct dfmti_sql_rows r;
  int rc = dfmti_sql_rows_begin(&r, t, q, true);
  bool filling = rc == SQLITE_OK;
  while (rc == SQLITE_OK && (rc = dfmti_sql_rows_next(&r)) == SQLITE_ROW) {
    rc = put_row(&r, to);
    filling = rc == SQLITE_OK;
  }
  if (filling)
    rc = keep_end(s, t, rc);
  else if (!t->base.zErrMsg)
    rc = fail(t, s, rc);
  dfmti_sql_rows_free(&r);
  return rc;
}

static int fill(struct dfmti_sql_store *s, struct dfmti_sql_table *t, const struct dfmti_sql_query *q) {
  sqlite3_stmt *to = NULL;
  char *sql = each_used(t, q, "INSERT INTO t VALUES(NULL", ", ?", false, ")");
  int rc = sql ? sqlite3_exec(s->db, "BEGIN", NULL, NULL, NULL) : SQLITE_NOMEM;
  if (rc == SQLITE_OK) rc = sqlite3_prepare_v2(s->db, sql, -1, &to, NULL);
  sqlite3_free(sql);
  if (rc != SQLITE_OK) return fail(t, s, rc);
  rc = copy(s, t, q, to);
  (void)sqlite3_finalize(to);
  if (rc != SQLITE_OK) return rc;
  rc = sqlite3_exec(s->db, "COMMIT", NULL, NULL, NULL);
  return rc == SQLITE_OK ? rc : fail(t, s, rc);
}

int dfmti_sql_store_make(struct dfmti_sql_table *t, const struct dfmti_sql_query *q, struct dfmti_sql_store **out) {
  struct dfmti_sql_store *s = dfmti_sql_zalloc(1, sizeof *s);
  if (!s) return SQLITE_NOMEM;
  int rc = create(s, t, q);
  rc = rc == SQLITE_OK ? fill(s, t, q) : fail(t, s, rc);
  if (rc == SQLITE_OK)
    *out = s;
  else
    dfmti_sql_store_free(s);
  return rc;
}

void dfmti_sql_store_free(struct dfmti_sql_store *s) {
  if (!s) return;
  (void)sqlite3_close(s->db);
  sqlite3_free(s->message);
  sqlite3_free(s);
}

int dfmti_sql_store_end(const struct dfmti_sql_store *s, struct dfmti_sql_table *t) {
  return s->end == SQLITE_OK ? SQLITE_OK : dfmti_sql_fail(t, s->end, "%s", s->message);
}

/* ---- reading ---- */

/*
 * A term that the copy can look up: an integer among integers, text among text. Others SQLite would convert first, by
 * rules that depend on what the value is compared as there: all rows are a correct answer to them.
 */
static bool can_look_up(const struct dfmti_sql_table *t, const struct dfmti_sql_term *term) {
  if (term->constant || term->list || term->op != SQLITE_INDEX_CONSTRAINT_EQ) return false;
  int type = sqlite3_value_type(term->values[0]);
  bool text = strcmp(t->columns.list[term->column].type, "TEXT") == 0;
  return type == (text ? SQLITE_TEXT : SQLITE_INTEGER);
}

/* Makes the index, unless it is there, and writes the condition. */
static int add_conditions(struct dfmti_sql_store *s, const struct dfmti_sql_table *t, const struct dfmti_sql_query *q,
                          sqlite3_str *condition) {
  sqlite3_str *name = sqlite3_str_new(NULL), *list = sqlite3_str_new(NULL);
  const char *before = "";
  for (size_t i = 0; i < q->n_terms; i++) {
    if (!can_look_up(t, &q->terms[i])) continue;
    int column = (int)q->terms[i].column;
    sqlite3_str_appendf(name, "_%d", column);
    sqlite3_str_appendf(list, "%sc%d", before, column);
    sqlite3_str_appendf(condition, "%sc%d = ?%d", *before ? " AND " : " WHERE ", column, (int)i + 1);
    before = ", ";
  }
  char *sql = NULL, *named = sqlite3_str_finish(name), *listed = sqlite3_str_finish(list);
  bool any = *before != '\0', good = !any || (named && listed);
  if (any && good) sql = sqlite3_mprintf("CREATE INDEX IF NOT EXISTS i%s ON t(%s)", named, listed);
  sqlite3_free(named);
  sqlite3_free(listed);
  return !good ? SQLITE_NOMEM : any ? run(s, sql) : SQLITE_OK;
}

static int bind_terms(const struct dfmti_sql_table *t, const struct dfmti_sql_query *q, sqlite3_stmt *to) {
  int rc = SQLITE_OK;
  for (size_t i = 0; i < q->n_terms && rc == SQLITE_OK; i++)
    if (can_look_up(t, &q->terms[i])) rc = sqlite3_bind_value(to, (int)i + 1, q->terms[i].values[0]);
  return rc;
}

int dfmti_sql_store_read(struct dfmti_sql_store *s, struct dfmti_sql_table *t, const struct dfmti_sql_query *q,
                         sqlite3_stmt **out) {
  sqlite3_str *text = sqlite3_str_new(NULL);
  sqlite3_str_appendall(text, "SELECT * FROM t");
  int rc = add_conditions(s, t, q, text);
  sqlite3_str_appendall(text, " ORDER BY n");
  char *sql = sqlite3_str_finish(text);
  if (rc == SQLITE_OK) rc = sql ? sqlite3_prepare_v2(s->db, sql, -1, out, NULL) : SQLITE_NOMEM;
  sqlite3_free(sql);
  if (rc == SQLITE_OK) rc = bind_terms(t, q, *out);
  return rc == SQLITE_OK ? rc : fail(t, s, rc);
}
