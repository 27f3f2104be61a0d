/* SPDX-License-Identifier: MIT */
/* Wrapped inputs: which they are, all their members, and what may stand after them. */
#include "codec_run.h"

#include <diagfmt/event.h>

#include "codec/wrapper.h"

/* "ab", "" and "c" as gzip members; "ab" and "" as Zstandard frames; a skippable frame. */
#define GZIP_AB "\x1f\x8b\x08\0\0\0\0\0\x02\xff\x4b\x4c\x02\0\x6d\x48\x83\x9e\x02\0\0\0"
#define GZIP_EMPTY "\x1f\x8b\x08\0\0\0\0\0\x02\xff\x03\0\0\0\0\0\0\0\0\0"
#define GZIP_C \
  "\x1f\x8b\x08\x08\0\0\0\0\x02\xff" \
  "n\0\x4b\x06\0\x6f\xdf\xb9\x06\x01\0\0\0"
#define ZSTD_AB "\x28\xb5\x2f\xfd\x20\x02\x11\0\0ab"
#define ZSTD_EMPTY "\x28\xb5\x2f\xfd\x20\0\x01\0\0"
#define SKIPPABLE "\x5e\x2a\x4d\x18\x03\0\0\0xyz"
/* "ab" and "" as xz; the first says that it needs 4 GiB. */
#define XZ_START "\xfd\x37\x7a\x58\x5a\0\0\x01\x69\x22\xde\x36"
#define XZ_AB \
  XZ_START \
  "\x02\0\x21\x01\x16\0\0\0\x74\x2f\xe5\xa3\x01\0\x01\x61\x62\0\0\0\x6d\x48\x83\x9e\0\x01\x16\x02\xd0" \
  "\x61\x10\xd2\x90\x42\x99\x0d\x01\0\0\0\0\x01\x59\x5a"
#define XZ_EMPTY XZ_START "\0\0\0\0\x1c\xdf\x44\x21\x90\x42\x99\x0d\x01\0\0\0\0\x01\x59\x5a"
#define XZ_LARGE XZ_START "\x02\0\x21\x01\x28\0\0\0\xe6\xa0\x11\xb3"
#define ZEROS "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"

