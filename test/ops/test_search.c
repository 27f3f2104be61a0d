/* SPDX-License-Identifier: MIT */
/* Search: beside what every operation is held to, what each option finds. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <diagfmt/diagfmt.h>
#include <diagfmt/ops/search.h>

#include "all.h"

static dfmt_status make(const dfmt_config *c, dfmt_op **out) {
  dfmt_config *copy;
  dfmt_status st = dfmt_config_copy(c, &copy);
  if (st != DFMT_OK) return st;
  st = dfmt_config_add(copy, DFMT_OPS_SEARCH_PATTERNS, "[ae].*e", 7);
  if (st == DFMT_OK) st = dfmt_config_set(copy, DFMT_OPS_SEARCH_BEFORE, 1);
  if (st == DFMT_OK) st = dfmt_config_set(copy, DFMT_OPS_SEARCH_AFTER, 2);
  if (st == DFMT_OK) st = dfmt_op_new(copy, "search", out);
  dfmt_config_free(copy);
  return st;
}

const struct kind kind = {.make = make, .arguments = "grep -B 1 -A 2 --json '[ae].*e'"};

static const char report[] =
    "ProblemType: Crash\nStacktrace:\n #0 main\n #1 foo bar foo\n #2 foobar\n #3 Baz\nA: foo\nB: food\n";

static dfmt_rows *rows_of(dfmt_op **op, const char *const *patterns, uint32_t key, uint64_t value) {
  dfmt_rows *rows;
  dfmt_config *c;
  dfmt_source *s;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  if (key) assert_int_equal(dfmt_config_set(c, key, value), DFMT_OK);
  for (; *patterns; patterns++)
    assert_int_equal(dfmt_config_add(c, DFMT_OPS_SEARCH_PATTERNS, *patterns, strlen(*patterns)), DFMT_OK);
  assert_int_equal(dfmt_op_new(c, "search", op), DFMT_OK);
  dfmt_config_free(c);
  assert_int_equal(dfmt_source_memory(NULL, report, sizeof report - 1, &s), DFMT_OK);
  assert_int_equal(dfmt_op_add(*op, s), DFMT_OK);
  dfmt_source_free(s);
  assert_int_equal(dfmt_op_run(*op), DFMT_OK);
  assert_int_equal(dfmt_op_answer(*op, NULL, &rows), DFMT_OK);
  return rows;
}

/* "key:line:text" of each row, with '-' for context and '=' for counts. */
static void assert_found(const char *const *patterns, uint32_t key, uint64_t value, const char *want) {
  char text[1000] = "";
  dfmt_op *op;
  dfmt_rows *rows = rows_of(&op, patterns, key, value);
  const dfmt_head *row;
  dfmt_status st;
  while ((st = dfmt_rows_next(rows, &row)) == DFMT_OK) {
    const dfmt_search_line *x = (const void *)row;
    size_t n = strlen(text);
    const char mark = x->context ? '-' : ':';
    if (x->present & DFMT_SEARCH_LINE_HAS_COUNT)
      snprintf(text + n, sizeof text - n, "%.*s=%d ", (int)x->key.len, x->key.ptr, (int)x->count);
    else
      snprintf(text + n, sizeof text - n, "%.*s%c%d%c%.*s|", (int)x->key.len, x->key.ptr, mark, (int)x->line, mark,
               (int)x->text.len, x->text.ptr);
  }
  assert_int_equal(st, DFMT_END);
  assert_string_equal(text, want);
  dfmt_rows_free(rows);
  dfmt_op_free(op);
}

