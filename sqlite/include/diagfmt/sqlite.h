/* SPDX-License-Identifier: MIT */
/*
 * The tables of diagnostic files in SQLite, for programs that link libdiagfmt-sqlite (pkg-config: diagfmt-sqlite);
 * others load the extension: SELECT load_extension('diagfmt_sqlite').
 *
 * Every table of dfmt_ops_table_at(), in a build without libdiagfmt-ops of dfmt_table_at(), becomes a table-valued
 * function, its name with '_' for '.':
 *
 *   SELECT tag, count(*) FROM bugreport_log('report.zip') WHERE priority >= 6 GROUP BY tag;
 *
 * docs/sql.md has the arguments, the columns and their types. Not part of diagfmt/diagfmt.h.
 */
#ifndef DIAGFMT_SQLITE_H
#define DIAGFMT_SQLITE_H

#include <diagfmt/common.h>

#ifdef __cplusplus
extern "C" {
#endif

struct sqlite3; /* a connection, as sqlite3.h has it */

/* Registers the functions with a connection. Returns SQLITE_OK, SQLITE_NOMEM or another code of SQLite. Since 0.1. */
DFMT_API int dfmt_sqlite_register(struct sqlite3 *db);

/*
 * Identifies a file, and makes virtual tables in the schema temp with the short names of its format's tables, such as
 * "log" for "bugreport.log"; the same as SELECT diagfmt_attach(path). Several files of one format become one table
 * each, with a first column "_file". Not while statements that use these tables run. SQLITE_OK; else
 * sqlite3_errmsg(db) has the reason. Since 0.1.
 */
DFMT_API int dfmt_sqlite_open_file(struct sqlite3 *db, const char *path);

#ifdef __cplusplus
}
#endif

#endif
