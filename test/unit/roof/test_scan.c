/* SPDX-License-Identifier: MIT */
/* Scans: lifetimes, calls that fail, and incremental input. test_tables.py checks the values.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <diagfmt/diagfmt.h>

#include "counter.h"

static const char ops[] = "7: malloc 0x5000 24\n7: free 0x5000\n8: calloc 0x6000 2 16\n9: realloc 0x7000 0x6000 64\n";
enum { OPS = 4 };

/* A report with text, a value in base64, and text that is not UTF-8. */
static const char report[] =
    "ProblemType: Crash\nBad: a\xff\xe2\x82z\nCoreDump: base64\n eJzLSM3JyVcozy/KSQEAGgsEXQ==\nLast: x\n";
static const char cleaned[] = "a\xef\xbf\xbd\xef\xbf\xbdz", value[] = "hello world";

static dfmt_source *source_of(const char *text, size_t len) {
  dfmt_source *s;
  assert_int_equal(dfmt_source_memory(NULL, text, len, &s), DFMT_OK);
  return s;
}

static dfmt_scan *scan_of(const dfmt_config *c, const char *text) {
  dfmt_scan *x;
  dfmt_source *s = source_of(text, strlen(text));
  assert_int_equal(dfmt_scan_new(c, s, &x), DFMT_OK);
  assert_int_equal(dfmt_source_shared(s), 1);
  dfmt_source_free(s);
  return x;
}

/* The place of a column among the children of a table. */
static int64_t column(const struct ArrowSchema *s, const char *name) {
  for (int64_t i = 0; i < s->n_children; i++)
    if (strcmp(s->children[i]->name, name) == 0) return i;
  fail_msg("no column %s", name);
  return -1;
}

static int64_t place_of(dfmt_scan *x, uint32_t table, const char *name) {
  struct ArrowSchema s;
  assert_int_equal(dfmt_scan_schema(x, table, &s), DFMT_OK);
  int64_t at = column(&s, name);
  s.release(&s);
  assert_null(s.release);
  return at;
}

static void assert_text(const struct ArrowArray *a, int64_t row, const char *want) {
  const int32_t *ends = a->buffers[1];
  assert_int_equal(ends[row + 1] - ends[row], strlen(want));
  assert_memory_equal((const char *)a->buffers[2] + ends[row], want, strlen(want));
}

/* ---- batches ---- */

static void test_batches_outlive_the_scan(void **state) {
  (void)state;
  dfmt_scan *x = scan_of(NULL, ops);
  dfmt_table_request request = {.size = sizeof request, .max_rows = 3};
  struct ArrowArray batches[2], child;
  uint32_t table = 9;
  assert_int_equal(dfmt_scan_table(x, "mallocdbg.op", &request, &table), DFMT_OK);
  int64_t bytes = place_of(x, table, "bytes");
  for (int i = 0; i < 2; i++) assert_int_equal(dfmt_scan_next(x, &table, &batches[i]), DFMT_OK);
  assert_int_equal(table, 0);
  assert_int_equal(dfmt_scan_next(x, &table, &child), DFMT_END);
  assert_int_equal(dfmt_scan_next(x, &table, &child), DFMT_END);
  dfmt_scan_free(x);
  assert_int_equal(batches[0].length, 3);
  assert_int_equal(batches[1].length, 1);
  child = *batches[0].children[bytes]; /* moved out, and released after its parent */
  batches[0].children[bytes]->release = NULL;
  batches[0].release(&batches[0]);
  assert_null(batches[0].release);
  assert_int_equal(((const uint64_t *)child.buffers[1])[0], 24);
  assert_int_equal(child.null_count, 1);
  child.release(&child);
  batches[1].release(&batches[1]);
}

