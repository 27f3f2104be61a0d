/* SPDX-License-Identifier: MIT */
/* Deflate in blocks: whatever the level and the number of threads, zlib reads the bytes back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <zlib.h>

#include "codec/deflate_ahead.h"

enum { MOST = 1000000, ROOM = MOST + MOST / 8 };

struct fixture {
  long calls_left;
  struct dfmti_mem m;
  uint8_t *bytes, *packed, *first, *back; /* MOST, ROOM, ROOM, MOST */
  size_t n_packed;
};

static void *count_realloc(void *user, void *ptr, uint64_t old_size, uint64_t new_size) {
  (void)old_size;
  struct fixture *x = user;
  if (new_size == 0) {
    free(ptr);
    return NULL;
  }
  return x->calls_left-- > 0 ? realloc(ptr, (size_t)new_size) : NULL;
}

static int set_up(void **state) {
  struct fixture *x = calloc(1, sizeof *x);
  x->m = (struct dfmti_mem){.fn = count_realloc, .user = x, .limit = UINT64_MAX};
  x->calls_left = 1000000;
  x->bytes = malloc(MOST);
  x->packed = malloc(ROOM);
  x->first = malloc(ROOM);
  x->back = malloc(MOST);
  *state = x;
  return 0;
}

static int tear_down(void **state) {
  struct fixture *x = *state;
  int leaked = x->m.used != 0;
  free(x->bytes);
  free(x->packed);
  free(x->first);
  free(x->back);
  free(x);
  return leaked;
}

/* Zeros, words, and noise, by turns as long as `run`; run 0: noise alone. */
static void fill(struct fixture *x, size_t run) {
  uint32_t r = 1;
  for (size_t i = 0; i < MOST; i++) {
    r = r * 1664525 + 1013904223;
    size_t kind = run ? i / run % 3 : 2;
    x->bytes[i] = kind == 0 ? 0 : kind == 1 ? (uint8_t)"one two three "[i % 14] : (uint8_t)(r >> 24);
  }
}

static void take(struct fixture *x, struct dfmti_deflate_ahead *d, uint32_t *crc) {
  struct dfmti_deflated b;
  assert_true(dfmti_deflate_ahead_first(d, &b));
  assert_true(b.len <= ROOM - x->n_packed);
  assert_int_equal(b.ends_line, b.size % 2);
  memcpy(x->packed + x->n_packed, b.ptr, b.len);
  x->n_packed += b.len;
  *crc = dfmti_deflate_ahead_crc(*crc, b.crc, b.size);
  dfmti_deflate_ahead_drop(d);
}

/* Compresses n bytes in blocks of `step`; returns their CRC-32. */
static uint32_t compress_all(struct fixture *x, struct dfmti_deflate_ahead *d, size_t n, size_t step) {
  struct dfmti_deflated b;
  uint32_t crc = 0;
  x->n_packed = 0;
  for (size_t at = 0, some; at < n; at += some) {
    some = n - at < step ? n - at : step;
    uint8_t *room = dfmti_deflate_ahead_room(&x->m, d);
    assert_non_null(room);
    memcpy(room, x->bytes + at, some);
    dfmti_deflate_ahead_send(d, some, some % 2 == 1);
    if (dfmti_deflate_ahead_full(d)) take(x, d, &crc);
  }
  while (dfmti_deflate_ahead_first(d, &b)) take(x, d, &crc);
  memcpy(x->packed + x->n_packed, "\3", 2);
  x->n_packed += 2;
  return crc;
}

static void expect_back(struct fixture *x, size_t n) {
  z_stream z = {.next_in = x->packed, .avail_in = (uInt)x->n_packed, .next_out = x->back, .avail_out = MOST};
  assert_int_equal(inflateInit2(&z, -15), Z_OK);
  int r = inflate(&z, Z_FINISH);
  assert_true(r == Z_STREAM_END || (n == MOST && r == Z_BUF_ERROR));
  assert_int_equal(z.total_out, n);
  assert_memory_equal(x->back, x->bytes, n);
  inflateEnd(&z);
}

static void try_level(struct fixture *x, int level, size_t n, size_t step) {
  static const uint32_t threads[] = {0, 1, 3};
  size_t n_first = 0;
  for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
    struct dfmti_deflate_ahead *d = dfmti_deflate_ahead_new(&x->m, level, threads[i]);
    assert_non_null(d);
    for (int again = 0; again < 2; again++) { /* blocks under way are forgotten */
      uint8_t *room = dfmti_deflate_ahead_room(&x->m, d);
      memset(room, 'x', 1000);
      dfmti_deflate_ahead_send(d, 1000, false);
      dfmti_deflate_ahead_start(d);
      assert_int_equal(compress_all(x, d, n, step), crc32(0, x->bytes, (uInt)n));
      expect_back(x, n);
    }
    if (i == 0) memcpy(x->first, x->packed, n_first = x->n_packed);
    assert_int_equal(x->n_packed, n_first);
    assert_memory_equal(x->packed, x->first, n_first);
    dfmti_deflate_ahead_free(&x->m, d);
  }
}

static void test_all_levels(void **state) {
  static const int levels[] = {0, 1, 6, 9, DFMTI_DEFLATE_FAST};
  static const size_t runs[] = {0, 5000, 60000};
  for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
    for (size_t k = 0; k < sizeof runs / sizeof *runs; k++) {
      fill(*state, runs[k]);
      try_level(*state, levels[i], MOST, DFMTI_DEFLATE_BLOCK);
      try_level(*state, levels[i], 300000, 20000);
      try_level(*state, levels[i], 2000, 1);
      try_level(*state, levels[i], 0, 1);
    }
}

/* Noise gets no longer than what it is when it is stored. */
static void test_noise(void **state) {
  struct fixture *x = *state;
  fill(x, 0);
  for (int level = DFMTI_DEFLATE_FAST; level <= 9; level++) {
    struct dfmti_deflate_ahead *d = dfmti_deflate_ahead_new(&x->m, level, 0);
    compress_all(x, d, MOST, DFMTI_DEFLATE_BLOCK);
    assert_true(x->n_packed <= MOST + MOST / 64 + 8 * 64 + 2);
    expect_back(x, MOST);
    dfmti_deflate_ahead_free(&x->m, d);
  }
}

static void test_no_memory(void **state) {
  struct fixture *x = *state;
  for (int level = DFMTI_DEFLATE_FAST; level <= 6; level += 7)
    for (uint32_t threads = 0; threads < 3; threads++) {
      struct dfmti_deflate_ahead *d = NULL;
      for (long calls = 0; !d; calls++) {
        x->calls_left = calls;
        d = dfmti_deflate_ahead_new(&x->m, level, threads);
        if (!d) assert_int_equal(x->m.used, 0);
      }
      x->calls_left = 1; /* the room is two allocations, and what was got stays */
      assert_null(dfmti_deflate_ahead_room(&x->m, d));
      x->calls_left = 1;
      assert_non_null(dfmti_deflate_ahead_room(&x->m, d));
      dfmti_deflate_ahead_free(&x->m, d);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(test_all_levels, set_up, tear_down),
                                     cmocka_unit_test_setup_teardown(test_noise, set_up, tear_down),
                                     cmocka_unit_test_setup_teardown(test_no_memory, set_up, tear_down)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
