/* SPDX-License-Identifier: MIT */
/* Verify: beside what every operation is held to, verdicts, options, and rows. */
#include <stdlib.h>
#include <string.h>

#include <diagfmt/diagfmt.h>
#include <diagfmt/ops/verify.h>

#include "all.h"

const struct kind kind = {.name = "verify", .arguments = "verify --strict --json", .option = DFMT_OPS_VERIFY_STRICT};

static const char sound[] = "ProblemType: Crash\nDate: Mon Mar  3 04:05:06 2025\nUname: Linux 6 x86_64\n";
static const char odd[] = "ProblemType: Crash\nSignal: eleven\nSignal: 11\n";
static const char damaged[] = "ProblemType: Crash\njunk\nA: b\n";

static dfmt_op *made(const char *const *texts, uint32_t key, uint64_t value) {
  dfmt_op *op;
  dfmt_config *c;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  if (key) assert_int_equal(dfmt_config_set(c, key, value), DFMT_OK);
  assert_int_equal(dfmt_op_new(c, "verify", &op), DFMT_OK);
  dfmt_config_free(c);
  for (; *texts; texts++) {
    dfmt_source *s;
    assert_int_equal(dfmt_source_memory(NULL, *texts, strlen(*texts), &s), DFMT_OK);
    assert_int_equal(dfmt_op_add(op, s), DFMT_OK);
    dfmt_source_free(s);
  }
  return op;
}

static const dfmt_verify_result *facts_of(dfmt_rows *rows) { return (const void *)dfmt_rows_set(rows)->facts; }

static void test_verdicts(void **state) {
  (void)state;
  const struct {
    const char *text;
    uint64_t strict;
    uint32_t verdict;
    uint64_t problems;
  } cases[] = {{sound, 0, DFMT_VERIFY_SOUND, 0}, {odd, 0, DFMT_VERIFY_SOUND, 0}, {damaged, 0, DFMT_VERIFY_PROBLEMS, 2}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char *const texts[] = {cases[i].text, NULL};
    dfmt_op *op = made(texts, DFMT_OPS_VERIFY_STRICT, cases[i].strict);
    dfmt_rows *rows;
    assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_E_STATE);
    assert_int_equal(dfmt_op_run(op), DFMT_OK);
    assert_int_equal(dfmt_op_run(op), DFMT_OK);
    assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_OK);
    assert_int_equal(facts_of(rows)->verdict, cases[i].verdict);
    assert_int_equal(facts_of(rows)->n_problems, cases[i].problems);
    dfmt_rows_free(rows);
    dfmt_op_free(op);
  }
}

static void test_strict(void **state) {
  (void)state;
  const char *const texts[] = {odd, NULL};
  dfmt_op *op = made(texts, DFMT_OPS_VERIFY_STRICT, 1);
  dfmt_rows *rows;
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_OK);
  char *text = rows_text(rows);
  assert_non_null(
      strstr(text, "\"line\":2,\"byte_offset\":19,\"place\":\"Signal\",\"message\":\"not a well-formed value"));
  assert_non_null(
      strstr(text, "\"line\":3,\"byte_offset\":34,\"place\":\"Signal\",\"message\":\"this key came before (line 2)\""));
  assert_non_null(strstr(text, "\"place\":\"Date\",\"message\":\"this key is missing\""));
  assert_non_null(strstr(text, "\"verdict\":\"problems\""));
  free(text);
  dfmt_op_free(op);
}