static void test_shared_batches(void **state) {
  (void)state;
  dfmt_scan *x = scan_of(NULL, ops);
  struct ArrowArray batch, shared[3], child;
  uint32_t table;
  assert_int_equal(dfmt_scan_table(x, "mallocdbg.op", NULL, &table), DFMT_OK);
  int64_t bytes = place_of(x, table, "bytes"), word = place_of(x, table, "op_word");
  assert_int_equal(dfmt_scan_next(x, &table, &batch), DFMT_OK);
  dfmt_scan_free(x);
  for (int i = 0; i < 2; i++) assert_int_equal(dfmt_batch_share(NULL, &batch, &shared[i]), DFMT_OK);
  assert_int_equal(dfmt_batch_share(NULL, &shared[0], &shared[2]), DFMT_OK);
  batch.release(&batch);
  assert_int_equal(dfmt_batch_share(NULL, &batch, &child), DFMT_E_ARG);
  assert_text(shared[2].children[word]->dictionary, ((const int32_t *)shared[2].children[word]->buffers[1])[1], "free");
  shared[0].release(&shared[0]);
  child = *shared[1].children[bytes]; /* moved out, and the last that is left */
  shared[1].children[bytes]->release = NULL;
  shared[1].release(&shared[1]);
  shared[2].release(&shared[2]);
  assert_int_equal(child.length, OPS);
  assert_int_equal(((const uint64_t *)child.buffers[1])[0], 24);
  child.release(&child);
  assert_null(child.release);
}

static void test_sharing_without_memory(void **state) {
  (void)state;
  dfmt_scan *x = scan_of(NULL, ops);
  struct ArrowArray batch, shared;
  uint32_t table;
  assert_int_equal(dfmt_scan_table(x, "mallocdbg.op", NULL, &table), DFMT_OK);
  assert_int_equal(dfmt_scan_next(x, &table, &batch), DFMT_OK);
  dfmt_scan_free(x);
  struct counter memory;
  dfmt_config *c = counting_config(&memory);
  dfmt_status st = DFMT_E_NOMEM;
  for (uint64_t at = 1; st != DFMT_OK; at++) {
    memory.calls = 0;
    memory.fail_at = at;
    st = dfmt_batch_share(c, &batch, &shared);
    if (st != DFMT_OK) assert_int_equal(st, DFMT_E_NOMEM);
    assert_int_equal(batch.length, OPS);
  }
  assert_true(memory.blocks > 20);
  shared.release(&shared);
  batch.release(&batch);
  assert_int_equal(memory.bytes, 0);
  dfmt_config_free(c);
}

static void test_many_tables_in_one_pass(void **state) {
  (void)state;
  static const char dump[] =
      "Android Native Heap Dump v1.2\n\nTotal memory: 8\nAllocation records: 1\nBacktrace size: 1\n\n"
      "z 0  sz        8  num    1  bt 7f01\nMAPS\n7f00-7f10 r-xp 00000000 00:00 1 /lib\nEND\n";
  dfmt_scan *x = scan_of(NULL, dump);
  uint32_t header, alloc, map, table;
  struct ArrowArray batch;
  int64_t rows[3] = {0};
  assert_int_equal(dfmt_scan_table(x, "mallocdbg.header", NULL, &header), DFMT_OK);
  assert_int_equal(dfmt_scan_table(x, "mallocdbg.alloc", NULL, &alloc), DFMT_OK);
  assert_int_equal(dfmt_scan_table(x, "mallocdbg.map", NULL, &map), DFMT_OK);
  while (dfmt_scan_next(x, &table, &batch) == DFMT_OK) {
    rows[table] += batch.length;
    batch.release(&batch);
  }
  assert_int_equal(rows[header], 1);
  assert_int_equal(rows[alloc], 1);
  assert_int_equal(rows[map], 1);
  dfmt_scan_free(x);
}

static void check_report(dfmt_scan *x, bool bytewise, dfmt_source *feed) {
  uint32_t table;
  struct ArrowArray batch;
  size_t given = 0;
  dfmt_status st;
  int64_t text = place_of(x, 0, "text"), payload = place_of(x, 0, "payload"), size = place_of(x, 0, "payload_size");
  while ((st = dfmt_scan_next(x, &table, &batch)) == DFMT_AGAIN) {
    assert_true(bytewise);
    uint64_t taken;
    if (given < sizeof report - 1)
      assert_int_equal(dfmt_feed_write(feed, report + given++, 1, &taken), DFMT_OK);
    else
      assert_int_equal(dfmt_feed_close(feed), DFMT_OK);
  }
  assert_int_equal(st, DFMT_OK);
  assert_int_equal(batch.length, 4);
  assert_text(batch.children[text], 1, cleaned);
  assert_text(batch.children[payload], 2, value);
  assert_int_equal(batch.children[payload]->null_count, 3);
  assert_int_equal(((const uint64_t *)batch.children[size]->buffers[1])[2], sizeof value - 1);
  batch.release(&batch);
  assert_int_equal(dfmt_scan_next(x, &table, &batch), DFMT_END);
}

