/* SPDX-License-Identifier: MIT */
/* The rows of a query's files, one file after the other, by scans. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "table.h"

/* ---- errors ---- */

/*
 * FILE: status, place and reason. SQLITE_ERROR for damage, too: codes that say more, such as SQLITE_CORRUPT and
 * SQLITE_IOERR, make SQLite act on the database that it has at hand.
 */
static int fail_as(struct dfmti_sql_rows *r, const dfmt_error *e) {
  char place[80] = "";
  dfmti_sql_keep(r->table->host, e);
  if (e->status == DFMT_E_NOMEM) return SQLITE_NOMEM;
  if (e->line)
    snprintf(place, sizeof place, "line %" PRIu64 ", offset 0x%" PRIx64 ": ", e->line, e->offset);
  else if (e->origin == DFMT_ORIGIN_DATA)
    snprintf(place, sizeof place, "offset 0x%" PRIx64 ": ", e->offset);
  return dfmti_sql_fail(r->table, SQLITE_ERROR, "%s: %s: %s%s", r->path, dfmt_status_name(e->status), place,
                        e->message);
}

/* What has no handle with an error. */
static int fail_without(struct dfmti_sql_rows *r, dfmt_status st) {
  if (st == DFMT_E_NOMEM) return SQLITE_NOMEM;
  return dfmti_sql_fail(r->table, SQLITE_ERROR, "%s: %s", r->path, dfmt_status_name(st));
}

/*
 * The file at hand has no more rows: SQLITE_DONE, or SQLITE_ROW with the reason as the last one of the table of
 * diagnostics. Else an error, which ends the statement.
 */
static int give_up(struct dfmti_sql_rows *r, const dfmt_error *e) {
  const struct dfmti_sql_table *t = r->table;
  bool several = !r->query->file && (t->attached ? dfmti_sql_n_files(t->host, t->type) : t->n_files) > 1;
  if (e->status == DFMT_E_NOMEM || !dfmti_sql_goes_on(t->host, r->query->recover, several)) return fail_as(r, e);
  dfmti_sql_tell_error(r->table->host, r->path, r->attached, e);
  bool row = dfmti_sql_is_of_problems(r->table->type);
  int rc = row ? dfmti_sql_problem_set(&r->problem, e) : SQLITE_OK;
  dfmt_scan_free(r->scan); /* and e */
  r->scan = NULL;
  return rc != SQLITE_OK ? rc : row ? SQLITE_ROW : SQLITE_DONE;
}

/* ---- a file ---- */

/* Members of used columns, each once: `names` has room for all. */
static uint64_t wanted(const struct dfmti_sql_rows *r, const char **names) {
  const struct dfmti_sql_columns *c = &r->table->columns;
  uint64_t n = 0;
  for (size_t i = 0; i < c->n; i++) {
    const char *member = c->list[i].member;
    if (member && dfmti_sql_is_used(r->query, i) && (n == 0 || names[n - 1] != member)) names[n++] = member;
  }
  return n;
}

/* The places of columns in batches. */
static int find_children(struct dfmti_sql_rows *r) {
  const struct dfmti_sql_columns *c = &r->table->columns;
  if (!r->child) r->child = dfmti_sql_zalloc(c->n, sizeof *r->child);
  if (!r->child) return SQLITE_NOMEM;
  int64_t at = 0;
  for (size_t i = 0; i < c->n; i++) { /* they have the same order */
    bool found = at < r->schema.n_children && strcmp(r->schema.children[at]->name, c->list[i].name) == 0;
    r->child[i] = found ? (size_t)at++ : SIZE_MAX;
  }
  return SQLITE_OK;
}

static dfmt_status ask(struct dfmti_sql_rows *r, const char **names, const struct dfmti_sql_filters *filters) {
  uint32_t table;
  bool of_problems = dfmti_sql_is_of_problems(r->table->type);
  const dfmt_table_request request = {.size = sizeof request,
                                      .payload = r->query->payload,
                                      .envelope = r->query->envelope,
                                      .n_columns = of_problems ? 0 : wanted(r, names),
                                      .columns = of_problems ? NULL : names, /* all are looked at */
                                      .filters = filters->list,
                                      .n_filters = filters->n};
  return dfmt_scan_table(r->scan, r->table->type->name, &request, &table);
}

