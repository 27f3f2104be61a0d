/* SPDX-License-Identifier: MIT */
/* Repair: beside what writing operations are held to, a sound file stays as it is, and so does a repaired one. */
#include <stdlib.h>
#include <string.h>

#include "writing.h"

const struct writing writing = {"repair"};

static struct bytes repaired(struct bytes in) {
  dfmt_status st;
  struct bytes out = made_of("repair", &in, 1, NULL, &st);
  assert_int_equal(st, DFMT_OK);
  return out;
}

static void test_sound(void **state) {
  (void)state;
  static const char *const files[][2] = {{"apport", "gzip_plain.crash"}, {"bugreport", "report.zip"},
                                         {"bugreport", "report.txt"},    {"apitrace", "packed.gz.trace"},
                                         {"mallocdbg", "v12.txt"},       {"simpleperf", "demo_small.simpleperf"}};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    struct bytes in = sample(files[i][0], files[i][1]), out = repaired(in);
    assert_true(same(in, out));
    free(in.ptr);
    free(out.ptr);
  }
}

/* What was cut anywhere is repaired once and for all. */
static void test_twice(void **state) {
  (void)state;
  static const char *const files[][2] = {{"bugreport", "report.zip"}, {"mallocdbg", "v12.txt"}};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    struct bytes in = sample(files[i][0], files[i][1]);
    for (size_t k = 5; k < 10; k++) {
      dfmt_status st;
      const struct bytes cut = {in.ptr, in.len * k / 10};
      struct bytes a = made_of("repair", &cut, 1, NULL, &st);
      if (st == DFMT_OK) {
        struct bytes b = repaired(a);
        assert_true(same(a, b));
        free(b.ptr);
      }
      free(a.ptr);
    }
    free(in.ptr);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {WRITING_TESTS, cmocka_unit_test(test_sound), cmocka_unit_test(test_twice)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
