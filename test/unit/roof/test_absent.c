/* SPDX-License-Identifier: MIT */
/*
 * A build of some formats: what it lacks says so, by name. FORMATS is a FORMAT(ID, NAME) for each of the library;
 * READS_<format> and WRITES_<format> are 1 for those that this build has.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include <diagfmt/diagfmt.h>

static const struct {
  uint32_t id;
  const char *name;
  bool reads, writes;
  const dfmt_read_format *(*read_format)(void);
  const dfmt_write_format *(*write_format)(void);
} table[] = {
#define FORMAT(ID, NAME) \
  {ID, #NAME, READS_##NAME, WRITES_##NAME, dfmt_##NAME##_read_format, dfmt_##NAME##_write_format},
    FORMATS};
enum { N = sizeof table / sizeof *table };

static bool is_listed(uint32_t format) {
  uint32_t f;
  for (uint32_t i = 0; (f = dfmt_format_at(i)) != 0; i++)
    if (f == format) return true;
  return false;
}

static bool has_types(uint32_t format) {
  const dfmt_type *t;
  for (uint32_t i = 0; (t = dfmt_type_at(i)) != NULL; i++)
    if (t->number >> 16 == format) return true;
  return false;
}

static void test_lists(void **state) {
  (void)state;
  for (size_t i = 0; i < N; i++) {
    assert_int_equal(is_listed(table[i].id), table[i].reads);
    assert_int_equal(dfmt_format_name(table[i].id) != NULL, table[i].reads);
    assert_int_equal(has_types(table[i].id), table[i].reads);
  }
}

static void expect_missing(const dfmt_error *e, const char *name) {
  assert_int_equal(e->status, DFMT_E_UNSUPPORTED);
  assert_int_equal(e->number, DFMT_ERR_FORMAT_MISSING);
  assert_non_null(strstr(e->message, name));
}

static void read_by(dfmt_reader *r, size_t i) {
  const dfmt_event *ev;
  dfmt_source *s;
  assert_int_equal(dfmt_source_memory(NULL, "", 0, &s), DFMT_OK);
  assert_int_equal(dfmt_reader_open(r, table[i].id, s), DFMT_OK);
  dfmt_status st = dfmt_reader_next(r, &ev);
  if (table[i].reads)
    assert_int_not_equal(dfmt_reader_error(r)->number, DFMT_ERR_FORMAT_MISSING);
  else
    expect_missing(dfmt_reader_error(r), table[i].name);
  if (!table[i].reads) assert_int_not_equal(st, DFMT_OK); /* of an empty log there is a summary */
  dfmt_source_free(s);
}

static void test_reading(void **state) {
  (void)state;
  for (size_t i = 0; i < N; i++) {
    const dfmt_read_format *one[] = {table[i].read_format()};
    dfmt_reader *r;
    assert_int_equal(dfmt_reader_new(NULL, &r), DFMT_OK);
    read_by(r, i);
    dfmt_reader_free(r);
    assert_int_equal(dfmt_reader_new_for(NULL, one, 1, &r), DFMT_OK);
    read_by(r, i);
    dfmt_reader_free(r);
  }
}

/* No input is taken for what is left out. */
static void test_finding_out(void **state) {
  (void)state;
  static const char report[] = "ProblemType: Crash\nDate: Mon Nov 2 10:00:00 2026\nPackage: hello 1\n";
  dfmt_probe guesses[N];
  uint32_t n;
  assert_int_equal(dfmt_identify(NULL, report, sizeof report - 1, NULL, guesses, N, &n), DFMT_OK);
  for (uint32_t i = 0; i < n; i++) assert_true(is_listed(guesses[i].format));
  assert_int_equal(n > 0 && guesses[0].format == DFMT_APPORT, READS_apport);
}

static void test_writing(void **state) {
  (void)state;
  for (size_t i = 0; i < N; i++) {
    dfmt_writer *w;
    dfmt_sink *s;
    assert_int_equal(dfmt_sink_memory(NULL, &s), DFMT_OK);
    assert_int_equal(dfmt_writer_new(NULL, &w), DFMT_OK);
    assert_int_equal(dfmt_writer_open(w, table[i].id, 0, s), table[i].writes ? DFMT_OK : DFMT_E_UNSUPPORTED);
    if (!table[i].writes) expect_missing(dfmt_writer_error(w), table[i].name);
    dfmt_writer_free(w);
    dfmt_sink_free(s);
  }
}

/* One of each kind of function. */
static void test_functions(void **state) {
  (void)state;
  dfmt_apitrace_index *index = (dfmt_apitrace_index *)(void *)&index;
  dfmt_event ev = {.size = sizeof ev, .type = DFMT_APPORT_FIELD, .body = (const dfmt_head *)(const void *)&ev};
  dfmt_status st = dfmt_apitrace_index_new(NULL, &index);
  assert_int_equal(st, READS_apitrace ? DFMT_OK : DFMT_E_UNSUPPORTED);
  assert_int_equal(index != NULL, READS_apitrace);
  dfmt_apitrace_index_free(index);
  assert_int_equal(dfmt_event_apport_field(&ev) != NULL, READS_apport);
  assert_int_equal(dfmt_apport_key_is_valid("Date", 4), READS_apport);
  assert_int_equal(dfmt_mallocdbg_option_at(0) != NULL, READS_mallocdbg);
  dfmt_str symbol = {"x", 1};
  assert_int_equal(dfmt_simpleperf_names_frame(NULL, NULL, &symbol, NULL), 0);
  assert_int_equal(symbol.len, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lists),   cmocka_unit_test(test_reading),   cmocka_unit_test(test_finding_out),
      cmocka_unit_test(test_writing), cmocka_unit_test(test_functions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
