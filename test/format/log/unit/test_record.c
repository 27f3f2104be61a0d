/* SPDX-License-Identifier: MIT */
/* Messages that are records: what their writers may do, what is damaged, and what is hostile. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <diagfmt/diagfmt.h>

/* "line+length tag|message" of each LINE, and how it ends. */
static void check(const void *bytes, size_t n, const char *want) {
  char got[600];
  size_t at = 0;
  dfmt_reader *r;
  dfmt_source *s;
  const dfmt_event *ev;
  dfmt_status st;
  assert_int_equal(dfmt_source_memory(NULL, bytes, n, &s), DFMT_OK);
  assert_int_equal(dfmt_reader_new(NULL, &r), DFMT_OK);
  assert_int_equal(dfmt_reader_open(r, DFMT_LOG, s), DFMT_OK);
  while ((st = dfmt_reader_next(r, &ev)) == DFMT_OK) {
    const dfmt_log_line *l = dfmt_event_log_line(ev);
    if (l)
      at += (size_t)snprintf(got + at, sizeof got - at, "%d+%d %.*s|%.*s\n", (int)l->line, (int)ev->length,
                             (int)l->tag.len, l->tag.ptr ? l->tag.ptr : "", (int)l->message.len, l->message.ptr);
    assert_true(at < sizeof got);
  }
  if (st != DFMT_END) snprintf(got + at, sizeof got - at, "error %u\n", dfmt_reader_error(r)->number);
  assert_string_equal(at || st != DFMT_END ? got : "", want);
  dfmt_reader_free(r);
  dfmt_source_free(s);
}

#define CHECK(TEXT, WANT) check(TEXT, sizeof(TEXT) - 1, WANT)
#define DOCUMENT(ELEMENTS) "{\"logcatMessages\":[" ELEMENTS "]}"

static void test_document(void **state) {
  (void)state;
  CHECK(DOCUMENT(""), "");
  CHECK(DOCUMENT("{\"message\":\"m\",\"header\":{\"tag\":\"t\"}}"), "1+57 t|m\n");
  CHECK(DOCUMENT("\n{\"message\":\"m\"},\n{\"tag\":\"t\",\n\"message\":\"a\\nb\"}\n"), "2+37 |m\n4+32 t|a\n4+0 t|b\n");
  CHECK(DOCUMENT("{\"message\":\"\\u00e9\\ud83e\\udd80\\ud83e\\udd80\\ud83e\\\"\\\\\\/\\x\"}"),
        "1+79 |\xc3\xa9\xf0\x9f\xa6\x80\xf0\x9f\xa6\x80\xef\xbf\xbd\"\\/x\n");
  CHECK(DOCUMENT("{\"message\":\"\\udd80\\u12\\u00g0\"}"), "1+51 |\xef\xbf\xbdu12u00g0\n");
  CHECK(DOCUMENT("{\"message\":\"{\\\"message\\\": \\\"[\"},{\"message\":\"]}\"}"),
        "1+51 |{\"message\": \"[\n1+18 |]}\n");
  CHECK(DOCUMENT("{\"no\":1},{\"message\":null},[{\"message\":\"in\"}]"), "1+28 |\n1+17 |\n1+20 |in\n");
  CHECK("{\"metadata\":{\"tag\":\"before\"},\"logcatMessages\":[{\"message\":\"m\"}],\"tag\":\"behind\"}", "1+79 |m\n");
  CHECK("{\"message\":\"m\",\"logcatMessages\":[]}",
        "1+35 |{\"message\":\"m\",\"logcatMessages\":[]}\n"); /* another's */
}

static void test_cut_document(void **state) {
  (void)state;
  CHECK("{\"logcatMessages\":[{\"message\":\"m\"}", "1+34 |m\nerror 902\n");
  CHECK("{\"logcatMessages\":[{\"message\":\"m\"},{\"message\":\"", "1+35 |m\nerror 902\n");
  CHECK("{\"logcatMessages\":[", "error 902\n");
  CHECK("{\"logcatMessages\":", "error 902\n");
  CHECK("{\"logcatMessages\":]}}}", "");
}

static void test_numbers(void **state) {
  (void)state;
  CHECK(DOCUMENT("{\"pid\":99999999999999999999,\"tid\":-1,\"seconds\":99999999999999999999,\"nanos\":-5,"
                 "\"logLevel\":\"\",\"message\":\"m\"}"),
        "1+128 |m\n");
}

/* Not as deep as the input. */
static void test_depth(void **state) {
  (void)state;
  enum { DEEP = 100000 };
  char *text = malloc(2 * DEEP + 100);
  assert_non_null(text);
  size_t n = (size_t)sprintf(text, "{\"logcatMessages\":[{\"tag\":\"t\",\"x\":");
  memset(text + n, '[', DEEP);
  memset(text + n + DEEP, ']', DEEP);
  n += 2 * DEEP;
  n += (size_t)sprintf(text + n, ",\"message\":\"lost\"},{\"message\":\"m\"}]}");
  check(text, n, "1+200053 t|\n1+17 |m\n");
  free(text);
}

