/* SPDX-License-Identifier: MIT */
/* The columns of a table in SQL, read off the schema that a scan has for it: no file is needed for that. */
#include <string.h>

#include "table.h"

/* What goes after the members, in the order of arguments. */
static const struct {
  const char *name;
  uint32_t role;
} arguments[] = {{"file", DFMTI_SQL_FILE}, {"on_error", DFMTI_SQL_ON_ERROR}, {"payload_as", DFMTI_SQL_PAYLOAD_AS}};

enum { N_ARGUMENTS = sizeof arguments / sizeof *arguments };

/* Names in SQL do not differ by case alone. */
static bool is_argument(const char *name) {
  for (size_t i = 0; i < N_ARGUMENTS; i++)
    if (sqlite3_stricmp(arguments[i].name, name) == 0) return true;
  return false;
}

static const dfmt_field *member_named(const dfmt_type *type, const char *name) {
  for (uint64_t i = 0; i < type->n_fields; i++)
    if (strcmp(type->fields[i].name, name) == 0) return &type->fields[i];
  return NULL;
}

static const char *type_of(const struct ArrowSchema *s, bool address) {
  if (address) return "TEXT";
  if (s->dictionary) return "TEXT";
  switch (s->format[0]) {
    case 'u':
    case '+': return "TEXT";
    case 'z': return "BLOB";
    case 'g': return "REAL";
    default: return "INTEGER";
  }
}

/*
 * Numbers, text and the words of enumerations. beside: what stands beside the member. SQLite compares those of problems
 * itself, as all of them are to be seen here.
 */
static bool is_filterable(const dfmt_field *member, bool beside) {
  switch (member->kind) {
    case DFMT_KIND_U32:
    case DFMT_KIND_I32:
    case DFMT_KIND_U64:
    case DFMT_KIND_I64:
    case DFMT_KIND_BOOL:
    case DFMT_KIND_STR:
    case DFMT_KIND_CSTR:
    case DFMT_KIND_ENUM: return true;
    default: return member->kind == DFMT_KIND_FLAGS && !beside;
  }
}

static bool set(struct dfmti_sql_columns *c, const char *name, const char *member, const char *type, uint32_t role) {
  struct dfmti_sql_column *to = &c->list[c->n];
  to->name = sqlite3_mprintf("%s", name);
  if (!to->name) return false;
  to->member = member;
  to->type = type;
  to->role = role;
  c->n++;
  return true;
}

/* A column of the schema: a member, what stands beside the member before it (NAME_word), or of the event. */
static bool set_from(struct dfmti_sql_columns *c, const dfmt_type *type, const struct ArrowSchema *s, uint32_t role,
                     const dfmt_field **before) {
  const dfmt_field *member = role == DFMTI_SQL_MEMBER ? member_named(type, s->name) : NULL;
  bool address = dfmti_sql_is_address(s), beside = role == DFMTI_SQL_MEMBER && !member;
  if (member) *before = member;
  if (beside) member = *before;
  if (!set(c, s->name, member ? member->name : NULL, type_of(s, address), role)) return false;
  c->list[c->n - 1].filterable = member && is_filterable(member, beside) && !dfmti_sql_is_of_problems(type);
  c->list[c->n - 1].address = address;
  c->list[c->n - 1].taken = role == DFMTI_SQL_MEMBER && is_argument(s->name);
  return true;
}

/* What a schema with payload and envelope has after the members. */
enum { N_PAYLOAD = 2, N_ENVELOPE = 3 };

static bool fill(struct dfmti_sql_columns *c, const dfmt_type *type, const struct ArrowSchema *s, bool many_files) {
  const dfmt_field *before = NULL;
  int64_t n = s->n_children, envelope = n - N_ENVELOPE, payload = envelope - N_PAYLOAD;
  c->list = dfmti_sql_zalloc((uint64_t)n + N_ARGUMENTS + 1, sizeof *c->list);
  bool good = c->list != NULL;
  if (good && many_files) good = set(c, "_file", NULL, "TEXT", DFMTI_SQL_FILE_OF_ROW);
  for (int64_t i = 0; i < payload && good; i++) good = set_from(c, type, s->children[i], DFMTI_SQL_MEMBER, &before);
  for (size_t i = 0; i < N_ARGUMENTS && good; i++) good = set(c, arguments[i].name, NULL, "TEXT", arguments[i].role);
  for (int64_t i = payload; i < n && good; i++)
    good = set_from(c, type, s->children[i], i < envelope ? DFMTI_SQL_PAYLOAD : DFMTI_SQL_ENVELOPE, &before);
  return good;
}

/* The schema with everything. */
static dfmt_status schema_of(const struct dfmti_sql_host *host, const dfmt_type *type, struct ArrowSchema *out,
                             char **message) {
  const dfmt_table_request all = {.size = sizeof all, .payload = DFMT_SCAN_PAYLOAD_BYTES, .envelope = 1};
  dfmt_source *nothing = NULL;
  dfmt_scan *scan = NULL;
  uint32_t table;
  dfmt_status st = dfmt_source_memory(host->config, "", 0, &nothing);
  if (st == DFMT_OK) st = dfmt_scan_new(host->config, nothing, &scan);
  if (st == DFMT_OK) st = dfmti_sql_offer(scan);
  if (st == DFMT_OK) st = dfmt_scan_table(scan, type->name, &all, &table);
  if (st == DFMT_OK) st = dfmt_scan_schema(scan, table, out);
  if (st != DFMT_OK && st != DFMT_E_NOMEM && scan) *message = sqlite3_mprintf("%s", dfmt_scan_error(scan)->message);
  dfmt_scan_free(scan);
  dfmt_source_free(nothing);
  return st;
}

int dfmti_sql_columns_make(const struct dfmti_sql_host *host, const dfmt_type *type, bool many_files,
                           struct dfmti_sql_columns *out, char **message) {
  struct ArrowSchema s = {.release = NULL};
  *out = (struct dfmti_sql_columns){0};
  dfmt_status st = schema_of(host, type, &s, message);
  if (st != DFMT_OK) return st == DFMT_E_NOMEM ? SQLITE_NOMEM : SQLITE_ERROR;
  bool good = fill(out, type, &s, many_files);
  s.release(&s);
  if (good) return SQLITE_OK;
  dfmti_sql_columns_free(out);
  return SQLITE_NOMEM;
}

void dfmti_sql_columns_free(struct dfmti_sql_columns *c) {
  for (size_t i = 0; i < c->n; i++) sqlite3_free(c->list[i].name);
  sqlite3_free(c->list);
  *c = (struct dfmti_sql_columns){0};
}

char *dfmti_sql_columns_declare(const struct dfmti_sql_columns *c) {
  sqlite3_str *s = sqlite3_str_new(NULL);
  sqlite3_str_appendall(s, "CREATE TABLE x(");
  for (size_t i = 0; i < c->n; i++)
    sqlite3_str_appendf(s, "%s\"%w%s\" %s%s", i ? ", " : "", c->list[i].name, c->list[i].taken ? "_" : "",
                        c->list[i].type, c->list[i].role > DFMTI_SQL_MEMBER ? " HIDDEN" : "");
  sqlite3_str_appendall(s, ")");
  return sqlite3_str_finish(s);
}