static void test_values_and_text(void **state) {
  (void)state;
  dfmt_table_request request = {.size = sizeof request, .payload = DFMT_SCAN_PAYLOAD_TEXT};
  uint32_t table;
  dfmt_scan *x = scan_of(NULL, report);
  assert_int_equal(dfmt_scan_table(x, "apport.field", &request, &table), DFMT_OK);
  check_report(x, false, NULL);
  dfmt_scan_free(x);
  dfmt_source *feed;
  assert_int_equal(dfmt_source_feed(NULL, &feed), DFMT_OK);
  assert_int_equal(dfmt_scan_new(NULL, feed, &x), DFMT_OK);
  assert_int_equal(dfmt_scan_table(x, "apport.field", &request, &table), DFMT_OK);
  check_report(x, true, feed);
  dfmt_scan_free(x);
  assert_int_equal(dfmt_source_shared(feed), 0);
  dfmt_source_free(feed);
}

/* ---- what is refused ---- */

static void test_unknown_names(void **state) {
  (void)state;
  static const char *const no[] = {"nothing"};
  static const char *const none[] = {NULL};
  dfmt_table_request request = {.size = sizeof request, .columns = no, .n_columns = 1};
  dfmt_scan *x = scan_of(NULL, ops);
  uint32_t table;
  struct ArrowArray batch;
  struct ArrowSchema schema;
  assert_int_equal(dfmt_scan_next(x, &table, &batch), DFMT_E_STATE);
  assert_int_equal(dfmt_scan_schema(x, 0, &schema), DFMT_E_ARG);
  assert_int_equal(dfmt_scan_table(x, "mallocdbg.ops", NULL, &table), DFMT_E_ARG);
  assert_non_null(strstr(dfmt_scan_error(x)->message, "tables of mallocdbg: header, alloc, "));
  assert_int_equal(dfmt_scan_table(x, "mallocdbg.op_columns", NULL, &table), DFMT_E_ARG);
  assert_int_equal(dfmt_scan_table(x, "mallocdbg.op", &request, &table), DFMT_E_ARG);
  assert_non_null(strstr(dfmt_scan_error(x)->message, "thread_id"));
  request.columns = none;
  assert_int_equal(dfmt_scan_table(x, "mallocdbg.op", &request, &table), DFMT_E_ARG);
  request = (dfmt_table_request){.size = 8};
  assert_int_equal(dfmt_scan_table(x, "mallocdbg.op", &request, &table), DFMT_E_ARG);
  request = (dfmt_table_request){.size = sizeof request, .payload = 9};
  assert_int_equal(dfmt_scan_table(x, "mallocdbg.op", &request, &table), DFMT_E_ARG);
  assert_int_equal(dfmt_scan_table(x, "mallocdbg.op", NULL, &table), DFMT_OK);
  assert_int_equal(dfmt_scan_table(x, "mallocdbg.op", NULL, &table), DFMT_E_ARG);
  assert_int_equal(dfmt_scan_table(x, "apport.field", NULL, &table), DFMT_E_ARG);
  assert_int_equal(dfmt_scan_next(x, &table, &batch), DFMT_OK);
  batch.release(&batch);
  assert_int_equal(dfmt_scan_table(x, "mallocdbg.map", NULL, &table), DFMT_E_STATE);
  dfmt_scan_free(x);
  dfmt_scan_free(NULL);
}

static void test_options_that_contradict(void **state) {
  (void)state;
  dfmt_scan *x = scan_of(NULL, "");
  uint32_t table;
  static const char *const none[] = {"nothing"};
  const dfmt_table_request bad = {.size = sizeof bad, .columns = none, .n_columns = 1};
  assert_int_equal(dfmt_scan_table(x, "apitrace.call", &bad, &table), DFMT_E_ARG); /* sets no option */
  assert_int_equal(dfmt_scan_table(x, "apitrace.header", NULL, &table), DFMT_OK);
  assert_int_equal(dfmt_scan_table(x, "apitrace.enter", NULL, &table), DFMT_OK);
  assert_int_equal(dfmt_scan_table(x, "apitrace.leave", NULL, &table), DFMT_OK);
  assert_int_equal(dfmt_scan_table(x, "apitrace.call", NULL, &table), DFMT_E_ARG);
  assert_non_null(strstr(dfmt_scan_error(x)->message, "apitrace.form"));
  dfmt_scan_free(x);
}

