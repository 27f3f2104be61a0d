/* SPDX-License-Identifier: MIT */
/* Brotli: what was encoded comes back, and the same verdict and bytes in whatever pieces a stream comes. */
#include "codec_run.h"

#include "base/arena.h"
#include "codec/brotli.h"

static size_t allocations_left = SIZE_MAX;

static void *plain_realloc(void *user, void *ptr, uint64_t old_size, uint64_t new_size) {
  (void)user;
  (void)old_size;
  if (new_size > 0 && allocations_left == 0) return NULL;
  if (new_size > 0 && allocations_left < SIZE_MAX) allocations_left--;
  if (new_size > 0) return realloc(ptr, (size_t)new_size);
  free(ptr);
  return NULL;
}

/* Blocks of an arena do not touch, are aligned, and come back when they are free. */
static void test_arena(void **state) {
  (void)state;
  enum { BLOCKS = 40, SIZE = 100000 };
  struct dfmti_mem m = {.fn = plain_realloc, .limit = UINT64_MAX};
  struct dfmti_arena a;
  uint8_t *block[BLOCKS] = {NULL};
  size_t size[BLOCKS] = {0};
  assert_true(dfmti_arena_open(&m, &a, SIZE));
  for (int round = 0; round < 20000; round++) {
    uint32_t i = random_below(BLOCKS);
    for (size_t k = 0; block[i] && k < size[i]; k++) assert_int_equal(block[i][k], i);
    dfmti_arena_free(block[i]);
    size[i] = random_below(4) ? random_below(200) : random_below(20000);
    block[i] = dfmti_arena_alloc(&a, size[i]);
    assert_int_equal((uintptr_t)block[i] % _Alignof(max_align_t), 0);
    if (block[i]) memset(block[i], (int)i, size[i]);
  }
  assert_null(dfmti_arena_alloc(&a, SIZE));
  assert_null(dfmti_arena_alloc(&a, SIZE_MAX));
  for (size_t i = 0; i < BLOCKS; i++) dfmti_arena_free(block[i]);
  assert_non_null(dfmti_arena_alloc(&a, SIZE - 64));
  dfmti_arena_clear(&a);
  assert_non_null(dfmti_arena_alloc(&a, SIZE - 64));
  dfmti_arena_close(&m, &a);
  assert_int_equal(m.used, 0);
}

#ifdef HAVE_BROTLI

#include <brotli/decode.h>

enum { MAX_STREAM = 900000, MAX_DATA = 700000, LEVELS = 12 };

struct fixture {
  struct dfmti_mem m;
  struct dfmti_unbrotli *z;
  struct run want, got;
  uint8_t *data, *stream;
};

static int set_up(void **state) {
  struct fixture *x = calloc(1, sizeof *x);
  x->m = (struct dfmti_mem){.fn = plain_realloc, .limit = UINT64_MAX};
  x->z = dfmti_unbrotli_new(&x->m);
  x->data = malloc(MAX_DATA);
  x->stream = malloc(MAX_STREAM);
  run_open(&x->want);
  run_open(&x->got);
  *state = x;
  return x->z && x->data && x->stream ? 0 : 1;
}

static int tear_down(void **state) {
  struct fixture *x = *state;
  dfmti_unbrotli_free(&x->m, x->z);
  free(x->data);
  free(x->stream);
  run_close(&x->want);
  run_close(&x->got);
  int leaked = x->m.used != 0;
  free(x);
  return leaked;
}

static dfmt_status step_unbrotli(void *z, struct dfmti_io *io, bool last, struct dfmti_fault *f) {
  return dfmti_unbrotli_step(z, io, last, f);
}

static void decode(struct fixture *x, struct run *r, size_t len, size_t max_in, size_t max_out, bool vary) {
  dfmti_unbrotli_start(x->z);
  run_decoder(r, step_unbrotli, x->z, x->stream, len, max_in, max_out, vary);
}

/* In several sizes of pieces what came in one. */
static void same_in_pieces(struct fixture *x, size_t len) {
  static const size_t pieces[][2] = {{17, 100}, {1, 2000}, {1, 7}, {3000, 1000}, {100000, 150000}};
  for (size_t i = len > 5000 ? 3 : 0; i < 5; i++) {
    decode(x, &x->got, len, pieces[i][0], pieces[i][1], true);
    assert_int_equal(x->got.status, x->want.status);
    assert_int_equal(x->got.number, x->want.number);
    assert_int_equal(x->got.made, x->want.made);
    assert_memory_equal(x->got.out, x->want.out, x->want.made);
  }
}

/* Makes a stream of n bytes by our own encoder, in pieces. Returns its length. */
static size_t encode(struct fixture *x, size_t n, int level) {
  struct dfmti_brotli *z = dfmti_brotli_new(&x->m);
  struct dfmti_fault f;
  size_t used = 0, made = 0;
  dfmt_status s = dfmti_brotli_start(z, level, &f);
  while (s == DFMT_OK) {
    size_t in = 1 + random_below(100000), out = 1 + random_below(50000);
    if (in > n - used) in = n - used;
    if (out > MAX_STREAM - made) out = MAX_STREAM - made;
    struct dfmti_io io = {x->data + used, in, x->stream + made, out};
    s = dfmti_brotli_step(z, &io, used + in == n, &f);
    used += in - io.in_len;
    made += out - io.out_len;
  }
  assert_int_equal(s, DFMT_END);
  assert_int_equal(used, n);
  dfmti_brotli_free(&x->m, z);
  return made;
}

