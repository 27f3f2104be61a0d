/* SPDX-License-Identifier: MIT */
#include "shell.h"

#include <stddef.h>
#include <string.h>

/* ---- a closed database ---- */

static bool is_reading_pragma(const char *name) {
  static const char *const names[] = {"table_info", "table_xinfo", "table_list", "function_list", "module_list"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(name, names[i]) == 0) return true;
  return false;
}

/* VACUUM INTO attaches its file. */
static int authorize(void *user, int action, const char *a, const char *b, const char *schema, const char *trigger) {
  (void)user;
  (void)schema;
  (void)trigger;
  switch (action) {
    case SQLITE_ATTACH:
    case SQLITE_DETACH: return SQLITE_DENY;
    case SQLITE_PRAGMA: return is_reading_pragma(a) ? SQLITE_OK : SQLITE_DENY;
    case SQLITE_FUNCTION: return strcmp(b, "load_extension") == 0 ? SQLITE_DENY : SQLITE_OK;
    default: return SQLITE_OK;
  }
}

void dfmti_sql_confine(sqlite3 *db) { (void)sqlite3_set_authorizer(db, authorize, NULL); }

/* ---- names ---- */

/* Of a table that is not there: a statement that says so. NULL: no memory. */
static char *columns_of(sqlite3 *db, const char *table) {
  int rc = sqlite3_table_column_metadata(db, NULL, table, NULL, NULL, NULL, NULL, NULL, NULL);
  if (rc == SQLITE_NOMEM) return NULL;
  if (rc != SQLITE_OK) return sqlite3_mprintf("SELECT * FROM \"%w\"", table);
  return sqlite3_mprintf("SELECT name AS \"column\", type, hidden > 0 AS hidden FROM pragma_table_xinfo(%Q)", table);
}

bool dfmti_sql_dot(sqlite3 *db, const char *command, char **statement) {
  static const char schema_of[] = ".schema ";
  const size_t n = sizeof schema_of - 1;
  if (strcmp(command, ".tables") == 0)
    *statement = sqlite3_mprintf("SELECT name AS \"table\" FROM temp.sqlite_temp_master ORDER BY rowid");
  else if (strcmp(command, ".schema") == 0)
    *statement = sqlite3_mprintf(
        "SELECT m.name AS \"table\", x.name AS \"column\", x.type, x.hidden > 0 AS hidden "
        "FROM temp.sqlite_temp_master m, pragma_table_xinfo(m.name) x ORDER BY m.rowid, x.cid");
  else if (strncmp(command, schema_of, n) == 0)
    *statement = columns_of(db, command + n + strspn(command + n, " "));
  else
    return false;
  return true;
}