/* Never no rows. */
static void test_other_format(void **state) {
  (void)state;
  dfmt_scan *x = scan_of(NULL, report);
  uint32_t table;
  struct ArrowArray batch;
  assert_int_equal(dfmt_scan_table(x, "mallocdbg.op", NULL, &table), DFMT_OK);
  assert_int_equal(dfmt_scan_next(x, &table, &batch), DFMT_E_UNSUPPORTED);
  assert_non_null(strstr(dfmt_scan_error(x)->message, "tables of apport: field"));
  dfmt_scan_free(x);
}

/* What came before it is handed out first. */
static void test_damage(void **state) {
  (void)state;
  static const char bad[] = "7: malloc 0x5000 24\n7: free 0x5000\nwhat\n7: malloc 0x8000 8\n";
  dfmt_config *c;
  uint32_t table, problems;
  struct ArrowArray batch;
  dfmt_scan *x = scan_of(NULL, bad);
  assert_int_equal(dfmt_scan_table(x, "mallocdbg.op", NULL, &table), DFMT_OK);
  assert_int_equal(dfmt_scan_next(x, &table, &batch), DFMT_OK);
  assert_int_equal(batch.length, 2);
  batch.release(&batch);
  for (int i = 0; i < 2; i++) assert_int_equal(dfmt_scan_next(x, &table, &batch), DFMT_E_FORMAT);
  assert_int_equal(dfmt_scan_error(x)->line, 3);
  dfmt_scan_free(x);
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_RECOVER, 1), DFMT_OK);
  x = scan_of(c, bad);
  assert_int_equal(dfmt_scan_table(x, "mallocdbg.op", NULL, &table), DFMT_OK);
  assert_int_equal(dfmt_scan_table(x, "diagnostic", NULL, &problems), DFMT_OK);
  int64_t rows[2] = {0};
  while (dfmt_scan_next(x, &table, &batch) == DFMT_OK) {
    rows[table] += batch.length;
    batch.release(&batch);
  }
  assert_int_equal(rows[0], 3);
  assert_true(rows[problems] > 0);
  dfmt_scan_free(x);
  dfmt_config_free(c);
}

/* ---- memory ---- */

/* All rows, with each call that fails for memory repeated. */
static int64_t count_rows(dfmt_scan *x, struct counter *memory) {
  dfmt_table_request request = {.size = sizeof request, .payload = DFMT_SCAN_PAYLOAD_BYTES, .max_rows = 2};
  struct ArrowSchema schema;
  struct ArrowArray batch;
  uint32_t table;
  int64_t rows = 0;
  dfmt_status st;
  while ((st = dfmt_scan_table(x, "apport.field", &request, &table)) == DFMT_E_NOMEM) memory->fail_at = 0;
  assert_int_equal(st, DFMT_OK);
  while ((st = dfmt_scan_schema(x, 0, &schema)) == DFMT_E_NOMEM) memory->fail_at = 0;
  assert_int_equal(st, DFMT_OK);
  schema.release(&schema);
  for (;;) {
    st = dfmt_scan_next(x, &table, &batch);
    if (st == DFMT_END) return rows;
    if (st == DFMT_E_NOMEM) {
      memory->fail_at = 0;
      continue;
    }
    assert_int_equal(st, DFMT_OK);
    rows += batch.length;
    batch.release(&batch);
  }
}

static void test_every_allocation_fails(void **state) {
  (void)state;
  struct counter memory;
  dfmt_config *c = counting_config(&memory);
  bool failed = true;
  for (uint64_t at = 1; failed; at++) {
    dfmt_source *s = source_of(report, sizeof report - 1);
    dfmt_scan *x;
    memory.calls = 0;
    memory.fail_at = at;
    dfmt_status st = dfmt_scan_new(c, s, &x);
    if (st == DFMT_E_NOMEM) {
      assert_null(x);
    } else {
      assert_int_equal(st, DFMT_OK);
      assert_int_equal(count_rows(x, &memory), 4);
      failed = memory.fail_at == 0;
    }
    dfmt_scan_free(x);
    dfmt_source_free(s);
    assert_int_equal(memory.blocks, 0);
    assert_int_equal(memory.bytes, 0);
  }
  dfmt_config_free(c);
}

