/* SPDX-License-Identifier: MIT */
/* Diff: beside what every operation is held to, what is told of each format, options, and inputs that are damaged. */
#include <stdlib.h>
#include <string.h>

#include <diagfmt/diagfmt.h>
#include <diagfmt/ops/diff.h>
#include <diagfmt/ops/heap.h>

#include "all.h"

const struct kind kind = {
    .name = "diff", .arguments = "diff --json --max=50", .option = DFMT_OPS_DIFF_MAX, .value = 50, .pair = true};

static void add(dfmt_op *op, const char *ptr, size_t len) {
  dfmt_source *s;
  assert_int_equal(dfmt_source_memory(NULL, ptr, len, &s), DFMT_OK);
  assert_int_equal(dfmt_op_add(op, s), DFMT_OK);
  dfmt_source_free(s);
}

static dfmt_op *made(const char *a, const char *b, uint64_t max, const char *ignore) {
  dfmt_op *op;
  dfmt_config *c;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_OPS_DIFF_MAX, max), DFMT_OK);
  if (ignore) assert_int_equal(dfmt_config_add(c, DFMT_OPS_DIFF_IGNORE, ignore, strlen(ignore)), DFMT_OK);
  assert_int_equal(dfmt_op_new(c, "diff", &op), DFMT_OK);
  dfmt_config_free(c);
  add(op, a, strlen(a));
  assert_int_equal(dfmt_op_run(op), DFMT_E_STATE);
  add(op, b, strlen(b));
  return op;
}

static const dfmt_diff_facts *facts_of(dfmt_rows *rows) {
  const dfmt_diff_facts *f = (const void *)dfmt_rows_set(rows)->facts;
  assert_int_equal(f->head.type, DFMT_DIFF_FACTS);
  return f;
}

static dfmt_rows *rows_of(dfmt_op *op) {
  dfmt_rows *rows;
  assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_OK);
  return rows;
}

/* All differences are this text, a line each. */
static void check(const char *a, const char *b, uint64_t max, const char *ignore, const char *want) {
  dfmt_op *op = made(a, b, max, ignore);
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  char *text = rows_text(rows_of(op));
  assert_string_equal(text, want);
  free(text);
  dfmt_op_free(op);
}

/* ---- entries ---- */

static const char first[] = "ProblemType: Crash\nA: 1\nB: 2\nC: 3\n",
                  second[] = "ProblemType: Crash\nA: 1\nB: x\nD: 4\n";

#define CHANGED_B \
  "{\"change\":\"changed\",\"record\":\"B\",\"before_place\":\"line 3\",\"after_place\":\"line 3\"," \
  "\"before_offset\":24,\"after_offset\":24,\"member\":\"value\",\"before\":\"2\",\"after\":\"x\"}\n"
#define GONE_C "{\"change\":\"gone\",\"record\":\"C\",\"before_place\":\"line 4\",\"before_offset\":29}\n"
#define NEW_D "{\"change\":\"new\",\"record\":\"D\",\"after_place\":\"line 4\",\"after_offset\":29}\n"

static void test_entries(void **state) {
  (void)state;
  check(first, first, 0, NULL, "");
  check(first, second, 0, NULL, CHANGED_B);
  check(first, second, UINT64_MAX, NULL, CHANGED_B GONE_C NEW_D);
  check(first, second, 2, NULL, CHANGED_B GONE_C);
  check(first, second, 0, "[BCD]", "");
}

/* Values are compared as they are decoded. */
static void test_values(void **state) {
  (void)state;
  static const char packed[] = "ProblemType: Crash\nA: base64\n H4sIAAAAAAACAw==\n y0jNyckHAIamEDYFAAAA\n";
  check(packed, "ProblemType: Crash\nA: hello\n", 0, NULL, "");
  check(packed, "ProblemType: Crash\nA: hullo\n", 0, NULL,
        "{\"change\":\"changed\",\"record\":\"A\",\"before_place\":\"line 2\",\"after_place\":\"line 2\","
        "\"before_offset\":19,\"after_offset\":19,\"member\":\"value\",\"before\":\"hello\",\"after\":\"hullo\"}\n");
}

/* Lines do not count, of empty values as well. */
static void test_empty_values(void **state) {
  (void)state;
  check("ProblemType: Crash\nA: 1\nE:\n", "ProblemType: Crash\nB: 2\nA: 1\nE:\n", 0, "B", "");
}

