/* SPDX-License-Identifier: MIT */
/* The table of the kernel's faults: kinds, what ends them, places, limits, memory that is out. */
#include "rows.h"

#define BANNER \
  "========================================================\n" \
  "== dumpstate: 2025-01-01 00:00:10\n" \
  "========================================================\n\n"

static void check(const char *table, const char *report, size_t len, const char *want) {
  const struct rows_case c = {
      .table = table,
      .ptr = report,
      .len = len,
      .columns = {"line", "section", "kind", "cpu", "process_id", "uptime_us", "panic", "comm", "pc", "signature"},
      .want = want};
  check_case(&c);
}

/* A panic ends an oops, even a little later; one of later still is another fault. */
static void test_oops(void **state) {
  (void)state;
  static const char report[] = BANNER
      "------ LAST KMSG (x) ------\n"
      "<1>[    1.000001][ T1] Unable to handle kernel paging request\n"
      "[    1.000002] CPU: 3 UID: 0 PID: 7 Comm: a b Not tainted 6.12\n"
      "[    1.000003] CPU: 4 PID: 8 Comm: other Tainted: G\n"
      "pc : f.cold+0x1/0x2 [m]\n"
      "Call trace:\n"
      " f.cold+0x1/0x2\n"
      " ? unsure+0x1/0x2\n"
      " <IRQ>  [<ffffffff>] g+0x1/0x2\n"
      " </IRQ>\n"
      " g from h+0x1/0x2\n"
      "Code: 0f\n"
      "Call trace:\n"
      " late+0x1/0x2\n"
      "---[ end trace 0 ]---\n"
      "between\n"
      "Kernel panic - not syncing: Fatal exception exitcode=1\n"
      "CPU: 5 PID: 9 Comm: no Not tainted\n"
      "Kernel panic - not syncing: Attempted to kill init! exitcode=0x0000000b\n"
      "CPU: 6 PID: 1 Comm: init Not tainted\n"
      "Backtrace: \n"
      "[<c0000000>] (panic) from [<c0000001>] (do_exit+0x1/0x2)\n"
      " r5:c0000000 r4:00000000\n"
      "[<c0000002>] (do_exit+0x0/0x2) from [<c0000003>] (x+0x1/0x2)\n"
      "---[ end Kernel panic - not syncing: no ]---\n"
      "------ 0.1s was the duration of 'LAST KMSG' ------\n";
  check("kernel.crash", report, sizeof report - 1,
        "6 LAST KMSG 1 oops 3 7 1000001 Fatal exception exitcode=1 a b f.cold kernel|oops|f|g|g\n"
        "23 LAST KMSG 2 panic 6 1 - Attempted to kill init! exitcode=0x0000000b init - "
        "kernel|panic|Attempted to kill init!|do_exit\n");
}

/* A row each, and what is none: broken heads, another fault's lines. */
static void test_kinds(void **state) {
  (void)state;
  static const char report[] = BANNER
      "------ LAST KMSG (x) ------\n"
      "INFO: task a:b:12 blocked for more than 120 seconds.\n"
      "Call Trace:\n"
      " __schedule+0x1/0x2\n"
      " wait+0x1/0x2\n"
      "other\n"
      "CPU: 1 PID: 2 Comm: no Not tainted\n"
      "INFO: task a:12\n"
      "INFO: task a:x blocked for more than 1 seconds.\n"
      "Out of memory: Kill process 5 (a (b) score 1\n"
      "Out of memory: Killed process x (a)\n"
      "Out of memory: Killed process 6 (a\n"
      " BUG: not at the start\n"
      "BUG: kernel NULL pointer dereference, address: 0\n"
      "RIP: 0010:[<ffffffff>]  [<ffffffff>] f+0x1/0x2\n"
      "Panic#1 Part2\n"
      "kernel BUG at mm/x.c:1!\n"
      "------------[ cut here ]------------\n"
      "CPU: 1 PID: 2 Comm: no Not tainted\n";
  check("bugreport.kernel_crash", report, sizeof report - 1,
        "6 LAST KMSG 3 hung - 12 - - a:b - kernel|hung|a:b|wait\n"
        "14 LAST KMSG 4 oom - 5 - - a (b - kernel|oom|a (b\n"
        "18 LAST KMSG 1 oops - - - - - f kernel|oops|f\n"
        "21 LAST KMSG 1 oops - - - - - - kernel|oops\n");
}

