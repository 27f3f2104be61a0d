/* SPDX-License-Identifier: MIT */
/* The table of accounts: heads and rows of each place; what is lost, of too many places, memory that is out. */
#include "rows.h"

#define BANNER \
  "========================================================\n" \
  "== dumpstate: 2025-01-01 00:00:10\n" \
  "========================================================\n\n"
#define STARS "*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***"
#define LOG(LEVEL, TAG, TEXT) "01-01 00:00:01.000  1000     7     8 " LEVEL " " TAG ": " TEXT "\n"
#define END(TITLE) "------ 0.1s was the duration of '" TITLE "' ------\n"

static void check(const char *report, size_t len, const char *want) {
  const struct rows_case c = {.table = "bugreport.account",
                              .ptr = report,
                              .len = len,
                              .columns = {"truncated", "of_table", "section", "n_heads", "n_rows"},
                              .want = want};
  check_case(&c);
}
#define CHECK(REPORT, WANT) check(REPORT, sizeof(REPORT) - 1, WANT)

/* All that is listed is there; the same words elsewhere do not count. */
static void test_equal(void **state) {
  (void)state;
  static const char report[] = BANNER
      "------ SYSTEM LOG (logcat) ------\n" LOG("E", "AndroidRuntime", "FATAL EXCEPTION: main")
          LOG("E", "AndroidRuntime", "a.B: m") LOG("I", "AndroidRuntime", "FATAL EXCEPTION: main")
              LOG("F", "libc", "Fatal signal 11 (SIGSEGV) in tid 8 (x)") LOG("F", "DEBUG", STARS)
                  LOG("F", "DEBUG", "pid: 7, tid: 8, name: x") LOG("E", "other", "ANR in x") END("SYSTEM LOG")
      "------ VM TRACES AT LAST ANR (x) ------\n"
      "----- pid 5 at 2025-01-01 00:00:01 -----\n\"main\" prio=5 tid=1 Native\n\n"
      "----- end 5 -----\n" END("VM TRACES AT LAST ANR")
      "------ DUMPSYS (dumpsys) ------\nDUMP OF SERVICE package:\n"
      "  Package [none] (1):\nPackages:\n  Package [a] (1):\n    appId=1\nlib overlay paths:\n"
      "  Package [b] (2):\nOther:\n  Package [c] (3):\n"
      "DUMP OF SERVICE dropbox:\n2025-01-01 00:00:02 data_app_crash (text, 9 bytes)\n"
      "DUMP OF SERVICE other:\n  Package [none] (1):\n"
      "2025-01-01 00:00:02 data_app_crash (text, 9 bytes)\n";
  CHECK(report,
        "0 package DUMPSYS 2 2\n"
        "0 dropbox.entry DUMPSYS 1 1\n"
        "0 tombstone.crash SYSTEM LOG 1 1\n"
        "0 log.crash SYSTEM LOG 2 2\n"
        "0 anr.process VM TRACES AT LAST ANR 1 1\n");
}

/* What a table does not understand is told by numbers that differ. */
static void test_lost(void **state) {
  (void)state;
  CHECK("Packages:\n  Package [a] (1):\n  Package [b] (no number):\n", "0 package - 2 1\n");
  CHECK("ACTIVITY MANAGER PROCESS EXIT INFO (x)\n  ApplicationExitInfo #0:\n  ApplicationExitInfo #x:\n",
        "0 exit_info - 2 1\n");
}

/* Places after too many are summed up. */
static void test_many(void **state) {
  (void)state;
  enum { PLACES = 1100, LINE = 128 };
  char *text = malloc((size_t)PLACES * LINE + sizeof BANNER);
  assert_non_null(text);
  size_t len = sizeof BANNER - 1;
  memcpy(text, BANNER, len);
  for (int i = 0; i < PLACES; i++)
    len += (size_t)snprintf(text + len, LINE, "------ TOMBSTONE %d (x) ------\n" STARS "\npid: 7, tid: 8\n", i);
  struct counter memory;
  dfmt_config *config = counting_config(&memory);
  dfmt_scan *x;
  const struct rows_case c = {
      .table = "bugreport.account", .ptr = text, .len = len, .columns = {"truncated", "n_heads", "n_rows"}};
  uint64_t n = 0;
  struct ArrowArray batch;
  uint32_t number;
  assert_int_equal(scan_case(&c, config, 0, &x), DFMT_OK);
  while (dfmt_scan_next(x, &number, &batch) == DFMT_OK) {
    n += (uint64_t)batch.length;
    batch.release(&batch);
  }
  assert_int_equal(n, 1025);
  dfmt_scan_free(x);
  dfmt_config_free(config);
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_equal), cmocka_unit_test(test_lost),
                                     cmocka_unit_test(test_many)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
