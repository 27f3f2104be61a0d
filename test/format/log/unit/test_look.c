/* SPDX-License-Identifier: MIT */
/* What is a log by its start, and of which layout: few lines, and what looks like them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "log/look.h"

struct start {
  const char *text;
  uint32_t kind; /* DFMT_LOG_VARIANT_*; 0: no log */
};

static void check(const struct start *s) {
  struct dfmti_lines lines;
  struct dfmti_log_look look;
  dfmti_log_look((const uint8_t *)s->text, strlen(s->text), &lines, &look);
  const uint32_t kind = look.score > 0 ? look.kind : 0;
  if (kind != s->kind) fail_msg("kind %u, not %u: %s", kind, s->kind, s->text);
}

#define CHECK(STARTS) \
  for (size_t i = 0; i < sizeof(STARTS) / sizeof *(STARTS); i++) check(&(STARTS)[i])

/* `logcat -v tag` without a divider: three lines, or six in a row among text; a blank in a tag is that of prose. */
static void test_tag(void **state) {
  (void)state;
  static const struct start starts[] = {
      {"I/ActivityManager: a\nW/Tag     : b\nE/AndroidRuntime: c\n", DFMT_LOG_VARIANT_TAG},
      {"I/ActivityManager: a\n\nW/Tag     : b\n\nE/AndroidRuntime: c\n", DFMT_LOG_VARIANT_TAG},
      {"I/ActivityManager: a\nW/Tag     : b\n", 0},
      {"I/ActivityManager: a\nW/Tag     : b\nE/AndroidRuntime: c\ntext\n", 0},
      {"I/ActivityManager: a\nW/Tag     : b\nE/Tag:c\n", 0},
      {"so\nit\nsays\nI/Tag     : a\nI/Tag     : b\nI/Tag     : c\nI/Tag     : d\nI/Tag     : e\nI/Tag     : f\n",
       DFMT_LOG_VARIANT_TAG},
      {"so\nit\nsays\nI/Tag     : a\nI/Tag     : b\nI/Tag     : c\nmore\nI/Tag     : d\nI/Tag     : e\nI/Tag     : f\n",
       0},
      {"I/O errors: 5\nI/O operations: 3\nA/B testing: none\n", 0},
      {"I/O: it was slow\nE/M: x\nV/W: y\n", 0},
  };
  CHECK(starts);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_tag)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
