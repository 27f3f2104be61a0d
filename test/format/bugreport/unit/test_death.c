/* SPDX-License-Identifier: MIT */
/* Deaths of programs that others tell of: each is a finding, once, whoever else tells of it. */
#include "rows.h"

struct told {
  const char *text, *want;
};

static void check(const char *text, const char *want) {
  const struct rows_case c = {
      .table = *text == '=' ? "bugreport.triage_finding" : "triage.finding",
      .ptr = text,
      .len = strlen(text),
      .columns = {"kind", "process_id", "count", "process_name", "time_text", "signature", "exception", "thread_id"},
      .want = want};
  check_case(&c);
}

static void check_all(const struct told *told, size_t n) {
  for (size_t i = 0; i < n; i++) check(told[i].text, told[i].want);
}
#define CHECK_ALL(TOLD) check_all(TOLD, sizeof(TOLD) / sizeof *(TOLD))

#define AT(TIME) "Nov  2 04:05:" TIME " h "
#define AUDIT "audit[7]: ANOM_ABEND auid=1 uid=1 gid=1 ses=3 pid=7 comm=\"a\" exe=\"/b/a\" sig=11 res=1\n"
#define AUDITED \
  "kernel: audit: type=1701 audit(1.2:3): auid=1 uid=1 gid=1 ses=3 pid=7 comm=\"a\" exe=\"/b/a\" sig=11 res=1\n"
#define FAULT(ID) "kernel: a[" ID "]: segfault at 10 ip 1a3c sp 7ffc error 4 in l.so[1000+22000]\n"
#define EXITED "systemd[1]: a.service: Main process exited, code=dumped, status=11/SEGV\n"
#define DUMPED(ID) "systemd-coredump[9]: Process " ID " (a) of user 1000 dumped core.\n"

/* Each alone. */
static void test_each(void **state) {
  (void)state;
  static const struct told told[] = {
      {AT("06") DUMPED("7"), "4 native_crash 7 1 a 11-02 04:05:06.000 native|a - -\n"},
      {AT("06") "systemd-coredump[9]: [\xf0\x9f\xa1\x95] Process 7 (a (b)) of user 1000 dumped core.\n",
       "4 native_crash 7 1 a (b) 11-02 04:05:06.000 native|a (b) - -\n"},
      {AT("06") "systemd-coredump[9]: Process 7 (a) dumped core.\n",
       "4 native_crash 7 1 a 11-02 04:05:06.000 native|a - -\n"},
      {AT("06") "systemd-coredump[9]: Process 7 (a) of user 1 terminated abnormally with signal 6/ABRT, "
                "processing...\n",
       "4 native_crash 7 1 a 11-02 04:05:06.000 native|a|SIGABRT SIGABRT -\n"},
      {AT("06") EXITED, "4 native_crash - 1 a.service 11-02 04:05:06.000 native|a.service|SIGSEGV SIGSEGV -\n"},
      {AT("06") "systemd[812]: a.service: Control process exited, code=killed, status=6/ABRT\n",
       "4 native_crash - 1 a.service 11-02 04:05:06.000 native|a.service|SIGABRT SIGABRT -\n"},
      {AT("06") AUDIT, "4 native_crash 7 1 a 11-02 04:05:06.000 native|a|SIGSEGV SIGSEGV -\n"},
      {AT("06") AUDITED, "4 native_crash 7 1 a Nov  2 04:05:06 native|a|SIGSEGV SIGSEGV -\n"},
      {AT("06") "audispd: type=ANOM_ABEND msg=audit(1.2:3): auid=1 pid=7 comm=\"a\" reason=\"memory "
                "violation\" sig=11\n",
       "4 native_crash 7 1 a 11-02 04:05:06.000 native|a|SIGSEGV SIGSEGV -\n"},
      {"11-02 04:05:06.789     7     7 W a       : type=1701 audit(0.0:3): auid=1 uid=2 pid=7 comm=\"a\" "
       "exe=\"/b/a\" sig=6\n",
       "4 native_crash 7 1 a 11-02 04:05:06.789 native|a|SIGABRT SIGABRT -\n"},
      {"11-02 04:05:06.789     1     1 I init    : Service 'a' (pid 7) received signal 11\n",
       "4 native_crash 7 1 a 11-02 04:05:06.789 native|a|SIGSEGV SIGSEGV -\n"}};
  CHECK_ALL(told);
}

