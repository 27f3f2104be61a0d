/* SPDX-License-Identifier: MIT */
/* Tombstones in protobuf as text: all that such a text has; values that are none; little memory, a limit, a cut. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <diagfmt/diagfmt.h>
#include <diagfmt/ops/value.h>

#include "../unit/counter.h"

static const char message[] =
    "\x08\x01\x12\x02\x66p\x1a\x01\x30\x22\x1a\x32\x30\x32\x34-03-04 05:06:07.5+0100(\x07\x30\x09\x38\x91"
    "NJ\x05\x63om.aJ\x02-xR\x1f\x08\x0b\x12\x07SIGSEGV\x18\x01\x22\x0bSEGV_MAPERR@\x01H\x90 r\x04it'sz9"
    "\x0a\x0f[GWP-ASan]: one\x12&\x1a$\x18\x04\x22\x0e\x08\x01\x22\x01g(\x01\x32\x05/l.so(\x05\x32\x0e"
    "\x08\x02\x22\x01h(\x02\x32\x05/l.soz\x05\x0a\x03two\x82\x01\x18\x08\x0a\x12\x14\x08\x0a\x12\x05other"
    "\x22\x09\x08\x05\x32\x05/l.so\x82\x01k\x08\x09\x12g\x08\x09\x12\x04main\x1a\x07\x0a\x02x0\x10\xff"
    "\x01\x1a\x06\x0a\x02x1\x10\x01\x1a\x08\x0a\x02sp\x10\x80\xe0\x01\x22\x15\x08\x10\x22\x01\x66(\x04"
    "\x32\x05/l.so8\x80 B\x02\x61\x62\x22\x09\x08 2\x05/m.so*\x1b\x0a\x02x0\x12\x06[heap]\x18\x80 \x22"
    "\x0a\x61\x62\x63\x64\x65\x66gh\x01\x02:\x03\x63ut\x8a\x01\x1a\x08\x80 \x10\x80@\x18\x10 \x01\x30\x01"
    ":\x05/l.soB\x02\x61\x62H\x80@\x8a\x01\x09\x08\x80`\x10\x80\x80\x01(\x01\x92\x01\x30\x0a\x04main\x12("
    "\x0a\x12\x30\x33-04 05:06:06.500\x10\x07\x18\x09 \x06*\x03Tag2\x07one\x0atwo\x9a\x01\x0d\x08\x00\x12"
    "\x09/dev/null\x9a\x01\x17\x08\x05\x12\x0asocket:[1]\x1a\x05Owner \x1f\xa0\x01\x0c\xaa\x01\x09\x0a"
    "\x01n\x12\x04\x61\x22\x5c\x01\xb0\x01\x80\x80\x01\xb8\x01\x01\xc0\x01\x00";

static const char text[] =
    "*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***\n"
    "Build fingerprint: 'fp'\n"
    "Revision: '0'\n"
    "ABI: 'arm64'\n"
    "Guest architecture: 'arm'\n"
    "Timestamp: 2024-03-04 05:06:07.5+0100\n"
    "Process uptime: 12s\n"
    "Page size: 16384 bytes\n"
    "Has been in 16kb mode: yes\n"
    "Cmdline: com.a -x\n"
    "pid: 7, tid: 9, name: main  >>> com.a <<<\n"
    "uid: 10001\n"
    "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0000000000001010\n"
    "Abort message: 'it's'\n"
    "Extra crash detail: n: 'a\"\\134\\001'\n"
    "    x0  00000000000000ff  x1  0000000000000001\n"
    "    sp  0000000000007000\n"
    "\n"
    "2 total frames\n"
    "backtrace:\n"
    "  NOTE: cut\n"
    "      #00 pc 0000000000000010  /l.so (offset 0x1000) (f+4) (BuildId: ab)\n"
    "      #01 pc 0000000000000020  /m.so\n"
    "\n"
    "Note: multiple potential causes for this crash were detected, listing them in decreasing order of likelihood.\n"
    "\n"
    "Cause: [GWP-ASan]: one\n"
    "\n"
    "deallocated by thread 5:\n"
    "      #00 pc 0000000000000002  /l.so (h+2)\n"
    "\n"
    "allocated by thread 4:\n"
    "      #00 pc 0000000000000001  /l.so (g+1)\n"
    "\n"
    "Cause: two\n"
    "\n"
    "memory near x0 ([heap]):\n"
    "    0000000000001000 6867666564636261                   abcdefgh..\n"
    "\n"
    "memory map (2 entries): (fault address prefixed with --->)\n"
    "--->00000000'00001000-00000000'00001fff r-x        10      1000  /l.so (BuildId: ab) (load bias 0x2000)\n"
    "    00000000'00003000-00000000'00003fff -w-         0      1000\n"
    "--------- tail end of log main\n"
    "03-04 05:06:06.500     7     9 E Tag     : one\n"
    "03-04 05:06:06.500     7     9 E Tag     : two\n"
    "--- --- --- --- --- --- --- --- --- --- --- --- --- --- --- ---\n"
    "Cmdline: com.a -x\n"
    "pid: 7, tid: 10, name: other  >>> com.a <<<\n"
    "uid: 10001\n"
    "\n"
    "1 total frames\n"
    "backtrace:\n"
    "      #00 pc 0000000000000005  /l.so\n"
    "\n"
    "open files:\n"
    "    fd 0: /dev/null (unowned)\n"
    "    fd 5: socket:[1] (owned by Owner 0x1f)\n"
    "--------- log main\n"
    "03-04 05:06:06.500     7     9 E Tag     : one\n"
    "03-04 05:06:06.500     7     9 E Tag     : two\n";

static dfmt_op *made(const dfmt_config *with, const void *of, size_t len, dfmt_sink **to) {
  dfmt_config *c;
  dfmt_op *op;
  dfmt_source *in;
  assert_int_equal(with ? dfmt_config_copy(with, &c) : dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_OPS_VALUE_TEXT, 1), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_OPS_FORMAT, DFMT_BUGREPORT), DFMT_OK);
  assert_int_equal(dfmt_config_add(c, DFMT_OPS_VALUE_KEY, "text", 4), DFMT_OK);
  assert_int_equal(dfmt_op_new(c, "value", &op), DFMT_OK);
  assert_int_equal(dfmt_source_memory(NULL, of, len, &in), DFMT_OK);
  assert_int_equal(dfmt_op_add(op, in), DFMT_OK);
  dfmt_source_free(in);
  dfmt_config_free(c);
  assert_int_equal(dfmt_sink_memory(NULL, to), DFMT_OK);
  assert_int_equal(dfmt_op_output(op, NULL, 0, *to), DFMT_OK);
  return op;
}

static void holds(dfmt_sink *to, const void *want, size_t n) {
  const void *ptr;
  uint64_t len;
  assert_int_equal(dfmt_sink_bytes(to, &ptr, &len), DFMT_OK);
  assert_int_equal(len, n);
  if (n) assert_memory_equal(ptr, want, n);
}

static void check(const void *of, size_t len, const void *want, size_t n) {
  dfmt_sink *to;
  dfmt_op *op = made(NULL, of, len, &to);
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  holds(to, want, n);
  dfmt_sink_free(to);
  dfmt_op_free(op);
}

static void test_text(void **state) {
  (void)state;
  check(message, sizeof message - 1, text, sizeof text - 1);
}

/* Other values are as they are, however long they have to be looked at. */
static void test_others(void **state) {
  (void)state;
  static const char report[] =
      "========================================================\n== dumpstate: 2025-01-01 00:00:10\n"
      "========================================================\n\n------ UPTIME (x) ------\nup\n";
  const size_t len = 100000;
  char *long_one = malloc(len);
  assert_non_null(long_one);
  check(report, sizeof report - 1, report, sizeof report - 1);
  memset(long_one, 'a', len);
  memcpy(long_one, report, sizeof report - 1);
  check(long_one, len, long_one, len);
  free(long_one);
}

