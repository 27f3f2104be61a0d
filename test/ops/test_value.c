/* SPDX-License-Identifier: MIT */
/* Values of entries: what every operation is held to, which of several, sources, keys that are none. */
#include <string.h>

#include <diagfmt/diagfmt.h>
#include <diagfmt/ops/value.h>

#include "all.h"

static const char *key = "0"; /* of a trace or profile */

static dfmt_status make(const dfmt_config *c, dfmt_op **out) {
  dfmt_config *copy;
  dfmt_status st = dfmt_config_copy(c, &copy);
  if (st != DFMT_OK) return st;
  st = dfmt_config_add(copy, DFMT_OPS_VALUE_KEY, key, strlen(key));
  if (st == DFMT_OK) st = dfmt_op_new(copy, "value", out);
  dfmt_config_free(copy);
  return st;
}

const struct kind kind = {.make = make, .option = DFMT_OPS_VALUE_WHICH, .value = DFMT_VALUE_ALL, .writes = true};

/* ---- the same of payloads ---- */

static void test_payload_allocation(void **state) {
  key = "CoreDump";
  test_allocation(state);
}

static void test_payload_again(void **state) {
  test_again(state);
  test_cancel(state);
  test_memory_limit(state);
  key = "0";
}

/* ---- which, and how ---- */

static const char report[] = "A: one\nB: base64\n H4sIAAAAAAACA8tIzcnJBwCGphA2BQAAAA==\nA: two\nA: three\n";

static dfmt_op *made(const char *of, uint64_t which, const char *text) {
  dfmt_config *c;
  dfmt_op *op;
  dfmt_source *in;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_OPS_VALUE_WHICH, which), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_OPS_FORMAT, DFMT_APPORT), DFMT_OK);
  if (of) assert_int_equal(dfmt_config_add(c, DFMT_OPS_VALUE_KEY, of, strlen(of)), DFMT_OK);
  assert_int_equal(dfmt_op_new(c, "value", &op), DFMT_OK);
  assert_int_equal(dfmt_source_memory(NULL, text, strlen(text), &in), DFMT_OK);
  assert_int_equal(dfmt_op_add(op, in), DFMT_OK);
  dfmt_source_free(in);
  dfmt_config_free(c);
  return op;
}

static void holds(dfmt_sink *to, const char *text) {
  const void *ptr;
  uint64_t len;
  assert_int_equal(dfmt_sink_bytes(to, &ptr, &len), DFMT_OK);
  assert_int_equal(len, strlen(text));
  if (len) assert_memory_equal(ptr, text, (size_t)len);
}

static uint64_t n_found(dfmt_op *op) {
  dfmt_rows *rows;
  const dfmt_head *row;
  assert_int_equal(dfmt_op_answer(op, "found", &rows), DFMT_OK);
  assert_int_equal(dfmt_rows_next(rows, &row), DFMT_OK);
  const uint64_t n = ((const dfmt_value_found *)(const void *)row)->n_entries;
  assert_int_equal(dfmt_rows_next(rows, &row), DFMT_END);
  dfmt_rows_free(rows);
  return n;
}

static void test_which(void **state) {
  (void)state;
  static const struct {
    const char *key;
    uint64_t which, n;
    const char *text;
  } cases[] = {{"A", DFMT_VALUE_FIRST, 1, "one"},       {"A", DFMT_VALUE_LAST, 1, "three"},
               {"A", DFMT_VALUE_ALL, 3, "onetwothree"}, {"B", DFMT_VALUE_LAST, 1, "hello"},
               {"C", DFMT_VALUE_LAST, 0, ""},           {"A!B", DFMT_VALUE_ALL, 0, ""}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    dfmt_op *op = made(cases[i].key, cases[i].which, report);
    dfmt_sink *to;
    assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
    assert_int_equal(dfmt_op_output(op, "text", 0, to), DFMT_E_ARG);
    assert_int_equal(dfmt_op_output(op, NULL, 1, to), DFMT_E_ARG);
    assert_int_equal(dfmt_op_output(op, NULL, 0, to), DFMT_OK);
    assert_int_equal(dfmt_op_run(op), DFMT_OK);
    assert_int_equal(dfmt_op_output(op, NULL, 0, to), DFMT_E_STATE);
    assert_int_equal(n_found(op), cases[i].n);
    holds(to, cases[i].text);
    dfmt_sink_free(to);
    dfmt_op_free(op);
  }
}

static void test_source(void **state) {
  (void)state;
  dfmt_op *op = made("B!x", DFMT_VALUE_FIRST, report), *none = made("C!x", DFMT_VALUE_FIRST, report);
  dfmt_source *s;
  uint64_t used, got;
  uint32_t format;
  char text[16];
  assert_int_equal(dfmt_value_source(op, &s, &used, &format), DFMT_E_STATE);
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  assert_int_equal(dfmt_value_source(op, &s, &used, &format), DFMT_OK);
  assert_int_equal(used, 1);
  assert_int_equal(format, 0);
  assert_int_equal(dfmt_source_read(s, text, sizeof text, &got), DFMT_OK);
  assert_int_equal(got, 5);
  assert_memory_equal(text, "hello", 5);
  dfmt_source_free(s);
  dfmt_op_free(op);
  assert_int_equal(dfmt_op_run(none), DFMT_OK);
  assert_int_equal(dfmt_value_source(none, &s, &used, &format), DFMT_E_STATE);
  dfmt_op_free(none);
  assert_int_equal(dfmt_value_holder("PK\3\4", 4), DFMT_BUGREPORT);
  assert_int_equal(dfmt_value_holder("abcd", 4), 0);
}

/* What could be decoded stays, and what comes after it can be had. */
static void test_damage(void **state) {
  (void)state;
  dfmt_op *op = made("A", DFMT_VALUE_ALL, "A: base64\n H4sIAAAAAAACA8tIzcnJ\n !!!!\nA: two\n");
  dfmt_sink *to;
  dfmt_str of;
  assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
  assert_int_equal(dfmt_op_output(op, NULL, 0, to), DFMT_OK);
  assert_int_equal(dfmt_op_run(op), DFMT_E_TRUNCATED);
  assert_int_equal(dfmt_op_key(op, &of), DFMT_OK);
  assert_int_equal(of.len, 1);
  assert_int_equal(dfmt_op_accept(op), DFMT_OK);
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  assert_int_equal(dfmt_op_key(op, &of), DFMT_END);
  holds(to, "helltwo");
  dfmt_sink_free(to);
  dfmt_op_free(op);
}

static void test_refused(void **state) {
  (void)state;
  dfmt_op *op = made(NULL, DFMT_VALUE_FIRST, report);
  assert_int_equal(dfmt_op_run(op), DFMT_E_ARG);
  dfmt_op_free(op);
}

int main(void) {
  const struct CMUnitTest tests[] = {ALL_TESTS,
                                     cmocka_unit_test(test_payload_allocation),
                                     cmocka_unit_test(test_payload_again),
                                     cmocka_unit_test(test_which),
                                     cmocka_unit_test(test_source),
                                     cmocka_unit_test(test_damage),
                                     cmocka_unit_test(test_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
