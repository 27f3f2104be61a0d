/* SPDX-License-Identifier: MIT */
/* A plan and its values as a query. */
#include <stdlib.h>
#include <string.h>

#include "table.h"

/* One value that the plan asks for. */
struct slot {
  int kind; /* DFMTI_SQL_ARGUMENT ... */
  size_t column;
  int op;
};

/* Reads the next term of a plan, and moves past it. false: there are no more. */
static bool next_slot(const char **plan, struct slot *out) {
  char *end;
  if (**plan != ';') return false;
  out->kind = (*plan)[1];
  out->column = strtoul(*plan + 2, &end, 16);
  out->op = (int)strtoul(end + 1, &end, 16);
  *plan = end;
  return true;
}

/* ---- arguments ---- */

/* Which of two words it is. */
static int choose(struct dfmti_sql_table *t, const char *name, const char *const *words, const char *given, int *out) {
  for (*out = 0; *out < 2; ++*out)
    if (strcmp(words[*out], given) == 0) return SQLITE_OK;
  return dfmti_sql_fail(t, SQLITE_ERROR, "%s is '%s' or '%s', not '%s'", name, words[0], words[1], given);
}

static int take_argument(struct dfmti_sql_table *t, size_t column, sqlite3_value *v, struct dfmti_sql_query *q) {
  if (sqlite3_value_type(v) == SQLITE_NULL) {
    q->nothing = true; /* equal to nothing */
    return SQLITE_OK;
  }
  const struct dfmti_sql_column *c = &t->columns.list[column];
  const char *text = (const char *)sqlite3_value_text(v);
  int which = 0, rc = SQLITE_OK;
  if (!text) return SQLITE_NOMEM;
  if (c->role == DFMTI_SQL_FILE) {
    if (!q->file) q->file = sqlite3_mprintf("%s", text);
    rc = q->file ? SQLITE_OK : SQLITE_NOMEM;
  } else if (c->role == DFMTI_SQL_ON_ERROR) {
    rc = choose(t, c->name, dfmti_sql_on_error, text, &which);
    q->recover = which;
  } else {
    rc = choose(t, c->name, dfmti_sql_payload_as, text, &which);
    q->bytes = which;
  }
  return rc;
}

static int check_files(struct dfmti_sql_table *t, const struct dfmti_sql_query *q) {
  if (q->file || q->nothing || t->n_files || t->attached) return SQLITE_OK;
  return dfmti_sql_fail(t, SQLITE_ERROR, "the table %s is of a file: name it as its first argument", t->type->name);
}

/* ---- terms ---- */

static int add_value(struct dfmti_sql_term *to, sqlite3_value *v) {
  sqlite3_value **more = sqlite3_realloc64(to->values, (to->n_values + 1) * sizeof *more);
  if (!more) return SQLITE_NOMEM;
  to->values = more;
  more[to->n_values] = sqlite3_value_dup(v);
  return more[to->n_values++] ? SQLITE_OK : SQLITE_NOMEM;
}

static int add_list(struct dfmti_sql_term *to, sqlite3_value *list) {
#if SQLITE_VERSION_NUMBER >= 3038000
  sqlite3_value *v = NULL;
  int rc = sqlite3_vtab_in_first(list, &v);
  for (; rc == SQLITE_OK && v; rc = sqlite3_vtab_in_next(list, &v)) {
    rc = add_value(to, v);
    if (rc != SQLITE_OK) return rc;
  }
  return rc == SQLITE_DONE ? SQLITE_OK : rc;
#else
  return add_value(to, list);
#endif
}

static int take_term(const struct slot *slot, sqlite3_value *v, struct dfmti_sql_query *q) {
  struct dfmti_sql_term *to = &q->terms[q->n_terms++];
  to->column = slot->column;
  to->op = slot->op;
  to->constant = slot->kind == DFMTI_SQL_CONSTANT;
  to->list = slot->kind == DFMTI_SQL_ANY_OF;
  return to->list ? add_list(to, v) : add_value(to, v);
}

/* ---- all ---- */