/* What the reader has to say of the file, as soon as it says it. */
static dfmt_status watch(struct dfmti_sql_rows *r) {
  uint32_t table;
  const dfmt_table_request request = {.size = sizeof request, .max_rows = 1};
  if (!r->watches) return DFMT_OK;
  dfmt_status st = dfmt_scan_table(r->scan, "diagnostic", &request, &table);
  return st == DFMT_OK ? dfmt_scan_schema(r->scan, table, &r->problems) : st;
}

static int ask_for_table(struct dfmti_sql_rows *r) {
  struct dfmti_sql_filters filters;
  const char **names = dfmti_sql_zalloc(r->table->columns.n, sizeof *names);
  int rc = dfmti_sql_filters_make(r->table, r->query, r->every, &filters);
  dfmt_status st = names && rc == SQLITE_OK ? ask(r, names, &filters) : DFMT_E_NOMEM;
  sqlite3_free(names);
  dfmti_sql_filters_free(&filters);
  if (!names || rc != SQLITE_OK) return SQLITE_NOMEM;
  if (st == DFMT_OK) st = dfmt_scan_schema(r->scan, 0, &r->schema);
  if (st == DFMT_OK) st = watch(r);
  return st == DFMT_OK ? find_children(r) : give_up(r, dfmt_scan_error(r->scan));
}

/* Others than the table of diagnostics itself have it read along where commands of the tool would print it. */
static void set_watches(struct dfmti_sql_rows *r) {
  uint64_t recovers = 0, tells = 0;
  (void)dfmt_config_get(r->table->host->config, DFMT_CFG_RECOVER, &recovers);
  (void)dfmt_config_get(r->table->host->config, DFMT_CFG_DIAGNOSTICS, &tells);
  r->watches = !dfmti_sql_is_of_problems(r->table->type) && (recovers || tells);
}

/* A scan with the configuration, and what the query says of damage. *why: set if the file is what fails. */
static dfmt_status make_scan(struct dfmti_sql_rows *r, dfmt_error *why) {
  dfmt_config *c = r->table->host->config;
  uint64_t before = 0;
  dfmt_status st = dfmt_config_get(c, DFMT_CFG_RECOVER, &before);
  if (st == DFMT_OK && r->query->recover >= 0) st = dfmt_config_set(c, DFMT_CFG_RECOVER, (uint64_t)r->query->recover);
  set_watches(r);
  if (st == DFMT_OK) st = dfmti_sql_input_open(c, r->path, &r->input, why);
  if (st == DFMT_OK) st = dfmt_scan_new(c, r->input.source, &r->scan);
  if (st == DFMT_OK) st = dfmti_sql_offer(r->scan);
  (void)dfmt_config_set(c, DFMT_CFG_RECOVER, before); /* it was set before */
  return st;
}

static void close_file(struct dfmti_sql_rows *r) {
  if (r->batch.release) r->batch.release(&r->batch);
  if (r->schema.release) r->schema.release(&r->schema);
  if (r->problems.release) r->problems.release(&r->problems);
  r->batch = (struct ArrowArray){.release = NULL};
  dfmt_scan_free(r->scan);
  dfmti_sql_input_close(&r->input);
  dfmti_sql_problem_clear(&r->problem);
  r->scan = NULL;
}

/* false: no more files. */
static bool next_path(struct dfmti_sql_rows *r) {
  const struct dfmti_sql_table *t = r->table;
  size_t at = r->next_file;
  r->attached = SIZE_MAX;
  if (r->query->file) {
    r->path = at ? NULL : r->query->file;
  } else if (t->attached) {
    r->path = dfmti_sql_attached_path(t->host, t->type, &at);
    r->attached = at;
  } else {
    r->path = at < t->n_files ? t->files[at] : NULL;
  }
  r->next_file = at + 1;
  return r->path && !r->query->nothing;
}

static int open_file(struct dfmti_sql_rows *r) {
  dfmt_error why = {.status = DFMT_OK};
  dfmt_status st = make_scan(r, &why);
  if (st == DFMT_OK) return ask_for_table(r);
  return why.status != DFMT_OK ? give_up(r, &why) : fail_without(r, st);
}

/* ---- rows ---- */