static const struct {
  uint32_t wrapper;
  const char *in;
  size_t len;
  const char *out;
  dfmt_status status;
  uint32_t number;
} known[] = {
#define GZIP(bytes, less) DFMT_WRAPPER_GZIP, bytes, sizeof bytes - 1 - (less)
    {GZIP(GZIP_AB, 0), "ab", DFMT_END, 0},
    {GZIP(GZIP_AB GZIP_EMPTY GZIP_C, 0), "abc", DFMT_END, 0},
    {GZIP(GZIP_AB ZEROS, 0), "ab", DFMT_END, 0},
    {GZIP(GZIP_AB GZIP_C ZEROS "x", 0), "abc", DFMT_E_FORMAT, DFMT_ERR_CODEC_TRAILING},
    {GZIP(GZIP_AB ZEROS GZIP_C, 0), "ab", DFMT_E_FORMAT, DFMT_ERR_CODEC_TRAILING},
    {GZIP(GZIP_AB "xyz", 0), "ab", DFMT_E_FORMAT, DFMT_ERR_CODEC_TRAILING},
    {GZIP(GZIP_AB "\x1fyz", 0), "ab", DFMT_E_FORMAT, DFMT_ERR_CODEC_TRAILING},
    {GZIP(GZIP_AB GZIP_C, 1), "abc", DFMT_E_TRUNCATED, DFMT_ERR_DEFLATE_TRUNCATED},
    {GZIP(GZIP_AB GZIP_C, 20), "ab", DFMT_E_TRUNCATED, DFMT_ERR_DEFLATE_TRUNCATED},
    {GZIP(GZIP_AB "\x1f\x8b\x08\0\0\0\0\0\x02\xff\x07", 0), "ab", DFMT_E_FORMAT, DFMT_ERR_DEFLATE_DATA},
    {GZIP("", 0), "", DFMT_E_TRUNCATED, DFMT_ERR_DEFLATE_TRUNCATED},
    {GZIP("xyz", 0), "", DFMT_E_FORMAT, DFMT_ERR_DEFLATE_HEADER},
#ifdef HAVE_ZSTD
#define ZSTD(bytes, less) DFMT_WRAPPER_ZSTD, bytes, sizeof bytes - 1 - (less)
    {ZSTD(ZSTD_AB, 0), "ab", DFMT_END, 0},
    {ZSTD(SKIPPABLE ZSTD_AB SKIPPABLE ZSTD_EMPTY ZSTD_AB SKIPPABLE, 0), "abab", DFMT_END, 0},
    {ZSTD(SKIPPABLE, 0), "", DFMT_END, 0},
    {ZSTD(ZSTD_AB "xyz+-", 0), "ab", DFMT_E_FORMAT, DFMT_ERR_CODEC_TRAILING},
    {ZSTD(ZSTD_AB "\x28\xb5\x2f\xfc ", 0), "ab", DFMT_E_FORMAT, DFMT_ERR_CODEC_TRAILING},
    {ZSTD(ZSTD_AB ZSTD_AB, 1), "aba", DFMT_E_TRUNCATED, DFMT_ERR_ZSTD_TRUNCATED}, /* a raw block comes by bytes */
    {ZSTD(ZSTD_AB SKIPPABLE, 1), "ab", DFMT_E_TRUNCATED, DFMT_ERR_ZSTD_TRUNCATED},
    {ZSTD(ZSTD_AB ZSTD_EMPTY, 8), "ab", DFMT_E_TRUNCATED, DFMT_ERR_ZSTD_TRUNCATED},
    {ZSTD("", 0), "", DFMT_E_TRUNCATED, DFMT_ERR_ZSTD_TRUNCATED},
#else
    {DFMT_WRAPPER_ZSTD, ZSTD_AB, sizeof ZSTD_AB - 1, "", DFMT_E_UNSUPPORTED, DFMT_ERR_CODEC_MISSING},
#endif
#ifdef HAVE_LZMA
#define XZ(bytes, less) DFMT_WRAPPER_XZ, bytes, sizeof bytes - 1 - (less)
    {XZ(XZ_AB, 0), "ab", DFMT_END, 0},
    {XZ(XZ_AB XZ_EMPTY XZ_AB ZEROS, 0), "abab", DFMT_END, 0},
    {XZ(XZ_AB ZEROS, 1), "ab", DFMT_E_FORMAT, DFMT_ERR_XZ_DATA}, /* zeros come by four */
    {XZ(XZ_AB "xyz+-*.:;,|#", 0), "ab", DFMT_E_FORMAT, DFMT_ERR_XZ_DATA},
    {XZ(XZ_AB, 1), "ab", DFMT_E_TRUNCATED, DFMT_ERR_XZ_TRUNCATED},
    {XZ(XZ_AB, 40), "", DFMT_E_TRUNCATED, DFMT_ERR_XZ_TRUNCATED},
    {XZ(XZ_LARGE, 0), "", DFMT_E_FORMAT, DFMT_ERR_XZ_DICTIONARY},
    {XZ("", 0), "", DFMT_E_TRUNCATED, DFMT_ERR_XZ_TRUNCATED},
#else
    {DFMT_WRAPPER_XZ, XZ_AB, sizeof XZ_AB - 1, "", DFMT_E_UNSUPPORTED, DFMT_ERR_CODEC_MISSING},
#endif
};

static void *plain_realloc(void *user, void *ptr, uint64_t old_size, uint64_t new_size) {
  (void)user;
  (void)old_size;
  if (new_size > 0) return realloc(ptr, (size_t)new_size);
  free(ptr);
  return NULL;
}

