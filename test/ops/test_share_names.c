/* SPDX-License-Identifier: MIT */
/* Share: names that are given as patterns, and convert that takes names out by it. */
#include <diagfmt/ops/convert.h>
#include <stdlib.h>
#include <string.h>

#include "sharing.h"

/* ---- what patterns match ---- */

static const struct {
  const char *names[3];
  const char *text, *want; /* NULL: the same */
} cases[] = {
    {{"*@*.org"}, "<a@x.org>, 'b@y.org' c@z.com\n", "<<name>>, '<name>' c@z.com\n"},
    {{"alice"}, "alice malice.txt ALICE Alicex\n", "<name> m<name>.txt ALICE Alicex\n"},
    {{"alicex"}, "alicex ALICEX\n", "<name> <name>\n"}, /* six bytes: in any case */
    {{"bob"}, "bob Bob bobby\n", "<name> Bob <name>by\n"},
    {{"b?b"}, "bab b b bbb\n", "<name> b b <name>\n"},
    {{"b*b"}, "bab,b:b xbxxbx\n", "<name>,b:b x<name>x\n"},
    {{"[a-c]1"}, "a1 d1 c1\n", "<name> d1 <name>\n"},
    {{"[!a-c]1"}, "a1 d1 (1\n", "a1 <name> (1\n"},
    {{"[^a]1"}, "a1 d1\n", "a1 <name>\n"},
    {{"[]x]1"}, "]1 x1 [1\n", "<name> <name> [1\n"},
    {{"[ab"}, "[ab ab\n", "<name> ab\n"},
    {{"a\\*"}, "a* ab\n", "<name> ab\n"},
    {{"**a**"}, "xay b\n", "<name> b\n"},
    {{"a b"}, "a b a  b\n", "<name> a  b\n"},
    {{"*"}, "two words\n", "<name> <name>\n"},
    {{""}, "two words\n", NULL},
    {{"ab", "bc"}, "abc ab bc\n", "<name> <name> <name>\n"}, /* what overlaps is one name */
    {{"abc", "a*", "zz"}, "abcd zz\n", "<name> <name>\n"},
    {{"*name*"},
     "<name:123456> %3Cname%3A123456%3E &lt;name:123456&gt; aname\n",
     "<name> %3Cname%3E &lt;name:123456&gt; <name>\n"},
    {{"a/*"}, "x/a/b/c d\n", "x/<name> d\n"},
    /* other spellings */
    {{"*@x.org"}, "ab@x.org\nAB%40X.ORG\n", "<name>\n%3Cname%3E\n"},
    {{"*@x.org"}, "ab&#64;x.org\n", "&lt;name:"},
    /* markers and heads of log lines stay, names in them do not */
    {{"*b*"}, "------ 0.1s was the duration of 'a b' ------\n", "------ 0.1s was the duration of 'a <name>' ------\n"},
    {{"-"}, "------ a-b (x-y) ------\n", "------ a<name>b (x<name>y) ------\n"},
    {{"1"},
     "03-17 08:00:00.123  1000  1276  1340 D T1: 1\n",
     "03-17 08:00:00.123  1000  1276  1340 D T<name>: <name>\n"},
    {{"*a*"}, "== dumpstate: 2024-03-17 08:15:30\n== a\n", "== dumpstate: 2024-03-17 08:15:30\n== <name>\n"},
    {{"*"}, "2.0", NULL},
};

static dfmt_config *given(const char *const *names) {
  dfmt_config *c = config();
  assert_int_equal(dfmt_config_set(c, DFMT_OPS_SHARE_PROFILE, DFMT_SHARE_PROFILE_GIVEN), DFMT_OK);
  assert_int_equal(dfmt_config_add(c, DFMT_OPS_SHARE_KEY, key, strlen(key)), DFMT_OK);
  for (size_t i = 0; i < 3 && names[i]; i++)
    assert_int_equal(dfmt_config_add(c, DFMT_OPS_SHARE_NAMES, names[i], strlen(names[i])), DFMT_OK);
  return c;
}

