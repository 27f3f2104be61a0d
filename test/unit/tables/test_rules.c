/* SPDX-License-Identifier: MIT */
/* Lists of names: patterns, what is compiled in, what a caller makes of it, and what tables do by it. */
#include "../rows.h"

#include "rules/pattern.h"
#include "rules/read.h"

static dfmt_str text_of(const char *s) { return (dfmt_str){s, strlen(s)}; }

static void test_pattern(void **state) {
  (void)state;
  static const struct {
    const char *pattern, *name;
    bool matches;
  } cases[] = {{"a", "a", true},          {"a", "", false},        {"a", "ab", false},      {"", "", true},
               {"", "a", false},          {"*", "", true},         {"**", "a", true},       {"a*", "a", true},
               {"a*", "ba", false},       {"*a", "ba", true},      {"*a", "ab", false},     {"*/x/*", "/a/x/b", true},
               {"*/x/*", "/x", false},    {"a*b*c", "abbc", true}, {"a*b*c", "acb", false}, {"*ab", "aab", true},
               {"g_log*", "g_log*", true}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    assert_int_equal(dfmti_pattern_matches(text_of(cases[i].pattern), text_of(cases[i].name)), cases[i].matches);
}

/* ---- looking up, against a search of all rows ---- */

static dfmt_str pattern_of(const struct dfmti_rules *x, size_t i) {
  return (dfmt_str){x->text + x->rows[i].at, x->rows[i].len};
}

static bool model(const struct dfmti_rules *x, uint32_t list, dfmt_str name) {
  for (size_t i = 0; i < x->n; i++)
    if (x->rows[i].list == list && dfmti_pattern_matches(pattern_of(x, i), name)) return true;
  return false;
}

static void check(const struct dfmti_rules *x, dfmt_str name) {
  for (uint32_t list = 0; list < DFMTI_RULES_LISTS; list++)
    assert_int_equal(dfmti_rules_have(x, list, name), model(x, list, name));
}

/* Rows are sorted, and say what stands in the text. */
static void check_order(const struct dfmti_rules *x) {
  for (size_t i = 0; i < x->n; i++) {
    const dfmt_str s = pattern_of(x, i);
    assert_int_equal(x->rows[i].any, memchr(s.ptr, '*', (size_t)s.len) != NULL);
    if (i > 0) assert_true(dfmti_rules_order(x->text, &x->rows[i - 1], x->text, &x->rows[i]) < 0);
  }
}

static void test_compiled(void **state) {
  (void)state;
  const struct dfmti_rules *x = &dfmti_rules_compiled;
  assert_true(x->n > 150);
  check_order(x);
  for (size_t i = 0; i < x->n; i++)
    assert_true(pattern_of(x, i).ptr[-1] == ' ' && pattern_of(x, i).ptr[x->rows[i].len] == '\n');
  assert_true(dfmti_rules_have(NULL, DFMTI_RULES_NATIVE_TOP, text_of("abort")));
  assert_false(dfmti_rules_have(NULL, DFMTI_RULES_NATIVE_BASE, text_of("abort")));
  assert_true(dfmti_rules_have(NULL, DFMTI_RULES_PYTHON_PLUMBING, text_of("<frozen runpy>")));
}

/* Of each pattern: itself, less and more of it, and with other texts for what is any. */
static void test_look_up(void **state) {
  (void)state;
  const struct dfmti_rules *x = &dfmti_rules_compiled;
  char name[64];
  for (size_t i = 0; i < x->n; i++) {
    const dfmt_str s = pattern_of(x, i);
    assert_true(s.len + 2 < sizeof name);
    for (size_t at = 0; at <= s.len; at++) {
      check(x, (dfmt_str){s.ptr, at});
      check(x, (dfmt_str){s.ptr + at, s.len - at});
      memcpy(name, s.ptr, at);
      name[at] = "a*/"[at % 3];
      if (at < s.len) memcpy(name + at + 1, s.ptr + at, (size_t)(s.len - at));
      check(x, (dfmt_str){name, s.len + 1});
    }
  }
  check(x, (dfmt_str){NULL, 0});
}

/* ---- reading ---- */

static struct counter memory;
static struct dfmti_mem mem = {.fn = counting_realloc, .user = &memory, .limit = UINT64_MAX};
static struct dfmti_rules_set set;

static dfmt_status read_texts(const char *const *texts) {
  dfmt_status st = dfmti_rules_begin(&mem, &set) ? DFMT_OK : DFMT_E_NOMEM;
  for (; *texts && st == DFMT_OK; texts++) st = dfmti_rules_add(&mem, &set, text_of(*texts));
  return st;
}

static void end(void) {
  dfmti_rules_free(&mem, &set);
  assert_int_equal(memory.blocks, 0);
}

static bool have(uint32_t list, const char *name) { return dfmti_rules_have(&set.is, list, text_of(name)); }

/* The text that is compiled in gives the same, as an addition and instead. */
static void test_same(void **state) {
  (void)state;
  const char *const texts[][3] = {
      {dfmti_rules_text}, {"-* *", dfmti_rules_text}, {"# nothing\n\n  \r\n"}, {"native.top x*\n-native.top x*"}};
  const struct dfmti_rules *want = &dfmti_rules_compiled;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    assert_int_equal(read_texts(texts[i]), DFMT_OK);
    assert_int_equal(set.is.n, want->n);
    for (size_t k = 0; k < want->n; k++)
      assert_int_equal(dfmti_rules_order(set.is.text, &set.is.rows[k], want->text, &want->rows[k]), 0);
    assert_true(dfmti_rules_same(&set.is, want) && dfmti_rules_hash(&set.is) == dfmti_rules_hash(want));
    end();
  }
}

