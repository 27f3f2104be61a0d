/* SPDX-License-Identifier: MIT */
/* The tables of crashes and events in logs: places, threads that take turns, limits, memory that is out. */
#include "android/java_frame.h"
#include "rows.h"

#define BANNER \
  "========================================================\n" \
  "== dumpstate: 2025-01-01 00:00:10\n" \
  "========================================================\n\n"
#define LOG BANNER "------ SYSTEM LOG (logcat -d *:v) ------\n"
#define A "12-31 23:59:58.500  1000    7    8 E AndroidRuntime: "
#define B "12-31 23:59:58.500  1000    7    9 E AndroidRuntime: "
#define M "01-01 00:00:09.000004  1000  5    6 E ActivityManager: "

/* Two exceptions take turns; each ends at a line of its thread that cannot be of it, or with the log. */
static void test_java(void **state) {
  (void)state;
  static const char report[] = LOG
      "--------- beginning of crash\n"
      "12-31 23:59:58.400  1000    7    8 D AndroidRuntime: FATAL EXCEPTION: no\n"
      "12-31 23:59:58.400  1000    7    8 E Other   : FATAL EXCEPTION: no\n"
      "12-31 23:59:58.400  1000    7    8 E AndroidRuntime: a FATAL EXCEPTION: no\n" A "FATAL EXCEPTION: main\n" B
      "*** FATAL EXCEPTION IN SYSTEM PROCESS: w: x\n" A "Process: /a/b:c, PID: 7\n" B "E1: m\n" A "E2: m: n\n" B
      "goes on\n" A
      "\tat a.B.access$12(B.java)\n"
      "a line of no log\n" B "\tSuppressed: S: s\n" B "of S\n" B "\tCaused by: no\n" B "\t\tat no.no(N)\n" A
      "\tat a.-$$Lambda$B$x.lambda$m$0(Unknown Source:1)\n" A "\t... 3 more\n" B "Caused by: E3\n" A
      "Caused by: E4: \n" B "\tat a.B.$r8$lambda$x(PG:1)\n" B "\tat $Proxy1.call(N)\n" B "\t[CIRCULAR REFERENCE:x]\n" B
      "Caused by: no\n" A
      "\tat broken\n"
      "------ 0.1s was the duration of 'SYSTEM LOG' ------\n";
  const struct rows_case c = {
      .table = "bugreport.log_crash",
      .ptr = report,
      .len = sizeof report - 1,
      .columns = {"truncated", "line", "section", "kind", "process_id", "thread_id", "time_local_s", "time_text",
                  "process_name", "thread_name", "exception", "message", "root_exception", "root_message", "reason",
                  "signature"},
      .want =
          "0 11 SYSTEM LOG 1 java 7 9 1735689598 12-31 23:59:58.500 system_server w: x E1 E3 m\n"
          "goes on - - java|system_server|E3|a.B.$r8$lambda|$Proxy.call\n"
          "0 10 SYSTEM LOG 1 java 7 8 1735689598 12-31 23:59:58.500 /a/b:c main E2 E4 m: n  - java|b:c|E4\n"};
  check_case(&c);
}

/* A log before the report, which lost lines, in an old layout; the year is not known yet. */
static void test_broken(void **state) {
  (void)state;
  static const char log[] =
      "01-02 03:04:05.006 E/AndroidRuntime(    7): FATAL EXCEPTION: main\r\n"
      "01-02 03:04:05.006 E/AndroidRuntime(    7): \tat a.B.c(B.java:1)\r\n"
      "01-02 03:04:05.007 E/AndroidRuntime(    7): FATAL EXCEPTION: main\r\n"
      "01-02 03:04:05.007 E/AndroidRuntime(    7): Process: p\r\n"
      "01-02 03:04:05.007 E/AndroidRuntime(    7): Caused by: E\r\n"
      "01-02 03:04:05.007 E/AndroidRuntime(    8): FATAL EXCEPTION: main\r\n" BANNER;
  const struct rows_case c = {
      .table = "log.crash",
      .ptr = log,
      .len = sizeof log - 1,
      .columns = {"start_offset", "line", "entry", "section", "process_id", "thread_id", "time_local_s", "time_text",
                  "process_name", "thread_name", "exception", "root_exception", "signature"},
      .want =
          "0 1 - - 7 - - 01-02 03:04:05.006 - main - - -\n"
          "132 3 - - 7 - - 01-02 03:04:05.007 - main E E java|?|E\n"
          "313 6 - - 8 - - 01-02 03:04:05.007 - main - - -\n"};
  check_case(&c);
}