int dfmti_sql_rows_begin(struct dfmti_sql_rows *r, struct dfmti_sql_table *t, const struct dfmti_sql_query *q,
                         bool every) {
  *r = (struct dfmti_sql_rows){.table = t, .query = q, .every = every, .path = ""};
  dfmt_status st = dfmt_sink_memory(t->host->config, &r->json);
  return st == DFMT_OK ? SQLITE_OK : fail_without(r, st);
}

/* A statement stops where it is when its connection was interrupted. */
static int check_interrupt(const struct dfmti_sql_rows *r) {
  sqlite3_stmt *any = NULL;
  int rc = sqlite3_prepare_v2(r->table->host->db, "SELECT 1", -1, &any, NULL);
  if (rc == SQLITE_OK) rc = sqlite3_step(any);
  (void)sqlite3_finalize(any);
  return rc == SQLITE_ROW ? SQLITE_OK : rc;
}

/* Tells of what a batch of diagnostics has. true: it is of the query's table, too. */
static bool look_at_problems(struct dfmti_sql_rows *r, uint32_t table) {
  bool own = dfmti_sql_is_of_problems(r->table->type);
  if (own || table > 0)
    dfmti_sql_tell_rows(r->table->host, r->path, r->attached, own ? &r->schema : &r->problems, &r->batch);
  return table == 0;
}

/* The next batch of the open file: SQLITE_ROW; SQLITE_DONE at its end. */
static int next_batch(struct dfmti_sql_rows *r) {
  uint32_t table;
  dfmt_status st;
  r->row = 0;
  do {
    if (r->batch.release) r->batch.release(&r->batch);
    r->batch = (struct ArrowArray){.release = NULL};
    int rc = check_interrupt(r);
    if (rc != SQLITE_OK) return rc;
    st = dfmt_scan_next(r->scan, &table, &r->batch);
  } while (st == DFMT_OK && !look_at_problems(r, table));
  if (st == DFMT_OK) return SQLITE_ROW;
  return st == DFMT_END ? SQLITE_DONE : give_up(r, dfmt_scan_error(r->scan));
}

int dfmti_sql_rows_next(struct dfmti_sql_rows *r) {
  if (++r->row < r->batch.length) return SQLITE_ROW;
  for (;;) {
    int rc = r->scan ? next_batch(r) : SQLITE_DONE;
    if (rc != SQLITE_DONE) return rc;
    close_file(r);
    if (!next_path(r)) return SQLITE_DONE;
    rc = check_interrupt(r);
    if (rc == SQLITE_OK) rc = open_file(r);
    if (rc != SQLITE_OK && rc != SQLITE_DONE) return rc;
  }
}

static int set_text(struct dfmti_sql_value *out, const char *text) {
  out->type = SQLITE_TEXT;
  out->ptr = text;
  out->len = strlen(text);
  return SQLITE_OK;
}

static int from_batch(struct dfmti_sql_rows *r, size_t column, struct dfmti_sql_value *out) {
  out->type = SQLITE_NULL;
  if (r->problem.present) {
    dfmti_sql_problem_value(&r->problem, &r->table->columns.list[column], out);
    return SQLITE_OK;
  }
  size_t i = r->child[column];
  if (i == SIZE_MAX) return SQLITE_OK;
  dfmt_status st = dfmti_sql_value_at(r->schema.children[i], r->batch.children[i], r->row + r->batch.offset,
                                      r->table->columns.list[column].address, r->json, out);
  return st == DFMT_OK ? SQLITE_OK : fail_without(r, st);
}

int dfmti_sql_rows_value(struct dfmti_sql_rows *r, size_t column, struct dfmti_sql_value *out) {
  switch (r->table->columns.list[column].role) {
    case DFMTI_SQL_FILE_OF_ROW:
    case DFMTI_SQL_FILE: return set_text(out, r->path);
    case DFMTI_SQL_ON_ERROR:
      return r->query->recover < 0 ? from_batch(r, column, out) : set_text(out, dfmti_sql_on_error[r->query->recover]);
    case DFMTI_SQL_PAYLOAD_AS: return set_text(out, dfmti_sql_payload_as[r->query->bytes]);
    default: return from_batch(r, column, out);
  }
}

void dfmti_sql_rows_free(struct dfmti_sql_rows *r) {
  close_file(r);
  dfmt_sink_free(r->json);
  sqlite3_free(r->child);
  *r = (struct dfmti_sql_rows){0};
}
