/* SPDX-License-Identifier: MIT */
/* Decimals against those of printf(). */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"

static void expect(uint64_t v) {
  char want[DFMTI_U64_TEXT + 1], text[DFMTI_U64_TEXT];
  uint8_t *p = malloc(DFMTI_U64_TEXT); /* a block of its own, so that a sanitizer sees its borders */
  assert_non_null(p);
  const size_t len = (size_t)snprintf(want, sizeof want, "%" PRIu64, v);
  assert_int_equal(dfmti_u64_put(p, v) - p, len);
  assert_memory_equal(p, want, len);
  assert_int_equal(dfmti_u64_text(v, text), len);
  assert_memory_equal(text + sizeof text - len, want, len);
  free(p);
}

/* Each part of which numbers are made: of four digits, and those around each power of ten and of two. */
static void test_decimals(void **state) {
  (void)state;
  for (uint64_t v = 0; v < 20000; v++) {
    expect(v);
    expect(v * 10000);
    expect(v * 100000000 + v);
  }
  for (uint64_t power = 1;; power *= 10) {
    for (uint64_t near = 0; near < 3; near++) expect(power + near - 1);
    if (power > UINT64_MAX / 10) break;
  }
  for (uint32_t bit = 0; bit < 64; bit++)
    for (uint64_t near = 0; near < 3; near++) expect((UINT64_C(1) << bit) + near - 1);
  expect(UINT64_MAX);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_decimals)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