/* An ANR is told by lines of one time; its row comes with the reason, or with what is not of it. */
static void test_anr(void **state) {
  (void)state;
  static const char report[] =
      LOG M "ANR in a.b:c (a.b/.D)\n" M "PID: -12\n" M "Reason: x (y) (z)\n" M "PID: 13\n" M "ANR in e\n" M
            "ANR in  (f)\n" M "ANR in g\n" M
            "PID: 99999999999\n"
            "01-01 00:00:09.000005  1000  5    6 E ActivityManager: Reason: no\n"
            "01-01 00:00:09.000  1000     5     6 W Watchdog: *** WATCHDOG KILLING SYSTEM PROCESS: s, t\n"
            "01-01 00:00:09.000  1000     5     6 W Watchdog: a *** WATCHDOG KILLING SYSTEM PROCESS: no\n"
            "01-01 00:00:09.000  1000     5     6 I Watchdog: *** WATCHDOG KILLING SYSTEM PROCESS: no\n";
  const struct rows_case c = {
      .table = "log.crash",
      .ptr = report,
      .len = sizeof report - 1,
      .columns = {"line", "kind", "process_id", "thread_id", "time_text", "process_name", "reason", "signature"},
      .want =
          "6 3 anr -12 - 01-01 00:00:09.000004 a.b:c x (y) (z) anr|a.b|x\n"
          "10 3 anr - - 01-01 00:00:09.000004 e - -\n"
          "12 3 anr - - 01-01 00:00:09.000004 g - -\n"
          "15 4 watchdog 5 - 01-01 00:00:09.000 system_server s, t "
          "watchdog|system_server|s, t\n"};
  check_case(&c);
}

/* Lines of each age; names may contain parentheses. */
static void test_native(void **state) {
  (void)state;
#define L "01-01 00:00:09.000  1000     5     6 F libc    : "
  static const char report[] = LOG L
      "Fatal signal 11 (SIGSEGV) at 0x0 (code=1), thread 12 (a (b))\n" L
      "Fatal signal 11 (SIGSEGV), code 1, fault addr 0x0 in tid 12 (a, b)\n" L
      "Fatal signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0 in tid 12 (a), pid 1 (b)), pid 13 (/c/d)\n" L
      "Fatal signal 6 (SIGABRT), code -1 (SI_QUEUE) in tid 12 (a\n" L "Fatal signal 6 (SIGABRT\n" L
      "a Fatal signal 6 (SIGABRT)\n"
      "01-01 00:00:09.000  1000     5     6 I libc    : Fatal signal 6 (SIGABRT)\n";
#undef L
  const struct rows_case c = {
      .table = "log.crash",
      .ptr = report,
      .len = sizeof report - 1,
      .columns = {"line", "kind", "process_id", "thread_id", "signal", "thread_name", "signature", "comm"},
      .want =
          "6 2 native 5 12 11 a (b) native|?|SIGSEGV -\n"
          "7 2 native 5 12 11 a, b native|?|SIGSEGV -\n"
          "8 2 native 13 12 11 a), pid 1 (b) native|d|SIGSEGV/SEGV_MAPERR /c/d\n"
          "9 2 native 5 12 6 - native|?|SIGABRT -\n"};
  check_case(&c);
}