/* Wherever a message is cut, there is a text of what is left, and nothing is read beyond it. */
static void test_cut(void **state) {
  (void)state;
  for (size_t n = 40; n < sizeof message - 1; n++) {
    char *part = malloc(n);
    assert_non_null(part);
    memcpy(part, message, n);
    dfmt_sink *to;
    dfmt_op *op = made(NULL, part, n, &to);
    const void *ptr;
    uint64_t len;
    assert_int_equal(dfmt_op_run(op), DFMT_OK);
    assert_int_equal(dfmt_sink_bytes(to, &ptr, &len), DFMT_OK);
    assert_true(len > 64);
    assert_memory_equal(ptr, text, 64);
    dfmt_sink_free(to);
    dfmt_op_free(op);
    free(part);
  }
}

/* Whatever a byte is changed to, there is a text or the value. */
static void test_changed(void **state) {
  (void)state;
  static const uint8_t by[] = {0x01, 0x80, 0xff};
  char changed[sizeof message - 1];
  for (size_t i = 0; i < sizeof changed * sizeof by; i++) {
    memcpy(changed, message, sizeof changed);
    changed[i / sizeof by] = (char)(changed[i / sizeof by] ^ by[i % sizeof by]);
    dfmt_sink *to;
    dfmt_op *op = made(NULL, changed, sizeof changed, &to);
    if (dfmt_op_run(op) == DFMT_OK) {
      const void *ptr;
      uint64_t len;
      assert_int_equal(dfmt_sink_bytes(to, &ptr, &len), DFMT_OK);
      assert_true(len > 0);
    }
    dfmt_sink_free(to);
    dfmt_op_free(op);
  }
}

/* Each allocation fails once: the text, or none of it and E_NOMEM. */
static void test_allocation(void **state) {
  (void)state;
  struct counter memory;
  dfmt_config *config = counting_config(&memory);
  bool failed = true;
  for (uint64_t at = 1; failed; at++) {
    dfmt_sink *to;
    dfmt_op *op = made(config, message, sizeof message - 1, &to);
    memory.calls = 0;
    memory.fail_at = at;
    const dfmt_status st = dfmt_op_run(op);
    failed = memory.calls >= at;
    memory.fail_at = 0;
    assert_true(st == DFMT_OK || st == DFMT_E_NOMEM);
    if (st != DFMT_OK) assert_int_equal(dfmt_op_run(op), DFMT_OK);
    holds(to, text, sizeof text - 1);
    dfmt_sink_free(to);
    dfmt_op_free(op);
    assert_int_equal(memory.blocks, 0);
  }
  dfmt_config_free(config);
}

