/* SPDX-License-Identifier: MIT */
/* The table of findings: what a report is about, and what it is called. */
#include "rows.h"

static void check(const char *report, const char *want) {
  const struct rows_case c = {.table = "apport.triage_finding",
                              .ptr = report,
                              .len = strlen(report),
                              .columns = {"apport_signature", "title"},
                              .want = want};
  check_case(&c);
}

#define CRASH "ProblemType: Crash\n"
#define PATH "ExecutablePath: /usr/bin/f\n"

/* A standard title comes first; then what the report says of itself; then what is known of it. */
static void test_titles(void **state) {
  (void)state;
  check(CRASH PATH "Signal: 11\nStacktraceTop:\n f () at a.c:1\n g () at a.c:2\nTitle: t\n",
        "f crashed with SIGSEGV in f() /usr/bin/f:11:f:g\n");
  check(CRASH PATH "Signal: 11\nTitle: f died: twice\n", "f died: twice -\n");
  check(CRASH PATH "Signal: 6\n", "f crashed with SIGABRT -\n");
  check(CRASH PATH "Signal: 11\nSignalName: SIGX\n", "f crashed with SIGX -\n");
  check(CRASH PATH "Signal: x\n", "f: Crash -\n");
  check(CRASH "Package: p 1.2-3\nSignal: 11\nTitle:\n", "p crashed with SIGSEGV -\n");
  check("ProblemType: Bug\nPackage: p (not installed)\n", "p: Bug -\n");
  check(CRASH "Signal: 11\n", "SIGSEGV -\n");
  check(CRASH "Architecture: amd64\n", "Crash -\n");
  check("ProblemType: KernelOops\nFailure: resume\nMachineType: M\nTitle: t\n", "[M] resume failure resume:M\n");
}

/* A word of an enum, after its number. */
#define NATIVE_CRASH "3 native_crash 75"
#define PYTHON_CRASH "4 python_crash 70"
#define JAVA_CRASH "9 java_crash 70"
#define KERNEL_CRASH "1 kernel_crash 100"
#define SUSPEND_FAILURE "5 suspend_failure 50"
#define PACKAGE_FAILURE "7 package_failure 48"
#define STACK "1 stack"
#define REASON "2 reason"
#define BY_HEAD "3 head"

static void check_signature(const char *report, const char *kind, const char *basis, const char *signature) {
  char want[256];
  const struct rows_case c = {.table = "apport.triage_finding",
                              .ptr = report,
                              .len = strlen(report),
                              .columns = {"kind", "severity", "basis", "signature"},
                              .want = want};
  const char *severity = strrchr(kind, ' ');
  snprintf(want, sizeof want, "%.*s %s%s %s\n", (int)(severity - kind), kind, signature, severity, basis);
  check_case(&c);
}

#define NATIVE CRASH PATH "Signal: 11\n"

static void test_native(void **state) {
  (void)state;
  check_signature(
      NATIVE
      "Stacktrace:\n #0  0x1 in *__GI_abort () at a.c:1\n #1  0x2 in v<int>::g(int) const (this=0x3) at a.c:2\n"
      " No locals.\n #2  0x4 in ?? () from /lib/x.so\n #3  0x5 in ?? ()\n #4  0x6 in main () at a.c:3\n"
      " #5  0x7 in _start ()\n #6  0x8 in after ()\nStacktraceTop:\n x ()\n y ()\n",
      NATIVE_CRASH, STACK, "native|f|SIGSEGV|v<>::g|<anon>|main");
  check_signature(NATIVE "Stacktrace:\n #0  h () at a.c:1\n #1  <signal handler called>\n #2  f () at a.c:2\n",
                  NATIVE_CRASH, STACK, "native|f|SIGSEGV|f");
  check_signature(NATIVE "StacktraceTop:\n a ()\n b ()\n c ()\n d ()\n e ()\n f ()\n", NATIVE_CRASH, STACK,
                  "native|f|SIGSEGV|a|b|c|d|e");
  check_signature(NATIVE "Stacktrace:\n #0  0x1 in ?? ()\n #1  0x2 in ?? ()\n", NATIVE_CRASH, BY_HEAD,
                  "native|f|SIGSEGV");
  check_signature(NATIVE "Stacktrace:\n #0  0x1 in ?? ()\nStacktraceTop:\n g ()\n", NATIVE_CRASH, STACK,
                  "native|f|SIGSEGV|g");
  check_signature(NATIVE "Stacktrace:\n #0  0x1 in g ()\n #1  0x2 in \n", NATIVE_CRASH, STACK,
                  "native|f|SIGSEGV|g|<anon>");
  check_signature(NATIVE, NATIVE_CRASH, BY_HEAD, "native|f|SIGSEGV");
  check_signature(CRASH "Signal: x\n", NATIVE_CRASH, BY_HEAD, "native|?|?");
  check_signature(CRASH PATH "Architecture: a\n", "8 other 10", "- -", "-");
}