static void test_cases(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char *want = cases[i].want ? cases[i].want : cases[i].text;
    dfmt_config *c = given(cases[i].names);
    struct bytes out = shared(c, cases[i].text, strlen(cases[i].text)), again = shared(c, out.ptr, out.len);
    assert_string_equal(out.ptr, again.ptr);
    bare(out.ptr);
    if (*want && want[strlen(want) - 1] == ':') out.ptr[strlen(want)] = '\0'; /* how it begins */
    assert_string_equal(out.ptr, want);
    free(out.ptr);
    free(again.ptr);
    dfmt_config_free(c);
  }
}

/* What else is known of the text stays, unless it is given. */
static void test_profiles(void **state) {
  (void)state;
  static const char text[] = "Jane Roe: jane@example.org alice 203.0.113.7 password=hunter2x\n";
  static const struct {
    uint64_t profile;
    const char *want;
  } all[] = {{DFMT_SHARE_PROFILE_PUBLIC, "<person>: <email> <name> <ipv4> password=<secret>\n"},
             {DFMT_SHARE_PROFILE_VENDOR, "<person>: <email> <name> 203.0.113.7 password=<secret>\n"},
             {DFMT_SHARE_PROFILE_LOG, "<person>: jane@example.org <name> 203.0.113.7 password=<secret>\n"},
             {DFMT_SHARE_PROFILE_GIVEN, "<person>: jane@example.org <name> 203.0.113.7 password=hunter2x\n"}};
  static const char *const names[] = {"al*", NULL};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    dfmt_config *c = given(names);
    assert_int_equal(dfmt_config_set(c, DFMT_OPS_SHARE_PROFILE, all[i].profile), DFMT_OK);
    assert_int_equal(dfmt_config_add(c, DFMT_OPS_SHARE_VALUES, "person:Jane Roe", 15), DFMT_OK);
    struct bytes out = shared(c, text, sizeof text - 1);
    bare(out.ptr);
    assert_string_equal(out.ptr, all[i].want);
    free(out.ptr);
    dfmt_config_free(c);
  }
}

/* Patterns that matched nothing are told by their places, and by nothing else. */
static void test_unmatched(void **state) {
  (void)state;
  static const char *const names[] = {"zz*", "alice", "yy"};
  static const char text[] = "alice\n";
  dfmt_config *c = given(names);
  dfmt_source *s;
  dfmt_sink *to;
  dfmt_rows *rows;
  const dfmt_head *row;
  assert_int_equal(dfmt_source_memory(NULL, text, sizeof text - 1, &s), DFMT_OK);
  assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
  dfmt_op *op = made(c, s, to);
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_OK);
  while (strcmp(dfmt_rows_set(rows)->name, "unmatched") != 0) assert_int_equal(dfmt_rows_next_set(rows), DFMT_OK);
  for (uint64_t i = 0; i <= 2; i += 2) {
    assert_int_equal(dfmt_rows_next(rows, &row), DFMT_OK);
    assert_int_equal(row->type, DFMT_SHARE_UNMATCHED);
    assert_int_equal(((const dfmt_share_unmatched *)(const void *)row)->pattern, i);
  }
  assert_int_equal(dfmt_rows_next(rows, &row), DFMT_END);
  dfmt_rows_free(rows);
  dfmt_op_free(op);
  dfmt_source_free(s);
  dfmt_sink_free(to);
  dfmt_config_free(c);
}

/* ---- names of entries ---- */

static struct bytes a_zip(void) {
  const struct entry list[] = {{"version.txt", copy("2.0", 3)},
                               {"FS/alice/alice.log", copy("of alice, and name-0a1b2c\n", 26)},
                               {"FS/name-0a1b2c/x", copy("x\n", 2)}};
  struct bytes zip = zipped(list, 3);
  for (size_t i = 0; i < 3; i++) free(list[i].value.ptr);
  return zip;
}

