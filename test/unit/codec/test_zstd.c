/* SPDX-License-Identifier: MIT */
/* Zstandard: whole blocks, exact ends and the same verdict in whatever pieces a frame comes. */
#include "codec_run.h"

#include "codec/zstd.h"

#ifdef HAVE_ZSTD

#include <stdlib.h>
#include <zstd.h>

enum { BLOCK = 128 * 1024, MAX_FRAME = 900000, MAX_DATA = 700000 };

struct fixture {
  struct dfmti_mem m;
  struct dfmti_unzstd *z;
  struct run want, got;
  uint8_t *data, *frame;
};

static void *plain_realloc(void *user, void *ptr, uint64_t old_size, uint64_t new_size) {
  (void)user;
  (void)old_size;
  if (new_size > 0) return realloc(ptr, (size_t)new_size);
  free(ptr);
  return NULL;
}

static int set_up(void **state) {
  struct fixture *x = calloc(1, sizeof *x);
  x->m = (struct dfmti_mem){.fn = plain_realloc, .limit = UINT64_MAX};
  x->z = dfmti_unzstd_new(&x->m);
  x->data = malloc(MAX_DATA);
  x->frame = malloc(MAX_FRAME);
  run_open(&x->want);
  run_open(&x->got);
  *state = x;
  return x->z && x->data && x->frame ? 0 : 1;
}

static int tear_down(void **state) {
  struct fixture *x = *state;
  dfmti_unzstd_free(&x->m, x->z);
  free(x->data);
  free(x->frame);
  run_close(&x->want);
  run_close(&x->got);
  int leaked = x->m.used != 0;
  free(x);
  return leaked;
}

static dfmt_status step_unzstd(void *z, struct dfmti_io *io, bool last, struct dfmti_fault *f) {
  return dfmti_unzstd_step(z, io, last, f);
}

static void decode(struct fixture *x, struct run *r, size_t len, size_t max_in, size_t max_out, bool vary) {
  dfmti_unzstd_start(x->z);
  run_decoder(r, step_unzstd, x->z, x->frame, len, max_in, max_out, vary);
}

/* In several sizes of pieces what came in one. */
static void same_in_pieces(struct fixture *x, size_t len) {
  static const size_t pieces[][2] = {{17, 100}, {1, RUN_CAPACITY}, {3000, 1000}, {100000, 150000}};
  for (size_t i = len > 5000 ? 2 : 0; i < 4; i++) {
    decode(x, &x->got, len, pieces[i][0], pieces[i][1], true);
    assert_int_equal(x->got.status, x->want.status);
    assert_int_equal(x->got.number, x->want.number);
    assert_int_equal(x->got.made, x->want.made);
    assert_memory_equal(x->got.out, x->want.out, x->want.made);
    if (x->want.status == DFMT_END) assert_int_equal(x->got.used, x->want.used);
  }
}

/* Makes a frame of n bytes by our own encoder, in pieces. Returns its length. */
static size_t encode(struct fixture *x, size_t n, uint64_t announced) {
  struct dfmti_zstd *z = dfmti_zstd_new(&x->m);
  struct dfmti_fault f;
  size_t used = 0, made = 0;
  dfmt_status s = dfmti_zstd_start(z, 1 + (int)random_below(5), announced, 0, &f);
  while (s == DFMT_OK) {
    size_t in_len = 1 + random_below(200000), out_len = 1 + random_below(random_below(2) ? 50 : 100000);
    if (in_len > n - used) in_len = n - used;
    if (out_len > MAX_FRAME - made) out_len = MAX_FRAME - made;
    struct dfmti_io io = {x->data + used, in_len, x->frame + made, out_len};
    s = dfmti_zstd_step(z, &io, used + in_len == n, &f);
    used += in_len - io.in_len;
    made += out_len - io.out_len;
  }
  assert_int_equal(s, DFMT_END);
  assert_int_equal(used, n);
  dfmti_zstd_free(&x->m, z);
  return made;
}

static void test_sound(void **state) {
  struct fixture *x = *state;
  for (int round = 0; round < rounds(60); round++) {
    size_t n = round == 0 ? 0 : random_below(3) ? random_below(5000) : random_below(MAX_DATA);
    run_fill(x->data, n);
    size_t len = encode(x, n, round % 2 ? n : UINT64_MAX), junk = random_below(30);
    for (size_t i = 0; i < junk; i++) x->frame[len + i] = (uint8_t)random_below(256);
    decode(x, &x->want, len + junk, RUN_CAPACITY, RUN_CAPACITY, false);
    assert_int_equal(x->want.status, DFMT_END);
    assert_int_equal(x->want.used, len);
    assert_int_equal(x->want.made, n);
    assert_memory_equal(x->want.out, x->data, n);
    same_in_pieces(x, len + junk);
  }
}

