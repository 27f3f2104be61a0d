/* SPDX-License-Identifier: MIT */
/* Digits taken many at a time, against the C library: every length, case, and every character in every place. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "mallocdbg/digits.h"

enum { ROOM = 64 };

static uint64_t next_random(uint64_t *x) {
  *x ^= *x << 13;
  *x ^= *x >> 7;
  return *x ^= *x << 17;
}

/* n random characters of `alphabet`, then `after`. */
static void fill(char *text, unsigned n, const char *alphabet, char behind, uint64_t *seed) {
  memset(text, behind, ROOM);
  for (unsigned i = 0; i < n; i++) text[i] = alphabet[next_random(seed) % strlen(alphabet)];
  text[n] = behind;
}

static void test_hex(void **state) {
  (void)state;
  uint64_t seed = 88172645463325252u;
  static const char behind[] = {' ', '\n', '\0', '0', 'f', (char)0xff};
  for (unsigned n = 8; n <= 16; n++)
    for (unsigned i = 0; i < 3000; i++) {
      char text[ROOM], alone[17] = {0};
      fill(text, n, "0123456789abcdefABCDEF", behind[i % sizeof behind], &seed);
      memcpy(alone, text, n);
      uint64_t v;
      assert_true(dfmti_hex_of((const uint8_t *)text, n, &v));
      assert_int_equal(v, strtoull(alone, NULL, 16));
    }
}

static void test_hex_no_digit(void **state) {
  (void)state;
  uint64_t v;
  for (unsigned n = 8; n <= 16; n++)
    for (unsigned at = 0; at < n; at++)
      for (unsigned c = 0; c < 256; c++) {
        char text[ROOM];
        memset(text, '7', sizeof text);
        text[at] = (char)c;
        bool digit = c && strchr("0123456789abcdefABCDEF", (int)c);
        assert_int_equal(dfmti_hex_of((const uint8_t *)text, n, &v), digit);
      }
}

static void test_decimal(void **state) {
  (void)state;
  uint64_t seed = 2463534242u;
  for (unsigned c = 0; c < 256; c++) { /* what ends the number */
    if (c >= '0' && c <= '9') continue;
    for (unsigned n = 0; n <= 20; n++)
      for (unsigned i = 0; i < 10; i++) {
        char text[ROOM], alone[ROOM] = {0};
        fill(text, n, "0123456789", (char)c, &seed);
        memcpy(alone, text, n);
        const uint8_t *p = (const uint8_t *)text;
        uint64_t v;
        bool taken = dfmti_decimal_of(&p, &v);
        assert_int_equal(taken, n >= 1 && n <= 16);
        if (!taken) continue;
        assert_ptr_equal(p, text + n);
        assert_int_equal(v, strtoull(alone, NULL, 10));
      }
  }
}

static void test_blanks(void **state) {
  (void)state;
  for (unsigned n = 0; n <= 9; n++)
    for (unsigned c = 0; c < 256; c++) {
      char text[ROOM];
      memset(text, (int)c, sizeof text);
      memset(text, ' ', n);
      assert_int_equal(dfmti_blank_count((const uint8_t *)text), c == ' ' || n > 8 ? 8 : n);
    }
}

int main(void) {
  static const struct CMUnitTest tests[] = {cmocka_unit_test(test_hex), cmocka_unit_test(test_hex_no_digit),
                                            cmocka_unit_test(test_decimal), cmocka_unit_test(test_blanks)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
