/* SPDX-License-Identifier: MIT */
/* Registers the tables with a connection, and is where SQLite enters the module that it loads. */
#include <diagfmt/sqlite.h>

#include "table.h"

static void release(void *p) {
  struct dfmti_sql_host *host = p;
  if (--host->refs > 0) return;
  dfmti_sql_attached_free(host);
  dfmti_sql_told_free(host);
  dfmt_config_free(host->config);
  sqlite3_free(host);
}

static void release_module(void *p) {
  struct dfmti_sql_module_of *m = p;
  release(m->host);
  sqlite3_free(m);
}

static int add_module(struct dfmti_sql_host *host, const dfmt_type *type) {
  char *name = dfmti_sql_name(type);
  struct dfmti_sql_module_of *m = dfmti_sql_zalloc(1, sizeof *m);
  if (!name || !m) {
    sqlite3_free(name);
    sqlite3_free(m);
    return SQLITE_NOMEM;
  }
  *m = (struct dfmti_sql_module_of){host, type};
  host->refs++;
  int rc = sqlite3_create_module_v2(host->db, name, &dfmti_sql_module, m, release_module); /* released if it fails */
  sqlite3_free(name);
  return rc;
}

static int add_function(struct dfmti_sql_host *host, const char *name, int n_arguments,
                        void (*call)(sqlite3_context *, int, sqlite3_value **)) {
  host->refs++; /* released if it fails, too */
  return sqlite3_create_function_v2(host->db, name, n_arguments, SQLITE_UTF8 | SQLITE_DIRECTONLY, host, call, NULL,
                                    NULL, release);
}

static int add_all(struct dfmti_sql_host *host) {
  const dfmt_type *type;
  int rc = SQLITE_OK;
  for (uint32_t i = 0; (type = dfmti_sql_table_at(i)) != NULL && rc == SQLITE_OK; i++) rc = add_module(host, type);
  if (rc != SQLITE_OK) return rc;
  rc = add_function(host, "diagfmt_attach", -1, dfmti_sql_attach_call);
  if (rc == SQLITE_OK) rc = add_function(host, "diagfmt_on_error", 1, dfmti_sql_on_error_call);
  if (rc == SQLITE_OK) rc = add_function(host, "diagfmt_error", 1, dfmti_sql_error_call);
  if (rc == SQLITE_OK) rc = add_function(host, "diagfmt_damage", 0, dfmti_sql_damage_call);
  return rc == SQLITE_OK ? add_function(host, "diagfmt_names", 2, dfmti_sql_names_call) : rc;
}

int dfmti_sql_register(sqlite3 *db, dfmt_config *config, struct dfmti_sql_host **out) {
  struct dfmti_sql_host *host = dfmti_sql_zalloc(1, sizeof *host);
  if (out) *out = host;
  if (!host) {
    dfmt_config_free(config);
    return SQLITE_NOMEM;
  }
  *host = (struct dfmti_sql_host){.db = db, .config = config, .refs = 1, .tell = dfmti_sql_tell_log};
  int rc = add_all(host);
  release(host);
  return rc;
}

static int add_to(sqlite3 *db) {
  dfmt_config *config;
  return dfmt_config_new(&config) == DFMT_OK ? dfmti_sql_register(db, config, NULL) : SQLITE_NOMEM;
}

#ifdef SQLITE_CORE

int dfmt_sqlite_register(sqlite3 *db) { return add_to(db); }

int dfmt_sqlite_open_file(sqlite3 *db, const char *path) {
  sqlite3_stmt *call = NULL;
  int rc = sqlite3_prepare_v2(db, "SELECT diagfmt_attach(?1)", -1, &call, NULL);
  if (rc == SQLITE_OK) rc = sqlite3_bind_text(call, 1, path, -1, SQLITE_STATIC);
  if (rc == SQLITE_OK) (void)sqlite3_step(call);
  int ended = sqlite3_finalize(call);
  return rc == SQLITE_OK ? ended : rc;
}

#else

DFMT_API int sqlite3_diagfmtsqlite_init(sqlite3 *db, char **message, const sqlite3_api_routines *calls);

int sqlite3_diagfmtsqlite_init(sqlite3 *db, char **message, const sqlite3_api_routines *calls) {
  dfmti_sql_calls = calls;
  (void)message;
  return add_to(db);
}

#endif
