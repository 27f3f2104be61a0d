/* SPDX-License-Identifier: MIT */
/* Lines of logcat in each layout, as they should be and not quite; letters of priorities. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lines/log.h"

enum {
  THREADTIME = DFMTI_LOG_THREADTIME,
  TIME = DFMTI_LOG_TIME,
  BRIEF = DFMTI_LOG_BRIEF,
  TAG = DFMTI_LOG_TAG,
  PROCESS = DFMTI_LOG_PROCESS,
  THREAD = DFMTI_LOG_THREAD,
  LONG = DFMTI_LOG_LONG,
  ALL = DFMTI_LOG_LAYOUTS,
  NONE = -1 /* for an id */
};

/* From a copy that ends where the line does, so that tools see what is read after it. */
static bool take(const char *line, size_t n, uint32_t layouts, struct dfmti_log_line *l) {
  uint8_t *copy = malloc(n + 1), *at = copy + 1;
  assert_non_null(copy);
  memcpy(at, line, n);
  bool taken = dfmti_log_line(at, at + n, layouts, l);
  dfmt_str *all[] = {&l->time, &l->zone, &l->uid, &l->tag, &l->message};
  for (size_t i = 0; taken && i < sizeof all / sizeof *all; i++) {
    if (all[i]->ptr == NULL) continue;
    size_t from = (size_t)((const uint8_t *)all[i]->ptr - at);
    assert_true(from <= n && all[i]->len <= n - from);
    all[i]->ptr = line + from;
  }
  free(copy);
  return taken;
}

static void check_str(const char *line, const char *name, dfmt_str s, const char *want) {
  if (s.len != strlen(want) || (s.len > 0 && memcmp(s.ptr, want, (size_t)s.len) != 0))
    fail_msg("%s: %s is '%.*s', not '%s'", line, name, (int)s.len, s.len ? s.ptr : "", want);
}

static const struct {
  uint32_t layout, priority;
  const char *line, *time, *zone, *uid;
  int32_t pid, tid;
  const char *tag, *message;
  bool exact; /* taken with EXACT, too */
} good[] = {
    {THREADTIME, 4, "03-17 08:15:01.123   512   530 I Tag     : a: b", "03-17 08:15:01.123", "", "", 512, 530, "Tag",
     "a: b", true},
    {THREADTIME, 7, "2024-03-17 08:15:01.123456 -0330  u0_a1 1 2 F a b: ", "2024-03-17 08:15:01.123456", "-0330",
     "u0_a1", 1, 2, "a b", "", true},
    {THREADTIME, 2, "   12.345678   1000   512   530 V x:y: z", "12.345678", "", "1000", 512, 530, "x:y", "z", true},
    {THREADTIME, 8, "99-99 99:99:99.999999999999 0 0 S : x", "99-99 99:99:99.999999999999", "", "", 0, 0, "", "x",
     true},
    {THREADTIME, 6, "03-17 08:15:01.123 u-0 1 2 E a: b", "03-17 08:15:01.123", "", "u-0", 1, 2, "a", "b", false},
    {THREADTIME, 6, "03-17 08:15:01.123 1 2147483647 E a: b", "03-17 08:15:01.123", "", "", 1, INT32_MAX, "a", "b",
     false},
    {THREADTIME, 6, "03-17 08:15:01.123 1 2 E a:", "03-17 08:15:01.123", "", "", 1, 2, "a", "", false},
    {TIME, 5, "01-02 03:04:01.000 W/Old     (   12): x", "01-02 03:04:01.000", "", "", 12, NONE, "Old", "x", true},
    {TIME, 5, "01-02 03:04:01.000 +0100 W/a(b) ((c(3): (4): x", "01-02 03:04:01.000", "+0100", "", 3, NONE, "a(b) ((c",
     "(4): x", true},
    {TIME, 5, "01-02 03:04:01.000 W/Old( root:   12): x", "01-02 03:04:01.000", "", "root", 12, NONE, "Old", "x",
     false},
    {BRIEF, 3, "D/(1): x", "", "", "", 1, NONE, "", "x", true},
    {BRIEF, 3, "D/a(b:c): (u:  1): ", "", "", "u", 1, NONE, "a(b:c):", "", false},
    {TAG, 2, "V/Tag     : x (1)", "", "", "", NONE, NONE, "Tag", "x (1)", true},
    {TAG, 2, "V/Tag:", "", "", "", NONE, NONE, "Tag", "", true},
    {PROCESS, 6, "E(   12) text  (Tag)", "", "", "", 12, NONE, "Tag", "text", true},
    {PROCESS, 6, "E(12) text (Tag)", "", "", "", 12, NONE, "", "text (Tag)", true},
    {PROCESS, 6, "E(12) ", "", "", "", 12, NONE, "", "", true},
    {THREAD, 6, "E(   12:    3) text  (Tag)", "", "", "", 12, 3, "", "text  (Tag)", true},
    {LONG, 6, "[ 12-31 23:59:59.999  123:  456 E/Tag      ]", "12-31 23:59:59.999", "", "", 123, 456, "Tag", "", true},
};

