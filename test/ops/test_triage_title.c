/* SPDX-License-Identifier: MIT */
/* What findings are called, and the parts of their signatures that are members. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <diagfmt/diagfmt.h>
#include <diagfmt/ops/triage.h>

#define LOG(PRIORITY, TAG, TEXT) "01-01 00:00:01.000     7     8 " PRIORITY " " TAG ": " TEXT "\n"
#define JAVA(PROCESS, ERROR) \
  LOG("E", "AndroidRuntime", "FATAL EXCEPTION: main") \
  LOG("E", "AndroidRuntime", "Process: " PROCESS ", PID: 7") \
  LOG("E", "AndroidRuntime", ERROR) LOG("E", "AndroidRuntime", "\tat a.B.c(B.java:1)")
#define KERNEL(TEXT) "<4>[    1.000000] " TEXT "\n"

static const struct {
  const char *text, *title, *exception, *frame; /* NULL: none */
} cases[] = {
    {JAVA("com.a", "java.lang.Error: boom"), "com.a crashed with java.lang.Error in a.B.c(): boom", "java.lang.Error",
     "a.B.c"},
    {LOG("I", "am_crash", "[7,0,com.a,1,java.lang.Error,,A.java,1]"), "com.a crashed with java.lang.Error",
     "java.lang.Error", NULL},
    {LOG("F", "libc", "Fatal signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x10 in tid 8 (x), pid 7 (com.b)"),
     "com.b crashed with SIGSEGV/SEGV_MAPERR", "SIGSEGV/SEGV_MAPERR", NULL},
    {LOG("F", "libc", "Fatal signal 6 (SIGABRT) in tid 8 (x)"), "a process crashed with SIGABRT", "SIGABRT", NULL},
    {LOG("E", "ActivityManager", "ANR in com.a (com.a/.B)") LOG("E", "ActivityManager", "PID: 7")
         LOG("E", "ActivityManager", "Reason: Input (x)"),
     "com.a did not respond: Input (x)", NULL, NULL},
    {LOG("W", "Watchdog", "*** WATCHDOG KILLING SYSTEM PROCESS: Blocked in x for 60s"),
     "system_server was stuck: Blocked in x for 60s", NULL, NULL},
    {LOG("I", "lowmemorykiller", "Kill 'com.a' (9), uid 1, oom_score_adj 0 to free 1kB rss; reason: low"),
     "com.a was killed: low", NULL, NULL},
    {LOG("I", "am_kill", "[0,9,com.a,0,bad]"), "com.a was killed: bad", NULL, NULL},
    {LOG("E", "am_wtf", "[0,7,com.a,1,Tag,odd]"), "com.a met what should never be: odd", NULL, NULL},
    {KERNEL("BUG: x y") KERNEL("Call trace:") KERNEL(" f+0x1/0x2"), "BUG: x y", NULL, "f"},
    {KERNEL("Kernel panic - not syncing: x") KERNEL("Call trace:") KERNEL(" f+0x1/0x2"),
     "Kernel panic - not syncing: x", NULL, NULL},
    {"*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***\npid: 7, tid: 8, name: x  >>> /bin/y <<<\n"
     "signal 6 (SIGABRT), code -1 (SI_QUEUE)\nbacktrace:\n    #00 pc 1234  /l.so\n",
     "/bin/y crashed with SIGABRT in l.so+0x1234", "SIGABRT", "l.so+0x1234"},
    {"*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***\npid: 7, tid: 8, name: x  >>> /bin/y <<<\n"
     "signal 6 (SIGABRT), code -1 (SI_QUEUE)\nbacktrace:\n    #00 pc 1234  <anonymous:1>\n",
     "/bin/y crashed with SIGABRT", "SIGABRT", "<anon>"},
    {"ProblemType: Crash\nExecutablePath: /bin/a\nSignal: 11\nStacktraceTop:\n b () at b.c:1\n c () at c.c:2\n",
     "a crashed with SIGSEGV in b()", "SIGSEGV", "b"},
};

static bool is(dfmt_str s, const char *text) {
  return s.len == (text ? strlen(text) : 0) && (!s.len || memcmp(s.ptr, text, (size_t)s.len) == 0);
}

static dfmt_op *run(const char *text, size_t len) {
  dfmt_source *s;
  dfmt_op *op;
  assert_int_equal(dfmt_source_memory(NULL, text, len, &s), DFMT_OK);
  assert_int_equal(dfmt_op_new(NULL, "triage", &op), DFMT_OK);
  assert_int_equal(dfmt_op_add(op, s), DFMT_OK);
  dfmt_source_free(s);
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  return op;
}

static const dfmt_triage_finding *first_of(dfmt_op *op, dfmt_rows **rows) {
  const dfmt_head *row;
  assert_int_equal(dfmt_op_answer(op, NULL, rows), DFMT_OK);
  assert_int_equal(dfmt_rows_next(*rows, &row), DFMT_OK);
  return (const void *)row;
}

static void test_titles(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    dfmt_rows *rows;
    dfmt_op *op = run(cases[i].text, strlen(cases[i].text));
    const dfmt_triage_finding *f = first_of(op, &rows);
    if (!is(f->title, cases[i].title)) fail_msg("%s: got %.*s", cases[i].title, (int)f->title.len, f->title.ptr);
    if (!is(f->exception, cases[i].exception))
      fail_msg("%s: %.*s", cases[i].title, (int)f->exception.len, f->exception.ptr);
    if (!is(f->frame, cases[i].frame)) fail_msg("%s: %.*s", cases[i].title, (int)f->frame.len, f->frame.ptr);
    assert_int_equal((f->present & DFMT_TRIAGE_FINDING_HAS_EXCEPTION) != 0, cases[i].exception != NULL);
    assert_int_equal((f->present & DFMT_TRIAGE_FINDING_HAS_FRAME) != 0, cases[i].frame != NULL);
    dfmt_rows_free(rows);
    dfmt_op_free(op);
  }
}

/* One line of at most 512 bytes, that ends with a whole character. */
static void test_length(void **state) {
  (void)state;
  char text[4096];
  size_t len = (size_t)snprintf(text, sizeof text, "%s",
                                LOG("E", "AndroidRuntime", "FATAL EXCEPTION: main")
                                    LOG("E", "AndroidRuntime", "Process: com.a, PID: 7"));
  len += (size_t)snprintf(text + len, sizeof text - len, "01-01 00:00:01.000     7     8 E AndroidRuntime: a.B: \t");
  for (int i = 0; i < 400; i++) len += (size_t)snprintf(text + len, sizeof text - len, "\xc3\xa4");
  len += (size_t)snprintf(text + len, sizeof text - len, "\n");
  dfmt_rows *rows;
  dfmt_op *op = run(text, len);
  const dfmt_triage_finding *f = first_of(op, &rows);
  assert_true(f->title.len == 512 || f->title.len == 511);
  static const char want[] = "com.a crashed with a.B:  ";
  assert_memory_equal(f->title.ptr, want, sizeof want - 1);
  assert_int_equal((uint8_t)f->title.ptr[f->title.len - 1], 0xa4);
  dfmt_rows_free(rows);
  dfmt_op_free(op);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_titles), cmocka_unit_test(test_length)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
