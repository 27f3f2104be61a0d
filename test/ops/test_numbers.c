/* SPDX-License-Identifier: MIT */
/* Numbers in texts, as the C library writes them in the C locale. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "text/out.h"

enum { RANDOM = 400000 };

static uint64_t mix(uint64_t x) {
  x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  return (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
}

static void same(struct dfmto_text_out *o, const char *want) {
  assert_false(o->failed);
  if (o->text.len != strlen(want) || memcmp(o->text.ptr, want, o->text.len) != 0)
    fail_msg("'%.*s', not '%s'", (int)o->text.len, (const char *)o->text.ptr, want);
  o->text.len = 0;
}

static void check_float(struct dfmto_text_out *o, float x) {
  char want[48];
  dfmto_text_put_float(o, x);
  if (x != x)
    snprintf(want, sizeof want, "%snan", signbit(x) ? "-" : "");
  else
    snprintf(want, sizeof want, "%.7g", (double)x);
  same(o, want);
}

static void check_double(struct dfmto_text_out *o, double x) {
  char want[48];
  dfmto_text_put_double(o, x);
  snprintf(want, sizeof want, "%.16g", x);
  same(o, want);
}

static float float_of(uint32_t bits) {
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/* A number, its neighbours, and the same below zero. */
static void check_near(struct dfmto_text_out *o, float x) {
  const float all[] = {x, nextafterf(x, 0), nextafterf(x, FLT_MAX), x * 1.5F};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    check_float(o, all[i]);
    check_float(o, -all[i]);
  }
}

static void test_floats(void **state) {
  struct dfmto_text_out *o = *state;
  for (int e = -20; e < 28; e++) check_near(o, ldexpf(1, e));
  for (int e = -7; e < 12; e++)
    for (int digit = 1; digit < 10; digit++) check_near(o, (float)digit * powf(10, (float)e));
  for (uint32_t n = 9999980; n < 10000020; n++) check_near(o, (float)n);
  for (uint64_t i = 0; i < RANDOM; i++) {
    const uint32_t any = (uint32_t)mix(i), usual = (any & 0x80ffffff) + ((100 + any % 60) << 23);
    check_float(o, float_of(any));
    check_float(o, float_of(usual));
    check_float(o, (float)((int64_t)(any >> 8) - (1 << 23)) / 64);
  }
  check_near(o, 0);
  check_near(o, FLT_MAX);
  check_near(o, INFINITY);
}

static void test_doubles(void **state) {
  struct dfmto_text_out *o = *state;
  for (int e = -30; e < 70; e++) check_double(o, ldexp(1, e));
  for (int e = -20; e < 20; e++) check_double(o, -3 * pow(10, e));
  for (uint64_t i = 0; i < RANDOM / 40; i++) check_double(o, (double)(int64_t)mix(i) / 4096);
  check_double(o, 0);
  check_double(o, -0.0);
  check_double(o, 1e15);
}

static void test_integers(void **state) {
  struct dfmto_text_out *o = *state;
  char want[48];
  for (uint64_t i = 0; i < RANDOM / 4; i++) {
    const uint64_t x = i < 1000 ? i : mix(i) >> i % 64;
    dfmto_text_put_unsigned(o, x);
    snprintf(want, sizeof want, "%llu", (unsigned long long)x);
    same(o, want);
    dfmto_text_put_signed(o, (int64_t)x);
    snprintf(want, sizeof want, "%lld", (long long)(int64_t)x);
    same(o, want);
  }
}

/* ---- all ---- */

static struct dfmti_mem memory;
static struct dfmto_text_out text = {.m = &memory};

static int begin(void **state) {
  dfmti_mem_init(&memory, NULL);
  *state = &text;
  return 0;
}

static int end(void **state) {
  (void)state;
  dfmti_buf_free(&memory, &text.text);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_floats), cmocka_unit_test(test_doubles),
                                     cmocka_unit_test(test_integers)};
  return cmocka_run_group_tests(tests, begin, end);
}