static void test_facts(void **state) {
  (void)state;
  const struct {
    const char *b;
    uint64_t max;
    uint32_t equal, complete;
    uint64_t n;
  } cases[] = {{first, 0, 1, 1, 0}, {second, 0, 0, 0, 1}, {second, 9, 0, 1, 3}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    dfmt_op *op = made(first, cases[i].b, cases[i].max, NULL);
    assert_int_equal(dfmt_op_run(op), DFMT_OK);
    dfmt_rows *rows = rows_of(op);
    const dfmt_diff_facts *f = facts_of(rows);
    assert_int_equal(f->equal, cases[i].equal);
    assert_int_equal(f->complete, cases[i].complete);
    assert_int_equal(f->n_differences, cases[i].n);
    assert_int_equal(f->n_left_out, 0);
    if (f->complete) assert_int_equal(f->n_before, 4);
    dfmt_rows_free(rows);
    dfmt_op_free(op);
  }
}

/* ---- damage ---- */

/* What was found before it stays, and nothing is said of what comes after. */
static void test_damage(void **state) {
  (void)state;
  dfmt_op *op =
      made("ProblemType: Crash\nA: 1\nB: 2\njunk\nC: 3\n", "ProblemType: Crash\nA: 0\nB: 2\nC: 4\nD: 5\n", 9, NULL);
  assert_int_equal(dfmt_op_run(op), DFMT_E_FORMAT);
  assert_int_equal(dfmt_op_input(op), 0);
  assert_int_equal(dfmt_op_error(op)->line, 4);
  assert_int_equal(dfmt_op_accept(op), DFMT_OK);
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  dfmt_rows *rows = rows_of(op);
  assert_int_equal(facts_of(rows)->partial, 1);
  assert_int_equal(facts_of(rows)->complete, 0);
  assert_int_equal(facts_of(rows)->n_differences, 1);
  dfmt_rows_free(rows);
  dfmt_op_free(op);
}

/* A value that cannot be decoded ends alone. */
static void test_damaged_value(void **state) {
  (void)state;
  dfmt_op *op =
      made("ProblemType: Crash\nA: base64\n H4sIAAAAAAACAw==\nB: 2\n", "ProblemType: Crash\nA: 1\nB: 3\n", 9, NULL);
  assert_int_equal(dfmt_op_run(op), DFMT_E_TRUNCATED);
  assert_int_equal(dfmt_op_accept(op), DFMT_OK);
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  dfmt_rows *rows = rows_of(op);
  assert_int_equal(facts_of(rows)->n_problems, 1);
  assert_int_equal(facts_of(rows)->partial, 0);
  assert_int_equal(facts_of(rows)->n_differences, 2);
  dfmt_rows_free(rows);
  dfmt_op_free(op);
}

static void refused(const char *a, const char *b, uint64_t input) {
  dfmt_op *op = made(a, b, 0, NULL);
  dfmt_rows *rows;
  assert_int_equal(dfmt_op_run(op), DFMT_E_UNSUPPORTED);
  assert_int_equal(dfmt_op_input(op), input);
  assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_E_STATE);
  assert_int_equal(dfmt_op_drop(op), DFMT_OK);
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_E_UNSUPPORTED);
  dfmt_op_free(op);
}

/* ---- malloc_debug ---- */

static const char operations[] = "1: malloc 0x10 100 1000 1001\n1: malloc 0x20 7 1010 1011\n1: free 0x10 1020 1021\n";

/* Threads and times do not count. */
static void test_operations(void **state) {
  (void)state;
  check(operations, "2: malloc 0x10 100\n2: malloc 0x20 7\n2: free 0x10\n", 0, NULL, "");
  check(operations, "2: malloc 0x10 101\n2: malloc 0x21 7\n2: free 0x10\n", 9, NULL,
        "{\"change\":\"changed\",\"record\":\"malloc\",\"before_place\":\"0x10\",\"after_place\":\"0x10\","
        "\"before_offset\":0,\"after_offset\":0,\"member\":\"bytes\",\"before\":\"100\",\"after\":\"101\"}\n"
        "{\"change\":\"changed\",\"record\":\"malloc\",\"before_place\":\"0x20\",\"after_place\":\"0x21\","
        "\"before_offset\":29,\"after_offset\":19,\"member\":\"ptr\",\"before\":\"0x20\",\"after\":\"0x21\"}\n");
}

#define HEAD "Android Native Heap Dump v1.1\n\nTotal memory: 1\nAllocation records: 2\nBacktrace size: 16\n\n"
static const char dump_a[] = HEAD "z 0  sz 10  num 2  bt 1000 2000\nz 1  sz 5  num 1  bt 3000\nMAPS\nEND\n";
static const char dump_b[] = HEAD "z 0  sz 10  num 5  bt 1000 2000\nz 1  sz 7  num 1  bt 4000\nMAPS\nEND\n";