static void test_options(void **state) {
  (void)state;
  const char *const foo[] = {"foo", NULL}, *const two[] = {"main", "baz", NULL}, *const dot[] = {"f.o", NULL},
                    *const none[] = {"q", NULL};
  assert_found(foo, 0, 0, "Stacktrace:2:#1 foo bar foo|Stacktrace:3:#2 foobar|A:1:foo|B:1:food|");
  assert_found(none, 0, 0, "");
  assert_found(dot, 0, 0, "Stacktrace:2:#1 foo bar foo|Stacktrace:3:#2 foobar|A:1:foo|B:1:food|");
  assert_found(dot, DFMT_OPS_SEARCH_FIXED, 1, "");
  assert_found(dot, DFMT_OPS_SEARCH_WORDS, 1, "Stacktrace:2:#1 foo bar foo|A:1:foo|");
  assert_found(foo, DFMT_OPS_SEARCH_WORDS, 1, "Stacktrace:2:#1 foo bar foo|A:1:foo|");
  assert_found(dot, DFMT_OPS_SEARCH_ONLY, 1, "Stacktrace:2:foo|Stacktrace:2:foo|Stacktrace:3:foo|A:1:foo|B:1:foo|");
  assert_found(foo, DFMT_OPS_SEARCH_INVERT, 1, "ProblemType:1:Crash|Stacktrace:1:#0 main|Stacktrace:4:#3 Baz|");
  assert_found(foo, DFMT_OPS_SEARCH_COUNT, 1, "ProblemType=0 Stacktrace=2 A=1 B=1 ");
  assert_found(two, 0, 0, "Stacktrace:1:#0 main|");
  assert_found(two, DFMT_OPS_SEARCH_IGNORE_CASE, 1, "Stacktrace:1:#0 main|Stacktrace:4:#3 Baz|");
  assert_found(two, DFMT_OPS_SEARCH_AFTER, 1, "Stacktrace:1:#0 main|Stacktrace-2-#1 foo bar foo|");
  assert_found(foo, DFMT_OPS_SEARCH_BEFORE, 5,
               "Stacktrace-1-#0 main|Stacktrace:2:#1 foo bar foo|Stacktrace:3:#2 foobar|A:1:foo|B:1:food|");
}

static void test_wrong(void **state) {
  (void)state;
  dfmt_op *op;
  dfmt_config *c;
  dfmt_source *s;
  assert_int_equal(dfmt_source_memory(NULL, report, sizeof report - 1, &s), DFMT_OK);
  assert_int_equal(dfmt_op_new(NULL, "search", &op), DFMT_OK);
  assert_int_equal(dfmt_op_add(op, s), DFMT_OK);
  assert_int_equal(dfmt_op_run(op), DFMT_E_ARG);
  dfmt_op_free(op);
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_add(c, DFMT_OPS_SEARCH_PATTERNS, "a(", 2), DFMT_OK);
  assert_int_equal(dfmt_op_new(c, "search", &op), DFMT_OK);
  assert_int_equal(dfmt_op_add(op, s), DFMT_OK);
  assert_int_equal(dfmt_op_run(op), DFMT_E_ARG);
  assert_non_null(strstr(dfmt_op_error(op)->message, "a("));
  dfmt_op_free(op);
  dfmt_config_free(c);
  dfmt_source_free(s);
}

/* Lines are the same in whatever pieces they come: longer than any, cut anywhere. */
static void test_long_lines(void **state) {
  (void)state;
  enum { LONG = 3 << 20 };
  char *text = malloc(LONG + 100);
  dfmt_source *s;
  dfmt_op *op;
  dfmt_config *c;
  dfmt_rows *rows;
  const dfmt_head *row;
  assert_non_null(text);
  memcpy(text, "Snap:\n x\n ", 10);
  memset(text + 10, 'y', LONG);
  memcpy(text + 10 + LONG, "\n z\r\n", 6);
  assert_int_equal(dfmt_source_memory(NULL, text, LONG + 15, &s), DFMT_OK);
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_add(c, DFMT_OPS_SEARCH_PATTERNS, "[xz]", 4), DFMT_OK);
  assert_int_equal(dfmt_op_new(c, "search", &op), DFMT_OK);
  assert_int_equal(dfmt_op_add(op, s), DFMT_OK);
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_OK);
  assert_int_equal(dfmt_rows_next(rows, &row), DFMT_OK);
  assert_int_equal(((const dfmt_search_line *)(const void *)row)->text.len, 1);
  assert_int_equal(dfmt_rows_next(rows, &row), DFMT_OK);
  assert_memory_equal(((const dfmt_search_line *)(const void *)row)->text.ptr, "z", 1);
  assert_int_equal(dfmt_rows_next(rows, &row), DFMT_END);
  dfmt_rows_free(rows);
  dfmt_op_free(op);
  dfmt_config_free(c);
  dfmt_source_free(s);
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {ALL_TESTS, cmocka_unit_test(test_options), cmocka_unit_test(test_wrong),
                                     cmocka_unit_test(test_long_lines)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