/* What others wanted, words, and lines that are cut. */
static void test_none(void **state) {
  (void)state;
  static const char *const lines[] = {"systemd[1]: a.service: Main process exited, code=killed, status=9/KILL",
                                      "systemd[1]: a.service: Main process exited, code=dumped, status=3/QUIT",
                                      "systemd[1]: a.service: Main process exited, code=exited, status=6/NOTCONFIGURED",
                                      "systemd[1]: a.service: Main process exited, code=dumped, status=",
                                      "systemd[1]: a.service: Failed with result 'core-dump'.",
                                      "systemd[1]: Started Process Core Dump (PID 9/UID 0).",
                                      "b[1]: a.service: Main process exited, code=dumped, status=11/SEGV",
                                      "b[9]: Process 7 (a) of user 1000 dumped core.",
                                      "systemd-coredump[9]: Process 7 (a) of user 1000 terminated.",
                                      "systemd-coredump[9]: Process 7 (a",
                                      "systemd-coredump[9]: [",
                                      "audit[7]: ANOM_ABEND auid=1 pid=7 comm=\"a",
                                      "audit[7]: ANOM_ABEND auid=1 pid=7 comm=\"a\" sig=",
                                      "audit[7]: SECCOMP auid=1 pid=7 comm=\"a\" sig=31"};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    char text[256];
    snprintf(text, sizeof text, "%s%s\n", AT("06"), lines[i]);
    check(text, "");
  }
}

/* One, whoever tells of it, and in whatever order; its memory may take a while. */
static void test_one(void **state) {
  (void)state;
  static const struct told told[] = {
      {AT("06") AUDIT AT("06") AUDITED AT("06") FAULT("7") AT("07") EXITED AT("07") DUMPED("7"),
       "4 native_crash 7 1 a 11-02 04:05:06.000 native|a|SIGSEGV|l.so+0xa3c SIGSEGV -\n"},
      {AT("06") DUMPED("7") AT("06") EXITED AT("07") AUDITED AT("08") FAULT("7"),
       "4 native_crash 7 1 a 11-02 04:05:06.000 native|a|SIGSEGV|l.so+0xa3c SIGSEGV -\n"},
      {AT("06") FAULT("7") AT("07") EXITED,
       "4 native_crash 7 1 a Nov  2 04:05:06 native|a|SIGSEGV|l.so+0xa3c SIGSEGV -\n"},
      {AT("06") FAULT("7") AT("46") DUMPED("7"),
       "4 native_crash 7 1 a 11-02 04:05:46.000 native|a|SIGSEGV|l.so+0xa3c SIGSEGV -\n"},
      /* a service's death has no number: the signal and the time tell whose it was */
      {AT("06") FAULT("7") AT("06") FAULT("8") AT("07") EXITED AT("07") EXITED,
       "4 native_crash 8 2 a Nov  2 04:05:06 native|a|SIGSEGV|l.so+0xa3c SIGSEGV -\n"},
      {AT("06") DUMPED("7") AT("07") "systemd[1]: b.service: Main process exited, code=killed, status=6/ABRT\n" AT("07")
           FAULT("8"),
       "4 native_crash 8 1 a Nov  2 04:05:07 native|a|SIGSEGV|l.so+0xa3c SIGSEGV -\n"
       "4 native_crash 7 1 a 11-02 04:05:06.000 native|b.service|SIGABRT SIGABRT -\n"},
      {AT("06") FAULT("7") AT("26") EXITED,
       "4 native_crash - 1 a.service 11-02 04:05:26.000 native|a.service|SIGSEGV SIGSEGV -\n"
       "4 native_crash 7 1 a Nov  2 04:05:06 native|a|SIGSEGV|l.so+0xa3c SIGSEGV -\n"},
      /* another process, whatever its name */
      {AT("06") FAULT("7") AT("06") DUMPED("8"),
       "4 native_crash 7 1 a Nov  2 04:05:06 native|a|SIGSEGV|l.so+0xa3c SIGSEGV -\n"
       "4 native_crash 8 1 a 11-02 04:05:06.000 native|a - -\n"}};
  CHECK_ALL(told);
}

