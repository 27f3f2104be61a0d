/* SPDX-License-Identifier: MIT */
/* Lists of names: patterns, what is compiled in, and looking a name up, against a search of all rows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"
#include "rules/pattern.h"
#include "rules/rules.h"

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

static dfmt_str pattern_of(const struct dfmti_rules *x, size_t i) {
  return (dfmt_str){x->text + x->rows[i].at, x->rows[i].len};
}

/* By all rows. */
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
static void test_compiled(void **state) {
  (void)state;
  const struct dfmti_rules *x = &dfmti_rules_compiled;
  assert_true(x->n > 150);
  for (size_t i = 0; i < x->n; i++) {
    const dfmt_str s = pattern_of(x, i);
    assert_true(x->text[x->rows[i].at - 1] == ' ' && s.ptr[s.len] == '\n');
    assert_int_equal(x->rows[i].any, memchr(s.ptr, '*', (size_t)s.len) != NULL);
    if (i > 0) assert_true(dfmti_rules_order(x->text, &x->rows[i - 1], x->text, &x->rows[i]) < 0);
  }
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
      if (at < s.len) memcpy(name + at + 1, s.ptr + at, s.len - at);
      check(x, (dfmt_str){name, s.len + 1});
    }
  }
  check(x, (dfmt_str){NULL, 0});
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_pattern), cmocka_unit_test(test_compiled),
                                     cmocka_unit_test(test_look_up)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
