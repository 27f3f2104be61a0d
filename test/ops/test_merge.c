/* SPDX-License-Identifier: MIT */
/* Profiles of parts, merged in any order, are the profile of the whole. */
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

enum { N_PARTS = 3 };

struct options {
  uint32_t keep, group, cpu;
};

static const char *const profiles[N_PARTS] = {"simpleperf/demo_small.simpleperf", "simpleperf/typical.simpleperf",
                                              "simpleperf/demo_wrapped.simpleperf.gz"};
static const char *const dumps[N_PARTS] = {"mallocdbg/v12.txt", "mallocdbg/v11.txt", "mallocdbg/v12.txt"};

static dfmt_config *config_of(dfmt_config *c, const struct options *o) {
  if (!c) assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_OPS_PROFILE_KEEP, o->keep), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_OPS_PROFILE_GROUP, o->group), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_OPS_PROFILE_CPU, o->cpu), DFMT_OK);
  return c;
}

static void add(dfmt_op *op, const char *name) {
  char path[600];
  dfmt_source *s;
  snprintf(path, sizeof path, "%.300s/%.200s", getenv("DFMT_SAMPLES"), name);
  assert_int_equal(dfmt_source_path(NULL, path, &s), DFMT_OK);
  assert_int_equal(dfmt_op_add(op, s), DFMT_OK);
  dfmt_source_free(s);
}

static dfmt_op *new_profile(const struct options *o) {
  dfmt_config *c = config_of(NULL, o);
  dfmt_op *op;
  assert_int_equal(dfmt_op_new(c, "profile", &op), DFMT_OK);
  dfmt_config_free(c);
  return op;
}

static dfmt_op *profile_of(const struct options *o, const char *const *names, size_t n) {
  dfmt_op *op = new_profile(o);
  for (size_t i = 0; i < n; i++) add(op, names[i]);
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  return op;
}

/* ---- what is compared: all rows and documents that do not number things ---- */

static void put_rows(dfmt_op *op, const char *what, dfmt_sink *to) {
  dfmt_rows *rows;
  if (dfmt_op_answer(op, what, &rows) != DFMT_OK) return;
  assert_int_equal(dfmt_rows_print(rows, DFMT_PRINT_JSON, NULL, to), DFMT_OK);
  dfmt_rows_free(rows);
}

static char *all_of(dfmt_op *op) {
  dfmt_sink *to;
  const void *ptr;
  uint64_t len;
  assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
  static const char *const answers[] = {"functions", "groups", "stacks", "tree", "sizes"};
  for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) put_rows(op, answers[i], to);
  (void)dfmt_op_write(op, "folded", NULL, to);
  (void)dfmt_op_write(op, "flame", NULL, to);
  assert_int_equal(dfmt_sink_bytes(to, &ptr, &len), DFMT_OK);
  char *text = calloc((size_t)len + 1, 1);
  memcpy(text, ptr, (size_t)len);
  dfmt_sink_free(to);
  return text;
}

static uint64_t document_bytes(dfmt_op *op, const char *name) {
  dfmt_sink *to;
  const void *ptr;
  uint64_t len;
  assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
  if (dfmt_op_write(op, name, NULL, to) != DFMT_OK) return 0;
  assert_int_equal(dfmt_sink_bytes(to, &ptr, &len), DFMT_OK);
  dfmt_sink_free(to);
  return len;
}

/* ---- parts and the whole ---- */

static void check_orders(const struct options *o, const char *const *names) {
  static const size_t orders[][N_PARTS] = {{0, 1, 2}, {2, 1, 0}, {1, 2, 0}};
  dfmt_op *whole = profile_of(o, names, N_PARTS), *parts[N_PARTS];
  char *want = all_of(whole);
  assert_true(strlen(want) > 100);
  for (size_t i = 0; i < N_PARTS; i++) parts[i] = profile_of(o, &names[i], 1);
  for (size_t k = 0; k < sizeof orders / sizeof *orders; k++) {
    dfmt_op *into = new_profile(o);
    for (size_t i = 0; i < N_PARTS; i++) assert_int_equal(dfmt_op_merge(into, parts[orders[k][i]]), DFMT_OK);
    char *got = all_of(into);
    assert_string_equal(got, want);
    if (o->keep == DFMT_PROFILE_KEEP_SAMPLES) assert_true(document_bytes(into, "firefox") > 1000);
    free(got);
    dfmt_op_free(into);
  }
  for (size_t i = 0; i < N_PARTS; i++) dfmt_op_free(parts[i]);
  dfmt_op_free(whole);
  free(want);
}

static void test_profiles(void **state) {
  (void)state;
  static const uint32_t groups[] = {0, DFMT_PROFILE_BY_THREAD, DFMT_PROFILE_BY_EVENT | DFMT_PROFILE_BY_PROCESS,
                                    DFMT_PROFILE_BY_USUAL};
  for (uint32_t keep = DFMT_PROFILE_KEEP_FUNCTIONS; keep <= DFMT_PROFILE_KEEP_SAMPLES; keep++)
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
      check_orders(&(struct options){keep, groups[i], i == 1 ? DFMT_PROFILE_CPU_BOTH : DFMT_PROFILE_CPU_ANY}, profiles);
}

