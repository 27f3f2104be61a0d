/* SPDX-License-Identifier: MIT */
/* What reports consist of, alone: rows of logs, and findings of all. */
#include "rows.h"

#define A "12-31 23:59:58.500  1000    7    8 E AndroidRuntime: "
#define K "[   12.000001] "
#define JAVA A "FATAL EXCEPTION: main\n" A "Process: p, PID: 7\n" A "E: m\n" A "\tat a.B.c(D.java:1)\n"
#define STARS "*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***\n"

static void check(const char *table, const char *text, const char *want) {
  const struct rows_case c = {
      .table = table, .ptr = text, .len = strlen(text), .columns = {"line", "kind", "signature"}, .want = want};
  check_case(&c);
}

/* Some lines may be others, and the first and last may be cut. */
static void test_tables(void **state) {
  (void)state;
  check("log.crash", JAVA, "1 1 java java|p|E|a.B.c\n");
  check("log.crash", "cut off\n" JAVA "12-31", "2 1 java java|p|E|a.B.c\n");
  check("log.crash", "--------- beginning of crash\r\n" A "FATAL EXCEPTION: x", "2 1 java -\n");
  check("log.crash", A "FATAL EXCEPTION: main\nis what\nthe log says.\n", "1 1 java -\n");
  check("kernel.crash", K "BUG: x\n" K "y\nno head\n<6>" K "z\n", "1 1 oops kernel|oops\n");
  check("kernel.crash", "12-31 23:59:58.500  root     0     0 E         : BUG: x\n", "1 1 oops kernel|oops\n");
}

static dfmt_status open_table(const char *text, const dfmt_config *config, const char *table, dfmt_scan **x) {
  struct ArrowArray batch;
  const struct rows_case c = {.table = table, .ptr = text, .len = strlen(text)};
  uint32_t number;
  assert_int_equal(scan_case(&c, config, 0, x), DFMT_OK);
  dfmt_status st = dfmt_scan_next(*x, &number, &batch);
  if (st == DFMT_OK) batch.release(&batch);
  return st;
}

/* Prose, lists of numbers in brackets, and tables that no log has rows of: none of these is a log. */
static void test_refused(void **state) {
  (void)state;
  static const struct {
    const char *table, *text;
  } cases[] = {{"log.crash", "FATAL EXCEPTION: main\nis what the log says.\n"},
               {"log.crash", "\n\n"},
               {"kernel.crash", "[1.5] BUG: x\n[2.5] y\n"},
               {"kernel.crash", "[1.500] BUG: x\n"},
               {"kernel.crash", "BUG: x\n"},
               {"bugreport.section", JAVA},
               {"anr.verdict", JAVA}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    dfmt_scan *x;
    assert_int_equal(open_table(cases[i].text, NULL, cases[i].table, &x), DFMT_E_UNSUPPORTED);
    dfmt_scan_free(x);
  }
}

/* Findings of what begins with the payload that tells of them; both formats that have such tables are asked. */
static void test_findings(void **state) {
  (void)state;
#define COLUMNS {"kind", "process_id", "time_text", "signature"}
#define D "12-31 23:59:59.500  1000    9    9 F DEBUG   : "
#define CRASH(HEAD) \
  HEAD STARS HEAD "pid: 7, tid: 8, name: t  >>> p <<<\n" HEAD \
                  "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0\n" HEAD "backtrace:\n" HEAD \
                  "    #00 pc 01  /system/lib/x.so (f+1)\n"
#define SHOWN \
  "type: crash\nflags: x\nosVersion: a/b:16/X/1:user/release-keys\nuid: 10300 (u:r:x)\n\n" \
  "pid: 7, tid: 8, name: t  >>> p <<<\nsignal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0\nbacktrace:\n" \
  "    #00 pc 01  /system/lib/x.so (f+1)\n"
  static const struct rows_case cases[] = {
      {"triage.finding", JAVA, sizeof JAVA - 1, COLUMNS, "3 java_crash 7 12-31 23:59:58.500 java|p|E|a.B.c\n"},
      {"triage.finding", CRASH(""), sizeof CRASH("") - 1, COLUMNS,
       "4 native_crash 7 - native|p|SIGSEGV/SEGV_MAPERR|f\n"},
      {"triage.finding", CRASH(D), sizeof CRASH(D) - 1, COLUMNS,
       "4 native_crash 7 12-31 23:59:59.500 native|p|SIGSEGV/SEGV_MAPERR|f\n"},
      {"triage.finding", SHOWN, sizeof SHOWN - 1, COLUMNS, "4 native_crash 7 - native|p|SIGSEGV/SEGV_MAPERR|f\n"},
      {"triage.finding", K "BUG: x\n", sizeof K "BUG: x\n" - 1, COLUMNS, "1 kernel_crash - 12.000001 kernel|oops\n"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) check_case(&cases[i]);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_tables), cmocka_unit_test(test_refused),
                                     cmocka_unit_test(test_findings)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
