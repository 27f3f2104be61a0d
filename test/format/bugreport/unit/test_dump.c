/* SPDX-License-Identifier: MIT */
/* The tables of what services list: places, broken records, limits, memory that is out. */
#include "rows.h"

#define BANNER \
  "========================================================\n" \
  "== dumpstate: 2025-01-01 00:00:10\n" \
  "========================================================\n\n"

static void test_exit_info(void **state) {
  (void)state;
  static const char report[] = BANNER
      "------ DUMPSYS (dumpsys) ------\n"
      "DUMP OF SERVICE activity:\n"
      "  package: a.b\n"
      "        ApplicationExitInfo #0:\n"
      "          timestamp=2024-01-01 00:00:00.001 pid=7 realUid=1 packageUid=2 definingUid=3 user=0\n"
      "          process=a b:c reason=4 (APP CRASH(EXCEPTION)) subreason=0 (UNKNOWN) status=-1\n"
      "          importance=100 pss=5.2MB rss=0.00 description=x state=y\n"
      " of lines state=empty trace=null\n"
      "        ApplicationExitInfo #1:\n"
      "          process=a reason=4 status=0\n"
      "          importance=1 pss=912KB rss=1.5GB description=null state=128 bytes trace=/t\n"
      "other importance=1\n"
      "  package: c.d\n"
      "        ApplicationExitInfo #4294967296:\n"
      "        ApplicationExitInfo #2:\n"
      "------ 0.1s was the duration of 'DUMPSYS' ------\n";
  const struct rows_case c = {
      .table = "bugreport.exit_info",
      .ptr = report,
      .len = sizeof report - 1,
      .columns = {"line", "section", "number", "process_id", "real_user_id", "defining_user_id", "time_text", "reason",
                  "process_name", "reason_name", "status", "importance", "pss_kb", "rss_kb", "package", "description"},
      .want =
          "8 DUMPSYS 0 7 1 3 2024-01-01 00:00:00.001 4 a b:c APP CRASH(EXCEPTION) -1 100 5324 0 a.b x state=y\n"
          " of lines\n"
          "13 DUMPSYS 1 - - - - - - - - 1 912 1572864 a.b -\n"
          "19 DUMPSYS 2 - - - - - - - - - - - c.d -\n"};
  check_case(&c);
}

/* The service lists what a section prints once more. */
static void test_dropbox(void **state) {
  (void)state;
  static const char report[] = BANNER
      "------ DROPBOX SYSTEM SERVER CRASHES (dumpsys dropbox) ------\n"
      "========================================\n"
      "2024-01-01 00:00:00 A (compressed text, 9 bytes)\n"
      "2024-01-01 00:00:00 B (no data)\n"
      "2024-01-01 00:00:00 C (text, 9 byte)\n"
      "------ 0.1s was the duration of 'DROPBOX SYSTEM SERVER CRASHES' ------\n"
      "------ OTHER (x) ------\n"
      "2024-01-01 00:00:00 A (text, 9 bytes)\n"
      "------ DUMPSYS (dumpsys) ------\n"
      "DUMP OF SERVICE dropbox:\n"
      "2024-01-01 00:00:00 D (data, 18446744073709551615 bytes)\n"
      "DUMP OF SERVICE other:\n"
      "2024-01-01 00:00:00 E (text, 9 bytes)\n";
  const struct rows_case c = {.table = "dropbox_entry",
                              .ptr = report,
                              .len = sizeof report - 1,
                              .columns = {"line", "section", "lost", "compressed", "text", "bytes", "time_text", "tag"},
                              .want =
                                  "7 DROPBOX SYSTEM SERVER CRASHES 0 1 1 9 2024-01-01 00:00:00 A\n"
                                  "8 DROPBOX SYSTEM SERVER CRASHES 1 0 0 - 2024-01-01 00:00:00 B\n"
                                  "15 DUMPSYS 0 0 0 18446744073709551615 2024-01-01 00:00:00 D\n"};
  check_case(&c);
}