/* Rows are made again, and those of one input stand together. */
static void test_inputs(void **state) {
  (void)state;
  const char *const texts[] = {damaged, sound, damaged, NULL};
  dfmt_op *op = made(texts, 0, 0);
  dfmt_rows *rows;
  const dfmt_head *row;
  uint64_t n = 0;
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_OK);
  for (; dfmt_rows_next(rows, &row) == DFMT_OK; n++)
    assert_int_equal(((const dfmt_verify_problem *)row)->input, n < 2 ? 0 : 2);
  assert_int_equal(n, 4);
  assert_int_equal(dfmt_rows_next_set(rows), DFMT_OK);
  for (n = 0; dfmt_rows_next(rows, &row) == DFMT_OK; n++)
    assert_int_equal(((const dfmt_verify_result *)row)->verdict, n == 1 ? DFMT_VERIFY_SOUND : DFMT_VERIFY_PROBLEMS);
  assert_int_equal(n, 3);
  assert_int_equal(dfmt_rows_next_set(rows), DFMT_END);
  assert_int_equal(dfmt_rows_rewind(rows), DFMT_OK);
  assert_int_equal(dfmt_rows_next(rows, &row), DFMT_OK);
  dfmt_rows_free(rows);
  dfmt_op_free(op);
}

/* Without salvage an input ends at its first damage; rows may be fewer than problems. */
static void test_options(void **state) {
  (void)state;
  const char *const texts[] = {damaged, NULL};
  const struct {
    uint32_t key;
    uint64_t value, problems, rows;
  } cases[] = {{DFMT_OPS_VERIFY_RECOVER, 0, 1, 1}, {DFMT_OPS_VERIFY_LEAST, DFMT_SEVERITY_ERROR, 2, 2}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    dfmt_op *op = made(texts, cases[i].key, cases[i].value);
    dfmt_rows *rows;
    const dfmt_head *row;
    uint64_t n = 0;
    assert_int_equal(dfmt_op_run(op), DFMT_OK);
    assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_OK);
    while (dfmt_rows_next(rows, &row) == DFMT_OK) n++;
    assert_int_equal(n, cases[i].rows);
    assert_int_equal(facts_of(rows)->n_problems, cases[i].problems);
    dfmt_rows_free(rows);
    dfmt_op_free(op);
  }
  dfmt_config *c;
  dfmt_op *op;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_OPS_VERIFY_STRICT, 2), DFMT_OK);
  assert_int_equal(dfmt_op_new(c, "verify", &op), DFMT_E_ARG);
  dfmt_config_free(c);
}

/* A value above a limit is passed over, and what comes after it is looked at. */
static void test_limit(void **state) {
  (void)state;
  static const char text[] =
      "ProblemType: Crash\nLong: base64\n H4sIAAAAAAACAw==\n" /* 5,000 letters */
      " 7cExAQAAAMKg2otvCj+gAAAAAIC3ASbw2wCIEwAA\njunk\nA: b\n";
  const char *const texts[] = {text, NULL};
  dfmt_op *op = made(texts, DFMT_CFG_MAX_OUTPUT, 1000);
  dfmt_rows *rows;
  assert_int_equal(dfmt_op_accept(op), DFMT_E_STATE);
  assert_int_equal(dfmt_op_run(op), DFMT_E_LIMIT);
  assert_int_equal(dfmt_op_error(op)->option, DFMT_CFG_MAX_OUTPUT);
  assert_int_equal(dfmt_op_accept(op), DFMT_OK);
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_OK);
  assert_int_equal(facts_of(rows)->n_unchecked, 1);
  assert_int_equal(facts_of(rows)->n_problems, 2);
  dfmt_rows_free(rows);
  dfmt_op_free(op);
}

#define BANNER \
  "========================================================\n" \
  "== dumpstate: 2025-01-01 00:00:10\n" \
  "========================================================\n\n"
#define PACKAGES(SECOND) \
  BANNER \
  "------ DUMPSYS NORMAL (dumpsys) ------\nDUMP OF SERVICE package:\nPackages:\n  Package [com.a] (1):\n" \
  "    userId=10001\n  Package [com.b" SECOND \
  " (2):\n    userId=10002\n" \
  "--------- 0.1s was the duration of dumpsys package\n"