static void test_growth(void **state) {
  (void)state;
  dfmt_op *op = made(dump_a, dump_b, 0, NULL);
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  dfmt_rows *rows = rows_of(op);
  const dfmt_heap_growth_facts *f = (const void *)dfmt_rows_set(rows)->facts;
  assert_int_equal(f->head.type, DFMT_HEAP_GROWTH_FACTS);
  assert_int_equal(f->frames_by, DFMT_HEAP_FRAMES_ADDRESSES);
  assert_int_equal(f->n_differences, 3);
  assert_int_equal(f->n_new + f->n_gone + f->n_grown, 3);
  assert_int_equal(f->before_bytes, 25);
  assert_int_equal(f->after_bytes, 57);
  char *text = rows_text(rows);
  assert_non_null(strstr(text,
                         "{\"bytes_delta\":30,\"before_bytes\":20,\"after_bytes\":50,\"blocks_delta\":3,"
                         "\"before_blocks\":2,\"after_blocks\":5,\"change\":\"grown\",\"side\":\"zygote\","));
  assert_non_null(strstr(text, "{\"bytes_delta\":-5,\"before_bytes\":5,\"after_bytes\":0,"));
  assert_non_null(strstr(text, "{\"side\":\"all\",\"bytes_delta\":32,"));
  free(text);
  dfmt_op_free(op);
  check(dump_a, dump_a, 0, NULL,
        "{\"side\":\"all\",\"bytes_delta\":0,\"before_bytes\":25,\"after_bytes\":25,\"blocks_delta\":0,"
        "\"before_blocks\":3,\"after_blocks\":3,\"change\":\"same\"}\n"
        "{\"side\":\"app\",\"bytes_delta\":0,\"before_bytes\":5,\"after_bytes\":5,\"blocks_delta\":0,"
        "\"before_blocks\":1,\"after_blocks\":1,\"change\":\"same\"}\n"
        "{\"side\":\"zygote\",\"bytes_delta\":0,\"before_bytes\":20,\"after_bytes\":20,\"blocks_delta\":0,"
        "\"before_blocks\":2,\"after_blocks\":2,\"change\":\"same\"}\n");
}

static void test_refused(void **state) {
  (void)state;
  refused(first, operations, 1);
  refused(operations, dump_a, 1);
  refused("this is no file of any format", first, 0);
}

/* ---- all files ---- */

static uint64_t n_files;

/* Nothing differs from itself, whatever is damaged. */
static void compare_with_itself(const char *path, const char *ptr, size_t len) {
  dfmt_op *op;
  dfmt_status st;
  dfmt_rows *rows;
  assert_int_equal(dfmt_op_new(NULL, "diff", &op), DFMT_OK);
  add(op, ptr, len);
  add(op, ptr, len);
  while ((st = dfmt_op_run(op)) < 0) assert_int_equal(dfmt_op_accept(op), DFMT_OK);
  assert_int_equal(st, DFMT_OK);
  if (dfmt_op_answer(op, NULL, &rows) == DFMT_OK) {
    const dfmt_diff_facts *f = (const void *)dfmt_rows_set(rows)->facts;
    const dfmt_heap_growth_facts *g = (const void *)f;
    const uint64_t n = f->head.type == DFMT_DIFF_FACTS ? f->n_differences : g->n_differences;
    if (n) fail_msg("%s differs from itself", path);
    n_files++;
    dfmt_rows_free(rows);
  }
  dfmt_op_free(op);
}

static void test_itself(void **state) {
  (void)state;
  each_file_below(getenv("DFMT_SAMPLES"), compare_with_itself);
  assert_true(n_files > 100);
  if (getenv("DFMT_CORPUS")) each_file_below(getenv("DFMT_CORPUS"), compare_with_itself);
}

int main(void) {
  const struct CMUnitTest tests[] = {ALL_TESTS,
                                     cmocka_unit_test(test_entries),
                                     cmocka_unit_test(test_values),
                                     cmocka_unit_test(test_empty_values),
                                     cmocka_unit_test(test_facts),
                                     cmocka_unit_test(test_damage),
                                     cmocka_unit_test(test_damaged_value),
                                     cmocka_unit_test(test_operations),
                                     cmocka_unit_test(test_growth),
                                     cmocka_unit_test(test_refused),
                                     cmocka_unit_test(test_itself)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
