/* SPDX-License-Identifier: MIT */
/* Rows of a statement of SQL, as a table, comma-separated values or JSON lines. Of the tool alone. */
#ifndef DFMTI_SQL_PRINT_H
#define DFMTI_SQL_PRINT_H

#include <stdbool.h>

#include <diagfmt/io.h>
#include <sqlite3.h>

enum { DFMTI_SQL_TABLE, DFMTI_SQL_CSV, DFMTI_SQL_JSON };

struct dfmti_sql_look {
  int form;  /* DFMTI_SQL_* */
  bool bold; /* names of columns, in a table */
  bool safe; /* text may reach a terminal: it gets nothing that it would obey */
};

/*
 * Runs a statement to its end, and prints its rows. Returns what SQLite says; *st is what the sink says, which is not
 * OK if it is what ended the statement. What is printed is that of the rows before an error.
 */
int dfmti_sql_print(sqlite3_stmt *statement, const struct dfmti_sql_look *look, dfmt_sink *to, dfmt_status *st);

#endif
