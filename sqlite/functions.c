/* SPDX-License-Identifier: MIT */
/* Functions about a connection: what its tables do with damage, and the library's last error. */
#include <string.h>

#include "table.h"

/* ---- diagfmt_on_error() ---- */

void dfmti_sql_on_error_call(sqlite3_context *to, int n, sqlite3_value **values) {
  struct dfmti_sql_host *host = sqlite3_user_data(to);
  const char *word = (const char *)sqlite3_value_text(values[0]);
  (void)n;
  for (uint64_t i = 0; word && i < 2; i++) {
    if (strcmp(word, dfmti_sql_on_error[i]) != 0) continue;
    if (dfmt_config_set(host->config, DFMT_CFG_RECOVER, i) != DFMT_OK) sqlite3_result_error_nomem(to);
    return;
  }
  sqlite3_result_error(to, "diagfmt_on_error() takes 'fail' or 'recover'", -1);
}

/* ---- diagfmt_error() ---- */

void dfmti_sql_error_call(sqlite3_context *to, int n, sqlite3_value **values) {
  const struct dfmti_sql_host *host = sqlite3_user_data(to);
  const dfmt_error *e = &host->error;
  const struct {
    const char *name;
    sqlite3_int64 value;
  } members[] = {{"status", e->status},
                 {"number", e->number},
                 {"option", e->option},
                 {"sys_errno", e->sys_errno},
                 {"offset", (sqlite3_int64)e->offset},
                 {"line", (sqlite3_int64)e->line},
                 {"needed", (sqlite3_int64)e->needed}};
  const char *name = (const char *)sqlite3_value_text(values[0]);
  (void)n;
  for (size_t i = 0; name && i < sizeof members / sizeof *members; i++)
    if (strcmp(name, members[i].name) == 0) sqlite3_result_int64(to, members[i].value);
}