static void test_lines(void **state) {
  (void)state;
  static const char *const texts[] = {"  native.top   my_abort* \r\n#native.top no\nnative.base a b\n\n-native.top ab*",
                                      "-native.base __clone*\nnative.base __clone3", NULL};
  assert_int_equal(read_texts(texts), DFMT_OK);
  assert_true(have(DFMTI_RULES_NATIVE_TOP, "my_abort_now"));
  assert_false(have(DFMTI_RULES_NATIVE_TOP, "no") || have(DFMTI_RULES_NATIVE_TOP, "abort"));
  assert_true(have(DFMTI_RULES_NATIVE_TOP, "raise"));
  assert_true(have(DFMTI_RULES_NATIVE_BASE, "a b") && have(DFMTI_RULES_NATIVE_BASE, "clone"));
  assert_true(have(DFMTI_RULES_NATIVE_BASE, "__clone3"));
  assert_false(have(DFMTI_RULES_NATIVE_BASE, "__clone"));
  assert_false(dfmti_rules_same(&set.is, &dfmti_rules_compiled));
  assert_true(dfmti_rules_hash(&set.is) != dfmti_rules_hash(&dfmti_rules_compiled));
  check_order(&set.is);
  end();
}

/* A message names the line, what was expected and what is there. */
static void test_refused(void **state) {
  (void)state;
  static const struct {
    const char *text, *says;
  } cases[] = {{"abort", "rules, line 1: expected a list and a pattern; lists are native.top native.base"},
               {"\n\nnative.up abort", "rules, line 3: expected a list and a pattern; "},
               {"native.top", "found 'native.top'"},
               {"native.top ", "found 'native.top'"},
               {"- native.top abort", "found '- native.top abort'"},
               {"* abort", "found '* abort'"},
               {"native.top a\nnative.top \x01", "rules, line 2: expected text, found 'native.top \\x01'"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    assert_int_equal(read_texts((const char *const[]){cases[i].text, NULL}), DFMT_E_ARG);
    if (!strstr(set.err.e.message, cases[i].says)) fail_msg("%s", set.err.e.message);
    assert_int_equal(read_texts((const char *const[]){"native.top a", cases[i].text, NULL}), DFMT_E_ARG);
    assert_non_null(strstr(set.err.e.message, "rules 2, line "));
  }
  assert_true(dfmti_rules_begin(&mem, &set));
  assert_int_equal(dfmti_rules_add(&mem, &set, (dfmt_str){"a\n\0b", 4}), DFMT_E_ARG);
  assert_int_equal(dfmti_rules_add(&mem, &set, (dfmt_str){"\n\0b", 3}), DFMT_E_ARG);
  assert_non_null(strstr(set.err.e.message, "line 2: expected text, found '\\x00b'"));
  end();
}

/* n lines of a length, with their ends. */
static char *lines_of(const char *start, size_t len, size_t n) {
  char *text = malloc(len * n + 1);
  assert_non_null(text);
  memset(text, 'x', len * n);
  for (size_t i = 0; i < n; i++) {
    memcpy(text + i * len, start, strlen(start));
    text[i * len + len - 1] = '\n';
  }
  text[len * n] = '\0';
  return text;
}

static void check_limit(const char *start, size_t len, size_t n, const char *says) {
  char *text = lines_of(start, len, n);
  const dfmt_status st = read_texts((const char *const[]){text, NULL});
  assert_int_equal(st, says ? DFMT_E_ARG : DFMT_OK);
  if (says && !strstr(set.err.e.message, says)) fail_msg("%s", set.err.e.message);
  free(text);
  end();
}

static void test_limits(void **state) {
  (void)state;
  check_limit("native.top ", 1025, 1, NULL);
  check_limit("native.top ", 1026, 1, "line 1: expected at most 1024 bytes in a line");
  check_limit("#", 1026, 2, "line 1: expected at most 1024 bytes");
  check_limit("-native.top ", 16, 4096, NULL);
  check_limit("native.top ", 16, 4097, "line 4097: expected at most 4096 rules");
  check_limit("#", 1024, 1024, NULL);
  check_limit("#", 1024, 1025, "line 1025: expected at most 1 MiB of rules");
  check_limit("#", 1, (1 << 20) + 1, "line 1048577: expected at most 1 MiB of rules");
}

/* ---- random ones, against lists as they are read ---- */

enum { MOST = 400 };

struct listed {
  uint32_t list;
  char pattern[8];
};

static uint32_t seed = 1;
static uint32_t random_below(uint32_t n) {
  seed = seed * 1664525 + 1013904223;
  return (seed >> 8) % n;
}

static void random_name(char *to) {
  size_t n = 1 + random_below(4);
  for (size_t i = 0; i < n; i++) to[i] = "ab*"[random_below(3)];
  to[n] = '\0';
}

static const char *const names[] = {
#define LIST(NUMBER, NAME) NAME,
#include "rules/lists.def"
#undef LIST
};

/* A line, and what it does to a list of all. */
static size_t random_line(struct listed *all, size_t n, char *line, size_t cap) {
  struct listed one = {.list = random_below(DFMTI_RULES_LISTS)};
  random_name(one.pattern);
  const bool less = random_below(3) == 0;
  (void)snprintf(line, cap, "%s%s %s\n", less ? "-" : "", names[one.list], one.pattern);
  if (!less) all[n++] = one;
  for (size_t i = 0, kept = 0; less && i <= n; i++) {
    if (i == n) return kept;
    if (all[i].list != one.list || !dfmti_pattern_matches(text_of(one.pattern), text_of(all[i].pattern)))
      all[kept++] = all[i];
  }
  return n;
}

static void check_random(void) {
  static struct listed all[MOST];
  char line[64], name[8];
  size_t n = 0;
  assert_int_equal(read_texts((const char *const[]){"-* *", NULL}), DFMT_OK);
  for (uint32_t i = 1 + random_below(MOST - 1); i > 0; i--) {
    n = random_line(all, n, line, sizeof line);
    assert_int_equal(dfmti_rules_add(&mem, &set, text_of(line)), DFMT_OK);
  }
  check_order(&set.is);
  for (uint32_t i = 0; i < 200; i++) {
    random_name(name);
    for (uint32_t list = 0; list < DFMTI_RULES_LISTS; list++) {
      bool want = false;
      for (size_t k = 0; k < n; k++)
        want |= all[k].list == list && dfmti_pattern_matches(text_of(all[k].pattern), text_of(name));
      assert_int_equal(have(list, name), want);
    }
  }
  end();
}

static void test_random(void **state) {
  (void)state;
  for (int i = 0; i < 20; i++) check_random();
}

static void test_no_memory(void **state) {
  (void)state;
  static const char *const texts[] = {"native.top a\n-native.top b*\napi.swap c", "native.base d", NULL};
  dfmt_status st = DFMT_E_NOMEM;
  for (uint64_t at = 1; st != DFMT_OK; at++) {
    memory = (struct counter){.fail_at = at};
    st = read_texts(texts);
    assert_true(st == DFMT_OK || st == DFMT_E_NOMEM);
    if (st != DFMT_OK) assert_int_equal(read_texts(texts), DFMT_OK); /* begun again */
    assert_true(have(DFMTI_RULES_API_SWAP, "c"));
    end();
  }
  memory.fail_at = 0;
}

/* ---- tables ---- */

#define BANNER \
  "========================================================\n" \
  "== dumpstate: 2025-01-01 00:00:10\n" \
  "========================================================\n\n"
#define FRAME(N, FUNCTION) "    #0" N " pc 0000000000000010  /system/lib64/libx.so (" FUNCTION "+4)\n"

static const char kmsg[] = BANNER
    "------ LAST KMSG (x) ------\n"
    "[    1.000000] Kernel panic - not syncing: x\n"
    "[    1.000001] CPU: 0 PID: 1 Comm: init Vendor: y Tainted: G\n"
    "[    1.000002] Call trace:\n"
    "[    1.000003]  panic+0x1/0x2\n"
    "[    1.000004]  VND: 1\n"
    "[    1.000005]  one.odd.3+0x1/0x2\n"
    "[    1.000006]  two+0x1/0x2\n";

/* As a maker's kernel might say it. */
static const char bark[] = BANNER
    "------ LAST KMSG (x) ------\n"
    "[    1.000000] vendor_wdog: bark on CPU 3\n"
    "[    1.000001] CPU: 3 PID: 7 Comm: x Tainted: G\n"
    "[    1.000002] Call trace:\n"
    "[    1.000003]  one+0x1/0x2\n"
    "[    1.000004]  two+0x1/0x2\n"
    "[    1.000005] ---[ end trace 0 ]---\n"
    "[    2.000000] Unable to handle kernel x\n"
    "[    2.000001] Call trace:\n"
    "[    2.000002]  three+0x1/0x2\n";

static const char tombstone[] =
    "*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***\n"
    "pid: 7, tid: 7, name: x  >>> /system/bin/x <<<\n"
    "signal 6 (SIGABRT), code -1 (SI_QUEUE), fault addr --------\n"
    "backtrace:\n" FRAME("0", "abort") FRAME("1", "die(char const*)") FRAME("2", "work") FRAME("3", "pool_main")
        FRAME("4", "main");

static const char dump[] =
    "Subject: Input dispatching timed out (x)\n\n"
    "----- pid 7 at 2025-01-01 00:00:00 -----\n"
    "Cmd line: com.example\n\n"
    "\"main\" prio=5 tid=1 Native\n"
    "  | sysTid=7\n"
    "  at java.lang.Object.wait(Native method)\n"
    "  at com.example.Lib.await(Lib.java:1)\n"
    "  at com.example.Main.run(Main.java:2)\n\n"
    "----- end 7 -----\n";

static const char report[] =
    "ProblemType: Crash\n"
    "ExecutablePath: /usr/bin/x\n"
    "Signal: 6\n"
    "Stacktrace:\n"
    " #0  abort () at a.c:1\n"
    " #1  fail (x=1) at a.c:2\n"
    " #2  main () at a.c:3\n";

static const char python[] =
    "ProblemType: Crash\n"
    "ExecutablePath: /usr/bin/x\n"
    "Traceback:\n"
    " Traceback (most recent call last):\n"
    "   File \"/usr/bin/x\", line 1, in go\n"
    "     a\n"
    "   File \"/usr/lib/my/glue.py\", line 2, in call\n"
    "     b\n"
    " KeyError: 'k'\n";

static const char logcat[] = BANNER
    "------ SYSTEM LOG (logcat) ------\n"
    "01-01 00:00:01.000     7     7 E malloc_debug: +++ ALLOCATION 0x7f00 SIZE 100 HAS A CORRUPTED REAR GUARD\n"
    "01-01 00:00:01.000     7     7 E malloc_debug: Backtrace at time of failure:\n"
    "01-01 00:00:01.000     7     7 E malloc_debug:       #00 pc 0000000000000010  /system/lib64/libx.so (free+4)\n"
    "01-01 00:00:01.000     7     7 E malloc_debug:       #01 pc 0000000000000010  /system/lib64/libx.so "
    "(drop(int)+4)\n"
    "01-01 00:00:01.000     7     7 E malloc_debug:       #02 pc 0000000000000010  /system/lib64/libx.so (work+4)\n";

static void check_column(const char *table, const char *column, const char *text, const char *rules, const char *want) {
  check_ruled_case(
      &(struct rows_case){.table = table, .ptr = text, .len = strlen(text), .columns = {column}, .want = want}, rules);
}

/* Each list, as it is compiled in and with a line more or less. */
static void test_tables(void **state) {
  (void)state;
  static const struct {
    const char *table, *text, *rules, *want;
  } cases[] = {
      {"bugreport.triage_finding", kmsg, NULL, "kernel|panic|x\n"},
      {"bugreport.triage_finding", kmsg, "kernel.no_frame VND: *", "kernel|panic|x|one.odd.3|two\n"},
      {"bugreport.triage_finding", kmsg, "kernel.no_frame VND: *\nkernel.skip one*", "kernel|panic|x|two\n"},
      {"bugreport.triage_finding", kmsg, "kernel.no_frame VND: *\nkernel.suffix .odd", "kernel|panic|x|one|two\n"},
      {"bugreport.triage_finding", kmsg, "-kernel.skip panic", "kernel|panic|x|panic\n"},
      {"bugreport.kernel_crash", kmsg, "kernel.skip *", "kernel|panic|x\n"},
      {"bugreport.kernel_crash", bark, NULL, "kernel|oops|three\n"},
      {"bugreport.kernel_crash", bark, "kernel.lockup vendor_wdog: *", "kernel|lockup|one|two\nkernel|oops|three\n"},
      {"bugreport.triage_finding", bark, "kernel.warning *bark*\n-kernel.oops *", "kernel|warning|one|two\n"},
      {"bugreport.triage_finding", tombstone, NULL, "native|x|SIGABRT|die|work|pool_main|main\n"},
      {"bugreport.triage_finding", tombstone, "native.top die\nnative.base pool_*", "native|x|SIGABRT|work\n"},
      {"bugreport.tombstone_crash", tombstone, "-native.top *", "native|x|SIGABRT|abort|die|work|pool_main|main\n"},
      {"bugreport.anr_verdict", dump, NULL, "anr|com.example|native|com.example.Lib.await\n"},
      {"bugreport.anr_verdict", dump, "java.plumbing com.example.Lib.*",
       "anr|com.example|native|com.example.Main.run\n"},
      {"bugreport.triage_finding", dump, "-* *", "anr|com.example|native|java.lang.Object.wait\n"},
      {"bugreport.triage_finding", logcat, NULL, "memory|?|rear guard|drop|work\n"},
      {"bugreport.triage_finding", logcat, "memory.top drop", "memory|?|rear guard|work\n"},
      {"apport.triage_finding", report, NULL, "native|x|SIGABRT|fail|main\n"},
      {"apport.triage_finding", report, "native.top fail", "native|x|SIGABRT|main\n"},
      {"apport.triage_finding", python, NULL, "python|x|KeyError|glue.call|x.go\n"},
      {"apport.triage_finding", python, "python.plumbing */my/*", "python|x|KeyError|x.go\n"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    check_column(cases[i].table, "signature", cases[i].text, cases[i].rules, cases[i].want);
  check_column("bugreport.kernel_crash", "comm", kmsg, NULL, "init Vendor: y\n");
  check_column("bugreport.kernel_crash", "comm", kmsg, "kernel.comm_end Vendor: *", "init\n");
  static const char marked[] =
      "01-01 00:00:01.000     7     8 W Watchdog: ##*** WATCHDOG KILLING SYSTEM PROCESS: a\n"
      "01-01 00:00:01.000     7     8 E AndroidRuntime: !@*** FATAL EXCEPTION IN SYSTEM PROCESS: b\n"
      "01-01 00:00:01.000     7     8 E AndroidRuntime: a.B: c\n";
  check_column("log.log_crash", "signature", marked, NULL, "java|system_server|a.B\n");
  check_column("log.log_crash", "signature", marked, "log.mark #*",
               "watchdog|system_server|a\njava|system_server|a.B\n");
  check_column("log.log_crash", "signature", marked, "-log.mark *\nlog.mark ##", "watchdog|system_server|a\n");
  static const char headed[] =
      "01-01 00:00:01.000     7     8 F DEBUG   : >> crash of MAKER <<\n"
      "01-01 00:00:01.000     7     8 F DEBUG   : pid: 7, tid: 8, name: x  >>> y <<<\n"
      "01-01 00:00:01.000     7     8 F DEBUG   : signal 6 (SIGABRT), code -1 (SI_QUEUE)\n";
  check_column("log.tombstone_crash", "signal_name", headed, NULL, "");
  check_column("log.tombstone_crash", "signal_name", headed, "tombstone.head >> crash of *", "SIGABRT\n");
}

/* A malformed line is told with its number, by tables of each kind. */
static void test_bad_tables(void **state) {
  (void)state;
  static const struct {
    const char *table, *text;
  } cases[] = {{"bugreport.triage_finding", kmsg},    {"bugreport.triage_finding", logcat},
               {"bugreport.kernel_crash", kmsg},      {"bugreport.tombstone_crash", tombstone},
               {"bugreport.tombstone_frame", logcat}, {"bugreport.anr_verdict", dump},
               {"bugreport.account", kmsg},           {"apport.triage_finding", report}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct counter counted;
    dfmt_config *c = counting_config(&counted);
    dfmt_scan *x;
    struct ArrowArray batch;
    uint32_t table;
    assert_int_equal(dfmt_config_add(c, DFMT_OPS_TRIAGE_RULES, "# a\nnative.top", 14), DFMT_OK);
    const struct rows_case one = {.table = cases[i].table, .ptr = cases[i].text, .len = strlen(cases[i].text)};
    assert_int_equal(scan_case(&one, c, 0, &x), DFMT_OK);
    dfmt_config_free(c);
    if (dfmt_scan_next(x, &table, &batch) != DFMT_E_ARG || !strstr(dfmt_scan_error(x)->message, "rules, line 2: "))
      fail_msg("%s: %s", one.table, dfmt_scan_error(x)->message);
    assert_int_equal(dfmt_scan_next(x, &table, &batch), DFMT_E_ARG);
    dfmt_scan_free(x);
    assert_int_equal(counted.blocks, 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pattern), cmocka_unit_test(test_compiled),  cmocka_unit_test(test_look_up),
      cmocka_unit_test(test_same),    cmocka_unit_test(test_lines),     cmocka_unit_test(test_refused),
      cmocka_unit_test(test_limits),  cmocka_unit_test(test_random),    cmocka_unit_test(test_no_memory),
      cmocka_unit_test(test_tables),  cmocka_unit_test(test_bad_tables)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
