/* SPDX-License-Identifier: MIT */
/* The rows of a query's files, one file after the other, by scans. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "table.h"

/* ---- errors ---- */

static const char *path_of(const struct dfmti_sql_rows *r) { return r->query->files[r->file]; }

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
  return dfmti_sql_fail(r->table, SQLITE_ERROR, "%s: %s: %s%s", path_of(r), dfmt_status_name(e->status), place,
                        e->message);
}

/* What has no handle with an error. */
static int fail_without(struct dfmti_sql_rows *r, dfmt_status st) {
  if (st == DFMT_E_NOMEM) return SQLITE_NOMEM;
  return dfmti_sql_fail(r->table, SQLITE_ERROR, "%s: %s", path_of(r), dfmt_status_name(st));
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
  const dfmt_table_request request = {.size = sizeof request,
                                      .payload = r->query->payload,
                                      .envelope = r->query->envelope,
                                      .n_columns = wanted(r, names),
                                      .columns = names,
                                      .filters = filters->list,
                                      .n_filters = filters->n};
  return dfmt_scan_table(r->scan, r->table->type->name, &request, &table);
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
  return st == DFMT_OK ? find_children(r) : fail_as(r, dfmt_scan_error(r->scan));
}

/* A scan with the configuration, and what the query says of damage. *why: set if the file is what fails. */
static dfmt_status make_scan(struct dfmti_sql_rows *r, dfmt_error *why) {
  dfmt_config *c = r->table->host->config;
  uint64_t before = 0;
  dfmt_status st = dfmt_config_get(c, DFMT_CFG_RECOVER, &before);
  if (st == DFMT_OK && r->query->recover >= 0) st = dfmt_config_set(c, DFMT_CFG_RECOVER, (uint64_t)r->query->recover);
  if (st == DFMT_OK) st = dfmti_sql_input_open(c, path_of(r), &r->input, why);
  if (st == DFMT_OK) st = dfmt_scan_new(c, r->input.source, &r->scan);
  (void)dfmt_config_set(c, DFMT_CFG_RECOVER, before); /* it was set before */
  return st;
}

static void close_file(struct dfmti_sql_rows *r) {
  if (r->batch.release) r->batch.release(&r->batch);
  if (r->schema.release) r->schema.release(&r->schema);
  r->batch = (struct ArrowArray){.release = NULL};
  dfmt_scan_free(r->scan);
  dfmti_sql_input_close(&r->input);
  r->scan = NULL;
}

static int open_file(struct dfmti_sql_rows *r) {
  dfmt_error why = {.status = DFMT_OK};
  dfmt_status st = make_scan(r, &why);
  if (st == DFMT_OK) return ask_for_table(r);
  return why.status != DFMT_OK ? fail_as(r, &why) : fail_without(r, st);
}

/* ---- rows ---- */

int dfmti_sql_rows_begin(struct dfmti_sql_rows *r, struct dfmti_sql_table *t, const struct dfmti_sql_query *q,
                         bool every) {
  *r = (struct dfmti_sql_rows){.table = t, .query = q, .every = every};
  if (q->nothing || q->n_files == 0) return SQLITE_OK;
  dfmt_status st = dfmt_sink_memory(t->host->config, &r->json);
  return st == DFMT_OK ? open_file(r) : fail_without(r, st);
}

/* A statement stops where it is when its connection was interrupted. */
static int check_interrupt(const struct dfmti_sql_rows *r) {
  sqlite3_stmt *any = NULL;
  int rc = sqlite3_prepare_v2(r->table->host->db, "SELECT 1", -1, &any, NULL);
  if (rc == SQLITE_OK) rc = sqlite3_step(any);
  (void)sqlite3_finalize(any);
  return rc == SQLITE_ROW ? SQLITE_OK : rc;
}

/* The next batch of the open file: SQLITE_ROW; SQLITE_DONE at its end. */
static int next_batch(struct dfmti_sql_rows *r) {
  uint32_t table;
  if (r->batch.release) r->batch.release(&r->batch);
  r->batch = (struct ArrowArray){.release = NULL};
  r->row = 0;
  int rc = check_interrupt(r);
  if (rc != SQLITE_OK) return rc;
  dfmt_status st = dfmt_scan_next(r->scan, &table, &r->batch);
  if (st == DFMT_OK) return SQLITE_ROW;
  return st == DFMT_END ? SQLITE_DONE : fail_as(r, dfmt_scan_error(r->scan));
}

int dfmti_sql_rows_next(struct dfmti_sql_rows *r) {
  if (!r->scan) return SQLITE_DONE;
  if (++r->row < r->batch.length) return SQLITE_ROW;
  int rc;
  while ((rc = next_batch(r)) == SQLITE_DONE) {
    close_file(r);
    if (++r->file == r->query->n_files) return SQLITE_DONE;
    rc = open_file(r);
    if (rc != SQLITE_OK) break;
  }
  return rc;
}

static int set_text(struct dfmti_sql_value *out, const char *text) {
  out->type = SQLITE_TEXT;
  out->ptr = text;
  out->len = strlen(text);
  return SQLITE_OK;
}

static int from_batch(struct dfmti_sql_rows *r, size_t column, struct dfmti_sql_value *out) {
  size_t i = r->child[column];
  out->type = SQLITE_NULL;
  if (i == SIZE_MAX) return SQLITE_OK;
  dfmt_status st = dfmti_sql_value_at(r->schema.children[i], r->batch.children[i], r->row + r->batch.offset,
                                      r->table->columns.list[column].address, r->json, out);
  return st == DFMT_OK ? SQLITE_OK : fail_without(r, st);
}

int dfmti_sql_rows_value(struct dfmti_sql_rows *r, size_t column, struct dfmti_sql_value *out) {
  switch (r->table->columns.list[column].role) {
    case DFMTI_SQL_FILE_OF_ROW:
    case DFMTI_SQL_FILE: return set_text(out, path_of(r));
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
