/* SPDX-License-Identifier: MIT */
/* Decimals of binary floating point: known answers, and against the C library: exact, shortest and nearest. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/float_text.h"

static const char *text_of(uint64_t bits, int single) {
  static char text[DFMTI_FLOAT_TEXT + 1];
  size_t len = single ? dfmti_f32_text((uint32_t)bits, text) : dfmti_f64_text(bits, text);
  assert_true(len > 0 && len < DFMTI_FLOAT_TEXT);
  text[len] = '\0';
  return text;
}

static void test_answers_double(void **state) {
  (void)state;
  static const struct {
    uint64_t bits;
    const char *text;
  } cases[] = {
      {0, "0.0"},
      {0x8000000000000000, "-0.0"},
      {0x3ff0000000000000, "1.0"},
      {0xbff8000000000000, "-1.5"},
      {0x3fb999999999999a, "0.1"},
      {0x3fd5555555555555, "0.3333333333333333"},
      {0x3fd3333333333334, "0.30000000000000004"},
      {0x3f1a36e2eb1c432d, "0.0001"},
      {0x3ee4f8b588e368f1, "1e-05"},
      {0x40c81c8000000000, "12345.0"},
      {0x4340000000000000, "9007199254740992.0"},
      {0x4341c37937e08000, "1e+16"},
      {0x44b52d02c7e14af6, "1e+23"},
      {0x44b52d02c7e14af7, "1.0000000000000001e+23"},
      {0x7fefffffffffffff, "1.7976931348623157e+308"},
      {1, "5e-324"},
      {0x000fffffffffffff, "2.225073858507201e-308"},
      {0x0010000000000000, "2.2250738585072014e-308"},
      {0x0010000000000001, "2.225073858507202e-308"},
      {0x7ff0000000000000, "inf"},
      {0xfff0000000000000, "-inf"},
      {0x7ff8000000000000, "nan"},
      {0xfff0000000000001, "-nan"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    assert_string_equal(text_of(cases[i].bits, 0), cases[i].text);
}

static void test_answers_float(void **state) {
  (void)state;
  static const struct {
    uint32_t bits;
    const char *text;
  } cases[] = {
      {0, "0.0"},
      {0x80000000, "-0.0"},
      {0x3dcccccd, "0.1"},
      {0x4b800000, "16777216.0"},
      {0x5a0e1bca, "1e+16"},
      {0x39800000, "0.00024414062"}, /* …0625: of two as near the even one */
      {1, "1e-45"},
      {0x00800000, "1.1754944e-38"},
      {0x7f7fffff, "3.4028235e+38"},
      {0x7f800000, "inf"},
      {0xff800000, "-inf"},
      {0x7fc00000, "nan"},
      {0xffffffff, "-nan"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    assert_string_equal(text_of(cases[i].bits, 1), cases[i].text);
}

static size_t count_digits(const char *text) {
  size_t n = 0, zeros = 0;
  for (; *text && *text != 'e'; text++) {
    if (*text < '0' || *text > '9' || (n == 0 && *text == '0')) continue;
    n++;
    zeros = *text == '0' ? zeros + 1 : 0;
  }
  return n - zeros;
}

static void check_double(uint64_t bits) {
  double v;
  char shorter[40], nearest[40];
  memcpy(&v, &bits, sizeof v);
  if (v != v || v - v != 0 || v == 0) return;
  const char *text = text_of(bits, 0);
  assert_non_null(strpbrk(text, ".e"));
  double back = strtod(text, NULL);
  assert_memory_equal(&back, &v, sizeof v);
  size_t n = count_digits(text);
  snprintf(nearest, sizeof nearest, "%.*e", (int)n - 1, v);
  if (strtod(nearest, NULL) == v) assert_int_equal(strtod(text, NULL) == strtod(nearest, NULL), 1);
  if (n < 2) return;
  snprintf(shorter, sizeof shorter, "%.*e", (int)n - 2, v);
  assert_false(strtod(shorter, NULL) == v);
}

static void check_float(uint32_t bits) {
  float v;
  char shorter[40];
  memcpy(&v, &bits, sizeof v);
  if (v != v || v - v != 0 || v == 0) return;
  const char *text = text_of(bits, 1);
  assert_non_null(strpbrk(text, ".e"));
  float back = strtof(text, NULL);
  assert_memory_equal(&back, &v, sizeof v);
  size_t n = count_digits(text);
  snprintf(shorter, sizeof shorter, "%.*e", (int)n - 1, (double)v);
  if (strtof(shorter, NULL) == v) assert_true(strtod(text, NULL) == strtod(shorter, NULL)); /* the nearest */
  if (n < 2) return;
  snprintf(shorter, sizeof shorter, "%.*e", (int)n - 2, (double)v);
  assert_false(strtof(shorter, NULL) == v);
}

static void test_many(void **state) {
  (void)state;
  uint64_t x = 88172645463325252;
  for (uint32_t i = 0; i < 50000; i++) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    check_double(x);
    check_double(x & 0x800fffffffffffff); /* tiny ones */
    check_float((uint32_t)x);
    check_float((uint32_t)x & 0x807fffff);
  }
}

/* Powers of two, whose neighbours are not equally far, and the numbers next to them. */
static void test_powers(void **state) {
  (void)state;
  for (uint64_t e = 0; e < 0x7ff; e++)
    for (int64_t d = -2; d <= 2; d++) check_double((e << 52) + (uint64_t)d);
  for (uint32_t e = 0; e < 0xff; e++)
    for (int32_t d = -2; d <= 2; d++) check_float((e << 23) + (uint32_t)d);
}

/* Sums of powers of two, whose decimals end: all that a float holds exactly, and doubles around what takes 40 bits. */
static void test_sums_of_powers(void **state) {
  (void)state;
  static const uint64_t wholes[] = {
      0, 1, 9, 10, 99, 100, 12345, 99999999, 100000000, 549755813888, 1099511627775, 1099511627776, 4398046511103};
  for (size_t i = 0; i < sizeof wholes / sizeof *wholes; i++)
    for (uint32_t k = 0; k <= 10; k++)
      for (uint32_t part = 0; part < 1u << k; part += k > 6 ? 3 : 1) {
        const double v = (double)wholes[i] + (double)part / (double)(1u << k);
        const float single = (float)-v;
        uint64_t bits;
        uint32_t half;
        memcpy(&bits, &v, sizeof bits);
        memcpy(&half, &single, sizeof half);
        check_double(bits);
        check_float(half);
      }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_answers_double), cmocka_unit_test(test_answers_float),
                                     cmocka_unit_test(test_many), cmocka_unit_test(test_powers),
                                     cmocka_unit_test(test_sums_of_powers)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