/* The kernel's number is the thread's: what stored the memory knows it, too. */
static void test_thread(void **state) {
  (void)state;
#define QUIET AT("05") "b[1]: x\n" AT("05") "b[1]: y\n" AT("05") "b[1]: z\n" AT("05") "b[1]: z\n" AT("05") "b[1]: z\n"
#define STACKS \
  "\n          Stack trace of thread 8:\n          #0  0x0000000000401136 f (a + 0x1136)\n\n          Stack trace of " \
  "thread 7:\n"
  static const struct told told[] = {
      {QUIET AT("06") FAULT("8") AT("07") DUMPED("7") STACKS,
       "4 native_crash 7 1 a 11-02 04:05:07.000 native|a|SIGSEGV|l.so+0xa3c SIGSEGV 8\n"},
      {AT("06") FAULT("8") AT("07") "systemd-coredump[9]: Process 7 (a) of user 1 dumped core.#012#012Stack trace of "
                                    "thread 8:#012#0  0x1\n",
       "4 native_crash 7 1 a 11-02 04:05:07.000 native|a|SIGSEGV|l.so+0xa3c SIGSEGV 8\n"},
      {QUIET AT("06") FAULT("7") AT("07") DUMPED("7") STACKS,
       "4 native_crash 7 1 a 11-02 04:05:07.000 native|a|SIGSEGV|l.so+0xa3c SIGSEGV 8\n"}};
  CHECK_ALL(told);
}

#define FATAL \
  "11-02 04:05:06.789     7     8 F libc    : Fatal signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0 in tid " \
  "8 (t), pid 7 (a)\n"
#define DEBUG(TEXT) "11-02 04:05:07.789     9     9 F DEBUG   : " TEXT "\n"
#define TOMBSTONE \
  DEBUG("*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***") \
  DEBUG("pid: 7, tid: 8, name: t  >>> /b/a <<<") \
  DEBUG("signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0") \
  DEBUG("backtrace:") DEBUG("      #00 pc 0000000000000010  /a.so (f+4)")
#define KERNELS(TEXT) "11-02 04:05:08.789     0     0 I " TEXT "\n"
#define LATER(TEXT) "11-02 04:05:36.789     0     0 I " TEXT "\n"

/* Android's: what init and the kernel say beside libc's line and a tombstone. */
static void test_android(void **state) {
  (void)state;
  static const struct told told[] = {
      {FATAL KERNELS("init    : Service 's' (pid 7) received signal 11"),
       "4 native_crash 7 1 a 11-02 04:05:06.789 native|a|SIGSEGV/SEGV_MAPERR SIGSEGV/SEGV_MAPERR 8\n"},
      {FATAL TOMBSTONE LATER("init    : Service 's' (pid 7) received signal 11"),
       "4 native_crash 7 1 /b/a 11-02 04:05:06.789 native|a|SIGSEGV/SEGV_MAPERR|f SIGSEGV/SEGV_MAPERR 8\n"},
      {KERNELS("a[8]   : unhandled exception: level 1 translation fault") FATAL,
       "4 native_crash 7 1 a 11-02 04:05:06.789 native|a|SIGSEGV/SEGV_MAPERR SIGSEGV/SEGV_MAPERR 8\n"},
      {TOMBSTONE "11-02 04:05:06.789     7     7 W a       : type=1701 audit(0.0:3): pid=7 comm=\"t\" sig=11 res=1\n",
       "4 native_crash 7 1 /b/a 11-02 04:05:06.789 native|a|SIGSEGV/SEGV_MAPERR|f SIGSEGV/SEGV_MAPERR 8\n"},
      {FATAL LATER("init    : Service 's' (pid 7) received signal 11"),
       "4 native_crash 7 1 s 11-02 04:05:36.789 native|s|SIGSEGV SIGSEGV -\n"
       "4 native_crash 7 1 a 11-02 04:05:06.789 native|a|SIGSEGV/SEGV_MAPERR SIGSEGV/SEGV_MAPERR 8\n"}};
  CHECK_ALL(told);
}

