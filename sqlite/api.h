/* SPDX-License-Identifier: MIT */
/*
 * SQLite's calls: of the program that loads the extension, by a table of pointers, or with SQLITE_CORE those that it is
 * linked with. What the program's SQLite may be too old for is asked at run time.
 */
#ifndef DFMTI_SQL_API_H
#define DFMTI_SQL_API_H

#include <sqlite3ext.h>

#ifndef SQLITE_CORE
extern const sqlite3_api_routines *dfmti_sql_calls; /* api.c, of the module alone */
#define sqlite3_api dfmti_sql_calls
#endif

/* The first version with sqlite3_vtab_in() and sqlite3_vtab_rhs_value(). */
enum { DFMTI_SQL_PLANNER_VERSION = 3038000 };

#endif
