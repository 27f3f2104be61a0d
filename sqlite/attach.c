/* SPDX-License-Identifier: MIT */
/*
 * Files as tables with short names: of a bug report "log" and "bugreport_log". They are virtual tables in the schema
 * temp, bound to all attached files of their format. A short name that tables of several of these formats have is
 * nobody's.
 */
#include <string.h>

#include <diagfmt/errors.h>
#include <diagfmt/reader.h>

#include "table.h"

struct dfmti_sql_attached {
  char *path;
  uint32_t format;
};

/* An error of the library, or what stands for one. */
static void fail(struct dfmti_sql_host *host, const char *path, const dfmt_error *e, char **message) {
  dfmti_sql_keep(host, e);
  *message = sqlite3_mprintf("%s: %s", path, e->message);
}

static dfmt_status fail_as(struct dfmti_sql_host *host, const char *path, dfmt_status st, uint32_t number,
                           const char *why, char **message) {
  fail(host, path, &(dfmt_error){.size = sizeof(dfmt_error), .status = st, .number = number, .message = why}, message);
  return st;
}

/* ---- what a file is ---- */

/* A file that can be read again, as statements will: what is in it is opened again with it. */
static dfmt_status open_input(struct dfmti_sql_host *host, const char *path, struct dfmti_sql_input *in,
                              char **message) {
  dfmt_error why = {.status = DFMT_OK};
  dfmt_status st = dfmti_sql_input_open(host->config, path, in, &why);
  if (st != DFMT_OK && st != DFMT_E_NOMEM) fail(host, path, &why, message);
  if (st != DFMT_OK || in->outer || dfmt_source_seekable(in->source)) return st;
  const dfmt_error *e = dfmt_source_error(in->source);
  if (e->status == DFMT_OK)
    return fail_as(host, path, DFMT_E_IO, DFMT_ERR_SEEK, "it cannot be read more than once: save it as a file",
                   message);
  fail(host, path, e, message);
  return e->status;
}

static dfmt_status identify(struct dfmti_sql_host *host, const char *path, uint32_t *format, char **message) {
  struct dfmti_sql_input in;
  dfmt_reader *reader = NULL;
  dfmt_probe probe = {.format = 0};
  const dfmt_event *ev;
  uint32_t n = 0;
  dfmt_status st = open_input(host, path, &in, message);
  if (st == DFMT_OK) st = dfmt_reader_new(host->config, &reader);
  if (st == DFMT_OK) st = dfmt_reader_open(reader, 0, in.source);
  if (st == DFMT_OK) st = dfmt_reader_identify(reader, path, &probe, 1, &n);
  if (st == DFMT_OK && n == 0) st = dfmt_reader_next(reader, &ev); /* it says what there is instead */
  if (st != DFMT_OK && reader) fail(host, path, dfmt_reader_error(reader), message);
  *format = probe.format;
  dfmt_reader_free(reader);
  dfmti_sql_input_close(&in);
  return st;
}

int dfmti_sql_attach(struct dfmti_sql_host *host, const char *path, char **message) {
  uint32_t format = 0;
  dfmt_status st = identify(host, path, &format, message);
  if (st != DFMT_OK) return st == DFMT_E_NOMEM || !*message ? SQLITE_NOMEM : SQLITE_ERROR;
  struct dfmti_sql_attached *more = sqlite3_realloc64(host->attached, (host->n_attached + 1) * sizeof *more);
  if (!more) return SQLITE_NOMEM;
  host->attached = more;
  more[host->n_attached] = (struct dfmti_sql_attached){sqlite3_mprintf("%s", path), format};
  return more[host->n_attached].path ? (void)host->n_attached++, SQLITE_OK : SQLITE_NOMEM;
}

/* ---- tables ---- */

static uint32_t format_of(const dfmt_type *type) { return type->number >> 16; }

const char *dfmti_sql_short_name(const dfmt_type *type) {
  const char *dot = strchr(type->name, '.');
  return dot ? dot + 1 : type->name;
}

/* A table of all formats has all files. */
static bool is_of(const struct dfmti_sql_attached *a, const dfmt_type *type) {
  return format_of(type) == 0 || format_of(type) == a->format;
}

size_t dfmti_sql_n_files(const struct dfmti_sql_host *host, const dfmt_type *type) {
  size_t n = 0;
  for (size_t i = 0; i < host->n_attached; i++) n += is_of(&host->attached[i], type);
  return n;
}

static bool is_ambiguous(const struct dfmti_sql_host *host, const dfmt_type *type) {
  const dfmt_type *other;
  for (uint32_t i = 0; (other = dfmt_table_at(i)) != NULL; i++)
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
static char *creation(const struct dfmti_sql_host *host, const dfmt_type *type, const char *name) {
  char *module = dfmti_sql_name(type);
  if (!module) return NULL;
  sqlite3_str *s = sqlite3_str_new(NULL);
  sqlite3_str_appendf(s, "CREATE VIRTUAL TABLE temp.\"%w\" USING \"%w\"", name, module);
  sqlite3_free(module);
  const char *before = "(";
  for (size_t i = 0; i < host->n_attached; i++) {
    if (!is_of(&host->attached[i], type)) continue;
    sqlite3_str_appendf(s, "%s%Q", before, host->attached[i].path);
    before = ", ";
  }
  sqlite3_str_appendall(s, ")");
  return sqlite3_str_finish(s);
}

/* Takes the name over, which may be NULL for want of memory. */
static int make(struct dfmti_sql_host *host, const dfmt_type *type, char *name, char **message) {
  int rc = name ? run(host, creation(host, type, name), message) : SQLITE_NOMEM;
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
  int rc = drop_tables(host, message);
  for (uint32_t i = 0; (type = dfmt_table_at(i)) != NULL && rc == SQLITE_OK; i++) {
    if (dfmti_sql_n_files(host, type) == 0) continue;
    rc = make(host, type, dfmti_sql_name(type), message);
    if (rc == SQLITE_OK && strchr(type->name, '.') && !is_ambiguous(host, type))
      rc = make(host, type, sqlite3_mprintf("%s", dfmti_sql_short_name(type)), message);
  }
  return rc;
}

void dfmti_sql_forget(struct dfmti_sql_host *host) {
  for (size_t i = 0; i < host->n_attached; i++) sqlite3_free(host->attached[i].path);
  for (size_t i = 0; i < host->n_made; i++) sqlite3_free(host->made[i]);
  sqlite3_free(host->attached);
  sqlite3_free(host->made);
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
    rc = path ? dfmti_sql_attach(host, path, &message) : SQLITE_MISMATCH;
  }
  if (rc == SQLITE_OK) rc = dfmti_sql_make_tables(host, &message);
  if (rc != SQLITE_OK)
    give_error(to, rc, message);
  else if (n)
    sqlite3_result_text(to, dfmt_format_name(host->attached[host->n_attached - 1].format), -1, SQLITE_STATIC);
}
