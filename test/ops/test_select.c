/* SPDX-License-Identifier: MIT */
/* Which records are wanted: sets of numbers, keys, functions, and what wrong options say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <diagfmt/diagfmt.h>
#include <diagfmt/ops/verify.h>

#include "../unit/counter.h"
#include "derived/derived.h"
#include "op/reading.h"
#include "select/select.h"

static dfmt_str str(const char *text) { return (dfmt_str){text, strlen(text)}; }

/* ---- sets of numbers ---- */

static const char *parse(struct dfmti_mem *m, struct dfmto_select_numbers *s, const char *text) {
  const char *wrong;
  *s = (struct dfmto_select_numbers){.n = 0};
  assert_true(dfmto_select_numbers_add(m, s, str(text), &wrong));
  dfmto_select_numbers_settle(s);
  return wrong;
}

static void test_numbers(void **state) {
  (void)state;
  static const struct {
    const char *text, *have; /* of 0 to 15 */
    uint64_t last;
  } cases[] = {
      {"3", "0001000000000000", 3},
      {"12,3-5,4-7", "0001111100001000", 12},
      {"5-", "0000011111111111", UINT64_MAX},
      {"*/3", "1001001001001001", UINT64_MAX},
      {" 1\n2 # 3\n\t4", "0110100000000000", 4},
      {"2-10/4,3", "0011001000100000", 10},
      {"0-3,2-2,4", "1111100000000000", 4},
      {"", "1111111111111111", 0},
  };
  struct counter x;
  dfmt_config *c = counting_config(&x);
  struct dfmti_mem m;
  dfmti_derived_memory(&m, c);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct dfmto_select_numbers s;
    assert_null(parse(&m, &s, cases[i].text));
    for (uint64_t n = 0; n < 16; n++) assert_int_equal(dfmto_select_numbers_have(&s, n, NULL), cases[i].have[n] == '1');
    assert_int_equal(s.last, cases[i].last);
    dfmto_select_numbers_free(&m, &s);
  }
  dfmt_config_free(c);
  assert_int_equal(x.blocks, 0);
}

static void test_kinds(void **state) {
  (void)state;
  const struct dfmto_entry_call plain = {.number = 8}, draw = {.number = 8, .draws = true},
                                target = {.number = 8, .sets_target = true}, frame = {.number = 8, .ends_frame = true};
  static const struct {
    const char *text, *have; /* of the four */
  } cases[] = {{"draw", "0100"},     {"*/render", "0100"}, {"rendertarget", "0011"}, {"fbo,draw", "0111"},
               {"9-/frame", "0000"}, {"frame", "0001"},    {"8,frame", "1111"}};
  const struct dfmto_entry_call *const calls[] = {&plain, &draw, &target, &frame};
  struct dfmti_mem m;
  dfmt_config *c;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  dfmti_derived_memory(&m, c);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct dfmto_select_numbers s;
    assert_null(parse(&m, &s, cases[i].text));
    for (size_t k = 0; k < 4; k++)
      assert_int_equal(dfmto_select_numbers_have(&s, 8, calls[k]), cases[i].have[k] == '1');
    dfmto_select_numbers_free(&m, &s);
  }
  dfmt_config_free(c);
}

/* ---- options ---- */

static dfmt_op *made(dfmt_config *c) {
  dfmt_op *op;
  assert_int_equal(dfmt_op_new(c, "verify", &op), DFMT_OK);
  dfmt_config_free(c);
  return op;
}

static dfmt_config *with(const char *const *options) {
  dfmt_config *c;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  for (; *options; options += 2) {
    const dfmt_option *o;
    uint32_t i = 0;
    while ((o = dfmt_ops_option_at(i)) != NULL && (o->format != 0 || strcmp(o->name, options[0]) != 0)) i++;
    assert_non_null(o);
    assert_int_equal(dfmt_config_add(c, o->key, options[1], strlen(options[1])), DFMT_OK);
  }
  return c;
}

