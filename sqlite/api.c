/* SPDX-License-Identifier: MIT */
/* Where the table of SQLite's calls is, in the module that SQLite loads. */
#include "api.h"

const sqlite3_api_routines *dfmti_sql_calls;