/* A list in a form that its table does not know in part: nothing else would tell. */
static void test_account(void **state) {
  (void)state;
  const char *const texts[] = {PACKAGES("]"), PACKAGES(""), NULL};
  dfmt_op *op = made(texts, 0, 0);
  dfmt_rows *rows;
  const dfmt_head *row;
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_OK);
  assert_int_equal(dfmt_rows_next(rows, &row), DFMT_OK);
  const dfmt_verify_problem *p = (const void *)row;
  static const char want[] = "the table package has rows of 1 of 2 heads here";
  assert_int_equal(p->input, 1);
  assert_int_equal(p->severity, DFMT_SEVERITY_WARNING);
  assert_true(p->message.len == sizeof want - 1 && memcmp(p->message.ptr, want, sizeof want - 1) == 0);
  assert_true(p->place.len == 14 && memcmp(p->place.ptr, "DUMPSYS NORMAL", 14) == 0);
  assert_int_equal(dfmt_rows_next(rows, &row), DFMT_END);
  dfmt_rows_free(rows);
  dfmt_op_free(op);
}

struct failing {
  const char *text;
  uint64_t at;
  uint64_t left; /* reads that succeed */
  bool has_failed;
};

static dfmt_status fail_at(void *user, uint64_t offset, void *buf, uint64_t cap, uint64_t *got) {
  struct failing *f = user;
  const uint64_t len = strlen(f->text), n = offset < len ? len - offset : 0;
  if (f->left == 0) {
    f->has_failed = true;
    return DFMT_E_IO;
  }
  f->left--;
  *got = n < cap ? n : cap;
  memcpy(buf, f->text + len - n, (size_t)*got);
  return *got ? DFMT_OK : DFMT_END;
}

static dfmt_status fail_next(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct failing *f = user;
  dfmt_status st = fail_at(f, f->at, buf, cap, got);
  if (st == DFMT_OK) f->at += *got;
  return st;
}

static dfmt_op *made_failing(struct failing *f) {
  static const dfmt_source_ops ops = {.size = sizeof ops, .read = fail_next, .read_at = fail_at};
  dfmt_source *s;
  dfmt_op *op;
  assert_int_equal(dfmt_source_new(NULL, &ops, f, &s), DFMT_OK);
  assert_int_equal(dfmt_op_new(NULL, "verify", &op), DFMT_OK);
  assert_int_equal(dfmt_op_add(op, s), DFMT_OK);
  dfmt_source_free(s);
  return op;
}

/* Accepts each failure, and says how many there were. */
static uint64_t run_accepting(dfmt_op *op) {
  uint64_t n = 0;
  while (dfmt_op_run(op) == DFMT_E_IO) {
    assert_true(++n < 10);
    assert_int_equal(dfmt_op_accept(op), DFMT_OK);
  }
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  return n;
}

/* From each read on all fail, also of those that compare the account: it ends, and nothing is called sound then. */
static void test_failing_reads(void **state) {
  (void)state;
  for (uint64_t n_reads = 0; n_reads < 12; n_reads++) {
    struct failing f = {.text = PACKAGES("]"), .left = n_reads};
    dfmt_op *op = made_failing(&f);
    dfmt_rows *rows;
    uint64_t n_failed = run_accepting(op);
    assert_int_equal(n_failed > 0, f.has_failed);
    assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_OK);
    if (facts_of(rows)) assert_true(n_failed == 0 || facts_of(rows)->verdict != DFMT_VERIFY_SOUND);
    dfmt_rows_free(rows);
    dfmt_op_free(op);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {ALL_TESTS,
                                     cmocka_unit_test(test_verdicts),
                                     cmocka_unit_test(test_strict),
                                     cmocka_unit_test(test_inputs),
                                     cmocka_unit_test(test_account),
                                     cmocka_unit_test(test_failing_reads),
                                     cmocka_unit_test(test_options),
                                     cmocka_unit_test(test_limit)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
