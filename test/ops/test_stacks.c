/* SPDX-License-Identifier: MIT */
/* Stacks that memory does not hold: in the scratch directory, or the limit is met; never a wrong row. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <diagfmt/diagfmt.h>
#include <diagfmt/ops/profile.h>

#include "../unit/counter.h"

enum { LIMIT = 4 << 20, LARGE = 256 << 20 };

static const char *scratch(void) { return getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp"; }

static dfmt_op *new_profile(dfmt_config *c, uint64_t limit, bool has_scratch) {
  char path[600];
  dfmt_source *s;
  dfmt_op *op;
  assert_int_equal(dfmt_config_set(c, DFMT_OPS_PROFILE_KEEP, DFMT_PROFILE_KEEP_STACKS), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_OPS_PROFILE_GROUP, DFMT_PROFILE_BY_THREAD), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_MAX_MEMORY, limit), DFMT_OK);
  if (has_scratch) assert_int_equal(dfmt_config_add(c, DFMT_OPS_SCRATCH, scratch(), strlen(scratch())), DFMT_OK);
  snprintf(path, sizeof path, "%.300s/simpleperf/demo_trace.simpleperf", getenv("DFMT_SAMPLES"));
  assert_int_equal(dfmt_source_path(NULL, path, &s), DFMT_OK);
  assert_int_equal(dfmt_op_new(c, "profile", &op), DFMT_OK);
  assert_int_equal(dfmt_op_add(op, s), DFMT_OK);
  dfmt_source_free(s);
  return op;
}

static dfmt_op *simple_profile(uint64_t limit, bool has_scratch) {
  dfmt_config *c;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  dfmt_op *op = new_profile(c, limit, has_scratch);
  dfmt_config_free(c);
  return op;
}

/* Again and again until it succeeds. */
static char *document(dfmt_op *op, const char *name) {
  dfmt_sink *to;
  const void *ptr;
  uint64_t len;
  for (;;) {
    assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
    dfmt_status st = dfmt_op_write(op, name, NULL, to);
    if (st == DFMT_OK) break;
    assert_int_equal(st, DFMT_E_NOMEM);
    dfmt_sink_free(to);
  }
  assert_int_equal(dfmt_sink_bytes(to, &ptr, &len), DFMT_OK);
  char *text = calloc((size_t)len + 1, 1);
  memcpy(text, ptr, (size_t)len);
  dfmt_sink_free(to);
  return text;
}

static void check(dfmt_op *op, const char *want) {
  char *got = document(op, "folded");
  assert_string_equal(got, want);
  free(got);
}

static char *wanted(void) {
  dfmt_op *op = simple_profile(LARGE, false);
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  char *want = document(op, "folded");
  dfmt_op_free(op);
  return want;
}

static void test_limit(void **state) {
  (void)state;
  char *want = wanted();
  dfmt_op *op = simple_profile(LIMIT, false);
  assert_int_equal(dfmt_op_run(op), DFMT_E_LIMIT);
  assert_int_equal(dfmt_op_error(op)->option, DFMT_CFG_MAX_MEMORY);
  assert_int_equal(dfmt_op_limit(op, DFMT_CFG_MAX_MEMORY, LARGE), DFMT_OK);
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  check(op, want);
  dfmt_op_free(op);
  free(want);
}

/* All calls on a profile in the directory; rows of stacks need memory. */
static void test_scratch(void **state) {
  (void)state;
  dfmt_rows *rows;
  char *want = wanted();
  dfmt_op *op = simple_profile(LIMIT, true), *whole = simple_profile(LARGE, false),
          *merged = simple_profile(LARGE, true);
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  assert_int_equal(dfmt_op_run(whole), DFMT_OK);
  check(op, want);
  check(op, want);
  assert_int_equal(dfmt_op_answer(op, "stacks", &rows), DFMT_E_LIMIT);
  assert_int_equal(dfmt_op_limit(op, DFMT_CFG_MAX_MEMORY, LARGE), DFMT_OK);
  char *a = document(op, "flame"), *b = document(whole, "flame");
  assert_string_equal(a, b);
  assert_int_equal(dfmt_op_answer(op, "stacks", &rows), DFMT_OK);
  dfmt_rows_free(rows);
  assert_int_equal(dfmt_op_run(merged), DFMT_OK);
  assert_int_equal(dfmt_op_merge(merged, op), DFMT_OK);
  assert_int_equal(dfmt_op_merge(whole, op), DFMT_OK);
  free(a);
  free(b);
  a = document(merged, "folded");
  check(whole, a);
  free(a);
  free(want);
  dfmt_op_free(op);
  dfmt_op_free(whole);
  dfmt_op_free(merged);
}

/* Each allocation fails once. */
static void test_memory(void **state) {
  (void)state;
  struct counter x;
  dfmt_config *c = counting_config(&x);
  char *want = wanted();
  bool failed = true;
  for (uint64_t n = 1; failed; n += 1 + n / 3) {
    dfmt_op *op = new_profile(c, LIMIT, n == 1);
    dfmt_status st;
    x.calls = 0;
    x.fail_at = n;
    while ((st = dfmt_op_run(op)) == DFMT_E_NOMEM) continue;
    assert_int_equal(st, DFMT_OK);
    check(op, want);
    failed = x.calls > n;
    dfmt_op_free(op);
    assert_int_equal(x.blocks, 0);
  }
  free(want);
  dfmt_config_free(c);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_limit), cmocka_unit_test(test_scratch),
                                     cmocka_unit_test(test_memory)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
