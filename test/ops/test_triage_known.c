/* SPDX-License-Identifier: MIT */
/* What Apport's bug patterns know: their expressions, their XML, and the reports that they match. */
#include <regex.h>
#include <stdio.h>
#include <string.h>

#include <diagfmt/diagfmt.h>
#include <diagfmt/ops/triage.h>

#include "../unit/counter.h"
#include "../unit/slow.h"
#include "triage/python_re.h"

/* ---- expressions ---- */

enum { REFUSED = -1 };

static int found(const char *expression, const char *text) {
  struct dfmti_mem m;
  struct dfmti_buf posix = {0};
  bool ignore_case;
  regex_t r;
  dfmti_mem_init(&m, NULL);
  const char *why = dfmto_triage_python_re(&m, (dfmt_str){expression, strlen(expression)}, &posix, &ignore_case);
  int result = REFUSED;
  if (!why) {
    assert_int_equal(regcomp(&r, (const char *)posix.ptr, REG_EXTENDED | REG_NOSUB | (ignore_case ? REG_ICASE : 0)), 0);
    result = regexec(&r, text, 0, NULL, 0) == 0;
    regfree(&r);
  }
  dfmti_buf_free(&m, &posix);
  return result;
}

/* As Python's re.search() says. random_patterns.py compares many more with it. */
static void test_expressions(void **state) {
  (void)state;
  const struct {
    const char *expression, *text;
    int want;
  } cases[] = {{"", "", 1},
               {"^a.*b$", "axb", 1},
               {"^a.*b$", "axb\n", 1},
               {"^a.*b$", "axb\n\n", 0},
               {"a.b", "a\nb", 0},
               {"(?s)a.b", "a\nb", 1},
               {"(?i)PACKAGE \\S+ failed", "package x failed", 1},
               {"\\bx", "x", REFUSED},
               {"^b", "a\nb", 0},
               {"\\Aa\\Z", "a", 1},
               {"a\\Z", "a\n", 0},
               {"\\d{2,3}?x", "1x", 0},
               {"\\d{2,3}?x", "12x", 1},
               {"^\\w+$", "a_1\xc3\xa9", 1},
               {"^\\W+$", "a", 0},
               {"^[\\d.]+$", "1.2", 1},
               {"^[^\\s]+$", "a b", 0},
               {"[]a]", "]", 1},
               {"[^]a]", "]a", 0},
               {"[a^-]", "^", 1},
               {"[\\^-]", "-", 1},
               {"^[[.]$", "[", 1},
               {"a{,2}b", "b", 1},
               {"a{x}", "a{x}", 1},
               {"a{", "a{", 1},
               {"(|a)b", "b", 1},
               {"()", "", 1},
               {"(?:a|(?P<n>b))c", "bc", 1},
               {"a*?b+?", "b", 1},
               {"\\x41\\.\\/\\\\", "A./\\", 1},
               {"\xc3\xa9+x", "\xc3\xa9\xc3\xa9x", 1},
               {"(a$|b)", "a\n", 1},
               {"(a$|b)c", "a", REFUSED},
               {"a$b", "a", REFUSED},
               {"a^", "a", REFUSED},
               {"(^a)*", "a", REFUSED},
               {"a**", "a", REFUSED},
               {"a*+", "a", REFUSED},
               {"*a", "a", REFUSED},
               {"a{3,2}", "a", REFUSED},
               {"a{256}", "a", REFUSED},
               {"((a{200}){200}){200}", "a", REFUSED},
               {"(a", "a", REFUSED},
               {"a)", "a", REFUSED},
               {"[a", "a", REFUSED},
               {"[b-a]", "a", REFUSED},
               {"[\\d-z]", "a", REFUSED},
               {"[\xc3\xa9]", "a", REFUSED},
               {"(?=a)", "a", REFUSED},
               {"(?m)^a", "a", REFUSED},
               {"(?P<a", "a", REFUSED},
               {"(a)\\1", "aa", REFUSED},
               {"\\q", "q", REFUSED},
               {"\\", "", REFUSED},
               {"\\x4", "", REFUSED},
               {"\\x80", "", REFUSED},
               {"[^\\w\\W]", "", REFUSED},
               {"((((((((((((((((((((((((((((((((((a))))))))))))))))))))))))))))))))))", "a", REFUSED}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const int got = found(cases[i].expression, cases[i].text);
    if (got != cases[i].want) fail_msg("%s of %s: %d", cases[i].expression, cases[i].text, got);
  }
}

/* ---- reports ---- */

#define REPORT \
  "ProblemType: Crash\nPackage: bash 5.1\nSignal: 11\nTrace:\n a\n b\nPacked: base64\n eJzLSM3JyVcozy/KSQEAGgsEXQ==\n"
