/* SPDX-License-Identifier: MIT */
/* Apport reports that other readers refuse, or that are to be written in another dialect. */
#include "sinks.h"

/* Keys of every edition of the note have a place; test/docs/test_keys.py knows the others. */
static void test_keys(void **state) {
  (void)state;
  static const char *const names[] = {"OS", "OSRelease", "DistroRelease", "ProblemType", "dmi.board.name", "VmCore"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const dfmt_apport_key *key = dfmt_apport_key_find(names[i], strlen(names[i]));
    assert_non_null(key);
    assert_true(dfmt_apport_key_is_valid(names[i], strlen(names[i])));
  }
  const dfmt_apport_key *os = dfmt_apport_key_find("OS", 2);
  assert_int_equal(os->category, DFMT_APPORT_CATEGORY_GENERAL);
  assert_int_equal(os->required | os->collected | os->always_text, 0);
  assert_true(dfmt_apport_value_is_valid(os, "Ubuntu", 6));
  assert_false(dfmt_apport_value_is_valid(os, "Ubuntu\n7.04", 11));
  assert_null(dfmt_apport_key_find("OSReleases", 10));
  assert_null(dfmt_apport_key_find("OSR", 3));
}

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
  expect_entry(GZIP_HEADER " AQEA/v9B\n", "A error 304"); /* another CRC-32 */
  expect_entry(GZIP_HEADER " AwAA\n", " error 304");      /* a part of the trailer */
  expect_entry(GZIP_HEADER " AwAAAAAA\n", " error 304");
  expect_entry(GZIP_HEADER " AwAAAAAAAAAA\n", " error 304");
  expect_entry(GZIP_HEADER " Aw==\n", " error 304"); /* a part of the data */
  expect_entry(GZIP_HEADER, " error 304");
  expect_entry(GZIP_HEADER " AwA=\n A\n", " error 411"); /* a faulty line where the trailer should be */
  expect_entry("K: base64\n eJwDAA==\n", " error 304");  /* zlib */
}

#define GZIP_VALUE "K: base64\n H4sICAAAAAAC/0sA\n AwAAAAAAAAAAAA==\n"
#define GZIP_ONE_LINE "K: base64\n H4sICAAAAAAC/0sAAwAAAAAAAAAAAA==\n" /* as kept values are laid out */
#define ZLIB_VALUE "K: base64\n eJwDAAAAAAE=\n"

static void expect_copy(const char *report, uint32_t variant, const char *want) {
  const dfmt_event *ev;
  dfmt_writer *w;
  dfmt_sink *s = memory_sink();
  dfmt_reader *r = open_reader(NULL, report);
  assert_int_equal(dfmt_writer_new(NULL, &w), DFMT_OK);
  assert_int_equal(dfmt_writer_open(w, DFMT_APPORT, variant, s), DFMT_OK);
  assert_int_equal(dfmt_reader_next(r, &ev), DFMT_OK);
  assert_int_equal(dfmt_writer_copy(w, r, ev), DFMT_OK);
  assert_int_equal(dfmt_writer_finish(w), DFMT_OK);
  expect(s, want);
  dfmt_writer_free(w);
  dfmt_reader_free(r);
  dfmt_sink_free(s);
}

/* A copy is what the dialect has: other compressions are not kept. */
static void test_copy_to_dialect(void **state) {
  (void)state;
  expect_copy(GZIP_VALUE, 0, GZIP_VALUE);
  expect_copy(ZLIB_VALUE, 0, ZLIB_VALUE);
  expect_copy(GZIP_VALUE, DFMT_APPORT_VARIANT_GZIP_128K, GZIP_ONE_LINE);
  expect_copy(GZIP_VALUE, DFMT_APPORT_VARIANT_GZIP_1M, GZIP_ONE_LINE);
  expect_copy(ZLIB_VALUE, DFMT_APPORT_VARIANT_ZLIB, ZLIB_VALUE);
  expect_copy(ZLIB_VALUE, DFMT_APPORT_VARIANT_GZIP_128K, GZIP_VALUE);
  expect_copy(ZLIB_VALUE, DFMT_APPORT_VARIANT_GZIP_1M, GZIP_VALUE);
  expect_copy(GZIP_VALUE, DFMT_APPORT_VARIANT_ZLIB, ZLIB_VALUE);
}

static dfmt_status put_text(dfmt_writer *w, const char *key) {
  const dfmt_apport_field f = {.head = {sizeof f, DFMT_APPORT_FIELD},
                               .present = DFMT_APPORT_FIELD_HAS_TEXT,
                               .encoding = DFMT_APPORT_ENCODING_TEXT,
                               .key = {key, strlen(key)},
                               .text = {"1", 1}};
  return dfmt_writer_put(w, &f.head);
}

