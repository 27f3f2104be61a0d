/* SPDX-License-Identifier: MIT */
/*
 * What a statement needs of a table, as a plan: text that SQLite keeps and gives to the cursor with the values. It has
 * the columns that are used, the arguments of the call, and comparisons that the reading can make use of. Others
 * than arguments, and comparisons that are the library's for sure, SQLite checks again: too many rows are no fault
 * then.
 */
#include <string.h>

#include "table.h"

const char *const dfmti_sql_on_error[2] = {"fail", "recover"};
const char *const dfmti_sql_payload_as[2] = {"text", "bytes"};

/* Rows of a file, for want of a better number; what a comparison leaves of them. */
enum { ROWS = 1000000, EQUAL = 100, LIST = 20, RANGE = 4 };

struct plan {
  struct dfmti_sql_table *table;
  sqlite3_index_info *info;
  sqlite3_str *text;
  int n; /* values */
  double rows;
  bool lookup; /* a term of one row each is there, so that a copy will have an index */
  bool file;
};

static bool has_planner_calls(void) { return sqlite3_libversion_number() >= DFMTI_SQL_PLANNER_VERSION; }

/* The value, if it is known when the statement is prepared, and so the same for all of it; else NULL. */
static sqlite3_value *constant_of(sqlite3_index_info *info, int i) {
  sqlite3_value *v = NULL;
#if SQLITE_VERSION_NUMBER >= 3038000
  if (has_planner_calls() && sqlite3_vtab_rhs_value(info, i, &v) != SQLITE_OK) v = NULL;
#endif
  return v;
}

/* true: the values of an IN are given all at once. */
static bool is_list(sqlite3_index_info *info, int i) {
#if SQLITE_VERSION_NUMBER >= 3038000
  return has_planner_calls() && sqlite3_vtab_in(info, i, 1) != 0;
#else
  return false;
#endif
}

static void take(struct plan *p, int i, int kind, bool omit) {
  p->info->aConstraintUsage[i].argvIndex = ++p->n;
  p->info->aConstraintUsage[i].omit = omit;
  sqlite3_str_appendf(p->text, ";%c%x:%x", kind, p->info->aConstraint[i].iColumn, p->info->aConstraint[i].op);
}

/* ---- arguments ---- */

/* The constraint that gives an argument; -1: there is none. *bad: only one that has no value yet. */
static int find_argument(const struct plan *p, uint32_t role, bool *bad) {
  *bad = false;
  for (int i = 0; i < p->info->nConstraint; i++) {
    const struct sqlite3_index_constraint *c = &p->info->aConstraint[i];
    if (c->iColumn < 0 || c->op != SQLITE_INDEX_CONSTRAINT_EQ) continue;
    if (p->table->columns.list[c->iColumn].role != role) continue;
    if (c->usable) return i;
    *bad = true;
  }
  return -1;
}

/* SQLITE_CONSTRAINT: another order of tables is needed. */
static int take_arguments(struct plan *p) {
  for (uint32_t role = DFMTI_SQL_FILE; role <= DFMTI_SQL_PAYLOAD_AS; role++) {
    bool bad;
    int i = find_argument(p, role, &bad);
    if (i < 0 && bad) return SQLITE_CONSTRAINT;
    if (i < 0) continue;
    take(p, i, DFMTI_SQL_ARGUMENT, true);
    p->file |= role == DFMTI_SQL_FILE;
  }
  return SQLITE_OK;
}

/* ---- comparisons ---- */

static bool is_comparison(int op) {
  return op == SQLITE_INDEX_CONSTRAINT_EQ || op == SQLITE_INDEX_CONSTRAINT_GT || op == SQLITE_INDEX_CONSTRAINT_LE ||
         op == SQLITE_INDEX_CONSTRAINT_LT || op == SQLITE_INDEX_CONSTRAINT_GE || op == SQLITE_INDEX_CONSTRAINT_NE;
}

static bool is_of_use(const struct plan *p, int i) {
  const struct sqlite3_index_constraint *c = &p->info->aConstraint[i];
  if (!c->usable || c->iColumn < 0 || !is_comparison(c->op)) return false;
  const struct dfmti_sql_column *column = &p->table->columns.list[c->iColumn];
  if (!column->filterable) return false;
  return strcmp(column->type, "TEXT") != 0 || strcmp(sqlite3_vtab_collation(p->info, i), "BINARY") == 0;
}

static void take_comparison(struct plan *p, int i) {
  const struct sqlite3_index_constraint *c = &p->info->aConstraint[i];
  dfmt_filter_value filter;
  bool list = is_list(p->info, i), equal = c->op == SQLITE_INDEX_CONSTRAINT_EQ;
  sqlite3_value *v = list ? NULL : constant_of(p->info, i);
  bool sure = v && dfmti_sql_filter_value(&p->table->columns.list[c->iColumn], v, &filter);
  take(p, i, list ? DFMTI_SQL_ANY_OF : v ? DFMTI_SQL_CONSTANT : DFMTI_SQL_VARIABLE, sure);
  p->rows /= list ? LIST : equal ? EQUAL : RANGE;
  p->lookup |= equal && !list && !v;
}

static void take_comparisons(struct plan *p) {
  for (int i = 0; i < p->info->nConstraint; i++)
    if (is_of_use(p, i)) take_comparison(p, i);
}

int dfmti_sql_best_index(sqlite3_vtab *vtab, sqlite3_index_info *info) {
  struct plan p = {.table = (struct dfmti_sql_table *)vtab, .info = info, .rows = ROWS};
  p.text = sqlite3_str_new(NULL);
  sqlite3_str_appendf(p.text, "%llx", (unsigned long long)info->colUsed);
  int rc = take_arguments(&p);
  if (rc == SQLITE_OK) take_comparisons(&p);
  if (rc == SQLITE_OK) rc = sqlite3_str_errcode(p.text);
  char *text = sqlite3_str_finish(p.text);
  if (rc != SQLITE_OK) { /* SQLite would not free it */
    sqlite3_free(text);
    return rc;
  }
  info->idxStr = text;
  info->needToFreeIdxStr = 1;
  info->estimatedRows = p.rows < 1 ? 1 : (sqlite3_int64)p.rows;
  info->estimatedCost = p.lookup ? 100 + p.rows : ROWS + p.rows;
  if (!p.file && !p.table->n_files && !p.table->attached)
    info->estimatedCost = 1e30; /* for one term of an OR it has no arguments */
  return SQLITE_OK;
}
