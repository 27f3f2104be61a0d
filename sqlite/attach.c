/* SPDX-License-Identifier: MIT */
/*
 * Files as tables with short names: of a bug report "log" and "bugreport_log". They are virtual tables in the schema
 * temp, bound to all attached files of their format (attached.c). A short name that tables of several of these formats
 * have is nobody's.
 */
#include <string.h>

#include <diagfmt/errors.h>
#include <diagfmt/reader.h>

#include "table.h"

/* A file that is being attached. */
struct attaching {
  struct dfmti_sql_host *host;
  const char *path;
  bool goes_on; /* if it cannot be read, that is told, and no error */
  char **message;
};

/* An error of the library, or what stands for one. */
static void fail(const struct attaching *a, const dfmt_error *e) {
  if (a->goes_on) {
    dfmti_sql_tell_error(a->host, a->path, SIZE_MAX, e);
    return;
  }
  dfmti_sql_keep(a->host, e);
  *a->message = sqlite3_mprintf("%s: %s", a->path, e->message);
}

static dfmt_status fail_as(const struct attaching *a, dfmt_status st, uint32_t number, const char *why) {
  fail(a, &(dfmt_error){.size = sizeof(dfmt_error), .status = st, .number = number, .message = why});
  return st;
}

/* ---- what a file is ---- */

/* A file that can be read again, as statements will: what is in it is opened again with it. */
static dfmt_status open_input(const struct attaching *a, struct dfmti_sql_input *in) {
  dfmt_error why = {.status = DFMT_OK};
  dfmt_status st = dfmti_sql_input_open(a->host->config, a->path, in, &why);
  if (st != DFMT_OK && st != DFMT_E_NOMEM) fail(a, &why);
  if (st != DFMT_OK || in->outer || dfmt_source_seekable(in->source)) return st;
  const dfmt_error *e = dfmt_source_error(in->source);
  if (e->status == DFMT_OK)
    return fail_as(a, DFMT_E_IO, DFMT_ERR_SEEK, "it cannot be read more than once: save it as a file");
  if (e->status != DFMT_E_NOMEM) fail(a, e);
  return e->status;
}

static dfmt_status identify(const struct attaching *a, uint32_t *format) {
  struct dfmti_sql_input in;
  dfmt_reader *reader = NULL;
  dfmt_probe probe = {.format = 0};
  const dfmt_event *ev;
  uint32_t n = 0;
  dfmt_status st = open_input(a, &in);
  if (st == DFMT_OK) st = dfmt_reader_new(a->host->config, &reader);
  if (st == DFMT_OK) st = dfmt_reader_open(reader, 0, in.source);
  if (st == DFMT_OK) st = dfmt_reader_identify(reader, a->path, &probe, 1, &n);
  if (st == DFMT_OK && n == 0) st = dfmt_reader_next(reader, &ev); /* it says what there is instead */
  if (st != DFMT_OK && st != DFMT_E_NOMEM && reader) fail(a, dfmt_reader_error(reader));
  *format = probe.format;
  dfmt_reader_free(reader);
  dfmti_sql_input_close(&in);
  return st;
}

/* ---- attaching ---- */

int dfmti_sql_attach(struct dfmti_sql_host *host, const char *path, bool several, char **message) {
  const struct attaching a = {host, path, dfmti_sql_goes_on(host, -1, several), message};
  uint32_t format = 0;
  dfmt_status st = identify(&a, &format);
  if (st == DFMT_OK) return dfmti_sql_attached_add(host, path, format, false);
  if (st == DFMT_E_NOMEM) return SQLITE_NOMEM;
  if (a.goes_on) return dfmti_sql_attached_add(host, path, 0, true);
  return *message ? SQLITE_ERROR : SQLITE_NOMEM;
}

/* ---- tables ---- */

static bool is_ambiguous(const struct dfmti_sql_host *host, const dfmt_type *type) {
  const dfmt_type *other;
  for (uint32_t i = 0; (other = dfmti_sql_table_at(i)) != NULL; i++)
    if (other != type && dfmti_sql_n_files(host, other) &&
        strcmp(dfmti_sql_short_name(other), dfmti_sql_short_name(type)) == 0)
      return true;
  return false;
}

