/* SPDX-License-Identifier: MIT */
/* The table apport.segv, and messages of findings that come from it. random_segv.py compares many more with a model. */
#include "rows.h"

#define HEAD "ProblemType: Crash\nSignal: 11\nArchitecture: amd64\n"
#define REGISTERS "Registers:\n rax 0x10 16\n rbx 0x400800 9\n rsp 0x7000 0x7000\n pl3_ssp <unavailable>\n ds 0x0 0\n"
#define MAPS \
  "ProcMaps:\n 00400000-00401000 r-xp 00000000 08:01 1 /bin/a b\n 00006000-00008000 rw-p 00000000 00:00 0 [stack]\n"
#define CODE(TEXT) "Disassembly:\n => 0x400100 <f+4>:\t" TEXT "\n"
#define ALL HEAD REGISTERS MAPS

static void check(const char *report, const char *want) {
  const struct rows_case c = {.table = "apport.segv",
                              .ptr = report,
                              .len = strlen(report),
                              .columns = {"reason", "analysis_error", "pc", "stack_address", "instruction", "source",
                                          "source_address", "destination", "destination_address"},
                              .want = want};
  check_case(&c);
}

/* Columns of a request come in the order of the row. */
static void test_reasons(void **state) {
  (void)state;
  check(ALL CODE("mov (%rax,%rbx,2),%rdx"), "- - 4194560 28672 8392720 - mov (%rax,%rbx,2) %rdx reading unknown VMA\n");
  check(ALL CODE("movl $0x1,-0x8(%rbx) <g>"), "- - 4194560 28672 - 4196344 movl $0x1 -0x8(%rbx) writing VMA /bin/a\n");
  check(ALL CODE("callq *%rax"), "- - 4194560 28672 16 28672 callq *%rax (%rsp) reading NULL VMA\n");
  check(ALL CODE("lea 0x0,%rax"), "- - 4194560 28672 - - lea 0x0 %rax -\n");
  check(ALL CODE("out %al,(%dx)"), "3 unknown_register 4194560 - - - out %al (%dx) -\n");
  check(ALL CODE("out %al,$0x1"), "- - 4194560 28672 - - out %al $0x1 disallowed I/O port operation on port 16\n");
  check(ALL "Disassembly: 0x7fff: Cannot access memory at address 0x7fff\n",
        "- - 32767 28672 - - - - - executing writable VMA [stack]\n");
  check(ALL CODE("mov (%rax),0x9(%rax)"),
        "- - 4194560 28672 16 25 mov (%rax) 0x9(%rax) reading NULL VMA\nwriting NULL VMA\n");
}

static void check_text(const char *report, const char *want) {
  const struct rows_case c = {
      .table = "apport.segv", .ptr = report, .len = strlen(report), .columns = {"analysis"}, .want = want};
  check_case(&c);
}

static void test_analysis(void **state) {
  (void)state;
  check_text(
      ALL "Disassembly:\n Dump of x:\n 0x400100 <f>:\n   push %rbp\n",
      "Segfault happened at: 0x400100 <f>: push %rbp\nPC (0x00400100) ok\nsource \"%rbp\" ok\n"
      "destination \"(%rsp)\" (0x00007000) ok\nSP (0x00007000) ok\nReason could not be automatically determined.\n");
  check_text(
      ALL "Registers: rsp 0x5000\n" CODE("ret"),
      "Segfault happened at: 0x400100 <f+4>:\tret\nPC (0x00400100) ok\ndestination \"(%rsp)\" (0x00005000) not "
      "located in a known VMA region (needed writable region)!\nStack memory exhausted (SP below stack segment)\n");
}

/* What the hook leaves alone has no row. */
static void test_others(void **state) {
  (void)state;
  check(HEAD REGISTERS CODE("ret"), "1 missing_field - - - - - - - -\n");
  check("ProblemType: Crash\nSignal: 11\nArchitecture: arm64\n" REGISTERS MAPS CODE("ret"), "");
  check("ProblemType: Crash\nSignal: 6\nArchitecture: amd64\n" REGISTERS MAPS CODE("ret"), "");
}

#define MALFORMED "2 malformed - - - - - - - -\n"

static void test_malformed(void **state) {
  (void)state;
  check(ALL "Disassembly:\n", MALFORMED);
  check(ALL "Disassembly: Dump\n", MALFORMED);
  check(ALL "Disassembly: 0x\n", MALFORMED);
  check(ALL "Disassembly: 0x1\n", MALFORMED);
  check(ALL "Disassembly: 0x1ffffffffffffffff: ret\n", MALFORMED);
  check(ALL CODE("ret") "Registers:\n", MALFORMED);
  check(ALL CODE("ret") "Registers: rax\n", MALFORMED);
  check(ALL CODE("ret") "Registers: rax 0xg\n", MALFORMED);
  check(ALL CODE("ret") "Registers: rax <unavailable>\n", MALFORMED);
  check(ALL CODE("ret") "ProcMaps: 1-2 r-xp 0 0\n", MALFORMED);
  check(ALL CODE("ret") "ProcMaps: 1-2-3 r-xp 0 0 0\n", MALFORMED);
  check(ALL CODE("ret") "ProcMaps: 0-10000000000000000 r-xp 0 0 0\n", MALFORMED);
  check(ALL CODE("jmp 10"), "2 malformed 4194560 - - - jmp 10 - -\n");
  check(ALL CODE("mov (%rax,%rbx,x)"), "2 malformed 4194560 - - - mov (%rax,%rbx,x) - -\n");
}