static void test_limit_of_memory(void **state) {
  (void)state;
  enum { LINES = 20000 };
  char *text = malloc(LINES * 64);
  size_t len = 0;
  dfmt_config *c;
  uint32_t table;
  struct ArrowArray batch;
  int64_t rows = 0;
  dfmt_status st;
  assert_non_null(text);
  for (int i = 0; i < LINES; i++) len += (size_t)snprintf(text + len, 64, "7: malloc 0x%x 24\n", 4096 + i);
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_MAX_MEMORY, 1 << 20), DFMT_OK);
  dfmt_source *s = source_of(text, len);
  dfmt_scan *x;
  assert_int_equal(dfmt_scan_new(c, s, &x), DFMT_OK);
  dfmt_source_free(s);
  assert_int_equal(dfmt_scan_limit(x, DFMT_CFG_RECOVER, 1), DFMT_E_UNSUPPORTED);
  assert_int_equal(dfmt_scan_table(x, "mallocdbg.op", NULL, &table), DFMT_OK);
  while ((st = dfmt_scan_next(x, &table, &batch)) == DFMT_OK || st == DFMT_E_LIMIT) {
    if (st == DFMT_E_LIMIT) {
      assert_int_equal(dfmt_scan_error(x)->option, DFMT_CFG_MAX_MEMORY);
      assert_int_equal(dfmt_scan_limit(x, DFMT_CFG_MAX_MEMORY, 1 << 24), DFMT_OK);
      continue;
    }
    rows += batch.length;
    batch.release(&batch);
  }
  assert_int_equal(st, DFMT_END);
  assert_int_equal(rows, LINES);
  assert_int_equal(dfmt_scan_limit(x, DFMT_CFG_RECOVER, 1), DFMT_E_UNSUPPORTED);
  dfmt_scan_free(x);
  dfmt_config_free(c);
  free(text);
}

/* ---- streams ---- */

static void test_stream(void **state) {
  (void)state;
  dfmt_scan *x = scan_of(NULL, ops);
  struct ArrowArrayStream stream;
  struct ArrowSchema schema;
  struct ArrowArray batch;
  uint32_t table;
  assert_int_equal(dfmt_scan_stream(x, &stream), DFMT_E_STATE);
  assert_int_equal(dfmt_scan_table(x, "mallocdbg.op", NULL, &table), DFMT_OK);
  assert_int_equal(dfmt_scan_stream(x, &stream), DFMT_OK);
  assert_int_equal(stream.get_schema(&stream, &schema), 0);
  assert_string_equal(schema.format, "+s");
  assert_int_equal(stream.get_next(&stream, &batch), 0);
  assert_int_equal(batch.length, OPS);
  assert_int_equal(batch.n_children, schema.n_children);
  batch.release(&batch);
  assert_int_equal(stream.get_next(&stream, &batch), 0);
  assert_null(batch.release);
  stream.release(&stream);
  assert_null(stream.release);
  schema.release(&schema);
  x = scan_of(NULL, report);
  assert_int_equal(dfmt_scan_table(x, "mallocdbg.op", NULL, &table), DFMT_OK);
  assert_int_equal(dfmt_scan_stream(x, &stream), DFMT_OK);
  assert_int_not_equal(stream.get_next(&stream, &batch), 0);
  assert_non_null(strstr(stream.get_last_error(&stream), "the file is apport"));
  stream.release(&stream);
}

static void test_names_of_tables(void **state) {
  (void)state;
  uint32_t n = 0;
  const dfmt_type *t;
  for (; (t = dfmt_table_at(n)); n++) {
    uint32_t table;
    dfmt_scan *x = scan_of(NULL, "");
    assert_int_equal(dfmt_scan_table(x, t->name, NULL, &table), DFMT_OK);
    dfmt_scan_free(x);
  }
  assert_true(n > 1);
  assert_null(dfmt_table_at(UINT32_MAX));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_batches_outlive_the_scan),
                                     cmocka_unit_test(test_shared_batches),
                                     cmocka_unit_test(test_sharing_without_memory),
                                     cmocka_unit_test(test_many_tables_in_one_pass),
                                     cmocka_unit_test(test_values_and_text),
                                     cmocka_unit_test(test_unknown_names),
                                     cmocka_unit_test(test_options_that_contradict),
                                     cmocka_unit_test(test_other_format),
                                     cmocka_unit_test(test_damage),
                                     cmocka_unit_test(test_every_allocation_fails),
                                     cmocka_unit_test(test_limit_of_memory),
                                     cmocka_unit_test(test_stream),
                                     cmocka_unit_test(test_names_of_tables)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