/* Lines of logcat count if process 0 wrote them; logd takes words before a colon for a tag. */
static void test_logcat(void **state) {
  (void)state;
  static const char report[] = BANNER
      "------ SYSTEM LOG (logcat) ------\n"
      "01-01 00:00:01.000  1000     5     5 E BUG     : of an application\n"
      "01-01 00:00:01.000  root     0     0 E BUG     : of the kernel\n"
      "01-01 00:00:01.000  1000     5     5 E Backtrace: no\n"
      "01-01 00:00:01.000  root     0     0 E CPU     : 1 PID: 2 Comm: c Not tainted\n"
      "------ 0.1s was the duration of 'SYSTEM LOG' ------\n"
      "------ KERNEL LOG (dmesg) ------\n"
      "[    2.000003] Kernel panic - not syncing: x\n"
      "------ 0.1s was the duration of 'KERNEL LOG' ------\n"
      "------ UPTIME (uptime) ------\n"
      "Kernel panic - not syncing: no\n";
  check("kernel.crash", report, sizeof report - 1,
        "7 SYSTEM LOG 1 oops 1 2 - - c - kernel|oops\n"
        "12 KERNEL LOG 2 panic - - 2000003 x - - kernel|panic|x\n");
}

/* Lines of the log without a head belong to it, wherever they stand; their places are their own. */
static void test_bare(void **state) {
  (void)state;
  static const char report[] = BANNER
      "------ KERNEL LOG (dmesg) ------\n"
      "BUG: x\n"
      "[    1.000000] CPU: 1 PID: 2 Comm: c Not tainted\n"
      "Call trace:\n"
      " f+0x1/0x2\n"
      "[    1.000001]  g+0x1/0x2\n"
      "---[ end trace 0 ]---\n"
      "\n"
      "[    2.000000] Kernel panic - not syncing: y\n"
      "CPU: 3 PID: 4 Comm: d Not tainted\n"
      "------ 0.1s was the duration of 'KERNEL LOG' ------\n";
  check("kernel.crash", report, sizeof report - 1, "6 KERNEL LOG 1 oops 1 2 - y c - kernel|oops|f|g\n");
}

/* Of texts of any length little is kept, and rows say that some is missing. */
static void test_long(void **state) {
  (void)state;
  enum { LINES = 100000 };
  static const char head[] = BANNER "------ LAST KMSG (x) ------\nBUG: x\nCall Trace:\n";
  static const char line[] = " 0123456789012345678901234567890+0x1/0x2\n";
  size_t len = sizeof head - 1 + LINES * (sizeof line - 1);
  char *text = malloc(len);
  assert_non_null(text);
  memcpy(text, head, sizeof head - 1);
  for (size_t i = 0; i < LINES; i++) memcpy(text + sizeof head - 1 + i * (sizeof line - 1), line, sizeof line - 1);
  struct counter memory;
  dfmt_config *config = counting_config(&memory);
  dfmt_scan *x;
  const struct rows_case c = {.table = "kernel.crash",
                              .ptr = text,
                              .len = len,
                              .columns = {"truncated", "line", "message"},
                              .want = "1 6 BUG: x\n"};
  assert_int_equal(dfmt_config_set(config, DFMT_CFG_MAX_MEMORY, 1 << 20), DFMT_OK);
  assert_int_equal(scan_case(&c, config, 0, &x), DFMT_OK);
  check_rows(&c, x, &memory);
  dfmt_scan_free(x);
  dfmt_config_free(config);
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_oops), cmocka_unit_test(test_kinds),
                                     cmocka_unit_test(test_logcat), cmocka_unit_test(test_bare),
                                     cmocka_unit_test(test_long)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
