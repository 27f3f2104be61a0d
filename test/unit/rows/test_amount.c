/* SPDX-License-Identifier: MIT */
/* Numbers for people, and which columns of a table have room. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <diagfmt/diagfmt.h>

#include "rows/amount.h"
#include "rows/fit.h"

static void test_amounts(void **state) {
  (void)state;
  static const struct {
    uint32_t unit, role;
    double v;
    const char *want;
  } cases[] = {{DFMT_UNIT_BYTES, 0, 0, "0 B"},
               {DFMT_UNIT_BYTES, 0, 1023, "1023 B"},
               {DFMT_UNIT_BYTES, 0, 1024, "1.00 KiB"},
               {DFMT_UNIT_BYTES, 0, 16357785, "15.6 MiB"},
               {DFMT_UNIT_BYTES, DFMT_COLUMN_DELTA, -5 * 1048576.0, "-5.00 MiB"},
               {DFMT_UNIT_BYTES, 0, 9e18, "7.81 EiB"},
               {DFMT_UNIT_DURATION_NS, 0, 999, "999 ns"},
               {DFMT_UNIT_DURATION_NS, 0, 131000000, "131 ms"},
               {DFMT_UNIT_DURATION_NS, 0, 1500, "1.50 \xc2\xb5s"},
               {DFMT_UNIT_DURATION_US, 0, 90e6, "1.50 min"},
               {DFMT_UNIT_DURATION_US, 0, 864e9 * 40, "400 d"},
               {DFMT_UNIT_NONE, DFMT_COLUMN_COUNT, 9999, NULL},
               {DFMT_UNIT_NONE, DFMT_COLUMN_COUNT, 12345, "12.3 k"},
               {DFMT_UNIT_NONE, DFMT_COLUMN_WEIGHT, 4.567e9, "4.57 G"},
               {DFMT_UNIT_NONE, 0, 12345, NULL},
               {DFMT_UNIT_ADDRESS, DFMT_COLUMN_COUNT, 12345, NULL},
               {DFMT_UNIT_BYTES, 0, 1e30, NULL}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[DFMTI_AMOUNT];
    const bool has = dfmti_amount(cases[i].unit, cases[i].role, cases[i].v, text);
    assert_int_equal(has, cases[i].want != NULL);
    if (has) assert_string_equal(text, cases[i].want);
  }
}

static void test_room(void **state) {
  (void)state;
  struct dfmti_fit_column all[] = {{10, 10, 2, false}, {40, 12, 8, false}, {40, 12, 6, false}};
  dfmti_fit(all, 3, 94); /* as wide as they are */
  assert_int_equal(all[1].width, 40);
  assert_int_equal(all[2].width, 40);
  struct dfmti_fit_column cut[] = {{10, 10, 2, false}, {40, 12, 8, false}, {14, 12, 6, false}};
  dfmti_fit(cut, 3, 48);
  assert_int_equal(cut[0].width + cut[1].width + cut[2].width + 4, 48);
  assert_int_equal(cut[2].width, 14); /* needs no more */
  struct dfmti_fit_column few[] = {{10, 10, 2, false}, {40, 12, 8, false}, {40, 12, 2, false}};
  dfmti_fit(few, 3, 30); /* of equals, the one to the right */
  assert_true(few[2].left_out && !few[1].left_out && !few[0].left_out);
  struct dfmti_fit_column last[] = {{90, 90, 2, false}, {80, 80, 8, false}};
  dfmti_fit(last, 2, 40);
  assert_true(last[0].left_out);
  assert_int_equal(last[1].width, 40);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_amounts), cmocka_unit_test(test_room)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