/* Headings of both kinds; a line that does not fit them is no row. A policy may be blank. */
static void test_process(void **state) {
  (void)state;
  static const char report[] = BANNER
      "------ PROCESSES AND THREADS (ps) ------\n"
      "LABEL USER PID TID PPID VSZ RSS S PCY     TIME CMD\n"
      "u:r:x:s0 root 1 2 0 10 20 S fg  1-02:03:04 a  b\n"
      "u:r:x:s0 root 1 3 0 10 20 S     00:00:05 timer 0\n"
      "u:r:x:s0 root 1 x 0 10 20 S fg  00:00:00 no\n"
      "\n"
      "u:r:x:s0 root 1 2 0 10 20 S 00:00:00 no\n"
      "USER PID PPID VSIZE RSS PCY WCHAN PC NAME\n"
      "root 3 1 10 20 fg 0 0 R old\n"
      "------ 0.1s was the duration of 'PROCESSES AND THREADS' ------\n"
      "------ PROCESSES (ps) ------\n"
      "root 4 1 10 20 fg 0 0 R no heading\n";
  const struct rows_case c = {.table = "process",
                              .ptr = report,
                              .len = sizeof report - 1,
                              .columns = {"line", "process_id", "thread_id", "parent_process_id", "vsz_kb", "rss_kb",
                                          "time_s", "user_id", "state", "name"},
                              .want =
                                  "7 1 2 0 10 20 93784 root S a  b\n"
                                  "8 1 3 0 10 20 5 root S timer 0\n"
                                  "13 3 - 1 10 20 - root R old\n"};
  check_case(&c);
}

/* What comes before the report begins like a message of protobuf: it is passed over, and the report is read. */
static void test_binary(void **state) {
  (void)state;
  static const char report[] =
      "\x08\x01\x12\x01"
      "f\x1a\x01"
      "0\x22\x18"
      "2024-03-04 05:06:07-0130"
      "\x28\x07\x30\x09\x4a\x04/b/x\x4a\x02-y\n" BANNER
      "------ PROCESSES (ps) ------\n"
      "USER PID PPID VSIZE RSS PCY WCHAN PC NAME\n"
      "root 3 1 10 20 fg 0 0 R old\n";
  const struct rows_case c = {.table = "process",
                              .ptr = report,
                              .len = sizeof report - 1,
                              .columns = {"line", "process_id", "name"},
                              .want = "8 3 old\n"};
  check_case(&c);
}

static void test_meminfo(void **state) {
  (void)state;
  static const char report[] = BANNER
      "------ DUMPSYS (dumpsys) ------\n"
      "DUMP OF SERVICE meminfo:\n"
      "Total PSS by process:\n"
      "    1,300,000K: a (b) (pid 5 / activities)   (      41K in swap)\n"
      "         7K: c (pid 6)\n"
      "\n"
      "         8K: no (pid 6)\n"
      "Total RSS by process:\n"
      "     1,30K: no (pid 5)\n"
      "         9K: no (pid 6)\n";
  const struct rows_case c = {
      .table = "meminfo.process",
      .ptr = report,
      .len = sizeof report - 1,
      .columns = {"line", "measure", "process_id", "activities", "size_kb", "swap_kb", "process_name"},
      .want =
          "8 1 pss 5 1 1300000 41 a (b)\n"
          "9 1 pss 6 0 7 - c\n"};
  check_case(&c);
}

