/* SPDX-License-Identifier: MIT */
/* Rows of a statement of SQL, as a table, comma-separated values or JSON lines. */
#ifndef SQL_OUTPUT_H
#define SQL_OUTPUT_H

#include <stdbool.h>

#include <diagfmt/io.h>
#include <sqlite3.h>

enum { SQL_TABLE, SQL_CSV, SQL_JSON };

struct sql_output;

/* color: of a table's head. */
struct sql_output *sql_output_begin(dfmt_sink *to, int form, bool color, sqlite3_stmt *statement);

/* The row that the statement stands at. */
void sql_output_row(struct sql_output *o);

/* Writes what is held, and frees it; also after a part of the rows. */
void sql_output_end(struct sql_output *o);

#endif
