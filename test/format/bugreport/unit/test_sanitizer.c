/* SPDX-License-Identifier: MIT */
/* Reports of sanitizers in logs, in any layout: findings of their own, unless the crash that they end in tells more. */
#include "rows.h"

static void check(const char *text, const char *want) {
  const struct rows_case c = {
      .table = "triage.finding",
      .ptr = text,
      .len = strlen(text),
      .columns = {"kind", "severity", "process_id", "count", "process_name", "time_text", "signature"},
      .want = want};
  check_case(&c);
}

/* A report, line by line. */
static const char *const report[] = {
    "=================================================================",
    "==421==ERROR: AddressSanitizer: heap-use-after-free on address 0x41 at pc 0x7b bp 0x7f sp 0x7f",
    "READ of size 4 at 0x41 thread T0 (m)",
    "    #0 0x7b3c in __interceptor_free (/l/libclang_rt.asan.so+0x8c4)",
    "    #1 0x7b3c in a::f(int, char const*) /s/a b/f.cc:12:3",
    "    #2 0x7b3c  (/l/arm64/liba.so+0x1b3d4) (BuildId: 0123456789abcdef)",
    "    #3 0x7b3c in main f.cc:1",
    "    #4 0x7b3c (<unknown module>)",
    "freed by thread T0 here:",
    "    #0 0x7b3c in g (/l/libx.so+0x8c4)",
    "SUMMARY: AddressSanitizer: heap-use-after-free f.cc:12:3 in a::f",
    "==421==ABORTING"};
#define FRAMES "ASan heap-use-after-free|a::f|liba.so+0x1b3d4|main|<anon>\n"

/* Layouts: %s is the message. */
static void test_layouts(void **state) {
  (void)state;
  static const struct {
    const char *line, *want;
  } layouts[] = {
      {"11-02 04:05:06.789   421   422 I com.a.b : %s\n", "com.a.b 11-02 04:05:06.789 memory|com.a.b|"},
      {"2024-11-02 04:05:06.789 +0100  1000   421   422 I com.a.b : %s\n",
       "com.a.b 11-02 04:05:06.789 memory|com.a.b|"},
      {"11-02 04:05:06.789 I/com.a.b (  421): %s\n", "com.a.b 11-02 04:05:06.789 memory|com.a.b|"},
      {"11-02 04:05:06.789: I/com.a.b(421): %s\n", "com.a.b 11-02 04:05:06.789 memory|com.a.b|"},
      {"I/com.a.b (  421): %s\n", "com.a.b - memory|com.a.b|"},
      {"I/com.a.b : %s\n", "com.a.b - memory|com.a.b|"},
      {"I(  421:  422) %s\n", "- - memory|?|"},
      {"I(  421) %s  (com.a.b)\n", "com.a.b - memory|com.a.b|"},
      {"[ 11-02 04:05:06.789   421:  422 I/com.a.b  ]\n%s\n\n", "com.a.b 11-02 04:05:06.789 memory|com.a.b|"},
      {"2024-11-02 04:05:06.789 421-422/com.a.b I/com.a.b: %s\n", "com.a.b 11-02 04:05:06.789 memory|com.a.b|"},
      {"2024-11-02 04:05:06.789   421-422   com.a.b                 com.a.b                              I  %s\n",
       "com.a.b 11-02 04:05:06.789 memory|com.a.b|"},
      {"Nov  2 04:05:06 h a[421]: %s\n", "a 11-02 04:05:06.000 memory|a|"},
      {"11-02 04:05:06.789  9     9 F DEBUG   : %s\n", "- 11-02 04:05:06.789 memory|?|"}};
  for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
    char text[4096], want[256];
    size_t n = 0;
    for (size_t k = 0; k < sizeof report / sizeof *report; k++)
      n += (size_t)snprintf(text + n, sizeof text - n, layouts[i].line, report[k]);
    snprintf(want, sizeof want, "17 memory_error 75 421 1 %s" FRAMES, layouts[i].want);
    check(text, want);
  }
}

#define LINE(TAG, TEXT) "11-02 04:05:06.789   421   422 I " TAG ": " TEXT "\n"

