/* SPDX-License-Identifier: MIT */
/* Filters of scans: which rows pass, what is refused, and that payloads of other rows are not decoded. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include <diagfmt/diagfmt.h>

#include "counter.h"

static const char ops[] =
    "7: malloc 0x5000 24\n7: free 0x5000\n8: calloc 0x6000 2 16\n9: realloc 0x7000 0x6000 64\n"
    "9: thread_done 0x0\n";

/* Broken is no zlib stream; Bad is not UTF-8. */
static const char report[] =
    "ProblemType: Crash\nBad: a\xff\xe2\x82z\nBroken: base64\n AAAAAAAAAAAAAAAA\nLast: x\nUserGroups: \n";

static dfmt_scan *scan_of(const dfmt_config *c, const char *text) {
  dfmt_scan *x;
  dfmt_source *s;
  assert_int_equal(dfmt_source_memory(NULL, text, strlen(text), &s), DFMT_OK);
  assert_int_equal(dfmt_scan_new(c, s, &x), DFMT_OK);
  dfmt_source_free(s);
  return x;
}

static dfmt_filter_value text_of(const char *s) {
  return (dfmt_filter_value){.kind = DFMT_KIND_STR, .text = {s, strlen(s)}};
}

static dfmt_filter_value number_of(int64_t v) {
  return (dfmt_filter_value){.kind = DFMT_KIND_I64, .number = (uint64_t)v};
}

static dfmt_filter_value unsigned_of(uint64_t v) { return (dfmt_filter_value){.kind = DFMT_KIND_U64, .number = v}; }

/* Rows of a table that pass; -1: the table was refused. */
static int64_t rows_of(const char *file, const char *name, const dfmt_table_request *request) {
  dfmt_scan *x = scan_of(NULL, file);
  struct ArrowArray batch;
  uint32_t table;
  int64_t rows = 0;
  dfmt_status st = dfmt_scan_table(x, name, request, &table);
  if (st != DFMT_OK) {
    assert_int_equal(st, DFMT_E_ARG);
    assert_int_not_equal(dfmt_scan_error(x)->message[0], 0);
    dfmt_scan_free(x);
    return -1;
  }
  while ((st = dfmt_scan_next(x, &table, &batch)) == DFMT_OK) {
    rows += batch.length;
    batch.release(&batch);
  }
  if (st != DFMT_END) print_message("%s\n", dfmt_scan_error(x)->message);
  assert_int_equal(st, DFMT_END);
  dfmt_scan_free(x);
  return rows;
}

static int64_t count(const char *file, const char *name, const char *column, uint32_t op, dfmt_filter_value v) {
  const dfmt_filter f = {.column = column, .op = op, .n_values = 1, .values = &v};
  const dfmt_table_request request = {.size = sizeof request, .filters = &f, .n_filters = 1};
  return rows_of(file, name, &request);
}

/* ---- which pass ---- */

static void test_numbers(void **state) {
  (void)state;
  static const int64_t want[] = {1, 4, 2, 3, 2, 3}; /* EQ … GE */
  for (uint32_t op = DFMT_FILTER_EQ; op <= DFMT_FILTER_GE; op++)
    assert_int_equal(count(ops, "mallocdbg.op", "thread_id", op, number_of(8)), want[op]);
  assert_int_equal(count(ops, "mallocdbg.op", "thread_id", DFMT_FILTER_GT, number_of(-1)), 5);
  assert_int_equal(count(ops, "mallocdbg.op", "thread_id", DFMT_FILTER_LT, unsigned_of(UINT64_MAX)), 5);
  assert_int_equal(count(ops, "mallocdbg.op", "thread_id", DFMT_FILTER_EQ, unsigned_of(UINT64_MAX)), 0);
  assert_int_equal(count(ops, "mallocdbg.op", "ptr", DFMT_FILTER_GE, unsigned_of(0x6000)), 2);
}

static void test_text_and_words(void **state) {
  (void)state;
  static const int64_t want[] = {1, 4, 2, 3, 2, 3};
  for (uint32_t op = DFMT_FILTER_EQ; op <= DFMT_FILTER_GE; op++)
    assert_int_equal(count(report, "apport.field", "key", op, text_of("Last")), want[op]);
  assert_int_equal(count(ops, "mallocdbg.op", "op_word", DFMT_FILTER_EQ, text_of("malloc")), 1);
  assert_int_equal(count(ops, "mallocdbg.op", "op_word", DFMT_FILTER_EQ, text_of("nothing")), 0);
  assert_int_equal(count(report, "apport.field", "text", DFMT_FILTER_EQ, text_of("")), 1);
  assert_int_equal(count(report, "apport.field", "text", DFMT_FILTER_EQ, text_of("a\xef\xbf\xbd\xef\xbf\xbdz")), 1);
  assert_int_equal(count(report, "apport.field", "text", DFMT_FILTER_EQ, text_of("a\xff\xe2\x82z")), 0);
}

static void test_text_as_it_is(void **state) {
  (void)state;
  const dfmt_filter_value v = text_of("a\xff\xe2\x82z");
  const dfmt_filter f = {.column = "text", .n_values = 1, .values = &v};
  const dfmt_table_request request = {
      .size = sizeof request, .text = DFMT_SCAN_TEXT_EXACT, .filters = &f, .n_filters = 1};
  assert_int_equal(rows_of(report, "apport.field", &request), 1);
}

