/* SPDX-License-Identifier: MIT */
/* List: beside what every operation is held to, rows that read as they are asked for. */
#include <string.h>

#include <diagfmt/diagfmt.h>
#include <diagfmt/ops/list.h>

#include "all.h"

const struct kind kind = {.name = "list", .arguments = "ls --long --json", .option = DFMT_OPS_LIST_SIZES, .value = 1};

static const char report[] = "ProblemType: Crash\nA: b\nbad key: c\nCore: base64\n H4sICAAAAAAC/0NvcmUA\n nonsense!\n";

static dfmt_op *made(const char *text, dfmt_rows **rows) {
  dfmt_op *op;
  dfmt_config *c;
  dfmt_source *s;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_OPS_LIST_SIZES, 1), DFMT_OK);
  assert_int_equal(dfmt_op_new(c, "list", &op), DFMT_OK);
  dfmt_config_free(c);
  assert_int_equal(dfmt_source_memory(NULL, text, strlen(text), &s), DFMT_OK);
  assert_int_equal(dfmt_op_add(op, s), DFMT_OK);
  assert_int_equal(dfmt_op_add(op, s), DFMT_E_STATE);
  dfmt_source_free(s);
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  assert_int_equal(dfmt_op_answer(op, NULL, rows), DFMT_OK);
  return op;
}

static const dfmt_list_entry *next(dfmt_rows *rows) {
  const dfmt_head *row;
  assert_int_equal(dfmt_rows_next(rows, &row), DFMT_OK);
  return (const void *)row;
}

static void assert_text(dfmt_str s, const char *text) {
  assert_int_equal(s.len, strlen(text));
  assert_memory_equal(s.ptr, text, strlen(text));
}

/* Damage ends the rows where it is, unless the caller accepts it. */
static void test_damage(void **state) {
  (void)state;
  dfmt_rows *rows, *more;
  const dfmt_head *row;
  dfmt_op *op = made(report, &rows);
  const dfmt_list_entry *e = next(rows);
  assert_text(e->key, "ProblemType");
  assert_text(e->record, "field");
  assert_int_equal(e->decoded_size, 5);
  assert_text(next(rows)->key, "A");
  assert_int_equal(dfmt_op_answer(op, NULL, &more), DFMT_E_STATE);
  assert_int_equal(dfmt_rows_next(rows, &row), DFMT_E_FORMAT);
  assert_int_equal(dfmt_rows_error(rows)->line, 3);
  assert_int_equal(dfmt_rows_next(rows, &row), DFMT_E_STATE);
  assert_int_equal(dfmt_op_accept(op), DFMT_OK);
  assert_int_equal(dfmt_rows_next(rows, &row), DFMT_END);
  const dfmt_list_total *total = (const void *)dfmt_rows_set(rows)->facts;
  assert_int_equal(total->n_entries, 2);
  dfmt_rows_free(rows);
  dfmt_op_free(op);
}

/* A value that is damaged is a problem of its row. */
static void test_value(void **state) {
  (void)state;
  dfmt_rows *rows;
  const dfmt_head *row;
  dfmt_op *op = made("A: b\nCore: base64\n H4sICAAAAAAC/0NvcmUA\n nonsense!\nB: c\n", &rows);
  assert_true(!(next(rows)->present & DFMT_LIST_ENTRY_HAS_PROBLEM));
  const dfmt_list_entry *e = next(rows);
  assert_text(e->key, "Core");
  assert_true(e->present & DFMT_LIST_ENTRY_HAS_PROBLEM && e->problem.len > 0);
  assert_text(next(rows)->key, "B");
  assert_int_equal(dfmt_rows_next(rows, &row), DFMT_END);
  const dfmt_list_total *total = (const void *)dfmt_rows_set(rows)->facts;
  assert_int_equal(total->n_entries, 3);
  assert_int_equal(total->n_problems, 1);
  dfmt_rows_free(rows);
  dfmt_op_free(op);
}

int main(void) {
  const struct CMUnitTest tests[] = {ALL_TESTS, cmocka_unit_test(test_damage), cmocka_unit_test(test_value)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