static const char report[] = REPORT;
static const char several[] = REPORT "ProblemType: Package\nPackage: dash\n" REPORT "Package: zsh\n";

static dfmt_op *made(dfmt_config *c, dfmt_source *s, const char *known) {
  dfmt_op *op;
  assert_int_equal(dfmt_config_set(c, DFMT_OPS_TRIAGE_EACH, 1), DFMT_OK); /* in the order of reports */
  assert_int_equal(dfmt_config_add(c, DFMT_OPS_TRIAGE_KNOWN, known, strlen(known)), DFMT_OK);
  assert_int_equal(dfmt_op_new(c, "triage", &op), DFMT_OK);
  assert_int_equal(dfmt_op_add(op, s), DFMT_OK);
  return op;
}

/* What findings are known as, joined by blanks; "-": not known. */
static void expect(dfmt_op *op, const char *want) {
  char got[256] = "";
  dfmt_rows *rows;
  const dfmt_head *row;
  assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_OK);
  while (dfmt_rows_next(rows, &row) == DFMT_OK) {
    const dfmt_triage_finding *f = (const void *)row;
    const size_t n = strlen(got);
    const bool has = f->present & DFMT_TRIAGE_FINDING_HAS_KNOWN_AS;
    assert_int_equal(f->known, has);
    snprintf(got + n, sizeof got - n, "%s%.*s", n ? " " : "", has ? (int)f->known_as.len : 1,
             has ? f->known_as.ptr : "-");
  }
  assert_string_equal(got, want);
  dfmt_rows_free(rows);
}

static dfmt_source *source(const char *text) {
  dfmt_source *s;
  assert_int_equal(dfmt_source_memory(NULL, text, strlen(text), &s), DFMT_OK);
  return s;
}

/* want NULL: it is refused. */
static void check(const char *text, const char *known, const char *want) {
  dfmt_config *c;
  dfmt_source *s = source(text);
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  dfmt_op *op = made(c, s, known);
  const dfmt_status st = dfmt_op_run(op);
  if (st != (want ? DFMT_OK : DFMT_E_ARG)) fail_msg("%s: %s", known, dfmt_op_error(op)->message);
  if (want)
    expect(op, want);
  else
    assert_memory_equal(dfmt_op_error(op)->message, "bug patterns, line ", 19);
  dfmt_op_free(op);
  dfmt_source_free(s);
  dfmt_config_free(c);
}

#define RE(KEY, TEXT) "<re key=\"" KEY "\">" TEXT "</re>"
#define PATTERN(URL, RES) "<pattern url=\"" URL "\">" RES "</pattern>\n"
#define ALL(PATTERNS) "<?xml version=\"1.0\"?>\n<patterns>" PATTERNS "</patterns>\n"

static void test_conditions(void **state) {
  (void)state;
  check(report, ALL(PATTERN("u", RE("Package", "^bash "))), "u");
  check(report, ALL(PATTERN("u", RE("Package", "^bash$"))), "-");
  check(report, ALL(PATTERN("u", RE("Package", "^bash ") RE("Signal", "^6$"))), "-");
  check(report, ALL(PATTERN("u", RE("Package", "^bash ") RE("Missing", ""))), "-");
  check(report, ALL(PATTERN("u", RE("Signal", ""))), "u");
  check(report, ALL(PATTERN("u", "<re>nothing</re><other key='Missing'/>")), "u");
  check(report, ALL(PATTERN("u", RE("Trace", "^a\nb$"))), "u");
  check(report, ALL(PATTERN("u", RE("Packed", "^hello world$"))), "u");
  check(report, ALL("<pattern>" RE("Signal", "11") "</pattern>" PATTERN("", "") PATTERN("v", RE("Signal", "11"))), "v");
  check(report, ALL(PATTERN("u", RE("Signal", "6")) PATTERN("v", RE("Signal", "1")) PATTERN("w", "")), "v");
  check(several, ALL(PATTERN("u", RE("Package", "zsh")) PATTERN("v", RE("Package", "dash"))), "- v u");
}