static void test_sound(void **state) {
  struct fixture *x = *state;
  for (int level = 0; level < LEVELS; level++) {
    for (int round = 0; round < 3; round++) {
      size_t n = round == 0 ? (size_t)level : random_below(level > 9 ? 60000 : round == 1 ? 3000 : MAX_DATA);
      run_fill(x->data, n);
      size_t len = encode(x, n, level);
      assert_int_equal(x->stream[0] & 15, 15); /* the window that detection looks for */
      decode(x, &x->want, len, RUN_CAPACITY, RUN_CAPACITY, false);
      assert_int_equal(x->want.status, DFMT_END);
      assert_int_equal(x->want.made, n);
      assert_memory_equal(x->want.out, x->data, n);
      same_in_pieces(x, len);
    }
  }
}

/* As much of a cut stream as libbrotlidec itself has to give. */
static void test_cut(void **state) {
  struct fixture *x = *state;
  for (int round = 0; round < 12; round++) {
    size_t n = round < 9 ? 1 + random_below(4000) : 50000;
    run_fill(x->data, n);
    size_t len = encode(x, n, round);
    for (size_t cut = 0; cut < len; cut += 1 + random_below((uint32_t)len / 10)) {
      BrotliDecoderState *d = BrotliDecoderCreateInstance(NULL, NULL, NULL);
      const uint8_t *in = x->stream;
      uint8_t *out = x->data;
      size_t in_len = cut, out_len = MAX_DATA;
      assert_int_equal(BrotliDecoderDecompressStream(d, &in_len, &in, &out_len, &out, NULL),
                       BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT);
      BrotliDecoderDestroyInstance(d);
      decode(x, &x->want, cut, RUN_CAPACITY, RUN_CAPACITY, false);
      assert_int_equal(x->want.status, DFMT_E_TRUNCATED);
      assert_int_equal(x->want.number, DFMT_ERR_BROTLI_TRUNCATED);
      assert_int_equal(x->want.made, MAX_DATA - out_len);
      assert_memory_equal(x->want.out, x->data, x->want.made);
      same_in_pieces(x, cut);
    }
  }
}

static void test_random_damage(void **state) {
  struct fixture *x = *state;
  size_t damaged = 0;
  for (int round = 0; round < 300; round++) {
    size_t n = random_below(10) ? random_below(3000) : random_below(100000);
    run_fill(x->data, n);
    size_t len = encode(x, n, round % LEVELS);
    for (uint32_t k = 1 + random_below(4); k > 0; k--)
      x->stream[random_below(random_below(2) ? (uint32_t)len
                             : len < 12      ? (uint32_t)len
                                             : 12)] ^= (uint8_t)(1u << random_below(8));
    decode(x, &x->want, len, RUN_CAPACITY, RUN_CAPACITY, false);
    damaged += x->want.number == DFMT_ERR_BROTLI_DATA;
    if (x->want.made < RUN_CAPACITY / 2) same_in_pieces(x, len);
  }
  assert_true(damaged > 100);
}

static void test_headers(void **state) {
  static const struct {
    uint8_t bytes[16];
    size_t len;
    dfmt_status status;
    uint32_t number;
  } known[] = {
      {{0x3b}, 1, DFMT_END, 0}, /* empty */
      {{0x06}, 1, DFMT_END, 0}, /* the shortest there is */
      {{0x06, 0}, 2, DFMT_E_FORMAT, DFMT_ERR_CODEC_TRAILING},
      {{0x3b, 'a', 'b'}, 3, DFMT_E_FORMAT, DFMT_ERR_CODEC_TRAILING},
      {{0x0b, 0x02, 0x80, 'h', 'e', 'l', 'l', 'o', 0x03}, 9, DFMT_END, 0}, /* one block, not compressed */
      {{0x0b, 0x02, 0x80, 'h', 'e', 'l', 'l', 'o', 0x03, 0}, 10, DFMT_E_FORMAT, DFMT_ERR_CODEC_TRAILING},
      {{0x0b, 0x02, 0x80, 'h', 'e', 'l', 'l', 'o'}, 8, DFMT_E_TRUNCATED, DFMT_ERR_BROTLI_TRUNCATED},
      {{0x0b, 0x02, 0x80, 'h', 'e'}, 5, DFMT_E_TRUNCATED, DFMT_ERR_BROTLI_TRUNCATED},
      {{0x11, 0x1e}, 2, DFMT_E_FORMAT, DFMT_ERR_BROTLI_DATA}, /* a window above 2^24, which is another format */
      {{'t', 'e', 'x', 't', '\n'}, 5, DFMT_E_TRUNCATED, DFMT_ERR_BROTLI_TRUNCATED}, /* it may be anything */
      {{0}, 0, DFMT_E_TRUNCATED, DFMT_ERR_BROTLI_TRUNCATED},
  };
  struct fixture *x = *state;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    memcpy(x->stream, known[i].bytes, known[i].len);
    decode(x, &x->want, known[i].len, RUN_CAPACITY, RUN_CAPACITY, false);
    assert_int_equal(x->want.status, known[i].status);
    assert_int_equal(x->want.number, known[i].number);
    same_in_pieces(x, known[i].len);
  }
}