static dfmt_status step_unwrapper(void *w, struct dfmti_io *io, bool last, struct dfmti_fault *f) {
  return dfmti_unwrapper_step(w, io, last, f);
}

static void test_members(void **state) {
  (void)state;
  struct dfmti_mem m = {.fn = plain_realloc, .limit = UINT64_MAX};
  struct run r;
  run_open(&r);
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    for (size_t piece = 1; piece < 100; piece += piece < 12 ? 1 : 40) {
      struct dfmti_unwrapper *w = dfmti_unwrapper_new(&m, known[i].wrapper);
      run_decoder(&r, step_unwrapper, w, (const uint8_t *)known[i].in, known[i].len, piece, piece % 5 + 1, false);
      assert_int_equal(r.status, known[i].status);
      assert_int_equal(r.number, known[i].number);
      assert_int_equal(r.made, strlen(known[i].out));
      assert_memory_equal(r.out, known[i].out, r.made);
      dfmti_unwrapper_free(&m, w);
    }
    uint8_t prefix[3];
    size_t made = strlen(known[i].out) < 3 ? strlen(known[i].out) : 3;
    for (size_t cap = 0; cap <= made; cap++) {
      const uint8_t *in = (const uint8_t *)known[i].in;
      assert_int_equal(dfmti_unwrap_prefix(&m, known[i].wrapper, in, known[i].len, prefix, cap), cap);
      assert_memory_equal(prefix, known[i].out, cap);
    }
  }
  assert_int_equal(m.used, 0);
  run_close(&r);
}

static void test_magic(void **state) {
  (void)state;
  static const struct {
    const char *bytes;
    uint32_t wrapper;
  } magic[] = {
      {"\x1f\x8b\x08", DFMT_WRAPPER_GZIP},
      {"\x1f\x8b\x07", DFMT_WRAPPER_NONE},
      {"\x1f\x8b", DFMT_WRAPPER_NONE},
      {"\x28\xb5\x2f\xfd", DFMT_WRAPPER_ZSTD},
      {"\x28\xb5\x2f", DFMT_WRAPPER_NONE},
      {"\x5f\x2a\x4d\x18", DFMT_WRAPPER_ZSTD},
      {"\x50\x2a\x4d\x18", DFMT_WRAPPER_ZSTD},
      {"\x60\x2a\x4d\x18", DFMT_WRAPPER_NONE},
      {"", DFMT_WRAPPER_NONE},
      {"\3757zXZ", DFMT_WRAPPER_XZ},
      {"\3757z", DFMT_WRAPPER_NONE},
      {"BZh9", DFMT_WRAPPER_NONE},
      {"ProblemType: Crash", DFMT_WRAPPER_NONE},
  };
  for (size_t i = 0; i < sizeof magic / sizeof *magic; i++)
    assert_int_equal(dfmti_wrapper_of((const uint8_t *)magic[i].bytes, strlen(magic[i].bytes)), magic[i].wrapper);
}