/* What the encoder says in a frame's header, and that it holds to it. */
static void test_encoder(void **state) {
  struct fixture *x = *state;
  run_fill(x->data, 5000);
  size_t len = encode(x, 5000, 5000);
  assert_int_equal(ZSTD_getFrameContentSize(x->frame, len), 5000);
  assert_true(x->frame[4] & 4); /* Content_Checksum_flag */
  assert_int_equal(ZSTD_decompress(x->want.out, RUN_CAPACITY, x->frame, len), 5000);
  struct dfmti_zstd *z = dfmti_zstd_new(&x->m);
  for (uint64_t announced = 4999; announced <= 5001; announced++) {
    struct dfmti_fault f = {0};
    struct dfmti_io io = {x->data, 5000, x->frame, MAX_FRAME};
    assert_int_equal(dfmti_zstd_start(z, 3, announced, 0, &f), DFMT_OK);
    dfmt_status s = dfmti_zstd_step(z, &io, true, &f);
    assert_int_equal(s, announced == 5000 ? DFMT_END : DFMT_E_ARG);
    assert_int_equal(f.number, announced == 5000 ? 0 : DFMT_ERR_ARGUMENT);
  }
  dfmti_zstd_free(&x->m, z);
}

/* A cut frame gives what libzstd gives of it. */
static void test_cut(void **state) {
  struct fixture *x = *state;
  for (int round = 0; round < rounds(10); round++) {
    size_t n = round < 2 ? random_below(300) : MAX_DATA - random_below(200000);
    run_fill(x->data, n);
    size_t len = encode(x, n, round % 2 ? n : UINT64_MAX);
    for (size_t cut = 0; cut < len; cut += len < 500 ? 1 : 1 + random_below((uint32_t)len / 10)) {
      ZSTD_DCtx *d = ZSTD_createDCtx();
      ZSTD_inBuffer in = {x->frame, cut, 0};
      ZSTD_outBuffer out = {x->data, MAX_DATA, 0};
      assert_false(ZSTD_isError(ZSTD_decompressStream(d, &out, &in)));
      ZSTD_freeDCtx(d);
      decode(x, &x->want, cut, RUN_CAPACITY, RUN_CAPACITY, false);
      assert_int_equal(x->want.status, DFMT_E_TRUNCATED);
      assert_int_equal(x->want.number, DFMT_ERR_ZSTD_TRUNCATED);
      assert_int_equal(x->want.made, out.pos);
      assert_memory_equal(x->want.out, x->data, out.pos);
      same_in_pieces(x, cut);
    }
  }
}

/* Damage in one block leaves those before it, and is told from a checksum that differs. */
static void test_damage(void **state) {
  struct fixture *x = *state;
  for (size_t i = 0; i < MAX_DATA; i++) x->data[i] = (uint8_t)("etaoin shrdlu\n"[random_below(14)]);
  size_t len = encode(x, 4 * BLOCK, 4 * BLOCK);
  uint8_t *block = x->frame + 4 + 1 + 4; /* magic, descriptor, content size; a single segment has no window */
  if (!(x->frame[4] & 0x20)) block++;
  for (size_t i = 0; i < 4; i++) {
    uint32_t header = block[0] | (uint32_t)block[1] << 8 | (uint32_t)block[2] << 16;
    assert_int_equal(header >> 1 & 3, 2); /* compressed */
    block[0] |= 6;                        /* reserved type */
    decode(x, &x->want, len, RUN_CAPACITY, RUN_CAPACITY, false);
    assert_int_equal(x->want.status, DFMT_E_FORMAT);
    assert_int_equal(x->want.number, DFMT_ERR_ZSTD_DATA);
    assert_int_equal(x->want.made, i * BLOCK);
    assert_memory_equal(x->want.out, x->data, i * BLOCK);
    same_in_pieces(x, len);
    block[0] &= (uint8_t)~2;
    block += 3 + (header >> 3);
  }
  assert_ptr_equal(block, x->frame + len - 4);
  block[0] ^= 1;
  decode(x, &x->want, len, RUN_CAPACITY, RUN_CAPACITY, false);
  assert_int_equal(x->want.status, DFMT_E_CHECKSUM);
  assert_int_equal(x->want.number, DFMT_ERR_ZSTD_CHECK);
  assert_int_equal(x->want.made, 4 * BLOCK);
  same_in_pieces(x, len);
}

