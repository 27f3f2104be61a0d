/* SPDX-License-Identifier: MIT */
/* Android Studio's .logcat as it is written, byte for byte; and dividers of a buffer that goes on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <diagfmt/diagfmt.h>

#include "../../../unit/counter.h"

#define STR(TEXT) {TEXT, sizeof(TEXT) - 1}
#define LINE_OF(KIND, ...) \
  {.head = {sizeof(dfmt_log_line), DFMT_LOG_LINE}, .kind = DFMT_LOG_VARIANT_##KIND, __VA_ARGS__}
#define LINE(...) LINE_OF(THREADTIME, __VA_ARGS__)
#define ELEMENT(LEVEL, PID, TID, APP, PROCESS, TAG, SECONDS, NANOS, MESSAGE) \
  "    {\n      \"header\": {\n        \"logLevel\": \"" LEVEL "\",\n        \"pid\": " PID ",\n        \"tid\": " TID \
  ",\n        \"applicationId\": \"" APP "\",\n        \"processName\": \"" PROCESS "\",\n        \"tag\": \"" TAG \
  "\",\n        \"timestamp\": {\n          \"seconds\": " SECONDS ",\n          \"nanos\": " NANOS \
  "\n        }\n      },\n      \"message\": \"" MESSAGE "\"\n    }"
#define PLAIN(SECONDS, MESSAGE) ELEMENT("INFO", "0", "0", "", "", "", SECONDS, "0", MESSAGE)
#define NEXT ",\n"
#define DOCUMENT(ELEMENTS) "{\n  \"logcatMessages\": [\n" ELEMENTS "\n  ]\n}"

/* Writes lines. Returns how it ends. */
static dfmt_status write_all(dfmt_config *c, uint32_t variant, const dfmt_log_line *lines, size_t n, dfmt_sink *to) {
  dfmt_writer *w;
  dfmt_status st = dfmt_writer_new(c, &w);
  if (st != DFMT_OK) return st;
  st = dfmt_writer_open(w, DFMT_LOG, variant, to);
  for (size_t i = 0; i < n && st == DFMT_OK; i++) st = dfmt_writer_put(w, &lines[i].head);
  if (st == DFMT_OK) st = dfmt_writer_finish(w);
  dfmt_writer_free(w);
  return st;
}

static void check_as(uint32_t variant, const dfmt_log_line *lines, size_t n, const char *want) {
  const void *ptr;
  uint64_t len;
  dfmt_sink *to;
  assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
  assert_int_equal(write_all(NULL, variant, lines, n, to), DFMT_OK);
  assert_int_equal(dfmt_sink_bytes(to, &ptr, &len), DFMT_OK);
  assert_int_equal(len, strlen(want));
  assert_memory_equal(ptr, want, (size_t)len);
  dfmt_sink_free(to);
}

#define CHECK(LINES, WANT) check_as(DFMT_LOG_VARIANT_JSON, LINES, sizeof(LINES) / sizeof *(LINES), WANT)

static const dfmt_log_line whole[] = {
    LINE(.present = DFMT_LOG_LINE_HAS_TIME_TEXT | DFMT_LOG_LINE_HAS_NANOSECOND | DFMT_LOG_LINE_HAS_ZONE_MINUTE |
                    DFMT_LOG_LINE_HAS_PROCESS_ID | DFMT_LOG_LINE_HAS_THREAD_ID | DFMT_LOG_LINE_HAS_PRIORITY |
                    DFMT_LOG_LINE_HAS_TAG | DFMT_LOG_LINE_HAS_PROCESS_NAME,
         .nanosecond = 5000000, .zone_minute = 60, .process_id = 12, .thread_id = 34,
         .priority = DFMT_LOG_PRIORITY_FATAL, .time_text = STR("2025-03-17 09:00:01.005"), .tag = STR("T\"a\\g"),
         .process_name = STR("com.app:remote"), .message = STR("first")),
    LINE(.continued = 1, .message = STR("")),
    LINE(.continued = 1, .message = STR("\tat x")),
    LINE(.message = STR("next")),
};
#define WHOLE \
  DOCUMENT(ELEMENT("ASSERT", "12", "34", "com.app", "com.app:remote", "T\\\"a\\\\g", "1742198401", "5000000", \
                   "first\\n\\n\\tat x") ",\n" PLAIN("0", "next"))

static void test_elements(void **state) {
  (void)state;
  static const dfmt_log_line marker = LINE_OF(MARKER, .buffer = STR("main"));
  CHECK(whole, WHOLE);
  check_as(DFMT_LOG_VARIANT_JSON, NULL, 0, "{\n  \"logcatMessages\": []\n}");
  check_as(DFMT_LOG_VARIANT_JSON, &marker, 1, "{\n  \"logcatMessages\": []\n}");
  check_as(DFMT_LOG_VARIANT_JSON, whole + 1, 1, DOCUMENT(PLAIN("0", ""))); /* goes on from nothing */
}

