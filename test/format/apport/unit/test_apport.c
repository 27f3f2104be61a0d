/* SPDX-License-Identifier: MIT */
/* Apport reports that other readers refuse, or that are to be written in another dialect. */
#include "sinks.h"

static dfmt_config *config_with(uint32_t key, uint64_t value) {
  dfmt_config *c;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, key, value), DFMT_OK);
  return c;
}

static dfmt_reader *open_reader(const dfmt_config *c, const char *report) {
  dfmt_reader *r;
  dfmt_source *s;
  assert_int_equal(dfmt_source_memory(NULL, report, strlen(report), &s), DFMT_OK);
  assert_int_equal(dfmt_reader_new(c, &r), DFMT_OK);
  assert_int_equal(dfmt_reader_open(r, DFMT_APPORT, s), DFMT_OK);
  dfmt_source_free(s);
  return r;
}

/* The rest of a value; its end. */
static dfmt_status read_value(dfmt_reader *r, char *out, size_t cap) {
  const void *ptr;
  uint64_t len;
  size_t n = 0;
  dfmt_status st;
  while ((st = dfmt_payload_chunk(r, &ptr, &len)) == DFMT_OK) {
    assert_true(len < cap - n);
    memcpy(out + n, ptr, (size_t)len);
    n += (size_t)len;
  }
  out[n] = 0;
  return st;
}

/* "VALUE (diagnostics)" of a report's only entry, or "VALUE error NUMBER". */
static void expect_entry(const char *report, const char *want) {
  char value[100], got[200];
  const dfmt_event *ev;
  dfmt_config *c = config_with(DFMT_CFG_DIAGNOSTICS, 1);
  dfmt_reader *r = open_reader(c, report);
  assert_int_equal(dfmt_reader_next(r, &ev), DFMT_OK);
  dfmt_status st = read_value(r, value, sizeof value);
  size_t n = (size_t)snprintf(got, sizeof got, "%s", value);
  if (st < 0) n += (size_t)snprintf(got + n, sizeof got - n, " error %u", dfmt_reader_error(r)->number);
  while (dfmt_reader_next(r, &ev) == DFMT_OK)
    n += (size_t)snprintf(got + n, sizeof got - n, " (%u)", dfmt_event_diagnostic(ev)->number);
  assert_string_equal(got, want);
  dfmt_reader_free(r);
  dfmt_config_free(c);
}

#define GZIP_HEADER "K: base64\n H4sICAAAAAAC/0sA\n"

/* Apport 0.94 to 2.27.0 left out the trailer of values whose CRC-32 is 0 (spec 4.8). */
static void test_gzip_without_trailer(void **state) {
  (void)state;
  expect_entry(GZIP_HEADER " AwA=\n", " (418)");
  expect_entry(GZIP_HEADER " AwA=", " (418)");
  expect_entry(GZIP_HEADER " Aw==\n AA==\n", " (418)");
  expect_entry(GZIP_HEADER " AwAAAAAAAAAAAA==\n", "");
  expect_entry(GZIP_HEADER " AQQA+/+dCtlt\n", "\x9d\n\xd9m (418)"); /* four bytes of CRC-32 0 */
  expect_entry(GZIP_HEADER " AQQA+/+dCtltAAAAAAQAAAA=\n", "\x9d\n\xd9m");
  /* what else is missing stays an error */
  expect_entry(GZIP_HEADER " AQEA/v9B\n", "A error 304");            /* another CRC-32 */
  expect_entry(GZIP_HEADER " AwAA\n", " error 304");                  /* a part of the trailer */
  expect_entry(GZIP_HEADER " AwAAAAAA\n", " error 304");
  expect_entry(GZIP_HEADER " AwAAAAAAAAAA\n", " error 304");
  expect_entry(GZIP_HEADER " Aw==\n", " error 304");                  /* a part of the data */
  expect_entry(GZIP_HEADER, " error 304");
  expect_entry(GZIP_HEADER " AwA=\n A\n", " error 411");              /* a faulty line where the trailer should be */
  expect_entry("K: base64\n eJwDAA==\n", " error 304");               /* zlib */
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_gzip_without_trailer),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