static void test_random_damage(void **state) {
  struct fixture *x = *state;
  for (int round = 0; round < rounds(400); round++) {
    size_t n = random_below(20) ? random_below(3000) : random_below(MAX_DATA);
    run_fill(x->data, n);
    size_t len = encode(x, n, round % 2 ? n : UINT64_MAX);
    for (uint32_t k = random_below(4); k > 0; k--)
      x->frame[random_below(random_below(2) ? (uint32_t)len : 12)] ^= (uint8_t)(1u << random_below(8));
    /* 128 MiB of window for each is too slow for a test: one bit less where a header asks for it */
    if (!(x->frame[4] & 0x20)) x->frame[5] &= 0x7f;
    decode(x, &x->want, len, RUN_CAPACITY, RUN_CAPACITY, false);
    same_in_pieces(x, len);
  }
}

static void test_headers(void **state) {
  static const struct {
    uint8_t bytes[24];
    size_t len;
    dfmt_status status;
    uint32_t number;
  } known[] = {
      {{0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x88, 1, 0, 0}, 9, DFMT_END, 0},                         /* 2^27 */
      {{0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x89, 1, 0, 0}, 9, DFMT_E_FORMAT, DFMT_ERR_ZSTD_WINDOW}, /* 2^27 + 2^24 */
      {{0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x90, 1, 0, 0}, 9, DFMT_E_FORMAT, DFMT_ERR_ZSTD_WINDOW}, /* 2^28 */
      {{0x28, 0xb5, 0x2f, 0xfd, 0x08, 0x58, 1, 0, 0}, 9, DFMT_E_FORMAT, DFMT_ERR_ZSTD_DATA},   /* reserved bit */
      {{0x28, 0xb5, 0x2f, 0xfd, 0x20, 0x00, 1, 0, 0}, 9, DFMT_END, 0},                         /* empty */
      {{0x28, 0xb5, 0x2f, 0xfd, 0x20, 0x02, 0x11, 0, 0, 'a', 'b'}, 11, DFMT_END, 0},           /* raw block */
      {{0x28, 0xb5, 0x2f, 0xfd, 0x20, 0x03, 0x11, 0, 0, 'a', 'b'}, 11, DFMT_E_FORMAT, DFMT_ERR_ZSTD_DATA}, /* short */
      {{0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3}, 11, DFMT_END, 0}, /* skippable */
      {{0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3}, 10, DFMT_E_TRUNCATED, DFMT_ERR_ZSTD_TRUNCATED},
      {{0x28, 0xb5, 0x2f, 0xfe, 0x20, 0x00, 1, 0, 0}, 9, DFMT_E_FORMAT, DFMT_ERR_ZSTD_DATA},
      {{0x25, 0xb5, 0x2f, 0xfd, 0x20, 0x00, 1, 0, 0}, 9, DFMT_E_FORMAT, DFMT_ERR_ZSTD_DATA}, /* version 0.5 */
      {{0}, 0, DFMT_E_TRUNCATED, DFMT_ERR_ZSTD_TRUNCATED},
  };
  struct fixture *x = *state;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    memcpy(x->frame, known[i].bytes, known[i].len);
    decode(x, &x->want, known[i].len, RUN_CAPACITY, RUN_CAPACITY, false);
    assert_int_equal(x->want.status, known[i].status);
    assert_int_equal(x->want.number, known[i].number);
    same_in_pieces(x, known[i].len);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_headers, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_sound, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_encoder, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_cut, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_damage, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_random_damage, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

/* A build without libzstd says so at the first step. */
static void test_missing(void **state) {
  (void)state;
  struct dfmti_mem m;
  struct dfmti_fault f = {0};
  struct dfmti_io io = {NULL, 0, NULL, 0};
  dfmti_mem_init(&m, NULL);
  struct dfmti_unzstd *decoder = dfmti_unzstd_new(&m);
  struct dfmti_zstd *encoder = dfmti_zstd_new(&m);
  assert_true(decoder && encoder);
  dfmti_unzstd_start(decoder);
  assert_int_equal(dfmti_unzstd_step(decoder, &io, true, &f), DFMT_E_UNSUPPORTED);
  assert_int_equal(f.number, DFMT_ERR_CODEC_MISSING);
  assert_int_equal(dfmti_zstd_start(encoder, 3, UINT64_MAX, 0, &f), DFMT_E_UNSUPPORTED);
  assert_int_equal(f.number, DFMT_ERR_CODEC_MISSING);
  dfmti_unzstd_free(&m, decoder);
  dfmti_zstd_free(&m, encoder);
  assert_int_equal(m.used, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_missing)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