static void test_dumps(void **state) {
  (void)state;
  for (uint32_t keep = DFMT_PROFILE_KEEP_FUNCTIONS; keep <= DFMT_PROFILE_KEEP_SAMPLES; keep++)
    check_orders(&(struct options){.keep = keep, .group = DFMT_PROFILE_BY_HEAP}, dumps);
}

/* A profile that has run takes others, and inputs after them. */
static void test_mixed(void **state) {
  (void)state;
  const struct options o = {.keep = DFMT_PROFILE_KEEP_STACKS, .group = DFMT_PROFILE_BY_THREAD};
  dfmt_op *whole = profile_of(&o, profiles, N_PARTS), *into = profile_of(&o, profiles, 1),
          *part = profile_of(&o, &profiles[1], 1);
  char *first = all_of(into);
  assert_int_equal(dfmt_op_merge(into, part), DFMT_OK);
  add(into, profiles[2]);
  assert_int_equal(dfmt_op_merge(into, part), DFMT_E_STATE); /* it has an input to run */
  assert_int_equal(dfmt_op_run(into), DFMT_OK);
  char *want = all_of(whole), *got = all_of(into);
  assert_string_equal(got, want);
  assert_string_not_equal(got, first);
  free(first);
  free(want);
  free(got);
  dfmt_op_free(into);
  dfmt_op_free(part);
  dfmt_op_free(whole);
}

/* ---- what goes wrong ---- */

/* Each allocation fails once; the same call goes on. */
static void check_memory(const struct options *o) {
  struct counter x;
  dfmt_config *c = config_of(counting_config(&x), o);
  dfmt_op *whole = profile_of(o, profiles, 2), *part[2] = {profile_of(o, profiles, 1), profile_of(o, &profiles[1], 1)};
  char *want = all_of(whole);
  bool failed = true;
  for (uint64_t n = 1; failed; n += 1 + n / 4) {
    dfmt_op *into;
    assert_int_equal(dfmt_op_new(c, "profile", &into), DFMT_OK);
    x.calls = 0;
    x.fail_at = n;
    failed = false;
    for (size_t i = 0; i < 2; i++) {
      dfmt_status st = dfmt_op_merge(into, part[i]);
      failed = failed || st == DFMT_E_NOMEM;
      if (st == DFMT_E_NOMEM) st = dfmt_op_merge(into, part[i]);
      assert_int_equal(st, DFMT_OK);
    }
    x.fail_at = 0;
    char *got = all_of(into);
    assert_string_equal(got, want);
    free(got);
    dfmt_op_free(into);
    assert_int_equal(x.blocks, 0);
  }
  free(want);
  dfmt_op_free(whole);
  dfmt_op_free(part[0]);
  dfmt_op_free(part[1]);
  dfmt_config_free(c);
}

static void test_memory(void **state) {
  (void)state;
  check_memory(&(struct options){.keep = DFMT_PROFILE_KEEP_FUNCTIONS, .group = DFMT_PROFILE_BY_THREAD});
  check_memory(&(struct options){.keep = DFMT_PROFILE_KEEP_STACKS});
  check_memory(&(struct options){.keep = DFMT_PROFILE_KEEP_SAMPLES, .group = DFMT_PROFILE_BY_USUAL});
}

static void test_refused(void **state) {
  (void)state;
  const struct options functions = {.keep = DFMT_PROFILE_KEEP_FUNCTIONS}, stacks = {.keep = DFMT_PROFILE_KEEP_STACKS};
  dfmt_op *a = profile_of(&functions, profiles, 1), *b = profile_of(&stacks, profiles, 1),
          *d = profile_of(&functions, dumps, 1), *fresh = new_profile(&functions);
  char *want = all_of(a);
  assert_int_equal(dfmt_op_merge(NULL, a), DFMT_E_ARG);
  assert_int_equal(dfmt_op_merge(a, NULL), DFMT_E_ARG);
  assert_int_equal(dfmt_op_merge(a, a), DFMT_E_ARG);
  assert_int_equal(dfmt_op_merge(a, b), DFMT_E_UNSUPPORTED);
  assert_int_equal(dfmt_op_merge(a, d), DFMT_E_UNSUPPORTED);
  assert_int_equal(dfmt_op_merge(a, fresh), DFMT_E_STATE);
  char *got = all_of(a);
  assert_string_equal(got, want);
  free(got);
  free(want);
  dfmt_op_free(a);
  dfmt_op_free(b);
  dfmt_op_free(d);
  dfmt_op_free(fresh);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_profiles), cmocka_unit_test(test_dumps),
                                     cmocka_unit_test(test_mixed), cmocka_unit_test(test_memory),
                                     cmocka_unit_test(test_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
