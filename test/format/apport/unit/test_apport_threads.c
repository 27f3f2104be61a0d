/* SPDX-License-Identifier: MIT */
/* Values that threads compress: the same output for any number of them, through any sink, whatever fails. */
#include "sinks.h"

enum { SIZE = 1500000, KEYS = 3 };

static char *value; /* SIZE bytes: zeros, words and noise */

static int make_value(void **state) {
  (void)state;
  uint32_t r = 7;
  value = malloc(SIZE);
  for (size_t i = 0; i < SIZE; i++) {
    r = r * 1664525 + 1013904223;
    value[i] = (char)(i / 50000 % 3 == 0 ? 0 : i / 50000 % 3 == 1 ? "/usr/lib "[i % 9] : (int)(r >> 25));
  }
  return 0;
}

static int free_value(void **state) {
  (void)state;
  free(value);
  return 0;
}

struct how {
  uint32_t threads, compression, variant;
  uint64_t level, block;
  size_t piece;
};

static dfmt_config *config_of(const struct how *h) {
  dfmt_config *c;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_THREADS, h->threads), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_LEVEL, h->level), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_APPORT_BLOCK, h->block), DFMT_OK);
  return c;
}

static dfmt_status put_payload(dfmt_writer *w, size_t len, size_t piece) {
  dfmt_status st = DFMT_OK;
  for (size_t at = 0; at < len && st >= 0;) {
    uint64_t taken, n = len - at < piece ? len - at : piece;
    st = dfmt_writer_payload(w, value + at, n, &taken);
    at += (size_t)taken;
  }
  return st;
}

/* What goes on once the sink takes more. */
#define REPEAT(call) \
  do st = (call); \
  while (st == DFMT_AGAIN)

/* Three values: all of it, a little, nothing. */
static dfmt_status write_values(dfmt_writer *w, const struct how *h) {
  static const size_t sizes[KEYS] = {SIZE, 1000, 0};
  static const char *const keys[KEYS] = {"CoreDump", "Small", "Empty"};
  dfmt_status st = DFMT_OK;
  for (size_t i = 0; i < KEYS && st == DFMT_OK; i++) {
    const dfmt_apport_field f = {.head = {sizeof f, DFMT_APPORT_FIELD},
                                 .present = DFMT_APPORT_FIELD_HAS_COMPRESSION,
                                 .encoding = DFMT_APPORT_ENCODING_BASE64,
                                 .compression = h->compression,
                                 .key = {keys[i], strlen(keys[i])}};
    REPEAT(dfmt_writer_begin(w, &f.head, DFMT_PAYLOAD_DECODED));
    if (st == DFMT_OK) REPEAT(put_payload(w, sizes[i], h->piece));
    if (st == DFMT_OK) REPEAT(dfmt_writer_end(w));
  }
  if (st == DFMT_OK) REPEAT(dfmt_writer_finish(w));
  return st;
}

/* Reads a report back, and compares the first values. */
static void expect_values(const void *ptr, uint64_t len, size_t n_values) {
  static const uint64_t sizes[KEYS] = {SIZE, 1000, 0};
  const dfmt_event *ev;
  dfmt_source *s;
  dfmt_reader *r;
  assert_int_equal(dfmt_source_memory(NULL, ptr, len, &s), DFMT_OK);
  assert_int_equal(dfmt_reader_new(NULL, &r), DFMT_OK);
  assert_int_equal(dfmt_reader_open(r, DFMT_APPORT, s), DFMT_OK);
  for (size_t i = 0; i < n_values; i++) {
    const void *piece;
    uint64_t n, at = 0;
    assert_int_equal(dfmt_reader_next(r, &ev), DFMT_OK);
    for (; dfmt_payload_chunk(r, &piece, &n) == DFMT_OK; at += n) {
      assert_true(n <= sizes[i] - at);
      assert_memory_equal(piece, value + at, (size_t)n);
    }
    assert_int_equal(dfmt_reader_error(r)->status, DFMT_OK);
    assert_int_equal(at, sizes[i]);
  }
  assert_int_equal(dfmt_reader_next(r, &ev), DFMT_END);
  dfmt_reader_free(r);
  dfmt_source_free(s);
}

