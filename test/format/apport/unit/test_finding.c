/* SPDX-License-Identifier: MIT */
/* The table of findings: what a report is called. */
#include "rows.h"

static void check(const char *report, const char *want) {
  const struct rows_case c = {.table = "apport.triage_finding",
                              .ptr = report,
                              .len = strlen(report),
                              .columns = {"signature", "title"},
                              .want = want};
  check_case(&c);
}

/* A standard title comes first; then what the report says of itself; then what is known of it. */
static void test_titles(void **state) {
  (void)state;
#define CRASH "ProblemType: Crash\n"
#define PATH "ExecutablePath: /usr/bin/f\n"
  check(CRASH PATH "Signal: 11\nStacktraceTop:\n f () at a.c:1\n g () at a.c:2\nTitle: t\n",
        "/usr/bin/f:11:f:g f crashed with SIGSEGV in f()\n");
  check(CRASH PATH "Signal: 11\nTitle: f died: twice\n", "- f died: twice\n");
  check(CRASH PATH "Signal: 6\n", "- f crashed with SIGABRT\n");
  check(CRASH PATH "Signal: 11\nSignalName: SIGX\n", "- f crashed with SIGX\n");
  check(CRASH PATH "Signal: x\n", "- f: Crash\n");
  check(CRASH "Package: p 1.2-3\nSignal: 11\nTitle:\n", "- p crashed with SIGSEGV\n");
  check("ProblemType: Bug\nPackage: p (not installed)\n", "- p: Bug\n");
  check(CRASH "Signal: 11\n", "- SIGSEGV\n");
  check(CRASH "Architecture: amd64\n", "- Crash\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_titles)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
