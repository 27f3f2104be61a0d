/* SPDX-License-Identifier: MIT */
/* Info: beside what every operation is held to, its sets, and what damage leaves. */
#include <stdlib.h>
#include <string.h>

#include <diagfmt/diagfmt.h>
#include <diagfmt/ops/info.h>

#include "all.h"

const struct kind kind = {.name = "info", .arguments = "info --json"};

static const char report[] = "ProblemType: Crash\nA: b\nA: c\nUname: Linux 6 x86_64\n";

static dfmt_op *made(const char *text, size_t len, const char *set) {
  dfmt_op *op;
  dfmt_config *c;
  dfmt_source *s;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  if (set) assert_int_equal(dfmt_config_add(c, DFMT_OPS_INFO_SETS, set, strlen(set)), DFMT_OK);
  assert_int_equal(dfmt_op_new(c, "info", &op), DFMT_OK);
  dfmt_config_free(c);
  assert_int_equal(dfmt_source_memory(NULL, text, len, &s), DFMT_OK);
  assert_int_equal(dfmt_op_add(op, s), DFMT_OK);
  assert_int_equal(dfmt_op_add(op, s), DFMT_E_STATE); /* it takes one */
  dfmt_source_free(s);
  return op;
}

static void test_sets(void **state) {
  (void)state;
  static const char *const names[] = {"file", "report", "missing", "fields"};
  dfmt_op *op = made(report, sizeof report - 1, NULL);
  dfmt_rows *rows;
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_OK);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const dfmt_row_set *set = dfmt_rows_set(rows);
    assert_string_equal(set->name, names[i]);
    assert_int_equal(set->facts->type, DFMT_INFO_REPORT);
    assert_int_equal(((const dfmt_info_report *)(const void *)set->facts)->n_repeated, 1);
    assert_int_equal(dfmt_rows_next_set(rows), i < 3 ? DFMT_OK : DFMT_END);
  }
  assert_int_equal(dfmt_rows_rewind(rows), DFMT_OK);
  char *text = rows_text(rows);
  assert_non_null(strstr(text, "\"problem_type\":\"Crash\""));
  assert_non_null(strstr(text, "\"set_name\":\"fields\",\"category\":\"other\",\"key\":\"A\""));
  assert_non_null(strstr(text, "{\"set_name\":\"missing\",\"key\":\"Date\"}"));
  free(text);
  dfmt_op_free(op);
}

static void test_asked(void **state) {
  (void)state;
  dfmt_op *op = made(report, sizeof report - 1, "report");
  dfmt_rows *rows;
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_OK);
  assert_string_equal(dfmt_rows_set(rows)->name, "report");
  assert_int_equal(dfmt_rows_next_set(rows), DFMT_END);
  dfmt_rows_free(rows);
  dfmt_op_free(op);
  op = made(report, sizeof report - 1, "threads");
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_E_UNSUPPORTED); /* of a profile */
  assert_int_equal(dfmt_op_answer(op, "threads", &rows), DFMT_E_UNSUPPORTED);
  assert_int_equal(dfmt_op_answer(op, "report", &rows), DFMT_OK);
  dfmt_rows_free(rows);
  assert_int_equal(dfmt_op_answer(op, "nothing", &rows), DFMT_E_ARG);
  assert_int_equal(dfmt_op_answer(op, "threads", &rows), DFMT_E_UNSUPPORTED);
  assert_non_null(strstr(dfmt_op_error(op)->message, "no \"threads\"; it has file, report"));
  dfmt_op_free(op);
}

/* Without salvage an input ends where it is damaged; what came before is told. */
static void test_damaged(void **state) {
  (void)state;
  static const char text[] = "ProblemType: Crash\nA: b\njunk\nB: c\n";
  dfmt_op *op = made(text, sizeof text - 1, NULL);
  dfmt_rows *rows;
  const dfmt_head *row;
  assert_int_equal(dfmt_op_run(op), DFMT_E_FORMAT);
  assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_E_STATE);
  assert_int_equal(dfmt_op_accept(op), DFMT_OK);
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_OK);
  assert_int_equal(dfmt_rows_next(rows, &row), DFMT_OK);
  assert_int_equal(((const dfmt_info_file *)(const void *)row)->complete, 0);
  assert_int_equal(((const dfmt_info_file *)(const void *)row)->n_records, 2);
  dfmt_rows_free(rows);
  dfmt_op_free(op);
}

/* Of an input that is left out nothing is told. */
static void test_dropped(void **state) {
  (void)state;
  static const char text[] = "ProblemType: Crash\nA: b\njunk\nB: c\n";
  dfmt_op *op = made(text, sizeof text - 1, NULL);
  dfmt_rows *rows;
  assert_int_equal(dfmt_op_run(op), DFMT_E_FORMAT);
  assert_int_equal(dfmt_op_drop(op), DFMT_OK);
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_OK);
  assert_string_equal(dfmt_rows_set(rows)->name, "file");
  assert_null(dfmt_rows_set(rows)->facts);
  char *all = rows_text(rows);
  assert_string_equal(all, "");
  free(all);
  dfmt_op_free(op);
}

int main(void) {
  const struct CMUnitTest tests[] = {ALL_TESTS, cmocka_unit_test(test_sets), cmocka_unit_test(test_asked),
                                     cmocka_unit_test(test_damaged), cmocka_unit_test(test_dropped)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