/* Writes into a memory sink, whose bytes are for the caller to free. */
static char *written(const struct how *h, uint64_t *len) {
  const void *ptr;
  dfmt_writer *w;
  dfmt_config *c = config_of(h);
  dfmt_sink *s = memory_sink();
  assert_int_equal(dfmt_writer_new(c, &w), DFMT_OK);
  assert_int_equal(dfmt_writer_open(w, DFMT_APPORT, h->variant, s), DFMT_OK);
  assert_int_equal(write_values(w, h), DFMT_OK);
  assert_int_equal(dfmt_sink_bytes(s, &ptr, len), DFMT_OK);
  char *copy = malloc((size_t)*len);
  memcpy(copy, ptr, (size_t)*len);
  dfmt_writer_free(w);
  dfmt_sink_free(s);
  dfmt_config_free(c);
  return copy;
}

static void expect_same(struct how h) {
  static const uint32_t threads[] = {2, 5, 1};
  uint64_t n_first, n;
  h.threads = 1;
  char *first = written(&h, &n_first);
  if (h.variant != DFMT_APPORT_VARIANT_MIME) expect_values(first, n_first, KEYS);
  for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
    h.threads = threads[i];
    h.piece = i == 2 ? 777 : SIZE;
    char *other = written(&h, &n);
    assert_int_equal(n, n_first);
    assert_memory_equal(other, first, (size_t)n);
    free(other);
  }
  free(first);
}

static void test_same_output(void **state) {
  (void)state;
  static const uint64_t levels[] = {DFMT_LEVEL_DEFAULT, DFMT_LEVEL_FASTEST, DFMT_LEVEL_NONE, DFMT_LEVEL_FAST},
                        blocks[] = {0, 50000, 1 << 20};
  for (uint32_t compression = DFMT_APPORT_COMPRESSION_ZLIB; compression <= DFMT_APPORT_COMPRESSION_ZSTD;
       compression++) {
    if (compression == DFMT_APPORT_COMPRESSION_ZSTD && !dfmt_has_feature(DFMT_FEATURE_ZSTD)) continue;
    for (size_t i = 0; i < 4; i++)
      for (size_t k = 0; k < 3; k++)
        expect_same((struct how){.compression = compression, .level = levels[i], .block = blocks[k], .piece = 65536});
  }
  expect_same((struct how){.compression = 2, .piece = 65536, .variant = DFMT_APPORT_VARIANT_GZIP_1M});
  expect_same((struct how){.compression = 2, .piece = 65536, .variant = DFMT_APPORT_VARIANT_MIME});
}

/* Lines hold the same parts of the value as without threads. */
static void test_same_lines(void **state) {
  (void)state;
  struct how h = {.compression = DFMT_APPORT_COMPRESSION_GZIP, .piece = SIZE};
  uint64_t n[2], lines[2] = {0};
  for (uint32_t i = 0; i < 2; i++) {
    h.threads = i;
    char *out = written(&h, &n[i]);
    for (uint64_t k = 0; k < n[i]; k++) lines[i] += out[k] == '\n';
    free(out);
  }
  assert_int_equal(lines[1], lines[0] + 1); /* of the small value: zlib holds all of it back until it is told the end */
  assert_true(n[1] < n[0] + n[0] / 50);
}

static void test_full_sink(void **state) {
  (void)state;
  uint64_t n;
  struct how h = {.threads = 3, .compression = DFMT_APPORT_COMPRESSION_GZIP, .piece = 100000};
  char *want = written(&h, &n);
  struct drip d = {.budget = 30000};
  dfmt_config *c = config_of(&h);
  dfmt_sink *s = drip_sink(c, &d);
  dfmt_writer *w;
  assert_int_equal(dfmt_writer_new(c, &w), DFMT_OK);
  assert_int_equal(dfmt_writer_open(w, DFMT_APPORT, 0, s), DFMT_OK);
  assert_int_equal(write_values(w, &h), DFMT_OK);
  assert_int_equal(d.len, n);
  assert_memory_equal(d.ptr, want, (size_t)n);
  dfmt_writer_free(w);
  dfmt_sink_free(s);
  dfmt_config_free(c);
  free(d.ptr);
  free(want);
}