/* What is the same each time. */
static void test_words(void **state) {
  (void)state;
  static const struct {
    const char *text, *want;
  } words[] = {
      {"==421==ERROR: HWAddressSanitizer: tag-mismatch on address 0x1 at pc 0x2", "a - memory|a|HWASan tag-mismatch"},
      {"==421==ERROR: HWAddressSanitizer: allocation-tail-overwritten; heap object [0x1,0x2) of size 1",
       "a - memory|a|HWASan allocation-tail-overwritten"},
      {"==421== ERROR: AddressSanitizer: SEGV on unknown address 0x0", "a - memory|a|ASan SEGV"},
      {"==421==ERROR: AddressSanitizer: attempting double-free on 0x1 in thread T0:", "a - memory|a|ASan double-free"},
      {"==421==ERROR: AddressSanitizer: requested allocation size 0x1 (0x2 after) exceeds",
       "a - memory|a|ASan requested allocation size"},
      {"==421==WARNING: MemorySanitizer: use-of-uninitialized-value", "a - memory|a|MSan use-of-uninitialized-value"},
      {"Scudo ERROR: corrupted chunk header at address 0x1", "- - memory|?|Scudo corrupted chunk header"},
      {"Scudo ERROR: invalid chunk state when deallocating address 0x1",
       "- - memory|?|Scudo invalid chunk state when deallocating"},
      {"*** GWP-ASan detected a memory error ***", "- - memory|?|GWP-ASan"}};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    char text[256], want[256];
    snprintf(text, sizeof text, "I/a       (  421): %s\n", words[i].text);
    snprintf(want, sizeof want, "17 memory_error 75 421 1 %s\n", words[i].want);
    check(text, want);
  }
  check(LINE("a       ", "==421==ERROR: LeakSanitizer: detected memory leaks")
            LINE("a       ", "Direct leak of 7 byte(s) in 1 object(s) allocated from:")
                LINE("a       ", "    #0 0x4 in malloc /a.c:1") LINE("a       ", "    #1 0x4 in f() (/b+0x1)"),
        "18 leak 25 421 1 a 11-02 04:05:06.789 memory|a|LSan detected memory leaks|f\n");
  check(LINE("a       ", "==421==ERROR: libFuzzer: deadly signal") LINE("a       ", "==421==ABORTING")
            LINE("a       ", "=====") LINE("a       ", "==x==ERROR: AddressSanitizer: x")
                LINE("a       ", "AddressSanitizer: x") LINE("a       ", "Scudo: x")
                    LINE("a       ", "SUMMARY: AddressSanitizer: x") LINE("a       ", "    #0 0x7b3c in f"),
        "");
}

#define FATAL \
  "11-02 04:05:07.000   421   422 F libc    : Fatal signal 6 (SIGABRT), code -1 (SI_QUEUE) in tid 422 (t), pid 421 " \
  "(com.a.b)\n"
#define DEBUG(TEXT) "11-02 04:05:08.000   900   900 F DEBUG   : " TEXT "\n"
#define PROCESS \
  DEBUG("*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***") \
  DEBUG("pid: 421, tid: 422, name: t  >>> com.a.b <<<") \
  DEBUG("signal 6 (SIGABRT), code -1 (SI_QUEUE), fault addr --------")
#define ABORT DEBUG("Abort message: '=====") DEBUG("==421==ERROR: HWAddressSanitizer: tag-mismatch on address 0x1'")
#define STACK DEBUG("backtrace:") DEBUG("      #00 pc 0000000000000010  /a.so (f+4)")
#define TOMBSTONE PROCESS ABORT STACK
#define REPORT \
  LINE("com.a.b ", "==421==ERROR: HWAddressSanitizer: tag-mismatch on address 0x1") \
  LINE("com.a.b ", "    #0 0x7b3c in g /a.c:1")

/* The crash that it ends in is the finding, as it is without the report. */
static void test_crash(void **state) {
  (void)state;
  check(REPORT, "17 memory_error 75 421 1 com.a.b 11-02 04:05:06.789 memory|com.a.b|HWASan tag-mismatch|g\n");
  check(REPORT FATAL, "4 native_crash 75 421 1 com.a.b 11-02 04:05:07.000 native|com.a.b|SIGABRT\n");
  check(REPORT TOMBSTONE, "4 native_crash 75 421 1 com.a.b 11-02 04:05:08.000 native|com.a.b|SIGABRT|f\n");
  check(REPORT FATAL TOMBSTONE, "4 native_crash 75 421 1 com.a.b 11-02 04:05:07.000 native|com.a.b|SIGABRT|f\n");
  check(REPORT
        "11-02 04:05:07.000   421   422 F libc    : Fatal signal 6 (SIGABRT), code -1 (SI_QUEUE) in tid 7 (t), pid 7 "
        "(c)\n",
        "4 native_crash 75 7 1 c 11-02 04:05:07.000 native|c|SIGABRT\n"
        "17 memory_error 75 421 1 com.a.b 11-02 04:05:06.789 memory|com.a.b|HWASan tag-mismatch|g\n");
  check(LINE("scudo   ", "Scudo ERROR: x at address 0x1") FATAL,
        "4 native_crash 75 421 1 com.a.b 11-02 04:05:07.000 native|com.a.b|SIGABRT\n");
  check(
      "Nov  2 04:05:06 h a[421]: ==421==ERROR: AddressSanitizer: SEGV on unknown address 0x0\n"
      "Nov  2 04:05:06 h systemd[1]: a.service: Main process exited, code=dumped, status=6/ABRT\n"
      "Nov  2 04:05:07 h systemd-coredump[9]: Process 421 (a) of user 1000 dumped core.\n",
      "4 native_crash 75 421 1 a 11-02 04:05:07.000 native|a.service|SIGABRT\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_layouts), cmocka_unit_test(test_words),
                                     cmocka_unit_test(test_crash)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