static uint8_t byte_at(uint64_t i) { return (uint8_t)((i * i >> 7) ^ (i >> 15)); }

/* More than the window, without any memory but that of the start. */
static void test_long(void **state) {
  struct fixture *x = *state;
  enum { LENGTH = 20 << 20, INPUT = 65536 };
  struct dfmti_brotli *encoder = dfmti_brotli_new(&x->m);
  struct dfmti_fault f;
  uint8_t *out = malloc(INPUT);
  uint64_t given = 0, back = 0, wrong = 0;
  dfmt_status s = dfmti_brotli_start(encoder, 1, &f), t = DFMT_OK;
  dfmti_unbrotli_start(x->z);
  uint64_t decoders = x->m.used;
  assert_non_null(out);
  while (s == DFMT_OK) {
    size_t n = LENGTH - given < INPUT ? (size_t)(LENGTH - given) : INPUT;
    for (size_t i = 0; i < n; i++) x->data[i] = byte_at(given + i);
    struct dfmti_io in = {x->data, n, x->stream, MAX_STREAM};
    s = dfmti_brotli_step(encoder, &in, given + n == LENGTH, &f);
    given += n - in.in_len;
    struct dfmti_io io = {x->stream, MAX_STREAM - in.out_len, out, 0};
    allocations_left = 0;
    do {
      io.out = out;
      io.out_len = back > LENGTH / 2 ? INPUT : 1 + random_below(INPUT);
      t = dfmti_unbrotli_step(x->z, &io, s == DFMT_END, &f);
      for (const uint8_t *p = out; p < io.out; p++, back++) wrong += *p != byte_at(back);
    } while (t == DFMT_OK && (io.out_len == 0 || io.in_len > 0));
    allocations_left = SIZE_MAX;
  }
  assert_int_equal(s, DFMT_END);
  assert_int_equal(t, DFMT_END);
  assert_int_equal(back, LENGTH);
  assert_int_equal(wrong, 0);
  dfmti_brotli_free(&x->m, encoder);
  assert_true(x->m.used <= decoders);
  free(out);
}

/* An encoder without memory says so, at its start or later, and is as good as new at the next start. */
static void test_encoder_memory(void **state) {
  struct fixture *x = *state;
  struct dfmti_fault f = {0, NULL};
  run_fill(x->data, 5000);
  struct dfmti_brotli *z = dfmti_brotli_new(&x->m);
  assert_non_null(z);
  dfmt_status s = DFMT_E_NOMEM;
  size_t refused = 0;
  for (; s == DFMT_E_NOMEM; refused++) {
    allocations_left = refused;
    s = dfmti_brotli_start(z, 5, &f);
    struct dfmti_io io = {x->data, 5000, x->stream, MAX_STREAM};
    while (s == DFMT_OK) s = dfmti_brotli_step(z, &io, true, &f);
    if (s == DFMT_E_NOMEM) assert_int_equal(f.number, DFMT_ERR_NOMEM);
  }
  assert_int_equal(s, DFMT_END);
  assert_true(refused > 5);
  allocations_left = SIZE_MAX;
  dfmti_brotli_free(&x->m, z);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_arena),
      cmocka_unit_test_setup_teardown(test_headers, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_sound, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_cut, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_random_damage, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_long, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_encoder_memory, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

/* A build without libbrotli says so at the first step. */
static void test_missing(void **state) {
  (void)state;
  struct dfmti_mem m = {.fn = plain_realloc, .limit = UINT64_MAX};
  struct dfmti_fault f = {0, NULL};
  struct dfmti_io io = {NULL, 0, NULL, 0};
  struct dfmti_unbrotli *decoder = dfmti_unbrotli_new(&m);
  struct dfmti_brotli *encoder = dfmti_brotli_new(&m);
  assert_true(decoder && encoder);
  assert_int_equal(dfmti_brotli_usable(&f), DFMT_E_UNSUPPORTED);
  assert_int_equal(f.number, DFMT_ERR_CODEC_MISSING);
  dfmti_unbrotli_start(decoder);
  assert_int_equal(dfmti_unbrotli_step(decoder, &io, true, &f), DFMT_E_UNSUPPORTED);
  assert_int_equal(dfmti_brotli_start(encoder, 3, &f), DFMT_E_UNSUPPORTED);
  assert_int_equal(dfmti_brotli_step(encoder, &io, true, &f), DFMT_E_UNSUPPORTED);
  dfmti_unbrotli_free(&m, decoder);
  dfmti_brotli_free(&m, encoder);
  assert_int_equal(m.used, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_arena), cmocka_unit_test(test_missing)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