/* What begins like a message is read as one (spec 8.5). */
static void test_first_key(void **state) {
  (void)state;
  static const uint32_t variants[] = {0, DFMT_APPORT_VARIANT_GZIP_1M, DFMT_APPORT_VARIANT_MIME};
  for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
    dfmt_writer *w;
    dfmt_sink *s = memory_sink();
    assert_int_equal(dfmt_writer_new(NULL, &w), DFMT_OK);
    assert_int_equal(dfmt_writer_open(w, DFMT_APPORT, variants[i], s), DFMT_OK);
    assert_int_equal(put_text(w, "MIME-Version"), DFMT_E_ARG);
    assert_int_equal(dfmt_writer_error(w)->number, DFMT_ERR_APPORT_FIRST_KEY);
    assert_int_equal(put_text(w, "content-type"), DFMT_E_ARG);
    assert_int_equal(put_text(w, "Content-Types"), DFMT_OK);
    assert_int_equal(put_text(w, "Content-Type"), DFMT_OK);
    assert_int_equal(dfmt_writer_finish(w), DFMT_OK);
    if (variants[i] != DFMT_APPORT_VARIANT_MIME) expect(s, "Content-Types: 1\nContent-Type: 1\n");
    dfmt_writer_free(w);
    dfmt_sink_free(s);
  }
}

/* Whoever asks for a compression gets it in any dialect. */
static void test_compression_asked_for(void **state) {
  (void)state;
  const dfmt_apport_field f = {.head = {sizeof f, DFMT_APPORT_FIELD},
                               .present = DFMT_APPORT_FIELD_HAS_COMPRESSION,
                               .encoding = DFMT_APPORT_ENCODING_BASE64,
                               .compression = DFMT_APPORT_COMPRESSION_GZIP,
                               .key = {"K", 1}};
  dfmt_writer *w;
  dfmt_sink *s = memory_sink();
  assert_int_equal(dfmt_writer_new(NULL, &w), DFMT_OK);
  assert_int_equal(dfmt_writer_open(w, DFMT_APPORT, DFMT_APPORT_VARIANT_ZLIB, s), DFMT_OK);
  assert_int_equal(dfmt_writer_begin(w, &f.head, DFMT_PAYLOAD_DECODED), DFMT_OK);
  assert_int_equal(dfmt_writer_end(w), DFMT_OK);
  assert_int_equal(dfmt_writer_finish(w), DFMT_OK);
  expect(s, GZIP_VALUE);
  dfmt_writer_free(w);
  dfmt_sink_free(s);
}

/* In salvage: events before the value, its bytes, events after it; a diagnostic by its number, an entry by its key. */
static void salvage(const char *report, const char *want) {
  char got[300];
  size_t n = 0;
  const dfmt_event *ev;
  dfmt_config *c = config_with(DFMT_CFG_RECOVER, 1);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_MAX_INLINE, 64), DFMT_OK);
  dfmt_reader *r = open_reader(c, report);
  while (dfmt_reader_next(r, &ev) == DFMT_OK) {
    const dfmt_apport_field *f = dfmt_event_apport_field(ev);
    if (!f) {
      n += (size_t)snprintf(got + n, sizeof got - n, "(%u)", dfmt_event_diagnostic(ev)->number);
      continue;
    }
    n += (size_t)snprintf(got + n, sizeof got - n, "%.*s=", (int)f->key.len, f->key.ptr);
    assert_int_equal(read_value(r, got + n, sizeof got - n), DFMT_END);
    n += strlen(got + n);
    bool bytes = f->present & DFMT_APPORT_FIELD_HAS_KIND && f->kind == DFMT_APPORT_KIND_BYTES;
    n += (size_t)snprintf(got + n, sizeof got - n, bytes ? " bytes;" : ";");
  }
  assert_int_equal(dfmt_reader_error(r)->status, DFMT_OK);
  assert_string_equal(got, want);
  dfmt_reader_free(r);
  dfmt_config_free(c);
}

static void expect_refused(const char *report) {
  char value[200];
  const dfmt_event *ev;
  dfmt_config *c = config_with(DFMT_CFG_MAX_INLINE, 64);
  dfmt_reader *r = open_reader(c, report);
  dfmt_status st = dfmt_reader_next(r, &ev);
  if (st == DFMT_OK) st = read_value(r, value, sizeof value);
  assert_int_equal(st, DFMT_E_FORMAT);
  assert_int_equal(dfmt_reader_error(r)->number, DFMT_ERR_APPORT_NOT_UTF8);
  dfmt_reader_free(r);
  dfmt_config_free(c);
}

#define LONG "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