#define TRACE CRASH PATH "Traceback:\n"
#define TRACED(MARGIN) MARGIN "Traceback (most recent call last):\n"
#define HEAD TRACED(" ")
#define FILE_IN(MARGIN, PATH, NAME) MARGIN "  File \"" PATH "\", line 3, in " NAME "\n" MARGIN "    call()\n"
#define CAUSE " \n The above exception was the direct cause of the following exception:\n \n"
#define DURING " \n During handling of the above exception, another exception occurred:\n \n"

static void test_python(void **state) {
  (void)state;
  check_signature(TRACE HEAD FILE_IN(" ", "/usr/bin/f", "<module>") FILE_IN(" ", "/l/m/__init__.py", "g")
                      FILE_IN(" ", "/p/asyncio/a.py", "run") " a.E: m: n\n a note\n " HEAD,
                  PYTHON_CRASH, STACK, "python|f|a.E|m.g|f.<module>");
  check_signature(TRACE HEAD FILE_IN(" ", "a.py", "x") " A: 1\n" CAUSE HEAD FILE_IN(" ", "b.py", "y") " B: 2\n",
                  PYTHON_CRASH, STACK, "python|f|A|a.x");
  check_signature(TRACE " A: 1\n" DURING HEAD FILE_IN(" ", "b.py", "y") " B\n" CAUSE " C\n", PYTHON_CRASH, STACK,
                  "python|f|B|b.y");
  check_signature(TRACE HEAD "   File \"a.py\", line 1\n     x(\n SyntaxError: m\n", PYTHON_CRASH, REASON,
                  "python|f|SyntaxError");
  check_signature(TRACE HEAD FILE_IN(" ", "/p/runpy.py", "run") " KeyboardInterrupt\n", PYTHON_CRASH, REASON,
                  "python|f|KeyboardInterrupt");
  check_signature(TRACE HEAD, PYTHON_CRASH, BY_HEAD, "python|f|?");
}

#define GROUP \
  "   + Exception Group Traceback (most recent call last):\n" FILE_IN("   | ", "g.py", "all") "   | Group: m\n"
#define END "------------------------------------\n"
#define LEAF(N) "---------------- " N " ----------------\n"

static void test_groups(void **state) {
  (void)state;
  check_signature(TRACE GROUP "   +-+" LEAF("1") TRACED("     | ") FILE_IN("     | ", "b.py", "y")
                      "     | B: 1\n     +" LEAF("2") "     | Exception Group Traceback (most recent call last):\n"
                      "     | Inner: m\n"
                      "     +-+" LEAF("1") TRACED("       | ") FILE_IN("       | ", "a.py", "x")
                      "       | A: 1\n       +" LEAF("2") "       | B: 2\n       +" END
                      "     +" LEAF("3") "     | C: 2\n"
                      "     +" LEAF("...") "     | and 3 more exceptions\n     +" END,
                  PYTHON_CRASH, STACK, "python|f|Group(A,B,C)|a.x");
  check_signature(TRACE GROUP "   +-+" LEAF("1") "     | A\n     +" END, PYTHON_CRASH, STACK,
                  "python|f|Group(A)|g.all");
  check_signature(TRACE GROUP "   +-+" LEAF("1") "     | A\n     +" END CAUSE GROUP
                                                 "   +-+" LEAF("1") "     | B\n     +" END,
                  PYTHON_CRASH, STACK, "python|f|Group(A)|g.all");
  check_signature(TRACE GROUP "   +-+" LEAF("1") "     | A\n     +" END DURING HEAD FILE_IN(" ", "b.py", "y") " B\n",
                  PYTHON_CRASH, STACK, "python|f|B|b.y");
  check(TRACE GROUP "   +-+" LEAF("1") "     | A: 1\n     +" END,
        "f crashed with Group in all(): m /usr/bin/f:    +------------------------------------\n");
}

static void test_java(void **state) {
  (void)state;
  check_signature(CRASH PATH
                  "StackTrace:\n Exception in thread \"a \"b\" c\" j.E: m\n \tat j.A.f(A.java:1)\n Caused by: j.R\n"
                  " \tat j.B.access$7(B.java)\n \t... 1 more\n",
                  JAVA_CRASH, STACK, "java|f|j.R|j.B.access$");
  check_signature(CRASH PATH "StackTrace: j.E: m\n", JAVA_CRASH, REASON, "java|f|j.E");
  check_signature(CRASH PATH "StackTrace:\n", JAVA_CRASH, BY_HEAD, "java|f|?");
}