/* In a report the kernel's lines have seconds: the number and the signal tell whose they are. */
static void test_report(void **state) {
  (void)state;
#define KERNEL_LOG(LINES) \
  "========================================================\n" \
  "== dumpstate: 2025-11-03 00:00:10\n" \
  "========================================================\n\n" \
  "------ KERNEL LOG (dmesg) ------\n" LINES \
  "------ 0.1s was the duration of 'KERNEL LOG' ------\n" \
  "------ SYSTEM LOG (logcat) ------\n" FATAL
#define INIT(ID, SIGNAL) "[    1.000000] init: Service 's' (pid " ID ") received signal " SIGNAL "\n"
  static const struct told told[] = {
      {KERNEL_LOG(INIT("7", "11") "[    1.000000] t[8]: unhandled exception: level 1 translation fault\n"),
       "4 native_crash 7 1 a 11-02 04:05:06.789 native|a|SIGSEGV/SEGV_MAPERR SIGSEGV/SEGV_MAPERR 8\n"},
      {KERNEL_LOG(INIT("7", "6") INIT("9", "11")),
       "4 native_crash 7 1 a 11-02 04:05:06.789 native|a|SIGSEGV/SEGV_MAPERR SIGSEGV/SEGV_MAPERR 8\n"
       "4 native_crash 7 1 s 1.000000 native|s|SIGABRT SIGABRT -\n"
       "4 native_crash 9 1 s 1.000000 native|s|SIGSEGV SIGSEGV -\n"}};
  CHECK_ALL(told);
}

/* Exports of the journal, where a message has several lines. */
static void test_journal(void **state) {
  (void)state;
#define RECORD(US, ID, MESSAGE) \
  "{\"__REALTIME_TIMESTAMP\":\"" US \
  "\",\"__MONOTONIC_TIMESTAMP\":\"1\",\"PRIORITY\":\"2\",\"SYSLOG_IDENTIFIER\":\"" ID \
  "\"," \
  "\"_PID\":\"1\",\"_TRANSPORT\":\"journal\",\"MESSAGE\":\"" MESSAGE "\"}\n"
  static const char json[] =
      RECORD("1732093872000000", "systemd", "a.service: Main process exited, code=dumped, status=11/SEGV") RECORD(
          "1732093872100000", "systemd-coredump", "Process 7 (a) of user 1 dumped core.\\n\\nStack trace of thread 8:");
  static const char text[] =
      "__REALTIME_TIMESTAMP=1732093872000000\n__MONOTONIC_TIMESTAMP=1\nPRIORITY=2\n_PID=1\nSYSLOG_IDENTIFIER=systemd\n"
      "MESSAGE=a.service: Main process exited, code=dumped, status=11/SEGV\n\n"
      "__REALTIME_TIMESTAMP=1732093872100000\n__MONOTONIC_TIMESTAMP=1\nPRIORITY=2\n_PID=9\nSYSLOG_IDENTIFIER=systemd-"
      "coredump\n"
      "MESSAGE=Process 7 (a) of user 1 dumped core.\n\n";
  check(json, "4 native_crash 7 1 a 1732093872.100000 native|a.service|SIGSEGV SIGSEGV 8\n");
  check(text, "4 native_crash 7 1 a 1732093872.100000 native|a.service|SIGSEGV SIGSEGV -\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_each),    cmocka_unit_test(test_none),
                                     cmocka_unit_test(test_one),     cmocka_unit_test(test_thread),
                                     cmocka_unit_test(test_android), cmocka_unit_test(test_report),
                                     cmocka_unit_test(test_journal)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
