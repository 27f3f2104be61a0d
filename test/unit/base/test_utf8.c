/* SPDX-License-Identifier: MIT */
/* UTF-8 against its definition, at every place of a block and cut everywhere. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/utf8.h"

/* Bytes of the well-formed character at p, 0 if there is none: decoded first, then judged. */
static size_t character(const uint8_t *p, size_t len) {
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  size_t n = p[0] < 0x80 ? 1 : p[0] >> 5 == 6 ? 2 : p[0] >> 4 == 14 ? 3 : p[0] >> 3 == 30 ? 4 : 0;
  if (n == 0 || n > len) return 0;
  uint32_t code = n == 1 ? p[0] : p[0] & (0x7fu >> n);
  for (size_t i = 1; i < n; i++) {
    if (p[i] >> 6 != 2) return 0;
    code = code << 6 | (p[i] & 0x3f);
  }
  return code < least[n] || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? 0 : n;
}

static bool by_definition(const uint8_t *p, size_t len) {
  for (size_t n; len > 0; p += n, len -= n)
    if ((n = character(p, len)) == 0) return false;
  return true;
}

static void compare(const uint8_t *p, size_t len) {
  bool valid = by_definition(p, len);
  if (dfmti_utf8_valid(p, len) == valid) return;
  fail_msg("%02x %02x %02x %02x (%zu bytes)", p[0], p[1], p[2], p[3], len);
}

/* All sequences of up to three bytes, and all of four whose last two are at the edges of what they may be. */
static void test_all_short(void **state) {
  (void)state;
  static const uint8_t edges[] = {0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff};
  uint8_t p[4] = {0};
  for (uint32_t v = 0; v < 1u << 24; v++) {
    p[0] = (uint8_t)(v >> 16);
    p[1] = (uint8_t)(v >> 8);
    p[2] = (uint8_t)v;
    if (p[1] == 0 && p[2] == 0) compare(p, 1);
    if (p[2] == 0) compare(p, 2);
    compare(p, 3);
  }
  for (uint32_t v = 0; v < 1u << 16; v++)
    for (size_t i = 0; i < sizeof edges; i++)
      for (size_t k = 0; k < sizeof edges; k++) {
        p[0] = (uint8_t)(v >> 8);
        p[1] = (uint8_t)v;
        p[2] = edges[i];
        p[3] = edges[k];
        compare(p, 4);
      }
}

/* One character, good or bad, at every place of ASCII of every length, whole and cut in two everywhere. */
static void test_places(void **state) {
  (void)state;
  static const char *const characters[] = {"\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xff",
                                           "\x80",     "\xed\xa0\x80", "\xc0\xaf",         "\xf4\x90\x80\x80"};
  for (size_t c = 0; c < sizeof characters / sizeof *characters; c++) {
    size_t width = strlen(characters[c]);
    for (size_t len = 0; len < 100; len++) {
      uint8_t *p = malloc(len + width); /* a block of its own, so that a sanitizer sees its borders */
      assert_non_null(p);
      for (size_t at = 0; at <= len; at++) {
        memset(p, 'a', len + width);
        memcpy(p + at, characters[c], width);
        bool valid = c < 3;
        assert_int_equal(dfmti_utf8_valid(p, len + width), valid);
        assert_int_equal(dfmti_utf8_valid(p, at + width), valid);
        assert_false(dfmti_utf8_valid(p, at + width - 1) && width > 1);
        for (size_t cut = 0; cut <= len + width; cut += len < 20 ? 1 : 7) {
          struct dfmti_utf8 u = {0};
          dfmti_utf8_feed(&u, p, cut);
          if (valid) assert_int_equal(dfmti_utf8_ok(&u), cut <= at || cut >= at + width);
          dfmti_utf8_feed(&u, p + cut, len + width - cut);
          assert_int_equal(dfmti_utf8_ok(&u), valid);
        }
      }
      free(p);
    }
  }
}

static void test_nothing(void **state) {
  (void)state;
  struct dfmti_utf8 u = {0};
  assert_true(dfmti_utf8_ok(&u));
  dfmti_utf8_feed(&u, NULL, 0);
  assert_true(dfmti_utf8_ok(&u));
  assert_true(dfmti_utf8_valid(NULL, 0));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_all_short), cmocka_unit_test(test_places),
                                     cmocka_unit_test(test_nothing)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
