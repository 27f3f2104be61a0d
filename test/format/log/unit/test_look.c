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

#define CURSOR "\"__CURSOR\""

/* Records by their keys: what journalctl and dmesg -J write, and JSON that others do. */
static void test_records(void **state) {
  (void)state;
  static const struct start starts[] = {
      {"{\n   \"dmesg\": [\n      {\n         \"pri\": 6,\n         \"time\":     1.234567,\n         \"msg\": \"m\"\n",
       DFMT_LOG_VARIANT_JSON},
      {"{\"dmesg\": \"a text\"}", 0},
      {"{" CURSOR ":\"c\",\"MESSAGE\":\"m\"}\n", DFMT_LOG_VARIANT_JSON},
      {"{ " CURSOR " : \"c\", \"MESSAGE\" : \"m\" }\n", DFMT_LOG_VARIANT_JSON}, /* before systemd 236 */
      {"{\n\t" CURSOR " : \"c\",\n\t\"MESSAGE\" : \"m\"\n}\n", DFMT_LOG_VARIANT_JSON},
      {"data: {" CURSOR ":\"c\",\"MESSAGE\":\"m\"}\n\n", DFMT_LOG_VARIANT_JSON},
      {"\x1e{" CURSOR ":\"c\",\"MESSAGE\":\"m\"}\n", DFMT_LOG_VARIANT_JSON},
      {"{\n\t\"MESSAGE\" : \"m\"\n}\n", 0},
      {"data: {\"MESSAGE\":\"m\"}\n\n", 0},
      {"data: no object, but " CURSOR "\n", 0},
      {"Wed 2024-11-20 10:11:12.123456 CET "
       "[s=0123456789abcdef0123456789abcdef;i=1;b=0123456789abcdef0123456789abcdef;m=1;"
       "t=1;x=1]\n    MESSAGE=m\n",
       DFMT_LOG_VARIANT_EXPORT},
      {"Wed 2024-11-20 10:11:12.123456 CET "
       "[0123456789abcdef0123456789abcdef;i=1;b=0123456789abcdef0123456789abcdef;m=1;"
       "t=1;x=1]\n    MESSAGE=m, which is no cursor\n",
       0},
  };
  CHECK(starts);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_tag), cmocka_unit_test(test_records)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