/* Of an expression the text before any other node counts. */
static void test_xml(void **state) {
  (void)state;
  check(report, ALL(PATTERN("u&amp;&#x41;&#66;&lt;", RE("Signal", "&#49;<!-- 2 -->2"))), "u&AB<");
  check(report, ALL(PATTERN("u", RE("Signal", "<![CDATA[2]]>"))), "u");
  check(report, ALL(PATTERN("u", RE("Signal", "<b/>2"))), "u");
  check(report, "\xef\xbb\xbf \n<a><b>" PATTERN("u", "<c>" RE("Signal", "2") "</c>") "</b></a>", "u");
  check(report, "<pattern a = 'x' url='u\tv' ><re key = 'Signal' >1</re ></pattern >", "u v");
  check(report, "<pattern url='u'/>", "u");
  const char *const refused[] = {"<",
                                 "<a>",
                                 "<a></b>",
                                 "<a/><b/>",
                                 "<a/>text",
                                 "</a>",
                                 "<a b></a>",
                                 "<a b=c></a>",
                                 "<a b='c></a>",
                                 "<a / >",
                                 "<a><!-- </a>",
                                 "<!DOCTYPE a [<!ENTITY b 'c'>]><a/>",
                                 "<a>&b;</a>",
                                 "<a>&#0;</a>",
                                 "<a>&#xd800;</a>",
                                 "<a>&#99999999999999999999;</a>",
                                 "<a>&lt</a>",
                                 "<pattern url='u'><pattern url='v'/></pattern>",
                                 ALL(PATTERN("u", RE("Signal", "("))),
                                 ("<a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a>"
                                  "<a><a><a><a><a><a>")};
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) check(report, refused[i], NULL);
}

static const char patterns[] = ALL(PATTERN("u", RE("Package", "^bash ") RE("Packed", "w.rld") RE("Trace", "b$"))
                                       PATTERN("v", RE("Package", "(?i)DASH")));

/* Whatever is missing for a while, the answer is the same. */
static void test_memory(void **state) {
  (void)state;
  struct counter memory;
  for (uint64_t at = 1, failed = 1; failed; at++) {
    dfmt_config *c = counting_config(&memory);
    dfmt_source *s = source(several);
    dfmt_op *op = made(c, s, patterns);
    memory.fail_at = memory.calls + at;
    while (dfmt_op_run(op) != DFMT_OK) assert_int_equal(dfmt_op_error(op)->status, DFMT_E_NOMEM);
    failed = memory.calls >= memory.fail_at;
    memory.fail_at = 0;
    expect(op, "u v -");
    dfmt_op_free(op);
    dfmt_source_free(s);
    dfmt_config_free(c);
    assert_int_equal(memory.blocks, 0);
  }
}

static void test_again(void **state) {
  (void)state;
  for (size_t piece = 1; piece < 40; piece += 7) {
    uint64_t again = 0;
    struct slow x = {.ptr = several, .len = sizeof several - 1, .piece = piece, .again = &again};
    dfmt_config *c;
    assert_int_equal(dfmt_config_new(&c), DFMT_OK);
    dfmt_source *s = slow_source(&x, piece % 2);
    dfmt_op *op = made(c, s, patterns);
    dfmt_status st;
    while ((st = dfmt_op_run(op)) != DFMT_OK) {
      assert_int_equal(st, DFMT_AGAIN);
      again++;
    }
    expect(op, "u v -");
    dfmt_op_free(op);
    dfmt_source_free(s);
    dfmt_config_free(c);
  }
}

/* Patterns that are cut off, or with a byte changed, are taken or refused. */
static void try_patterns(const char *known) {
  dfmt_config *c;
  dfmt_source *s = source(report);
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  dfmt_op *op = made(c, s, known);
  const dfmt_status st = dfmt_op_run(op);
  assert_true(st == DFMT_OK || st == DFMT_E_ARG);
  dfmt_op_free(op);
  dfmt_source_free(s);
  dfmt_config_free(c);
}

static void test_changes(void **state) {
  (void)state;
  static const char bytes[] = "<>&;\"'/=()[]{}\\^$*|?!-\x01\xc3";
  char text[sizeof patterns];
  for (size_t i = 0; i < sizeof patterns - 1; i++) {
    memcpy(text, patterns, sizeof text);
    text[i] = '\0';
    try_patterns(text);
    for (const char *b = bytes; *b; b++) {
      memcpy(text, patterns, sizeof text);
      text[i] = *b;
      try_patterns(text);
    }
  }
}

/* A report with broken lines, and a value that cannot be decoded: it is not there. */
static void test_damage(void **state) {
  (void)state;
  check("ProblemType: Crash\nbroken\nPackage: bash 5\n", ALL(PATTERN("u", RE("Package", "bash"))), "u");
  check("ProblemType: Crash\nBad: base64\n eJzLSM3JyVcozy/KSQ\nPackage: bash 5\n",
        ALL(PATTERN("u", RE("Bad", "")) PATTERN("v", RE("Package", "bash"))), "v");
  check("ProblemType: Crash\nNul: base64\n eJxLZEgCAAGIAMQ=\n", ALL(PATTERN("u", RE("Nul", "^a.b"))), "u");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_expressions), cmocka_unit_test(test_conditions),
                                     cmocka_unit_test(test_xml),         cmocka_unit_test(test_memory),
                                     cmocka_unit_test(test_again),       cmocka_unit_test(test_damage),
                                     cmocka_unit_test(test_changes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
