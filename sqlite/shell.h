/* SPDX-License-Identifier: MIT */
/* What people who type statements need besides them: names of tables and columns, and a database that is closed. */
#ifndef DFMTI_SQL_SHELL_H
#define DFMTI_SQL_SHELL_H

#include <stdbool.h>

#include <sqlite3.h>

/* Nothing but the database in memory can be read, written or attached from now on. */
void dfmti_sql_confine(sqlite3 *db);

/*
 * The statement that ".tables", ".schema" or ".schema TABLE" stands for, to be freed by sqlite3_free(); NULL: no
 * memory. false: it is none of these.
 */
bool dfmti_sql_dot(sqlite3 *db, const char *command, char **statement);

#endif