/* A message is told by its head, and of what cannot be one few bytes are asked for. */
static void test_message(void **state) {
  (void)state;
  static const struct {
    const char *bytes;
    uint32_t wrapper;
    size_t wants;
  } heads[] = {
      {"", DFMT_WRAPPER_NONE, 4},
      {"Con", DFMT_WRAPPER_NONE, 4},
      {"T: a", DFMT_WRAPPER_NONE, 0},
      {"Cont", DFMT_WRAPPER_NONE, 5},
      {"mime-version", DFMT_WRAPPER_NONE, 13},
      {"Cont: a\nT", DFMT_WRAPPER_NONE, 0},
      {"Content-Type: text/plain\n", DFMT_WRAPPER_NONE, 4096},
      {"Content-Type: text/plain\n\n boundary=x multipart/mixed", DFMT_WRAPPER_NONE, 4096},
      {"Content-Type: multipart/mixed; boundary=x\n\n", DFMT_WRAPPER_MIME, 4096},
      {"MIME-VERSION: 1.0\r\nX: y\r\ncontent-type: MULTIPART/mixed;\r\n\tBoundary=\"x\"\r\n\r\n", DFMT_WRAPPER_MIME,
       4096},
      {"MIME-Version: 1.0\n\nContent-Type: multipart/mixed; boundary=x\n\n", DFMT_WRAPPER_NONE, 4096},
      {"Content-Type: multipart/mixed\n\n", DFMT_WRAPPER_NONE, 4096},
      {"Content-Type: multipart/mixed; bound", DFMT_WRAPPER_MIME, 4096}, /* from here on they are cut */
      {"Content-Type: multipart/mixed; boundary=x\n", DFMT_WRAPPER_MIME, 4096},
      {"MIME-Version: 1.0\nContent-Type: mult", DFMT_WRAPPER_MIME, 4096},
  };
  for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
    const uint8_t *p = (const uint8_t *)heads[i].bytes;
    assert_int_equal(dfmti_wrapper_of(p, strlen(heads[i].bytes)), heads[i].wrapper);
    assert_int_equal(dfmti_wrapper_wants(p, strlen(heads[i].bytes)), heads[i].wants);
  }
}

/* More of a head than has to tell changes nothing. */
static void test_long_head(void **state) {
  (void)state;
  static const char type[] = "Content-Type: multipart/mixed; boundary=x\n", version[] = "MIME-Version: 1.0\n";
  uint8_t head[5000];
  for (int late = 0; late < 2; late++) {
    memset(head, 'x', sizeof head);
    memcpy(head, version, sizeof version - 1);
    memcpy(head + (late ? 4500 : 500), "\n", 1);
    memcpy(head + (late ? 4501 : 501), type, sizeof type - 1);
    for (size_t n = 4096; n <= sizeof head; n++)
      assert_int_equal(dfmti_wrapper_of(head, n), late ? DFMT_WRAPPER_NONE : DFMT_WRAPPER_MIME);
  }
}

/* Of xz, what is decoded needs memory that a handle may not have; it goes on once it has. */
static void test_xz_memory(void **state) {
  (void)state;
#ifdef HAVE_LZMA
  struct dfmti_mem m = {.fn = plain_realloc, .limit = 40000};
  struct dfmti_unwrapper *w = dfmti_unwrapper_new(&m, DFMT_WRAPPER_XZ);
  uint8_t out[8];
  struct dfmti_fault f;
  struct dfmti_io io = {(const uint8_t *)XZ_AB, sizeof XZ_AB - 1, out, sizeof out};
  assert_non_null(w);
  for (int i = 0; i < 2; i++) {
    assert_int_equal(dfmti_unwrapper_step(w, &io, true, &f), DFMT_E_NOMEM);
    assert_in_range(m.needed, 8 << 20, 16 << 20);
  }
  m.limit = m.needed;
  assert_int_equal(dfmti_unwrapper_step(w, &io, true, &f), DFMT_END);
  assert_memory_equal(out, "ab", 2);
  dfmti_unwrapper_free(&m, w);
  assert_int_equal(m.used, 0);
#endif
}

/* Without memory there is none, and nothing is kept. */
static void test_memory(void **state) {
  (void)state;
  uint8_t out[8];
  for (uint64_t limit = 0; limit < 20000; limit += 500) {
    struct dfmti_mem m = {.fn = plain_realloc, .limit = limit};
    struct dfmti_unwrapper *w = dfmti_unwrapper_new(&m, DFMT_WRAPPER_GZIP);
    assert_null(w);
    size_t made = dfmti_unwrap_prefix(&m, DFMT_WRAPPER_GZIP, (const uint8_t *)GZIP_AB, 22, out, 8);
    assert_true(made == SIZE_MAX);
    assert_int_equal(m.used, 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_members),   cmocka_unit_test(test_magic),
                                     cmocka_unit_test(test_message),   cmocka_unit_test(test_long_head),
                                     cmocka_unit_test(test_xz_memory), cmocka_unit_test(test_memory)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