#define KERNEL "ProblemType: KernelOops\nFailure: oops\n"

static void test_kernel(void **state) {
  (void)state;
  check_signature(
      KERNEL
      "OopsText:\n BUG: a\n CPU: 1 PID: 7 Comm: c Not tainted 6.1\n RIP: 0010:f+0x1/0x2\n Call Trace:\n"
      "  <TASK>\n  g+0x1/0x2\n  h+0x1/0x2\n ---[ end trace 0 ]---\n Kernel panic - not syncing: x\n BUG: b\n",
      KERNEL_CRASH, STACK, "kernel|oops|f|g|h");
  check_signature(KERNEL "OopsText: Kernel panic - not syncing: x\n", KERNEL_CRASH, REASON, "kernel|panic|x");
  check_signature(KERNEL "OopsText: INFO: task c:7 blocked for more than 120 seconds.\n", "12 hung_task 55", REASON,
                  "kernel|hung|c");
  check_signature(KERNEL "OopsText: what\n", KERNEL_CRASH, BY_HEAD, "kernel|oops");
  check_signature(
      "ProblemType: KernelCrash\nStacktrace:\n PID: 1\n  #0 [ff] panic at 0\n  #1 [fe] a.isra.3 at 1\n  #2 [fd] b\n"
      "  #3 [fc] c at 2\n  #4 [fb] d at 3\n",
      KERNEL_CRASH, STACK, "kernel|crash|a|b|c");
  check_signature("ProblemType: KernelCrash\nVmCore: x\n", KERNEL_CRASH, BY_HEAD, "kernel|crash");
  check_signature("ProblemType: KernelOops\nFailure: suspend/resume\nMachineType: M 1\n", SUSPEND_FAILURE, REASON,
                  "suspend|suspend/resume|M 1");
  check_signature("ProblemType: KernelOops\nFailure: suspend\n", SUSPEND_FAILURE, REASON, "suspend|suspend|?");
}

#define PACKAGE "ProblemType: Package\nPackage: p 1.2\nErrorMessage:\n a\n b\nDpkgTerminalLog:\n"

static void test_packages(void **state) {
  (void)state;
  check_signature(
      PACKAGE
      " dpkg: error processing q (--remove):\n  one\n 5%\rdpkg: error processing package p:amd64 (--configure):\n"
      "  two\n dpkg: error processing p (--x):\n  three\n",
      PACKAGE_FAILURE, REASON, "package|p|configure|two");
  check_signature(
      PACKAGE
      " dpkg: error processing archive /a/p_1.2_all.deb (--unpack):\n \ttwo\n dpkg: error processing q (--x):\n  y\n",
      PACKAGE_FAILURE, REASON, "package|p|unpack|two");
  check_signature(PACKAGE " dpkg: error processing q (--a):\n  one\n dpkg: error processing r (--b):\n  two\n",
                  PACKAGE_FAILURE, REASON, "package|p|b|two");
  check_signature(PACKAGE " dpkg: error processing p (--a):\n no reason\n", PACKAGE_FAILURE, REASON, "package|p|b");
  check_signature("ProblemType: Package\nPackage: p\n", PACKAGE_FAILURE, BY_HEAD, "package|p");
}

/* A report begins with each ProblemType, and has nothing of the one before. */
static void test_several(void **state) {
  (void)state;
  static const char reports[] = NATIVE
      "StacktraceTop:\n g ()\n h ()\nDuplicateSignature: d\nStacktraceAddressSignature: s\n"
      "ProcStatus:\n Pid:\t7\nDate: now\n"
      "ProblemType: Package\nPackage: p 1\n"
      "ProblemType: Crash\nExecutablePath: /usr/bin/g\nSignal: 6\n";
  const struct rows_case c = {.table = "apport.triage_finding",
                              .ptr = reports,
                              .len = sizeof reports - 1,
                              .columns = {"signature", "address_signature", "process_id", "process_name", "time_text",
                                          "apport_signature", "crash_signature", "section", "start_offset", "line"},
                              .want =
                                  "native|f|SIGSEGV|g|h s 7 /usr/bin/f now d /usr/bin/f:11:g:h StacktraceTop 0 1\n"
                                  "package|p - - p - - - - 166 12\n"
                                  "native|g|SIGABRT - - /usr/bin/g - - - - 200 14\n"};
  check_case(&c);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_titles),   cmocka_unit_test(test_native),
                                     cmocka_unit_test(test_python),   cmocka_unit_test(test_groups),
                                     cmocka_unit_test(test_java),     cmocka_unit_test(test_kernel),
                                     cmocka_unit_test(test_packages), cmocka_unit_test(test_several)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