/* A string key whose value is not UTF-8 is refused, and delivered by salvage: inline, as payload, and as base64. */
static void test_salvage_not_utf8(void **state) {
  (void)state;
  static const char in_body[] = "Title: caf\xe9\nEnd: x\n", payload[] = "Title: caf\xe9" LONG "\nEnd: x\n",
                    folded[] = "Title:\n caf\xe9\n " LONG "\nEnd: x\n",
                    base64[] = "Title: base64\n H4sICAAAAAAC/0sA\n AQQA+/9jYWbp\n G7CzqwQAAAA=\nEnd: x\n";
  expect_refused(in_body);
  expect_refused(payload);
  expect_refused(folded);
  expect_refused(base64);
  salvage(in_body, "(403)Title=caf\xe9 bytes;End=x;");
  salvage(payload, "Title=caf\xe9" LONG " bytes;(403)End=x;");
  salvage(folded, "Title=caf\xe9\n" LONG " bytes;(403)End=x;");
  salvage(base64, "Title=caf\xe9 bytes;(403)End=x;");
}

static dfmt_status write_anew(dfmt_writer *w, dfmt_reader *r, const dfmt_event *ev) {
  if (!(ev->flags & DFMT_EVENT_FLAG_PAYLOAD)) return dfmt_writer_put(w, ev->body);
  dfmt_status st = dfmt_writer_begin(w, ev->body, DFMT_PAYLOAD_DECODED);
  if (st == DFMT_OK) st = dfmt_writer_payload_from(w, r);
  return st == DFMT_OK ? dfmt_writer_end(w) : st;
}

/* What becomes of a report's only entry; false: it cannot be read. */
static bool rewrite(const char *report, uint64_t max_inline, uint32_t variant, bool anew, dfmt_sink *to) {
  const dfmt_event *ev;
  dfmt_writer *w;
  dfmt_config *c = config_with(DFMT_CFG_MAX_INLINE, max_inline);
  dfmt_reader *r = open_reader(c, report);
  assert_int_equal(dfmt_writer_new(NULL, &w), DFMT_OK);
  assert_int_equal(dfmt_writer_open(w, DFMT_APPORT, variant, to), DFMT_OK);
  bool readable = dfmt_reader_next(r, &ev) == DFMT_OK;
  if (readable) assert_int_equal(anew ? write_anew(w, r, ev) : dfmt_writer_copy(w, r, ev), DFMT_OK);
  assert_int_equal(dfmt_writer_finish(w), DFMT_OK);
  dfmt_writer_free(w);
  dfmt_reader_free(r);
  dfmt_config_free(c);
  return readable;
}

static void expect_same_form(const char *report, uint32_t variant, bool anew) {
  const void *ptr;
  uint64_t len;
  dfmt_sink *inlined = memory_sink(), *payload = memory_sink();
  if (rewrite(report, 1u << 20, variant, anew, inlined)) {
    rewrite(report, 64, variant, anew, payload);
    assert_int_equal(dfmt_sink_bytes(inlined, &ptr, &len), DFMT_OK);
    expect_bytes(payload, ptr, (size_t)len);
  }
  dfmt_sink_free(inlined);
  dfmt_sink_free(payload);
}

/* The value and the form it is written in do not depend on whether it came as a payload, of which the kind is late. */
static void expect_same_forms(const char *report) {
  for (int anew = 0; anew < 2; anew++) {
    expect_same_form(report, DFMT_APPORT_VARIANT_ZLIB, anew);
    expect_same_form(report, DFMT_APPORT_VARIANT_MIME, anew);
  }
}

/* What stands before, in and after 56 other characters, so that many values are shorter than what they occupy. */
static void test_form_of_payloads(void **state) {
  (void)state;
  static const char *const keys[] = {"K", "Title", "DataJson"};
  static const char *const pieces[] = {"", "        ", "\t", "\r", "\n ", "\n  \n ", "\1", "\x1c", "\xe9", "\xc3\xa9"};
  enum { PIECES = sizeof pieces / sizeof *pieces };
  char report[200];
  for (size_t i = 0; i < PIECES * PIECES * PIECES; i++) {
    snprintf(report, sizeof report, "%s:%s%.20s%s%.36s%s\n", keys[i % 3], pieces[i % PIECES], LONG,
             pieces[i / PIECES % PIECES], LONG, pieces[i / PIECES / PIECES]);
    expect_same_forms(report);
  }
}

/* The MIME form counts bytes of what is no text, else characters (spec 8.1). */
static void test_form_of_long_payloads(void **state) {
  (void)state;
  char report[1500] = "K: ";
  for (int i = 0; i < 700; i++) strcat(report, "\xc3\xa9");
  expect_same_forms(strcat(report, "\n"));
  report[strlen(report) - 2] = '\xff';
  expect_same_forms(report);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_keys),
      cmocka_unit_test(test_gzip_without_trailer),
      cmocka_unit_test(test_salvage_not_utf8),
      cmocka_unit_test(test_copy_to_dialect),
      cmocka_unit_test(test_compression_asked_for),
      cmocka_unit_test(test_first_key),
      cmocka_unit_test(test_form_of_payloads),
      cmocka_unit_test(test_form_of_long_payloads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