/* Components are names of their own; what only looks like a placeholder is a name, too. */
static void test_paths(void **state) {
  (void)state;
  static const char *const names[] = {"*alice*", "*0a1b2c", "version*"};
  struct bytes zip = a_zip();
  dfmt_config *c = given(names);
  struct bytes out = shared(c, zip.ptr, zip.len), version = entry(out, "version.txt");
  assert_string_equal(version.ptr, "2.0");
  bool left = false;
  for (size_t i = 0; i + 6 <= out.len; i++)
    left |= memcmp(out.ptr + i, "alice", 5) == 0 || memcmp(out.ptr + i, "0a1b2c", 6) == 0;
  assert_false(left);
  free(version.ptr);
  free(out.ptr);
  free(zip.ptr);
  dfmt_config_free(c);
}

/* ---- what is disturbed ---- */

static void test_allocation(void **state) {
  (void)state;
  struct bytes in = a_zip();
  dfmt_config *c = config();
  assert_int_equal(dfmt_config_add(c, DFMT_OPS_SHARE_KEY, key, strlen(key)), DFMT_OK);
  assert_int_equal(dfmt_config_add(c, DFMT_OPS_SHARE_NAMES, "*al[hi]c?", 9), DFMT_OK);
  struct bytes want = shared(c, in.ptr, in.len);
  for (uint64_t n = 1; !fails_at(in, want, "*al[hi]c?", n); n += 1 + n / 20) continue;
  free(in.ptr);
  free(want.ptr);
  dfmt_config_free(c);
}

/* true: nothing failed any more. want.ptr NULL: becomes what comes out. */
static bool convert_fails_at(struct bytes in, struct bytes *want, uint64_t n) {
  struct counter x;
  dfmt_config *c = counting_config(&x);
  dfmt_source *s;
  dfmt_sink *to;
  dfmt_op *op = NULL;
  assert_int_equal(dfmt_config_add(c, DFMT_OPS_SHARE_KEY, key, strlen(key)), DFMT_OK);
  assert_int_equal(dfmt_config_add(c, DFMT_OPS_CONVERT_REDACT, "*alice*", 7), DFMT_OK);
  assert_int_equal(dfmt_config_add(c, DFMT_OPS_CONVERT_REDACT, "nobody", 6), DFMT_OK);
  assert_int_equal(dfmt_source_memory(NULL, in.ptr, in.len, &s), DFMT_OK);
  assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
  x.fail_at = n ? x.calls + n : UINT64_MAX;
  dfmt_status st = dfmt_op_new(c, "convert", &op);
  if (st == DFMT_OK) st = dfmt_op_add(op, s);
  if (st == DFMT_OK) st = dfmt_op_output(op, NULL, 0, to);
  for (int i = 0; st == DFMT_OK && i < 3; i++) {
    st = dfmt_op_run(op);
    if (st < 0) assert_int_equal(dfmt_op_error(op)->status, st); /* whoever runs it for others relies on that */
    if (st == DFMT_E_NOMEM) st = DFMT_OK;
  }
  if (st == DFMT_OK) {
    struct bytes out = held(to);
    if (want->ptr) {
      same(out, *want);
      free(out.ptr);
    } else {
      *want = out;
    }
  } else if (st != DFMT_E_NOMEM) {
    fail_msg("%s", dfmt_op_error(op)->message);
  }
  dfmt_op_free(op);
  dfmt_source_free(s);
  dfmt_sink_free(to);
  dfmt_config_free(c);
  assert_int_equal(x.blocks, 0);
  return x.calls < x.fail_at;
}

static void test_convert(void **state) {
  (void)state;
  static const char flat[] =
      "========================================================\n== dumpstate: 2024-03-17 08:15:30\nBuild: "
      "alice\n------ A (b) ------\nalice\n";
  struct bytes inputs[] = {a_zip(), copy(flat, sizeof flat - 1), copy("ProblemType: Crash\nA: alice\n", 28)};
  for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++) {
    struct bytes want = {NULL, 0};
    assert_true(convert_fails_at(inputs[i], &want, 0));
    assert_null(strstr(want.ptr, "alice"));
    for (uint64_t n = 1; !convert_fails_at(inputs[i], &want, n); n += 1 + n / 20) continue;
    free(inputs[i].ptr);
    free(want.ptr);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_cases),      cmocka_unit_test(test_profiles),
                                     cmocka_unit_test(test_unmatched),  cmocka_unit_test(test_paths),
                                     cmocka_unit_test(test_allocation), cmocka_unit_test(test_convert)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
