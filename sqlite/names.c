/* SPDX-License-Identifier: MIT */
/* What SQLite does not say of an unknown table or column: which there are. */
#include <ctype.h>
#include <string.h>

#include "table.h"

static bool starts(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

static bool is_of_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* A statement has a name as a word of its own; the case of ASCII does not matter, as in SQL. */
static bool has_word(const char *statement, const char *name) {
  int len = (int)strlen(name);
  for (const char *p = statement; *p; p++) {
    bool begins = p == statement || !is_of_name(p[-1]);
    if (begins && sqlite3_strnicmp(p, name, len) == 0 && !is_of_name(p[len])) return true;
  }
  return false;
}

/* ---- tables ---- */

/* The long name of the table that has a short one after it. */
static bool has_short_name(const struct dfmti_sql_host *host, size_t i) {
  if (i + 1 >= host->n_made) return false;
  const char *name = host->made[i], *next = host->made[i + 1];
  size_t len = strlen(name), short_len = strlen(next);
  return len > short_len && name[len - short_len - 1] == '_' && strcmp(name + len - short_len, next) == 0;
}

static int put_functions(sqlite3_str *to) {
  const char *before = "without files, there are functions of a file: ";
  const dfmt_type *type;
  for (uint32_t i = 0; (type = dfmti_sql_table_at(i)) != NULL; i++, before = ", ") {
    char *name = dfmti_sql_name(type);
    if (!name) return SQLITE_NOMEM;
    sqlite3_str_appendf(to, "%s%s", before, name);
    sqlite3_free(name);
  }
  return SQLITE_OK;
}

/* Those of attached files; without any, the functions. */
static int put_tables(const struct dfmti_sql_host *host, sqlite3_str *to) {
  const char *before = "there are: ";
  for (size_t i = 0; i < host->n_made; i++) {
    if (has_short_name(host, i)) continue;
    sqlite3_str_appendf(to, "%s%s", before, host->made[i]);
    before = ", ";
  }
  return host->n_made ? SQLITE_OK : put_functions(to);
}

/* ---- columns ---- */

static int put_columns(const struct dfmti_sql_host *host, const dfmt_type *type, const char *name, sqlite3_str *to) {
  struct dfmti_sql_columns columns = {.n = 0};
  char *message = NULL;
  int rc = dfmti_sql_columns_make(host, type, dfmti_sql_n_files(host, type) > 1, &columns, &message);
  sqlite3_str_appendf(to, "%s%s has: ", sqlite3_str_length(to) ? "; " : "", name);
  for (size_t i = 0; i < columns.n; i++)
    if (columns.list[i].role == DFMTI_SQL_FILE_OF_ROW || columns.list[i].role == DFMTI_SQL_MEMBER)
      sqlite3_str_appendf(to, "%s%s", i ? ", " : "", columns.list[i].name);
  dfmti_sql_columns_free(&columns);
  sqlite3_free(message);
  return rc;
}

/* Under the name by which the statement has it, if it does. */
static int put_columns_if(const struct dfmti_sql_host *host, const char *statement, const dfmt_type *type,
                          sqlite3_str *to) {
  char *name = dfmti_sql_name(type);
  const char *other = dfmti_sql_short_name(type);
  int rc = name ? SQLITE_OK : SQLITE_NOMEM;
  if (name && has_word(statement, name))
    rc = put_columns(host, type, name, to);
  else if (name && dfmti_sql_n_files(host, type) && has_word(statement, other))
    rc = put_columns(host, type, other, to);
  sqlite3_free(name);
  return rc;
}

/* Of each table that the statement names. */
static int put_all_columns(const struct dfmti_sql_host *host, const char *statement, sqlite3_str *to) {
  const dfmt_type *type;
  int rc = SQLITE_OK;
  for (uint32_t i = 0; (type = dfmti_sql_table_at(i)) != NULL && rc == SQLITE_OK; i++)
    rc = put_columns_if(host, statement, type, to);
  return rc;
}

/* ---- both ---- */

int dfmti_sql_names(const struct dfmti_sql_host *host, const char *message, const char *statement, char **out) {
  sqlite3_str *s = sqlite3_str_new(NULL);
  int rc = SQLITE_OK;
  if (starts(message, "no such table: ")) rc = put_tables(host, s);
  if (starts(message, "no such column: ")) rc = put_all_columns(host, statement, s);
  if (rc == SQLITE_OK) rc = sqlite3_str_errcode(s);
  *out = sqlite3_str_finish(s);
  if (rc == SQLITE_OK) return rc;
  sqlite3_free(*out);
  *out = NULL;
  return rc;
}

void dfmti_sql_names_call(sqlite3_context *to, int n, sqlite3_value **values) {
  const char *message = (const char *)sqlite3_value_text(values[0]);
  const char *statement = (const char *)sqlite3_value_text(values[1]);
  char *names = NULL;
  (void)n;
  if (!message || !statement) return;
  int rc = dfmti_sql_names(sqlite3_user_data(to), message, statement, &names);
  if (rc != SQLITE_OK) sqlite3_result_error_code(to, rc);
  if (names) sqlite3_result_text(to, names, -1, sqlite3_free);
}