/* What the columns used ask of the scan. */
static void set_request(const struct dfmti_sql_table *t, struct dfmti_sql_query *q) {
  size_t n_payload = 0;
  for (size_t i = 0; i < t->columns.n; i++) {
    uint32_t role = t->columns.list[i].role;
    size_t place = role == DFMTI_SQL_PAYLOAD ? n_payload++ : 0; /* its size, then itself */
    if (!dfmti_sql_is_used(q, i)) continue;
    if (role == DFMTI_SQL_ENVELOPE) q->envelope = true;
    if (role != DFMTI_SQL_PAYLOAD) continue;
    q->payload = !place ? DFMT_SCAN_PAYLOAD_SIZE : q->bytes ? DFMT_SCAN_PAYLOAD_BYTES : DFMT_SCAN_PAYLOAD_TEXT;
  }
}

/* By its type: asking for text would make text of it. */
static void put_key(sqlite3_str *to, sqlite3_value *v) {
  int type = sqlite3_value_type(v);
  const unsigned char *bytes = type == SQLITE_BLOB ? sqlite3_value_blob(v) : NULL;
  sqlite3_str_appendf(to, " %d:", type);
  if (type == SQLITE_INTEGER) sqlite3_str_appendf(to, "%lld", sqlite3_value_int64(v));
  if (type == SQLITE_FLOAT) sqlite3_str_appendf(to, "%!.17g", sqlite3_value_double(v));
  if (type == SQLITE_TEXT) sqlite3_str_appendf(to, "%Q", sqlite3_value_text(v));
  for (int i = 0; bytes && i < sqlite3_value_bytes(v); i++) sqlite3_str_appendf(to, "%02x", bytes[i]);
}

/* Equal for queries of one table whose rows a copy has. Constant terms are the plan's own. */
static int set_key(const struct dfmti_sql_table *t, struct dfmti_sql_query *q, const char *plan) {
  sqlite3_str *s = sqlite3_str_new(NULL);
  sqlite3_str_appendf(s, "%s %d %d %d", plan, q->recover, q->bytes, q->nothing);
  if (q->file) sqlite3_str_appendf(s, " %Q", q->file);
  if (!q->file && t->attached) sqlite3_str_appendf(s, " %llu", (unsigned long long)t->host->n_attached);
  for (size_t i = 0; i < q->n_terms; i++)
    if (q->terms[i].constant) put_key(s, q->terms[i].values[0]);
  int rc = sqlite3_str_errcode(s);
  q->key = sqlite3_str_finish(s);
  return rc;
}

static int take_all(struct dfmti_sql_table *t, const char *plan, int n, sqlite3_value **values,
                    struct dfmti_sql_query *q) {
  struct slot slot;
  int rc = SQLITE_OK;
  q->terms = dfmti_sql_zalloc((uint64_t)n, sizeof *q->terms);
  if (!q->terms) return SQLITE_NOMEM;
  for (int i = 0; i < n && rc == SQLITE_OK && next_slot(&plan, &slot); i++)
    rc = slot.kind == DFMTI_SQL_ARGUMENT ? take_argument(t, slot.column, values[i], q) : take_term(&slot, values[i], q);
  return rc == SQLITE_OK ? check_files(t, q) : rc;
}

int dfmti_sql_query_make(struct dfmti_sql_table *t, const char *plan, int n, sqlite3_value **values,
                         struct dfmti_sql_query *out) {
  char *rest;
  *out = (struct dfmti_sql_query){.recover = -1};
  out->used = strtoull(plan, &rest, 16);
  int rc = take_all(t, rest, n, values, out);
  if (rc != SQLITE_OK) return rc;
  set_request(t, out);
  return set_key(t, out, plan);
}

void dfmti_sql_query_free(struct dfmti_sql_query *q) {
  for (size_t i = 0; i < q->n_terms; i++) {
    for (size_t k = 0; k < q->terms[i].n_values; k++) sqlite3_value_free(q->terms[i].values[k]);
    sqlite3_free(q->terms[i].values);
  }
  sqlite3_free(q->file);
  sqlite3_free(q->terms);
  sqlite3_free(q->key);
  *q = (struct dfmti_sql_query){0};
}
