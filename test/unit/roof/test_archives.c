/* SPDX-License-Identifier: MIT */
/*
 * Zip and tar archives of one file, which no format reads as they are: whatever their kind, and however they come, they
 * are read as that file. A second file is told of, after the first.
 */
#include "counter.h"
#include "zips.h"

#include <stdio.h>

static const char report[] = "ProblemType: Crash\nDate: Thu Jan  2 03:04:05 2025\nPackage: demo 1.0\n";
enum { KEYS = 3, REPORT = sizeof report - 1 };

enum kind { DEFLATED, STORED, DEFLATED_LATE, STORED_LATE, DEFLATED_LATE_WIDE, ENCRYPTED, OTHER_METHOD, KINDS };

static uint32_t method_of(enum kind kind) {
  return kind == STORED || kind == STORED_LATE ? 0 : kind == OTHER_METHOD ? 12 : 8;
}

/* An entry, and what lists it. */
static void add(struct zip *z, struct zip *list, const char *name, enum kind kind, const void *p, size_t n) {
  const bool late = kind >= DEFLATED_LATE && kind <= DEFLATED_LATE_WIDE;
  struct zip data = {NULL, 0, 0};
  struct member m = {.name = name, .method = method_of(kind), .crc = (uint32_t)crc32(0, p, (uInt)n), .header = z->n};
  if (m.method)
    zip_deflate(&data, p, n, 9);
  else
    zip_put(&data, p, n);
  m.flags = (late ? 8u : 0) | (kind == ENCRYPTED ? 1u : 0);
  m.stored = data.n;
  m.size = n;
  struct member head = m;
  if (late) head.crc = 0, head.stored = head.size = 0;
  zip_local(z, &head);
  zip_put(z, data.p, data.n);
  if (late) zip_descriptor(z, &m, true, kind == DEFLATED_LATE_WIDE ? 8 : 4);
  zip_central(list, &m);
  zip_free(&data);
}

static void end(struct zip *z, struct zip *list, unsigned n) {
  const size_t at = z->n, size = list->n;
  zip_put(z, list->p, list->n);
  zip_end(z, n, size, at);
  zip_free(list);
}

static struct zip zip_of(enum kind kind, const void *p, size_t n) {
  struct zip z = {NULL, 0, 0}, list = {NULL, 0, 0};
  add(&z, &list, "a.crash", kind, p, n);
  end(&z, &list, 1);
  return z;
}

struct result {
  dfmt_status status;
  uint32_t number, keys;
  uint64_t wrapper;
};

static struct result read_all(const dfmt_config *c, const struct zip *z, uint32_t format, size_t chunk, bool seeks) {
  struct pieces x = {.p = z->p, .n = z->n, .chunk = chunk};
  struct result got = {.keys = 0};
  const dfmt_event *e;
  dfmt_reader *r;
  dfmt_source *s = pieces_source(&x, seeks);
  assert_int_equal(dfmt_reader_new(c, &r), DFMT_OK);
  assert_int_equal(dfmt_reader_open(r, format, s), DFMT_OK);
  dfmt_source_free(s);
  while ((got.status = dfmt_reader_next(r, &e)) == DFMT_OK) got.keys += e->type == DFMT_APPORT_FIELD;
  got.number = dfmt_reader_error(r)->number;
  (void)dfmt_reader_stat(r, DFMT_STAT_WRAPPER, &got.wrapper);
  dfmt_reader_free(r);
  return got;
}

/* The same from a file and from a pipe, of a known format, and in pieces; and what is said of bytes in memory. */
static void gives_in(uint32_t wrapper, struct zip z, uint32_t keys, dfmt_status status, uint32_t number) {
  static const size_t chunks[] = {0, 1, 7, 100};
  for (size_t i = 0; i < 4 * sizeof chunks / sizeof *chunks; i++) {
    const struct result got = read_all(NULL, &z, i & 1 ? DFMT_APPORT : 0, chunks[i / 4], i & 2);
    assert_int_equal(got.status, status);
    assert_int_equal(got.number, number);
    assert_int_equal(got.keys, keys);
    if (keys) assert_int_equal(got.wrapper, wrapper);
  }
  dfmt_probe p[4];
  uint32_t n;
  assert_int_equal(dfmt_identify(NULL, z.p, z.n, NULL, p, 4, &n), DFMT_OK);
  assert_int_equal(n, keys > 0);
  if (n) assert_int_equal(p[0].format, DFMT_APPORT);
  if (n) assert_int_equal(p[0].wrapper, wrapper);
  zip_free(&z);
}

static void gives(struct zip z, uint32_t keys, dfmt_status status, uint32_t number) {
  gives_in(DFMT_WRAPPER_ZIP, z, keys, status, number);
}