static void test_objects(void **state) {
  (void)state;
  CHECK(
      "{\"__CURSOR\":\"\",\"SYSLOG_IDENTIFIER\":\"t\",\"MESSAGE\":[104,105,10, 255]}\nI/Tag     (    1): "
      "x\n{\"a\":1}\n{\"",
      "1+68 t|hi\n1+0 t|\xff\n2+21 Tag|x\n3+8 |{\"a\":1}\n4+2 |{\"\n");
  CHECK("{\"__CURSOR\":\"\",\"MESSAGE\":\"cut", "1+29 |cut\n");
  CHECK("{\"__CURSOR\":\"\",\"MESSAGE\":null,\"SYSLOG_IDENTIFIER\":\"t\"}", "1+54 t|\n"); /* too long for journalctl */
}

/* Fields with several values. Objects in a list have keys of their own. */
static void test_several(void **state) {
  (void)state;
  CHECK("{\"__CURSOR\":\"\",\"MESSAGE\":[\"a\",[98, 10,99],\"\"],\"SYSLOG_IDENTIFIER\":\"t\"}",
        "1+70 t|a\n1+0 t|b\n1+0 t|c\n1+0 t|\n");
  CHECK("{\"MESSAGE\":[[ 97 ],[98]],\"SYSLOG_IDENTIFIER\":[\"s\",\"t\"],\"__CURSOR\":[\"c\"]}", "1+72 t|a\n1+0 t|b\n");
  CHECK("{\"__CURSOR\":\"\",\"MESSAGE\":[{\"x\":1},\"y\",[\"z\"]]}",
        "1+45 |{\"__CURSOR\":\"\",\"MESSAGE\":[{\"x\":1},\"y\",[\"z\"]]}\n");
  CHECK("__CURSOR=a\nMESSAGE=a\nSYSLOG_IDENTIFIER=t\nMESSAGE\n\3\0\0\0\0\0\0\0b\nc\nMESSAGE=\n\n",
        "2+71 t|a\n2+0 t|b\n2+0 t|c\n2+0 t|\n");
}

static void test_export(void **state) {
  (void)state;
  CHECK("__CURSOR=a\nSYSLOG_IDENTIFIER=t\nMESSAGE=m\n\n\nMESSAGE=n", "3+42 t|m\n5+1 |\n6+9 |n\n");
  CHECK("__CURSOR=a\nMESSAGE\n\3\0\0\0\0\0\0\0a\nb\nTAG=x\n\nMESSAGE=n\n\n", "2+38 |a\n2+0 |b\n7+11 |n\n");
  CHECK("__CURSOR=a\nMESSAGE\n\377\377\377\377\377\377\377\377\nMESSAGE=m\n\n", "4+39 |m\n"); /* no such length */
  CHECK("__CURSOR=a\nMESSAGE\n\377\0\0\0\0\0\0\0cut", "1+30 |\n");
  CHECK("__CURSOR=a\nprose is passed over\nMESSAGE=\n\n", "3+42 |\n");
}

/* Each begins in a line that is neither indented nor empty, whatever is missing of the one before. */
static void test_entries(void **state) {
  (void)state;
  CHECK("{\n\t\"__CURSOR\" : \"c\",\n\t\"MESSAGE\" : [\n\t\t97,\n\t\t98\n\t]\n}\n{\n\t\"MESSAGE\" : \"m\"\n}\n",
        "3+52 |ab\n9+21 |m\n");
  CHECK("{\n\t\"__CURSOR\" : \"c\",\n\t\"MESSAGE\" : \"cut\n{\n\t\"MESSAGE\" : \"m\"\n}",
        "3+39 |cut\n3+0 |\n5+20 |m\n");
  CHECK("data: {\"__CURSOR\":\"c\",\"MESSAGE\":\"m\"}\n\ndata: {\"MESSAGE\":\"n\"}\n\n", "1+38 |m\n3+23 |n\n");
  CHECK("\x1e{\"__CURSOR\":\"c\",\"MESSAGE\":\"m\"}\n\x1e{\"MESSAGE\":\"n\"}\n\x1e", "1+32 |m\n2+17 |n\n3+1 |\n");
}

#define HEAD "Wed 2024-11-20 10:11:12.123456 CET [s=1;i=1;b=1;m=1;t=1;x=1]" LONG "\n"
#define LONG ";0123456789012345678901234567890123456789012345678901234567890123456789"

static void test_verbose(void **state) {
  (void)state;
  CHECK(HEAD "    SYSLOG_IDENTIFIER=t\n    MESSAGE=a\n             b\n            c=d\n    X=e\n        f\n" HEAD
             "    MESSAGE=[12B blob data]\n    LINES\n    SYSLOG_IDENTIFIER=u\n",
        "3+219 t|a\n3+0 t| b\n3+0 t|c=d\n9+194 u|[12B blob data]\n");
  CHECK(HEAD "    MESSAGE=cut", "2+147 |cut\n");
  CHECK(HEAD, "1+132 |\n");
}

static void test_dmesg(void **state) {
  (void)state;
  CHECK("{\"dmesg\": [{\"pri\": 6,\"time\":     1.234567,\"msg\": \"a\\nb\"},{\"pri\": 6,\"time\": x,\"msg\": \"c\"}]}",
        "1+57 |a\n1+0 |b\n1+33 |c\n");
  CHECK("{\"dmesg\": [{\"msg\": \"a\"}", "1+23 |a\nerror 902\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_document), cmocka_unit_test(test_cut_document),
                                     cmocka_unit_test(test_numbers),  cmocka_unit_test(test_depth),
                                     cmocka_unit_test(test_objects),  cmocka_unit_test(test_export),
                                     cmocka_unit_test(test_several),  cmocka_unit_test(test_entries),
                                     cmocka_unit_test(test_verbose),  cmocka_unit_test(test_dmesg)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
