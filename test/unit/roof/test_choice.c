/* SPDX-License-Identifier: MIT */
/* Readers and writers of chosen formats. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include <diagfmt/diagfmt.h>

enum { MOST = 16 }; /* formats of one handle: reader.h */

static dfmt_source *source_of(const char *text) {
  dfmt_source *s;
  assert_int_equal(dfmt_source_memory(NULL, text, strlen(text), &s), DFMT_OK);
  return s;
}

static const char report[] = "ProblemType: Crash\nDate: Mon Nov 2 10:00:00 2026\nPackage: hello 1\n";
static const char log_line[] = "11-22 10:00:00.000  100  100 I malloc_debug: app_process: malloc debug enabled\n";

static dfmt_status first(dfmt_reader *r, uint32_t format, const char *text, uint32_t *type) {
  const dfmt_event *ev;
  dfmt_source *s = source_of(text);
  dfmt_status st = dfmt_reader_open(r, format, s);
  dfmt_source_free(s);
  if (st == DFMT_OK) st = dfmt_reader_next(r, &ev);
  if (st == DFMT_OK) *type = ev->type;
  return st;
}

static void test_reads_what_was_chosen(void **state) {
  (void)state;
  const dfmt_read_format *both[] = {dfmt_mallocdbg_read_format(), dfmt_apport_read_format()};
  dfmt_reader *r;
  uint32_t type = 0;
  assert_int_equal(dfmt_reader_new_for(NULL, both, 2, &r), DFMT_OK);
  both[0] = both[1] = NULL; /* they were copied */
  assert_int_equal(first(r, 0, report, &type), DFMT_OK);
  assert_int_equal(type, DFMT_APPORT_FIELD);
  assert_int_equal(first(r, 0, log_line, &type), DFMT_OK);
  assert_int_equal(type >> 16, DFMT_MALLOCDBG);
  assert_int_equal(first(r, DFMT_APPORT, report, &type), DFMT_OK);
  dfmt_reader_free(r);
}

static void test_tries_no_other(void **state) {
  (void)state;
  const dfmt_read_format *one[] = {dfmt_mallocdbg_read_format()};
  const dfmt_event *ev;
  dfmt_probe guesses[MOST];
  dfmt_reader *r;
  uint32_t type = 0, n = 9;
  assert_int_equal(dfmt_reader_new_for(NULL, one, 1, &r), DFMT_OK);
  assert_int_equal(first(r, 0, report, &type), DFMT_E_UNSUPPORTED);
  assert_int_equal(dfmt_reader_error(r)->number, DFMT_ERR_UNKNOWN_FORMAT);
  assert_int_equal(first(r, DFMT_APPORT, report, &type), DFMT_E_ARG);
  dfmt_source *s = source_of(report);
  assert_int_equal(dfmt_reader_open(r, 0, s), DFMT_OK);
  assert_int_equal(dfmt_reader_identify(r, "a.crash", guesses, MOST, &n), DFMT_OK);
  assert_int_equal(n, 0);
  assert_int_equal(dfmt_reader_columns(r, DFMT_SIMPLEPERF_SAMPLE, 10, &ev), DFMT_E_UNSUPPORTED);
  dfmt_source_free(s);
  dfmt_reader_free(r);
}

/* The reader knows the type, but the file turns out to be of another format. */
static void test_columns_of_another(void **state) {
  (void)state;
  dfmt_reader *r;
  const dfmt_event *ev;
  dfmt_source *s = source_of(report);
  assert_int_equal(dfmt_reader_new(NULL, &r), DFMT_OK);
  assert_int_equal(dfmt_reader_open(r, 0, s), DFMT_OK);
  assert_int_equal(dfmt_reader_columns(r, DFMT_SIMPLEPERF_SAMPLE, 10, &ev), DFMT_E_UNSUPPORTED);
  assert_int_equal(dfmt_reader_next(r, &ev), DFMT_OK);
  assert_non_null(dfmt_event_apport_field(ev));
  dfmt_source_free(s);
  dfmt_reader_free(r);
}

static void expect_no_reader(const dfmt_read_format *const *formats, uint32_t n) {
  dfmt_reader *r = (dfmt_reader *)(void *)&n;
  assert_int_equal(dfmt_reader_new_for(NULL, formats, n, &r), DFMT_E_ARG);
  assert_null(r);
}

static void expect_no_writer(const dfmt_write_format *const *formats, uint32_t n) {
  dfmt_writer *w = (dfmt_writer *)(void *)&n;
  assert_int_equal(dfmt_writer_new_for(NULL, formats, n, &w), DFMT_E_ARG);
  assert_null(w);
}

static void test_refuses_nonsense(void **state) {
  (void)state;
  const dfmt_read_format *apport = dfmt_apport_read_format(), *list[MOST + 1] = {apport};
  const dfmt_write_format *written = dfmt_apport_write_format();
  expect_no_reader(NULL, 1);
  expect_no_reader(list, 0);
  expect_no_reader((const dfmt_read_format *[]){apport, NULL}, 2);
  expect_no_reader((const dfmt_read_format *[]){apport, apport}, 2);
  expect_no_reader(list, MOST + 1);
  expect_no_writer(NULL, 1);
  expect_no_writer(&written, 0);
  expect_no_writer((const dfmt_write_format *[]){written, NULL}, 2);
  expect_no_writer((const dfmt_write_format *[]){written, written}, 2);
}

static void test_writes_what_was_chosen(void **state) {
  (void)state;
  const dfmt_write_format *only[] = {dfmt_apport_write_format()};
  dfmt_apport_field f = {.head = {sizeof f, DFMT_APPORT_FIELD}, .key = {"Date", 4}, .text = {"today", 5}};
  dfmt_writer *w;
  dfmt_sink *s;
  const void *made;
  uint64_t len;
  f.present = DFMT_APPORT_FIELD_HAS_TEXT;
  assert_int_equal(dfmt_sink_memory(NULL, &s), DFMT_OK);
  assert_int_equal(dfmt_writer_new_for(NULL, only, 1, &w), DFMT_OK);
  assert_int_equal(dfmt_writer_open(w, DFMT_SIMPLEPERF, 0, s), DFMT_E_ARG);
  assert_int_equal(dfmt_writer_open(w, DFMT_APPORT, 0, s), DFMT_OK);
  assert_int_equal(dfmt_writer_put(w, &f.head), DFMT_OK);
  assert_int_equal(dfmt_writer_finish(w), DFMT_OK);
  assert_int_equal(dfmt_sink_bytes(s, &made, &len), DFMT_OK);
  assert_int_equal(len, strlen("Date: today\n"));
  assert_memory_equal(made, "Date: today\n", (size_t)len);
  dfmt_writer_free(w);
  dfmt_sink_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_reads_what_was_chosen),  cmocka_unit_test(test_tries_no_other),
      cmocka_unit_test(test_columns_of_another),     cmocka_unit_test(test_refuses_nonsense),
      cmocka_unit_test(test_writes_what_was_chosen),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