static void test_kinds(void **state) {
  (void)state;
  for (enum kind kind = DEFLATED; kind < ENCRYPTED; kind++) gives(zip_of(kind, report, REPORT), KEYS, DFMT_END, 0);
  gives(zip_of(ENCRYPTED, report, REPORT), 0, DFMT_E_UNSUPPORTED, DFMT_ERR_BUGREPORT_ZIP_ENCRYPTED);
  gives(zip_of(OTHER_METHOD, report, REPORT), 0, DFMT_E_UNSUPPORTED, DFMT_ERR_BUGREPORT_ZIP_METHOD);
}

static void test_several(void **state) {
  (void)state;
  struct zip z = {NULL, 0, 0}, list = {NULL, 0, 0};
  add(&z, &list, "d/", STORED, "", 0);
  add(&z, &list, "d/a.crash", DEFLATED, report, REPORT);
  add(&z, &list, "__MACOSX/d/._a.crash", DEFLATED_LATE, "x", 1);
  struct zip one = {NULL, 0, 0}, its = {NULL, 0, 0};
  zip_put(&one, z.p, z.n);
  zip_put(&its, list.p, list.n);
  end(&one, &its, 3);
  gives(one, KEYS, DFMT_END, 0);
  add(&z, &list, "b", STORED, "", 0);
  end(&z, &list, 4);
  gives(z, KEYS - 1, DFMT_E_FORMAT, DFMT_ERR_CODEC_SEVERAL); /* the last may not be whole */
}

static void test_nested(void **state) {
  (void)state;
  struct zip z = zip_of(DEFLATED, report, REPORT);
  for (int level = 2; level <= 5; level++) {
    struct zip outer = zip_of(level % 2 ? STORED_LATE : DEFLATED, z.p, z.n), copy = {NULL, 0, 0};
    zip_free(&z);
    z = outer;
    zip_put(&copy, z.p, z.n);
    if (level < 5)
      gives(copy, KEYS, DFMT_END, 0);
    else
      gives(copy, 0, DFMT_E_UNSUPPORTED, DFMT_ERR_CODEC_NESTED);
  }
  zip_free(&z);
}

/* Up to each byte: what comes before the end is read. */
static void test_cut(void **state) {
  (void)state;
  struct zip z = zip_of(STORED, report, REPORT);
  for (size_t n = 4; n < z.n; n++) {
    const struct zip cut = {z.p, n, n};
    const struct result got = read_all(NULL, &cut, DFMT_APPORT, n % 5, n % 2);
    assert_true(got.status == DFMT_E_TRUNCATED || got.status == DFMT_E_FORMAT);
    if (n > 37 + REPORT) assert_int_equal(got.keys, KEYS - 1);
  }
  zip_free(&z);
}

/* Wrappings inside zips are held against what is stored of the outermost. */
static void test_limits(void **state) {
  (void)state;
  enum { SIZE = 64 << 20 };
  dfmt_config *c;
  uint8_t *zeros = calloc(1, SIZE);
  assert_non_null(zeros);
  memcpy(zeros, report, REPORT);
  struct zip inner = zip_of(DEFLATED, zeros, SIZE), z = zip_of(DEFLATED, inner.p, inner.n);
  free(zeros);
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  struct result got = read_all(c, &z, DFMT_APPORT, 0, false);
  assert_int_equal(got.status, DFMT_E_LIMIT);
  assert_int_equal(got.number, DFMT_ERR_MAX_RATIO);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_MAX_OUTPUT, 8 << 20), DFMT_OK);
  got = read_all(c, &inner, DFMT_APPORT, 0, true);
  assert_int_equal(got.number, DFMT_ERR_MAX_OUTPUT);
  dfmt_config_free(c);
  zip_free(&inner);
  zip_free(&z);
}

/* ---- tar ---- */

enum { BLOCK = 512 };

static void seal(uint8_t *head) {
  unsigned sum = 0;
  memset(head + 148, ' ', 8);
  for (int i = 0; i < BLOCK; i++) sum += head[i];
  snprintf((char *)head + 148, 8, "%06o", sum);
}

static void put_zeros(struct zip *z, size_t n) {
  for (; n > 0; n--) zip_put(z, "", 1);
}

/* A header and its content. */
static void tar_add(struct zip *z, const char *name, char type, const char *content) {
  uint8_t head[BLOCK] = {0};
  const size_t n = strlen(content);
  memcpy(head, name, strlen(name));
  memcpy(head + 100, "0000644", 8);
  snprintf((char *)head + 124, 12, "%011o", (unsigned)n);
  head[156] = (uint8_t)type;
  memcpy(head + 257, "ustar", 5);
  seal(head);
  zip_put(z, head, BLOCK);
  zip_put(z, content, n);
  put_zeros(z, -n % BLOCK);
}

static struct zip tar_of(char type, const char *content) {
  struct zip z = {NULL, 0, 0};
  tar_add(&z, "log.crash", type, content);
  return z;
}