static int run(struct dfmti_sql_host *host, char *sql, char **message) {
  int rc = sql ? sqlite3_exec(host->db, sql, NULL, NULL, message) : SQLITE_NOMEM;
  sqlite3_free(sql);
  return rc;
}

/* Takes the name over. */
static int remember(struct dfmti_sql_host *host, char *name) {
  char **more = sqlite3_realloc64(host->made, (host->n_made + 1) * sizeof *more);
  if (!more) {
    sqlite3_free(name);
    return SQLITE_NOMEM;
  }
  host->made = more;
  host->made[host->n_made++] = name;
  return SQLITE_OK;
}

/* NULL: no memory. */
static char *creation(const dfmt_type *type, const char *name) {
  char *module = dfmti_sql_name(type);
  char *sql = module ? sqlite3_mprintf("CREATE VIRTUAL TABLE temp.\"%w\" USING \"%w\"(*)", name, module) : NULL;
  sqlite3_free(module);
  return sql;
}

/* Takes the name over, which may be NULL for want of memory. */
static int make(struct dfmti_sql_host *host, const dfmt_type *type, char *name, char **message) {
  int rc = name ? run(host, creation(type, name), message) : SQLITE_NOMEM;
  if (rc == SQLITE_OK) return remember(host, name);
  sqlite3_free(name);
  return rc;
}

static int drop_tables(struct dfmti_sql_host *host, char **message) {
  int rc = SQLITE_OK;
  while (host->n_made && rc == SQLITE_OK) {
    rc = run(host, sqlite3_mprintf("DROP TABLE IF EXISTS temp.\"%w\"", host->made[host->n_made - 1]), message);
    if (rc == SQLITE_OK) sqlite3_free(host->made[--host->n_made]);
  }
  return rc;
}

int dfmti_sql_make_tables(struct dfmti_sql_host *host, char **message) {
  const dfmt_type *type;
  if (dfmti_sql_are_made(host)) return SQLITE_OK;
  int rc = drop_tables(host, message);
  for (uint32_t i = 0; (type = dfmti_sql_table_at(i)) != NULL && rc == SQLITE_OK; i++) {
    if (dfmti_sql_n_files(host, type) == 0) continue;
    rc = make(host, type, dfmti_sql_name(type), message);
    if (rc == SQLITE_OK && strchr(type->name, '.') && !is_ambiguous(host, type))
      rc = make(host, type, sqlite3_mprintf("%s", dfmti_sql_short_name(type)), message);
  }
  if (rc == SQLITE_OK) dfmti_sql_set_made(host);
  return rc;
}

/* ---- the function ---- */

static void give_error(sqlite3_context *to, int rc, char *message) {
  if (rc == SQLITE_NOMEM) {
    sqlite3_result_error_nomem(to);
  } else {
    sqlite3_result_error(to, message ? message : sqlite3_errstr(rc), -1);
    sqlite3_result_error_code(to, rc);
  }
  sqlite3_free(message);
}

void dfmti_sql_attach_call(sqlite3_context *to, int n, sqlite3_value **values) {
  struct dfmti_sql_host *host = sqlite3_user_data(to);
  char *message = NULL;
  int rc = SQLITE_OK;
  for (int i = 0; i < n && rc == SQLITE_OK; i++) {
    const char *path = (const char *)sqlite3_value_text(values[i]);
    rc = path ? dfmti_sql_attach(host, path, n > 1 || host->n_attached > 0, &message) : SQLITE_MISMATCH;
  }
  if (rc == SQLITE_OK) rc = dfmti_sql_make_tables(host, &message);
  if (rc != SQLITE_OK)
    give_error(to, rc, message);
  else if (n && dfmti_sql_last_format(host))
    sqlite3_result_text(to, dfmt_format_name(dfmti_sql_last_format(host)), -1, SQLITE_STATIC);
}