/* What a damaged value has is written before the damage is told, and the next one after it. */
static void test_damage(void **state) {
  (void)state;
  static const char report[] = "A: base64\n H4sIAAAAAAACA8tIzcnJ\n !!!!\nA: two\n";
  dfmt_config *c;
  dfmt_op *op;
  dfmt_source *in;
  dfmt_sink *to;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_OPS_VALUE_TEXT, 1), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_OPS_VALUE_WHICH, DFMT_VALUE_ALL), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_OPS_FORMAT, DFMT_APPORT), DFMT_OK);
  assert_int_equal(dfmt_config_add(c, DFMT_OPS_VALUE_KEY, "A", 1), DFMT_OK);
  assert_int_equal(dfmt_op_new(c, "value", &op), DFMT_OK);
  assert_int_equal(dfmt_source_memory(NULL, report, sizeof report - 1, &in), DFMT_OK);
  assert_int_equal(dfmt_op_add(op, in), DFMT_OK);
  assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
  assert_int_equal(dfmt_op_output(op, NULL, 0, to), DFMT_OK);
  assert_int_equal(dfmt_op_run(op), DFMT_E_TRUNCATED);
  holds(to, "hell", 4);
  assert_int_equal(dfmt_op_accept(op), DFMT_OK);
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  holds(to, "helltwo", 7);
  dfmt_source_free(in);
  dfmt_sink_free(to);
  dfmt_op_free(op);
  dfmt_config_free(c);
}

/* Each line of a quoted message has the same head: a text is no longer than the limit allows. */
static void test_long(void **state) {
  (void)state;
  enum { LINES = 60, TAG = 120, MOST = 4096 };
  static const char head[] =
      "\x12\x01"
      "f\x1a\x01"
      "0\x22\x18"
      "2024-03-04 05:06:07-0130";
  char log[sizeof head - 1 + 8 + 1 + TAG + 2 + LINES], *p = log;
  memcpy(p, head, sizeof head - 1);
  p += sizeof head - 1;
  memcpy(p, "\x92\x01\xbb\x01\x12\xb8\x01\x2a", 8); /* log, message, tag */
  p += 8;
  *p++ = TAG;
  memset(p, 't', TAG);
  p += TAG;
  *p++ = 0x32;
  *p++ = LINES;
  memset(p, '\n', LINES);
  p += LINES;
  dfmt_config *c;
  dfmt_sink *to;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_MAX_RECORD, MOST), DFMT_OK);
  dfmt_op *op = made(c, log, (size_t)(p - log), &to);
  assert_int_equal(dfmt_op_run(op), DFMT_E_LIMIT);
  assert_int_equal(dfmt_op_error(op)->option, DFMT_CFG_MAX_RECORD);
  assert_int_equal(dfmt_op_limit(op, DFMT_CFG_MAX_RECORD, 1 << 20), DFMT_OK);
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  const void *ptr;
  uint64_t len;
  assert_int_equal(dfmt_sink_bytes(to, &ptr, &len), DFMT_OK);
  assert_true(len > (uint64_t)LINES * TAG);
  dfmt_sink_free(to);
  dfmt_op_free(op);
  dfmt_config_free(c);
}

/* A message beyond the limit of records is read once that is raised. */
static void test_limit(void **state) {
  (void)state;
  enum { MORE = 8192, LEAST = 4096 };
  static char large[sizeof message - 1 + 4 + MORE];
  static const char field[] = "\xfa\x3e\x80\x40"; /* 1007: a vendor's, of MORE bytes */
  memcpy(large, message, sizeof message - 1);
  memcpy(large + sizeof message - 1, field, sizeof field - 1);
  dfmt_config *c;
  dfmt_sink *to;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_MAX_RECORD, LEAST), DFMT_OK);
  dfmt_op *op = made(c, large, sizeof large, &to);
  assert_int_equal(dfmt_op_run(op), DFMT_E_LIMIT);
  assert_int_equal(dfmt_op_error(op)->option, DFMT_CFG_MAX_RECORD);
  holds(to, "", 0);
  assert_int_equal(dfmt_op_limit(op, DFMT_CFG_MAX_RECORD, 1 << 20), DFMT_OK);
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  holds(to, text, sizeof text - 1);
  dfmt_sink_free(to);
  dfmt_op_free(op);
  dfmt_config_free(c);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_text),    cmocka_unit_test(test_others),
                                     cmocka_unit_test(test_cut),     cmocka_unit_test(test_allocation),
                                     cmocka_unit_test(test_changed), cmocka_unit_test(test_limit),
                                     cmocka_unit_test(test_damage),  cmocka_unit_test(test_long)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