static void tar_gives(struct zip z, uint32_t keys, dfmt_status status, uint32_t number) {
  gives_in(DFMT_WRAPPER_TAR, z, keys, status, number);
}

static void test_tar(void **state) {
  (void)state;
  static const char types[] = {'0', 0, '7'};
  for (size_t i = 0; i < sizeof types; i++) {
    tar_gives(tar_of(types[i], report), KEYS, DFMT_END, 0); /* there is no end */
    struct zip z = tar_of(types[i], report);
    put_zeros(&z, 20 * BLOCK);
    tar_gives(z, KEYS, DFMT_END, 0);
  }
  struct zip z = {NULL, 0, 0}, zipped;
  tar_add(&z, "pax", 'x', "30 mtime=1700000000.123456789\n");
  tar_add(&z, "././@LongLink", 'L', "a long name");
  tar_add(&z, "folder/", '5', "");
  tar_add(&z, "folder/._a.crash", '0', "what macOS knows");
  tar_add(&z, "folder/a.crash", '0', report);
  tar_add(&z, "link", '2', "");
  zipped = zip_of(DEFLATED, z.p, z.n);
  gives(zipped, KEYS, DFMT_END, 0);
  tar_gives(z, KEYS, DFMT_END, 0);
}

static void test_tar_faults(void **state) {
  (void)state;
  struct zip z = tar_of('0', report);
  tar_add(&z, "b", '0', "");
  tar_gives(z, KEYS - 1, DFMT_E_FORMAT, DFMT_ERR_CODEC_SEVERAL);
  z = tar_of('0', report);
  tar_add(&z, "b", '0', "");
  z.p[2 * BLOCK + 3] ^= 1;
  tar_gives(z, KEYS - 1, DFMT_E_FORMAT, DFMT_ERR_TAR_DATA);
  z = tar_of('0', report);
  zip_put(&z, "x", 1);
  tar_gives(z, KEYS - 1, DFMT_E_TRUNCATED, DFMT_ERR_TAR_TRUNCATED);
  z = tar_of('0', report);
  z.n = BLOCK + REPORT - 1;
  tar_gives(z, KEYS - 1, DFMT_E_TRUNCATED, DFMT_ERR_TAR_TRUNCATED);
  z = tar_of('0', report); /* a size of bytes, as GNU has it */
  memcpy(z.p + 124, (uint8_t[12]){0x80, [11] = REPORT}, 12);
  seal(z.p);
  tar_gives(z, KEYS, DFMT_END, 0);
  z = tar_of('0', report);
  memset(z.p + 124, 0xff, 12);
  seal(z.p);
  tar_gives(z, KEYS, DFMT_E_TRUNCATED, DFMT_ERR_TAR_TRUNCATED);
}

/* Each allocation in turn fails: it says so, and goes on. */
static void test_memory(void **state) {
  (void)state;
  struct zip inner = zip_of(DEFLATED, report, REPORT), z = zip_of(DEFLATED_LATE, inner.p, inner.n);
  size_t failed = 0;
  for (size_t fail_at = 1, done = 0; !done; fail_at++) {
    struct counter m;
    dfmt_config *c = counting_config(&m);
    struct pieces x = {.p = z.p, .n = z.n, .chunk = 50};
    dfmt_reader *r;
    const dfmt_event *e;
    dfmt_probe p[2];
    uint32_t keys = 0, n = 0;
    assert_int_equal(dfmt_reader_new(c, &r), DFMT_OK);
    dfmt_source *s = pieces_source(&x, fail_at % 2);
    assert_int_equal(dfmt_reader_open(r, 0, s), DFMT_OK);
    dfmt_source_free(s);
    m.fail_at = m.calls + fail_at;
    dfmt_status st;
    while ((st = dfmt_reader_next(r, &e)) == DFMT_OK || (st == DFMT_E_NOMEM && ++failed))
      keys += st == DFMT_OK && e->type == DFMT_APPORT_FIELD;
    assert_int_equal(st, DFMT_END);
    assert_int_equal(keys, KEYS);
    dfmt_reader_free(r);
    done = m.calls < m.fail_at;
    m.fail_at = m.calls + fail_at;
    st = dfmt_identify(c, z.p, z.n, NULL, p, 2, &n);
    assert_int_equal(st, m.calls < m.fail_at ? DFMT_OK : DFMT_E_NOMEM);
    dfmt_config_free(c);
    assert_int_equal(m.blocks, 0);
  }
  assert_true(failed > 5);
  zip_free(&inner);
  zip_free(&z);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_kinds),      cmocka_unit_test(test_several),
                                     cmocka_unit_test(test_nested),     cmocka_unit_test(test_cut),
                                     cmocka_unit_test(test_limits),     cmocka_unit_test(test_tar),
                                     cmocka_unit_test(test_tar_faults), cmocka_unit_test(test_memory)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