static void test_good(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    const char *line = good[i].line;
    struct dfmti_log_line l;
    if (!take(line, strlen(line), ALL, &l)) fail_msg("not taken: %s", line);
    assert_int_equal(l.layout, good[i].layout);
    assert_int_equal(l.priority, good[i].priority);
    check_str(line, "time", l.time, good[i].time);
    check_str(line, "zone", l.zone, good[i].zone);
    check_str(line, "uid", l.uid, good[i].uid);
    check_str(line, "tag", l.tag, good[i].tag);
    check_str(line, "message", l.message, good[i].message);
    assert_int_equal(l.has_pid ? l.pid : NONE, good[i].pid);
    assert_int_equal(l.has_tid ? l.tid : NONE, good[i].tid);
  }
}

/* A line is taken by its layout alone, unless one with less fits. */
static void test_sets(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    const char *line = good[i].line;
    uint32_t layout = good[i].layout;
    size_t n = strlen(line);
    struct dfmti_log_line l;
    assert_true(take(line, n, layout, &l));
    assert_false(take(line, n, ALL - layout - (layout == BRIEF ? TAG : 0), &l));
    if (take(line, n, layout | DFMTI_LOG_EXACT, &l) != good[i].exact) fail_msg("exactly: %s", line);
  }
}

static void test_bad(void **state) {
  (void)state;
  static const char *const bad[] = {
      "",
      "I",
      "--------- beginning of main",
      "malloc_debug: x",
      "03-17 08:15:01.123",
      "03-17 08:15:01.123 +0100",
      "03-17 08:15:01.123 1 2 I",
      "03-17 08:15:01.123 1 2 I Tag",
      "03-17 08:15:01.123 1 2 X a: b",
      "03-17 08:15:01.123 1 x I a: b",
      "03-17 08:15:01.123 1 2147483648 I a: b",
      "03-17 08:15:01.123 a b 1 2 I a: b",
      "03-17 08:15:01.123: 1 2 I a: b",
      "03-17 08:15:01. 1 2 I a: b",
      "03-17 08:15.01.123 1 2 I a: b",
      "03-17 08:15:01 1 2 I a: b",
      "03/17 08:15:01.123 1 2 I a: b",
      "03-17 1 2 I a: b",
      "03-17 08:15:01.123 I/Tag: x",
      "03-17 08:15:01.123 I/Tag(1):x",
      "I/: x",
      "I/Tag x",
      "I/Tag:x",
      "X/Tag: x",
      "I(x) y",
      "I(1 ) y",
      "I(1:) y",
      "I(1:2)y",
      "[ 12-31 23:59:59.999  123:  456  E/Tag ]",
      "[ 12-31 23:59:59.999  123  456 E/Tag ]",
      "[ 12-31 23:59:59.999  123:456 E/Tag",
      "[ 12-31 123: 456 E/Tag ]",
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    struct dfmti_log_line l;
    if (take(bad[i], strlen(bad[i]), ALL, &l)) fail_msg("taken: %s", bad[i]);
  }
}

/* Of every line each beginning, and each with another character somewhere: no more is asked than that none is left. */
static void test_damaged(void **state) {
  (void)state;
  static const char others[] = " :(/.9E";
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    size_t n = strlen(good[i].line);
    for (size_t cut = 0; cut <= n; cut++) {
      for (size_t k = 0; k < sizeof others; k++) {
        struct dfmti_log_line l;
        char line[128];
        memcpy(line, good[i].line, n);
        if (cut < n) line[cut] = others[k];
        take(line, n, ALL, &l);
        take(line, cut, ALL, &l);
        take(line, n, ALL | DFMTI_LOG_EXACT, &l);
      }
    }
  }
}

/* What could be a tag's parenthesis is looked at once, however many there are. */
static void test_long(void **state) {
  (void)state;
  enum { LONG_LINE = 8 << 20 };
  char *line = malloc(LONG_LINE);
  struct dfmti_log_line l;
  assert_non_null(line);
  memset(line, '(', LONG_LINE);
  memcpy(line, "I/", 2);
  assert_false(dfmti_log_line((uint8_t *)line, (uint8_t *)line + LONG_LINE, ALL, &l));
  free(line);
}

static void test_priorities(void **state) {
  (void)state;
  static const char letters[] = "VDIWEFS";
  unsigned found = 0;
  for (unsigned c = 0; c < 256; c++) {
    uint32_t priority = dfmti_log_priority((uint8_t)c);
    const char *at = c ? strchr(letters, (int)c) : NULL;
    assert_int_equal(priority, at ? (uint32_t)(at - letters) + DFMTI_LOG_VERBOSE : 0);
    if (!at) continue;
    assert_int_equal(dfmti_log_letter(priority), (char)c);
    found++;
  }
  assert_int_equal(found, DFMTI_LOG_PRIORITIES);
  assert_int_equal(dfmti_log_letter(DFMTI_LOG_VERBOSE - 1), '\0');
  assert_int_equal(dfmti_log_letter(DFMTI_LOG_SILENT + 1), '\0');
  assert_int_equal(dfmti_log_letter(UINT32_MAX), '\0');
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_good), cmocka_unit_test(test_sets),
                                     cmocka_unit_test(test_bad),  cmocka_unit_test(test_damaged),
                                     cmocka_unit_test(test_long), cmocka_unit_test(test_priorities)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
