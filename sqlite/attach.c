/* SPDX-License-Identifier: MIT */
/*
 * Files as tables with short names: of a bug report "log" and "bugreport_log". They are virtual tables in the schema
 * temp, bound to all attached files of their format, which are a list here, of any length. A short name that tables of
 * several of these formats have is nobody's.
 */
#include <string.h>

#include <diagfmt/errors.h>
#include <diagfmt/reader.h>

#include "table.h"

struct dfmti_sql_attached {
  char *path;
  uint32_t format; /* 0: it cannot be read */
  uint32_t told;   /* bits of what was told of it */
};

/* A format of attached files. */
struct dfmti_sql_kind {
  uint32_t format;
  size_t n;        /* files */
  size_t made_for; /* n when tables were made, up to 2 */
};

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

/* ---- the list ---- */

static struct dfmti_sql_kind *kind_of(const struct dfmti_sql_host *host, uint32_t format) {
  for (size_t i = 0; i < host->n_kinds; i++)
    if (host->kinds[i].format == format) return &host->kinds[i];
  return NULL;
}

static struct dfmti_sql_kind *make_kind(struct dfmti_sql_host *host, uint32_t format) {
  struct dfmti_sql_kind *kind = kind_of(host, format);
  if (kind) return kind;
  kind = sqlite3_realloc64(host->kinds, (host->n_kinds + 1) * sizeof *kind);
  if (!kind) return NULL;
  host->kinds = kind;
  kind[host->n_kinds] = (struct dfmti_sql_kind){.format = format};
  return &kind[host->n_kinds++];
}

/* Room for half as many more, as many as there are then. */
static bool reserve(struct dfmti_sql_host *host) {
  size_t n = host->n_attached, cap = 8;
  if (n && (n < 8 || (n & (n - 1)) != 0)) return true; /* there is room up to the next power of two */
  while (cap <= n) cap *= 2;
  struct dfmti_sql_attached *more = sqlite3_realloc64(host->attached, cap * sizeof *more);
  if (more) host->attached = more;
  return more != NULL;
}

static int add(struct dfmti_sql_host *host, const char *path, uint32_t format, bool told) {
  struct dfmti_sql_kind *kind = make_kind(host, format);
  struct dfmti_sql_attached a = {.format = format, .told = told ? UINT32_MAX : 0};
  if (!kind || !reserve(host) || !(a.path = sqlite3_mprintf("%s", path))) return SQLITE_NOMEM;
  host->attached[host->n_attached++] = a;
  kind->n++;
  return SQLITE_OK;
}

int dfmti_sql_attach(struct dfmti_sql_host *host, const char *path, bool several, char **message) {
  const struct attaching a = {host, path, dfmti_sql_goes_on(host, -1, several), message};
  uint32_t format = 0;
  dfmt_status st = identify(&a, &format);
  if (st == DFMT_OK) return add(host, path, format, false);
  if (st == DFMT_E_NOMEM) return SQLITE_NOMEM;
  if (a.goes_on) return add(host, path, 0, true);
  return *message ? SQLITE_ERROR : SQLITE_NOMEM;
}

bool dfmti_sql_was_told(struct dfmti_sql_host *host, size_t attached, uint32_t what) {
  bool before = host->attached[attached].told & what;
  host->attached[attached].told |= what;
  return before;
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
  const struct dfmti_sql_kind *kind = kind_of(host, format_of(type));
  return format_of(type) == 0 ? host->n_attached : kind ? kind->n : 0;
}

size_t dfmti_sql_n_known(const struct dfmti_sql_host *host) {
  const struct dfmti_sql_kind *unknown = kind_of(host, 0);
  return host->n_attached - (unknown ? unknown->n : 0);
}

const char *dfmti_sql_attached_path(const struct dfmti_sql_host *host, const dfmt_type *type, size_t *at) {
  while (*at < host->n_attached && !is_of(&host->attached[*at], type)) ++*at;
  return *at < host->n_attached ? host->attached[*at].path : NULL;
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

static size_t up_to_two(size_t n) { return n < 2 ? n : 2; }

/* Tables differ in whether there are files, and whether there are several. */
static bool are_made(const struct dfmti_sql_host *host) {
  bool made = host->made_for == up_to_two(host->n_attached);
  for (size_t i = 0; i < host->n_kinds; i++) made = made && host->kinds[i].made_for == up_to_two(host->kinds[i].n);
  return made;
}

static void set_made(struct dfmti_sql_host *host) {
  host->made_for = up_to_two(host->n_attached);
  for (size_t i = 0; i < host->n_kinds; i++) host->kinds[i].made_for = up_to_two(host->kinds[i].n);
}

int dfmti_sql_make_tables(struct dfmti_sql_host *host, char **message) {
  const dfmt_type *type;
  if (are_made(host)) return SQLITE_OK;
  int rc = drop_tables(host, message);
  for (uint32_t i = 0; (type = dfmt_table_at(i)) != NULL && rc == SQLITE_OK; i++) {
    if (dfmti_sql_n_files(host, type) == 0) continue;
    rc = make(host, type, dfmti_sql_name(type), message);
    if (rc == SQLITE_OK && strchr(type->name, '.') && !is_ambiguous(host, type))
      rc = make(host, type, sqlite3_mprintf("%s", dfmti_sql_short_name(type)), message);
  }
  if (rc == SQLITE_OK) set_made(host);
  return rc;
}

void dfmti_sql_forget(struct dfmti_sql_host *host) {
  for (size_t i = 0; i < host->n_attached; i++) sqlite3_free(host->attached[i].path);
  for (size_t i = 0; i < host->n_made; i++) sqlite3_free(host->made[i]);
  sqlite3_free(host->attached);
  sqlite3_free(host->kinds);
  sqlite3_free(host->made);
  sqlite3_free(host->told);
  dfmti_sql_damage_free(host);
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
  else if (n && host->attached[host->n_attached - 1].format)
    sqlite3_result_text(to, dfmt_format_name(host->attached[host->n_attached - 1].format), -1, SQLITE_STATIC);
}
