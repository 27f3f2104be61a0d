/* SPDX-License-Identifier: MIT */
/* The search for places where a marker may be: with registers of every width, byte by byte gives the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bugreport/text.h"

enum { MOST = 400, READABLE = 64 };

static const unsigned widths[] = {1, 16, 32};

static void assert_places(const uint8_t *p, size_t len) {
  for (size_t from = 0; from <= len; from += from < 40 ? 1 : 17) {
    const size_t want = dfmti_bugreport_scanner_of(widths[0])(p, from, len);
    for (size_t i = 1; i < sizeof widths / sizeof *widths; i++)
      assert_int_equal(dfmti_bugreport_scanner_of(widths[i])(p, from, len), want);
    assert_int_equal(dfmti_bugreport_text_candidate(p, from, len), want);
  }
}

/* One marker, at each place of a text without others. */
static void every_place(void **state) {
  (void)state;
  static const char *const markers[] = {"\n-", "\n=", "\n*", "\nD", "s w", "sxw", "d]\n", "d]\r", "d]\0"};
  static const size_t sizes[] = {2, 2, 2, 2, 3, 3, 3, 3, 3};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    for (size_t at = 0; at < 100; at++) {
      uint8_t text[MOST + READABLE];
      memset(text, 'x', sizeof text);
      memcpy(text + at, markers[i], sizes[i]);
      assert_int_equal(dfmti_bugreport_text_candidate(text, 0, MOST), at);
      assert_int_equal(dfmti_bugreport_text_candidate(text, at + 1, MOST), MOST);
      assert_places(text, MOST);
    }
}

static void random_texts(void **state) {
  (void)state;
  static const char letters[] = "\n-=*Ds wd]\r\xff\x80 abcdefghijklmnopqrtuvxyz";
  uint64_t x = 1;
  for (size_t i = 0; i < 3000; i++) {
    uint8_t text[MOST + READABLE];
    const size_t few = i % 3 ? sizeof letters : 10;
    for (size_t k = 0; k < sizeof text; k++) {
      x = x * 6364136223846793005u + 1442695040888963407u;
      text[k] = (uint8_t)letters[(x >> 33) % few];
    }
    assert_places(text, MOST - i % 70);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_place), cmocka_unit_test(random_texts)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
