/* SPDX-License-Identifier: MIT */
/* Signatures of reports. random_signatures.py compares many more with a model. */
#include <diagfmt/ops/apport_tables.h>

#include "counter.h"
#include "sinks.h"

#define COUNT(ARRAY) (sizeof(ARRAY) / sizeof *(ARRAY))

/* A field of text; KEY alone has none. */
#define FIELD(KEY, TEXT) \
  {.present = DFMT_APPORT_FIELD_HAS_TEXT, .key = {KEY, sizeof KEY - 1}, .text = {TEXT, sizeof TEXT - 1}}
#define ALONE(KEY) {.key = {KEY, sizeof KEY - 1}}

#define STACK "#0  0x401010 in ?? ()\n#1  0x402020 in ?? ()\n#2  0x403030 in f (x=1) at a.c:1\n"

static const dfmt_apport_field stripped[] = {FIELD("ProblemType", "Bug"),
                                             FIELD("ProblemType", "Crash"),
                                             FIELD("ExecutablePath", "/usr/bin/f"),
                                             FIELD("Signal", "11"),
                                             FIELD("Other", "x"),
                                             FIELD("Stacktrace", STACK),
                                             FIELD("ProcMaps",
                                                   "400000-40ffff r-xp 00000000 08:02 1      /usr/bin/f:g\n"
                                                   "500000-50ffff rw-p 00000000 00:00 0 ")};

static void expect_text(uint32_t present, uint32_t bit, dfmt_str got, const char *want) {
  assert_int_equal((present & bit) != 0, want != NULL);
  if (!want) return;
  assert_int_equal(got.len, strlen(want));
  assert_memory_equal(got.ptr, want, strlen(want));
}

#define EXPECT(S, MEMBER, BIT, WANT) expect_text((S)->present, DFMT_APPORT_SIGNATURE_HAS_##BIT, (S)->MEMBER, WANT)

static void expect_stripped(const dfmt_apport_signature *s) {
  EXPECT(s, crash_signature, CRASH_SIGNATURE, NULL);
  EXPECT(s, crash_signature_addresses, CRASH_SIGNATURE_ADDRESSES,
         "/usr/bin/f:11:/usr/bin/f..g+1010:/usr/bin/f..g+2020:/usr/bin/f..g+3030");
  EXPECT(s, standard_title, STANDARD_TITLE, NULL);
  EXPECT(s, duplicate_signature, DUPLICATE_SIGNATURE, NULL);
  EXPECT(s, duplicate_hash, DUPLICATE_HASH, NULL);
  EXPECT(s, generated_top, GENERATED_TOP, "?? ()\n?? ()\nf (x=1) at a.c:1");
  EXPECT(s, retraced_signature, RETRACED_SIGNATURE, NULL);
  EXPECT(s, retraced_title, RETRACED_TITLE, "f crashed with SIGSEGV in f()");
  assert_int_equal(s->has_useful_stacktrace, 0);
  assert_int_equal(s->retraced_useful, 0);
}

static dfmt_apport_signature *signatures_of(const dfmt_apport_field *fields, uint64_t n) {
  dfmt_apport_signature *s;
  assert_int_equal(dfmt_apport_signature_new(NULL, fields, n, &s), DFMT_OK);
  return s;
}

static void test_call(void **state) {
  (void)state;
  dfmt_apport_signature *s = signatures_of(stripped, COUNT(stripped));
  expect_stripped(s);
  dfmt_apport_signature_free(s);
  s = signatures_of(NULL, 0);
  assert_int_equal(s->crash_signature_error, DFMT_APPORT_ERROR_MISSING_FIELD);
  EXPECT(s, crash_signature, CRASH_SIGNATURE, NULL);
  dfmt_apport_signature_free(s);
}

static void test_wrong_calls(void **state) {
  (void)state;
  dfmt_apport_signature *s;
  const dfmt_apport_field no_text = {.present = DFMT_APPORT_FIELD_HAS_TEXT, .text = {NULL, 1}};
  assert_int_equal(dfmt_apport_signature_new(NULL, NULL, 1, &s), DFMT_E_ARG);
  assert_null(s);
  assert_int_equal(dfmt_apport_signature_new(NULL, &no_text, 1, &s), DFMT_E_ARG);
  assert_int_equal(dfmt_apport_signature_new(NULL, stripped, 1, NULL), DFMT_E_ARG);
  dfmt_apport_signature_free(NULL);
}

/* What the values are that a signature needs. */
static void test_errors(void **state) {
  (void)state;
  dfmt_apport_field f[] = {FIELD("ProblemType", "Crash"), FIELD("ExecutablePath", "/f"), FIELD("Signal", "6"),
                           FIELD("AssertionMessage", "bad 0x1234567")};
  dfmt_apport_signature *s = signatures_of(f, COUNT(f));
  EXPECT(s, crash_signature, CRASH_SIGNATURE, "/f:bad ADDR");
  EXPECT(s, duplicate_hash, DUPLICATE_HASH, "_f_bad");
  dfmt_apport_signature_free(s);
  const dfmt_apport_field others[] = {ALONE("AssertionMessage"), FIELD("AssertionMessage", "\xff")};
  for (size_t i = 0; i < COUNT(others); i++) {
    f[3] = others[i];
    s = signatures_of(f, COUNT(f));
    assert_int_equal(s->crash_signature_error, DFMT_APPORT_ERROR_MALFORMED);
    assert_int_equal(s->standard_title_error, DFMT_APPORT_ERROR_MALFORMED);
    assert_int_equal(s->duplicate_signature_error, DFMT_APPORT_ERROR_MALFORMED);
    dfmt_apport_signature_free(s);
  }
  s = signatures_of(f + 2, 2);
  assert_int_equal(s->crash_signature_error, DFMT_APPORT_ERROR_MISSING_FIELD);
  dfmt_apport_signature_free(s);
}

static void test_memory(void **state) {
  (void)state;
  struct counter memory;
  dfmt_config *c = counting_config(&memory);
  dfmt_apport_signature *s;
  dfmt_status st = DFMT_E_NOMEM;
  for (uint64_t at = 1; st != DFMT_OK; at++) {
    memory.calls = 0;
    memory.fail_at = at;
    st = dfmt_apport_signature_new(c, stripped, COUNT(stripped), &s);
    if (st == DFMT_OK) expect_stripped(s);
    if (st != DFMT_OK) assert_int_equal(st, DFMT_E_NOMEM);
    dfmt_apport_signature_free(s);
    assert_int_equal(memory.blocks, 0);
  }
  dfmt_config_free(c);
}

/* Every cut and every change of a byte gives some result. */
static void test_damage(void **state) {
  (void)state;
  dfmt_apport_field f[COUNT(stripped)];
  char text[sizeof STACK];
  memcpy(f, stripped, sizeof f);
  f[5].text.ptr = text;
  for (size_t at = 0; at + 1 < sizeof STACK; at++) {
    for (unsigned c = 0; c < 256; c += 5) {
      memcpy(text, STACK, sizeof text);
      text[at] = (char)c;
      f[5].text.len = sizeof STACK - 1;
      dfmt_apport_signature_free(signatures_of(f, COUNT(f)));
    }
    f[5].text.len = at;
    dfmt_apport_signature_free(signatures_of(f, COUNT(f)));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_call), cmocka_unit_test(test_wrong_calls),
                                     cmocka_unit_test(test_errors), cmocka_unit_test(test_memory),
                                     cmocka_unit_test(test_damage)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
