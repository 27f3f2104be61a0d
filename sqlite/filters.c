/* SPDX-License-Identifier: MIT */
/*
 * Comparisons that the library makes instead of SQLite: those of a value whose type is the column's own, which both
 * compare alike. SQLite would convert others first.
 */
#include <string.h>

#include "table.h"

/* An address as its column has it: "0000007fdeadbeef". */
static bool address_of(sqlite3_value *v, uint64_t *out) {
  const char *text = sqlite3_value_type(v) == SQLITE_TEXT ? (const char *)sqlite3_value_text(v) : NULL;
  *out = 0;
  if (!text || sqlite3_value_bytes(v) != 16) return false;
  for (size_t i = 0; i < 16; i++) {
    const char *digits = "0123456789abcdef", *digit = text[i] ? strchr(digits, text[i]) : NULL;
    if (!digit) return false;
    *out = *out << 4 | (uint64_t)(digit - digits);
  }
  return true;
}

bool dfmti_sql_filter_value(const struct dfmti_sql_column *c, sqlite3_value *v, dfmt_filter_value *out) {
  int type = sqlite3_value_type(v);
  bool text = strcmp(c->type, "TEXT") == 0;
  *out = (dfmt_filter_value){.kind = text && !c->address ? DFMT_KIND_STR : DFMT_KIND_I64};
  if (!c->filterable) return false;
  if (c->address) {
    out->kind = DFMT_KIND_U64;
    return address_of(v, &out->number);
  }
  if (type != (text ? SQLITE_TEXT : SQLITE_INTEGER)) return false;
  if (text) out->text = (dfmt_str){(const char *)sqlite3_value_text(v), (uint64_t)sqlite3_value_bytes(v)};
  if (!text) out->number = (uint64_t)sqlite3_value_int64(v);
  return !text || out->text.ptr;
}

static uint32_t op_of(const struct dfmti_sql_term *term) {
  if (term->list) return DFMT_FILTER_IN;
  switch (term->op) {
    case SQLITE_INDEX_CONSTRAINT_EQ: return DFMT_FILTER_EQ;
    case SQLITE_INDEX_CONSTRAINT_NE: return DFMT_FILTER_NE;
    case SQLITE_INDEX_CONSTRAINT_LT: return DFMT_FILTER_LT;
    case SQLITE_INDEX_CONSTRAINT_LE: return DFMT_FILTER_LE;
    case SQLITE_INDEX_CONSTRAINT_GT: return DFMT_FILTER_GT;
    default: return DFMT_FILTER_GE;
  }
}

/* The values of a term, of which null equals nothing. false: not one of the library's. */
static bool values_of(const struct dfmti_sql_column *c, const struct dfmti_sql_term *term, dfmt_filter_value *to,
                      uint32_t *n) {
  *n = 0;
  for (size_t i = 0; i < term->n_values; i++) {
    if (term->list && sqlite3_value_type(term->values[i]) == SQLITE_NULL) continue;
    if (!dfmti_sql_filter_value(c, term->values[i], &to[*n])) return false;
    ++*n;
  }
  return true;
}

int dfmti_sql_filters_make(const struct dfmti_sql_table *t, const struct dfmti_sql_query *q, bool every,
                           struct dfmti_sql_filters *out) {
  size_t n = 0, at = 0;
  for (size_t i = 0; i < q->n_terms; i++) n += q->terms[i].n_values;
  *out = (struct dfmti_sql_filters){.list = dfmti_sql_zalloc(q->n_terms, sizeof *out->list),
                                    .values = dfmti_sql_zalloc(n, sizeof *out->values)};
  if (!out->list || !out->values) return SQLITE_NOMEM;
  for (size_t i = 0; i < q->n_terms; i++) {
    const struct dfmti_sql_term *term = &q->terms[i];
    const struct dfmti_sql_column *c = &t->columns.list[term->column];
    dfmt_filter *f = &out->list[out->n];
    if ((every && !term->constant) || !values_of(c, term, &out->values[at], &f->n_values)) continue;
    f->column = c->name;
    f->op = op_of(term);
    f->values = &out->values[at];
    at += f->n_values;
    out->n++;
  }
  return SQLITE_OK;
}

void dfmti_sql_filters_free(struct dfmti_sql_filters *f) {
  sqlite3_free(f->list);
  sqlite3_free(f->values);
}