/* Values of now and of before; what does not fit is no event. */
static void test_events(void **state) {
  (void)state;
#define L "01-01 00:00:09.000  1000     5     6 I "
  static const char report[] =
      LOG L "am_proc_start: [0,7,10001,p,service,{a,b}]\n" L "am_proc_start: [7,10001,p,service,a]\n" L
            "am_proc_died: [0,7,p,900,17]\n" L "am_kill : [7,p,14,a,b,5]\n" L "am_anr  : [0,7,p,x,r]\n" L
            "am_crash: [7,0,p,-1,E,m,n,2F.java,12,0]\n" L "am_crash: [7,0,p,1,E,,3F.java,12]\n" L
            "am_wtf  : [0,7,p,1,T,m,n]\n" L "am_low_memory: 4\n" L "am_low_memory: [5]\n" L "watchdog: a b\n" L
            "boot_progress_start: 18446744073709551615\n" L "boot_progress_start: 18446744073709551616\n" L
            "am_kill : [7,,14,a]\n" L "am_kill : 7,p,14,a\n" L "am_kill : [x,7,p,14,a]\n" L
            "am_pss  : [7,10001,p,1]\n" L "am_crash: [7,0,p,1,E,12]\n";
#undef L
  const struct rows_case c = {.table = "log.event",
                              .ptr = report,
                              .len = sizeof report - 1,
                              .columns = {"line", "android_user", "process_id", "user_id", "adj", "proc_state", "flags",
                                          "file_line", "processes", "uptime_ms", "time_local_s", "tag", "process_name",
                                          "reason", "exception", "message", "file", "wtf_tag"},
                              .want =
                                  "6 0 7 10001 - - - - - - 1735689609 am_proc_start p - - - - -\n"
                                  "7 - 7 10001 - - - - - - 1735689609 am_proc_start p - - - - -\n"
                                  "8 0 7 - 900 17 - - - - 1735689609 am_proc_died p - - - - -\n"
                                  "9 - 7 - 14 - - - - - 1735689609 am_kill p a,b - - - -\n"
                                  "10 0 7 - - - - - - - 1735689609 am_anr p - - - - -\n"
                                  "11 0 7 - - - -1 12 - - 1735689609 am_crash p - E m,n 2F.java -\n"
                                  "12 0 7 - - - 1 12 - - 1735689609 am_crash p - E  3F.java -\n"
                                  "13 0 7 - - - 1 - - - 1735689609 am_wtf p - - m,n - T\n"
                                  "14 - - - - - - - 4 - 1735689609 am_low_memory - - - - - -\n"
                                  "15 - - - - - - - 5 - 1735689609 am_low_memory - - - - - -\n"
                                  "16 - - - - - - - - - 1735689609 watchdog - - - a b - -\n"
                                  "17 - - - - - - - - 18446744073709551615 1735689609 boot_progress_start - - - - - -\n"
                                  "23 0 7 - - - 1 - - - 1735689609 am_crash p - E - - -\n"};
  check_case(&c);
}

/* Names of methods in their normal form. */
static void test_names(void **state) {
  (void)state;
  static const char *const names[][2] = {{"a.B.c", "a.B.c"},
                                         {"a.B$1.<init>", "a.B$1.<init>"},
                                         {"a.B$$ExternalSyntheticLambda12.run", "a.B$$Lambda.run"},
                                         {"a.-$$Lambda$B$x_9.run", "a.$$Lambda.run"},
                                         {"a.B$$Lambda$14.run", "a.B$$Lambda.run"},
                                         {"a.B$$Lambda.run", "a.B$$Lambda.run"},
                                         {"a.B.$r8$lambda$Q0_1", "a.B.$r8$lambda"},
                                         {"a.B.lambda$m$0", "a.B.lambda$m"},
                                         {"a.B.lambda$m$n$12", "a.B.lambda$m$n"},
                                         {"a.B.lambda$m", "a.B.lambda$m"},
                                         {"a.B.lambda$$0", "a.B.lambda$$0"},
                                         {"a.B.m$lambda$0", "a.B.m$lambda$0"},
                                         {"a.B.access$1200", "a.B.access$"},
                                         {"a.B.access$m$p1", "a.B.access$m$p1"},
                                         {"$Proxy17.call", "$Proxy.call"},
                                         {"a.GeneratedMethodAccessor12.invoke", "a.GeneratedMethodAccessor.invoke"},
                                         {"..", ".."},
                                         {"", ""}};
  struct dfmti_mem mem;
  struct dfmti_buf to = {0};
  dfmti_mem_init(&mem, NULL);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    to.len = 0;
    assert_true(dfmti_java_name(&mem, &to, (dfmt_str){names[i][0], strlen(names[i][0])}));
    if (!dfmti_is((dfmt_str){(const char *)to.ptr, to.len}, names[i][1]))
      fail_msg("%s: %.*s", names[i][0], (int)to.len, (const char *)to.ptr);
  }
  dfmti_buf_free(&mem, &to);
}