static void test_wrong(void **state) {
  (void)state;
  static const char *const cases[][3] = {
      {"calls", "5-4", "calls: a range that ends before it begins in '5-4'"},
      {"calls", "18446744073709551616", "calls: a number too large in '18446744073709551616'"},
      {"calls", "1-99999999999999999999", "calls: a number too large in '1-99999999999999999999'"},
      {"calls", "*/0", "calls: a step of 0 in '*/0'"},
      {"calls", "3x", "calls: something after a range in '3x'"},
      {"calls", " # none", "calls: nothing in ''"},
      {"frames", "\n", "frames: nothing in ''"},
      {"frames", "drawn", "frames: neither a number nor one of frame, rendertarget, fbo, draw, render in 'drawn'"},
      {"calls", "1/x", "calls: after '/' neither a number nor one of frame, rendertarget, fbo, draw, render in '1/x'"},
      {"functions", "a(", "functions: "},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char *const options[] = {cases[i][0], cases[i][1], NULL};
    dfmt_op *op = made(with(options));
    struct dfmto_select s = {.begun = false};
    for (int again = 0; again < 2; again++) {
      assert_int_equal(dfmto_select_begin(op, &s), DFMT_E_ARG);
      assert_memory_equal(dfmt_op_error(op)->message, cases[i][2], strlen(cases[i][2]));
      assert_int_equal(dfmt_op_error(op)->number, DFMT_ERR_ARGUMENT);
    }
    dfmt_op_free(op);
  }
}

static void test_keys(void **state) {
  (void)state;
  static const char *const options[] = {"keys", "S*", "keys", "Uname", "keys", "None", "drop", "Sig*", NULL};
  dfmt_op *op = made(with(options));
  struct dfmto_select s = {.begun = false};
  size_t at = 0;
  dfmt_str missing;
  assert_int_equal(dfmto_select_begin(op, &s), DFMT_OK);
  assert_true(dfmto_select_key(&s, str("Stacktrace")));
  assert_true(dfmto_select_key(&s, str("Uname")));
  assert_false(dfmto_select_key(&s, str("Date")));
  assert_true(dfmto_select_missing(&s, &at, &missing) && missing.len == 4 && memcmp(missing.ptr, "None", 4) == 0);
  assert_true(dfmto_select_missing(&s, &at, &missing) && missing.len == 4 && memcmp(missing.ptr, "Sig*", 4) == 0);
  assert_false(dfmto_select_missing(&s, &at, &missing));
  assert_false(dfmto_select_key(&s, str("Signal")));
  dfmto_select_open(&s);
  at = 1;
  assert_true(dfmto_select_missing(&s, &at, &missing));
  dfmto_select_free(&op->mem, &s);
  dfmt_op_free(op);
}

/* ---- calls ---- */

static const char operations[] = "7: malloc 0x5000 24\n8: malloc 0x6000 24\n7: free 0x5000\n9: calloc 0x7000 4 4\n";

/* A letter for each record of an input, wanted or not. */
static dfmt_status choose(dfmt_op *op, dfmt_source *in, struct dfmto_select *s, char *out, size_t cap) {
  const dfmt_event *ev;
  size_t n = 0;
  bool wanted;
  dfmto_select_open(s);
  assert_int_equal(dfmto_open(op, in), DFMT_OK);
  while (dfmto_next(op, &ev) == DFMT_OK && n + 1 < cap) {
    dfmt_status st;
    do st = dfmto_select_check(op, s);
    while (st == DFMT_E_NOMEM);
    if (st != DFMT_OK) return st;
    do st = dfmto_select_call(op, s, ev, &wanted);
    while (st == DFMT_E_NOMEM);
    assert_int_equal(st, DFMT_OK);
    if (!dfmt_event_diagnostic(ev)) out[n++] = wanted ? '1' : '0';
  }
  out[n] = '\0';
  return DFMT_OK;
}

