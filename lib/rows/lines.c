/* SPDX-License-Identifier: MIT */
/* Rows as lines for programs: CSV and JSON. */
#include <string.h>

#include "base/safe_text.h"
#include "rows.h"

enum { ENOUGH = 32768 }; /* bytes of lines for one write */

/* A call for every few bytes would take half of the time. */
static inline bool put(dfmt_rows *x, const void *ptr, size_t len) {
  struct dfmti_buf *out = &x->out;
  if (out->cap - out->len <= len) return dfmti_buf_append(&x->mem, out, ptr, len);
  memcpy(out->ptr + out->len, ptr, len);
  out->len += len;
  return true;
}

/* ---- CSV ---- */

#define EACH(byte) (UINT64_C(0x0101010101010101) * (uint8_t)(byte))

/* High bits where a byte of w is c; none are set if there is no such byte. */
static uint64_t find(uint64_t w, char c) {
  w ^= EACH(c);
  return (w - EACH(1)) & ~w & EACH(0x80);
}

static bool is_special(char c) { return c == ',' || c == '"' || c == '\r' || c == '\n'; }

/* Empty text is quoted, as nothing stands for what is absent. */
static bool needs_quotes(const char *p, size_t len) {
  uint64_t w, found = 0;
  size_t i = 0;
  for (; len - i >= sizeof w && !found; i += sizeof w) {
    memcpy(&w, p + i, sizeof w);
    found = find(w, ',') | find(w, '"') | find(w, '\r') | find(w, '\n');
  }
  for (; i < len && !found; i++) found = is_special(p[i]);
  return found || len == 0;
}

static bool put_quoted(dfmt_rows *x, const char *p, size_t len) {
  bool good = put(x, "\"", 1);
  while (len && good) {
    const char *quote = memchr(p, '"', len);
    size_t n = quote ? (size_t)(quote - p) + 1 : len;
    good = put(x, p, n) && (!quote || put(x, "\"", 1));
    p += n;
    len -= n;
  }
  return good && put(x, "\"", 1);
}

static bool put_text(dfmt_rows *x, dfmt_str s) {
  size_t len = (size_t)s.len;
  return needs_quotes(s.ptr, len) ? put_quoted(x, s.ptr, len) : put(x, s.ptr, len);
}

/* Text of input, as a terminal may have it. */
static bool put_safe(dfmt_rows *x, dfmt_str s) {
  size_t columns;
  x->safe.len = 0;
  if (!dfmti_safe_text(&x->mem, &x->safe, s.ptr, (size_t)s.len, &columns)) return false;
  return put_text(x, (dfmt_str){(const char *)x->safe.ptr, x->safe.len});
}

static dfmt_status csv_row(dfmt_rows *x, const dfmt_print *how, const dfmt_head *row) {
  const struct dfmti_row_body b = dfmti_row_body(x->set.type, row);
  for (uint32_t i = 0; i < x->set.n_columns; i++) {
    const dfmt_field *f = dfmti_row_field(x, i);
    dfmt_str s;
    dfmt_status st = dfmti_row_cell(x, &b, f, &s);
    if (st != DFMT_OK) return st;
    bool good = i == 0 || put(x, ",", 1);
    if (good && s.ptr)
      good = dfmti_row_is_number(f)         ? put(x, s.ptr, (size_t)s.len)
             : how->flags & DFMT_PRINT_SAFE ? put_safe(x, s)
                                            : put_text(x, s);
    if (!good) return dfmti_fail_mem(&x->err, &x->mem);
  }
  return put(x, "\n", 1) ? DFMT_OK : dfmti_fail_mem(&x->err, &x->mem);
}

static dfmt_status csv_names(dfmt_rows *x) {
  bool good = true;
  for (uint32_t i = 0; i < x->set.n_columns && good; i++) {
    const char *name = dfmti_row_field(x, i)->name;
    good = (i == 0 || put(x, ",", 1)) && put(x, name, strlen(name));
  }
  return good && put(x, "\n", 1) ? DFMT_OK : dfmti_fail_mem(&x->err, &x->mem);
}

/* ---- JSON ---- */

static dfmt_status json_row(dfmt_rows *x, const dfmt_print *how, const dfmt_head *row) {
  struct dfmti_json j;
  char lead = '{';
  (void)how;
  dfmti_json_begin_in(&j, &x->out, &x->mem, &x->err, &x->plans);
  const struct dfmti_json_body b = {&x->types, dfmti_json_plan(&j, &x->types, x->set.type), row,
                                    dfmti_struct_size(x->set.type, row)};
  for (uint32_t i = 0; i < x->set.n_columns && j.status == DFMT_OK; i++)
    if (dfmti_json_member(&j, &b, x->set.columns[i].member, lead)) lead = ',';
  dfmti_json_word(&j, lead == '{' ? "{}\n" : "}\n");
  return dfmti_json_end(&j, NULL);
}

/* ---- many ---- */

typedef dfmt_status make_line(dfmt_rows *x, const dfmt_print *how, const dfmt_head *row);

static dfmt_status compose(dfmt_rows *x, const dfmt_print *how, make_line *line) {
  const dfmt_head *row;
  while (x->out.len < ENOUGH) {
    size_t before = x->out.len;
    dfmt_status st = dfmti_rows_peek(x, &row);
    if (st != DFMT_OK) return st;
    st = line(x, how, row);
    if (st != DFMT_OK) {
      x->out.len = before;
      return st;
    }
    x->ahead = NULL;
  }
  return DFMT_OK;
}

dfmt_status dfmti_rows_csv(dfmt_rows *x, const dfmt_print *how) {
  if (!x->named && !(how->flags & DFMT_PRINT_BARE)) {
    size_t before = x->out.len;
    dfmt_status st = csv_names(x);
    if (st != DFMT_OK) {
      x->out.len = before;
      return st;
    }
  }
  x->named = true;
  return compose(x, how, csv_row);
}

dfmt_status dfmti_rows_json(dfmt_rows *x, const dfmt_print *how) { return compose(x, how, json_row); }