/* Lists of other things have lines like those of packages. */
static void test_package(void **state) {
  (void)state;
  static const char report[] = BANNER
      "------ DUMPSYS (dumpsys) ------\n"
      "DUMP OF SERVICE package:\n"
      "Queries:\n"
      "  Package [no] (1):\n"
      "Packages:\n"
      "  Package [a.b] (1f):\n"
      "    appId=10001\n"
      "    versionCode=18446744073709551615 minSdk=21 targetSdk=34\n"
      "    versionName=null\n"
      "    flags=[ A B ]\n"
      "    requested permissions:\n"
      "      p: restricted=true\n"
      "    install permissions:\n"
      "      q: granted=true\n"
      "    User 10: x\n"
      "      firstInstallTime=t\n"
      "    \n"
      "com.lib overlay paths:\n"
      "        /x\n"
      "      /y\n"
      "\n"
      "      runtime permissions:\n"
      "        r: granted=false, flags=[ ]\n"
      "      disabledComponents:\n"
      "        s: granted=true\n"
      "Hidden system packages:\n"
      "  Package [c] (x):\n"
      "  Package [c] (2):\n"
      "    userId=4294967296\n"
      "    codePath=/c d\n"
      "\n"
      "Shared users:\n"
      "  Package [d] (3):\n";
  const struct rows_case c = {.table = "package",
                              .ptr = report,
                              .len = sizeof report - 1,
                              .columns = {"line", "hidden", "user_id", "min_sdk", "target_sdk", "version_code",
                                          "package", "version_name", "code_path", "first_install"},
                              .want =
                                  "10 0 10001 21 34 18446744073709551615 a.b - - t\n"
                                  "32 1 - - - - c - /c d -\n"};
  check_case(&c);
}

/* Texts stand for numbers of some items only; of too many, some are left out, and rows say so. */
static void test_battery(void **state) {
  (void)state;
  static const char report[] = BANNER
      "------ CHECKIN BATTERYSTATS (dumpsys batterystats -c) ------\n"
      "9,hsp,0,1000,\"a\\\"b\"\n"
      "9,h,1,+w=0\n"
      "9,h,2:SHUTDOWN\n"
      "9,h,-9223372036854775807,-r\n"
      "9,h,-9223372036854775808,-r\n"
      "9,h,x,+w=0\n"
      "9,hsp,65536,1000,\"a\"\n"
      "9,h,3,\n";
  const struct rows_case c = {.table = "battery.event",
                              .ptr = report,
                              .len = sizeof report - 1,
                              .columns = {"truncated", "line", "delta_ms", "text"},
                              .want = "0 7 1 +w=0\n0 8 2 SHUTDOWN\n0 9 -9223372036854775807 -r\n1 13 3 \n"};
  check_case(&c);
}

/* A record of any length needs little memory, and says that some is missing. */
static void test_long(void **state) {
  (void)state;
  enum { LINES = 200000 };
  static const char head[] = BANNER
      "------ DUMPSYS (dumpsys) ------\n"
      "DUMP OF SERVICE activity:\n"
      "        ApplicationExitInfo #0:\n"
      "importance=1 pss=1KB rss=1KB description=";
  static const char line[] = "0123456789012345678901234567890123456789\n";
  size_t len = sizeof head - 1 + LINES * (sizeof line - 1);
  char *text = malloc(len);
  assert_non_null(text);
  memcpy(text, head, sizeof head - 1);
  for (size_t i = 0; i < LINES; i++) memcpy(text + sizeof head - 1 + i * (sizeof line - 1), line, sizeof line - 1);
  struct counter memory;
  dfmt_config *config = counting_config(&memory);
  dfmt_scan *x;
  const struct rows_case c = {
      .table = "exit_info", .ptr = text, .len = len, .columns = {"truncated", "line", "importance"}, .want = "1 7 1\n"};
  assert_int_equal(dfmt_config_set(config, DFMT_CFG_MAX_MEMORY, 1 << 20), DFMT_OK);
  assert_int_equal(scan_case(&c, config, 0, &x), DFMT_OK);
  check_rows(&c, x, &memory);
  dfmt_scan_free(x);
  dfmt_config_free(config);
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_exit_info), cmocka_unit_test(test_dropbox),
                                     cmocka_unit_test(test_process),   cmocka_unit_test(test_meminfo),
                                     cmocka_unit_test(test_package),   cmocka_unit_test(test_battery),
                                     cmocka_unit_test(test_binary),    cmocka_unit_test(test_long)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