static void test_records(void **state) {
  (void)state;
  static const struct {
    const char *options[5], *chosen;
  } cases[] = {{{NULL}, "1111"},
               {{"threads", "7,9", NULL}, "1011"},
               {{"functions", "alloc", NULL}, "1101"},
               {{"functions", "^f", "functions", "c$", NULL}, "1111"},
               {{"functions", "^f", "threads", "7", NULL}, "0010"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char chosen[16];
    dfmt_op *op = made(with(cases[i].options));
    struct dfmto_select s = {.begun = false};
    dfmt_source *in;
    assert_int_equal(dfmt_source_memory(NULL, operations, sizeof operations - 1, &in), DFMT_OK);
    assert_int_equal(dfmto_select_begin(op, &s), DFMT_OK);
    for (int again = 0; again < 2; again++) {
      assert_int_equal(choose(op, in, &s, chosen, sizeof chosen), DFMT_OK);
      assert_string_equal(chosen, again ? "" : cases[i].chosen); /* a source is read once */
    }
    dfmt_source_free(in);
    dfmto_select_free(&op->mem, &s);
    dfmt_op_free(op);
  }
}

static void test_refused(void **state) {
  (void)state;
  static const struct {
    const char *options[3], *text;
    dfmt_status status;
    const char *message;
  } cases[] = {
      {{"calls", "1", NULL}, operations, DFMT_E_UNSUPPORTED, "mallocdbg has no calls to choose from"},
      {{"functions", "x", NULL}, "ProblemType: Crash\n", DFMT_E_UNSUPPORTED, "apport has no calls to choose from"},
      {{"threads", "main", NULL},
       operations,
       DFMT_E_ARG,
       "threads: neither a number nor one of frame, rendertarget, fbo, draw, render in 'main'"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char chosen[16];
    dfmt_op *op = made(with(cases[i].options));
    struct dfmto_select s = {.begun = false};
    dfmt_source *in;
    assert_int_equal(dfmt_source_memory(NULL, cases[i].text, strlen(cases[i].text), &in), DFMT_OK);
    assert_int_equal(dfmto_select_begin(op, &s), DFMT_OK);
    assert_int_equal(choose(op, in, &s, chosen, sizeof chosen), cases[i].status);
    assert_string_equal(dfmt_op_error(op)->message, cases[i].message);
    dfmt_source_free(in);
    dfmto_select_free(&op->mem, &s);
    dfmt_op_free(op);
  }
}

/* Every allocation fails once, and the same call then goes on. true: one failed. */
static bool fails_at(uint64_t n) {
  struct counter x;
  char chosen[16];
  struct dfmto_select s = {.begun = false};
  dfmt_source *in;
  dfmt_op *op;
  dfmt_status st;
  dfmt_config *c = counting_config(&x);
  assert_int_equal(dfmt_config_add(c, DFMT_OPS_THREADS, "7", 1), DFMT_OK);
  assert_int_equal(dfmt_config_add(c, DFMT_OPS_KEYS, "a", 1), DFMT_OK);
  assert_int_equal(dfmt_config_add(c, DFMT_OPS_FUNCTIONS, "^f", 2), DFMT_OK);
  assert_int_equal(dfmt_source_memory(NULL, operations, sizeof operations - 1, &in), DFMT_OK);
  assert_int_equal(dfmt_op_new(c, "verify", &op), DFMT_OK);
  assert_int_equal(dfmto_reader(op), DFMT_OK);
  const uint64_t before = x.calls;
  x.fail_at = before + n;
  do st = dfmto_select_begin(op, &s);
  while (st == DFMT_E_NOMEM);
  assert_int_equal(st, DFMT_OK);
  if (choose(op, in, &s, chosen, sizeof chosen) == DFMT_OK && chosen[0]) assert_string_equal(chosen, "0010");
  dfmto_select_free(&op->mem, &s);
  dfmt_op_free(op);
  dfmt_source_free(in);
  dfmt_config_free(c);
  assert_int_equal(x.blocks, 0);
  return x.calls >= before + n;
}

static void test_allocation(void **state) {
  (void)state;
  for (uint64_t n = 1; fails_at(n); n++) continue;
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_numbers),   cmocka_unit_test(test_kinds),
                                     cmocka_unit_test(test_wrong),     cmocka_unit_test(test_keys),
                                     cmocka_unit_test(test_records),   cmocka_unit_test(test_refused),
                                     cmocka_unit_test(test_allocation)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