static void add_format(struct lines *to, const char *format, int a, int b) {
  char line[160];
  int n = snprintf(line, sizeof line, format, a, b);
  add_text(to, line, (size_t)n);
}

/* When too many are open at once, the oldest ends, and says so. */
static void test_many(void **state) {
  (void)state;
  enum { MOST = 64, ALL = 70 };
  struct lines text = {0}, want = {0};
  add_text(&text, LOG, sizeof LOG - 1);
  for (int i = 0; i < ALL; i++)
    add_format(&text, "01-01 00:00:09.000  1000  %4d  %4d E AndroidRuntime: FATAL EXCEPTION: main\n", i, i);
  for (int i = 0; i < ALL; i++) add_format(&text, "01-01 00:00:09.000  1000  %4d  %4d E AndroidRuntime: E\n", i, i);
  for (int i = 0; i < ALL; i++) add_format(&want, i < ALL - MOST ? "1 %d -\n" : "0 %d E\n", i, 0);
  const struct rows_case c = {.table = "log.crash",
                              .ptr = text.ptr,
                              .len = text.len,
                              .columns = {"truncated", "process_id", "exception"},
                              .want = want.ptr};
  check_case(&c);
  free(text.ptr);
  free(want.ptr);
}

/* An exception of any length needs little memory, and says that some is missing. */
static void check_long(const char *line, int lines, const char *want) {
  struct lines text = {0};
  struct counter memory;
  dfmt_config *config = counting_config(&memory);
  dfmt_scan *x;
  add_text(&text, LOG A "FATAL EXCEPTION: main\n" A "E: m\n", sizeof LOG A "FATAL EXCEPTION: main\n" A "E: m\n" - 1);
  size_t n = strlen(line);
  char *all = malloc((size_t)lines * n);
  assert_non_null(all);
  for (int i = 0; i < lines; i++) memcpy(all + (size_t)i * n, line, n);
  add_text(&text, all, (size_t)lines * n);
  add_text(&text, A "Caused by: no\n", sizeof A "Caused by: no\n" - 1);
  const struct rows_case c = {.table = "log.crash",
                              .ptr = text.ptr,
                              .len = text.len,
                              .columns = {"truncated", "line", "exception", "root_exception"},
                              .want = want};
  assert_int_equal(dfmt_config_set(config, DFMT_CFG_MAX_MEMORY, 4 << 20), DFMT_OK);
  assert_int_equal(scan_case(&c, config, 0, &x), DFMT_OK);
  check_rows(&c, x, &memory);
  dfmt_scan_free(x);
  dfmt_config_free(config);
  free(all);
  free(text.ptr);
}

static void test_long(void **state) {
  (void)state;
  enum { LONG = 9000 };
  static char line[LONG + 1];
  memset(line, 'x', LONG - 1);
  memcpy(line, A "m", sizeof A "m" - 1);
  line[LONG - 1] = '\n';
  check_long(A "\n", 4095, "1 6 E E\n");
  check_long(A "\n", 4093, "0 6 E no\n");
  check_long(line, 200, "1 6 E E\n");
  check_long(line, 100, "0 6 E no\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_java),   cmocka_unit_test(test_broken),
                                     cmocka_unit_test(test_anr),    cmocka_unit_test(test_native),
                                     cmocka_unit_test(test_events), cmocka_unit_test(test_many),
                                     cmocka_unit_test(test_names),  cmocka_unit_test(test_long)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