static dfmt_status fail_write(void *user, const void *buf, uint64_t len, uint64_t *taken) {
  uint64_t *left = user;
  (void)buf;
  if (len > *left) return DFMT_E_IO;
  *left -= len;
  *taken = len;
  return DFMT_OK;
}

/* The sink fails, or the record is left alone, with blocks under way: nothing hangs or leaks, and the writer goes on.
 */
static void test_failing_sink(void **state) {
  (void)state;
  static const dfmt_sink_ops ops = {.size = sizeof ops, .write = fail_write};
  const struct how h = {.threads = 2, .compression = DFMT_APPORT_COMPRESSION_GZIP, .piece = SIZE};
  dfmt_config *c = config_of(&h);
  dfmt_writer *w;
  assert_int_equal(dfmt_writer_new(c, &w), DFMT_OK);
  for (uint64_t budget = 0; budget < 500000; budget += 60000) {
    uint64_t left = budget, n;
    dfmt_sink *s;
    assert_int_equal(dfmt_sink_new(NULL, &ops, &left, &s), DFMT_OK);
    assert_int_equal(dfmt_writer_open(w, DFMT_APPORT, 0, s), DFMT_OK);
    assert_int_equal(write_values(w, &h), DFMT_E_IO);
    dfmt_sink_free(s);
    s = memory_sink();
    const void *ptr;
    assert_int_equal(dfmt_writer_open(w, DFMT_APPORT, 0, s), DFMT_OK);
    assert_int_equal(write_values(w, &h), DFMT_OK);
    assert_int_equal(dfmt_sink_bytes(s, &ptr, &n), DFMT_OK);
    expect_values(ptr, n, KEYS);
    dfmt_sink_free(s);
  }
  dfmt_writer_free(w);
  dfmt_config_free(c);
}

/* Repeats what memory was out for. */
#define INSIST(call) \
  while ((st = (call)) == DFMT_E_NOMEM) continue; \
  assert_int_equal(st, DFMT_OK)

/* Each allocation in turn fails, once; the call is repeated, and the value is as ever. */
static void test_no_memory(void **state) {
  (void)state;
  uint32_t left = 0;
  const void *ptr;
  uint64_t got;
  dfmt_config *c = failing_config(&left);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_THREADS, 2), DFMT_OK);
  const dfmt_apport_field f = {
      .head = {sizeof f, DFMT_APPORT_FIELD}, .encoding = DFMT_APPORT_ENCODING_BASE64, .key = {"CoreDump", 8}};
  for (uint32_t n = 1; left == 0; n++) {
    dfmt_status st;
    dfmt_writer *w;
    dfmt_sink *s = memory_sink();
    left = n;
    INSIST(dfmt_writer_new(c, &w));
    INSIST(dfmt_writer_open(w, DFMT_APPORT, 0, s));
    INSIST(dfmt_writer_begin(w, &f.head, DFMT_PAYLOAD_DECODED));
    for (uint64_t at = 0, taken; at < SIZE; at += taken) {
      st = dfmt_writer_payload(w, value + at, SIZE - at < 100000 ? SIZE - at : 100000, &taken);
      assert_true(st == DFMT_OK || st == DFMT_E_NOMEM);
    }
    INSIST(dfmt_writer_end(w));
    INSIST(dfmt_writer_finish(w));
    assert_int_equal(dfmt_sink_bytes(s, &ptr, &got), DFMT_OK);
    expect_values(ptr, got, 1);
    dfmt_writer_free(w);
    dfmt_sink_free(s);
  }
  dfmt_config_free(c);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_same_output), cmocka_unit_test(test_same_lines),
                                     cmocka_unit_test(test_full_sink), cmocka_unit_test(test_failing_sink),
                                     cmocka_unit_test(test_no_memory)};
  return cmocka_run_group_tests(tests, make_value, free_value);
}