/* Addresses are computed modulo 2^64; of 32 bits, if there is an esp. */
static void test_wide(void **state) {
  (void)state;
  check(ALL CODE("mov -0x11(%rax)"),
        "- - 4194560 28672 18446744073709551615 - mov -0x11(%rax) - reading unknown VMA\n");
  check(ALL CODE("jmp 0x100000000000000000000000f"),
        "- - 4194560 28672 15 - jmp 0x100000000000000000000000f - reading NULL VMA\n");
  check(ALL "Registers: esp 0x7000\n" CODE("jmp -0x1"),
        "- - 4194560 28672 4294967295 - jmp -0x1 - reading unknown VMA\n");
  check(ALL "Registers: rsp 0x10000000000000000\n" CODE("nop"), "2 malformed 4194560 - - - nop - - -\n");
}

/* ---- much of something ---- */

/* A report with n times a text in a field; `last` ends the field. */
static void check_many(const char *field, const char *text, size_t n, const char *last, const char *rest,
                       const char *want) {
  struct lines report = {0};
  struct counter memory;
  dfmt_config *config = counting_config(&memory);
  dfmt_scan *x;
  add_text(&report, HEAD, strlen(HEAD));
  add_text(&report, rest, strlen(rest));
  add_text(&report, field, strlen(field));
  for (size_t i = 0; i < n; i++) add_text(&report, text, strlen(text));
  add_text(&report, last, strlen(last));
  const struct rows_case c = {.table = "apport.segv",
                              .ptr = report.ptr,
                              .len = report.len,
                              .columns = {"reason", "analysis_error"},
                              .want = want};
  assert_int_equal(scan_case(&c, config, 0, &x), DFMT_OK);
  check_rows(&c, x, &memory);
  dfmt_scan_free(x);
  dfmt_config_free(config);
  free(report.ptr);
}

static void test_much(void **state) {
  (void)state;
  enum { MANY = 50000 };
  check_many("Registers:\n", " rax 0x1 1\n", MANY, " rax 0x10000\n", MAPS CODE("mov (%rax)"),
             "- - reading unknown VMA\n");
  check_many("ProcMaps:\n", " 1-2 r-xp 0 0 0\n", MANY, " 400000-500000 r-xp 0 0 0\n", REGISTERS CODE("mov 0x1"),
             "- - reading NULL VMA\n"); /* where the stack should be */
  check_many("Disassembly: 0x1: mov ", "(", MANY, "\n", REGISTERS MAPS, "- - executing NULL VMA\n");
  check_many("Disassembly: 0x1: mov ", "()(", MANY, "\n", REGISTERS MAPS, "2 malformed -\n");
  check_many("Disassembly: 0x1: mov ", ",", MANY, "\n", REGISTERS MAPS, "- - executing NULL VMA\n");
  check_many("Disassembly: 0x1: ", "rep ", MANY, "ret\n", REGISTERS MAPS, "2 malformed -\n");
  check_many("Disassembly: 0x", "0", MANY, "1: nop\n", REGISTERS MAPS, "- - executing NULL VMA\n");
  check_many("Registers: rax 0x", "f", MANY, " 1\n", MAPS CODE("mov 0x1(%rax)"), "- - reading NULL VMA\n");
}

/* ---- findings ---- */

static void check_message(const char *report, const char *want) {
  const struct rows_case c = {.table = "apport.triage_finding",
                              .ptr = report,
                              .len = strlen(report),
                              .columns = {"message", "signature"},
                              .want = want};
  check_case(&c);
}

/* What the report says comes first; each report of a file has its own. */
static void test_messages(void **state) {
  (void)state;
  check_message(ALL CODE("mov (%rax),0x9(%rax)"), "native|?|SIGSEGV reading NULL VMA, writing NULL VMA\n");
  check_message(ALL CODE("mov (%rax),%rax") "SegvReason: said\n", "native|?|SIGSEGV said\n");
  check_message(ALL CODE("mov (%rax),%rax") HEAD, "native|?|SIGSEGV reading NULL VMA\nnative|?|SIGSEGV -\n");
  check_message(ALL CODE("nop"), "native|?|SIGSEGV -\n");
  check_message("ProblemType: Crash\nSignal: 6\nSegvReason: old\n", "native|?|SIGABRT -\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_reasons), cmocka_unit_test(test_analysis),
                                     cmocka_unit_test(test_others),  cmocka_unit_test(test_malformed),
                                     cmocka_unit_test(test_wide),    cmocka_unit_test(test_much),
                                     cmocka_unit_test(test_messages)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
