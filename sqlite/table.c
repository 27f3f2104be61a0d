/* SPDX-License-Identifier: MIT */
/*
 * A table as a module of SQLite: as a function of a file, and for CREATE VIRTUAL TABLE with files as arguments, which
 * are then the table's own, or with "*", which stands for all attached files: SQLite takes fewer than 2,000 arguments.
 */
#include <string.h>

#include "table.h"

static int disconnect(sqlite3_vtab *vtab) {
  struct dfmti_sql_table *t = (struct dfmti_sql_table *)vtab;
  dfmti_sql_columns_free(&t->columns);
  for (size_t i = 0; i < t->n_files; i++) sqlite3_free(t->files[i]);
  sqlite3_free(t->files);
  sqlite3_free(t->base.zErrMsg);
  sqlite3_free(t);
  return SQLITE_OK;
}

/* An argument as a path: SQL text loses its quotes. NULL: no memory. */
static char *path_of(const char *argument) {
  char quote = argument[0], *path = sqlite3_mprintf("%s", argument);
  size_t n = 0;
  if (!path || (quote != '\'' && quote != '"')) return path;
  for (const char *p = argument + 1; *p && !(*p == quote && p[1] != quote); p++) {
    if (*p == quote) p++;
    path[n++] = *p;
  }
  path[n] = '\0';
  return path;
}

static int set_files(struct dfmti_sql_table *t, int n, const char *const *arguments) {
  t->attached = n == 1 && strcmp(arguments[0], "*") == 0;
  if (t->attached) return SQLITE_OK;
  t->files = dfmti_sql_zalloc((uint64_t)n, sizeof *t->files);
  if (!t->files) return SQLITE_NOMEM;
  for (int i = 0; i < n; i++) {
    t->files[i] = path_of(arguments[i]);
    if (!t->files[i]) return SQLITE_NOMEM;
    t->n_files++;
  }
  return SQLITE_OK;
}

static int declare(const struct dfmti_sql_table *t) {
  char *sql = dfmti_sql_columns_declare(&t->columns);
  int rc = sql ? sqlite3_declare_vtab(t->host->db, sql) : SQLITE_NOMEM;
  sqlite3_free(sql);
  /* It reads files: not to be used by views and triggers of a database that somebody else made. */
  return rc == SQLITE_OK ? sqlite3_vtab_config(t->host->db, SQLITE_VTAB_DIRECTONLY) : rc;
}

/* argv: the module, the database, the table, and its arguments. */
static int connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **out, char **message) {
  const struct dfmti_sql_module_of *m = aux;
  struct dfmti_sql_table *t = dfmti_sql_zalloc(1, sizeof *t);
  (void)db;
  if (!t) return SQLITE_NOMEM;
  t->host = m->host;
  t->type = m->type;
  int rc = set_files(t, argc - 3, argv + 3);
  size_t n_files = t->attached ? dfmti_sql_n_files(t->host, t->type) : t->n_files;
  if (rc == SQLITE_OK) rc = dfmti_sql_columns_make(t->host, t->type, n_files > 1, &t->columns, message);
  if (rc == SQLITE_OK) rc = declare(t);
  if (rc == SQLITE_OK)
    *out = &t->base;
  else
    disconnect(&t->base);
  return rc;
}

/* The same call creates and connects: that makes it a function, too. */
const sqlite3_module dfmti_sql_module = {.iVersion = 0,
                                         .xCreate = connect,
                                         .xConnect = connect,
                                         .xBestIndex = dfmti_sql_best_index,
                                         .xDisconnect = disconnect,
                                         .xDestroy = disconnect,
                                         .xOpen = dfmti_sql_open,
                                         .xClose = dfmti_sql_close,
                                         .xFilter = dfmti_sql_filter,
                                         .xNext = dfmti_sql_next,
                                         .xEof = dfmti_sql_eof,
                                         .xColumn = dfmti_sql_column_of,
                                         .xRowid = dfmti_sql_rowid};