static void test_several(void **state) {
  (void)state;
  dfmt_filter_value threads[] = {number_of(9), number_of(7), number_of(100), number_of(7)};
  dfmt_filter_value free_word = text_of("free");
  dfmt_filter f[] = {{"thread_id", DFMT_FILTER_IN, 4, threads}, {"op_word", DFMT_FILTER_NE, 1, &free_word}};
  static const char *const columns[] = {"bytes"};
  dfmt_table_request request = {
      .size = sizeof request, .columns = columns, .n_columns = 1, .filters = f, .n_filters = 1};
  assert_int_equal(rows_of(ops, "mallocdbg.op", &request), 4);
  request.n_filters = 2;
  assert_int_equal(rows_of(ops, "mallocdbg.op", &request), 3);
  f[0].n_values = 0;
  assert_int_equal(rows_of(ops, "mallocdbg.op", &request), 0);
}

/* ---- payloads ---- */

static void test_refused_payloads_stay_unread(void **state) {
  (void)state;
  dfmt_filter_value last = text_of("Last"), zero = number_of(0);
  dfmt_filter f = {.column = "key", .n_values = 1, .values = &last};
  dfmt_table_request request = {.size = sizeof request, .payload = DFMT_SCAN_PAYLOAD_BYTES};
  struct ArrowArray batch;
  uint32_t table;
  for (uint32_t i = 0; i < 3; i++) {
    dfmt_scan *x = scan_of(NULL, report);
    dfmt_status st;
    assert_int_equal(dfmt_scan_table(x, "apport.field", &request, &table), DFMT_OK);
    while ((st = dfmt_scan_next(x, &table, &batch)) == DFMT_OK) batch.release(&batch);
    assert_int_equal(st, i == 1 ? DFMT_END : DFMT_E_FORMAT);
    dfmt_scan_free(x);
    request.filters = &f;
    request.n_filters = 1;
    if (i == 1) { /* what is known only after the payload */
      request.payload = DFMT_SCAN_PAYLOAD_NONE;
      f = (dfmt_filter){"decoded_size", DFMT_FILTER_GE, 1, &zero};
    }
  }
}

/* ---- what is refused ---- */

static void test_refused(void **state) {
  (void)state;
  dfmt_filter_value v[2] = {number_of(1), number_of(2)}, odd = {.kind = DFMT_KIND_BYTES};
  dfmt_filter f = {"thread_id", DFMT_FILTER_EQ, 2, v};
  dfmt_table_request request = {.size = sizeof request, .filters = &f, .n_filters = 1};
  assert_int_equal(rows_of(ops, "mallocdbg.op", &request), -1);
  f = (dfmt_filter){"thread_id", 7, 1, v};
  assert_int_equal(rows_of(ops, "mallocdbg.op", &request), -1);
  f = (dfmt_filter){"thread_id", DFMT_FILTER_IN, 1, NULL};
  assert_int_equal(rows_of(ops, "mallocdbg.op", &request), -1);
  f = (dfmt_filter){NULL, DFMT_FILTER_EQ, 1, v};
  assert_int_equal(rows_of(ops, "mallocdbg.op", &request), -1);
  request.filters = NULL;
  assert_int_equal(rows_of(ops, "mallocdbg.op", &request), -1);
  assert_int_equal(count(ops, "mallocdbg.op", "thread_id", DFMT_FILTER_EQ, text_of("7")), -1);
  assert_int_equal(count(ops, "mallocdbg.op", "op_word", DFMT_FILTER_EQ, number_of(1)), -1);
  assert_int_equal(count(ops, "mallocdbg.op", "thread_id", DFMT_FILTER_EQ, odd), -1);
  assert_int_equal(count(ops, "mallocdbg.op", "nothing", DFMT_FILTER_EQ, v[0]), -1);
  assert_int_equal(count(ops, "mallocdbg.op", "thread_id_word", DFMT_FILTER_EQ, text_of("a")), -1);
  assert_int_equal(count(ops, "mallocdbg.alloc", "frames", DFMT_FILTER_EQ, v[0]), -1);
}

/* ---- memory ---- */

static int64_t count_failing(dfmt_scan *x, struct counter *memory) {
  dfmt_filter_value values[] = {text_of("Bad"), text_of("Last"), text_of("UserGroups")}, z = text_of("z");
  const dfmt_filter f[] = {{"key", DFMT_FILTER_IN, 3, values}, {"text", DFMT_FILTER_LT, 1, &z}};
  const dfmt_table_request request = {.size = sizeof request, .filters = f, .n_filters = 2};
  struct ArrowArray batch;
  uint32_t table;
  int64_t rows = 0;
  dfmt_status st;
  while ((st = dfmt_scan_table(x, "apport.field", &request, &table)) == DFMT_E_NOMEM) memory->fail_at = 0;
  assert_int_equal(st, DFMT_OK);
  while ((st = dfmt_scan_next(x, &table, &batch)) != DFMT_END) {
    if (st == DFMT_E_NOMEM) {
      memory->fail_at = 0;
      continue;
    }
    assert_int_equal(st, DFMT_OK);
    rows += batch.length;
    batch.release(&batch);
  }
  return rows;
}

static void test_every_allocation_fails(void **state) {
  (void)state;
  struct counter memory;
  dfmt_config *c = counting_config(&memory);
  bool failed = true;
  for (uint64_t at = 1; failed; at++) {
    memory.fail_at = 0;
    dfmt_scan *x = scan_of(c, report);
    memory.calls = 0;
    memory.fail_at = at;
    assert_int_equal(count_failing(x, &memory), 3);
    failed = memory.fail_at == 0;
    dfmt_scan_free(x);
    assert_int_equal(memory.blocks, 0);
  }
  dfmt_config_free(c);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_numbers),
                                     cmocka_unit_test(test_text_and_words),
                                     cmocka_unit_test(test_text_as_it_is),
                                     cmocka_unit_test(test_several),
                                     cmocka_unit_test(test_refused_payloads_stay_unread),
                                     cmocka_unit_test(test_refused),
                                     cmocka_unit_test(test_every_allocation_fails)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