static void test_texts(void **state) {
  (void)state;
  static const dfmt_log_line lines[] = {
      LINE(.message = STR("<a href='x'>&=\b\f\r\t\1\x1f\x7f/")),
      LINE(.message = STR("\xe2\x80\xa7\xe2\x80\xa8\xe2\x80\xa9\xe2\x80\xaa\xe2\x81\xa8\xf0\x9f\xa6\x80")),
      LINE(.message = STR("\xff<\xe2\x80")),
      LINE(.message = STR("\0")),
  };
#define TAGS PLAIN("0", "\\u003ca href\\u003d\\u0027x\\u0027\\u003e\\u0026\\u003d\\b\\f\\r\\t\\u0001\\u001f\x7f/")
#define SEPARATORS PLAIN("0", "\xe2\x80\xa7\\u2028\\u2029\xe2\x80\xaa\xe2\x81\xa8\xf0\x9f\xa6\x80")
#define NO_UTF8 PLAIN("0", "\xef\xbf\xbd\\u003c\xef\xbf\xbd")
  CHECK(lines, DOCUMENT(TAGS NEXT SEPARATORS NEXT NO_UTF8 NEXT PLAIN("0", "\\u0000")));
}

#define AT(TEXT, ...) LINE(.present = DFMT_LOG_LINE_HAS_TIME_TEXT, .time_text = STR(TEXT), __VA_ARGS__)

static void test_times(void **state) {
  (void)state;
  static const dfmt_log_line lines[] = {
      AT("03-17 09:00:01.962", .year = 0),
      AT("09:00:01.962", .year = 0),
      AT("1742198401.962", .year = 0),
      AT("12.345678", .year = 0),
      AT("", .year = 0),
      AT("99999999999999999999999999", .year = 0),
      AT("1969-12-31 23:59:59", .year = 0),
      LINE(.present = DFMT_LOG_LINE_HAS_TIME_TEXT | DFMT_LOG_LINE_HAS_YEAR, .year = 2025,
           .time_text = STR("03-17 09:00:01.962")),
  };
#define WITHOUT_YEAR PLAIN("6512401", "") NEXT PLAIN("32401", "")
#define SECONDS PLAIN("1742198401", "") NEXT PLAIN("12", "") NEXT PLAIN("0", "") NEXT PLAIN("0", "")
  CHECK(lines, DOCUMENT(WITHOUT_YEAR NEXT SECONDS NEXT PLAIN("-1", "") NEXT PLAIN("1742202001", "")));
}

static void test_dividers(void **state) {
  (void)state;
  static const dfmt_log_line lines[] = {
      LINE_OF(MARKER, .buffer = STR("main")),
      LINE_OF(MARKER, .continued = 1, .buffer = STR("main")),
  };
  check_as(DFMT_LOG_VARIANT_THREADTIME, lines, 2, "--------- beginning of main\n--------- switch to main\n");
}

/* A value stands in no document of messages. */
static void test_refused(void **state) {
  (void)state;
  dfmt_writer *w;
  dfmt_sink *to;
  assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
  assert_int_equal(dfmt_writer_new(NULL, &w), DFMT_OK);
  assert_int_equal(dfmt_writer_open(w, DFMT_LOG, DFMT_LOG_VARIANT_EXPORT, to), DFMT_E_UNSUPPORTED);
  assert_int_equal(dfmt_writer_open(w, DFMT_LOG, DFMT_LOG_VARIANT_JSON, to), DFMT_OK);
  assert_int_equal(dfmt_writer_begin(w, &whole[0].head, DFMT_PAYLOAD_RAW), DFMT_E_UNSUPPORTED);
  dfmt_log_line bad = whole[0];
  bad.message = (dfmt_str)STR("a\nb");
  assert_int_equal(dfmt_writer_put(w, &bad.head), DFMT_E_ARG);
  assert_int_equal(dfmt_writer_put(w, &whole[3].head), DFMT_OK);
  assert_int_equal(dfmt_writer_finish(w), DFMT_OK);
  const void *ptr;
  uint64_t len;
  assert_int_equal(dfmt_sink_bytes(to, &ptr, &len), DFMT_OK);
  assert_int_equal(len, sizeof(DOCUMENT(PLAIN("0", "next"))) - 1);
  dfmt_writer_free(w);
  dfmt_sink_free(to);
}

/* Each allocation fails once: what is said to be whole is. */
static void test_allocation(void **state) {
  (void)state;
  static const dfmt_log_line lines[] = {LINE(.message = STR("\xff long \xff")), LINE(.message = STR("next"))};
  static const char want[] = DOCUMENT(PLAIN("0", "\xef\xbf\xbd long \xef\xbf\xbd") ",\n" PLAIN("0", "next"));
  for (uint64_t n = 1, calls = n; calls >= n; n++) {
    struct counter x;
    dfmt_sink *to;
    dfmt_config *c = counting_config(&x);
    x.fail_at = n;
    assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
    const dfmt_status st = write_all(c, DFMT_LOG_VARIANT_JSON, lines, 2, to);
    calls = x.calls;
    assert_true(st == DFMT_OK || st == DFMT_E_NOMEM);
    if (st == DFMT_OK) {
      const void *ptr;
      uint64_t len;
      assert_int_equal(dfmt_sink_bytes(to, &ptr, &len), DFMT_OK);
      assert_int_equal(len, sizeof want - 1);
      assert_memory_equal(ptr, want, (size_t)len);
    }
    dfmt_sink_free(to);
    dfmt_config_free(c);
    assert_int_equal(x.blocks, 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_elements), cmocka_unit_test(test_texts),
                                     cmocka_unit_test(test_times),    cmocka_unit_test(test_dividers),
                                     cmocka_unit_test(test_refused),  cmocka_unit_test(test_allocation)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
